"""The wheel: its pockets in order, and their neighbours."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wheel:
    """The pockets clockwise, as labels.

    >>> Wheel(("0", "32", "15", "19", "4")).neighbours("32", 1)
    ('0', '32', '15')
    """

    order: tuple[str, ...]

    def neighbours(self, number: str, each_side: int) -> tuple[str, ...]:
        """The number with its neighbours on each side, in wheel order."""
        at = self.order.index(number)
        size = len(self.order)
        return tuple(self.order[(at + i) % size] for i in range(-each_side, each_side + 1))
