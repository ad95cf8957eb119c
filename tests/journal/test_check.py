"""The check: damage with its place, cut tails, rewritten records, keys that changed hands."""

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import msgspec
import pytest

from croupier.journal.check import Report, check
from croupier.journal.entry import Entry, Stored
from croupier.journal.events import (
    Begun,
    KeyRotated,
    begun,
    signed,
    snapshot,
)
from croupier.journal.heads import SignedHead, sign_head
from croupier.journal.keys import SigningKey, rotation
from croupier.journal.memory import MemoryStore
from croupier.journal.sqlite import SqliteRecord, SqliteStore
from croupier.journal.store import Store
from croupier.journal.walk import What
from tests.journal.rotation import key_rotated
from tests.journal.samples import (
    KEY,
    NEXT_KEY,
    NOW_MS,
    THIEF,
    begin,
    entry,
    place_wagers,
    play_day,
    put,
    sign,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small journal: a day of one table, and the house."""
    folder = tmp_path / "data"
    with SqliteStore(folder) as store:
        play_day(store, "table-1", "2026-03-01")
        begin(store, "house")
        place_wagers(store, "house", 3)
    return folder


def found(report: Report) -> list[tuple[str, int, What]]:
    return [(one.stream, one.seq, one.what) for one in report.findings]


def check_folder(
    folder: Path, key: bytes | None = None, heads: Sequence[SignedHead] = ()
) -> Report:
    with SqliteRecord(folder) as record:
        return check(record, key, heads)


def alter(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / "journal.sqlite3")
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_whole_record_has_no_findings(folder: Path) -> None:
    report = check_folder(folder, KEY.public)
    assert report.findings == []
    followed = {one.stream: one for one in report.streams}
    table, house = followed["table-1"], followed["house"]
    assert (table.base_seq, table.seq, table.signed_seq) == (0, 9, 8)
    assert (house.base_seq, house.seq, house.signed_seq) == (0, 4, 0)
    assert table.key_id == house.key_id == KEY.id


def damage(folder: Path, seq: int, column: str, part: int) -> None:
    """Flip a bit of an entry of table 1: near the beginning, in the middle, or at the end."""
    connection = sqlite3.connect(folder / "journal.sqlite3")
    query = f"SELECT {column} FROM entries WHERE stream_id = 1 AND seq = {seq}"
    (value,) = connection.execute(query).fetchone()
    if isinstance(value, int):
        value ^= 1 << part
    else:
        content = bytearray(value.encode() if isinstance(value, str) else value)
        content[part * (len(content) - 1) // 2] ^= 1
        value = content.decode() if isinstance(value, str) else bytes(content)
    change = f"UPDATE entries SET {column} = ? WHERE stream_id = 1 AND seq = {seq}"
    connection.execute(change, (value,))
    connection.commit()
    connection.close()


@pytest.mark.parametrize("column", ["body", "hash", "at_ms", "name", "version"])
def test_one_damaged_entry_is_one_finding_at_its_place(folder: Path, column: str) -> None:
    content = (folder / "journal.sqlite3").read_bytes()
    for seq, part in product(range(1, 10), range(3)):
        (folder / "journal.sqlite3").write_bytes(content)
        damage(folder, seq, column, part)
        report = check_folder(folder)
        assert found(report)[0] == ("table-1", seq, What.DAMAGED)
        if seq > 1:  # what the first entry says of the key is needed for all that follow
            assert len(report.findings) == 1


def test_entries_missing_in_the_middle_are_a_gap(folder: Path) -> None:
    alter(folder, "DELETE FROM entries WHERE stream_id = 1 AND seq IN (3, 4)")
    report = check_folder(folder)
    assert found(report) == [("table-1", 3, What.GAP)]
    assert "2 entries" in report.findings[0].detail


def test_entries_missing_at_the_end_are_a_missing_tail(folder: Path) -> None:
    alter(folder, "DELETE FROM entries WHERE stream_id = 1 AND seq > 7")
    assert found(check_folder(folder)) == [("table-1", 8, What.TAIL_MISSING)]


def test_a_tail_cut_off_with_care_is_shown_by_a_later_head(folder: Path) -> None:
    with SqliteRecord(folder) as record:
        kept = sign_head(KEY, "table-1", record.head("table-1"))
    alter(folder, "DELETE FROM entries WHERE stream_id = 1 AND seq > 7")
    alter(
        folder,
        "UPDATE streams SET head_seq = 7, head_hash = "
        "(SELECT hash FROM entries WHERE stream_id = 1 AND seq = 7) WHERE id = 1",
    )
    assert check_folder(folder, KEY.public).findings == []
    assert found(check_folder(folder, KEY.public, [kept])) == [("table-1", 8, What.TAIL_MISSING)]


def test_a_stream_that_was_taken_away_is_shown_by_its_head(folder: Path) -> None:
    with SqliteRecord(folder) as record:
        kept = sign_head(KEY, "house", record.head("house"))
    alter(folder, "DELETE FROM entries WHERE stream_id = 2")
    alter(folder, "DELETE FROM streams WHERE id = 2")
    assert check_folder(folder).findings == []
    assert found(check_folder(folder, heads=[kept])) == [("house", 1, What.TAIL_MISSING)]


def test_entries_without_a_stream_are_found(folder: Path) -> None:
    alter(folder, "DELETE FROM streams WHERE id = 2")
    report = check_folder(folder)
    assert found(report) == [("", 0, What.UNREADABLE)]
    assert "4 entries" in report.findings[0].detail


def test_entries_beyond_the_end_are_found(folder: Path) -> None:
    alter(folder, "INSERT INTO entries SELECT 1, 10, 0, '', 1, X'', X'' ")
    assert ("table-1", 10, What.DAMAGED) in found(check_folder(folder))


def test_a_wrong_head_in_the_store_is_found(folder: Path) -> None:
    alter(folder, "UPDATE streams SET head_hash = zeroblob(32) WHERE id = 1")
    assert found(check_folder(folder)) == [("table-1", 9, What.DAMAGED)]


def rewritten(source: Store, stream: str, edit: dict[int, Entry], key: SigningKey) -> MemoryStore:
    """The record of a thief who changes entries and chains, and signs, everything anew."""
    forged = MemoryStore()
    for stored in source.read(stream):
        seq = stored.seq
        match stored.name:
            case "journal.begun":
                put(forged, stream, begun(key))
            case "journal.signed":
                put(forged, stream, signed(sign_head(key, stream, forged.head(stream))))
            case _ if seq in edit:
                forged.append([edit[seq]])
            case _:
                forged.append([plain(stored)])
    return forged


def plain(one: Stored) -> Entry:
    return Entry(one.stream, one.seq, one.at_ms, one.name, one.version, one.body)


@pytest.fixture
def table() -> MemoryStore:
    store = MemoryStore()
    begin(store, "table-1")
    for _ in range(3):
        place_wagers(store, "table-1", 4)
        sign(store, "table-1")
    return store


def test_a_rewritten_record_is_exposed_by_an_old_head(table: MemoryStore) -> None:
    """Even one made with the house's own key."""
    old = sign_head(KEY, "table-1", next(table.read("table-1", 8, 1)).head)
    forged = rewritten(table, "table-1", {3: entry("table-1", 3, 999_900)}, KEY)
    assert check(table, KEY.public, [old]).findings == []
    assert check(forged, KEY.public).findings == []
    assert found(check(forged, KEY.public, [old])) == [("table-1", 9, What.REWRITTEN)]


def test_a_record_rewritten_with_another_key_is_exposed_by_the_key(table: MemoryStore) -> None:
    forged = rewritten(table, "table-1", {3: entry("table-1", 3, 999_900)}, THIEF)
    assert check(forged).findings == []
    assert found(check(forged, KEY.public)) == [("table-1", 1, What.BAD_KEY)]
    old = sign_head(KEY, "table-1", table.head("table-1"))
    assert found(check(forged, heads=[old])) == [
        ("table-1", 16, What.REWRITTEN),
        ("table-1", 16, What.HEAD_NOT_GENUINE),
    ]


def test_a_record_rechained_without_signing_is_exposed_by_its_own_signatures(
    table: MemoryStore,
) -> None:
    forged = MemoryStore()
    for stored in table.read("table-1"):
        changed = entry("table-1", 3, 999_900) if stored.seq == 3 else plain(stored)
        forged.append([changed])
    report = check(forged)
    assert found(report) == [("table-1", seq, What.REWRITTEN) for seq in (5, 10, 15)]


def test_a_head_that_the_house_never_signed_is_not_believed(table: MemoryStore) -> None:
    forged = sign_head(THIEF, "table-1", table.head("table-1"))
    assert found(check(table, heads=[forged])) == [("table-1", 16, What.HEAD_NOT_GENUINE)]


def test_a_signature_of_another_key_is_found(table: MemoryStore) -> None:
    sign(table, "table-1", THIEF)
    assert found(check(table)) == [("table-1", 17, What.BAD_SIGNATURE)]


def test_a_signature_out_of_its_turn_is_found(table: MemoryStore) -> None:
    for seq in (12, 15):
        old = next(table.read("table-1", seq - 1, 1)).head
        put(table, "table-1", signed(sign_head(KEY, "table-1", old)))
    assert found(check(table)) == [
        ("table-1", 17, What.BAD_SIGNATURE),
        ("table-1", 18, What.BAD_SIGNATURE),
    ]


def test_a_signature_of_another_stream_does_not_count(table: MemoryStore) -> None:
    begin(table, "table-2")
    put(table, "table-2", signed(sign_head(KEY, "table-1", table.head("table-2"))))
    assert found(check(table)) == [("table-2", 2, What.BAD_SIGNATURE)]


def test_the_next_key_takes_over(table: MemoryStore) -> None:
    put(table, "table-1", key_rotated(KEY, NEXT_KEY))
    place_wagers(table, "table-1", 2)
    head = sign(table, "table-1", NEXT_KEY)
    begin(table, "table-2", NEXT_KEY)
    for key in (None, KEY.public, NEXT_KEY.public):
        report = check(table, key, [head])
        assert report.findings == []
        assert {one.key_id for one in report.streams} == {NEXT_KEY.id}
    assert [what for _, _, what in found(check(table, THIEF.public))] == [What.BAD_KEY] * 2


def test_the_old_key_signs_no_more_after_the_next_took_over(table: MemoryStore) -> None:
    put(table, "table-1", key_rotated(KEY, NEXT_KEY))
    sign(table, "table-1", KEY)
    assert found(check(table)) == [("table-1", 18, What.BAD_SIGNATURE)]


def test_a_thief_cannot_take_over(table: MemoryStore) -> None:
    message = rotation(KEY.public, THIEF.public)
    forged = KeyRotated(KEY.public, THIEF.public, THIEF.sign(message), THIEF.sign(message))
    put(table, "table-1", forged)
    put(table, "table-1", key_rotated(THIEF, NEXT_KEY))
    assert found(check(table)) == [
        ("table-1", 17, What.BAD_SIGNATURE),
        ("table-1", 18, What.BAD_KEY),
    ]


def test_a_thiefs_record_cannot_claim_to_lead_to_a_trusted_key() -> None:
    store = MemoryStore()
    begin(store, "table-1", THIEF)
    message = rotation(THIEF.public, KEY.public)
    claim = KeyRotated(THIEF.public, KEY.public, THIEF.sign(message), THIEF.sign(message))
    put(store, "table-1", claim)
    assert ("table-1", 1, What.BAD_KEY) in found(check(store, KEY.public))


def test_a_stream_that_names_no_key_is_found() -> None:
    store = MemoryStore()
    place_wagers(store, "table-1", 3)
    sign(store, "table-1")
    put(store, "table-1", key_rotated(KEY, NEXT_KEY))
    assert found(check(store)) == [("table-1", 1, What.NO_KEY)]


def test_a_key_named_out_of_place_is_found(table: MemoryStore) -> None:
    put(table, "table-1", Begun(1, THIEF.public))
    put(table, "table-1", snapshot("table-1", "2026-03-01", THIEF, b""))
    assert found(check(table)) == [("table-1", 17, What.BAD_KEY), ("table-1", 18, What.BAD_KEY)]


def test_a_snapshot_with_another_state_is_found(table: MemoryStore) -> None:
    genuine = snapshot("table-1", "2026-03-01", KEY, b"state")
    put(table, "table-1", msgspec.structs.replace(genuine, state=b"other"))
    put(table, "table-1", msgspec.structs.replace(genuine, day="2026-03-02"))
    put(table, "table-1", snapshot("table-2", "2026-03-01", KEY, b"state"))
    assert found(check(table)) == [("table-1", seq, What.BAD_SIGNATURE) for seq in (17, 18, 19)]


def test_an_event_of_the_journal_that_cannot_be_read_is_found(table: MemoryStore) -> None:
    table.append([Entry("table-1", 17, NOW_MS, "journal.signed", 1, b"{}")])
    table.append([Entry("table-1", 18, NOW_MS, "journal.signed", 2, b"{}")])
    assert found(check(table)) == [("table-1", 17, What.DAMAGED), ("table-1", 18, What.DAMAGED)]


def test_a_record_is_checked_while_it_grows(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "data") as store:
        begin(store, "table-1")
        place_wagers(store, "table-1", 50)

        class Growing(SqliteRecord):
            def _entries(self, stream: str, after: int, limit: int | None) -> Iterator[Stored]:
                place_wagers(store, "table-1", 20)
                return super()._entries(stream, after, limit)

        with Growing(tmp_path / "data") as record:
            report = check(record)
    assert report.findings == []
    assert report.streams[0].seq == 71


def test_a_finding_says_where_and_what(table: MemoryStore) -> None:
    sign(table, "table-1", THIEF)
    (finding,) = check(table).findings
    assert str(finding) == ("table-1 at 17: bad-signature: the key in force did not sign this head")
