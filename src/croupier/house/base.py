"""What every matter of the house is made of: commands and events of a table and of the house.

Amounts are whole cents. A player is a person, not a chair: what is held for a name is that
person's, even after somebody else has sat down.
"""

from typing import TYPE_CHECKING, ClassVar, Self

from croupier.house.ledger import Postings
from croupier.house.permissions import Permission
from croupier.round.base import Actor, Command, Decision, Event, OnRecord

if TYPE_CHECKING:
    from croupier.house.meters import Meters
    from croupier.house.state import HouseState, TableState


class Procedure(Command, frozen=True, kw_only=True):
    """A command to the house: a procedure of its own, not a clause of a book."""

    allowed: ClassVar[Permission]
    """Who may give it."""

    @classmethod
    def moment(cls, seen: OnRecord) -> int | None:
        """The time of the command that led to an event, if its line states one."""
        return None


class TableCommand(Procedure, frozen=True, kw_only=True):
    """A command to the house at a table."""

    over_the_counter: ClassVar[bool] = False
    """Whether it exchanges money, chips, credits or vouchers of a player: where a table serves its
    players without staff, the automatic cashier does it."""

    @classmethod
    def trial(cls, table: "TableState") -> Self | None:
        """A command with which to test whether it can be given now."""
        return None if cls.tried_with is None else cls(**cls.tried_with)

    def decide(self, table: "TableState", actor: Actor, now_ms: int) -> Decision:
        """The events it leads to, or a refusal; the permission is checked before."""
        raise NotImplementedError


class HouseCommand(Procedure, frozen=True, kw_only=True):
    """A command to the whole house."""

    def decide(self, house: "HouseState", actor: Actor, now_ms: int) -> Decision:
        """The events it leads to, or a refusal; the permission is checked before."""
        raise NotImplementedError


class TableEvent(Event, frozen=True, kw_only=True):
    """Something that happened at a table."""

    from_tray: ClassVar[bool] = False
    """Whether it can be a payment from the tray."""

    def change(self, table: "TableState") -> None:
        """Apply the event to the table; some events only move money, or are only recorded."""

    def postings(self, before: "TableState") -> Postings:
        """Its transaction in the table's ledger."""
        return ()

    def count(self, meters: "Meters") -> None:
        """Count it in the meters."""


class HouseEvent(Event, frozen=True, kw_only=True):
    """Something that concerns every table: it goes to the house's own stream, in the same append
    as the table's part of the story."""

    def change(self, house: "HouseState") -> None:
        """Apply the event to the house."""
        raise TypeError(f"{self.name} does not concern the house's state")

    def postings(self, before: "HouseState") -> Postings:
        """Its transaction in the house's ledger."""
        return ()
