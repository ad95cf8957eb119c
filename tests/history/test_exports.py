"""Exports: the same values in every format, and notation that replays to the same settlement."""

import builtins
import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import books
from croupier.fair.check import check, read_record
from croupier.history.exports import (
    ROUNDS,
    WAGERS,
    Column,
    Row,
    csv_lines,
    json_lines,
    round_rows,
    utc,
    wager_rows,
    write_parquet,
)
from croupier.history.notation import notated_day, notated_round
from croupier.history.proof import fair_record
from croupier.history.recall import recall
from croupier.history.table import TableHistory, table_history, tables_on
from croupier.journal.archive import ArchivedRecord, archive_closed_days
from croupier.journal.memory import MemoryStore
from croupier.journal.sqlite import SqliteStore
from croupier.notation import read, walk, write
from croupier.rules.refusal import BookError, RoundError
from tests.history.days import SEEDS, evening, on_disk, play, unhashed
from tests.table.floors import Serving

CELLS = (Column("a", "text"), Column("b", "whole"), Column("c", "time"), Column("d", "yes-no"))


def test_wagers_of_a_day_are_those_of_its_rounds(tmp_path: Path) -> None:
    for seed in SEEDS[:4]:
        with on_disk(tmp_path / str(seed), evening(seed)) as record:
            for table in tables_on(record):
                history = table_history(record, table)
                rows = list(wager_rows(history, history.rounds))
                for one in history.rounds:
                    if one.status == "in-play":
                        continue
                    theirs = [row for row in rows if row["round"] == one.number]
                    results = recall(history, one.number).results
                    assert [row["wager"] for row in theirs] == [each.wager for each in results]
                    assert sum(row["amount"] for row in theirs) == one.staked
                    assert sum(row["returned"] for row in theirs) == one.returned


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "a": st.none() | st.text(min_size=1).filter(lambda text: text[0] not in "'\0"),
                "b": st.none() | st.integers(-(10**15), 10**15),
                "c": st.none() | st.integers(0, 4 * 10**12),
                "d": st.booleans(),
            }
        )
    )
)
def test_csv_reads_back_and_computes_nothing(rows: list[Row]) -> None:
    text = "".join(csv_lines(CELLS, rows))
    header, *read_back = list(csv.reader(StringIO(text, newline="")))
    assert header == ["a", "b", "c", "d"]
    assert text.endswith("\r\n")
    for row, cells in zip(rows, read_back, strict=True):
        assert not cells[0].startswith(("=", "+", "-", "@", "\t", "\r"))
        assert cells[0].removeprefix("'") == (row["a"] or "")
        assert cells[1] == ("" if row["b"] is None else str(row["b"])), "a figure stays a figure"
        assert cells[2] == ("" if row["c"] is None else utc(row["c"]))
        assert cells[3] == ("yes" if row["d"] else "no")


@pytest.mark.parametrize("what", ["rounds", "wagers"])
def test_every_format_has_the_same_values(what: str, tmp_path: Path) -> None:
    with on_disk(tmp_path / "data", evening(SEEDS[0])) as record:
        history = table_history(record, tables_on(record)[0])
        if what == "rounds":
            columns, rows = ROUNDS, list(round_rows(history, history.rounds))
        else:
            columns, rows = WAGERS, list(wager_rows(history, history.rounds))
        assert rows
        path = tmp_path / "rows.parquet"
        write_parquet(path, columns, iter(rows))
        stored: list[dict[str, Any]] = pq.read_table(path).to_pylist()
        lines = [json.loads(line) for line in json_lines(columns, rows)]
        texts = list(csv.DictReader(StringIO("".join(csv_lines(columns, rows)), newline="")))
        for row, line, text, kept in zip(rows, lines, texts, stored, strict=True):
            for column in columns:
                value, name = row[column.name], column.name
                if column.holds == "time" and value is not None:
                    assert int(kept[name].timestamp() * 1000) == value
                    assert line[name] == text[name] == utc(value)
                else:
                    assert kept[name] == line[name] == value
                    if column.holds == "whole":
                        assert text[name] == ("" if value is None else str(value))


def test_parquet_of_nothing_has_its_columns(tmp_path: Path) -> None:
    write_parquet(tmp_path / "none.parquet", WAGERS, [])
    assert pq.read_table(tmp_path / "none.parquet").column_names == [c.name for c in WAGERS]


def test_without_pyarrow_it_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ModuleNotFoundError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(BookError) as caught:
        write_parquet(tmp_path / "none.parquet", ROUNDS, [])
    assert caught.value.code == "export/needs-pyarrow"
    assert not (tmp_path / "none.parquet").exists()


# Notation


def settlements(history: TableHistory, text: str) -> dict[int, dict[str, int]]:
    """What each player gets back in each round of a file, by replaying it."""
    shift = read(text, "exported")
    found = {}
    for walked in walk(shift):
        assert walked.differences == ()
        for event in walked.events:
            if event.name == "round.opened":
                number = getattr(event, "round", 0)
                if walked.settlement is not None:
                    players = walked.settlement.players
                    found[number] = {p: t.returned for p, t in players.items()}
    return found


def recalled(history: TableHistory, number: int) -> dict[str, int]:
    sums: dict[str, int] = {}
    for one in recall(history, number).results:
        sums[one.player] = sums.get(one.player, 0) + one.returned
    return sums


@pytest.mark.parametrize("seed", SEEDS)
def test_notation_of_a_round_replays_to_the_same_settlement(seed: int, tmp_path: Path) -> None:
    with on_disk(tmp_path, evening(seed)) as record:
        for table in tables_on(record):
            history = table_history(record, table)
            for one in history.rounds:
                if one.status != "in-play" and one.number % 3 == 1:
                    text = write(notated_round(history, one.number))
                    found = settlements(history, text)
                    # In a file that goes on to later rounds a correction is told where it was made.
                    if len(found) == 1 or not one.corrected:
                        assert found[one.number] == recalled(history, one.number)


@pytest.mark.parametrize("book", books.ids())
async def test_notation_of_a_day_replays_to_the_same_settlements(book: str) -> None:
    house = await Serving(MemoryStore()).start()
    await house.open(book, "ada", "ben")
    for _ in range(3):
        await play(house, book, {"ada": [("straight:17", 500)], "ben": [("straight:3", 700)]})
    await house.stop()
    history = table_history(house.store, book)
    found = settlements(history, write(notated_day(history, "2026-11-15")))
    assert found == {n: recalled(history, n) for n in (1, 2, 3)}
    with pytest.raises(RoundError) as caught:
        notated_day(history, "1999-01-01")
    assert caught.value.code == "record/no-day"
    for number in (1, 2, 3):
        proof = msgspec.json.encode(fair_record(history, number))
        assert check(read_record(proof, "proof"), history.book).holds


# Archives


def test_with_its_archives_a_record_tells_the_same(tmp_path: Path) -> None:
    """And without them, the days that are still there, by the book of the snapshot."""
    seed = next(s for s in SEEDS if _closed_days(s))
    table = _closed_days(seed)
    with SqliteStore(tmp_path / "data") as store:
        store.append([unhashed(one) for one in evening(seed)])
        whole = table_history(store, table)
        told = {one.number: recall(whole, one.number) for one in whole.rounds}
        path = archive_closed_days(store, whole.stream, tmp_path / "archives")
        assert path is not None
        again = table_history(ArchivedRecord(store, [path]), table)
        assert {one.number: recall(again, one.number) for one in again.rounds} == told
        left = table_history(store, table)
        assert left.book is whole.book
        assert len(left.rounds) < len(whole.rounds)
        assert all(recall(left, one.number) == told[one.number] for one in left.rounds)


def _closed_days(seed: int) -> str:
    """A table of an evening that closed a day with rounds in it."""
    opened: set[str] = set()
    for one in evening(seed):
        if one.name == "round.opened":
            opened.add(one.stream)
        if one.name == "journal.snapshot" and one.stream in opened:
            return one.stream.removeprefix("table-")
    return ""
