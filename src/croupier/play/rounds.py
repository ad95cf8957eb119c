"""A round that was played: what came, what it was settled by, and its wagers as plain rows."""

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.rules.book import Book
from croupier.rules.settlement import SettledBet, Settlement
from croupier.rules.shown import ShownAsPage


@dataclass(frozen=True, slots=True, repr=False)
class Round(ShownAsPage):
    """A round that has ended, settled or void."""

    number: int
    settlement: Settlement
    bonus_numbers: tuple[str, ...] | None = None
    voided_by: str | None = None
    """The clause by which it was void, if it was."""

    def __repr__(self) -> str:
        _, _, rest = repr(self.settlement).partition(" of ")
        return f"<Round {self.number} of {rest}"

    @property
    def book(self) -> Book:
        """The book that it was played by."""
        return self.settlement.book

    @property
    def status(self) -> str:
        """Settled or void."""
        return self.settlement.status

    @property
    def outcome(self) -> str | None:
        """The number on which the ball came to rest."""
        return self.settlement.outcome

    @property
    def bets(self) -> tuple[SettledBet, ...]:
        """The wagers with what became of them."""
        return self.settlement.bets

    @property
    def net(self) -> dict[str, int]:
        """What each player is up or down, in cents."""
        return {player: sums.net for player, sums in self.settlement.players.items()}

    def rows(self) -> Iterator[dict[str, object]]:
        """Each wager as a row of plain values, for a table of pandas or polars."""
        for row in self.settlement.rows():
            yield {"round": self.number, "status": self.status, "outcome": self.outcome, **row}

    def to_dict(self) -> dict[str, object]:
        """The round as plain values: those of the settlement, and what came before it."""
        drawn = None if self.bonus_numbers is None else list(self.bonus_numbers)
        return {
            "round": self.number,
            **self.settlement.to_dict(),
            "bonus_numbers": drawn,
            "voided_by": self.voided_by,
        }
