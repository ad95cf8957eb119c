"""What the wheel has shown: counts over the last rounds, for the display and the players.

Whole numbers and fractions only. The groups are the book's own wagers, so that a column or a dozen
is what the book says it is. Void rounds are counted apart: they have no number.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb

import msgspec

from croupier.history.recent_rounds import StoredRounds
from croupier.history.rounds import RoundIndex, RoundSummary
from croupier.rules.book import Book
from croupier.rules.wager import Kind
from croupier.words.message import Message, alert

Rounds = RoundIndex | StoredRounds
SHORT, LONG = 100, 500
"""The number of rounds that displays cover."""
UNLIKELY = Fraction(1, 1000)
"""Anything less likely than this is reported as more than chance."""
SHOWN = 5
"""The number of hot and of cold numbers."""
GROUPS = (
    *(Kind.RED, Kind.BLACK, Kind.GREEN, Kind.ODD, Kind.EVEN, Kind.LOW, Kind.HIGH),
    *(Kind.DOZEN, Kind.COLUMN),
)


class Count(msgspec.Struct, frozen=True):
    """A count, and its share of the settled rounds, such as ``18/37``."""

    what: str
    count: int
    share: str


class Gap(msgspec.Struct, frozen=True):
    """Settled rounds since a number last came; a lower bound if it never did."""

    number: str
    rounds: int
    seen: bool


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of the last rounds."""

    rounds: int
    settled: int
    void: int
    """Rounds without an outcome: void or abandoned."""
    closed: int
    """Rounds whose bets were closed: the draw is fixed from then on."""
    called_off: int
    """Of these, rounds without an outcome."""
    first: int | None
    """The number of the earliest round counted."""
    last: int | None
    numbers: tuple[Count, ...]
    """In the order of the layout."""
    hot: tuple[Count, ...]
    cold: tuple[Count, ...]
    """Ties are in layout order."""
    colours: tuple[Count, ...]
    groups: tuple[Count, ...]
    """By the book's own outside wagers, in its order."""
    sleepers: tuple[Gap, ...]
    """All numbers, longest gap first."""
    bonus_numbers: tuple[Count, ...]
    """How often each was drawn; empty without Bonus Numbers."""


def statistics(book: Book, rounds: Rounds, count: int = SHORT) -> Statistics:
    """Statistics of the last rounds of a table."""
    return statistics_of(book, rounds.last(count))


def statistics_of(book: Book, latest_first: Sequence[RoundSummary]) -> Statistics:
    """Statistics of these rounds, given newest first."""
    settled = [one for one in latest_first if one.status == "settled"]
    outcomes = [one.outcome for one in settled if one.outcome is not None]
    total, came = len(outcomes), Counter(outcomes)

    def counted(what: str, count: int) -> Count:
        return Count(what, count, str(Fraction(count, total)) if total else "0")

    numbers = tuple(counted(number, came[number]) for number in book.pockets)
    by_colour = Counter(book.colours[number] for number in outcomes)
    drawn = Counter(number for one in settled for number in one.bonus_numbers or ())
    return Statistics(
        rounds=len(latest_first),
        settled=total,
        void=len(latest_first) - len(settled),
        closed=sum(one.closed for one in latest_first),
        called_off=len(_called_off(latest_first)),
        first=latest_first[-1].number if latest_first else None,
        last=latest_first[0].number if latest_first else None,
        numbers=numbers,
        hot=tuple(sorted(numbers, key=lambda one: -one.count)[:SHOWN]),
        cold=tuple(sorted(numbers, key=lambda one: one.count)[:SHOWN]),
        colours=tuple(counted(c, by_colour[c]) for c in dict.fromkeys(book.colours.values())),
        groups=tuple(
            counted(wager.notation, sum(came[number] for number in wager.numbers))
            for wager in book.wagers.values()
            if wager.kind in GROUPS
        ),
        sleepers=_gaps(book, outcomes),
        bonus_numbers=tuple(
            counted(number, drawn[number]) for number in (book.pockets if book.bonus else ())
        ),
    )


def _called_off(rounds: Sequence[RoundSummary]) -> list[RoundSummary]:
    return [one for one in rounds if one.closed and one.status != "settled"]


def at_least(called_off: int, closed: int, share: Fraction) -> Fraction:
    """The binomial probability that at least this many rounds are called off.

    >>> at_least(1, 2, Fraction(1, 100)), at_least(0, 2, Fraction(1, 100))
    (Fraction(199, 10000), Fraction(1, 1))
    """
    fewer = (
        comb(closed, count) * share**count * (1 - share) ** (closed - count)
        for count in range(called_off)
    )
    return 1 - sum(fewer, Fraction(0))


def too_many_called_off(rounds: Rounds, share: Fraction) -> Message | None:
    """What to report about a wheel of the system's own whose rounds are called off, after their
    close, more often than chance explains; nothing if they are not."""
    latest = rounds.last(LONG)
    closed, off = sum(one.closed for one in latest), len(_called_off(latest))
    if at_least(off, closed, share) >= UNLIKELY:
        return None
    percent, times = str(float(share * 100)), UNLIKELY.denominator
    return alert("oversight.called-off", off=off, closed=closed, share=percent, times=times)


def _gaps(book: Book, latest_first: Sequence[str]) -> tuple[Gap, ...]:
    since: dict[str, int] = {}
    for at, number in enumerate(latest_first):
        since.setdefault(number, at)
    gaps = [Gap(n, since.get(n, len(latest_first)), n in since) for n in book.pockets]
    return tuple(sorted(gaps, key=lambda gap: -gap.rounds))
