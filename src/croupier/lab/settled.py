"""One wager on very many spins, each settled by the payout table: a billion a second."""

from dataclasses import dataclass
from itertools import product
from math import sqrt

from croupier.lab.chance import origin, settle
from croupier.lab.compiled import np
from croupier.lab.deal import tally_rounds
from croupier.lab.hand import board_of, by_standing
from croupier.lab.ticket import Ticket


@dataclass(frozen=True, slots=True)
class Settled:
    """What so many spins brought with a unit on each."""

    spins: int
    net: int
    """In cents."""
    z: float
    """How many standard errors that lies from what is to be expected."""


def spin_and_settle(laid: Ticket, spins: int, *, seed: int) -> Settled:
    """Spin so often (rounded up to fours) with a unit each time, and settle every spin.

    >>> from croupier.books import load
    >>> from croupier.lab.ticket import ticket
    >>> abs(spin_and_settle(ticket(load("edz-2020"), [("red", 100)]), 1000, seed=1).z) < 5
    True
    """
    book = laid.book
    brings = [laid.nets[result] for result in laid.result_of]
    played = -(-spins // 4) * 4
    if book.bonus is None:
        pairs = np.array([a + b for a, b in product(brings, repeat=2)], np.int64)
        net = int(settle(origin(seed, 0), played // 4, len(book.pockets), pairs))
    else:
        outcomes, _, _ = tally_rounds(origin(seed, 0), played, board_of(book))
        nets = np.array(laid.nets, np.int64)[by_standing(book, laid.result_of)]
        net = int((outcomes * nets).sum())
    mean = sum(chance * net for chance, net in zip(laid.chances, laid.nets, strict=True))
    square = sum(chance * net**2 for chance, net in zip(laid.chances, laid.nets, strict=True))
    error = sqrt(float(square - mean**2) * played)
    return Settled(played, net, (net - float(mean) * played) / error if error else 0.0)
