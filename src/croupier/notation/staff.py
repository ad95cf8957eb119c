"""The staff of a table as lines name them: position, person, and the position acted in."""

from dataclasses import dataclass
from typing import Literal

from croupier.rules.positions import Position

TERMINALS: Literal["terminals"] = "terminals"
"""The caller where the Player Terminals open and close the bets by themselves."""


@dataclass(frozen=True, slots=True)
class Staff:
    """A member of staff: the position held, the person where known, and the position acted in."""

    position: Position
    name: str | None = None
    acting_as: Position | None = None

    @property
    def spoken(self) -> str:
        """As people say it.

        >>> Staff(Position.PIT_MANAGER, "Ben", Position.DEALER).spoken
        'Pit Manager Ben (acting as Dealer)'
        """
        title = titled(self.position)
        named = f"the {title}" if self.name is None else f"{title} {self.name}"
        return named if self.acting_as is None else f"{named} (acting as {titled(self.acting_as)})"


def titled(position: Position) -> str:
    """A position as the books write it."""
    return position.replace("-", " ").title()


Caller = Staff | Literal["terminals"]
