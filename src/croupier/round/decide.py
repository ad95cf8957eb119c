"""What a command does to a round: events, or a refusal.

Checks come in a fixed order: first ``permissions.may`` (power, position, held, time), then the
reason where one is given, then what was asked for in particular, in the order of the code
below. Deciding changes nothing.
"""

from croupier.round import commands as c
from croupier.round import (  # noqa: F401
    corrections,
    irregular,
    referral,
    rulings,
    running,
    several,
    wagers,
)
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.deciding import DECIDERS, Decision
from croupier.round.permissions import may
from croupier.round.phases import ENDED
from croupier.round.state import RoundState, limits_taken
from croupier.rules.book import Book
from croupier.rules.limits import Limits
from croupier.rules.positions import Position
from croupier.rules.reason import bad_reason
from croupier.rules.refusal import CroupierError, Refusal, refusal

BY_PLAYERS = frozenset(
    {
        c.PlaceWager,
        c.WithdrawWager,
        c.PlaceWagers,
        c.ClearWagers,
        c.UndoWager,
        c.DoubleWagers,
    }
)
"""What players do; everything else is for staff."""


def decide(state: RoundState, actor: Actor, command: c.Command) -> Decision:
    """The events that a command leads to, or why it is refused."""
    kind = type(command)
    if kind not in BY_PLAYERS and (no := may(state, kind, actor) or _unsaid(command)) is not None:
        return no
    try:
        return DECIDERS[kind](command, state, actor)
    except CroupierError as error:
        # The rules refuse a wager, an amount or a number by raising; here a no is a value.
        return error.refusal


def _unsaid(command: c.Command) -> Refusal | None:
    """A reason that is given is one that can be on record, whatever it is the reason of."""
    reason: str | None = getattr(command, "reason", None)
    return None if reason is None else bad_reason(reason)


def decide_open(
    book: Book,
    number: int,
    limits: Limits,
    actor: Actor,
    command: c.OpenBets,
    last: RoundState | None,
) -> Decision:
    """Open a round: only when the one before has ended (reading 12)."""
    opens = book.says.open
    if actor.position is None or not (
        actor.position is Position.DEALER or book.says.acting_up is not None
    ):
        return refusal(
            "position/not-allowed",
            opens.clause,
            name=actor.name,
            position=actor.position or "player",
            action="open-bets",
            who=Position.DEALER,
        )
    if last is not None and last.phase not in ENDED:
        return refusal("round/not-now", opens.clause, action="open-bets", phase=last.phase)
    return [
        e.RoundOpened(
            round=number,
            by=actor,
            clause=opens.clause,
            limits=limits_taken(limits),
            commitment=command.commitment,
            sealed=command.sealed,
            scheme=command.scheme or 1,
        )
    ]
