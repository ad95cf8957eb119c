"""What the house does at its tables by itself: draws, vouchers, wheels, gaming days, oversight."""
