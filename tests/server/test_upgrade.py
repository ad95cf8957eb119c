"""A data folder of an earlier program opens with this one: upcasts, recovery and money included."""

import asyncio
import shutil
from itertools import count
from pathlib import Path

import pytest

from croupier import books
from croupier.bootstrap import adopt_books, opened
from croupier.cli import main
from croupier.house.chips import RedeemVoucher
from croupier.journal.sqlite import SqliteRecord
from croupier.round.base import Actor, Command
from croupier.round.close import CloseBets
from croupier.round.interruption import ResumeRound
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.rules.positions import Position
from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import Table, TableLimits
from croupier.table.core import Request
from croupier.table.verifying import verify

DATA = Path(__file__).parent.parent / "data"
OWN = ("edz-2020", "fast-action-2020")
DEALER = Actor("dora", Position.DEALER)
MANAGER = Actor("max", Position.PIT_MANAGER)
KILLED_MS = 1_795_000_010_000
"""Just after the later house was killed: its approval and its appointment still stand."""


def copied(name: str, folder: Path, maximum_payout: int | None = None) -> HouseConfig:
    """The folders of an old house, copied, with the rights that git does not keep."""
    for part in ("data", "secrets"):
        shutil.copytree(DATA / name / part, folder / part)
    (folder / "secrets").chmod(0o700)
    for file in (folder / "secrets").iterdir():
        file.chmod(0o600)
    tables = (
        Table(
            id=book,
            book=book,
            wheel="own" if book in OWN else "dealer",
            limits=TableLimits(min=100, max=100_000),
            maximum_payout=maximum_payout,
        )
        for book in books.ids()
    )
    return HouseConfig(
        name="The old house",
        data=folder / "data",
        secrets=folder / "secrets",
        tables=tuple(tables),
    )


@pytest.fixture
def config(tmp_path: Path) -> HouseConfig:
    """The house of the first program."""
    return copied("house-0.1", tmp_path, 5_000_000)


@pytest.fixture
def later(tmp_path: Path) -> HouseConfig:
    """The house of a later program, killed with five rounds in play."""
    return copied("house-0.2", tmp_path)


def findings(config: HouseConfig) -> list[str]:
    with SqliteRecord(config.data) as record:
        found = verify(record, {b: books.load(b) for b in books.ids()}).findings
    return [str(each) for each in found]


@pytest.mark.parametrize("name", ["house-0.1", "house-0.2"])
def test_the_old_record_is_whole_as_it_lies(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = copied(name, tmp_path)
    assert findings(config) == []
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(config.data)])
    assert ended.value.code in (0, None), capsys.readouterr()


def test_its_first_versions_are_among_it(config: HouseConfig) -> None:
    with SqliteRecord(config.data) as record:
        versions = {
            (entry.name, entry.version)
            for stream in record.streams()
            for entry in record.read(stream)
        }
    assert {("limits.set", 1), ("maximum-payout.set", 1), ("balance.adjusted", 1)} <= versions


def test_it_opens_recovers_by_the_book_plays_on_and_stays_whole(config: HouseConfig) -> None:
    assert adopt_books(config) == {}

    async def scenario() -> None:
        async with opened(config) as house:
            floor = house.floor

            async def do(table: str, actor: Actor, *commands: Command) -> None:
                for command in commands:
                    answer = await house.running.ask(table, Request(actor, command))
                    assert answer.accepted, answer

            assert set(house.office.state.staff) == {"dora", "sue", "max", "gia"}
            assert set(house.office.state.terminals) == {"T1", "T2"}
            assert len(floor.house.vouchers) == 5
            for table in books.ids():
                assert floor.tables[table].state.maximum_payout == 5_000_000
            # The round in play was of a book without a clause for it, and of one that voids.
            held, void = floor.tables["racetrack-2012"].state, floor.tables["edz-2020"].state
            assert held.round is not None
            assert held.round.waiting == "suspended"
            assert held.round.wagered == {"T1": {"red": 500}}
            assert void.round is None
            assert held.limits.table.min == void.limits.table.min == 300
            table = "racetrack-2012"
            await do(table, DEALER, ResumeRound(), SpinBall(), CloseBets())
            await do(table, DEALER, CallOutcome(number="1"), ConfirmOutcome(number="1"))
            (number, voucher), *_ = floor.house.vouchers.items()
            before = held.purse("T1")["cash-chips"]
            await do(table, DEALER, RedeemVoucher(player="T1", voucher=number))
            assert held.purse("T1")["cash-chips"] == before + voucher.amount

    asyncio.run(scenario())
    assert findings(config) == []


def test_a_later_house_opens_recovers_by_the_book_plays_on_and_stays_whole(
    later: HouseConfig,
) -> None:
    async def scenario() -> None:
        async with opened(later, count(KILLED_MS).__next__) as house:
            tables = {id_: core.state for id_, core in house.floor.tables.items()}

            async def do(table: str, *commands: Command, actor: Actor = DEALER) -> None:
                for command in commands:
                    answer = await house.running.ask(table, Request(actor, command))
                    assert answer.accepted, answer

            # By each book: held, held, gone on, void, gone on.
            waiting = {id_: t.round.waiting for id_, t in tables.items() if t.round is not None}
            assert waiting == {
                "racetrack-2012": "suspended",
                "sands-2017": "suspended",
                "sands-2019": None,
                "fast-action-2020": None,
            }
            for table in ("racetrack-2012", "sands-2017"):
                await do(table, ResumeRound())
            await do("racetrack-2012", SpinBall())
            for table in ("racetrack-2012", "sands-2017"):
                await do(table, CloseBets())
            for table in ("racetrack-2012", "sands-2017", "sands-2019"):
                await do(table, CallOutcome(number="1"), ConfirmOutcome(number="1"))
            # The number of a round that was opened by the old scheme follows from its secret.
            drawn = tables["fast-action-2020"]
            await do("fast-action-2020", CallOutcome())
            if drawn.round is not None:
                assert drawn.round.outcome is not None
                await do("fast-action-2020", ConfirmOutcome(number=drawn.round.outcome))
            assert all(table.round is None for table in tables.values())
            assert len(house.floor.house.vouchers) == 10
            (number, voucher), *_ = house.floor.house.vouchers.items()
            before = tables["sands-2019"].purse("T1")["cash-chips"]
            await do("sands-2019", RedeemVoucher(player="T1", voucher=number))
            assert tables["sands-2019"].purse("T1")["cash-chips"] == before + voucher.amount

    asyncio.run(scenario())
    assert findings(later) == []


def test_people_and_devices_of_a_later_house_are_known(later: HouseConfig) -> None:
    async def scenario() -> None:
        async with opened(later, count(KILLED_MS).__next__) as house:
            office = house.office
            people = {"dora", "sue", "sam", "max", "gia", "gus", "pat"}
            assert set(office.state.staff) == people
            assert office.state.staff["sue"].acting_until_ms
            pending = [one for one in office.state.approvals.values() if one.verdict == "pending"]
            assert [one.asked for one in pending] == ["adjust-balance"]
            assert office.terminal("Tfv7nzIJFKYYYp2UWTVWo9YOIU-6bY27yyh8whpcXIQ") == "T1"
            assert "Eve" in house.floor.house.excluded

    asyncio.run(scenario())
    assert findings(later) == []
