"""``croupier journal``: a look into a house's record: its rounds, one round in full, its events."""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, NamedTuple

import msgspec
import typer

from croupier.cli.data import DataArgument, opened, stream_on, unknown
from croupier.cli.screen import JsonOption, print_json, screen, table
from croupier.journal.entry import Stored
from croupier.journal.store import Record
from croupier.rules.money import in_units

SECRETS = ("sealed", "voucher", "vouchers")
"""What no view shows: a secret is public once it is revealed, in an event of its own, and whoever
knows a voucher's number has its money."""


class RoundSeen(NamedTuple):
    """A round as the record tells it, from its opening to what belongs to it after the end."""

    table: str
    number: int
    entries: list[Stored]


def journal(
    data: DataArgument,
    table_id: Annotated[
        str | None, typer.Option("--table", metavar="TABLE", help="Only this table.")
    ] = None,
    number: Annotated[
        int | None, typer.Option("--round", metavar="N", help="One round of a table in full.")
    ] = None,
    events: Annotated[bool, typer.Option("--events", help="Every event as a JSON line.")] = False,
    json: JsonOption = False,
) -> None:
    """Look into a house's journal: rounds, one round in full, or events as JSON lines."""
    with opened(data) as record:
        streams = record.streams() if table_id is None else [stream_on(record, table_id)]
        if events:
            _print_events(record, streams)
            return
        rounds = [seen for stream in streams for seen in _rounds(record, stream)]
    if number is not None:
        rounds = [seen for seen in rounds if seen.number == number]
        if not rounds:
            raise unknown(f"there is no round {number} on this record")
        _show_in_full(rounds, json=json)
    elif json:
        print_json([_line(seen) for seen in rounds])
    else:
        _show(rounds)


def _rounds(record: Record, stream: str) -> Iterator[RoundSeen]:
    seen: RoundSeen | None = None
    for stored in record.read(stream):
        if stored.name == "round.opened":
            if seen is not None:
                yield seen
            number = msgspec.json.decode(stored.body)["round"]
            seen = RoundSeen(stream.removeprefix("table-"), number, [])
        if seen is not None:
            seen.entries.append(stored)
    if seen is not None:
        yield seen


def _line(seen: RoundSeen) -> dict[str, object]:
    names = [stored.name for stored in seen.entries]
    bodies = {stored.name: msgspec.json.decode(stored.body) for stored in seen.entries}
    settled, void = bodies.get("round.settled"), bodies.get("round.voided")
    status = "settled" if settled else "void" if void else "in play"
    if "round.abandoned" in bodies:
        status = "abandoned"
    if "outcome.corrected" in bodies:
        status = "corrected"
    stakes = [msgspec.json.decode(s.body) for s in seen.entries if s.name == "wager.placed"]
    return {
        "table": seen.table,
        "round": seen.number,
        "opened": _time(seen.entries[0].at_ms),
        "status": status,
        "outcome": settled["outcome"] if settled else None,
        "clause": void["clause"] if void else None,
        "wagers": len(stakes),
        "staked": sum(stake["amount"] for stake in stakes),
        "refused": names.count("action.refused"),
        "first_entry": seen.entries[0].seq,
        "last_entry": seen.entries[-1].seq,
    }


def _show(rounds: list[RoundSeen]) -> None:
    listing = table(
        "Rounds",
        *("table", "round", "opened (UTC)", "ended", "wagers", "staked", "refused"),
        right=("round", "wagers", "staked", "refused"),
    )
    for seen in rounds:
        line = _line(seen)
        ended = f"{line['status']} {line['outcome'] or line['clause'] or ''}".strip()
        listing.add_row(
            seen.table,
            str(seen.number),
            str(line["opened"]),
            ended,
            str(line["wagers"]),
            in_units(int(str(line["staked"]))),
            str(line["refused"]),
        )
    screen().print(listing)


def _show_in_full(rounds: list[RoundSeen], *, json: bool) -> None:
    if json:
        print_json([[_event(stored) for stored in seen.entries] for seen in rounds])
        return
    for seen in rounds:
        listing = table(
            f"Table {seen.table}, round {seen.number}", "entry", "time (UTC)", "event", "what"
        )
        for stored in seen.entries:
            listing.add_row(str(stored.seq), _time(stored.at_ms), stored.name, _said(stored))
        screen().print(listing)


def _said(stored: Stored) -> str:
    """What an entry says, for a person: the names of its fields and what they hold."""
    body = msgspec.json.decode(stored.body)
    shown = {k: v for k, v in body.items() if k not in (*SECRETS, "action") and v is not None}
    return "; ".join(f"{key} {_worded(value)}" for key, value in shown.items())


def _worded(value: object) -> str:
    match value:
        case {"name": name, "position": position}:
            return f"{name} ({position or 'player'})"
        case dict():
            return ", ".join(f"{key} {_worded(inner)}" for key, inner in value.items()) or "nothing"
        case list():
            return " ".join(map(_worded, value)) or "nothing"
        case bool():
            return "yes" if value else "no"
    return str(value)


def _print_events(record: Record, streams: list[str]) -> None:
    for stream in streams:
        for stored in record.read(stream):
            sys.stdout.write(msgspec.json.encode(_event(stored)).decode() + "\n")


def _event(stored: Stored) -> dict[str, object]:
    body = msgspec.json.decode(stored.body)
    return {
        "stream": stored.stream,
        "seq": stored.seq,
        "at": _time(stored.at_ms),
        "name": stored.name,
        "version": stored.version,
        "event": {key: value for key, value in body.items() if key not in SECRETS},
        "hash": stored.hash.hex(),
    }


def _time(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
