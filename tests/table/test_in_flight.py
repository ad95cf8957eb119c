"""One batch of a table in flight at a time: after each write its memory is what is on record."""

import asyncio
from collections.abc import Sequence

import pytest

from croupier.house.day import EndDay
from croupier.journal.entry import Entry
from croupier.journal.memory import Failure, MemoryStore
from croupier.round.base import Actor, Event
from croupier.round.bets import PlaceWager, WagerPlaced
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.table.answers import Answer
from croupier.table.codec import CODEC
from croupier.table.core import Core, Request, table_stream
from croupier.table.recovery import load
from croupier.table.running import FloorStopped
from tests.table.floors import DEALER, KEY, SHIFT, Serving, run, settings
from tests.table.test_once import SlowStore

TABLE, OTHER = "sands-2019", "edz-2020"
RED = PlaceWager(wager="red", amount=100)


def amounts_to(core: Core) -> object:
    """All that a table has in memory, but for the house that it shares."""
    state = core.state
    rounds = [state.round, *state.past.values()]
    wagered = [(one.number, one.phase, one.wagered) for one in rounds if one is not None]
    ids = core.answers.newest
    return wagered, state.ledger.accounts, state.meters, sorted(state.seats), state.is_open, ids


def on_record(store: MemoryStore, table: str) -> object:
    """All that the record says of a table."""
    floor = load(store.reopened(), settings(), KEY)
    return amounts_to(floor.tables[table])


class Watch:
    """Told of each batch, it holds the memory against the record."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store
        self.serving: Serving | None = None
        self.events: dict[str, list[Event]] = {}
        self.batches: dict[str, list[int]] = {}
        self.wrong: list[str] = []

    def tell(self, table: str, events: Sequence[Event], entries: Sequence[Entry]) -> None:
        assert self.serving is not None
        core = self.serving.floor.tables[table]
        if not self.serving.running.settled(table):
            self.wrong.append(f"{table} is still in flight")
        if amounts_to(core) != on_record(self.store, table):
            self.wrong.append(f"{table} at {entries[-1].seq} is not what is on record")
        self.events.setdefault(table, []).extend(events)
        self.batches.setdefault(table, []).append(len(entries))

    async def start(self) -> Serving:
        self.serving = Serving(self.store, tell=self.tell)
        return await self.serving.start()


async def burst(serving: Serving, count: int = 300) -> list[Answer]:
    """Wagers at two tables that keep coming while others are being written."""
    asked: list[asyncio.Future[Answer]] = []
    for n in range(count):
        for table in (TABLE, OTHER):
            request = Request(Actor("ada"), RED, f"{table}-ada", n + 1)
            asked.append(serving.running.ask(table, request))
        if n % 7 == 0:
            await asyncio.sleep(0)
        if n % 50 == 0:
            await asyncio.sleep(0.002)
    return await asyncio.gather(*asked)


async def open_both(serving: Serving) -> None:
    for table in (TABLE, OTHER):
        await serving.open(table, "ada")
        await serving.must(table, OpenBets())


async def test_memory_is_what_is_on_record_whenever_it_is_told() -> None:
    watch = Watch(MemoryStore())
    serving = await watch.start()
    await open_both(serving)
    answers = await burst(serving)
    assert all(answer.accepted for answer in answers)
    await serving.must(TABLE, SpinBall(), CloseBets(), CallOutcome(number="1"))
    await serving.must(TABLE, ConfirmOutcome(number="1"))
    await serving.must(TABLE, EndDay(), by=SHIFT)
    await serving.stop()
    assert watch.wrong == []
    assert any(len_ > 1 for len_ in watch.batches[TABLE]), "nothing gathered"


async def test_events_that_are_told_are_those_on_record() -> None:
    watch = Watch(MemoryStore())
    serving = await watch.start()
    await open_both(serving)
    serving.clock.now_ms -= 60_000
    await burst(serving, 20)
    await serving.must(TABLE, SpinBall(), CloseBets(), CallOutcome(number="1"))
    await serving.must(TABLE, ConfirmOutcome(number="1"))
    late = await serving.bet(TABLE, "ada", "red", 100)
    assert not late.accepted
    await serving.must(TABLE, EndDay(), by=SHIFT)
    await serving.stop()
    events = map(CODEC.event, watch.store.read(table_stream(TABLE)))
    recorded = [event for event in events if isinstance(event, Event)]
    assert recorded[0].name == "table.made"
    assert watch.events[TABLE] == recorded[1:]
    assert {"clock.stepped", "action.refused"} <= {each.name for each in recorded}


async def test_table_has_one_batch_in_flight_and_tables_are_written_together() -> None:
    store = SlowStore()
    serving = await Serving(store).start()
    await open_both(serving)
    appends = store.appends
    store.through.clear()
    wagers: list[asyncio.Future[Answer]] = []
    for id_ in range(1, 6):
        for table in (TABLE, OTHER):
            request = Request(Actor("ada"), RED, f"{table}-ada", id_)
            wagers.append(serving.running.ask(table, request))
        await asyncio.sleep(0.01)
    for table in (TABLE, OTHER):
        round_ = serving.floor.tables[table].state.round
        assert round_ is not None
        assert round_.wagered == {"ada": {"red": 100}}, "the first alone is decided"
        assert not serving.running.settled(table)
    store.through.set()
    assert all(answer.accepted for answer in await asyncio.gather(*wagers))
    # The first of each table, in one or two appends, then the other four of each.
    assert 2 <= store.appends - appends <= 4
    await serving.stop()


async def test_who_is_told_may_ask_at_once() -> None:
    asked: list[asyncio.Future[Answer]] = []

    def tell(table: str, events: Sequence[Event], entries: Sequence[Entry]) -> None:
        watch.tell(table, events, entries)
        if isinstance(events[-1], WagerPlaced) and len(asked) < 50:
            request = Request(Actor("ada"), RED, "told", len(asked) + 1)
            asked.append(serving.running.ask(TABLE, request))

    watch = Watch(MemoryStore())
    serving = watch.serving = Serving(watch.store, tell=tell)
    await serving.start()
    await open_both(serving)
    assert all(answer.accepted for answer in await burst(serving, 100))
    assert all(answer.accepted for answer in await asyncio.gather(*asked))
    await serving.stop()
    assert watch.wrong == []


def test_quiet_shows_what_is_on_record_while_others_keep_asking() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        serving = await Serving(store).start()
        await open_both(serving)
        core, looks = serving.floor.tables[TABLE], 0

        async def look() -> None:
            nonlocal looks
            while not betting.done():
                await serving.running.quiet(TABLE)
                assert serving.running.settled(TABLE)
                assert amounts_to(core) == on_record(store, TABLE)
                looks += 1
                await asyncio.sleep(0)

        betting = asyncio.ensure_future(burst(serving))
        await asyncio.gather(look(), look(), betting)
        assert looks > 10
        await serving.stop()

    run(scenario)


@pytest.mark.parametrize("asks", [False, True])
async def test_quiet_comes_before_what_was_asked_meanwhile(asks: bool) -> None:
    """Also before what someone asks who is told."""
    store, third = SlowStore(), list[asyncio.Future[Answer]]()

    def tell(table: str, events: Sequence[Event], entries: Sequence[Entry]) -> None:
        if asks and not third and isinstance(events[0], WagerPlaced):
            third.append(serving.running.ask(TABLE, Request(Actor("ada"), RED, "t", 3)))

    async def look() -> dict[str, dict[str, int]]:
        await serving.running.quiet(TABLE)
        round_ = serving.floor.tables[TABLE].state.round
        assert round_ is not None
        return round_.wagered

    serving = await Serving(store, tell=tell).start()
    await open_both(serving)
    store.through.clear()
    first = serving.running.ask(TABLE, Request(Actor("ada"), RED, "t", 1))
    await asyncio.sleep(0.01)
    second = None if asks else serving.running.ask(TABLE, Request(Actor("ada"), RED, "t", 2))
    looking = asyncio.ensure_future(look())
    await asyncio.sleep(0.01)
    store.through.set()
    assert await looking == {"ada": {"red": 100}}
    for wager in (first, second, *third):
        assert wager is None or (await wager).accepted
    assert len(third) == asks
    await serving.stop()


async def test_nothing_is_told_or_quiet_after_a_failed_write() -> None:
    store = SlowStore()
    told: list[str] = []
    serving = Serving(store, tell=lambda table, events, entries: told.append(table))
    await serving.start()
    await open_both(serving)
    told.clear()
    store.through.clear()
    wager = serving.running.ask(TABLE, Request(Actor("ada"), RED, "t", 1))
    await asyncio.sleep(0.01)
    gathered = serving.running.ask(TABLE, Request(Actor("ada"), RED, "t", 2))
    quiet = asyncio.ensure_future(serving.running.quiet(TABLE))
    await asyncio.sleep(0.01)
    store.failure_at = Failure(store.appends + 1, kept=True)
    store.through.set()
    for waiting in (wager, gathered, quiet):
        with pytest.raises(FloorStopped):
            await waiting
    assert not serving.running.settled(TABLE)
    with pytest.raises(FloorStopped):
        await serving.running.quiet(OTHER)
    assert told == []
    await serving.stop()


async def test_view_that_cannot_be_made_does_not_hold_up_the_table() -> None:
    reported: list[str] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda loop, context: reported.append(str(context["exception"]))
    )

    def tell(table: str, events: Sequence[Event], entries: Sequence[Entry]) -> None:
        if any(isinstance(event, WagerPlaced) for event in events):
            raise ValueError("no view")

    serving = await Serving(MemoryStore(), tell=tell).start()
    await open_both(serving)
    assert all(answer.accepted for answer in await burst(serving, 20))
    await serving.must(TABLE, SpinBall(), by=DEALER)
    await serving.stop()
    assert set(reported) == {"no view"}
