"""Whether a position may do something now: one check, which pages use too.

Checked in a fixed order: does the book give this power at all; does this position have it; is the
round held; is this the time for it. ``decide`` then checks what was asked for in particular.
"""

from typing import TYPE_CHECKING

from croupier.round.base import Actor, Permission, Positions, RoundCommand, tag_of
from croupier.round.phases import ENDED, Phase
from croupier.rules.book import Book
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal

if TYPE_CHECKING:
    from croupier.round.state import RoundState

ANY_PHASE = frozenset(Phase)
IN_PLAY = ANY_PHASE - {*ENDED}
APPROVER = Position.PIT_SUPERVISOR
"""The lowest position of a second person (reading 19)."""


def dealer(book: Book) -> Positions:
    """A Dealer, in every book."""
    return (Position.DEALER,)


def supervisor(book: Book) -> Positions:
    """A Pit Supervisor, in every book."""
    return (Position.PIT_SUPERVISOR,)


def refusal_for(state: "RoundState", kind: type[RoundCommand], actor: Actor) -> Refusal | None:
    """Why this position may not do this now, or None if it may."""
    if (no := not_given(state.book, kind, actor)) is not None:
        return no
    permission, action = _permission(kind), tag_of(kind)
    if state.waiting is not None and not permission.held:
        return refusal("round/held", action=action, waiting=state.waiting)
    if state.phase not in permission.when:
        clause = permission.clause(state.book)
        return refusal("round/not-now", clause, action=action, phase=state.phase)
    return None


def not_theirs(book: Book, actor: Actor, who: Position, action: str, clause: str) -> Refusal | None:
    """Why this person may not decide what the book gives to one position, or None."""
    if _holds(book, actor, (who,), house=False):
        return None
    return _not_allowed((who,), action, clause)


def not_given(book: Book, kind: type[RoundCommand], actor: Actor) -> Refusal | None:
    """Why the book does not give this to this position at any time, or None."""
    permission, action = _permission(kind), tag_of(kind)
    who, clause = permission.who(book), permission.clause(book)
    if who is None:
        return refusal("position/no-such-power", clause, book=book.id, action=action)
    if _holds(book, actor, who, house=permission.house):
        return None
    return _not_allowed(who, action, clause)


def not_approved(actor: Actor, approver: Actor, least: Position = APPROVER) -> Refusal | None:
    """Why a second person's approval does not count, or None if it does (requirement 16)."""
    if approver.name == actor.name:
        return refusal("approval/same-person", name=actor.name)
    if approver.position is None or not approver.position.at_least(least):
        return refusal(
            "approval/position",
            name=approver.name,
            position=approver.position or "player",
            least=least,
        )
    return None


def _permission(kind: type[RoundCommand]) -> Permission:
    assert kind.allowed is not None, f"{tag_of(kind)} is for players to give"
    return kind.allowed


def _not_allowed(who: Positions, action: str, clause: str | None) -> Refusal:
    return refusal(
        "position/not-allowed",
        clause,
        action=action,
        who=who,
    )


def _holds(book: Book, actor: Actor, who: Positions, *, house: bool) -> bool:
    """Whether a position has a power: its own, or a lower one's if the book or the house allows."""
    if actor.position is None:
        return False
    if actor.position in who:
        return True
    acts_up = house or book.says.acting_up is not None
    return acts_up and any(actor.position.at_least(position) for position in who)
