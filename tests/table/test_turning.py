"""The turn of a gaming day at its closing hour, at a table that is played on."""

import asyncio
from datetime import UTC, datetime, time

import pytest
from msgspec.structs import replace

from croupier import books
from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn, RedeemVoucher
from croupier.house.day import (
    ClosingHour,
    DayEnded,
    DayStarted,
    EndDay,
    EndShift,
    ShiftEnded,
    StartDay,
    StartShift,
)
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.tray import CloseTable, OpenTable
from croupier.house.vouchers import number_of
from croupier.journal.entry import Stored
from croupier.journal.events import SNAPSHOT
from croupier.journal.memory import MemoryStore
from croupier.journal.store import Store
from croupier.round.base import Command
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets, RoundOpened
from croupier.round.outcome import CallOutcome, ConfirmOutcome, RoundSettled
from croupier.round.referral import Refer
from croupier.round.spin import SpinBall
from croupier.table import turning
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM, Request, table_stream
from croupier.table.turning import BY_THE_HOUSE, OVERDUE_MS
from croupier.table.verifying import verify
from croupier.words.message import alert
from tests.table.floors import DEALER, MANAGER, SHIFT, SUPERVISOR, Clock, Serving

AT_SIX = ClosingHour(time(6), UTC)
TABLE, OTHER = "sands-2019", "sands-2017"
DAY_MS, HOUR_MS = 86_400_000, 3_600_000
VOUCHER = number_of(bytes(16))
SIX = round(datetime(2026, 11, 19, 6, tzinfo=UTC).timestamp() * 1000)


async def opened(store: MemoryStore | None = None) -> Serving:
    """A table in its gaming day the evening before, with a player who has a voucher too."""
    serving = Serving(store or MemoryStore(), own_wheel=False, clock=Clock(SIX - 10 * HOUR_MS))
    await serving.start()
    serving.floor.closing = AT_SIX
    await serving.must(TABLE, StartDay(day="2026-11-18"), by=SHIFT)
    await serving.must(TABLE, OpenTable(opener=10_000_000), by=SUPERVISOR)
    await serving.must(TABLE, TakeSeat(player="ada"), BuyIn(player="ada", amount=100_000))
    return serving


async def wake(serving: Serving, table: str = TABLE) -> None:
    serving.running.wake(table)
    await asyncio.sleep(0)
    await serving.running.idle()


def holds(store: Store) -> bool:
    """Whether the record says what its entries amount to."""
    return verify(store, {id_: books.load(id_) for id_ in books.ids()}).findings == []


def names(serving: Serving, stream: str) -> list[str]:
    return [one.name for one in serving.store.read(stream)]


def entries(serving: Serving, name: str) -> list[Stored]:
    return [one for one in serving.store.read(table_stream(TABLE)) if one.name == name]


async def played(serving: Serving, table: str = TABLE) -> None:
    steps: list[Command] = [SpinBall(), CloseBets(), CallOutcome(number="1")]
    await serving.must(table, *steps, ConfirmOutcome(number="1"))


async def test_a_day_turns_at_its_hour_with_whoever_is_seated() -> None:
    """Chips and seats carry over; it is on record as the house's doing, with a snapshot."""
    serving = await opened()
    state = serving.floor.tables[TABLE].state
    out = CashOut(player="ada", chips="cash-chips", amount=10_000, paid="voucher")
    out = replace(out, voucher=VOUCHER, expires_ms=SIX + 30 * DAY_MS)
    await serving.must(TABLE, out)
    await serving.must(TABLE, StartShift(shift="night"), by=MANAGER)
    before = state.purse("ada")
    serving.clock.now_ms = SIX - 1_000
    await wake(serving)
    assert (state.day, state.shift) == ("2026-11-18", "night"), "before its hour"
    serving.clock.now_ms = SIX
    await wake(serving)
    assert (state.day, state.shift, state.is_open) == ("2026-11-19", None, True)
    assert state.purse("ada") == before == {"cash-chips": 90_000}
    assert sum(state.ledger.accounts.values()) == 0
    tail = names(serving, table_stream(TABLE))
    turned = tail[tail.index("shift.ended") :]
    assert turned[:4] == ["shift.ended", "day.ended", SNAPSHOT, "day.started"]
    for name in ("shift.ended", "day.ended"):
        event = CODEC.event(entries(serving, name)[-1])
        assert isinstance(event, ShiftEnded | DayEnded)
        assert event.by == BY_THE_HOUSE
    assert names(serving, HOUSE_STREAM).count(SNAPSHOT) == 1, "the house's day has ended too"
    await serving.must(TABLE, RedeemVoucher(player="ada", voucher=VOUCHER))
    assert state.purse("ada") == {"cash-chips": 100_000}
    await wake(serving)
    assert len(entries(serving, "day.started")) == 2, "once"
    await serving.stop()
    assert holds(serving.store)


async def test_a_round_in_play_ends_first_and_none_opens_in_the_old_day() -> None:
    """A dealer who opens the next round at once has it in the new day."""
    serving = await opened()
    state = serving.floor.tables[TABLE].state
    serving.clock.now_ms = SIX - 1_000
    await serving.must(TABLE, OpenBets())
    await serving.bet(TABLE, "ada", "red", 5_000)
    serving.clock.now_ms = SIX + 1
    await wake(serving)
    assert state.day == "2026-11-18"
    await played(serving)
    assert state.day == "2026-11-18"
    await serving.must(TABLE, OpenBets())
    names_ = names(serving, table_stream(TABLE))
    settled = names_.index(RoundSettled.name)
    after = [one for one in names_[settled:] if one.startswith(("day.", "round.", SNAPSHOT))]
    assert after == [RoundSettled.name, "day.ended", SNAPSHOT, "day.started", RoundOpened.name]
    assert (state.day, state.purse("ada")) == ("2026-11-19", {"cash-chips": 105_000})
    await serving.stop()
    assert holds(serving.store)


async def test_requests_that_came_together_are_answered_one_for_one() -> None:
    """The house's own commands have no answer to give."""
    serving = await opened()
    serving.clock.now_ms = SIX
    asked = [
        Request(DEALER, BuyIn(player="ada", amount=1_000)),
        Request(DEALER, OpenBets()),
        Request(SHIFT, EndDay()),
        Request(SHIFT, StartDay(day="2026-11-20")),
    ]
    stepped = serving.floor.step(TABLE, asked, SIX)
    codes = [one.code for one in stepped.answers]
    assert codes == [None, None, "table/round-in-play", "day/running"]
    await serving.stop()


async def test_a_start_two_days_later_ends_the_day_that_was_left_open() -> None:
    """One day ends and one begins; those in between are not invented."""
    store = MemoryStore()
    first = await opened(store)
    await first.stop()
    later = Serving(store, own_wheel=False, clock=Clock(SIX + 2 * DAY_MS))
    await later.start()
    later.floor.closing = AT_SIX
    await later.must(TABLE, OpenBets())
    days = [CODEC.event(one) for one in entries(later, "day.started")]
    assert [day.day for day in days if isinstance(day, DayStarted)] == [
        "2026-11-18",
        "2026-11-21",
    ]
    assert later.floor.tables[TABLE].state.purse("ada") == {"cash-chips": 100_000}
    await later.stop()
    assert holds(store)


async def test_staff_who_end_the_day_themselves_find_the_next_one_begun_at_the_hour() -> None:
    serving = await opened()
    state = serving.floor.tables[TABLE].state
    await serving.must(TABLE, EndDay(), by=SHIFT)
    await wake(serving)
    assert state.day is None, "what staff ended stays ended until the hour"
    serving.clock.now_ms = SIX
    await wake(serving)
    assert state.day == "2026-11-19"
    await serving.must(TABLE, StartShift(shift="day"), by=MANAGER)
    await serving.must(TABLE, EndShift(), by=MANAGER)
    await serving.must(TABLE, EndDay(), by=SHIFT)
    await serving.must(TABLE, StartDay(day="2026-11-20"), by=SHIFT)
    await serving.stop()


async def test_a_closed_table_ends_its_day_and_begins_none() -> None:
    serving = await opened()
    state = serving.floor.tables[TABLE].state
    await serving.must(TABLE, CashOut(player="ada"), LeaveSeat(player="ada"))
    await serving.must(TABLE, CloseTable(closer=9_900_000), by=SUPERVISOR)
    serving.clock.now_ms = SIX
    await wake(serving)
    assert (state.day, state.last_day, state.is_open) == (None, "2026-11-18", False)
    await serving.must(TABLE, StartDay(day="2026-11-19"), by=SHIFT)
    await serving.stop()


async def test_the_house_has_its_snapshot_once_no_table_is_in_the_day_any_more() -> None:
    """A table that is held does not keep the others from their next day."""
    serving = await opened()
    await serving.must(OTHER, StartDay(day="2026-11-18"), by=SHIFT)
    await serving.must(OTHER, OpenTable(opener=0), by=SUPERVISOR)
    await serving.must(OTHER, OpenBets())
    serving.clock.now_ms = SIX
    for table in (TABLE, OTHER):
        await wake(serving, table)
    assert serving.floor.tables[TABLE].state.day == "2026-11-19"
    assert serving.floor.tables[OTHER].state.day == "2026-11-18"
    assert SNAPSHOT not in names(serving, HOUSE_STREAM)
    await played(serving, OTHER)
    await wake(serving, OTHER)
    assert serving.floor.tables[OTHER].state.day == "2026-11-19"
    assert names(serving, HOUSE_STREAM).count(SNAPSHOT) == 1
    await serving.stop()
    assert holds(serving.store)


async def test_a_day_that_cannot_end_is_overdue_at_once_where_its_round_is_held() -> None:
    serving = await opened()
    core = serving.floor.tables[TABLE]
    await serving.must(TABLE, OpenBets(), SpinBall())
    assert turning.overdue(core, AT_SIX, SIX - 1) is None
    assert turning.overdue(core, AT_SIX, SIX) is None
    assert turning.overdue(core, AT_SIX, SIX + OVERDUE_MS) == alert("day.in-play", round=1)
    core.awaited = lambda round_, now_ms: 7
    assert turning.overdue(core, AT_SIX, SIX) == alert("day.awaited", round=1, id=7)
    core.awaited = None
    await serving.must(TABLE, Refer(reason="a dispute"))
    assert turning.overdue(core, AT_SIX, SIX) == alert("day.held", round=1, waiting="referral")
    assert turning.due(core, AT_SIX, SIX + DAY_MS) == []
    await serving.stop()


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_clock_that_was_a_year_ahead_does_not_keep_a_day_open_for_a_year(
    restarted: bool,
) -> None:
    """Its step back is on record, and the next closing hour ends the day."""
    store = MemoryStore()
    serving = Serving(store, own_wheel=False, clock=Clock(SIX + 365 * DAY_MS))
    await serving.start()
    serving.floor.closing = AT_SIX
    await serving.must(TABLE, StartDay(day="2027-11-19"), by=SHIFT)
    await serving.must(TABLE, OpenTable(opener=0), by=SUPERVISOR)
    serving.clock.now_ms = SIX - 2 * HOUR_MS
    await serving.must(TABLE, OpenBets())
    await played(serving)
    if restarted:
        await serving.stop()
        serving = Serving(store, own_wheel=False, clock=serving.clock)
        await serving.start()
        serving.floor.closing = AT_SIX
    await wake(serving)
    state = serving.floor.tables[TABLE].state
    assert state.day == "2027-11-19"
    serving.clock.now_ms = SIX
    await wake(serving)
    assert state.day == "2027-11-20", "days follow each other, whatever they are called"
    await wake(serving)
    serving.clock.now_ms = SIX + DAY_MS
    await wake(serving)
    assert state.day == "2027-11-21"
    await serving.stop()


async def test_a_step_back_over_the_closing_hour_turns_no_day_twice() -> None:
    serving = await opened()
    for now_ms in (SIX, SIX - 2_000, SIX - 1_000, SIX, SIX + 1_000):
        serving.clock.now_ms = now_ms
        await wake(serving)
        await serving.ask(TABLE, StartShift(shift=""), by=MANAGER)
    assert len(entries(serving, "clock.stepped")) == 1
    assert len(entries(serving, "day.ended")) == 1
    await serving.stop()
