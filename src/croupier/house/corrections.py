"""How a correction settles with each player, who may have played on since.

Reading 19: reversing entries, then the new settlement. What a player already cashed out is not
clawed back: it is the house's loss, and a later correction of the same round counts it among what
the player has had, so that nothing is paid twice. What they are owed is theirs, held for them if
they have left. A correction is paid and collected in cash chips or credits, because colour chips
may have another value by now; what is missing comes from what is held for the player, then from
their colour chips. Stakes in play are not touched.
"""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from croupier.house.base import TableEvent
from croupier.house.ledger import (
    FLOAT,
    PATRONS,
    UNCOLLECTED,
    Posting,
    Postings,
    held_account,
    moved,
)
from croupier.house.meters import Meters
from croupier.house.state import TableState
from croupier.round.base import Actor, Event
from croupier.round.correction import Correction
from croupier.round.state import RoundState


class CorrectionUncollected(TableEvent, frozen=True, kw_only=True):
    """What a correction could not collect from a player: the house's loss (reading 19)."""

    name: ClassVar[str] = "correction.uncollected"
    rests_on: ClassVar[tuple[int, ...]] = (19,)
    booked_ahead = True
    round: int
    player: str
    amount: int
    by: Actor

    def change(self, table: TableState) -> None:
        lost(table.past[self.round], self.player, self.amount)

    def postings(self, before: TableState) -> Postings:
        """Lends the player what the reversal takes; the patrons' debt is nominal."""
        seat = before.seats.get(self.player)
        plain = before.plain_chips
        account = held_account(self.player) if seat is None else seat.accounts[plain]
        lent = moved(FLOAT, account, self.amount)
        return *lent, *moved(PATRONS, UNCOLLECTED, self.amount)

    def count(self, meters: Meters) -> None:
        meters.ever.uncollected += self.amount


def lost(ended: RoundState, player: str, amount: int) -> None:
    """Adds to a player's uncollected amount for a round; a negative amount reduces it."""
    total = ended.uncollected.pop(player, 0) + amount
    assert total >= 0, f"more was made good of {player} than was lost in round {ended.number}"
    if total:
        ended.uncollected[player] = total


def booked(event: Correction, table: TableState, by: Actor) -> list[Event]:
    """A correction as it is put on record: the house's new losses before it, and in it those and
    what it makes good of the losses that the same round had before."""
    uncollected: dict[str, int] = {}
    recovered: dict[str, int] = {}
    lost_before = table.past[event.round].uncollected
    for player, owed in due(event).items():
        left = sum(table.purse(player).values()) + table.held(player) + owed
        if left < 0:
            uncollected[player] = -left
        elif made_good := min(left, lost_before.get(player, 0)):
            recovered[player] = made_good
    losses = (
        CorrectionUncollected(round=event.round, player=player, amount=amount, by=by)
        for player, amount in uncollected.items()
    )
    return [
        *losses,
        msgspec.structs.replace(event, recovered=recovered, uncollected=uncollected),
    ]


def reversal(event: Correction, before: TableState) -> Postings:
    """The old settlement reversed and the new one paid, in one transaction."""
    made_good = sum(event.recovered.values())
    return (
        *(posting for player in due(event) for posting in _player_reversal(event, player, before)),
        *((UNCOLLECTED, -made_good), (PATRONS, made_good)),
    )


def _player_reversal(event: Correction, player: str, before: TableState) -> Iterator[Posting]:
    seat, held = before.seats.get(player), held_account(player)
    account = held if seat is None else seat.accounts[before.plain_chips]
    taken = sum(event.reversed.get(player, {}).values()) + event.recovered.get(player, 0)
    given = sum(event.returned.get(player, {}).values())
    yield from ((account, -taken), (FLOAT, taken), (account, given), (FLOAT, -given))
    missing = taken - given - before.ledger.balance(account)
    if seat is None or missing <= 0:
        return
    from_held = min(missing, before.ledger.balance(held))
    yield from ((held, -from_held), (account, from_held))
    missing -= from_held
    if missing and "colour-chips" in seat.accounts:
        # Whole colour chips are taken and the change stays with the player in cash chips.
        chips = -(-missing // seat.chip_value) * seat.chip_value
        yield from ((seat.accounts["colour-chips"], -chips), (account, chips))


def due(event: Correction) -> dict[str, int]:
    """What the correction owes each player; negative if the player owes."""
    players = {**event.reversed, **event.returned}
    return {
        player: sum(event.returned.get(player, {}).values())
        - sum(event.reversed.get(player, {}).values())
        for player in players
    }
