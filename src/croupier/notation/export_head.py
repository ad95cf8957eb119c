"""The head of an exported file: the table as it was, or as the record implies."""

from collections.abc import Iterator, Sequence
from typing import Any

from croupier.house import TableState
from croupier.house.cashing import ChipsCashedOut, HeldCollected
from croupier.house.chips import ChipsBought
from croupier.house.day import DayEnded, DayStarted, ShiftEnded, ShiftStarted
from croupier.house.exclusion import PlayerExcluded, PlayerReadmitted
from croupier.house.ledger import DROP, FLOAT, held_account
from croupier.house.limits import LimitsSet
from croupier.house.tray import TableClosed, TableOpened
from croupier.house.vouchers import UNTIL_MS, VoucherIssued, VoucherRedeemed
from croupier.notation.shift import SOME_DAY, House, Player, Round, Shift
from croupier.notation.table import seated
from croupier.round.base import Event
from croupier.round.close import (
    BetsClosed,
    EarlyCloseGranted,
    StandingLeaveGranted,
    StandingLeaveWithdrawn,
)
from croupier.round.opening import RoundOpened, limits_of
from croupier.rules.book import Book
from croupier.rules.limits import OPEN


def table_before(table: TableState) -> Shift:
    """A file that begins with this table, between two rounds."""
    vouchers = table.house.vouchers
    house = House(
        table.id,
        table.is_open,
        table.day or "",
        table.shift,
        table.ledger.balance(FLOAT),
        table.ledger.balance(DROP),
        table.maximum_payout,
        table.standing_leave is not None,
        {n: (0 if v.redeemed else v.amount, v.expires_ms) for n, v in vouchers.items()},
        tuple(table.house.excluded),
    )
    return Shift(
        table.book.id,
        "",
        (),
        number=table.round_number + 1,
        limits=table.limits,
        players=dict(_players(table)),
        warned=tuple(sorted(table.warned)),
        house=house,
    )


def _players(table: TableState) -> Iterator[tuple[str, Player]]:
    """Everyone at the table with their money, and everyone for whom something is held."""
    prefix = held_account("")
    held = {at.removeprefix(prefix) for at in table.ledger.accounts if at.startswith(prefix)}
    for name in (*table.seats, *sorted(held - set(table.seats))):
        seat, purse = table.seats.get(name), table.purse(name)
        if seat is not None:
            purse.setdefault(table.plain_chips, 0)
        yield (
            name,
            Player(
                cash_chips=purse.get("cash-chips"),
                colour_chips=purse.get("colour-chips"),
                colour=seat.colour if seat is not None else None,
                value=seat.value if seat is not None else None,
                credits=purse.get("credits"),
                held=table.held(name) or None,
            ),
        )


def implied_by(record: Sequence[Event], drafted: Round, book: Book) -> Shift:
    """A file that begins with what the record implies."""
    opened = _first(record, RoundOpened)
    limits = _first(record, RoundOpened, LimitsSet)
    return Shift(
        book.id,
        "",
        (drafted,),
        number=opened.round if opened is not None else 1,
        limits=limits_of(limits.limits) if isinstance(limits, RoundOpened) else OPEN,
        players=seated((drafted,), book),
        house=_house(record),
    )


def _house(record: Sequence[Event]) -> House:
    day = _first(record, DayStarted, DayEnded)
    shift = _first(record, ShiftStarted, ShiftEnded)
    voucher = _first(record, VoucherIssued, VoucherRedeemed)
    return House(
        table=(voucher.table if voucher is not None else None) or "table",
        open=not isinstance(_first(record, TableOpened, TableClosed), TableOpened),
        day="" if isinstance(day, DayStarted) else day.day if day is not None else SOME_DAY,
        shift=shift.shift if isinstance(shift, ShiftEnded) else None,
        standing_leave=_closes_with_leave(record),
        vouchers=dict(_vouchers(record)),
        excluded=tuple(_excluded(record)),
    )


def _closes_with_leave(record: Sequence[Event]) -> bool:
    """Whether bets are closed early, or permission is withdrawn, before any is on record."""
    leave = (EarlyCloseGranted, StandingLeaveGranted)
    first = _first(record, *leave, StandingLeaveWithdrawn)
    if isinstance(first, StandingLeaveWithdrawn):
        return True
    early = next((x for x in record if isinstance(x, BetsClosed) and x.early), None)
    return early is not None and (first is None or record.index(early) < record.index(first))


def _vouchers(record: Sequence[Event]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Vouchers redeemed without being issued in the record."""
    issued = set()
    for event in record:
        if isinstance(event, ChipsCashedOut | HeldCollected):
            issued.add(event.voucher)
        if not isinstance(event, ChipsBought | VoucherRedeemed) or event.voucher is None:
            continue
        if event.voucher not in issued:
            yield event.voucher, (event.amount, UNTIL_MS)


def _excluded(record: Sequence[Event]) -> Iterator[str]:
    """Players readmitted without being excluded in the record."""
    excluded = set()
    for event in record:
        if isinstance(event, PlayerExcluded):
            excluded.add(event.player)
        elif isinstance(event, PlayerReadmitted) and event.player not in excluded:
            yield event.player


def _first(record: Sequence[Event], *kinds: type[Event]) -> Any:
    return next((event for event in record if isinstance(event, kinds)), None)
