"""``croupier journal``: a look into a house's record: rounds, events, statistics, audit trail."""

from typing import Annotated

import msgspec
import typer

from croupier.cli.commands import JsonOption
from croupier.cli.data import DataArgument, opened
from croupier.cli.listing import table
from croupier.cli.printing import print_json, write
from croupier.history.audit import TrailLine, Wanted, trail
from croupier.history.exports import utc
from croupier.history.recall import Recalled, recall
from croupier.history.rounds import RoundSummary
from croupier.history.statistics import LONG, SHORT, Count, Statistics, statistics
from croupier.history.table import TableHistory, histories, made_of
from croupier.history.visible import shown
from croupier.journal.entry import Stored
from croupier.journal.store import Record
from croupier.notation.describe import actor_name
from croupier.rules.refusal import BookError, RoundError, refusal
from croupier.table.core import table_stream
from croupier.words import in_units

TRAIL_LINES = 100


def journal(
    data: DataArgument,
    table_id: Annotated[
        str | None, typer.Option("--table", metavar="TABLE", help="Only this table.")
    ] = None,
    number: Annotated[
        int | None, typer.Option("--round", metavar="N", help="One round of a table in full.")
    ] = None,
    events: Annotated[bool, typer.Option("--events", help="Every event as a JSON line.")] = False,
    statistics_: Annotated[
        bool, typer.Option("--statistics", help="What the wheels have shown lately.")
    ] = False,
    audit: Annotated[
        bool, typer.Option("--audit", help="The audit trail, the latest events first.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Show a house's journal: rounds, events, statistics, audit trail."""
    if sum((number is not None, events, statistics_, audit)) > 1:
        raise _usage("give one of --round, --events, --statistics and --audit")
    with opened(data) as record:
        if events:
            _print_events(record, table_id)
        elif audit:
            _trail(record, table_id, json=json)
        else:
            tables = histories(record, None if table_id is None else [table_id])
            _look(list(tables.values()), number, statistics_=statistics_, json=json)


def _look(tables: list[TableHistory], number: int | None, *, statistics_: bool, json: bool) -> None:
    if statistics_:
        _statistics(tables, json=json)
    elif number is not None:
        rounds = [recall(each, number) for each in tables if each.rounds.find(number)]
        if not rounds:
            named = " or ".join(each.table for each in tables) or "any"
            raise RoundError(refusal("record/no-round", table=named, round=number))
        _in_full(rounds, json=json)
    else:
        _rounds(tables, json=json)


# Rounds


def _line(each: TableHistory, one: RoundSummary) -> dict[str, object]:
    return {
        "table": each.table,
        "round": one.number,
        "day": one.day,
        "opened": _time(one.opened_ms),
        "status": "corrected" if one.corrected else one.status.replace("-", " "),
        "outcome": one.outcome,
        "clause": one.ended_by,
        "staked": one.staked,
        "returned": one.returned,
        "first_entry": one.first_seq,
        "last_entry": max((each.end_of(one), *one.later)),
    }


def _rounds(tables: list[TableHistory], *, json: bool) -> None:
    lines = [_line(each, one) for each in tables for one in each.rounds]
    if json:
        print_json(lines)
        return
    listing = table(
        "Rounds",
        *("table", "round", "opened (UTC)", "ended", "staked", "returned"),
        right=("round", "staked", "returned"),
        keys=2,
    )
    for line in lines:
        ended = f"{line['status']} {line['outcome'] or line['clause'] or ''}".strip()
        sums = (in_units(int(str(line[key]))) for key in ("staked", "returned"))
        listing.add_row(str(line["table"]), str(line["round"]), str(line["opened"]), ended, *sums)
    listing.show()


def _in_full(rounds: list[Recalled], *, json: bool) -> None:
    if json:
        print_json(msgspec.to_builtins(rounds))
        return
    for one in rounds:
        title = f"Table {one.table}, round {one.number}"
        columns = ("entry", "time (UTC)", "event", "who", "what", "clause")
        listing = table(title, *columns, prose=("what",))
        for step in one.steps:
            who = actor_name(step.who) if step.who is not None else ""
            text = step.says if step.why is None else f"{step.says} ({step.why})"
            clause = step.clause or ""
            listing.add_row(str(step.seq), _time(step.at_ms), step.name, who, text, clause)
        listing.show()


# Events


def _print_events(record: Record, table_id: str | None) -> None:
    streams = record.streams()
    if table_id is not None:
        made_of(record, table_id)
        streams = [table_stream(table_id)]
    for stream in streams:
        for stored in record.read(stream):
            write(msgspec.json.encode(_event(stored)).decode() + "\n")


def _event(stored: Stored) -> dict[str, object]:
    return {
        "stream": stored.stream,
        "seq": stored.seq,
        "at": _time(stored.at_ms),
        "name": stored.name,
        "version": stored.version,
        "event": shown(stored),
        "hash": stored.hash.hex(),
    }


# Statistics and audit trail


def _statistics(tables: list[TableHistory], *, json: bool) -> None:
    found = {
        each.table: {
            str(count): statistics(each.book, each.rounds, count) for count in (SHORT, LONG)
        }
        for each in tables
    }
    if json:
        print_json(msgspec.to_builtins(found))
        return
    for name, each in found.items():
        _show_statistics(name, each[str(SHORT)])


def _show_statistics(name: str, found: Statistics) -> None:
    title = f"Table {name}: {found.settled} settled and {found.void} void rounds"
    listing = table(title, "what", "how often", prose=("how often",))
    listing.add_row("hot", _counts(found.hot))
    listing.add_row("cold", _counts(found.cold))
    listing.add_row("colours", _counts(found.colours))
    listing.add_row("groups", _counts(found.groups))
    gaps = ", ".join(f"{gap.number} for {gap.rounds}" for gap in found.sleepers[:5])
    listing.add_row("not seen", gaps)
    if found.bonus_numbers:
        listing.add_row("Bonus Numbers", _counts(found.bonus_numbers))
    listing.show()


def _counts(counts: tuple[Count, ...]) -> str:
    return ", ".join(f"{one.what} × {one.count}" for one in counts)


def _trail(record: Record, table_id: str | None, *, json: bool) -> None:
    if table_id is not None:
        made_of(record, table_id)
    found = trail(record, Wanted(table=table_id), TRAIL_LINES).lines
    if json:
        print_json(msgspec.to_builtins(found))
        return
    columns = ("time (UTC)", "table", "event", "who", "what", "why")
    listing = table("Audit trail", *columns, prose=("what", "why"))
    for line in found:
        listing.add_row(*_trail_row(line))
    listing.show()


def _trail_row(line: TrailLine) -> tuple[str, ...]:
    people = (actor_name(one) for one in (line.who, line.approver) if one is not None)
    who = " and ".join(people)
    return (_time(line.at_ms), line.table or "", line.what, who, line.says, line.why or "")


def _time(at_ms: int) -> str:
    return utc(at_ms)[:19].replace("T", " ")


def _usage(reason: str) -> BookError:
    return BookError(refusal("usage/bad-arguments", reason=reason))
