"""Seats: sitting down, with a colour of one's own, and leaving."""

from typing import ClassVar

from croupier.house.base import TableCommand, TableEvent
from croupier.house.checks import bad_name, closed, excluded, mixed, not_taken, seatless
from croupier.house.ledger import Postings, held_account
from croupier.house.permissions import Permission, not_allowed
from croupier.house.state import TableState
from croupier.round.base import Actor, Decision, Line
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.terms import Chips
from croupier.rules.typed_reason import bad_reason


class SeatTaken(TableEvent, frozen=True, kw_only=True):
    """A player sat down; one who returns to chips in play keeps their colour and its value."""

    name: ClassVar[str] = "seat.taken"
    in_trail = "asked"
    player: str
    by: Actor
    colour: str | None = None
    value: int | None = None

    def change(self, table: TableState) -> None:
        table.leavers.pop(self.player, None)
        table.slips.pop(self.player, None)
        table.seats[self.player] = table.new_seat(self.player, self.colour, self.value)


class SeatLeft(TableEvent, frozen=True, kw_only=True):
    """A player left; their colour chips became cash chips, and everything is held for them."""

    name: ClassVar[str] = "seat.left"
    rests_on: ClassVar[tuple[int, ...]] = (12,)
    in_trail = "asked"
    player: str
    purse: dict[Chips, int]
    by: Actor
    reason: str | None = None

    def change(self, table: TableState) -> None:
        seat = table.seats.pop(self.player)
        table.slips.pop(self.player, None)
        if table.round is not None:
            table.leavers[self.player] = seat

    def postings(self, before: TableState) -> Postings:
        accounts, amounts = before.seats[self.player].accounts, self.purse
        given = tuple((accounts[chips], -amount) for chips, amount in amounts.items())
        return *given, (held_account(self.player), sum(amounts.values()))


class TakeSeat(TableCommand, frozen=True, kw_only=True, tag="take-seat"):
    """A player sits down, with a colour of their own if they want colour chips (reading 23)."""

    allowed = Permission(Position.DEALER, player=True)
    lines = (Line("[{by} for ]{player}: sits down[ in {colour}]", "seat-4: sits down in blue"),)
    leads_to = SeatTaken
    at_seat = "takes"
    player: str
    colour: str | None = None
    identity: str | None = None
    """The number of an identity document, compared with those of excluded players."""

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """A seat for a player without one; returning to chips in play keeps the colour."""
        player = self.player
        if self.identity and actor.position is None:
            # Whose document is excluded is not for a player to find out.
            return not_allowed(self, Position.DEALER)
        if (no := closed(table) or excluded(table, player) or bad_name(player)) is not None:
            return no
        if (no := mixed(player) or self._known(table)) is not None:
            return no
        if player in table.seats:
            return refusal("seat/taken", player=player)
        if (other := table.seats.like(player)) is not None:
            return refusal("seat/alike", player=player, other=other)
        before = table.leavers.get(player)
        if before is not None and table.colour_out(player):
            if self.colour not in (None, before.colour):
                return refusal("colour/out", player=player, colour=before.colour or "")
            return [SeatTaken(player=player, by=actor, colour=before.colour, value=before.value)]
        if self.colour is not None and (no := colour_taken(table, player, self.colour)):
            return no
        return [SeatTaken(player=player, by=actor, colour=self.colour)]

    def _known(self, table: TableState) -> Refusal | None:
        """Why a document cannot be accepted: it belongs to a player excluded under another name."""
        if not self.identity or table.house.exclusion_of(self.player, self.identity) is None:
            return None
        return refusal("player/excluded", player=self.player)


class LeaveSeat(TableCommand, frozen=True, kw_only=True, tag="leave-seat"):
    """A player leaves; their chips are held for them, and wagers stay in play."""

    allowed = Permission(Position.DEALER, player=True)
    lines = (
        Line(
            "[{by} for ]{player}: leaves[, because {reason}]",
            "dealer for seat-1: leaves, because nobody has come back",
        ),
    )
    leads_to = SeatLeft
    at_seat = "leaves"
    player: str
    reason: str | None = None
    """The reason, if somebody else ends the seat."""

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """Reading 12: wagers stay in play; reading 23: colour chips turn into cash chips."""
        if (no := seatless(table, self.player)) is not None:
            return no
        if self.reason is not None:
            own = not_allowed(self, Position.DEALER) if actor.position is None else None
            if (no := own or bad_reason(self.reason)) is not None:
                return no
        purse = table.purse(self.player)
        return [SeatLeft(player=self.player, purse=purse, by=actor, reason=self.reason)]


def colour_taken(table: TableState, player: str, colour: str) -> Refusal | None:
    """Why a player cannot have a colour, or None if they can: colour chips are one player's
    (1.1.1 or 1.1.3, reading 23)."""
    if (no := not_taken(table, "colour-chips") or bad_name(colour)) is not None:
        return no
    for other in (*table.seats.values(), *table.leavers.values()):
        if other.colour == colour and other.player != player:
            terms = table.book.says.colour_chips
            clause = terms.clause if terms is not None else None
            return refusal("colour/taken", clause, colour=colour)
    return None
