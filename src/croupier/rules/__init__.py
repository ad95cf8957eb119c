"""What the books mean: pure, with no I/O, clock, randomness or floats."""
