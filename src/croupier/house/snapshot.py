"""A table and the house as plain values for snapshots.

Only between rounds: a round in play is on record event by event. What comes back is equal to
what was written. The book is not part of it, only which book it was.
"""

from typing import Any

import msgspec

from croupier.house.ledger import HOUSE_MAY_OWE, TABLE_MAY_OWE, Ledger
from croupier.house.meters import Box, Meters
from croupier.house.state import (
    AskedLimits,
    HouseState,
    OwnLimits,
    Played,
    TableState,
    Voucher,
)
from croupier.round.base import Actor, Purses
from croupier.round.opening import LimitsTaken, limits_of, limits_taken
from croupier.round.phases import Phase
from croupier.round.ruling import WagerRuled
from croupier.round.state import Placement, RoundState, Settled
from croupier.rules.book import Book
from croupier.rules.terms import Chips


class SnapshotError(ValueError):
    """The state cannot be written now, or a written state does not fit."""


class PlacementKept(msgspec.Struct, array_like=True):
    """A wager as it lay on the felt."""

    player: str
    wager: str
    amount: int
    chips: Chips
    returned_by: str | None = None


class RoundKept(msgspec.Struct):
    """An ended round, with all that a correction needs."""

    number: int
    limits: LimitsTaken
    warned: list[str]
    commitment: str | None
    sealed: str | None
    revealed: str | None
    phase: Phase
    placements: list[PlacementKept]
    set_aside: list[PlacementKept]
    early_close_granted: bool
    drawn: tuple[str, ...] | None
    lit: bool
    interrupted: bool
    outcome: str | None
    rulings: list[WagerRuled]
    returned: Purses
    ended_by: str | None = None
    """Not in what earlier versions wrote."""
    referred: bool = False
    """Settled, and waiting for a decision all the same."""
    uncollected: dict[str, int] = {}
    settled_first: Settled | None = None
    rulings_made: int = 0
    scheme: int = 1
    seed: str | None = None
    lost: bool = False
    """Whether its secret was declared lost."""


class SeatKept(msgspec.Struct):
    """A player at the table."""

    colour: str | None
    value: int | None
    played: Played = msgspec.field(default_factory=Played)


class TableKept(msgspec.Struct):
    """A table between rounds."""

    id: str
    book: str
    book_sha256: str
    limits: LimitsTaken
    maximum_payout: int | None
    is_open: bool
    day: str | None
    last_day: str | None
    shift: str | None
    seats: dict[str, SeatKept]
    past: list[RoundKept]
    round_number: int
    accounts: dict[str, int]
    meters: Meters
    standing_leave: Actor | None = None
    honoured: dict[str, int] = {}
    """Earlier versions wrote whom a table still knew, as ``warned``."""
    slips: dict[str, dict[str, int]] = {}
    to_count: dict[str, Box] = {}
    sold_alone: dict[str, int] = {}
    paid_alone: dict[str, int] = {}
    played: dict[str, Played] = {}
    """None of them in what earlier versions wrote."""


class VoucherKept(msgspec.Struct):
    """A voucher of the house."""

    amount: int
    expires_ms: int
    table: str
    player: str
    redeemed: bool
    alone: bool = False


class HouseKept(msgspec.Struct):
    """The house."""

    vouchers: dict[str, VoucherKept]
    excluded: dict[str, str]
    accounts: dict[str, int]
    identities: dict[str, str] = {}
    own_limits: dict[str, OwnLimits] = {}
    asked_limits: dict[str, AskedLimits] = {}
    time_outs: dict[str, int] = {}


def table_to_plain(state: TableState) -> Any:
    """A table between rounds as plain values."""
    if state.round is not None:
        raise SnapshotError(f"round {state.round.number} of {state.id} is in play")
    kept = TableKept(
        id=state.id,
        book=state.book.id,
        book_sha256=state.book.sha256,
        limits=limits_taken(state.limits),
        maximum_payout=state.maximum_payout,
        is_open=state.is_open,
        day=state.day,
        last_day=state.last_day,
        shift=state.shift,
        seats={
            name: SeatKept(seat.colour, seat.value, seat.played)
            for name, seat in state.seats.items()
        },
        past=[_round_kept(ended) for ended in state.past.values()],
        round_number=state.round_number,
        accounts=state.ledger.accounts,
        meters=state.meters,
        standing_leave=state.standing_leave,
        honoured=state.honoured,
        slips=state.slips,
        to_count=state.to_count,
        sold_alone=state.sold_alone,
        paid_alone=state.paid_alone,
        played=state.played,
    )
    return msgspec.to_builtins(kept)


def as_kept_now(plain: Any) -> Any:
    """A table that an earlier program wrote, with what this one keeps beside it."""
    return msgspec.to_builtins(msgspec.convert(plain, TableKept))


def table_from_plain(
    plain: Any, book: Book, house: HouseState, *, own_wheel: bool = False
) -> TableState:
    """A table as it was written, under the same book; its ledger is added up again."""
    kept = msgspec.convert(plain, TableKept)
    if kept.book != book.id:
        raise SnapshotError(f"the snapshot is of {kept.book}, not of {book.id}")
    state = TableState(
        kept.id,
        book,
        house,
        limits_of(kept.limits),
        kept.maximum_payout,
        kept.is_open,
        kept.day,
        kept.last_day,
        kept.shift,
        slips=kept.slips,
        to_count=kept.to_count,
        honoured=kept.honoured,
        past={ended.number: _round_of(ended, book, own_wheel=own_wheel) for ended in kept.past},
        round_number=kept.round_number,
        ledger=Ledger(TABLE_MAY_OWE, kept.accounts.items()),
        meters=kept.meters,
        standing_leave=kept.standing_leave,
        own_wheel=own_wheel,
        sold_alone=kept.sold_alone,
        paid_alone=kept.paid_alone,
        played=kept.played,
    )
    for player, seat in kept.seats.items():
        state.seats[player] = state.new_seat(player, seat.colour, seat.value)
        state.seats[player].played = seat.played
    return state


def house_to_plain(house: HouseState) -> Any:
    """The house as plain values."""
    vouchers = {
        number: VoucherKept(v.amount, v.expires_ms, v.table, v.player, v.redeemed, v.alone)
        for number, v in house.vouchers.items()
    }
    return msgspec.to_builtins(
        HouseKept(
            vouchers,
            house.excluded,
            house.ledger.accounts,
            house.identities,
            house.own_limits,
            house.asked_limits,
            house.time_outs,
        )
    )


def house_from_plain(plain: Any) -> HouseState:
    """The house as it was written."""
    kept = msgspec.convert(plain, HouseKept)
    vouchers = {
        number: Voucher(v.amount, v.expires_ms, v.table, v.player, v.redeemed, v.alone)
        for number, v in kept.vouchers.items()
    }
    ledger = Ledger(HOUSE_MAY_OWE, kept.accounts.items())
    return HouseState(
        vouchers,
        kept.excluded,
        kept.identities,
        kept.own_limits,
        kept.asked_limits,
        kept.time_outs,
        ledger,
    )


def _round_kept(ended: RoundState) -> RoundKept:
    return RoundKept(
        number=ended.number,
        limits=limits_taken(ended.limits),
        warned=sorted(ended.warned),
        commitment=ended.commitment,
        sealed=ended.sealed,
        revealed=ended.revealed,
        phase=ended.phase,
        placements=[_placement_kept(placed) for placed in ended.placements],
        set_aside=[_placement_kept(placed) for placed in ended.set_aside],
        early_close_granted=ended.early_close_granted,
        drawn=ended.drawn,
        lit=ended.lit,
        interrupted=ended.interrupted,
        outcome=ended.outcome,
        rulings=ended.rulings,
        returned=ended.returned,
        ended_by=ended.ended_by,
        scheme=ended.scheme,
        seed=ended.seed,
        referred=ended.referred and ended.phase is Phase.SETTLED,
        uncollected=ended.uncollected,
        lost=ended.lost,
        settled_first=ended.settled_first,
        rulings_made=ended.rulings_made,
    )


def _round_of(kept: RoundKept, book: Book, *, own_wheel: bool) -> RoundState:
    ended = RoundState(
        book,
        kept.number,
        limits_of(kept.limits),
        frozenset(kept.warned),
        kept.commitment,
        kept.sealed,
        kept.revealed,
        own_wheel,
        kept.phase,
        early_close_granted=kept.early_close_granted,
        drawn=kept.drawn,
        lit=kept.lit,
        interrupted=kept.interrupted,
        outcome=kept.outcome,
        set_aside=[_placement_of(placed, book) for placed in kept.set_aside],
        rulings=kept.rulings,
        returned=kept.returned,
        ended_by=kept.ended_by,
        scheme=kept.scheme,
        seed=kept.seed,
        referred=kept.referred,
        waiting="referral" if kept.referred else None,
        rulings_made=max(kept.rulings_made, *(ruling.number for ruling in kept.rulings), 0),
        uncollected=kept.uncollected,
        lost=kept.lost,
        settled_first=kept.settled_first,
    )
    for placed in kept.placements:
        ended.lay(_placement_of(placed, book))
    return ended


def _placement_kept(placed: Placement) -> PlacementKept:
    return PlacementKept(
        placed.player, placed.wager.notation, placed.amount, placed.chips, placed.returned_by
    )


def _placement_of(kept: PlacementKept, book: Book) -> Placement:
    wager = book.wagers[kept.wager]
    return Placement(kept.player, wager, kept.amount, kept.chips, returned_by=kept.returned_by)
