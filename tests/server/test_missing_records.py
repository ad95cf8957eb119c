"""What is gone of a record is noticed: files, streams, the end of the write-ahead file.

A house that played is copied while it runs, so that its write-ahead file is there, and the copy is
then robbed. A start and ``croupier verify`` find it, name it, and say how to go on.
"""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from croupier.bootstrap import accept_loss, opened
from croupier.cli import main
from croupier.journal.check import lost
from croupier.journal.entry import Head
from croupier.journal.errors import JournalError
from croupier.journal.heads import HEADS, heads_file, read_heads_file, sign_head
from croupier.journal.keys import SigningKey
from croupier.journal.sqlite import SqliteRecord
from croupier.office.names import HOUSE
from croupier.rules.positions import Position
from croupier.rules.refusal import CroupierError, Refusal
from croupier.server.config.house import HouseConfig
from croupier.server.house import House
from croupier.table.keeping import ACCEPTED, require_kept
from tests.server.houses import TIMEOUT_S, automatic, configured
from tests.server.test_upgrade import copied

FILE = "journal.sqlite3"
TABLE = "table-sands-2019"
BOOKS = ("sands-2019", "edz-2020")
OTHER = SigningKey.from_seed(bytes(32))


def house_in(folder: Path) -> HouseConfig:
    return configured(folder, [automatic(book) for book in BOOKS])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house in its first life, copied as a kill would leave it."""
    folder = tmp_path_factory.mktemp("played")

    async def evening() -> None:
        config = house_in(folder / "house")
        async with opened(config) as house:
            made = await house.office.add_staff("gia", Position.DEALER, "a long enough word", HOUSE)
            assert not isinstance(made, Refusal)
            await asyncio.wait_for(settled(house, 2), TIMEOUT_S)
            promised(house, config)
            shutil.copytree(folder / "house", folder / "copy", ignore=_sockets)

    asyncio.run(evening())
    assert (folder / "copy" / "data" / f"{FILE}-wal").stat().st_size > 10_000
    return folder / "copy"


async def settled(house: House, more: int) -> None:
    """Until so many more rounds have ended at the table."""
    state = house.floor.tables[BOOKS[0]].state
    last = state.round_number + more
    while state.round_number <= last:
        await asyncio.sleep(0.01)


def promised(house: House, config: HouseConfig) -> None:
    """Until both heads files say all that is on record; that of the secrets is written last.

    The loop stands still meanwhile, so that nothing more is played.
    """
    until = monotonic() + TIMEOUT_S
    while any(
        heads(config.secrets).get(stream, 0) < house.store.head(stream).seq
        for stream in house.store.streams()
    ):
        assert monotonic() < until, "the heads files were not written"
        sleep(0.01)


def _sockets(folder: str, names: Sequence[str]) -> list[str]:
    return [name for name in names if not (Path(folder) / name).is_dir() and _is_odd(folder, name)]


def _is_odd(folder: str, name: str) -> bool:
    # Of a house that runs: a socket cannot be copied, and files beside others pass.
    return not (Path(folder) / name).is_file() or name.startswith(".") or name.endswith("-shm")


@pytest.fixture
def config(played: Path, tmp_path: Path) -> HouseConfig:
    shutil.copytree(played, tmp_path / "house")
    return house_in(tmp_path / "house")


def heads(folder: Path) -> dict[str, int]:
    kept = read_heads_file(folder)
    return {} if kept is None else {head.stream: head.seq for head in kept.heads}


def key_of(config: HouseConfig) -> SigningKey:
    return SigningKey.load(config.secrets / "signing.pem", config.data)


def start(config: HouseConfig) -> list[str]:
    """Open a house and close it again; the kinds of the alerts that stand."""

    async def one() -> list[str]:
        async with opened(config) as house:
            return [alert.kind for alert in house.office.state.alerts.values()]

    return asyncio.run(one())


def play_a_round(config: HouseConfig) -> None:
    """Open a house, play on, and end it in good order."""

    async def one() -> None:
        async with opened(config) as house:
            await asyncio.wait_for(settled(house, 1), TIMEOUT_S)

    asyncio.run(one())


def refused(config: HouseConfig) -> CroupierError:
    with pytest.raises(CroupierError) as caught:
        start(config)
    return caught.value


def verify(capsys: pytest.CaptureFixture[str], config: HouseConfig, *more: str) -> dict[str, Any]:
    """What verify says of the data alone; nothing found, where it exits with 0."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as caught:
        main(["verify", str(config.data), "--json", *more])
    said = capsys.readouterr()
    if caught.value.code == 2:
        return {"error": [json.loads(said.err)["error"]["message"]]}
    told = json.loads(said.out)
    assert caught.value.code == (0 if told["holds"] else 1)
    return {name: told[name] for name in ("findings", "accepted")}


def change(config: HouseConfig, *statements: str) -> None:
    connection = sqlite3.connect(config.data / FILE)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def delete_journal(config: HouseConfig) -> None:
    for file in config.data.glob(f"{FILE}*"):
        file.unlink()


def empty_journal(config: HouseConfig) -> None:
    delete_journal(config)
    (config.data / FILE).touch(mode=0o600)


def empty_tables(config: HouseConfig) -> None:
    change(config, "DELETE FROM entries", "DELETE FROM streams")


def empty_database(config: HouseConfig) -> None:
    delete_journal(config)
    connection = sqlite3.connect(config.data / FILE)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.close()


OF_TABLE = f"(SELECT id FROM streams WHERE name = '{TABLE}')"


def delete_stream(config: HouseConfig) -> None:
    change(
        config,
        f"DELETE FROM entries WHERE stream_id = {OF_TABLE}",
        f"DELETE FROM streams WHERE name = '{TABLE}'",
    )


def cut_stream(config: HouseConfig) -> None:
    """The last entries taken out with care: the stream's own head says so too."""
    last = f"(SELECT max(seq) FROM entries WHERE stream_id = {OF_TABLE})"
    change(
        config,
        f"DELETE FROM entries WHERE stream_id = {OF_TABLE} AND seq > {last} - 3",
        f"UPDATE streams SET head_seq = {last}, head_hash = (SELECT hash FROM entries "
        f"WHERE stream_id = {OF_TABLE} AND seq = {last}) WHERE name = '{TABLE}'",
    )


def delete_rows(config: HouseConfig) -> None:
    """As somebody with ``sqlite3`` would: the stream itself stays and says how far it went."""
    change(config, f"DELETE FROM entries WHERE stream_id = {OF_TABLE}")


def delete_last_rows(config: HouseConfig) -> None:
    last = f"(SELECT max(seq) FROM entries WHERE stream_id = {OF_TABLE})"
    change(config, f"DELETE FROM entries WHERE stream_id = {OF_TABLE} AND seq > {last} - 3")


def delete_all_rows(config: HouseConfig) -> None:
    change(config, "DELETE FROM entries")


def delete_wal(config: HouseConfig) -> None:
    (config.data / f"{FILE}-wal").unlink()


def delete_data(config: HouseConfig) -> None:
    shutil.rmtree(config.data)


def delete_journal_and_heads(config: HouseConfig) -> None:
    delete_journal(config)
    (config.data / HEADS).unlink()


ROBBERIES = (
    delete_journal,
    empty_journal,
    empty_tables,
    empty_database,
    delete_stream,
    cut_stream,
    delete_rows,
    delete_last_rows,
    delete_all_rows,
    delete_wal,
    delete_data,
    delete_journal_and_heads,
)


@pytest.mark.parametrize("rob", ROBBERIES, ids=lambda rob: rob.__name__)
def test_what_is_gone_is_named_at_a_start_which_then_changes_nothing(
    config: HouseConfig, rob: Callable[[HouseConfig], None]
) -> None:
    seq = heads(config.secrets)[TABLE]
    rob(config)
    no = refused(config).refusal
    assert no.code == "house/entries-missing"
    assert TABLE in no.message
    assert f"to {seq}, at the end, are not there" in no.message
    assert "croupier accept-loss" in no.message
    assert ("journal.sqlite3 is not there" in no.message) == (not (config.data / FILE).exists())
    assert refused(config).refusal == no, "a second try finds the same"


def test_looking_at_an_emptied_file_leaves_its_write_ahead_file(
    config: HouseConfig, capsys: pytest.CaptureFixture[str]
) -> None:
    """SQLite deletes the write-ahead file of an empty one, with all that is left in it."""
    wal = config.data / f"{FILE}-wal"
    left = wal.read_bytes()
    (config.data / FILE).write_bytes(b"")
    assert "error" in verify(capsys, config)
    assert refused(config).refusal.code == "house/entries-missing"
    assert wal.read_bytes() == left


def test_another_houses_signing_key_is_called_that(config: HouseConfig) -> None:
    """And not a loss of heads files, which somebody could accept."""
    (config.secrets / "signing.pem").unlink()
    SigningKey.make(config.secrets / "signing.pem", config.data)
    for refuses in (start, lambda config: accept_loss(config, "only the wrong key is here")):
        with pytest.raises(CroupierError) as caught:
            refuses(config)
        assert caught.value.refusal.code == "house/keys-missing"


@pytest.mark.parametrize("rob", ROBBERIES, ids=lambda rob: rob.__name__)
def test_going_on_is_a_decision_on_record_that_stays_accepted(
    config: HouseConfig, rob: Callable[[HouseConfig], None], capsys: pytest.CaptureFixture[str]
) -> None:
    rob(config)
    gone = accept_loss(config, "the disk is lost")
    assert TABLE in [one.stream for one in gone]
    assert accept_loss(config, "once more") == [], "it is accepted by now"
    assert start(config) == [ACCEPTED]
    told = verify(capsys, config)
    assert told["findings"] == []
    assert {one["stream"] for one in told["accepted"]} == {one.stream for one in gone}
    # What goes next is new.
    delete_journal(config)
    assert refused(config).refusal.code == "house/entries-missing"


def test_a_second_loss_of_a_stream_is_as_new_as_the_first(
    config: HouseConfig, capsys: pytest.CaptureFixture[str]
) -> None:
    cut_stream(config)
    accept_loss(config, "the end is lost")
    play_a_round(config)
    seq = heads(config.secrets)[TABLE]
    cut_stream(config)
    no = refused(config).refusal
    assert no.code == "house/entries-missing"
    assert f"{seq - 2} to {seq}, at the end, are not there" in no.message
    new = [(one["stream"], one["seq"], one["what"]) for one in verify(capsys, config)["findings"]]
    assert new == [(TABLE, seq - 2, "tail-missing")]


@pytest.mark.parametrize(
    ("rob", "what"),
    [
        (empty_tables, "tail-missing"),
        (delete_stream, "tail-missing"),
        (cut_stream, "tail-missing"),
        (delete_rows, "tail-missing"),
        (delete_last_rows, "tail-missing"),
        (delete_all_rows, "tail-missing"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_verify_needs_no_head_to_find_it(
    config: HouseConfig,
    rob: Callable[[HouseConfig], None],
    what: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert verify(capsys, config) == {"findings": [], "accepted": []}
    rob(config)
    found = {(one["stream"], one["what"]) for one in verify(capsys, config)["findings"]}
    assert (TABLE, what) in found


@pytest.mark.parametrize(
    "rob", [delete_journal, empty_journal, empty_database, delete_wal], ids=lambda rob: rob.__name__
)
def test_verify_of_no_journal_says_what_was_promised(
    config: HouseConfig,
    rob: Callable[[HouseConfig], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    seq = heads(config.data)[TABLE]
    rob(config)
    (said,) = verify(capsys, config)["error"]
    assert f"{HEADS} promises" in said
    assert f"{TABLE} up to {seq}" in said


# The write-ahead file


def outcome(config: HouseConfig, whole: dict[str, list[bytes]]) -> str:
    """What becomes of a damaged write-ahead file: refused by a start, or all that was promised is
    there to the byte. The start itself is left out: it would take too long for so many."""
    (config.data / f"{FILE}-shm").unlink(missing_ok=True)
    try:
        require_kept(config.data, config.secrets, key_of(config), had_people=False)
        with SqliteRecord(config.data) as record:
            for stream, seq in heads(config.secrets).items():
                kept = [one.hash for one in record.read(stream, None, seq)]
                assert kept == whole[stream][:seq], f"{stream} is shorter than promised"
    except (CroupierError, JournalError):
        return "refused"
    return "kept"


def test_a_write_ahead_file_flipped_or_cut_anywhere_is_never_silently_shorter(
    config: HouseConfig,
) -> None:
    with SqliteRecord(config.data) as record:
        whole = {name: [one.hash for one in record.read(name)] for name in record.streams()}
    wal = config.data / f"{FILE}-wal"
    content = wal.read_bytes()
    seen: dict[str, set[str]] = {"flipped": set(), "cut": set()}
    for at in range(0, len(content), 1000):
        wal.write_bytes(content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :])
        seen["flipped"].add(outcome(config, whole))
        wal.write_bytes(content[:at])
        seen["cut"].add(outcome(config, whole))
    wal.write_bytes(content)
    assert outcome(config, whole) == "kept"
    assert "refused" in seen["flipped"]
    assert "refused" in seen["cut"]


# The heads files themselves


def test_a_heads_file_that_lags_is_no_trouble(
    config: HouseConfig, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a crash between the entries and the file leaves it; the start brings it up to date."""
    key = key_of(config)
    with SqliteRecord(config.data) as record:
        early = [sign_head(key, TABLE, next(record.read(TABLE, None, 1)).head)]
    for folder in (config.data, config.secrets):
        (folder / HEADS).write_text(heads_file(key, early), encoding="utf-8")
    assert verify(capsys, config) == {"findings": [], "accepted": []}
    assert start(config) == []
    with SqliteRecord(config.data) as record:
        assert heads(config.data) == heads(config.secrets)
        assert heads(config.data) == {name: record.head(name).seq for name in record.streams()}


def test_rows_that_no_heads_file_promised_yet_are_missed_too(config: HouseConfig) -> None:
    """The record itself says how far each stream went."""
    key, seq = key_of(config), heads(config.secrets)[TABLE]
    with SqliteRecord(config.data) as record:
        early = [sign_head(key, TABLE, next(record.read(TABLE, None, 1)).head)]
    for folder in (config.data, config.secrets):
        (folder / HEADS).write_text(heads_file(key, early), encoding="utf-8")
    delete_last_rows(config)
    no = refused(config).refusal
    assert no.code == "house/entries-missing"
    assert f"{TABLE}: entries {seq - 2} to {seq}, at the end, are not there" in no.message
    accept_loss(config, "somebody deleted them")
    assert start(config) == [ACCEPTED]


def test_rows_deleted_before_an_end_that_was_cut_with_care_are_one_gap(config: HouseConfig) -> None:
    seq = heads(config.secrets)[TABLE]
    cut_stream(config)
    delete_last_rows(config)
    whole = f"{TABLE}: entries {seq - 5} to {seq}, at the end, are not there"
    assert whole in refused(config).refusal.message
    assert TABLE in [one.stream for one in accept_loss(config, "somebody deleted them")]
    assert start(config) == [ACCEPTED]


def torn(config: HouseConfig) -> str:
    text = (config.data / HEADS).read_text(encoding="utf-8")
    return text[: len(text) // 2]


def shortened(config: HouseConfig) -> str:
    """A stream left out: the seal is of the whole list."""
    return "".join((config.data / HEADS).read_text(encoding="utf-8").splitlines(keepends=True)[1:])


def of_another_house(config: HouseConfig) -> str:
    return heads_file(OTHER, [sign_head(OTHER, TABLE, Head(10_000, bytes(32)))])


@pytest.mark.parametrize("made", [None, torn, shortened, of_another_house])
@pytest.mark.parametrize("where", ["data", "secrets"])
def test_one_heads_file_gone_or_not_genuine_is_an_alert_and_made_anew(
    config: HouseConfig,
    where: str,
    made: Callable[[HouseConfig], str] | None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = getattr(config, where) / HEADS
    if made is None:
        file.unlink()
    else:
        file.write_text(made(config), encoding="utf-8")
    if where == "data":
        assert verify(capsys, config)["findings"], "an auditor has the data alone"
    assert start(config) == ["record/heads"]
    assert heads(config.data) == heads(config.secrets)
    assert verify(capsys, config) == {"findings": [], "accepted": []}


def test_without_any_heads_file_a_house_that_had_them_does_not_open(
    config: HouseConfig, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in (config.data, config.secrets):
        (folder / HEADS).unlink()
    assert refused(config).refusal.code == "house/heads-missing"
    accept_loss(config, "deleted by mistake")
    assert start(config) == [ACCEPTED]
    assert verify(capsys, config)["findings"] == []


def test_without_heads_files_and_journal_a_house_that_had_people_does_not_open(
    config: HouseConfig, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in (config.data, config.secrets):
        (folder / HEADS).unlink()
    for file in config.data.glob(f"{FILE}*"):
        file.unlink()
    no = refused(config).refusal
    assert (no.code, FILE in no.message) == ("house/heads-missing", True)
    accept_loss(config, "the disk died, there is no backup")
    assert start(config) == [ACCEPTED]
    assert verify(capsys, config)["findings"] == []


def test_a_start_that_ended_before_its_first_entry_is_no_loss(tmp_path: Path) -> None:
    config = house_in(tmp_path / "new")
    assert start(config) == []
    for file in config.data.glob(f"{FILE}*"):
        file.unlink()
    for folder in (config.data, config.secrets):
        (folder / HEADS).write_text(heads_file(key_of(config), []), encoding="utf-8")
    assert start(config) == []
    (config.secrets / HEADS).write_text(heads_file(key_of(config), []), encoding="utf-8")
    (config.data / HEADS).write_text(heads_file(key_of(config), []), encoding="utf-8")
    assert start(config) == [], "the entries came, and the kill before their heads"


def test_a_house_from_before_gets_heads_files_without_a_word(tmp_path: Path) -> None:
    config = copied("house-0.1", tmp_path, 5_000_000)
    assert not (config.data / HEADS).exists()
    assert "record/heads" not in start(config)
    assert heads(config.data) == heads(config.secrets) != {}
    assert (config.data / HEADS).stat().st_mode & 0o777 == 0o600


# Backups


def test_an_older_backup_under_newer_heads_is_refused_until_that_is_decided(
    config: HouseConfig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start(config)
    old, secrets = tmp_path / "old", str(config.secrets)
    with pytest.raises(SystemExit):
        main(["backup", str(config.data), str(old), "--with-secrets", secrets])
    start(config)
    shutil.rmtree(config.data)
    with pytest.raises(SystemExit) as caught:
        main(["restore", str(old), str(config.data)])
    assert caught.value.code == 0
    assert refused(config).refusal.code == "house/entries-missing"
    accept_loss(config, "the newer record is lost")
    assert start(config) == [ACCEPTED]
    assert verify(capsys, config)["findings"] == []
    # Restored with its secrets, the backup is a house of its own moment.
    again = house_in(tmp_path / "again")
    with pytest.raises(SystemExit) as caught:
        main(["restore", str(old), str(again.data), "--secrets", str(again.secrets)])
    assert caught.value.code == 0
    assert start(again) == []


def test_a_backup_of_less_than_was_promised_is_restored_by_a_decision(
    config: HouseConfig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut_stream(config)
    with pytest.raises(SystemExit) as caught:
        main(["backup", str(config.data), str(tmp_path / "copy")])
    assert caught.value.code == 1
    shutil.rmtree(config.data)
    restore = ["restore", str(tmp_path / "copy"), str(config.data)]
    with pytest.raises(SystemExit) as caught:
        main(restore)
    assert caught.value.code == 1
    with pytest.raises(SystemExit) as caught:
        main([*restore, "--accept-damage", "all that is left"])
    assert caught.value.code == 0
    start(config)
    assert verify(capsys, config)["findings"] == []
    assert [one["stream"] for one in verify(capsys, config)["accepted"]] == [TABLE]


# Heads that others carry


def test_heads_that_clients_kept_name_what_is_gone_and_stay_apart_once_accepted(
    config: HouseConfig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with SqliteRecord(config.data) as record:
        carried = [sign_head(key_of(config), TABLE, one.head) for one in record.read(TABLE)][-4:]
    kept = tmp_path / "kept.txt"
    kept.write_text("".join(f"{head.line}\n" for head in carried), encoding="utf-8")
    assert verify(capsys, config, "--head", str(kept))["findings"] == []
    cut_stream(config)
    shutil.copy(config.secrets / HEADS, tmp_path / "carried.heads")
    for folder in (config.data, config.secrets):
        (folder / HEADS).unlink()
    seq = carried[-1].seq
    for given in (kept, tmp_path / "carried.heads"):
        found = verify(capsys, config, "--head", str(given))["findings"]
        assert (TABLE, seq - 2) in [(one["stream"], one["seq"]) for one in found]
    shutil.copy(tmp_path / "carried.heads", config.secrets / HEADS)
    accept_loss(config, "the end is lost")
    start(config)
    told = verify(capsys, config, "--head", str(kept))
    assert told["findings"] == []
    assert {one["stream"] for one in told["accepted"]} == {TABLE}


def test_a_head_beyond_the_record_is_lost_and_one_on_the_chain_is_not(config: HouseConfig) -> None:
    with SqliteRecord(config.data) as record:
        end, key = record.head(TABLE), key_of(config)
        ours = [sign_head(key, TABLE, Head(end.seq + more, end.hash)) for more in (0, 1)]
        assert [one.head.seq for one in lost(record, ours)] == [end.seq + 1]
        (wrong,) = lost(record, [sign_head(key, TABLE, Head(end.seq, bytes(32)))])
        assert wrong.finding.what == "rewritten"
