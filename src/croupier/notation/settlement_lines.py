"""The settlement as lines of round notation, so that a file can check itself.

A file may say how the round ended, what became of each wager, and what each player and the house
are up or down; what it says must hold. The round settles; here it is only written.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import ndiff
from typing import ClassVar

from croupier.notation.line_templates import Form, in_order, write_line
from croupier.round.base import Line, walk
from croupier.rules.settlement import Result, Settled, Settlement


@dataclass(frozen=True)
class ResultLine:
    """One line of a settlement."""

    lines: ClassVar[tuple[Line, ...]]


@dataclass(frozen=True)
class SettledOn(ResultLine):
    """The round was settled on this number."""

    lines = (Line("settled on {number}", "settled on 17"),)
    number: str


@dataclass(frozen=True)
class VoidBy(ResultLine):
    """The round was void by this clause, or by a reading where the book has no clause."""

    lines = (Line("void by {source}", "void by 5.4"),)
    source: str


@dataclass(frozen=True)
class WagerResult(ResultLine):
    """The result of one wager; its stake was in play unless returned or noted otherwise."""

    lines = (
        Line(
            "{player}: {wager} {amount} {result}[ {winnings}][, in play {in_play}], "
            "back {returned}, by {source}",
            "seat-1: split:0/00 1000 won 17000, back 18000, by 4.1",
        ),
    )
    player: str
    wager: str
    amount: int
    result: Result
    returned: int
    source: str
    winnings: int | None = None
    in_play: int | None = None


@dataclass(frozen=True)
class PlayerNet(ResultLine):
    """A player's net result."""

    lines = (Line("{player}: net {net}", "seat-1: net +17000"),)
    player: str
    net: int


@dataclass(frozen=True)
class HouseNet(ResultLine):
    """The house's net result."""

    lines = (Line("house: net {net}", "house: net -17000"),)
    net: int


RESULTS: Sequence[Form[ResultLine]] = in_order(
    Form(kind, line) for kind in walk(ResultLine, __package__) for line in kind.lines
)
"""The forms of a settlement's lines."""


def settlement_lines(settlement: Settlement, voided_by: str | None) -> tuple[ResultLine, ...]:
    """All lines of a settlement, in order."""
    return tuple(_lines(settlement, voided_by))


def differences(
    expected: Sequence[ResultLine], settlement: Settlement | None, voided_by: str | None
) -> tuple[str, ...]:
    """Where a settlement is not the expected one: expected lines with -, computed ones with +.

    Each kind of line is compared only where the file has it: a file may say as little as the
    number on which the round was settled.
    """
    if not expected:
        return ()
    computed = () if settlement is None else settlement_lines(settlement, voided_by)
    if settlement is not None:
        topics = {_topic(line) for line in expected}
        computed = tuple(line for line in computed if _topic(line) in topics)
    ordered = sorted(expected, key=_topic)
    if tuple(ordered) == computed:
        return ()
    texts = [write_line(line, RESULTS) for line in ordered]
    diff = ndiff(texts, [write_line(line, RESULTS) for line in computed])
    return tuple(line for line in diff if not line.startswith("?"))


def _lines(settlement: Settlement, voided_by: str | None) -> Iterator[ResultLine]:
    if voided_by is not None:
        yield VoidBy(voided_by)
    elif settlement.outcome is not None:
        yield SettledOn(settlement.outcome)
    for bet, settled, _ in settlement.bets:
        yield WagerResult(
            bet.player,
            bet.wager.notation,
            bet.amount,
            settled.result,
            settled.returned,
            settled.clause,
            settled.winnings or None,
            _in_play(settled),
        )
    for player, totals in settlement.players.items():
        yield PlayerNet(player, totals.net)
    yield HouseNet(settlement.house_net)


def _in_play(settled: Settled) -> int | None:
    """The amount in play, if the result alone does not imply it."""
    usual = 0 if settled.result == "returned" else settled.amount
    return None if settled.in_play == usual else settled.in_play


_TOPICS = (SettledOn | VoidBy, WagerResult, PlayerNet, HouseNet)


def _topic(line: ResultLine) -> int:
    return next(at for at, topic in enumerate(_TOPICS) if isinstance(line, topic))
