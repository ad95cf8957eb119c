"""A newcomer's path: a demonstration from an empty folder, by the client library alone.

Nothing is set up beforehand: the house makes itself, lets visitors in, deals, pays and keeps its
record, which ``croupier verify`` then accepts. What a newcomer gets wrong is said clearly.
"""

import asyncio
import socket
from pathlib import Path

import pytest

from croupier import books
from croupier.client import Client, Refused, Table, WebError
from croupier.protocol import requests as q
from croupier.protocol import views as v
from croupier.round.batch import Bet, PlaceWagers
from tests.server.processes import (
    STAYS_OPEN,
    croupier,
    dealt_by_hand,
    dealt_by_itself,
    house_process,
    until_worth,
)

QUICK = {"pause": 0.02, "countdown": 0.4, "spinning": 0.02, "running": 0.02, "reading": 0.01}
BOUGHT, STAKE, CREDIT = 50_000, 100, 100_000
TRIES = 60


def likely(book_id: str) -> tuple[str, ...]:
    """Wagers of which one wins soon."""
    wagers = books.load(book_id).wagers
    if "red" in wagers:
        return ("red", "black")
    return tuple(w for w in wagers if w.startswith("straight:"))


async def test_from_nothing_to_a_win_and_a_voucher_at_every_table(tmp_path: Path) -> None:
    tables = [dealt_by_itself(book_id, QUICK) for book_id in books.ids()]
    async with house_process(tmp_path, tables, demonstration=True) as (house, people):
        public = await people.client()
        shown = await public.web.get("/api/house", q.HouseShown)
        assert shown.demonstration
        assert tuple(one.table for one in shown.tables) == books.ids()
        guest = await people.visitor()
        assert guest.player.startswith("guest-")
        won = await asyncio.gather(*(plays(guest, book_id) for book_id in books.ids()))
        await house.stop()
        balances = await house.verified()
        for book_id, voucher in zip(books.ids(), won, strict=True):
            accounts = balances[book_id]
            assert accounts["vouchers"] == voucher.amount
            assert not any(at.startswith(f"player/{guest.player}") for at in accounts)
            assert accounts["drop"] == BOUGHT


async def plays(guest: Client, table: str) -> v.VoucherView:
    """Sit, buy in, bet until something wins, and cash out; what one has is always what is shown."""
    at = await guest.table(table)
    await at.sit()
    with pytest.raises(Refused, match="visitor/credit"):
        await at.buy_in(CREDIT + 1)
    await at.buy_in(BOUGHT)
    await at.until(lambda: bool(at.seat.purse))
    has = BOUGHT
    for _ in range(TRIES):
        last = await plays_a_round(at, likely(table))
        has += last.returned - last.staked
        await until_worth(at, has)
        if last.returned:
            break
    else:
        raise AssertionError(f"nothing won in {TRIES} rounds of {table}")
    voucher = await at.cash_out()
    assert voucher.amount == has
    assert at.seat.purse == {}
    return voucher


async def plays_a_round(at: Table, wagers: tuple[str, ...]) -> v.LastRound:
    """All of the wagers, in the next round in which they are not too late."""
    before = last_round(at)
    placing = PlaceWagers(wagers=tuple(Bet(wager, STAKE) for wager in wagers))
    while True:
        await at.until_open()
        verdict = await at.ask(placing)
        if verdict.accepted:
            break
        assert verdict.code in ("late/placed", "round/none"), verdict
        await at.until_ended()
    await at.until(lambda: last_round(at) != before)
    assert at.seat.last is not None
    return at.seat.last


def last_round(at: Table) -> int | None:
    """Its results are told until the next one opens: the same round is not always told alike."""
    return None if at.seat.last is None else at.seat.last.round


async def test_passwords_are_of_one_start_only(tmp_path: Path) -> None:
    """Requirement 17: no default password outlives the first start."""
    deep = tmp_path / ("a-folder-that-lies-deep" * 3) / ("within-another" * 3)
    deep.mkdir(parents=True)
    tables = [dealt_by_itself("sands-2019", STAYS_OPEN)]
    async with house_process(deep, tables, demonstration=True) as (house, people):
        first = house.passwords
        code, said = await croupier("staff", "list", "--house", str(house.file))
        assert code == 0, said
        assert all(name in said for name in first)
        assert len(set(first.values())) == len(first) == 4
        for name in first:
            assert (await people.staff(name)).link.hello is not None
        await house.stop()
        written = b"".join(p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())
        assert not any(password.encode() in written for password in first.values())
        await house.start()
        assert not set(first.values()) & set(house.passwords.values())
        for name, old in first.items():
            with pytest.raises(WebError, match="sign-in/refused"):
                await (await people.client()).sign_in(name, old)
            await people.staff(name)


async def test_a_port_in_use_is_said_clearly(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        data = str(tmp_path / "data")
        code, said = await croupier("serve", "--data", data, "--port", str(port))
    assert code == 2
    assert f"127.0.0.1:{port}" in said
    assert "in use" in said
    assert "Traceback" not in said


async def test_a_second_server_on_a_folder_is_refused_and_harms_nothing(tmp_path: Path) -> None:
    tables = [dealt_by_itself("sands-2019", STAYS_OPEN)]
    async with house_process(tmp_path, tables, demonstration=True) as (house, people):
        other = tmp_path / "other.toml"
        other.write_text(
            house.file.read_text(encoding="utf-8").replace(f"port = {house.port}", "port = 0"),
            encoding="utf-8",
        )
        code, said = await croupier("serve", str(other))
        assert code == 2
        assert str(house.data) in said.replace("\n", "")
        assert "Traceback" not in said
        guest = await people.visitor()
        await (await guest.table("sands-2019")).sit()
        await people.staff("dealer")
        await house.stop()
        await house.verified()


async def test_a_real_house_lets_no_visitor_in(tmp_path: Path) -> None:
    async with house_process(tmp_path, [dealt_by_hand("edz-2020")]) as (_, people):
        with pytest.raises(WebError, match="terminal/no-visitors"):
            await people.visitor()
