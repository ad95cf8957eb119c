"""Rounds and wagers as rows, and as CSV, JSON lines or Parquet; rounds and days as round notation.

Gaming days as rows of meters and the audit trail too. Rows are made one by one and never gathered,
so that a whole day can be sent while it is read.
Money is in whole cents, times are UTC. For staff: wagers have the names of their players.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from croupier.history.audit import TrailLine
from croupier.history.meters import DayMeters
from croupier.history.recall import Recalling
from croupier.history.rounds import RoundSummary
from croupier.history.table import TableHistory
from croupier.house.meters import Figures
from croupier.round.results import results_of, settlement_of
from croupier.rules.refusal import BookError, refusal

Row = Mapping[str, Any]
Holds = Literal["text", "whole", "time", "yes-no"]
BATCH_ROWS = 10_000
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The first characters that make a spreadsheet read a text as a formula."""


class Column(NamedTuple):
    """A column: its name and its meaning."""

    name: str
    holds: Holds


def _columns(**holds: Holds) -> tuple[Column, ...]:
    return tuple(Column(name, kind) for name, kind in holds.items())


ROUNDS = _columns(
    table="text",
    day="text",
    round="whole",
    opened="time",
    ended="time",
    status="text",
    outcome="text",
    colour="text",
    bonus_numbers="text",
    ended_by="text",
    corrected="yes-no",
    dealer="text",
    staked="whole",
    returned="whole",
    win="whole",
)
"""The columns of rounds."""
WAGERS = _columns(
    table="text",
    day="text",
    round="whole",
    player="text",
    wager="text",
    kind="text",
    amount="whole",
    result="text",
    in_play="whole",
    winnings="whole",
    returned="whole",
    clause="text",
    outcome="text",
)
"""The columns of wagers: one row for each player and wager of a round."""

FIGURES = Figures.__struct_fields__
METERS = (
    *_columns(table="text", day="text"),
    *(Column(name, "whole") for name in FIGURES),
)
"""The columns of meters: a gaming day of a table is one row."""
TRAIL = _columns(
    at="time",
    table="text",
    stream="text",
    seq="whole",
    what="text",
    says="text",
    who="text",
    position="text",
    approver="text",
    about="text",
    why="text",
    clause="text",
)
"""The columns of the audit trail."""


def meter_rows(days: Iterable[DayMeters]) -> Iterator[Row]:
    """A row for each gaming day of a table."""
    for one in days:
        yield {"table": one.table, "day": one.day, **msgspec.structs.asdict(one.figures)}


def trail_rows(lines: Iterable[TrailLine]) -> Iterator[Row]:
    """A row for each line of the audit trail."""
    for one in lines:
        yield {
            "at": one.at_ms,
            "table": one.table,
            "stream": one.stream,
            "seq": one.seq,
            "what": one.what,
            "says": one.says,
            "who": one.who.name if one.who is not None else None,
            "position": one.who.position if one.who is not None else None,
            "approver": one.approver.name if one.approver is not None else None,
            "about": one.about,
            "why": one.why,
            "clause": one.clause,
        }


def round_rows(history: TableHistory, rounds: Iterable[RoundSummary]) -> Iterator[Row]:
    """A row for each round."""
    colours = history.book.colours
    for one in rounds:
        yield {
            "table": history.table,
            "day": one.day,
            "round": one.number,
            "opened": one.opened_ms,
            "ended": one.ended_ms,
            "status": one.status,
            "outcome": one.outcome,
            "colour": colours[one.outcome] if one.outcome is not None else None,
            "bonus_numbers": None if one.bonus_numbers is None else " ".join(one.bonus_numbers),
            "ended_by": one.ended_by,
            "corrected": one.corrected,
            "dealer": one.dealer,
            "staked": one.staked,
            "returned": one.returned,
            "win": one.win,
        }


def wager_rows(history: TableHistory, rounds: Iterable[RoundSummary]) -> Iterator[Row]:
    """A row for each wager of each round that has ended; rounds come the oldest first."""
    for one in rounds:
        if one.status == "in-play":
            continue
        state = Recalling(history, one).fold(history.entries_of(one))
        for result in results_of(settlement_of(state)):
            yield {
                "table": history.table,
                "day": one.day,
                "round": one.number,
                "player": result.player,
                "wager": result.wager,
                "kind": history.book.wagers[result.wager].kind.value,
                "amount": result.amount,
                "result": result.result,
                "in_play": result.in_play,
                "winnings": result.winnings,
                "returned": result.returned,
                "clause": result.clause or None,
                "outcome": one.outcome,
            }


# CSV and JSON lines


def csv_lines(columns: Sequence[Column], rows: Iterable[Row]) -> Iterator[str]:
    """RFC 4180, a header first. No cell can become a formula in a spreadsheet."""
    buffer = StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow([column.name for column in columns])
    for row in rows:
        yield _taken(buffer)
        writer.writerow([_cell(row[column.name], column.holds) for column in columns])
    yield _taken(buffer)


def _taken(buffer: StringIO) -> str:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text


def _cell(value: Any, holds: Holds) -> str:
    if value is None:
        return ""
    if holds == "text":
        return neutral(value)
    return str(_plain(value, holds)) if holds != "yes-no" else ("yes" if value else "no")


def neutral(text: str) -> str:
    """A text that a spreadsheet displays instead of computing.

    >>> neutral("=1+1"), neutral("ada")
    ("'=1+1", 'ada')
    """
    return f"'{text}" if text.startswith(FORMULA) else text


def json_lines(columns: Sequence[Column], rows: Iterable[Row]) -> Iterator[bytes]:
    """One JSON object a line."""
    for row in rows:
        values = {c.name: _plain(row[c.name], c.holds) for c in columns}
        yield msgspec.json.encode(values) + b"\n"


def _plain(value: Any, holds: Holds) -> Any:
    return utc(value) if holds == "time" and value is not None else value


def utc(at_ms: int) -> str:
    """A time in UTC, to the millisecond.

    >>> utc(1_800_000_000_123)
    '2027-01-15T08:00:00.123Z'
    """
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at_ms)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{at_ms % 1000:03d}Z"


# Parquet


def write_parquet(path: Path, columns: Sequence[Column], rows: Iterable[Row]) -> None:
    """A Parquet file; times are timestamps, and cents are whole numbers of 64 bits."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError:
        raise BookError(refusal("export/needs-pyarrow")) from None
    kinds = {
        "text": pa.string(),
        "whole": pa.int64(),
        "time": pa.timestamp("ms", tz="UTC"),
        "yes-no": pa.bool_(),
    }
    schema = pa.schema([(column.name, kinds[column.holds]) for column in columns])
    following = iter(rows)
    with pq.ParquetWriter(path, schema) as writer:
        while batch := [dict(row) for row in islice(following, BATCH_ROWS)]:
            writer.write_table(pa.Table.from_pylist(batch, schema=schema))
