"""A round in play, as far as a walk keeps it: the phase, the felt, the draw, and its end."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from croupier.notation.actions import Note
from croupier.notation.felt import Felt
from croupier.notation.staff import Staff
from croupier.notation.step import Step
from croupier.rules.book import Book
from croupier.rules.limits import OPEN, Limits
from croupier.rules.positions import Position
from croupier.rules.settlement import Settlement, settle


@dataclass(frozen=True, slots=True)
class TableBetweenRounds:
    """What one round leaves to the next: nothing but the limits and who was warned."""

    book: Book
    limits: Limits
    warned: frozenset[str]
    terminals: Mapping[str, str]
    """The make of a player's terminal, where it is known."""
    unfinished: bool = False
    """The round before has not ended, and nothing on its record explains why."""


@dataclass(slots=True)
class RoundInPlay:
    """One round as far as it has been walked."""

    table: TableBetweenRounds
    phase: Literal["waiting", "open", "closed", "over"] = "waiting"
    spun: bool = False
    leave_to_close: bool = False
    drawn: tuple[str, ...] | None = None
    entered: str | None = None
    settlement: Settlement | None = None
    voided_by: str | None = None
    felt: Felt = field(init=False)

    def __post_init__(self) -> None:
        self.felt = Felt(self.table.limits, self.book.says.limits)

    @property
    def book(self) -> Book:
        """The book of the table."""
        return self.table.book

    def may(self, staff: Staff, allowed: Collection[Position]) -> bool:
        """Whether someone holds one of these positions, or acts for it where the book lets them."""
        if staff.position in allowed:
            return True
        held = [position for position in (staff.position, staff.acting_as) if position is not None]
        return self.book.says.acting_up is not None and any(
            mine.at_least(theirs) for mine in held for theirs in allowed
        )

    def settle(self, outcome: str | None, irregularity: str | None = None) -> None:
        """End the round on an outcome, or by a clause that voids it."""
        # Where the book refuses at placement, what lies on the felt was found within the limits.
        refuses = self.book.says.limits.policy == "refuse"
        self.settlement = settle(
            self.book,
            self.felt.bets,
            outcome,
            bonus_numbers=self.drawn,
            irregularity=irregularity,
            limits=OPEN if refuses else self.felt.limits,
            warned=self.table.warned,
        )
        self.voided_by = irregularity
        self.phase = "over"

    def left_behind(self, steps: Sequence[Step]) -> TableBetweenRounds:
        """The table as this round leaves it."""
        explained = any(s.kind == "noted" and not isinstance(s.action, Note) for s in steps)
        return replace(
            self.table,
            warned=self.table.warned if self.settlement is None else self.settlement.warned,
            unfinished=self.phase in ("open", "closed") and not explained,
        )
