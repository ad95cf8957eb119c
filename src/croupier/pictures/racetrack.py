"""The racetrack: the numbers in wheel order round an oval, and the call bets as fields within it.

Which numbers a field lies beside follows from the pieces of the call bet; nothing is listed here.
The track is a stadium: two straights joined by half circles, measured along its middle line from
the right tip, clockwise. Lines beside it use the same measure.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, floor, pi, sin

from croupier.pictures import palette
from croupier.pictures.felt_picture import Cover
from croupier.pictures.marks import MARGIN, cloth, figure, fitting, letter, lettered, moved
from croupier.pictures.svg import Picture, Point, document, element, path, words
from croupier.rules.book import Book
from croupier.rules.wager import Kind, Wager

DEPTH = 216.0
"""The narrow extent of the whole track."""


LANE = 54.0
"""The width of the ring that holds the numbers."""


LENGTH = 1130.0


SAMPLES = 12


Steps = list[str | float | Point]


@dataclass(frozen=True, slots=True)
class Stadium:
    """The middle line: its straights, its radius, and the point it lies about."""

    straight: float
    radius: float
    centre: Point
    upright: bool
    """Standing on its left end, with the right tip up."""

    @property
    def perimeter(self) -> float:
        """The length of the middle line."""
        return 2 * self.straight + 2 * pi * self.radius

    def point(self, mark: float, beside: float = 0.0) -> Point:
        """The point at a mark, so far outside the middle line."""
        quarter, out = pi * self.radius / 2, self.radius + beside
        mark %= self.perimeter
        half = self.straight / 2
        if mark < quarter:
            return self._placed(half, out, mark / self.radius)
        if mark < quarter + self.straight:
            return self._turned(half - (mark - quarter), out)
        if mark < 3 * quarter + self.straight:
            return self._placed(-half, out, (mark - self.straight) / self.radius)
        if mark < 3 * quarter + 2 * self.straight:
            return self._turned(mark - 3 * quarter - self.straight - half, -out)
        return self._placed(half, out, (mark - 2 * self.straight) / self.radius)

    def stretch(self, start: float, end: float, beside: float = 0.0) -> Steps:
        """The steps of a path from the point at one mark to another, along the line."""
        steps: Steps = []
        for mark in [*self._bends(start, end), end]:
            middle = (start + mark) / 2
            if self._is_bent(middle):
                out = self.radius + beside
                steps += ["A", out, out, "0 0", 1 if end > start else 0]
            else:
                steps.append("L")
            steps.append(self.point(mark, beside))
            start = mark
        return steps

    def _bends(self, start: float, end: float) -> list[float]:
        """The marks strictly between two others where straight and bend meet, in their order."""
        quarter = pi * self.radius / 2
        turns = [
            quarter,
            quarter + self.straight,
            3 * quarter + self.straight,
            3 * quarter + 2 * self.straight,
        ]
        low, high = sorted((start, end))
        laps = range(floor(low / self.perimeter), floor(high / self.perimeter) + 1)
        marks = [lap * self.perimeter + turn for lap in laps for turn in turns]
        between = marks[bisect_right(marks, low) : bisect_left(marks, high)]
        return between if start <= end else between[::-1]

    def _is_bent(self, mark: float) -> bool:
        quarter = pi * self.radius / 2
        mark %= self.perimeter
        on_bottom = quarter <= mark < quarter + self.straight
        on_top = 3 * quarter + self.straight <= mark < 3 * quarter + 2 * self.straight
        return not (on_bottom or on_top)

    def _placed(self, about: float, out: float, angle: float) -> Point:
        return self._turned(about + out * cos(angle), out * sin(angle))

    def _turned(self, x: float, y: float) -> Point:
        if self.upright:
            return Point(self.centre.x + y, self.centre.y - x)
        return Point(self.centre.x + x, self.centre.y + y)


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive pockets round the wheel, from an index."""

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
    """A racetrack in a drawing."""

    size: Point
    oval: Stadium
    lane: float
    pockets: tuple[str, ...]
    fields: tuple[Field, ...]
    """Largest first: smaller ones are inside them."""
    tip: float
    """The place on the wheel, counted in pockets, that lies at the tip of the track."""

    @classmethod
    def of(
        cls, book: Book, length: float, *, upright: bool, depth: float = DEPTH, lane: float = LANE
    ) -> "Track":
        """A book's racetrack of this size; standing, its zeros are at the top."""
        size = Point(depth, length) if upright else Point(length, depth)
        middle = Point(size.x / 2, size.y / 2)
        oval = Stadium(length - depth, (depth - lane) / 2, middle, upright)
        calls = book.racetrack.calls if book.racetrack is not None else ()
        fields = tuple(
            Field(book.wagers[key], runs(book.wheel.order, book.wagers[key].numbers))
            for key in calls
        )
        tip, fields = _tip(fields, len(book.wheel.order)), tuple(sorted(fields, key=_largest_first))
        return cls(size, oval, lane, book.wheel.order, fields, tip)

    def mark(self, place: float) -> float:
        """The mark along the oval of a place on the wheel, counted in pockets."""
        return (place - self.tip) * self.oval.perimeter / len(self.pockets)

    def edge(self, start: float, end: float, beside: float) -> Steps:
        """The path along one side of the lane between two places on the wheel."""
        return self.oval.stretch(self.mark(start), self.mark(end), beside)

    def corner(self, place: float, beside: float) -> Point:
        """The point at a place on the wheel on one side of the lane."""
        return self.oval.point(self.mark(place), beside)

    def pocket(self, at: int) -> Steps:
        """The outline of a number on the lane."""
        before, after, half = at - 0.5, at + 0.5, self.lane / 2
        return [
            "M",
            self.corner(before, half),
            *self.edge(before, after, half),
            "L",
            self.corner(after, -half),
            *self.edge(after, before, -half),
            "Z",
        ]

    def outline(self, field: Field) -> Steps:
        """A field's outline: along each run of its numbers, and straight across to the next."""
        steps: Steps = []
        for run in field.runs:
            start, end = run.first - 0.5, run.first + run.count - 0.5
            steps += ["L" if steps else "M", self.corner(start, -self.lane / 2)]
            steps += self.edge(start, end, -self.lane / 2)
        return [*steps, "Z"]

    def room(self, field: Field) -> tuple[Point, float]:
        """The middle of the visible part of a field, and the room for words there."""
        low, high = _extent(self, field)
        for other in self.fields:
            if set(other.wager.numbers) < set(field.wager.numbers):
                within = _extent(self, other)
                low, high = (
                    (within[1], high) if within[0] - low < high - within[1] else (low, within[0])
                )
        along = (low + high) / 2
        upright = self.oval.upright
        at = Point(self.size.x / 2, along) if upright else Point(along, self.size.y / 2)
        return at, high - low


def racetrack_svg(
    book: Book, highlight: Iterable[Wager | str] = (), *, upright: bool = False
) -> Picture:
    """A book's racetrack on its own, with wagers shown on it.

    >>> from croupier.books import load
    >>> racetrack_svg(load("racetrack-2012"), highlight=["voisins"])[:4]
    '<svg'
    """
    if book.racetrack is None:
        raise ValueError(f"{book.id} has no racetrack: ask book.racetrack first")
    track, cover = Track.of(book, LENGTH, upright=upright), Cover.of(book, highlight)
    size = Point(track.size.x + 2 * MARGIN, track.size.y + 2 * MARGIN)
    drawn = lettered(*racetrack(track, book, cover), transform=moved(Point(MARGIN, MARGIN)))
    described = f"{len(book.pockets)} numbers in wheel order.{cover.in_words()}"
    content = [*cloth(size, "racetrack"), drawn]
    return document(size, f"Racetrack of {book.name}", described, content)


def racetrack(track: Track, book: Book, cover: Cover) -> Iterator[str]:
    """The racetrack with its fields, and the cover of the shown wagers."""
    for field in track.fields:
        yield _field(track, field, cover)
    for i, label in enumerate(track.pockets):
        yield _pocket(track, book, i, label, cover)
    yield element(
        "g",
        *(path(*track.pocket(i)) for i in range(len(track.pockets))),
        *(path(*track.outline(field)) for field in track.fields),
        fill="none",
        stroke=palette.IVORY,
        stroke_width=1.6,
        stroke_linejoin="round",
        opacity=palette.LINE_OPACITY,
    )
    for i, label in enumerate(track.pockets):
        if label in cover.numbers:
            yield path(*track.pocket(i), fill="none", stroke=palette.BRASS, stroke_width=4)


def runs(order: Sequence[str], numbers: Sequence[str]) -> tuple[Run, ...]:
    """The runs of consecutive pockets formed by numbers on a wheel.

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


def _largest_first(field: Field) -> int:
    return -len(field.wager.numbers)


def _tip(fields: Sequence[Field], pockets: int) -> float:
    """The middle of the longest run with the first pocket, so that the fields are level."""
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
        path(*track.pocket(at), fill=paint),
        figure(label, track.corner(at, 0.0), 23, palette.INK_ON[paint], paint),
        data_pocket=label,
        data_wager=neighbours if neighbours in book.wagers else None,
        data_covered="true" if label in cover.numbers else None,
    )


def _field(track: Track, field: Field, cover: Cover) -> str:
    chosen = field.wager in cover.wagers
    at, room = track.room(field)
    name, turned = field.wager.title, track.oval.upright
    size = fitting(name, room * 0.8, 24)
    below = Point(at.x + 22, at.y) if turned else Point(at.x, at.y + 24)
    at = Point(at.x - 8, at.y) if turned else Point(at.x, at.y - 8)
    pieces = f"{field.wager.piece_count} pieces"
    return element(
        "g",
        element("title", words(f"{name}, {pieces}")),
        path(*track.outline(field), fill=palette.FELT_COVERED if chosen else "none"),
        letter(name, at, size, palette.IVORY, turned=turned),
        letter(pieces, below, 14, palette.IVORY, turned=turned, weight=400),
        data_wager=field.wager.notation,
        data_chosen="true" if chosen else None,
    )


def _extent(track: Track, field: Field) -> tuple[float, float]:
    """The extent of a field along the long axis of the track."""
    corners = [
        track.corner(run.first - 0.5 + run.count * i / SAMPLES, -track.lane / 2)
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
