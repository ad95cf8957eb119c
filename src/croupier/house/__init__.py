"""The house around a round: seats, chips, float, vouchers, ledger and meters.

Pure, as the round is: ``decide`` says what a command leads to, ``evolve`` lets it have happened.
It must not know clocks, randomness, storage or who signed in; those are given to it.
"""

from croupier.house.decide import decide, decide_house
from croupier.house.evolve import evolve, evolve_house
from croupier.house.ledger import Ledger, LedgerError
from croupier.house.meters import Figures, Meters
from croupier.house.postings import postings
from croupier.house.state import HouseState, Seat, TableState, Voucher

__all__ = [
    "Figures",
    "HouseState",
    "Ledger",
    "LedgerError",
    "Meters",
    "Seat",
    "TableState",
    "Voucher",
    "decide",
    "decide_house",
    "evolve",
    "evolve_house",
    "postings",
]
