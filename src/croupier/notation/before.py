"""The head of an exported file: the table as it was, or as it must have been by the record."""

from collections.abc import Iterator, Sequence
from typing import Any

from croupier.house import TableState
from croupier.house import events as h
from croupier.house.ledger import DROP, FLOAT, held_account
from croupier.notation.recorded import UNTIL_MS
from croupier.notation.shift import SOME_DAY, House, Player, Round, Shift
from croupier.notation.table import seated
from croupier.round import events as e
from croupier.round.state import limits_of
from croupier.rules.book import Book
from croupier.rules.limits import OPEN


def table_before(table: TableState) -> Shift:
    """A file that begins at a table as it is, between two rounds."""
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
    """Everyone at the table with what they have, and those for whom something is held."""
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


def told_by_record(record: Sequence[e.Event], drafted: Round, book: Book) -> Shift:
    """A file that begins with what must have been so before the record."""
    opened = _first(record, e.RoundOpened)
    limits = _first(record, e.RoundOpened, h.LimitsSet)
    return Shift(
        book.id,
        "",
        (drafted,),
        number=opened.round if opened is not None else 1,
        limits=limits_of(limits.limits) if isinstance(limits, e.RoundOpened) else OPEN,
        players=seated((drafted,), book),
        house=_house(record),
    )


def _house(record: Sequence[e.Event]) -> House:
    day = _first(record, h.DayStarted, h.DayEnded)
    shift = _first(record, h.ShiftStarted, h.ShiftEnded)
    voucher = _first(record, h.VoucherIssued, h.VoucherRedeemed)
    return House(
        table=(voucher.table if voucher is not None else None) or "table",
        open=not isinstance(_first(record, h.TableOpened, h.TableClosed), h.TableOpened),
        day="" if isinstance(day, h.DayStarted) else day.day if day is not None else SOME_DAY,
        shift=shift.shift if isinstance(shift, h.ShiftEnded) else None,
        standing_leave=_closes_with_leave(record),
        vouchers=dict(_vouchers(record)),
        excluded=tuple(_excluded(record)),
    )


def _closes_with_leave(record: Sequence[e.Event]) -> bool:
    """Whether bets are closed early, or leave withdrawn, before any leave is on record."""
    leave = (e.EarlyCloseGranted, e.StandingLeaveGranted)
    first = _first(record, *leave, e.StandingLeaveWithdrawn)
    if isinstance(first, e.StandingLeaveWithdrawn):
        return True
    early = next((x for x in record if isinstance(x, e.BetsClosed) and x.early), None)
    return early is not None and (first is None or record.index(early) < record.index(first))


def _vouchers(record: Sequence[e.Event]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Those that come in without having gone out."""
    issued = set()
    for event in record:
        if isinstance(event, h.ChipsCashedOut | h.HeldCollected):
            issued.add(event.voucher)
        if not isinstance(event, h.ChipsBought | h.VoucherRedeemed) or event.voucher is None:
            continue
        if event.voucher not in issued:
            yield event.voucher, (event.amount, UNTIL_MS)


def _excluded(record: Sequence[e.Event]) -> Iterator[str]:
    """Those who are readmitted without having been excluded."""
    excluded = set()
    for event in record:
        if isinstance(event, h.PlayerExcluded):
            excluded.add(event.player)
        elif isinstance(event, h.PlayerReadmitted) and event.player not in excluded:
            yield event.player


def _first(record: Sequence[e.Event], *kinds: type[e.Event]) -> Any:
    return next((event for event in record if isinstance(event, kinds)), None)
