"""A stadium: two straights joined by half circles, the shape of a racetrack.

Its middle line is measured from the right tip, clockwise. Every line beside it follows the same
measure, so that what is drawn between two marks has both its sides there.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from math import cos, floor, pi, sin

from croupier.draw.svg import Point

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
