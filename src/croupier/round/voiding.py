"""How a round becomes void, and what an interruption does to it by the book's own clauses."""

from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.phases import Phase
from croupier.round.state import RoundState
from croupier.rules.irregularities import Irregularity
from croupier.rules.positions import Position

NOT_OF_THE_SPIN = (
    Irregularity.BONUS_NUMBER_DARK,
    Irregularity.POWER_FAILURE,
    Irregularity.NO_SPIN,
    Irregularity.UNCOVERED,
)
"""What ball and wheel do not tell: each has a command, and people, of its own."""

SYSTEM = Actor("system", Position.DEALER)
"""Who acts when the program does what a book demands without anybody."""


def voided(state: RoundState, actor: Actor, irregularity: Irregularity) -> list[e.Event]:
    """The round is void by the clause that the book has for this; every stake goes back."""
    clause = next(c for c, which in state.book.voids.items() if which is irregularity)
    return [
        e.RoundVoided(
            round=state.number,
            clause=clause,
            irregularity=irregularity,
            by=actor,
            returned=state.staked,
        )
    ]


def recover(state: RoundState) -> list[e.Event]:
    """What a failure of power or system does to a round in play, by the book's strategy.

    - ``continue-unless-no-spin`` (sands-2019 5.11, fast-action-2020 5.12): play goes on; a round
      in which "no spin" was announced is void already.
    - ``void-unless-outcome`` (edz-2020 5.13): an outcome on record is concluded; otherwise void,
      after the Dealer has said where a ball on a wheel of wood is (reading 17).
    - ``suspend`` (reading 16): the round waits for staff.
    """
    recovery = state.book.says.recovery
    if recovery.strategy == "continue-unless-no-spin":
        return [e.RoundInterrupted(clause=recovery.continues, waits=False)]
    if recovery.strategy == "suspend":
        return [e.RoundInterrupted(clause=None, waits=True)]
    if state.phase in (Phase.RESTED, Phase.CALLED):
        return [e.RoundInterrupted(clause=recovery.continues, waits=False)]
    if state.own_wheel or state.phase is Phase.BETTING:
        return [
            e.RoundInterrupted(clause=recovery.voids, waits=False),
            *voided(state, SYSTEM, Irregularity.POWER_FAILURE),
        ]
    return [e.RoundInterrupted(clause=recovery.clause, waits=True)]
