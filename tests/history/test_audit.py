"""The audit trail: every significant event, in order, filtered, page by page, without secrets."""

from pathlib import Path

import msgspec
import pytest

from croupier.history.audit import EVERYDAY, Page, TrailLine, Wanted, trail
from croupier.history.table import tables_on
from croupier.house.adjustment import AdjustBalance
from croupier.house.cashing import CashOut
from croupier.house.chips import RedeemVoucher
from croupier.house.day import StartDay, StartShift
from croupier.house.exclusion import ExcludePlayer
from croupier.house.limits import SetLimits, SetMaximumPayout
from croupier.house.vouchers import CashVoucher
from croupier.journal.entry import Entry
from croupier.journal.memory import MemoryStore
from croupier.journal.store import Record
from croupier.office.alerts import AlertRaised
from croupier.office.state import ResultChange
from croupier.round.opening import LimitsTaken, OpenBets, RangeTaken
from croupier.rules.refusal import BookError
from croupier.table.core import table_stream
from tests.history.days import SEEDS, evening, on_disk
from tests.table.floors import DEALER, MANAGER, SHIFT, SUPERVISOR, Serving


def pages(record: Record, wanted: Wanted, limit: int) -> list[TrailLine]:
    lines: list[TrailLine] = []
    page = Page((), None)
    while True:
        page = trail(record, wanted, limit, page.next)
        lines += page.lines
        if page.next is None:
            return lines


@pytest.mark.parametrize("seed", SEEDS)
def test_the_trail_has_every_significant_event_once(seed: int, tmp_path: Path) -> None:
    with on_disk(tmp_path, evening(seed)) as record:
        wanted = [one for one in evening(seed) if one.name not in EVERYDAY]
        lines = pages(record, Wanted(), 7)
        assert lines == list(trail(record, limit=10**6).lines)
        found = [(line.stream, line.seq) for line in lines]
        assert sorted(found) == sorted((one.stream, one.seq) for one in wanted)
        for stream in record.streams():
            seqs = [line.seq for line in lines if line.stream == stream]
            assert seqs == sorted(seqs, reverse=True), "within a stream the sequence is the order"
        assert all(line.says for line in lines)


def test_the_order_is_that_of_time(tmp_path: Path) -> None:
    for seed in SEEDS:
        stepped = any(one.name == "clock.stepped" for one in evening(seed))
        with on_disk(tmp_path / str(seed), evening(seed)) as record:
            times = [line.at_ms for line in trail(record, limit=10**6).lines]
            assert stepped or times == sorted(times, reverse=True)


def test_filters(tmp_path: Path) -> None:
    with on_disk(tmp_path, evening(SEEDS[1])) as record:
        all_ = trail(record, limit=10**6).lines
        table = tables_on(record)[0]
        of_table = trail(record, Wanted(table=table), 10**6).lines
        assert of_table == tuple(line for line in all_ if line.table == table)
        person = next(line.who.name for line in all_ if line.who is not None)
        theirs = trail(record, Wanted(person=person), 10**6).lines
        assert theirs
        assert all(person in msgspec.json.encode(line).decode() for line in theirs)
        days = trail(record, Wanted(kinds=("day.",)), 10**6).lines
        assert {line.what for line in days} <= {"day.started", "day.ended"}
        wagers = trail(record, Wanted(kinds=("wager.placed",)), 3).lines
        assert {line.what for line in wagers} == {"wager.placed"}
        middle = all_[len(all_) // 2].at_ms
        early = trail(record, Wanted(until_ms=middle), 10**6).lines
        late = trail(record, Wanted(since_ms=middle), 10**6).lines
        assert len(early) + len(late) == len(all_)
        assert all(line.at_ms < middle for line in early)


def limits(least: int, most: int) -> SetLimits:
    return SetLimits(limits=LimitsTaken(RangeTaken(least, most)))


async def test_who_what_why_before_and_after() -> None:
    table = "edz-2020"
    house = await Serving(MemoryStore()).start()
    await house.open(table, "ada")
    await house.must(table, limits(200, 50_000), by=MANAGER)
    await house.must(table, limits(300, 60_000), by=MANAGER)
    await house.must(
        table,
        AdjustBalance(player="ada", chips="credits", amount=100, reason="miscount", approver=SHIFT),
        by=SUPERVISOR,
    )
    await house.must(table, ExcludePlayer(player="zed", reason="asked for it"), by=MANAGER)
    await house.stop()
    lines = {line.what: line for line in reversed(trail(house.store).lines)}
    changed = lines["limits.set"]
    assert changed.before["table"] == {"min": 200, "max": 50_000}
    assert changed.after["table"] == {"min": 300, "max": 60_000}
    assert changed.who == MANAGER
    assert changed.says == "Limits of the coming rounds: 3.00 to 600.00."
    adjusted = lines["balance.adjusted"]
    assert (adjusted.who, adjusted.approver) == (SUPERVISOR, SHIFT)
    assert (adjusted.why, adjusted.about) == ("miscount", "ada")
    assert (adjusted.before, adjusted.after) == (100_000, 100_100)
    excluded = lines["player.excluded"]
    assert excluded.says == "Zed may no longer play in this house."
    assert excluded.table is None
    assert (excluded.before, excluded.after) == ("may play", "excluded")


async def test_what_version_1_left_out_is_taken_from_the_record_before_it() -> None:
    table, store = "edz-2020", MemoryStore()
    house = await Serving(store).start()
    await house.open(table, "ada")
    await house.must(table, limits(200, 50_000), SetMaximumPayout(amount=500), by=MANAGER)
    await house.stop()
    stream, by = table_stream(table), {"name": "max", "position": "pit-manager"}
    bodies = {
        "limits.set": {"limits": {"table": {"min": 300, "max": 60_000}, "kinds": {}}, "by": by},
        "maximum-payout.set": {"amount": None, "by": by},
    }
    for name, body in bodies.items():
        seq, written = store.head(stream).seq + 1, msgspec.json.encode(body)
        store.append([Entry(stream, seq, house.clock(), name, 1, written)])
    lines = {line.what: line for line in reversed(trail(store).lines)}
    assert lines["limits.set"].before["table"] == {"min": 200, "max": 50_000}
    assert lines["limits.set"].after["table"] == {"min": 300, "max": 60_000}
    lifted = lines["maximum-payout.set"]
    assert (lifted.before, lifted.after) == (500, None)


def test_unknown_events_are_told_by_their_fields_without_secrets() -> None:
    store = MemoryStore()
    body = {
        "by": {"name": "gia", "position": "gaming-shift-manager"},
        "staff": "tom",
        "device": {"name": "left", "token_hash": "hush"},
        "password": "hush",
        "reason": "new here",
    }
    store.append([Entry("house", 1, 5, "future.event", 3, msgspec.json.encode(body))])
    (line,) = trail(store, Wanted(person="tom")).lines
    assert (line.what, line.about, line.why) == ("future.event", "tom", "new here")
    assert line.who == SHIFT
    assert line.says == "Staff tom; device name left."
    assert "hush" not in msgspec.json.encode(line).decode()
    assert trail(store, Wanted(person="nobody")).lines == ()


async def test_vouchers_and_sealed_secrets_are_in_no_line() -> None:
    table, number = "edz-2020", "AB" * 13
    house = await Serving(MemoryStore()).start()
    await house.open(table, "ada")
    draws = house.draws(table)
    await house.must(table, draws.open_bets(1))
    await house.must(
        table,
        CashOut(player="ada", paid="voucher", voucher=number, expires_ms=2 * 10**12),
    )
    await house.stop()
    kinds = ("voucher", "chips", "round", "journal")
    told = msgspec.json.encode(trail(house.store, Wanted(kinds=kinds), 1000)).decode()
    assert "voucher.issued" in told
    assert number not in told
    assert "sealed" not in told


@pytest.mark.parametrize("place", ["x", "house", "house=x", "house=1;;", "a=b=c"])
def test_a_place_that_is_none_is_refused(place: str) -> None:
    with pytest.raises(BookError) as caught:
        trail(MemoryStore(), place=place)
    assert caught.value.code == "record/bad-place"


async def test_a_page_goes_on_where_it_was_while_more_is_written() -> None:
    house = await Serving(MemoryStore()).start()
    await house.open("edz-2020", "ada")
    whole = trail(house.store).lines
    first = trail(house.store, limit=3)
    await house.must("edz-2020", StartShift(shift="late"), by=MANAGER)
    await house.must("sands-2019", StartDay(day="2026-11-15"), by=SHIFT)
    await house.must("edz-2020", OpenBets())
    rest = trail(house.store, place=first.next)
    assert (*first.lines, *rest.lines) == whole
    await house.stop()


async def test_of_a_person_everything_is_there() -> None:
    """Whoever asks about a Dealer sees what they sold, paid and took, and where."""
    table, number = "edz-2020", "AB" * 13
    house = await Serving(MemoryStore()).start()
    await house.open(table, "ada")
    out = CashOut(player="ada", paid="voucher", voucher=number, expires_ms=2 * 10**12)
    await house.must(table, out)
    await house.must(table, RedeemVoucher(player="ada", voucher=number))
    again = msgspec.structs.replace(out, voucher="CD" * 13)
    await house.must(table, again)
    await house.must(table, CashVoucher(voucher="CD" * 13), by=SUPERVISOR)
    await house.stop()
    done = trail(house.store, Wanted(person=DEALER.name), 1000).lines
    sold = {"chips.bought", "chips.cashed-out", "voucher.redeemed"}
    assert sold <= {line.what for line in done}
    (taken,) = [line.says for line in done if line.what == "voucher.redeemed"]
    (paid,) = [
        line.says
        for line in trail(house.store, Wanted(person=SUPERVISOR.name), 1000).lines
        if line.what == "voucher.redeemed"
    ]
    assert f"is redeemed at table {table}" in taken
    assert "is paid in cash at the cage" in paid
    assert "chips.bought" not in {line.what for line in trail(house.store, limit=1000).lines}
    assert trail(house.store, Wanted(person="None"), 1000).lines == ()


def test_an_alert_is_told_in_words_and_found_by_whom_it_is_about() -> None:
    store = MemoryStore()
    result = ResultChange(player="t-1", without=-10_000, now=0)
    alert = AlertRaised(
        id=1,
        table="t",
        kind="oversight/void",
        text="a void",
        at_ms=1,
        about=("gina",),
        results=(result,),
    )
    store.append([Entry("house", 1, 5, alert.name, 1, msgspec.json.encode(alert))])
    (line,) = trail(store, Wanted(person="gina")).lines
    assert line.says == "Alert 1: a void."
