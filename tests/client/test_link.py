"""The client's connection: within the rate of the house, and as whoever one signs in as."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from croupier.bootstrap import demo_staff, served
from croupier.client import Client, HouseGone
from croupier.protocol import views as v
from croupier.round.batch import PlaceWagers
from croupier.round.bets import PlaceWager
from croupier.round.interruption import SuspendRound
from croupier.rules.positions import Position
from croupier.server.config.house import HouseConfig, demo_config
from croupier.server.config.settings import Times
from croupier.server.live.rates import BURST, Bucket

AT_ONCE = BURST + 15


def stays_open(folder: Path) -> HouseConfig:
    """A demonstration in which bets never close by themselves."""
    config = demo_config(folder / "data", folder / "secrets", 0)
    table = msgspec.structs.replace(config.tables[0], timetable=Times(countdown=3600))
    return msgspec.structs.replace(config, tables=(table,))


async def test_what_was_over_the_rate_is_asked_again_and_counts_once(tmp_path: Path) -> None:
    async with served(stays_open(tmp_path)) as (house, address), Client(address) as client:
        house.pace.held_up = float  # type: ignore[method-assign]  # a busy machine has more room
        await client.visit()
        table = await client.table("racetrack-2012")
        await table.sit()
        await table.buy_in(100_000)
        await table.until_open()
        wager = PlaceWager(wager="red", amount=500)
        verdicts = await asyncio.gather(*(table.ask(wager) for _ in range(AT_ONCE)))
        assert all(verdict.accepted for verdict in verdicts)
        assert len({verdict.seq for verdict in verdicts}) == AT_ONCE
        assert {problem.code for problem in client.problems} == {"rate/too-many"}
        await table.until(lambda: table.seat.staked == AT_ONCE * 500)
        placed = v.WagerView(wager="red", amount=AT_ONCE * 500, chips="cash-chips")
        assert table.seat.wagers == (placed,)


async def test_an_action_over_the_rate_is_taken_though_later_ones_were_taken_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under its old id the table would call it too old."""
    async with served(stays_open(tmp_path)) as (house, address), Client(address) as client:
        await client.visit()
        table = await client.table("racetrack-2012")
        await table.sit()
        await table.buy_in(100_000)
        await table.until_open()
        take, full = Bucket.take, [False]
        meter = house.meters.of(client.player, "")[0]

        def once_full(self: Bucket, count: int = 1) -> bool:
            return full.pop() if full and self is meter.messages else take(self, count)

        monkeypatch.setattr(Bucket, "take", once_full)
        wager = PlaceWager(wager="red", amount=500)
        verdicts = await asyncio.gather(table.ask(wager), table.ask(wager))
        assert [verdict.accepted for verdict in verdicts] == [True, True]
        assert [problem.code for problem in client.problems] == ["rate/too-many"]
        assert verdicts[0].seq > verdicts[1].seq


async def test_someone_may_sign_in_on_a_client_that_is_connected(tmp_path: Path) -> None:
    """A display becomes a Dealer's, then the manager's; what it watches is shown to each anew."""
    async with served(stays_open(tmp_path)) as (house, address), Client(address) as client:
        passwords = await demo_staff(house)
        await client.look()
        table = await client.table("racetrack-2012")
        await table.until_open()
        for name, position in (("dealer", "dealer"), ("manager", "pit-manager")):
            await client.sign_in(name, passwords[name])
            hello = client.link.hello
            assert hello is not None
            assert (hello.you.name, hello.you.position) == (name, Position(position))
            await table.until(lambda: table._staff is not None)
        await table.do(SuspendRound(reason="a fire alarm"))
        await table.until(lambda: table.now.waiting == "suspended")
        assert len(house.connections) == 1


async def test_nothing_is_asked_before_one_has_come_in_nor_after_one_has_left(
    tmp_path: Path,
) -> None:
    async with served(stays_open(tmp_path)) as (_, address):
        async with Client(address) as client:
            with pytest.raises(ConnectionError, match="visit, enrol, sign_in or look first"):
                await client.table("racetrack-2012")
            await client.visit()
            table = await client.table("racetrack-2012")
            with pytest.raises(LookupError, match="there is no table no-table"):
                await client.table("no-table")
            waiting = asyncio.ensure_future(table.until(lambda: False))
            await asyncio.sleep(0)
        with pytest.raises(ConnectionError, match="this client is closed"):
            await waiting
        with pytest.raises(ConnectionError, match="this client is closed"):
            await table.sit()


async def test_what_the_house_could_not_read_is_an_error_at_once(tmp_path: Path) -> None:
    async with served(stays_open(tmp_path)) as (house, address), Client(address) as client:
        house.pace.held_up = float  # type: ignore[method-assign]  # a busy machine has more room
        await client.visit()
        table = await client.table("racetrack-2012")
        await table.sit()
        await table.buy_in(100_000)
        with pytest.raises(TypeError, match=r"Expected `int`, got `str` - at `.*amount`"):
            await table.place("red", "500")  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="could not read this"):
            await table.do(PlaceWagers(wagers="red"))  # type: ignore[arg-type]
        assert not client.problems
        await table.until_open()
        assert (await table.place("red", 500)).accepted


async def test_a_house_that_has_gone_ends_every_wait_within_the_patience(tmp_path: Path) -> None:
    patience = 1.5
    async with Client("http://127.0.0.1:9", patience_s=patience) as nobody:
        with pytest.raises(ConnectionRefusedError):
            await nobody.look()
    house = served(stays_open(tmp_path))
    _, address = await house.__aenter__()
    async with Client(address, patience_s=patience) as client:
        await client.visit()
        table = await client.table("racetrack-2012")
        await table.until_open()
        await asyncio.sleep(2 * patience)  # a quiet house is not one that has gone
        assert client.link.over is None
        await house.__aexit__(None, None, None)
        asked = asyncio.ensure_future(table.sit())
        for waiting in (table.until(lambda: False), asked):
            with pytest.raises(HouseGone, match="was away for"):
                await waiting
        with pytest.raises(HouseGone):
            await table.sit()
