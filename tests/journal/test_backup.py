"""A copy of a data folder, taken while a house writes in it, and left whole or not at all."""

import asyncio
import threading
from pathlib import Path

import pytest

from croupier import books
from croupier.journal import backup
from croupier.journal.backup import copy_data, copy_secrets
from croupier.journal.check import check
from croupier.journal.errors import StoreDamaged, StoreRefused
from croupier.journal.sqlite import SqliteRecord, SqliteStore
from croupier.round.opening import OpenBets
from croupier.table.core import table_stream
from croupier.table.verifying import verify
from tests.journal.samples import play_day
from tests.table.floors import Serving, run

TABLE = "edz-2020"
PLAYERS = tuple(f"player-{number}" for number in range(20))
WAGERS = 2000
STEPS = 8


def test_a_running_house_is_copied_as_it_was_at_one_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "PAGES_AT_ONCE", 20)
    acknowledged: list[int] = []
    step = threading.Semaphore(0)
    waited: list[int] = []

    def told(done: int, of: int) -> None:
        """Between two steps of the copy the house accepts more wagers."""
        if len(waited) < STEPS:
            waited.append(len(acknowledged))
            assert step.acquire(timeout=180)

    async def bet(serving: Serving, player: str, count: int) -> None:
        for _ in range(count):
            answer = await serving.bet(TABLE, player, "red", 100)
            assert answer.accepted
            acknowledged.append(answer.seq)

    async def everyone_bets(serving: Serving, count: int) -> None:
        await asyncio.gather(*(bet(serving, player, count) for player in PLAYERS))

    async def scenario() -> None:
        with SqliteStore(tmp_path / "data") as store:
            serving = await Serving(store).start()
            await serving.open(TABLE, *PLAYERS)
            await serving.must(TABLE, OpenBets())
            await everyone_bets(serving, WAGERS // len(PLAYERS))
            before = list(acknowledged)
            copying = asyncio.ensure_future(
                asyncio.to_thread(copy_data, tmp_path / "data", tmp_path / "copy", told)
            )
            for _ in range(STEPS):
                await everyone_bets(serving, 10)
                step.release()
            await copying
            await serving.stop()
        assert waited[-1] > len(before), "the house went on while it was copied"
        with SqliteRecord(tmp_path / "copy") as copy:
            assert check(copy).findings == []
            verified = verify(copy, {book: books.load(book) for book in books.ids()})
            assert verified.findings == []
            kept = {stored.seq for stored in copy.read(table_stream(TABLE))}
        assert set(before) <= kept
        assert kept == set(range(1, max(kept) + 1))

    run(scenario)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    with SqliteStore(folder) as store:
        play_day(store, "table-1", "2026-03-01")
    return folder


def test_a_copy_is_for_its_owner_alone(data: Path, tmp_path: Path) -> None:
    (data / "archives").mkdir()
    (data / "archives" / "table-1-1-7.jsonl.gz").write_bytes(b"archived")
    (data / "archives" / "half.jsonl.gz.partial").write_bytes(b"half")
    copy_data(data, tmp_path / "backups" / "monday")
    copy = tmp_path / "backups" / "monday"
    names = sorted(path.relative_to(copy).as_posix() for path in copy.rglob("*"))
    assert names == ["archives", "archives/table-1-1-7.jsonl.gz", "journal.sqlite3"]
    modes = {path.stat().st_mode & 0o777 for path in copy.rglob("*") if path.is_file()}
    assert (copy.stat().st_mode & 0o777, modes) == (0o700, {0o600})


def test_secrets_are_copied_for_their_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "signing.pem").write_text("key", encoding="utf-8")
    (tmp_path / "secrets" / "elsewhere").symlink_to("/etc/hostname")
    copy_secrets(tmp_path / "secrets", tmp_path / "copy", tmp_path)
    assert [path.name for path in (tmp_path / "copy").iterdir()] == ["signing.pem"]
    assert (tmp_path / "copy" / "signing.pem").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("fails", ["sync", "_copy_journal"])
def test_a_copy_that_fails_leaves_nothing(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(backup, fails, fail)
    with pytest.raises(OSError, match="no space"):
        copy_data(data, tmp_path / "copy")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_a_copy_is_never_written_over_anything(data: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    copy_data(data, tmp_path / "empty")
    (tmp_path / "file").write_text("x", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for taken in (tmp_path / "empty", tmp_path / "file", tmp_path / "link"):
        with pytest.raises(StoreRefused, match="there already"):
            copy_data(data, taken)


def test_what_is_no_journal_is_not_copied(tmp_path: Path) -> None:
    with pytest.raises(StoreRefused):
        copy_data(tmp_path / "nowhere", tmp_path / "copy")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "journal.sqlite3").write_bytes(b"nonsense" * 1000)
    with pytest.raises(StoreDamaged):
        copy_data(tmp_path / "data", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
