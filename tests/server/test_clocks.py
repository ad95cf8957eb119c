"""A clock that is set: nothing waits for it, nothing is hurried by it, and somebody is told."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.bootstrap import opened, wall_clock_ms
from croupier.round.base import Actor
from croupier.round.interruption import ResumeRound, SuspendRound
from croupier.round.phases import Phase
from croupier.round.referral import DecideReferral, Refer
from croupier.rules.positions import Position
from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import Times
from croupier.server.floor import watch
from croupier.server.floor.alerts import ClockWatch
from croupier.server.house import House, monotonic_ms
from croupier.table.core import Request
from croupier.table.dealer import AUTOMATIC
from croupier.table.events import ClockStepped
from croupier.words.message import joined
from tests.server.houses import automatic

HOUR_MS = 3_600_000
TABLE = "one"
SHIFT = Actor("gia", Position.GAMING_SHIFT_MANAGER)
QUICK = Times(pause=0.02, countdown=0.1, spinning=0.02, running=0.02, reading=0.01)


class Wall:
    """A clock that somebody sets."""

    def __init__(self) -> None:
        self.off_ms = 0

    def __call__(self) -> int:
        return wall_clock_ms() + self.off_ms


def a_house(folder: Path, times: Times = QUICK, book: str = "sands-2019") -> HouseConfig:
    table = automatic(book, times, id=TABLE)
    return HouseConfig(
        name="A house", data=folder / "data", secrets=folder / "secrets", tables=(table,)
    )


async def until(house: House, so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not so():
            assert not house.stopped.is_set()
            await asyncio.sleep(0.005)


async def two_more_rounds(house: House) -> None:
    state = house.floor.tables[TABLE].state
    number = state.round_number
    await until(house, lambda: state.round_number >= number + 2)


def alerts(house: House) -> list[str]:
    return [alert.kind for alert in house.office.state.alerts.values()]


@pytest.mark.parametrize("by_ms", [-HOUR_MS, HOUR_MS])
async def test_a_clock_that_is_set_delays_no_round_and_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_ms: int
) -> None:
    monkeypatch.setattr(watch, "FLOOR_EVERY_S", 0.02)
    wall = Wall()
    async with opened(a_house(tmp_path), wall) as house:
        await two_more_rounds(house)
        wall.off_ms = by_ms
        await two_more_rounds(house)
        await until(house, lambda: "clock/stepped" in alerts(house))
        await two_more_rounds(house)
        (alert,) = house.office.state.alerts.values()
        way = "back" if by_ms < 0 else "forward"
        assert joined(alert.says).startswith(f"the clock was set {way} by 1:00:00, from ")
        stream = house.floor.tables[TABLE].stream
        stepped = list(house.store.named(stream, (ClockStepped.name,)))
        assert len(stepped) == (by_ms < 0), "a step back is on the table's record, once"


@pytest.mark.parametrize("book", ["sands-2019", "racetrack-2012"])
def test_a_clock_that_is_wrong_at_the_start_delays_no_round_and_is_told(
    tmp_path: Path, book: str
) -> None:
    async def plays(wall: Wall) -> list[str]:
        async with opened(a_house(tmp_path, book=book), wall) as house:
            await two_more_rounds(house)
            return alerts(house)

    wall = Wall()
    assert asyncio.run(plays(wall)) == []
    wall.off_ms = -HOUR_MS
    assert asyncio.run(plays(wall)) == ["clock/behind"]


def test_a_clock_that_is_slowed_down_is_no_step() -> None:
    wall, ticks = 0, 0
    watch = ClockWatch(lambda: wall, lambda: ticks)
    for _ in range(100):
        wall, ticks = wall + 900, ticks + 1000
        assert watch.stepped() is None
    wall += 2_000
    stepped = watch.stepped()
    assert stepped is not None
    assert stepped.words() == (
        "the clock was set forward by 0:00:02, from 1970-01-01 00:01:30 UTC "
        "to 1970-01-01 00:01:32 UTC"
    )
    assert watch.stepped() is None


class Ticks:
    """A clock for the timetable that the test moves on."""

    def __init__(self) -> None:
        self.now_ms = monotonic_ms()

    def __call__(self) -> int:
        return self.now_ms


LONG = Times(pause=0, countdown=20, spinning=20, running=0, reading=0, resumed=8)


async def in_betting(house: House) -> None:
    state = house.floor.tables[TABLE].state
    await until(house, lambda: state.round is not None and state.round.phase is Phase.BETTING)


async def left_ms(house: House) -> int:
    """How long bets stay open, as everybody is shown it."""
    await house.running.quiet(TABLE)
    closes = house.channels[TABLE].view().closes_ms
    assert closes is not None
    return closes - house.running.steady()


@pytest.mark.parametrize("book", ["sands-2019", "racetrack-2012"])
def test_bets_that_were_open_when_the_house_went_stay_open_a_while(
    tmp_path: Path, book: str
) -> None:
    """Of a book whose rounds go on by themselves, and of one whose rounds are resumed."""
    config, wall = a_house(tmp_path, LONG, book), Wall()

    async def first() -> None:
        async with opened(config, wall) as house:
            await in_betting(house)
            assert await left_ms(house) > 19_000

    async def again() -> int:
        async with opened(config, wall, Ticks()) as house:
            await in_betting(house)
            assert house.floor.tables[TABLE].state.round_number == 1
            return await left_ms(house)

    asyncio.run(first())
    wall.off_ms = HOUR_MS
    assert asyncio.run(again()) == 8_000


async def test_time_in_which_a_round_was_held_is_given_back(tmp_path: Path) -> None:
    ticks = Ticks()
    async with opened(a_house(tmp_path, LONG), wall_clock_ms, ticks) as house:
        await in_betting(house)
        assert await left_ms(house) == 20_000
        for wait_ms, held, left in ((15_000, 0, 5_000), (0, 60_000, 8_000), (1_000, 0, 7_000)):
            ticks.now_ms += wait_ms
            if held:
                refer = Refer(reason="a chip lies askew")
                assert (await house.running.ask(TABLE, Request(SHIFT, refer))).accepted
                ticks.now_ms += held
                resume = DecideReferral(decision="resume", reason="it lies well")
                assert (await house.running.ask(TABLE, Request(SHIFT, resume))).accepted
            assert await left_ms(house) == left


async def test_the_automatic_dealer_does_not_close_early_after_a_hold(tmp_path: Path) -> None:
    ticks = Ticks()
    async with opened(a_house(tmp_path, LONG), wall_clock_ms, ticks) as house:
        await in_betting(house)
        state = house.floor.tables[TABLE].state
        suspend, resume = SuspendRound(reason="a fire alarm"), ResumeRound()
        assert (await house.running.ask(TABLE, Request(SHIFT, suspend))).accepted
        ticks.now_ms += HOUR_MS
        assert (await house.running.ask(TABLE, Request(AUTOMATIC, resume))).accepted
        ticks.now_ms += 7_999
        assert await left_ms(house) == 1
        ticks.now_ms += 1
        await until(house, lambda: state.round is None or state.round.phase != Phase.BETTING)
