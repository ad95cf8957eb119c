"""The positions of casino staff and their order."""

from enum import StrEnum


class Position(StrEnum):
    """A position at the table, lowest first (reading 22).

    >>> Position.PIT_MANAGER.at_least(Position.PIT_SUPERVISOR)
    True
    """

    DEALER = "dealer"
    PIT_SUPERVISOR = "pit-supervisor"
    PIT_MANAGER = "pit-manager"
    GAMING_SHIFT_MANAGER = "gaming-shift-manager"

    def at_least(self, other: "Position") -> bool:
        """Whether this position is the other or a higher one."""
        order = list(Position)
        return order.index(self) >= order.index(other)
