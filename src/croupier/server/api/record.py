"""The HTTP API of the record: history, recall, proofs, statistics, meters, audit trail, exports.

Reading the record is slow: it is done in a thread.
"""

import asyncio
import tempfile
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from croupier.history import exports
from croupier.history.audit import Page, Wanted, trail
from croupier.history.meters import (
    HOUR_MS,
    DayMeters,
    TableMeters,
    day_meters,
    dealer_meters,
    hour_meters,
)
from croupier.history.notation import notated_day, notated_round
from croupier.history.proof import fair_record
from croupier.history.recall import Recalled, recall
from croupier.history.rounds import RoundSummary
from croupier.history.statistics import Rounds, Statistics, statistics_of
from croupier.history.table import TableHistory, rounds_played
from croupier.journal.errors import EntriesArchived
from croupier.notation import write
from croupier.protocol import requests
from croupier.rules.positions import Position
from croupier.rules.refusal import CroupierError, refusal
from croupier.server.api.endpoint import LANGUAGE, Call, Endpoints, Query, Reply, at_the_table
from croupier.server.live.views import READS_ALL, reads_all, recalled_as

T = TypeVar("T")
CSV, JSONL, PARQUET, NOTATION = "csv", "jsonl", "parquet", "notation"
MEDIA = {
    CSV: "text/csv; charset=utf-8",
    JSONL: "application/jsonl",
    PARQUET: "application/vnd.apache.parquet",
    NOTATION: "text/plain; charset=utf-8",
}
SUFFIX = {CSV: "csv", JSONL: "jsonl", PARQUET: "parquet", NOTATION: "toml"}
AT_TABLE = "/api/tables/{table}"
ONE = f"{AT_TABLE}/rounds/{{round:int}}"
LIMIT = Query("limit", int, "at most this many", 50, most=500)
BEFORE = Query("before", int, "rounds before this one", most=10**12)
DAY = Query("day", str, "a gaming day, such as 2026-11-15")
SPAN = (
    Query("since", str, "the first day, such as 2026-11-15; all if left out"),
    Query("until", str, "the last day"),
)
FORM = Query("format", str, "csv, jsonl or parquet", CSV)
FIRST_DAY, LAST_DAY = "1970-01-01", "9999-12-30"
DAY_MS = 24 * HOUR_MS
LINES_MOST = 100_000
"""The most lines of the audit trail in one answer."""
ROUNDS_OF_HOURS, HOURS_SHOWN = 2_000, 24
"""Trends by hour look back so far."""
WITHOUT = "without play, chips and vouchers unless kinds or person asks for them"
ENDPOINTS = Endpoints()


async def _in_thread(work: Callable[[], T]) -> T:
    try:
        return await asyncio.to_thread(work)
    except EntriesArchived:
        raise CroupierError(refusal("record/archived")) from None


def _history(call: Call) -> TableHistory:
    return call.house.histories[call.table]


def _require(call: Call, least: Position) -> None:
    actor = call.actor
    if actor.position is None or not actor.position.at_least(least):
        raise CroupierError(refusal("position/not-allowed", action="read-record", who=(least,)))


# Rounds


@ENDPOINTS.get(
    f"{AT_TABLE}/rounds",
    "The last rounds",
    query=(LIMIT, Query("before", int, "rounds before this one", most=10**12)),
)
@at_the_table
async def rounds(call: Call) -> list[requests.RoundShown]:
    """The last ended rounds, newest first, as everybody saw them."""
    index, before, limit = _history(call).rounds, call.query["before"], call.query["limit"]
    if before is None:
        found = await _latest(index, limit)
    else:
        found = await _in_thread(lambda: index.before(before, limit))
    actor = call.who.actor
    whole = actor is not None and reads_all(call.house.office.at_most(actor))
    return [_shown(each, whole=whole) for each in found]


async def _latest(index: Rounds, count: int) -> list[RoundSummary]:
    """The latest rounds, directly if they are in memory."""
    if index.holds(count):
        return index.last(count)
    return await _in_thread(lambda: index.last(count))


def _shown(summary: RoundSummary, *, whole: bool) -> requests.RoundShown:
    return requests.RoundShown.of(
        summary,
        round=summary.number,
        bonus_numbers=summary.bonus_numbers if summary.status != "in-play" else None,
        staked=summary.staked if whole else None,
        returned=summary.returned if whole else None,
    )


@ENDPOINTS.get(f"{AT_TABLE}/played", "One's own rounds", query=(LIMIT, BEFORE), who="player")
async def played(call: Call) -> list[requests.RoundShown]:
    """The rounds in which the player who asks had a wager, the newest first."""
    actor, history = call.actor, _history(call)
    limit, before = call.query["limit"], call.query["before"]
    found = await _in_thread(lambda: rounds_played(history, actor.name, limit, before))
    return [_shown(each, whole=True) for each in found]


@ENDPOINTS.get(ONE, "Recall a round", query=(LANGUAGE,), who="player")
async def recalled(call: Call) -> Recalled:
    """A past round, as far as the caller may see it."""
    actor = call.actor
    history, number = _history(call), int(call.path["round"])
    state = call.house.floor.tables[call.table].state
    office = call.house.office
    here = office.away(call.table, actor) is None
    player = recalled_as(state, office.acting_at(call.table, actor), number, here=here)
    language = call.query["language"]
    return await _in_thread(lambda: recall(history, number, player, language))


@ENDPOINTS.get(f"{ONE}/fair", "The proof of a round's draws")
async def fair(call: Call) -> dict[str, Any]:
    """What anyone needs to verify the draws of a revealed round (``croupier fair check``)."""
    history, number = _history(call), int(call.path["round"])
    return await _in_thread(lambda: fair_record(history, number))


@ENDPOINTS.get(
    f"{AT_TABLE}/statistics",
    "Frequencies of the last rounds",
    query=(Query("rounds", int, "how many rounds", 100, most=10_000),),
)
@at_the_table
async def shown_statistics(call: Call) -> Statistics:
    history = _history(call)
    return statistics_of(history.book, await _latest(history.rounds, call.query["rounds"]))


# Meters and the audit trail


@ENDPOINTS.get(
    f"{AT_TABLE}/meters",
    "Meters by gaming day and dealer",
    query=(DAY, Query("theoretical", str, "yes adds the theoretical win", "no")),
    who="staff",
)
async def meters(call: Call) -> TableMeters:
    _require(call, READS_ALL)
    history, day = _history(call), call.query["day"]
    theoretical = call.query["theoretical"] == "yes"
    found = await _in_thread(lambda: day_meters(history, day, theoretical=theoretical))
    by_dealer = await _in_thread(lambda: dealer_meters(history.rounds))
    by_hour = await _in_thread(lambda: hour_meters(history.rounds.last(ROUNDS_OF_HOURS)))
    return TableMeters(found, by_dealer, by_hour[-HOURS_SHOWN:])


@ENDPOINTS.get(
    "/api/meters/export",
    "The meters of every table's gaming days",
    gives=None,
    query=(*SPAN, FORM),
    who="staff",
    media="application/octet-stream",
)
async def export_meters(call: Call) -> Reply:
    """The gaming days of every table from one day to another."""
    _require(call, READS_ALL)
    since, until = _span(call)
    tables = list(call.house.histories.values())

    def found() -> list[DayMeters]:
        days = (each for history in tables for each in day_meters(history))
        return [each for each in days if since <= each.day <= until]

    return await _rows_of(call, "meters", exports.METERS, lambda: exports.meter_rows(found()))


@ENDPOINTS.get("/api/count", "The days to count, and the vouchers", who="staff")
async def to_count(call: Call) -> requests.Uncounted:
    """The days to count, and the totals of the vouchers."""
    _require(call, READS_ALL)
    states = [core.state for core in call.house.floor.tables.values()]
    ledger = call.house.floor.house.ledger
    return requests.Uncounted(
        days=tuple(
            requests.DayUncounted(table=state.id, day=day)
            for state in states
            for day in state.to_count
        ),
        issued=sum(state.meters.ever.vouchers_out for state in states),
        redeemed=sum(state.meters.ever.vouchers_in for state in states),
        cashed=ledger.balance("cage"),
        lapsed=ledger.balance("lapsed"),
        outstanding=ledger.balance("vouchers"),
    )


@ENDPOINTS.get(
    "/api/audit",
    f"The audit trail, the newest first, {WITHOUT}",
    query=(
        LIMIT,
        Query("place", str, "the previous page's next"),
        Query("table", str, "this table"),
        Query("person", str, "everything by or about this person"),
        Query("kinds", str, "event names or prefixes, separated by commas"),
        LANGUAGE,
    ),
    who="staff",
)
async def audit(call: Call) -> Page:
    _require(call, READS_ALL)
    asked = call.query
    kinds = tuple(asked["kinds"].split(",")) if asked["kinds"] else ()
    wanted = Wanted(table=asked["table"], person=asked["person"], kinds=kinds)
    store, known = call.house.store, call.house.books
    return await _in_thread(
        lambda: trail(
            store, wanted, asked["limit"], asked["place"], known.__getitem__, asked["language"]
        )
    )


@ENDPOINTS.get(
    "/api/audit/export",
    f"The audit trail from one day to another, in UTC, {WITHOUT}",
    gives=None,
    query=(*SPAN, FORM, LANGUAGE),
    who="staff",
    media="application/octet-stream",
)
async def export_audit(call: Call) -> Reply:
    """The audit trail from one day to another, the newest first."""
    _require(call, READS_ALL)
    since, until = _span(call)
    wanted = Wanted(since_ms=_midnight(since), until_ms=_midnight(until) + DAY_MS)
    store, known, language = call.house.store, call.house.books, call.query["language"]

    def found() -> Iterable[exports.Row]:
        page = trail(store, wanted, LINES_MOST, None, known.__getitem__, language)
        if page.next is not None:
            reason = f"there are more than {LINES_MOST} lines: ask for fewer days"
            raise CroupierError(refusal("request/bad-query", reason=reason))
        return exports.trail_rows(page.lines)

    return await _rows_of(call, "audit", exports.TRAIL, found)


# Exports


def _span(call: Call) -> tuple[str, str]:
    """The first and the last day that are asked for."""
    since, until = call.query["since"] or FIRST_DAY, call.query["until"] or LAST_DAY
    for day in (since, until):
        _midnight(day)
    return since, until


def _midnight(day: str) -> int:
    """When a day begins in UTC."""
    try:
        return round(datetime.fromisoformat(f"{day}T00:00:00+00:00").timestamp()) * 1000
    except ValueError:
        reason = "a day is written as 2026-11-15"
        raise CroupierError(refusal("request/bad-query", reason=reason)) from None


async def _rows_of(
    call: Call,
    name: str,
    columns: Sequence[exports.Column],
    rows: Callable[[], Iterable[exports.Row]],
) -> Reply:
    """Rows in the form that is asked for."""
    form = call.query["format"]
    if form not in (CSV, JSONL, PARQUET):
        reason = f"format is one of {CSV}, {JSONL}, {PARQUET}"
        raise CroupierError(refusal("request/bad-query", reason=reason))
    content = await _in_thread(lambda: _written(form, columns, rows()))
    return Reply(content, media=MEDIA[form], filename=f"{name}.{SUFFIX[form]}")


@ENDPOINTS.get(
    f"{AT_TABLE}/export",
    "Rounds or wagers for other programs",
    gives=None,
    query=(
        Query("format", str, "csv, jsonl, parquet or notation", CSV),
        Query("what", str, "rounds or wagers", "rounds"),
        DAY,
        Query("round", int, "one round", most=10**12),
    ),
    who="staff",
    media="application/octet-stream",
)
async def export(call: Call) -> Reply:
    """Rounds or wagers for other programs, or round notation."""
    _require(call, READS_ALL)
    history, asked = _history(call), call.query
    form = asked["format"]
    if form not in MEDIA:
        reason = f"format is one of {', '.join(MEDIA)}"
        raise CroupierError(refusal("request/bad-query", reason=reason))
    content = await _in_thread(
        lambda: _exported(history, form, asked["what"], asked["day"], asked["round"])
    )
    name = f"{history.table}-{asked['day'] or asked['round'] or 'all'}.{SUFFIX[form]}"
    safe = "".join(letter for letter in name if letter.isalnum() or letter in ".-")
    return Reply(content, media=MEDIA[form], filename=safe)


def _exported(
    history: TableHistory, form: str, what: str, day: str | None, number: int | None
) -> bytes:
    if form == NOTATION:
        if number is not None:
            return write(notated_round(history, number)).encode()
        if day is None:
            reason = "round notation is of one round or one day"
            raise CroupierError(refusal("request/bad-query", reason=reason))
        return write(notated_day(history, day)).encode()
    chosen: Iterable[RoundSummary]
    if number is not None:
        chosen = [history.round(number)]
    else:
        chosen = history.day(day) if day is not None else list(history.rounds)
    wagers = what == "wagers"
    columns = exports.WAGERS if wagers else exports.ROUNDS
    rows = exports.wager_rows(history, chosen) if wagers else exports.round_rows(history, chosen)
    return _written(form, columns, rows)


def _written(form: str, columns: Sequence[exports.Column], rows: Iterable[exports.Row]) -> bytes:
    if form == PARQUET:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "export.parquet"
            exports.write_parquet(path, columns, rows)
            return path.read_bytes()
    if form == JSONL:
        return b"".join(exports.json_lines(columns, rows))
    return "".join(exports.csv_lines(columns, rows)).encode()
