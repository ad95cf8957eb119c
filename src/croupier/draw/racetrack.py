"""The racetrack: the numbers in wheel order round an oval, and the call bets as fields within it.

Which numbers a field lies beside follows from the pieces of the call bet; nothing is listed here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from croupier.draw import palette
from croupier.draw.cloth import MARGIN, cloth, moved
from croupier.draw.cover import Cover
from croupier.draw.lettering import fitting, letter, lettered
from croupier.draw.marks import figure
from croupier.draw.stadium import Stadium, Steps
from croupier.draw.svg import Point, document, element, path, words
from croupier.rules.book import Book
from croupier.rules.wager import Kind, Wager

DEPTH = 216.0
"""The narrow extent of the whole track."""
LANE = 54.0
"""The width of the ring that holds the numbers."""
LENGTH = 1130.0
SAMPLES = 12


@dataclass(frozen=True, slots=True)
class Run:
    """So many pockets one after another round the wheel, from the one at an index."""

    first: int
    count: int

    def of(self, order: Sequence[str]) -> list[str]:
        """The labels of the run on a wheel of this order."""
        return [order[(self.first + i) % len(order)] for i in range(self.count)]


@dataclass(frozen=True, slots=True)
class Field:
    """A call bet's field inside the track, beside each run of its numbers."""

    wager: Wager
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """A racetrack as it lies on the drawing."""

    size: Point
    oval: Stadium
    pockets: tuple[str, ...]
    fields: tuple[Field, ...]
    tip: float
    """The place on the wheel, counted in pockets, that lies at the tip of the track."""

    @classmethod
    def of(cls, book: Book, length: float, *, upright: bool) -> "Track":
        """A book's racetrack of this length; standing, its zeros are at the top."""
        size = Point(DEPTH, length) if upright else Point(length, DEPTH)
        middle = Point(size.x / 2, size.y / 2)
        oval = Stadium(length - DEPTH, (DEPTH - LANE) / 2, middle, upright)
        calls = book.racetrack.calls if book.racetrack is not None else ()
        fields = tuple(
            Field(book.wagers[key], runs(book.wheel.order, book.wagers[key].numbers))
            for key in calls
        )
        return cls(size, oval, book.wheel.order, fields, _tip(fields, len(book.wheel.order)))

    def mark(self, place: float) -> float:
        """Where a place on the wheel, counted in pockets, lies along the oval."""
        return (place - self.tip) * self.oval.perimeter / len(self.pockets)

    def edge(self, start: float, end: float, beside: float) -> Steps:
        """The path along one side of the lane between two places on the wheel."""
        return self.oval.stretch(self.mark(start), self.mark(end), beside)

    def corner(self, place: float, beside: float) -> Point:
        """The point at a place on the wheel on one side of the lane."""
        return self.oval.point(self.mark(place), beside)


def racetrack_svg(book: Book, highlight: Sequence[Wager] = (), *, upright: bool = False) -> str:
    """A book's racetrack on its own, with wagers shown on it."""
    if book.racetrack is None:
        raise ValueError(f"{book.id} has no racetrack: ask book.racetrack first")
    track, cover = Track.of(book, LENGTH, upright=upright), Cover.of(book, highlight)
    size = Point(track.size.x + 2 * MARGIN, track.size.y + 2 * MARGIN)
    drawn = lettered(*racetrack(track, book, cover), transform=moved(Point(MARGIN, MARGIN)))
    described = f"{len(book.pockets)} numbers in wheel order.{cover.in_words()}"
    content = [*cloth(size, "racetrack"), drawn]
    return document(size, f"Racetrack of {book.name}", described, content)


def racetrack(track: Track, book: Book, cover: Cover) -> Iterator[str]:
    """The racetrack with its fields, and what the shown wagers cover of it."""
    for field in sorted(track.fields, key=lambda field: -len(field.wager.numbers)):
        yield _field(track, field, cover)
    for i, label in enumerate(track.pockets):
        yield _pocket(track, book, i, label, cover)
    yield element(
        "g",
        *(path(*_pocket_outline(track, i)) for i in range(len(track.pockets))),
        *(path(*_field_outline(track, field)) for field in track.fields),
        fill="none",
        stroke=palette.IVORY,
        stroke_width=1.6,
        stroke_linejoin="round",
        opacity=palette.LINE_OPACITY,
    )
    for i, label in enumerate(track.pockets):
        if label in cover.numbers:
            outline = _pocket_outline(track, i)
            yield path(*outline, fill="none", stroke=palette.BRASS, stroke_width=4)


def runs(order: Sequence[str], numbers: Sequence[str]) -> tuple[Run, ...]:
    """The runs of consecutive pockets that numbers make round a wheel.

    >>> runs("abcdef", "fac")
    (Run(first=2, count=1), Run(first=5, count=2))
    """
    size, wanted = len(order), frozenset(numbers)
    found = []
    for i, label in enumerate(order):
        if label in wanted and order[i - 1] not in wanted:
            count = next(n for n in range(1, size + 1) if order[(i + n) % size] not in wanted)
            found.append(Run(i, count))
    return tuple(found)


def _tip(fields: Sequence[Field], pockets: int) -> float:
    """The middle of the longest run that holds the first pocket, so that the fields lie level."""
    holding = [
        run
        for field in fields
        for run in field.runs
        if run.first == 0 or run.first + run.count > pockets
    ]
    if not holding:
        return 0.0
    longest = max(holding, key=lambda run: run.count)
    return longest.first + (longest.count - 1) / 2


def _pocket(track: Track, book: Book, at: int, label: str, cover: Cover) -> str:
    colour = book.colours[label]
    paint = cover.paint(label, colour)
    neighbours = f"{Kind.NEIGHBOURS}:{label}"
    return element(
        "g",
        element("title", words(f"{label}, {colour}")),
        path(*_pocket_outline(track, at), fill=paint),
        figure(label, track.corner(at, 0.0), 23, palette.INK_ON[paint], paint),
        data_pocket=label,
        data_wager=neighbours if neighbours in book.wagers else None,
        data_covered="true" if label in cover.numbers else None,
    )


def _pocket_outline(track: Track, at: int) -> Steps:
    before, after, half = at - 0.5, at + 0.5, LANE / 2
    return [
        "M",
        track.corner(before, half),
        *track.edge(before, after, half),
        "L",
        track.corner(after, -half),
        *track.edge(after, before, -half),
        "Z",
    ]


def _field_outline(track: Track, field: Field) -> Steps:
    """Along each run of the field's numbers in turn, and straight across to the next."""
    steps: Steps = []
    for run in field.runs:
        start, end = run.first - 0.5, run.first + run.count - 0.5
        steps += ["L" if steps else "M", track.corner(start, -LANE / 2)]
        steps += track.edge(start, end, -LANE / 2)
    return [*steps, "Z"]


def _field(track: Track, field: Field, cover: Cover) -> str:
    chosen = field.wager in cover.wagers
    low, high = _extent(track, field)
    for other in track.fields:
        if set(other.wager.numbers) < set(field.wager.numbers):
            within = _extent(track, other)
            low, high = (
                (within[1], high) if within[0] - low < high - within[1] else (low, within[0])
            )
    middle = (low + high) / 2
    at = Point(track.size.x / 2, middle) if track.oval.upright else Point(middle, track.size.y / 2)
    name, turned = field.wager.name, track.oval.upright
    size = fitting(name, (high - low) * 0.8, 24)
    below = Point(at.x + 22, at.y) if turned else Point(at.x, at.y + 24)
    at = Point(at.x - 8, at.y) if turned else Point(at.x, at.y - 8)
    pieces = f"{field.wager.piece_count} pieces"
    return element(
        "g",
        element("title", words(f"{name}, {pieces}")),
        path(*_field_outline(track, field), fill=palette.FELT_COVERED if chosen else "none"),
        letter(name, at, size, palette.IVORY, turned=turned),
        letter(pieces, below, 14, palette.IVORY, turned=turned, weight=400),
        data_wager=field.wager.notation,
        data_chosen="true" if chosen else None,
    )


def _extent(track: Track, field: Field) -> tuple[float, float]:
    """How far a field reaches along the long axis of the track, measured on that axis."""
    corners = [
        track.corner(run.first - 0.5 + run.count * i / SAMPLES, -LANE / 2)
        for run in field.runs
        for i in range(SAMPLES + 1)
    ]
    upright, middle = track.oval.upright, Point(track.size.x / 2, track.size.y / 2)
    level = middle.x if upright else middle.y
    lines = [(p.y, p.x - level) if upright else (p.x, p.y - level) for p in corners]
    crossings = [
        a + (b - a) * (-da) / (db - da)
        for (a, da), (b, db) in pairwise([*lines, lines[0]])
        if (da <= 0 < db) or (db <= 0 < da)
    ]
    reached = crossings or [along for along, _ in lines]  # a field that keeps to one side of it
    return min(reached), max(reached)
