"""Who may give which command to the house, and the amounts that take a second person.

These are procedures of the house, not clauses: a higher position may always do what is given to a
lower one. A player asks for themselves only, and never for money: a Dealer takes the cash and
gives the chips, a cash device reports what it took, or the house's automatic cashier does what the
table lets players do by themselves.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import msgspec

from croupier.round.base import Actor, Command, tag_of
from croupier.round.permissions import not_approved
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal

if TYPE_CHECKING:
    from croupier.house.base import Procedure

DESK = Position.PIT_SUPERVISOR
"""The lowest position that takes and pays cash at the cash desk."""
BILL_MAX = 1_000_000


@dataclass(frozen=True, slots=True)
class Permission:
    """The lowest position that may do something, and whether players may do it for themselves."""

    least: Position
    player: bool = False


def refusal_for(actor: Actor, command: "Procedure") -> Refusal | None:
    """Why this person may not give this command, or None if they may."""
    allowed = command.allowed
    if actor.position is not None:
        if actor.position.at_least(allowed.least):
            return None
    elif allowed.player:
        player = getattr(command, "player", None)
        if player == actor.name:
            return None
        return refusal("seat/not-yours", name=actor.name, player=str(player))
    return not_allowed(command, allowed.least)


def not_allowed(command: Command, who: str) -> Refusal:
    """The refusal for someone of a lower position."""
    return refusal(
        "position/not-allowed",
        action=tag_of(type(command)),
        who=(who,),
    )


class Thresholds(msgspec.Struct, frozen=True, kw_only=True):
    """The amounts of a house, each the highest that takes no second person, in whole cents.

    They are settings of the house, not of its record, and no book knows them: what was decided
    under them is on record with both people. None means that there is no such amount.
    """

    buy_in: int | None = None
    """Cash taken for chips."""
    cash_paid: int | None = None
    """Cash paid for chips, for held amounts, or for a voucher."""
    adjustment: int | None = None
    """Adjustments always take two people; above this, the second must be a Pit Manager or above."""
    bill: int = BILL_MAX
    """The largest bill that a cash device may report."""

    ruling: int | None = None
    """The effect of a ruling made once the number is known."""
    void: int | None = None
    """The effect of voiding a round once the number is known, by "no spin" or otherwise."""


class Approvable(Protocol):
    """A command that a second person may approve."""

    @property
    def approver(self) -> Actor | None: ...


def too_much(
    actor: Actor, command: Approvable, amount: int, most: int | None, what: str, before: int = 0
) -> Refusal | None:
    """Why an amount takes a second person, or None if it does not or has a good one.

    ``before`` is what went the same way lately and nobody else looked at: it makes no difference
    whether an amount comes whole or in small steps.
    """
    if command.approver is not None:
        return not_approved(actor, command.approver)
    return above(what, amount, most, before)


def above(what: str, amount: int, most: int | None, before: int) -> Refusal | None:
    """Why an amount, including recent ones, takes a second person, or None."""
    if most is None or amount + before <= most:
        return None
    if not before:
        return refusal("approval/above", what=what, amount=amount, most=most)
    return refusal("approval/above-together", what=what, amount=amount, before=before, most=most)
