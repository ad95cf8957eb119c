"""A data folder of an earlier program opens with this one: upcasts, recovery and money included."""

import asyncio
import shutil
from pathlib import Path

import pytest

from croupier import books
from croupier.bootstrap import adopt_books, opened
from croupier.cli import main
from croupier.house import commands as h
from croupier.journal.sqlite import SqliteRecord
from croupier.round import commands as c
from croupier.round.commands import Actor
from croupier.rules.positions import Position
from croupier.server.config import HouseConfig, Table, TableLimits
from croupier.table.core import Request
from croupier.table.verifying import verify

OLD = Path(__file__).parent.parent / "data" / "house-0.1"
OWN = ("edz-2020", "fast-action-2020")
DEALER = Actor("dora", Position.DEALER)
MANAGER = Actor("max", Position.PIT_MANAGER)


@pytest.fixture
def config(tmp_path: Path) -> HouseConfig:
    """The old folders, copied, with the rights that git does not keep."""
    for name in ("data", "secrets"):
        shutil.copytree(OLD / name, tmp_path / name)
    (tmp_path / "secrets").chmod(0o700)
    for file in (tmp_path / "secrets").iterdir():
        file.chmod(0o600)
    tables = (
        Table(
            id=book,
            book=book,
            wheel="own" if book in OWN else "dealer",
            limits=TableLimits(min=100, max=100_000),
            maximum_payout=5_000_000,
        )
        for book in books.ids()
    )
    return HouseConfig(
        name="The old house",
        data=tmp_path / "data",
        secrets=tmp_path / "secrets",
        tables=tuple(tables),
    )


def findings(config: HouseConfig) -> list[str]:
    with SqliteRecord(config.data) as record:
        found = verify(record, {b: books.load(b) for b in books.ids()}).findings
    return [str(each) for each in found]


def test_the_old_record_is_whole_as_it_lies(
    config: HouseConfig, capsys: pytest.CaptureFixture[str]
) -> None:
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

            async def do(table: str, actor: Actor, *commands: c.Command) -> None:
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
            await do(table, DEALER, c.ResumeRound(), c.SpinBall(), c.CloseBets())
            await do(table, DEALER, c.CallOutcome(number="1"), c.ConfirmOutcome(number="1"))
            (number, voucher), *_ = floor.house.vouchers.items()
            before = held.purse("T1")["cash-chips"]
            await do(table, DEALER, h.RedeemVoucher(player="T1", voucher=number))
            assert held.purse("T1")["cash-chips"] == before + voucher.amount

    asyncio.run(scenario())
    assert findings(config) == []
