"""Closed days in archives: still proven from end to end, and safe to be killed anywhere."""

import gzip
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.journal import archive
from croupier.journal.archive import ArchivedRecord, archive_closed_days, archive_older
from croupier.journal.check import check
from croupier.journal.entry import Head
from croupier.journal.errors import (
    ArchiveDamaged,
    EntriesArchived,
    RetentionRefused,
    StoreClosed,
    StoreDamaged,
)
from croupier.journal.events import snapshot
from croupier.journal.heads import sign_head
from croupier.journal.memory import MemoryStore
from croupier.journal.sqlite import SqliteStore
from croupier.journal.store import Store
from croupier.journal.walk import What, since_snapshot
from tests.journal.rotation import key_rotated
from tests.journal.samples import KEY, NEXT_KEY, begin, place_wagers, play_day, put, sign

TABLE = "table-1"


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Three days of a table, and wagers of the fourth."""
    store: Store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "data")
    for day in ("2026-03-01", "2026-03-02", "2026-03-03"):
        play_day(store, TABLE, day)
    begin(store, "house")
    place_wagers(store, TABLE, 3)
    yield store
    store.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "archive"


def archives(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl.gz"))


def test_the_closed_days_are_moved_and_the_snapshot_stays(store: Store, folder: Path) -> None:
    whole = list(store.read(TABLE))
    path = archive_closed_days(store, TABLE, folder)
    assert path == folder / "table-1-1-23.jsonl.gz"
    assert list(archive.read(path)) == whole[:23]
    assert list(store.read(TABLE)) == whole[23:]
    assert whole[23].name == "journal.snapshot"
    assert store.base(TABLE) == whole[22].head
    assert archive_closed_days(store, TABLE, folder) is None
    assert store.base("house").seq == 0


def test_an_archive_is_for_its_owner_alone(store: Store, folder: Path) -> None:
    before = os.umask(0)
    try:
        path = archive_closed_days(store, TABLE, folder)
    finally:
        os.umask(before)
    assert path is not None
    assert [stat.S_IMODE(one.stat().st_mode) for one in (folder, path)] == [0o700, 0o600]


def test_the_check_goes_on_from_the_head_that_was_kept(store: Store, folder: Path) -> None:
    archive_closed_days(store, TABLE, folder)
    report = check(store, KEY.public)
    assert report.findings == []
    followed = {one.stream: one for one in report.streams}[TABLE]
    assert (followed.base_seq, followed.seq, followed.signed_seq) == (23, 28, 24)


def test_with_the_archives_everything_is_read_and_checked(store: Store, folder: Path) -> None:
    whole = list(store.read(TABLE))
    old = sign_head(KEY, TABLE, whole[4].head)
    archive_closed_days(store, TABLE, folder, snapshot_seq=8)
    archive_closed_days(store, TABLE, folder)
    assert len(archives(folder)) == 2
    record = ArchivedRecord(store, archives(folder))
    assert list(record.read(TABLE)) == whole
    assert list(record.read(TABLE, 5, 10)) == whole[5:15]
    assert record.streams() == ["house", TABLE]
    report = check(record, KEY.public, [old])
    assert report.findings == []
    assert [one.base_seq for one in report.streams] == [0, 0]
    assert [one.what for one in check(store, heads=[old]).findings] == [What.HEAD_ARCHIVED]


def test_a_head_at_the_very_edge_is_checked_without_the_archive(store: Store, folder: Path) -> None:
    archive_closed_days(store, TABLE, folder)
    base = store.base(TABLE)
    assert check(store, heads=[sign_head(KEY, TABLE, base)]).findings == []
    other = sign_head(KEY, TABLE, Head(base.seq, bytes(32)))
    assert [one.what for one in check(store, heads=[other]).findings] == [What.REWRITTEN]


def test_a_missing_archive_is_a_gap(store: Store, folder: Path) -> None:
    archive_closed_days(store, TABLE, folder, snapshot_seq=8)
    archive_closed_days(store, TABLE, folder, snapshot_seq=16)
    archive_closed_days(store, TABLE, folder)
    first, _, third = sorted(archives(folder), key=lambda path: archive.read_label(path).after.seq)
    report = check(ArchivedRecord(store, [first, third]), KEY.public)
    assert [(one.seq, one.what) for one in report.findings] == [(8, What.GAP)]


def test_a_start_reads_from_the_snapshot(store: Store, folder: Path) -> None:
    before = list(since_snapshot(store, TABLE, KEY.public))
    archive_closed_days(store, TABLE, folder)
    assert list(since_snapshot(store, TABLE, KEY.public)) == before
    assert (before[0].seq, before[0].name) == (24, "journal.snapshot")
    with pytest.raises(EntriesArchived):
        store.read(TABLE, 0)


def test_a_key_that_changed_before_the_archive_is_named_by_the_snapshot(
    store: Store, folder: Path
) -> None:
    put(store, TABLE, key_rotated(KEY, NEXT_KEY))
    put(store, TABLE, snapshot(TABLE, "2026-03-04", NEXT_KEY, b"state"))
    sign(store, TABLE, NEXT_KEY)
    put(store, "house", key_rotated(KEY, NEXT_KEY))
    archive_closed_days(store, TABLE, folder)
    assert check(store, NEXT_KEY.public).findings == []
    assert check(store, KEY.public).findings == []
    assert check(ArchivedRecord(store, archives(folder)), KEY.public).findings == []


def test_only_a_signed_snapshot_closes_a_day(folder: Path) -> None:
    store = MemoryStore()
    begin(store, TABLE)
    place_wagers(store, TABLE, 3)
    with pytest.raises(RetentionRefused, match="no day is closed"):
        archive_closed_days(store, TABLE, folder)
    put(store, TABLE, snapshot(TABLE, "2026-03-01", KEY, b""))
    with pytest.raises(RetentionRefused, match="is not signed yet"):
        archive_closed_days(store, TABLE, folder)
    sign(store, TABLE)
    with pytest.raises(RetentionRefused, match="no snapshot there"):
        archive_closed_days(store, TABLE, folder, snapshot_seq=3)
    assert archive_closed_days(store, TABLE, folder) is not None


class Killed(BaseException):
    """The process ends here."""


POINTS = ["begun", "half-written", "written", "synced", "verified", "renamed", "before-drop"]


def kill_at(point: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*_: object) -> None:
        raise Killed

    targets: dict[str, tuple[object, str]] = {
        "begun": (archive, "label"),
        "half-written": (gzip.GzipFile, "close"),
        "written": (archive, "sync"),
        "synced": (archive, "require_whole"),
        "verified": (Path, "replace"),
        "renamed": (archive, "keep"),
    }
    if point == "before-drop":
        monkeypatch.setattr(MemoryStore, "drop", die)
        monkeypatch.setattr(SqliteStore, "drop", die)
    else:
        target, name = targets[point]
        monkeypatch.setattr(target, name, die)


@pytest.mark.parametrize("point", POINTS)
def test_killed_anywhere_nothing_is_lost_and_the_next_run_finishes(
    store: Store, folder: Path, point: str
) -> None:
    whole = list(store.read(TABLE))
    with pytest.MonkeyPatch.context() as patch:
        kill_at(point, patch)
        with pytest.raises(Killed):
            archive_closed_days(store, TABLE, folder)
    assert list(store.read(TABLE)) == whole
    assert check(store, KEY.public).findings == []
    play_day(store, TABLE, "2026-03-04")
    whole = [*whole, *store.read(TABLE, len(whole))]
    archive_closed_days(store, TABLE, folder)
    record = ArchivedRecord(store, archives(folder))
    assert list(record.read(TABLE)) == whole
    assert check(record, KEY.public).findings == []
    assert store.base(TABLE).seq == len(whole) - 2


def test_an_archive_left_by_an_interrupted_run_is_taken_for_what_it_is(
    store: Store, folder: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        kill_at("before-drop", patch)
        with pytest.raises(Killed):
            archive_closed_days(store, TABLE, folder)
    archive.finish_interrupted(store, TABLE, folder)
    assert store.base(TABLE).seq == 23


@pytest.mark.parametrize("interrupted", [False, True])
def test_the_archive_is_on_the_disk_before_the_store_lets_go(
    store: Store, folder: Path, interrupted: bool
) -> None:
    """Also one that an interrupted run left: its name may not be on the disk yet."""
    if interrupted:
        with pytest.MonkeyPatch.context() as patch:
            kill_at("renamed", patch)
            with pytest.raises(Killed):
                archive_closed_days(store, TABLE, folder)
    done: list[str] = []
    drop = store.drop

    def note_sync(path: Path) -> None:
        done.append(path.name)

    def note_drop(stream: str, through: Head) -> None:
        done.append("drop")
        drop(stream, through)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(archive, "sync", note_sync)
        patch.setattr(store, "drop", note_drop)
        archive_closed_days(store, TABLE, folder)
    name = "table-1-1-23.jsonl.gz"
    first = done.index("drop")
    assert done[first - 3 :] == [name, "archive", folder.parent.name, *["drop"] * 3]
    assert done[: first - 3] == ([] if interrupted else [f"{name}.partial"])


def test_a_damaged_archive_does_not_make_the_store_let_go(store: Store, folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        kill_at("before-drop", patch)
        with pytest.raises(Killed):
            archive_closed_days(store, TABLE, folder)
    (path,) = archives(folder)
    path.write_bytes(path.read_bytes()[:-40])
    archive.finish_interrupted(store, TABLE, folder)
    assert store.base(TABLE).seq == 0
    archive_closed_days(store, TABLE, folder)
    assert check(ArchivedRecord(store, archives(folder)), KEY.public).findings == []


def test_what_is_damaged_is_not_archived(tmp_path: Path, folder: Path) -> None:
    with SqliteStore(tmp_path / "data") as store:
        play_day(store, TABLE, "2026-03-01")
        store._writer.execute("UPDATE entries SET at_ms = 0 WHERE seq = 3")
        with pytest.raises(ArchiveDamaged, match="breaks at entry 3"):
            archive_closed_days(store, TABLE, folder)
        assert store.base(TABLE).seq == 0
        assert archives(folder) == []


def test_the_same_entries_give_the_same_file(store: Store, tmp_path: Path) -> None:
    base = store.base(TABLE)
    part = archive.label(TABLE, base, store.head(TABLE))
    paths = [archive.write(tmp_path / name, part, store.read(TABLE)) for name in ("x", "y")]
    assert paths[0].read_bytes() == paths[1].read_bytes()


@pytest.fixture
def one_archive(folder: Path) -> tuple[Store, Path]:
    store = MemoryStore()
    play_day(store, TABLE, "2026-03-01")
    path = archive_closed_days(store, TABLE, folder)
    assert path is not None
    return store, path


def test_any_byte_of_an_archive_flipped_is_found_or_means_nothing(
    one_archive: tuple[Store, Path],
) -> None:
    store, path = one_archive
    content, whole = path.read_bytes(), list(archive.read(path))
    for at in range(len(content)):
        path.write_bytes(content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :])
        try:
            record = ArchivedRecord(store, [path])
            identical = list(archive.read(path)) == whole
            assert identical or check(record, KEY.public).findings
        except ArchiveDamaged:
            continue


def test_a_changed_archive_is_found_at_its_place(one_archive: tuple[Store, Path]) -> None:
    store, path = one_archive
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"version":1', b'"version":2')
    path.write_bytes(gzip.compress(b"".join(lines)))
    report = check(ArchivedRecord(store, [path]), KEY.public)
    assert [(one.seq, one.what) for one in report.findings] == [(3, What.DAMAGED)]


@pytest.mark.parametrize(
    "content",
    [b"", b"x", gzip.compress(b"", mtime=0), gzip.compress(b"{}\n", mtime=0)],
    ids=["nothing", "a letter", "an empty archive", "an empty line"],
)
def test_what_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(content)
    with pytest.raises(ArchiveDamaged):
        ArchivedRecord(MemoryStore(), [path])


def test_an_archive_under_another_label_is_not_taken(one_archive: tuple[Store, Path]) -> None:
    _, path = one_archive
    part = archive.read_label(path)
    archive.require_whole(path, part)
    for other in (
        archive.label("table-2", part.after, part.through),
        archive.label(TABLE, part.after, Head(part.through.seq, bytes(32))),
    ):
        with pytest.raises(ArchiveDamaged, match="not the archive"):
            archive.require_whole(path, other)


def test_an_archive_that_ends_early_is_not_whole(store: Store, tmp_path: Path) -> None:
    part = archive.label(TABLE, store.base(TABLE), store.head(TABLE))
    with pytest.raises(ArchiveDamaged, match="ends at 5, and should at 28"):
        archive.write(tmp_path / "x", part, store.read(TABLE, 0, 5))
    assert archives(tmp_path / "x") == []


def test_a_record_with_its_archives_gives_what_the_record_gives(
    one_archive: tuple[Store, Path],
) -> None:
    store, path = one_archive
    with ArchivedRecord(store, [path]) as record:
        assert record.last(TABLE, "journal.snapshot") == store.last(TABLE, "journal.snapshot")
        assert record.head(TABLE) == store.head(TABLE)
        assert list(record.faults()) == []
    with pytest.raises(StoreClosed):
        list(store.read(TABLE))


def test_an_unreadable_archive_is_a_finding(one_archive: tuple[Store, Path]) -> None:
    store, path = one_archive
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    path.write_bytes(gzip.compress(b"".join([*lines[:4], b"nonsense\n"])))
    report = check(ArchivedRecord(store, [path]), KEY.public)
    assert [(one.seq, one.what) for one in report.findings] == [(4, What.UNREADABLE)]


def test_a_reading_error_names_its_place() -> None:
    error = StoreDamaged("torn", "table-1", 7)
    assert str(error) == "table-1 at 7 cannot be read: torn"


def test_an_archive_ends_where_a_day_did_and_within_one_where_none_has(folder: Path) -> None:
    """Else a house whose days never end, or roll from table to table, would keep everything."""
    store = MemoryStore()
    play_day(store, TABLE, "2026-03-01")
    ended = play_day(store, TABLE, "2026-03-02").seq
    for _ in range(2):
        place_wagers(store, TABLE, 5)
        put(store, TABLE, snapshot(TABLE, "2026-03-03", KEY, b"state", within=True))
        sign(store, TABLE)
    within = store.last(TABLE, "journal.snapshot")
    assert within is not None
    list(archive_older(store, folder, within.at_ms + 1))
    assert store.base(TABLE).seq == ended - 1, "the third day is whole"
    list(archive_older(store, folder, within.at_ms))
    assert store.base(TABLE).seq == ended + 6, "no day ended since, and the first part is old"
    list(archive_older(store, folder, within.at_ms + 1))
    assert store.base(TABLE).seq == within.seq - 1
    assert check(ArchivedRecord(store, archives(folder)), KEY.public).findings == []
    assert check(store, KEY.public).findings == []


@pytest.mark.parametrize("drops", [1, 2, 3])
def test_entries_are_let_go_part_by_part_and_a_cut_is_made_good(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch, drops: int
) -> None:
    """A day of a busy table is not let go in one breath: others write meanwhile."""
    whole, honest = list(store.read(TABLE)), store.drop
    done: list[Head] = []

    def cut(stream: str, through: Head) -> None:
        if len(done) == drops:
            raise KeyboardInterrupt
        done.append(through)
        honest(stream, through)

    monkeypatch.setattr(store, "drop", cut)
    if drops < 3:
        with pytest.raises(KeyboardInterrupt):
            archive_closed_days(store, TABLE, folder)
    else:
        archive_closed_days(store, TABLE, folder)
    assert next(store.read(TABLE)).name == "journal.snapshot"
    assert check(store, KEY.public).findings == []
    record = ArchivedRecord(store, archives(folder))
    assert list(record.read(TABLE)) == whole
    monkeypatch.setattr(store, "drop", honest)
    archive.finish_interrupted(store, TABLE, folder)
    assert store.base(TABLE).seq == 23
    assert list(ArchivedRecord(store, archives(folder)).read(TABLE)) == whole
