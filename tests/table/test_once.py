"""Each action of a terminal has one verdict: durable before it is given, the same when asked again.

What is here was found by the simulator, or while it was built.
"""

import asyncio
from collections.abc import Sequence
from threading import Event

import pytest

from croupier.house.day import EndDay, StartDay
from croupier.house.exclusion import ExcludePlayer
from croupier.house.tray import FillFloat
from croupier.journal.entry import Entry
from croupier.journal.memory import Failure, MemoryStore
from croupier.round.base import Action, Actor, Command
from croupier.round.bets import PlaceWager
from croupier.round.opening import OpenBets
from croupier.round.phases import Phase
from croupier.round.spin import ReportRest, SpinBall
from croupier.table.answers import OF_THE_HOUSE_KEPT, Answer, HouseAnswers
from croupier.table.core import Request, table_stream
from croupier.table.dealer import WAITS_FOR_STAFF, Timetable, due
from croupier.table.running import FloorStopped
from tests.table.floors import MANAGER, SHIFT, SUPERVISOR, Serving

TABLE = "sands-2019"


class SlowStore(MemoryStore):
    """A store whose writes wait until they are let through."""

    def __init__(self) -> None:
        super().__init__()
        self.through = Event()
        self.through.set()

    def append(self, entries: Sequence[Entry]) -> list[bytes]:
        assert self.through.wait(30)
        return super().append(entries)


def ask(serving: Serving, command: Command, by: Actor, id_: int) -> "asyncio.Future[Answer]":
    return serving.running.ask(TABLE, Request(by, command, "terminal", id_))


@pytest.mark.parametrize("fails", [True, False])
async def test_repeat_is_not_answered_before_the_first_is_durable(fails: bool) -> None:
    store = SlowStore()
    serving = await Serving(store).start()
    await serving.open(TABLE, "ada")
    await serving.must(TABLE, OpenBets())
    store.through.clear()
    wager = PlaceWager(wager="red", amount=500)
    first = ask(serving, wager, Actor("ada"), 1)
    await asyncio.sleep(0.02)
    again = ask(serving, wager, Actor("ada"), 1)
    await asyncio.sleep(0.02)
    assert not first.done()
    assert not again.done(), "what it says is on no record yet"
    if fails:
        store.failure_at = Failure(store.appends + 1, kept=False)
    store.through.set()
    if fails:
        for asked in (first, again):
            with pytest.raises(FloorStopped):
                await asked
    else:
        assert await first == await again
    serving.committer.close()


async def test_nothing_may_be_shown_before_it_is_durable() -> None:
    """What is decided is in memory at once; what anyone may be told of says ``durable``."""
    store, stream = SlowStore(), table_stream(TABLE)
    serving = await Serving(store).start()
    await serving.open(TABLE, "ada")
    await serving.must(TABLE, OpenBets())
    running, core = serving.running, serving.floor.tables[TABLE]
    assert core.state.round is not None
    before = running.durable[stream]
    store.through.clear()
    first = ask(serving, PlaceWager(wager="red", amount=500), Actor("ada"), 1)
    await asyncio.sleep(0.02)
    assert core.state.round.wagered == {"ada": {"red": 500}}
    assert (first.done(), running.durable[stream]) == (False, before)
    assert store.head(stream).seq == before
    store.through.set()
    assert (await first).seq == running.durable[stream] == store.head(stream).seq == before + 1
    await serving.stop()


async def test_day_may_end_and_a_round_open_in_one_breath() -> None:
    """The snapshot is taken where the day ends, not after what was asked in the same moment."""
    serving = await Serving(MemoryStore()).start()
    await serving.open(TABLE, "ada")
    night = [
        Request(SHIFT, EndDay()),
        Request(SHIFT, StartDay(day="2026-11-16")),
        Request(Actor("automatic", SUPERVISOR.position), OpenBets()),
    ]
    answers = await asyncio.gather(*(serving.running.ask(TABLE, each) for each in night))
    assert all(answer.accepted for answer in answers), answers
    names = [entry.name for entry in serving.store.read(table_stream(TABLE))]
    names = [name for name in names if name != "journal.signed"]
    assert names[-4:] == ["day.ended", "journal.snapshot", "day.started", "round.opened"]
    await serving.stop()


async def test_what_concerns_the_house_does_not_make_a_later_action_new() -> None:
    """After a restart too: the newest action of a terminal is the one with the highest id."""
    store = MemoryStore()
    serving = await Serving(store).start()
    await serving.open(TABLE, "ada")
    exclude = ExcludePlayer(player="eve", reason="at her own wish")
    fill = FillFloat(amount=100_000)
    answers = [await ask(serving, exclude, MANAGER, 1), await ask(serving, fill, MANAGER, 2)]
    await serving.stop()
    assert all(answer.accepted for answer in answers)
    serving = await Serving(store.reopened()).start()
    again = [await ask(serving, exclude, MANAGER, 1), await ask(serving, fill, MANAGER, 2)]
    assert again == answers
    assert serving.floor.tables[TABLE].state.meters.ever.fills == 100_000
    await serving.stop()


def test_answers_of_the_house_are_bounded_and_the_latest_are_kept() -> None:
    answers, count = HouseAnswers(), 5 * OF_THE_HOUSE_KEPT
    for id_ in range(1, count + 1):
        answers.keep(Action("ada", id_, "digest"), Answer(True, id_))
    kept = answers.kept()
    assert len(kept.current) + len(kept.before) <= 2 * OF_THE_HOUSE_KEPT
    latest = range(count - OF_THE_HOUSE_KEPT + 1, count + 1)
    assert all(answers.known(Action("ada", id_, "digest")) == Answer(True, id_) for id_ in latest)
    too_old = answers.known(Action("ada", 1, "digest"))
    assert too_old is not None
    assert too_old.code == "action/too-old"


async def test_automatic_dealer_leaves_to_staff_what_it_may_not_do() -> None:
    """Reading 21: a ball that rests before the close is for people to judge."""
    serving = await Serving(MemoryStore()).start()
    table = "fast-action-2020"
    await serving.open(table)
    draws = serving.draws(table)
    await serving.must(table, draws.open_bets(1), SpinBall(), ReportRest())
    core = serving.floor.tables[table]
    assert core.state.round is not None
    assert core.state.round.phase is Phase.STRANDED
    assert due(core, draws, Timetable(), core.last_ms) == WAITS_FOR_STAFF
    await serving.stop()


async def test_clock_that_stepped_back_over_a_restart_is_on_record() -> None:
    store = MemoryStore()
    serving = await Serving(store).start()
    await serving.open(TABLE, "ada")
    await serving.must(TABLE, OpenBets())
    await serving.stop()
    again = Serving(store.reopened())
    again.clock.now_ms -= 60_000
    await again.start()
    names = [entry.name for entry in again.store.read(table_stream(TABLE))]
    assert names[-2:] == ["clock.stepped", "round.interrupted"]
    await again.stop()


async def test_a_refusal_on_record_is_bounded_whatever_was_asked() -> None:
    """A text without end and a number without end are refused, and take no room."""
    serving = await Serving(MemoryStore()).start()
    await serving.open(TABLE, "ada")
    await serving.must(TABLE, OpenBets())
    for wager, amount in (("x" * 60_000, 500), ("red", 10**4000), ("red", -(10**4000))):
        ask = PlaceWager(wager=wager, amount=amount)
        assert not (await serving.ask(TABLE, ask, Actor("ada"))).accepted
    *_, first, second, third = serving.store.read(table_stream(TABLE))
    for entry in (first, second, third):
        assert (entry.name, len(entry.body) < 3000) == ("action.refused", True)
    await serving.stop()
