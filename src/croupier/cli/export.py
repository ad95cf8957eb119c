"""``croupier export``: rounds and wagers of a table for other programs, or as round notation."""

from collections.abc import Iterable
from contextlib import nullcontext
from enum import StrEnum
from typing import Annotated

import typer

from croupier.cli.data import DataArgument, opened
from croupier.cli.printing import write
from croupier.cli.progress import OnProgress, counted, progress
from croupier.cli.saving import save_parts, saving
from croupier.history.exports import (
    ROUNDS,
    WAGERS,
    Column,
    Row,
    csv_lines,
    json_lines,
    round_rows,
    wager_rows,
    write_parquet,
)
from croupier.history.notation import notated_day, notated_round
from croupier.history.table import TableHistory, table_history
from croupier.notation import write as notated
from croupier.rules.refusal import BookError, refusal


class Format(StrEnum):
    """How it is written."""

    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"
    NOTATION = "notation"


class What(StrEnum):
    """What a row is."""

    ROUNDS = "rounds"
    WAGERS = "wagers"


def export(
    data: DataArgument,
    table_id: Annotated[str, typer.Option("--table", metavar="TABLE", help="The table.")],
    day: Annotated[
        str | None, typer.Option("--day", metavar="DAY", help="A gaming day, such as 2026-11-15.")
    ] = None,
    number: Annotated[int | None, typer.Option("--round", metavar="N", help="One round.")] = None,
    what: Annotated[What, typer.Option("--what", help="What a row is.")] = What.ROUNDS,
    format_: Annotated[Format, typer.Option("--format", help="How it is written.")] = Format.CSV,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE|-", help="The file, or - for the screen.")
    ] = "-",
) -> None:
    """Export a table's rounds or wagers: CSV, JSON lines, Parquet or round notation."""
    if day is not None and number is not None:
        raise _usage("give --day or --round, not both")
    with opened(data) as record:
        history = table_history(record, table_id)
        if format_ is Format.NOTATION:
            _write(output, [_notation(history, day, number).encode()])
            return
        with progress("rounds") if output != "-" else nullcontext(_unseen) as report:
            columns, rows = _rows(history, day, number, what, report)
            if format_ is Format.PARQUET:
                _parquet(output, columns, rows)
            elif format_ is Format.JSONL:
                _write(output, json_lines(columns, rows))
            else:
                _write(output, (line.encode() for line in csv_lines(columns, rows)))


def _unseen(done: int, total: int) -> None:
    """No bar across rows on the same screen."""


def _rows(
    history: TableHistory, day: str | None, number: int | None, what: What, report: OnProgress
) -> tuple[tuple[Column, ...], Iterable[Row]]:
    if number is not None:
        rounds = [history.round(number)]
    else:
        rounds = list(history.day(day) if day is not None else history.rounds)
    taken = counted(rounds, len(rounds), report)
    if what is What.WAGERS:
        return WAGERS, wager_rows(history, taken)
    return ROUNDS, round_rows(history, taken)


def _notation(history: TableHistory, day: str | None, number: int | None) -> str:
    if number is not None:
        return notated(notated_round(history, number))
    if day is None:
        raise _usage("round notation is of one --round or one --day")
    return notated(notated_day(history, day))


def _parquet(output: str, columns: tuple[Column, ...], rows: Iterable[Row]) -> None:
    if output == "-":
        raise BookError(refusal("usage/bad-output", reason="give a file for Parquet with -o"))
    with saving(output) as path:
        write_parquet(path, columns, rows)


def _write(output: str, parts: Iterable[bytes]) -> None:
    if output != "-":
        save_parts(output, parts)
        return
    for part in parts:
        write(part.decode())


def _usage(reason: str) -> BookError:
    return BookError(refusal("usage/bad-arguments", reason=reason))
