"""Meters over time: what each gaming day of a table came to, recounted from the record.

The counting itself is the house's. Beside it: rounds an hour, what the wagers should have won by
the book's exact odds, and how often each dealer's rounds were void. All exact; nothing is rounded.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec

from croupier.history.rounds import RoundSummary
from croupier.history.table import TableHistory
from croupier.house.day import DayStarted
from croupier.house.evolve import COUNTED, count
from croupier.house.meters import Figures, Meters
from croupier.journal.entry import Stored
from croupier.odds import odds
from croupier.round.base import Event
from croupier.round.bets import WagerPlaced, WagerTakenBack, WagerWithdrawn
from croupier.round.close import BetsClosed
from croupier.round.decide import evolve
from croupier.round.opening import RoundOpened, opened
from croupier.round.outcome import RoundSettled
from croupier.round.ruling import RulingRevoked, WagerRuled
from croupier.round.spin import BallSpun
from croupier.round.state import RoundState
from croupier.rules.book import Book
from croupier.table.codec import CODEC

HOUR_MS = 3_600_000
_COUNTED = tuple(kind.name for kind in COUNTED)
_WAGERS = (
    *(RoundOpened, WagerPlaced, WagerWithdrawn, WagerTakenBack),
    *(BallSpun, BetsClosed, WagerRuled, RulingRevoked),
)
"""What the felt at the end follows from; a ruling is revoked to how it lay at the close."""
_WAGER_NAMES = tuple(kind.name for kind in _WAGERS)


class DayMeters(msgspec.Struct, frozen=True, kw_only=True):
    """What a gaming day of a table came to; what comes after its end belongs to it still."""

    table: str
    day: str
    figures: Figures
    hold: Fraction | None
    """Win divided by drop."""
    void_rate: Fraction | None
    """The share of void rounds."""
    rounds_an_hour: Fraction | None
    """From the first opening to the last end of a round."""
    theoretical_win: Fraction | None
    """The expected win on the wagers of settled rounds, if asked for."""


class DealerMeters(msgspec.Struct, frozen=True):
    """How the rounds that a dealer opened ended."""

    dealer: str
    rounds: int
    voids: int
    void_rate: Fraction


class HourMeters(msgspec.Struct, frozen=True):
    """What the rounds that were opened within one hour came to."""

    at_ms: int
    """When the hour began."""
    rounds: int
    voids: int
    staked: int
    win: int


class TableMeters(msgspec.Struct, frozen=True):
    """The meters of a table."""

    days: list[DayMeters]
    dealers: list[DealerMeters]
    hours: list[HourMeters]
    """Of the last rounds, the earliest hour first."""


def day_meters(
    history: TableHistory, day: str | None = None, *, theoretical: bool = False
) -> list[DayMeters]:
    """The meters of every gaming day on record, the oldest first, or of one.

    The theoretical win takes longer: every wager is read.
    """
    if day is not None:
        history.day(day)
    names = (*_COUNTED, *_WAGER_NAMES) if theoretical else _COUNTED
    parts = _days(history.record.named(history.stream, names))
    return [
        _counted(history, each, entries, theoretical=theoretical)
        for each, entries in parts
        if day is None or each == day
    ]


def _days(entries: Iterable[Stored]) -> Iterator[tuple[str, list[Stored]]]:
    day: str | None = None
    part: list[Stored] = []
    for stored in entries:
        if stored.name == DayStarted.name:
            if day is not None:
                yield day, part
            day, part = msgspec.json.decode(stored.body)["day"], []
        part.append(stored)
    if day is not None:
        yield day, part


def _counted(
    history: TableHistory, day: str, entries: Iterable[Stored], *, theoretical: bool
) -> DayMeters:
    meters, expected = Meters(), _Expected(history.book)
    for stored in entries:
        event = CODEC.event(stored)
        assert isinstance(event, Event)
        count(event, meters)
        if theoretical:
            expected.take(event)
    figures = meters.ever
    return DayMeters(
        table=history.table,
        day=day,
        figures=figures,
        hold=figures.hold,
        void_rate=Fraction(figures.voids, figures.rounds) if figures.rounds else None,
        rounds_an_hour=rounds_an_hour(history.rounds.of_day(day)),
        theoretical_win=expected.win if theoretical else None,
    )


class _Expected:
    """What settled wagers should win for the house, by the exact edge of each.

    What a later correction or void does to a round does not change what was to be expected.
    """

    def __init__(self, book: Book) -> None:
        self.win = Fraction(0)
        self._book = book
        self._round: RoundState | None = None
        self._edges: dict[str, Fraction] = {}

    def take(self, event: Event) -> None:
        if isinstance(event, RoundOpened):
            self._round = opened(self._book, event, frozenset())
        elif self._round is not None and isinstance(event, _WAGERS):
            evolve(event, self._round)
        elif self._round is not None and isinstance(event, RoundSettled):
            placements = self._round.placements
            self.win += sum(p.amount * self._edge(p.wager.notation) for p in placements)

    def _edge(self, notation: str) -> Fraction:
        if notation not in self._edges:
            self._edges[notation] = odds(self._book, notation).edge
        return self._edges[notation]


def rounds_an_hour(rounds: Iterable[RoundSummary]) -> Fraction | None:
    """Rounds per hour, from the first opening to the last end."""
    ended = [one for one in rounds if one.ended_ms is not None]
    times = [one.opened_ms for one in ended] + [one.ended_ms or 0 for one in ended]
    span_ms = max(times) - min(times) if times else 0
    return Fraction(len(ended) * HOUR_MS, span_ms) if span_ms else None


def dealer_meters(rounds: Iterable[RoundSummary]) -> list[DealerMeters]:
    """Void rates by the name of the dealer who opened the round."""
    counts: dict[str, list[int]] = {}
    for one in rounds:
        if one.status != "in-play":
            count = counts.setdefault(one.dealer, [0, 0])
            count[0] += 1
            count[1] += one.status != "settled"
    return [
        DealerMeters(dealer, rounds_, voids, Fraction(voids, rounds_))
        for dealer, (rounds_, voids) in sorted(counts.items())
    ]


def hour_meters(rounds: Iterable[RoundSummary]) -> list[HourMeters]:
    """Rounds that have ended, by the hour in which they were opened, the earliest first."""
    hours: dict[int, HourMeters] = {}
    for one in rounds:
        if one.status != "in-play":
            at_ms = one.opened_ms - one.opened_ms % HOUR_MS
            so = hours.get(at_ms, HourMeters(at_ms, 0, 0, 0, 0))
            is_void = one.status != "settled"
            hours[at_ms] = HourMeters(
                at_ms,
                so.rounds + 1,
                so.voids + is_void,
                so.staked + (0 if is_void else one.staked),
                so.win + (0 if is_void else one.win),
            )
    return [hours[at_ms] for at_ms in sorted(hours)]
