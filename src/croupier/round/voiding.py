"""How a round becomes void, and what an interruption does to it by the book's own clauses.

One check says whether a clause can void a round: ``unfounded``. A command is refused by it, pages
ask it through ``founded``, and what passes is done by ``voided``.
"""

from collections.abc import Mapping

from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.phases import BALL_RESTS, BETS_OPEN, ENDED, Phase
from croupier.round.state import RoundState
from croupier.rules.irregularities import Irregularity, Span
from croupier.rules.positions import Position
from croupier.rules.reason import bad_reason
from croupier.rules.refusal import Refusal, refusal

NOT_OF_THE_SPIN = tuple(which for which in Irregularity if not which.of_the_wheel)
"""What ball and wheel do not tell: each has a command, and people, of its own."""

SYSTEM = Actor("system", Position.DEALER)
"""Who acts when the program does what a book demands without anybody."""

WHEN: Mapping[Span, tuple[Phase, ...]] = {
    "any-time": tuple(phase for phase in Phase if phase not in ENDED),
    "from-the-spin": (Phase.SPINNING, Phase.RUNNING, *BALL_RESTS),
    "from-the-draw": (Phase.CLOSED, Phase.RUNNING, Phase.RESTED, Phase.CALLED),
    "declared": (),
}
"""The phases in which an irregularity can be declared, by when it can have happened."""
NEVER_CLOSED = (*BETS_OPEN, Phase.STRANDED)
"""No outcome can be established before the close (reading 21)."""


def unfounded(state: RoundState, clause: str) -> Refusal | None:
    """Why a clause cannot void the round now; None where it can (reading 21)."""
    irregularity = state.book.voids.get(clause)
    if irregularity is None or irregularity.span == "declared":
        own = [c for c, which in state.book.voids.items() if which.span != "declared"]
        return does_not_void(state, clause, own)
    if (no := without_ball(state, clause, irregularity)) is not None:
        return no
    if irregularity.span == "from-the-draw" and state.drawn is None:
        return refusal("bonus/not-drawn")
    if state.phase in WHEN[irregularity.span]:
        return None
    return refusal("void/before-the-spin", clause, given=clause)


def founded(state: RoundState) -> list[str]:
    """The clauses by which the round could be declared void now."""
    return [clause for clause in state.book.voids if unfounded(state, clause) is None]


def without_ball(state: RoundState, clause: str, irregularity: Irregularity) -> Refusal | None:
    """5.1 to 5.10 need a ball and a wheel that people see."""
    if state.own_wheel and irregularity.of_the_wheel:
        return refusal("void/own-wheel", given=clause)
    return None


def does_not_void(state: RoundState, clause: str, known: list[str]) -> Refusal:
    """The refusal of a clause that voids nothing, or not in this way."""
    said = ", ".join(known) or "none"
    return refusal("round/does-not-void", given=clause, book=state.book.id, known=said)


def reason_needed(state: RoundState) -> bool:
    """Once the ball rests, an outcome would be lost: a void then needs its reason on record."""
    return state.phase in BALL_RESTS


def unreasoned(state: RoundState, reason: str | None) -> Refusal | None:
    """Why a void cannot do without a reason."""
    return bad_reason(reason) if reason is None and reason_needed(state) else None


def voided(
    state: RoundState, actor: Actor, irregularity: Irregularity, reason: str | None = None
) -> list[e.Event]:
    """The round is void by the clause that the book has for this; every stake goes back."""
    clause = next(c for c, which in state.book.voids.items() if which is irregularity)
    return [
        e.RoundVoided(
            round=state.number,
            clause=clause,
            irregularity=irregularity,
            by=actor,
            returned=state.staked,
            reason=reason,
        )
    ]


def recover(state: RoundState, by: Actor | None = None, reason: str | None = None) -> list[e.Event]:
    """What a failure of power, wheel, table or system does to a round in play, by the book.

    Found at a start, or declared by someone while the program runs.

    - ``continue-unless-no-spin`` (sands-2019 5.11, fast-action-2020 5.12): play goes on; a round
      in which "no spin" was announced is void already. Its second half is about a ball that has
      not dropped, and is cited only then (reading 16).
    - ``void-unless-outcome`` (edz-2020 5.13): an outcome on record is concluded; otherwise void,
      after the Dealer has said where a ball on a wheel of wood is (reading 17).
    - ``suspend`` (reading 16): the round waits for staff.
    """
    recovery = state.book.says.recovery

    def interrupted(clause: str | None, *, waits: bool = False) -> e.RoundInterrupted:
        return e.RoundInterrupted(clause=clause, waits=waits, by=by, reason=reason)

    if recovery.strategy == "continue-unless-no-spin":
        dropped = state.phase in BALL_RESTS
        return [interrupted(recovery.clause if dropped else recovery.continues)]
    if recovery.strategy == "suspend":
        return [interrupted(None, waits=True)]
    if state.phase in (Phase.RESTED, Phase.CALLED):
        return [interrupted(recovery.continues)]
    if state.own_wheel or state.phase in NEVER_CLOSED:
        void = voided(state, by or SYSTEM, Irregularity.POWER_FAILURE, reason)
        return [interrupted(recovery.voids), *void]
    return [interrupted(recovery.clause, waits=True)]
