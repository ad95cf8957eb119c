"""House procedure: the amounts above which one person is not enough.

They are settings of the house, not of its record, and no book knows them: what was decided under
them is on record with both people. Amounts are whole cents; nothing means that there is none.
"""

from typing import Protocol

import msgspec

from croupier.house.permissions import approved
from croupier.round.commands import Actor
from croupier.rules.refusal import Refusal, refusal

BILL_MAX = 1_000_000


class Thresholds(msgspec.Struct, frozen=True, kw_only=True):
    """The amounts of a house, each the highest that takes no second person."""

    buy_in: int | None = None
    """Chips sold for cash."""
    cash_paid: int | None = None
    """Cash for chips, for what is held, or for a voucher."""
    adjustment: int | None = None
    """An adjustment takes two people always: above this, the second is a Pit Manager or above."""
    bill: int = BILL_MAX
    """The largest bill that a cash device may report."""

    ruling: int | None = None
    """What a ruling moves, made once the number is known."""
    void: int | None = None
    """What a round that is void moves, once the number is known: "no spin" and all other ways."""


class Approvable(Protocol):
    """A command that a second person may approve."""

    @property
    def approver(self) -> Actor | None: ...


def too_much(
    actor: Actor, command: Approvable, amount: int, most: int | None, what: str, before: int = 0
) -> Refusal | None:
    """Why an amount takes a second person, or nothing if it does not or has a good one.

    ``before`` is what went the same way lately and nobody else looked at: it makes no difference
    whether an amount comes whole or in small steps.
    """
    if command.approver is not None:
        return approved(actor, command.approver)
    return above(what, amount, most, before)


def above(what: str, amount: int, most: int | None, before: int) -> Refusal | None:
    """Why an amount, with what came before it, is more than one person decides alone."""
    if most is None or amount + before <= most:
        return None
    if not before:
        return refusal("approval/above", what=what, amount=amount, most=most)
    return refusal("approval/above-together", what=what, amount=amount, before=before, most=most)
