"""A simulated bill validator: it puts bills into a terminal of a house.

Enrol it first: croupier device enrol acceptor-1 --terminal t-1 --house house.toml. Then, while the
player of t-1 is seated at a table: python examples/cash_device.py http://localhost:8000 TOKEN 5000
"""

import sys

from croupier.client.cash import BillValidator


def insert(address: str, token: str, *bills: str) -> None:
    validator = BillValidator(address, token)
    for bill in bills:
        print(f"a bill of {bill} cents is {validator.insert_bill(int(bill))}")


if __name__ == "__main__":
    if len(sys.argv) > 3:
        insert(*sys.argv[1:])
    else:
        print(__doc__)
