"""Walks rounds line by line: what each line did, by which clause, and the settlement.

Pure: the same file gives the same steps. The walk plays what the book's data alone can decide;
rulings, referrals, corrections, interruptions and money at the house need the state machine of
the round: their lines are recorded, and said not to be enforced yet.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.books import load
from croupier.notation import actions as a
from croupier.notation import dealing, wagering
from croupier.notation.play import RoundInPlay, TableBetweenRounds
from croupier.notation.settled import differences
from croupier.notation.shift import Round, Shift
from croupier.notation.step import Step
from croupier.rules.refusal import CroupierError
from croupier.rules.settlement import Settlement
from croupier.rules.terms import Cited

NOT_ENFORCED = "recorded; not enforced yet"
PLAYED = {**dealing.LINES, **wagering.LINES}
CONCERNS: Mapping[type[a.Action], str] = {
    a.Ruling: "rulings",
    a.MoveRuling: "rulings",
    a.Referral: "referral",
    a.Decision: "referral",
    a.Correction: "outcome",
    a.Failure: "recovery",
    a.Restoration: "recovery",
    a.BallStatement: "recovery",
    a.TerminalFailure: "terminal_failure",
    a.TerminalRestoration: "terminal_failure",
    a.BuyIn: "stakes",
}
"""The section of a book that is about a line not enforced yet, where there is one."""


@dataclass(frozen=True, slots=True)
class Walked:
    """A round walked to the end of its lines; without a settlement if it is not over."""

    round: Round
    steps: tuple[Step, ...]
    settlement: Settlement | None
    voided_by: str | None

    @property
    def differences(self) -> tuple[str, ...]:
        """Where the round is not as the file expects, - and computed, +; empty if all holds."""
        lines = [
            line
            for number, step in enumerate(self.steps, 1)
            if not step.as_expected
            for line in (
                f"- action {number}: {step.line} => {step.action.verdict}",
                f"+ action {number}: {step.line} => {step.verdict}",
            )
        ]
        return (*lines, *differences(self.round.settlement, self.settlement, self.voided_by))


def walk(shift: Shift) -> tuple[Walked, ...]:
    """Walk all rounds of a shift in order."""
    table = TableBetweenRounds(
        load(shift.book), shift.limits, frozenset(shift.warned), _terminals(shift)
    )
    walked = []
    for round_ in shift.rounds:
        playing = RoundInPlay(table)
        steps = tuple(_step(action, playing) for action in round_.actions)
        walked.append(Walked(round_, steps, playing.settlement, playing.voided_by))
        table = playing.left_behind(steps)
    return tuple(walked)


def _step(action: a.Action, at: RoundInPlay) -> Step:
    """Walk one line; what the rules refuse becomes a refused step."""
    played = PLAYED.get(type(action))
    if played is None:
        section: Cited | None = getattr(at.book.says, CONCERNS.get(type(action), ""), None)
        return Step.by(section, action, "noted", NOT_ENFORCED)
    try:
        return played(action, at)
    except CroupierError as error:
        # Limits that no clause refuses are refused by the readings that the book's data names.
        readings = at.book.says.limits.readings if error.code.startswith("limits/") else ()
        return Step(action, "refused", f"refused: {error}", error.clause, readings)


def _terminals(shift: Shift) -> dict[str, str]:
    """The makes of terminal that the players sit at, those who sit down later included."""
    makes = {label: player.terminal for label, player in shift.players.items()}
    for round_ in shift.rounds:
        makes |= {x.player: x.terminal for x in round_.actions if isinstance(x, a.Arrival)}
    return {player: make for player, make in makes.items() if make is not None}
