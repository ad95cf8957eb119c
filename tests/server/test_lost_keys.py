"""What a house does when a file of its secrets folder is lost, damaged, or was never finished."""

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from croupier import books
from croupier.bootstrap import declare_lost, demonstration, opened
from croupier.fair.check import check, read_record
from croupier.history.proof import fair_record
from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.seats import TakeSeat
from croupier.house.tray import OpenTable
from croupier.journal.sqlite import SqliteRecord
from croupier.round.base import Actor, Command
from croupier.round.bets import PlaceWager
from croupier.round.bonus import DrawBonusNumbers
from croupier.round.close import CloseBets
from croupier.round.interruption import RoundAbandoned
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome
from croupier.round.phases import Phase
from croupier.round.secret import SecretLost
from croupier.round.spin import SpinBall
from croupier.round.void import RoundVoided
from croupier.rules.positions import Position
from croupier.rules.refusal import CroupierError
from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import Excluded, Table, Times
from croupier.server.house import House
from croupier.server.keyring import secrets_of
from croupier.table.core import Request, table_stream
from croupier.table.verifying import verify
from croupier.words.message import joined
from tests.table.floors import FirstScheme

TABLE = "one"
REASON = "the disk with the secrets died"
SECRET = "the secret of round 1 at one is lost"
NUMBERS = "the numbers of 1 vouchers are lost"
DEALER = Actor("dora", Position.DEALER)
SHIFT = Actor("gia", Position.GAMING_SHIFT_MANAGER)
BOOKS = {id_: books.load(id_) for id_ in books.ids()}


def a_house(folder: Path, book: str, **table: object) -> HouseConfig:
    one = Table(**{"id": TABLE, "book": book, "wheel": "own"} | table)  # type: ignore[arg-type]
    return HouseConfig(
        name="A house", data=folder / "data", secrets=folder / "secrets", tables=(one,)
    )


async def does(house: House, *asked: Command, by: Actor = DEALER) -> None:
    for command in asked:
        answer = await house.running.ask(TABLE, Request(by, command))
        assert answer.accepted, (command, answer)


async def open_table(house: House) -> None:
    await does(house, StartDay(day="2026-11-15"), OpenTable(opener=10_000_000), by=SHIFT)
    await does(house, TakeSeat(player="ada"), BuyIn(player="ada", amount=100_000))


def left_with_a_round_in_play(config: HouseConfig, closed: bool = False) -> str:
    """Stop a house after its first bets, or after their close; the phase the round is in."""

    async def plays() -> str:
        async with opened(config) as house:
            await open_table(house)
            await does(house, OpenBets())
            await does(house, PlaceWager(wager="straight:17", amount=500), by=Actor("ada"))
            state = house.floor.tables[TABLE].state.round
            assert state is not None
            while closed and state.phase in (Phase.BETTING, Phase.SPINNING):
                before = state.book.says.close.when == "before-spin"
                spins = state.phase is Phase.BETTING and not before
                await does(house, SpinBall() if spins else CloseBets())
            return state.phase

    return asyncio.run(plays())


def refused(config: HouseConfig) -> CroupierError:
    async def starts() -> None:
        async with opened(config):
            pass

    with pytest.raises(CroupierError) as error:
        asyncio.run(starts())
    return error.value


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("book", books.ids())
def test_a_lost_sealing_key_ends_the_round_by_its_book_and_the_house_plays_on(
    tmp_path: Path, book: str, closed: bool
) -> None:
    config = a_house(tmp_path, book)
    left_with_a_round_in_play(config, closed)
    key = config.secrets / "sealing.key"
    key.unlink()
    no = refused(config)
    assert (no.code, str(key) in str(no)) == ("house/sealing-key-missing", True)
    assert not key.exists(), "none is made in its place"
    lost = declare_lost(config, "sealing.key", REASON)
    assert joined(lost) == SECRET

    async def plays_on() -> None:
        async with opened(config) as house:
            state = house.floor.tables[TABLE].state
            ended = state.past[1]
            assert (ended.lost, ended.phase in (Phase.VOID, Phase.ABANDONED)) == (True, True)
            assert sum(state.purse("ada").values()) == 100_000, "every stake is back"
            (alert,) = house.office.state.alerts.values()
            assert alert.kind == "key/lost"
            assert REASON in joined(alert.says)
            await does(house, OpenBets())
            record = fair_record(house.histories[TABLE], 1)
            proof = check(read_record(msgspec.json.encode(record), "fair.json"))
            assert [each.code for each in proof.findings] == ["fair/secret-lost"]

    asyncio.run(plays_on())
    with SqliteRecord(config.data) as record:
        verified = verify(record, BOOKS)
    (finding,) = verified.findings
    assert finding.detail == f"the secret of round 1 was declared lost: {REASON}"
    assert finding in verified.accepted


@pytest.mark.parametrize("wheel", ["own", "dealer"])
def test_a_lost_sealing_key_does_not_end_a_round_in_which_all_is_drawn(
    tmp_path: Path, wheel: str
) -> None:
    """A number that waits to be confirmed, in a round of an earlier program; and the lights beside
    a wheel of wood."""
    own = wheel == "own"
    config = a_house(tmp_path, "sands-2019" if own else "fast-action-2020", wheel=wheel)
    first = FirstScheme(TABLE, secrets_of(config).sealing, os.urandom).open_bets(1)

    async def draws() -> None:
        async with opened(config) as house:
            await open_table(house)
            await does(house, first if own else OpenBets(), SpinBall(), CloseBets())
            await does(house, CallOutcome() if own else DrawBonusNumbers())

    asyncio.run(draws())
    (config.secrets / "sealing.key").unlink()
    assert joined(declare_lost(config, "sealing.key", REASON)) == SECRET

    async def goes_on() -> None:
        async with opened(config) as house:
            round_ = house.floor.tables[TABLE].state.round
            assert round_ is not None, "it is still in play"
            assert (round_.number, round_.lost) == (1, True)
            names = [one.name for one in house.store.read(table_stream(TABLE))]
            assert names.count(SecretLost.name) == 1
            assert not {RoundVoided.name, RoundAbandoned.name} & set(names)

    asyncio.run(goes_on())


def test_another_sealing_key_is_found_before_anything_is_played(tmp_path: Path) -> None:
    config = a_house(tmp_path, "edz-2020")
    left_with_a_round_in_play(config)
    key = config.secrets / "sealing.key"
    mine = key.read_bytes()
    key.write_text("ab" * 32 + "\n", encoding="ascii")
    assert refused(config).code == "house/sealing-key-other"
    key.write_bytes(mine)
    for name in ("sealing.key", "voucher.key", "credentials.json"):
        with pytest.raises(CroupierError) as no:
            declare_lost(config, name, REASON)
        assert no.value.code == "house/key-there"
    key.write_text("ab" * 32 + "\n", encoding="ascii")
    assert joined(declare_lost(config, "sealing.key", REASON)) == SECRET
    assert alerts(config) == ["key/lost"]


def test_an_automatic_table_goes_on_after_its_key_was_lost(tmp_path: Path) -> None:
    quick = Times(pause=0, countdown=1, spinning=0, running=0, reading=0)
    config = a_house(
        tmp_path, "fast-action-2020", deals="automatic", deals_when="always", timetable=quick
    )

    async def deals(until: Callable[[House], bool]) -> None:
        async with opened(config) as house:
            async with asyncio.timeout(60):
                while not until(house):
                    await asyncio.sleep(0.01)
            assert not house.stopped.is_set()

    asyncio.run(deals(lambda house: house.floor.tables[TABLE].state.round is not None))
    (config.secrets / "sealing.key").unlink()
    assert refused(config).code == "house/sealing-key-missing"
    declare_lost(config, "sealing.key", REASON)
    asyncio.run(deals(lambda house: len(house.floor.tables[TABLE].state.past) > 1))


def test_a_lost_signing_key_is_missed_and_none_is_made(tmp_path: Path) -> None:
    config = a_house(tmp_path, "edz-2020")
    left_with_a_round_in_play(config)
    (config.secrets / "signing.pem").unlink()
    left = sorted(config.secrets.iterdir())
    assert refused(config).code == "house/keys-missing"
    assert sorted(config.secrets.iterdir()) == left


def test_lost_credentials_are_missed_and_replaced_on_record(tmp_path: Path) -> None:
    config = a_house(tmp_path, "edz-2020")
    left_with_a_round_in_play(config)
    kept = config.secrets / "credentials.json"
    kept.unlink()
    assert refused(config).code == "house/credentials-missing"
    assert not kept.exists()
    lost = declare_lost(config, "credentials.json", REASON)
    assert joined(lost) == "the passwords of 0 people and the keys of 0 terminals are lost"
    assert alerts(config) == ["key/lost"]


def test_a_lost_voucher_key_is_replaced_on_record(tmp_path: Path) -> None:
    config = a_house(tmp_path, "edz-2020")

    async def pays() -> None:
        async with opened(config) as house:
            await open_table(house)
            await does(house, CashOut(player="ada", paid="voucher", amount=500))

    asyncio.run(pays())
    (config.secrets / "voucher.key").unlink()
    assert refused(config).code == "house/voucher-key-missing"
    assert joined(declare_lost(config, "voucher.key", REASON)) == NUMBERS
    assert alerts(config) == ["key/lost", "voucher/other-key"]


def test_a_lost_voucher_key_is_missed_where_only_a_document_needs_it(tmp_path: Path) -> None:
    """With another key nobody would know the excluded player by it."""
    config = a_house(tmp_path, "edz-2020")
    eve = Excluded(player="eve", reason="asked to be excluded", identity="S1234567D")
    config = msgspec.structs.replace(config, excluded=(eve,))
    assert alerts(config) == []
    key = config.secrets / "voucher.key"
    key.unlink()
    assert refused(config).code == "house/voucher-key-missing"
    assert not key.exists(), "none is made in its place"
    lost = joined(declare_lost(config, "voucher.key", REASON))
    assert lost.startswith("the documents of 1 excluded players are no longer recognised")
    assert alerts(config) == ["key/lost"]


def alerts(config: HouseConfig) -> list[str]:
    async def standing() -> list[str]:
        async with opened(config) as house:
            return [one.kind for one in house.office.state.alerts.values()]

    return asyncio.run(standing())


FILES = ("signing.pem", "sealing.key", "voucher.key", "credentials.json")


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_or_one_that_others_can_read_is_named_with_what_to_do(
    tmp_path: Path, name: str
) -> None:
    config = a_house(tmp_path, "edz-2020")
    left_with_a_round_in_play(config)
    file = config.secrets / name
    file.chmod(0o640)
    no = refused(config)
    assert (no.code, str(file) in str(no), "chmod 600" in str(no)) == (
        "file/unreadable",
        True,
        True,
    )
    file.chmod(0o600)
    for damage in (b"", b"nonsense", file.read_bytes()[:40]):
        file.write_bytes(damage)
        no = refused(config)
        assert (no.code, str(file) in str(no)) == ("file/unreadable", True)
        assert "restore it from a copy, or delete it and treat it as lost" in str(no)


def test_nothing_is_lost_in_a_house_that_was_never_opened(tmp_path: Path) -> None:
    with pytest.raises(CroupierError) as no:
        declare_lost(a_house(tmp_path, "edz-2020"), "sealing.key", REASON)
    assert no.value.code == "house/nothing-lost"


def first_start_killed_at(folder: Path, step: str, times: int) -> bool:
    """Whether the making of a house's keys was killed before it asked for a step so often."""
    child = os.fork()
    if child == 0:
        left, asked = [times], getattr(os, step)

        def dies(*given: object, **named: object) -> object:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return asked(*given, **named)

        setattr(os, step, dies)
        secrets_of(demonstration(folder / "house"))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


@pytest.mark.parametrize("step", ["fdopen", "fsync", "link"])
def test_a_first_start_killed_at_any_step_is_no_trouble_for_the_next(
    tmp_path: Path, step: str
) -> None:
    times, killed = 0, True
    while killed:
        times += 1
        folder = tmp_path / str(times)
        folder.mkdir()
        killed = first_start_killed_at(folder, step, times)
        config = demonstration(folder / "house")
        made = secrets_of(config)
        assert secrets_of(config).signing.public == made.signing.public
        assert not list(config.secrets.glob(".*")), "nothing is left over"
    assert times > 2, "each key is synced and named"
