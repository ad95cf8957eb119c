"""The house around a round: seats, chips, float, vouchers, ledger and meters.

Pure, as the round is: ``decide`` says what a command leads to, ``evolve`` applies it.
It must not know clocks, randomness, storage or who signed in; those are given to it. A matter is a
module, as in the round; the walks over the classes find every command and every event.
"""

from croupier.house.decide import COMMANDS, AnyCommand, decide, decide_house
from croupier.house.evolve import EVENTS, count, evolve, evolve_house, postings
from croupier.house.ledger import Ledger, LedgerError
from croupier.house.meters import Figures, Meters
from croupier.house.state import HouseState, Seat, TableState, Voucher

__all__ = [
    "COMMANDS",
    "EVENTS",
    "AnyCommand",
    "Figures",
    "HouseState",
    "Ledger",
    "LedgerError",
    "Meters",
    "Seat",
    "TableState",
    "Voucher",
    "count",
    "decide",
    "decide_house",
    "evolve",
    "evolve_house",
    "postings",
]
