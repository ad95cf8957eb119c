"""Snapshots within a gaming day: a start reads a bounded part of the record, whatever was played,
and knows all that reading everything would tell."""

import asyncio
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from croupier import books
from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn
from croupier.house.day import StartShift
from croupier.house.exclusion import ExcludePlayer, ReadmitPlayer
from croupier.house.limits import SetMaximumPayout
from croupier.house.permissions import Thresholds
from croupier.house.seats import TakeSeat
from croupier.house.tray import FillFloat
from croupier.house.vouchers import CashVoucher
from croupier.journal.entry import Stored
from croupier.journal.events import SNAPSHOT, Snapshot
from croupier.journal.memory import MemoryStore
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.close import CloseBets
from croupier.round.correction import CorrectOutcome
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.ruling import RevokeRuling, RuleOnWager
from croupier.round.spin import ReportRest, SpinBall
from croupier.table import floor, recovery
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM, Request, table_stream
from croupier.table.recovery import load
from croupier.table.verifying import verify
from tests.simulation.replayed import WithoutSnapshots, differing
from tests.table.floors import KEY, MANAGER, SHIFT, SUPERVISOR, Serving, settings

TABLE = "sands-2019"
EVERY = 40
LATER_MS = 2_000_000_000_000
VOUCHER = "000102030405060708090a0b0c0d0e0f-T3GF"


class CountingStore(MemoryStore):
    """A store that counts the entries that are read."""

    read_entries = 0

    def _entries(self, stream: str, after_seq: int, limit: int | None) -> Iterator[Stored]:
        for stored in super()._entries(stream, after_seq, limit):
            self.read_entries += 1
            yield stored

    def last(self, stream: str, name: str) -> Stored | None:
        for stored in reversed(self._stored.get(stream, [])):
            self.read_entries += 1
            if stored.name == name:
                return stored
        return None


async def begun(store: MemoryStore, *players: str) -> Serving:
    serving = await Serving(store, own_wheel=False).start()
    serving.floor.snapshot_entries = EVERY
    await serving.open(TABLE, *players)
    return serving


async def play(serving: Serving, number: str = "1") -> None:
    await serving.must(TABLE, OpenBets())
    await serving.bet(TABLE, "ada", "red", 500)
    await serving.must(TABLE, SpinBall(), CloseBets(), CallOutcome(number=number))
    await serving.must(TABLE, ConfirmOutcome(number=number))


async def again(serving: Serving) -> Serving:
    """The same house after a failure, on what its store kept."""
    await serving.stop()
    assert isinstance(serving.store, MemoryStore)
    next_ = Serving(serving.store.reopened(), own_wheel=False, ids=serving.ids)
    next_.clock.now_ms = serving.clock.now_ms
    return await next_.start()


def entries_read(store: MemoryStore) -> int:
    counting = CountingStore()
    counting._stored = store.reopened()._stored
    load(counting, settings(own_wheel=False), KEY)
    return counting.read_entries


async def test_a_start_reads_no_more_after_many_rounds_than_after_few() -> None:
    read: list[int] = []
    serving = await begun(MemoryStore(), "ada")
    for _ in range(4):
        for _ in range(15):
            await play(serving)
        await serving.running.idle()
        assert isinstance(serving.store, MemoryStore)
        read.append(entries_read(serving.store))
    total = serving.store.head(table_stream(TABLE)).seq
    assert total > 8 * EVERY
    assert max(read) < 4 * EVERY + 60, read  # the four other tables have made entries too
    assert verify(serving.store, {b: books.load(b) for b in books.ids()}).findings == []
    await serving.stop()


async def test_a_start_that_had_much_to_read_leaves_less_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    serving = await Serving(MemoryStore(), own_wheel=False).start()
    await serving.open(TABLE, "ada")
    for _ in range(15):
        await play(serving)
    for at in range(EVERY):
        await serving.must(TABLE, ExcludePlayer(player=f"p{at}", reason="wish"), by=MANAGER)
    streams = (table_stream(TABLE), HOUSE_STREAM)
    assert [serving.store.last(stream, SNAPSHOT) for stream in streams] == [None, None]
    monkeypatch.setattr(floor, "SNAPSHOT_ENTRIES", EVERY)
    serving = await again(serving)
    assert all(serving.store.last(stream, SNAPSHOT) is not None for stream in streams)
    assert isinstance(serving.store, MemoryStore)
    assert entries_read(serving.store) < EVERY
    await serving.stop()


async def test_the_house_is_bounded_though_its_tables_are_never_all_without_a_day() -> None:
    serving = await begun(MemoryStore())
    for at in range(3 * EVERY):
        await serving.must(TABLE, ExcludePlayer(player=f"p{at}", reason="wish"), by=MANAGER)
        await serving.must(TABLE, ReadmitPlayer(player=f"p{at}"), by=SHIFT)
    await serving.running.idle()
    last = serving.store.last(HOUSE_STREAM, SNAPSHOT)
    assert last is not None
    assert serving.store.head(HOUSE_STREAM).seq - last.seq < EVERY + 5
    event = CODEC.event(last)
    assert isinstance(event, Snapshot)
    assert event.within
    assert event.is_genuine(HOUSE_STREAM)
    assert not msgspec.structs.replace(event, within=False).is_genuine(HOUSE_STREAM)
    await serving.stop()


async def test_an_action_sent_again_after_a_start_within_the_day_is_answered_the_same() -> None:
    serving = await begun(MemoryStore(), "ada")
    serving.floor.snapshot_entries = 0
    await serving.must(TABLE, OpenBets())
    first = await serving.bet(TABLE, "ada", "red", 500)
    refused = await serving.bet(TABLE, "ada", "red", 1)
    await serving.must(TABLE, SpinBall(), CloseBets(), CallOutcome(number="1"))
    await serving.must(TABLE, ConfirmOutcome(number="1"))
    exclude = Request(MANAGER, ExcludePlayer(player="eve", reason="wish"), "desk", 1)
    out = await serving.running.ask(TABLE, exclude)
    assert out.accepted
    # The house's stream goes on, and takes a snapshot after the table's last one.
    other = "edz-2020"
    await serving.must(other, ExcludePlayer(player="mo", reason="wish"), by=MANAGER)
    serving = await again(serving)
    wagers = [PlaceWager(wager="red", amount=amount) for amount in (500, 1)]
    repeats = [
        await serving.running.ask(TABLE, Request(Actor("ada"), wager, "ada", at))
        for at, wager in enumerate(wagers, 1)
    ]
    assert repeats == [first, refused]
    assert await serving.running.ask(TABLE, exclude) == out
    await serving.stop()


async def test_what_one_person_handled_alone_adds_up_across_a_start() -> None:
    serving = await begun(MemoryStore(), "ada")  # who bought chips for 1,000.00
    serving.floor.snapshot_entries = 0
    await play(serving)
    serving = await again(serving)
    serving.floor.house.thresholds = Thresholds(buy_in=150_000)
    answer = await serving.ask(TABLE, BuyIn(player="ada", amount=60_000))
    assert answer.code == "approval/above-together", answer
    await serving.stop()


async def test_a_snapshot_takes_no_more_room_than_the_entries_before_it() -> None:
    serving = await begun(MemoryStore(), "ada")
    serving.floor.snapshot_entries = 0
    for _ in range(12):
        await play(serving)
    await serving.running.idle()
    bodies = [(one.name, len(one.body)) for one in serving.store.read(table_stream(TABLE))]
    taken = [at for at, (name, _) in enumerate(bodies) if name == SNAPSHOT]
    assert len(taken) > 2
    for before, at in pairwise(taken):
        assert at - before > bodies[before][1] * 3 // 4 // 256
    await serving.stop()


# Nothing is left out


async def a_bit_of_everything() -> Serving:
    serving = await begun(MemoryStore(), "ada")
    table = serving.store
    assert table is not None
    await serving.must(TABLE, StartShift(shift="early"), by=SHIFT)
    await serving.must(TABLE, TakeSeat(player="ben", colour="blue"))
    colours = BuyIn(player="ben", amount=30_000, chips="colour-chips", value=100)
    await serving.must(TABLE, colours)
    await serving.must(TABLE, SetMaximumPayout(amount=10**8), by=MANAGER)
    await play(serving)
    await serving.must(TABLE, serving.draws(TABLE).open_bets(2))
    await serving.bet(TABLE, "ada", "straight:17", 100)
    await serving.bet(TABLE, "ada", "straight:3", 50)  # under the minimum
    await serving.must(TABLE, SpinBall(), CloseBets(), ReportRest())
    ruling = RuleOnWager(player="ada", wager="straight:17", ruling="returned", reason="seen")
    await serving.must(TABLE, ruling, by=SUPERVISOR)
    ruling = RuleOnWager(player="ada", wager="straight:3", ruling="returned", reason="seen")
    await serving.must(TABLE, ruling, RevokeRuling(number=2, reason="unseen"), by=SUPERVISOR)
    await serving.must(TABLE, CallOutcome(number="4"), ConfirmOutcome(number="4"))
    correct = CorrectOutcome(round=1, number="2", approver=MANAGER)
    await serving.must(TABLE, correct, by=SUPERVISOR)
    await serving.must(TABLE, CashOut(player="ada", amount=2000, paid="cash"))
    cash_out = CashOut(
        player="ada", amount=3000, paid="voucher", voucher=VOUCHER, expires_ms=LATER_MS
    )
    await serving.must(TABLE, cash_out)
    await serving.must(TABLE, CashVoucher(voucher=VOUCHER), by=SUPERVISOR)
    exclude = ExcludePlayer(player="eve", reason="wish", identity="0" * 64)
    await serving.running.ask(TABLE, Request(MANAGER, exclude, "desk", 1))
    await serving.must(TABLE, ReadmitPlayer(player="eve"), by=SHIFT)
    await serving.running.ask(TABLE, Request(MANAGER, exclude, "desk", 2))
    serving.floor.snapshot_entries = 0
    serving.floor.begun_at.clear()
    await serving.must(TABLE, FillFloat(amount=100), by=SUPERVISOR)
    await serving.stop()
    return serving


LEFT_OUT_BY_RIGHT = {
    f"{table_stream(TABLE)}.table.limits",  # a setting until someone sets others
    f"{table_stream(TABLE)}.newest.desk",  # of the house, and in the house's own snapshot
    f"{HOUSE_STREAM}.started",  # looked for on record where an earlier program does not say it
}


def blank(value: Any) -> bool:
    """Whether a part says no more than that it is there."""
    parts = value.values() if isinstance(value, dict) else value
    return not value or (isinstance(value, dict | list) and all(map(blank, parts)))


def parts_of(state: Any, where: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """All that is said in a snapshot, down to the parts of rounds and vouchers."""
    for key, value in state.items() if isinstance(state, dict) else enumerate(state):
        here = (*where, key)
        if not blank(value):
            if isinstance(key, str) and here[-2:] != (0, "scheme"):  # of a round without a draw
                yield here
            if isinstance(value, dict | list) and len(here) < 4:
                yield from parts_of(value, here)


def without(state: bytes, where: tuple[str | int, ...]) -> bytes:
    whole = msgspec.json.decode(state)
    part = whole
    for key in where[:-1]:
        part = part[key]
    del part[where[-1]]
    return msgspec.json.encode(whole)


def test_whatever_a_snapshot_leaves_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    serving = asyncio.run(a_bit_of_everything())
    store, tables = serving.store, settings(own_wheel=False)
    books_ = {b: books.load(b) for b in books.ids()}
    assert verify(store, books_).findings == []
    whole = load(WithoutSnapshots(store), tables, KEY)
    assert differing(load(store, tables, KEY), whole) is None
    tried = 0
    for stream, name in ((table_stream(TABLE), "restore_table"), (HOUSE_STREAM, "restore_house")):
        last = store.last(stream, SNAPSHOT)
        assert last is not None
        event = CODEC.event(last)
        assert isinstance(event, Snapshot)
        honest = getattr(recovery, name)
        for where in parts_of(msgspec.json.decode(event.state)):
            if ".".join(map(str, (stream, *where))).startswith(tuple(LEFT_OUT_BY_RIGHT)):
                continue
            lacks = without(event.state, where)
            with monkeypatch.context() as patch:
                patch.setattr(recovery, name, lambda *a, _l=lacks, _h=honest: _h(a[0], _l, *a[2:]))
                try:
                    found = differing(load(store, tables, KEY), whole)
                except (msgspec.ValidationError, LookupError, RuntimeError) as error:
                    found = str(error)
            assert found is not None, f"{stream} without {where}"
            tried += 1
    assert tried > 100, tried
