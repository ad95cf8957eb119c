"""The HTTP API of the record: history, recall, proofs, statistics, meters, audit trail, exports.

Reading the record takes its time: it is done in a thread, beside the tables.
"""

import asyncio
import tempfile
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from croupier.history import exports as x
from croupier.history.audit import Page, Wanted, trail
from croupier.history.meters import DayMeters, day_meters, dealer_meters
from croupier.history.notated import notated_day, notated_round
from croupier.history.played import rounds_played
from croupier.history.proof import fair_record
from croupier.history.recall import Recalled, recall
from croupier.history.rounds import RoundSummary
from croupier.history.statistics import Rounds, Statistics, statistics_of
from croupier.history.table import TableHistory
from croupier.journal.errors import EntriesArchived
from croupier.notation import write
from croupier.protocol import requests as q
from croupier.rules.positions import Position
from croupier.rules.refusal import CroupierError, refusal
from croupier.server.endpoint import Call, Endpoint, Query, Reply
from croupier.server.kept import at_the_table
from croupier.server.views import READS_ALL, reads_all, recalled_as

T = TypeVar("T")
CSV, JSONL, PARQUET, NOTATION = "csv", "jsonl", "parquet", "notation"
MEDIA = {
    CSV: "text/csv; charset=utf-8",
    JSONL: "application/jsonl",
    PARQUET: "application/vnd.apache.parquet",
    NOTATION: "text/plain; charset=utf-8",
}
SUFFIX = {CSV: "csv", JSONL: "jsonl", PARQUET: "parquet", NOTATION: "toml"}


async def _in_thread(work: Callable[[], T]) -> T:
    try:
        return await asyncio.to_thread(work)
    except EntriesArchived:
        raise CroupierError(refusal("record/archived")) from None


def _history(call: Call) -> TableHistory:
    return call.house.histories[call.table]


def _require(call: Call, least: Position) -> None:
    actor = call.who.actor
    assert actor is not None
    if actor.position is None or not actor.position.at_least(least):
        position = actor.position or "player"
        raise CroupierError(
            refusal(
                "position/not-allowed",
                name=actor.name,
                position=position,
                action="read-record",
                who=least,
            )
        )


# Rounds


async def rounds(call: Call) -> list[q.RoundShown]:
    """The last ended rounds, the newest first: how they ended, which everybody saw."""
    index, before, limit = _history(call).rounds, call.query["before"], call.query["limit"]
    if before is None:
        found = await _latest(index, limit)
    else:
        found = await _in_thread(lambda: index.before(before, limit))
    actor = call.who.actor
    whole = actor is not None and reads_all(call.house.office.at_most(actor))
    return [_shown(each, whole=whole) for each in found]


async def _latest(index: Rounds, count: int) -> list[RoundSummary]:
    """The latest rounds: at once where they are in memory."""
    if index.holds(count):
        return index.last(count)
    return await _in_thread(lambda: index.last(count))


def _shown(summary: RoundSummary, *, whole: bool) -> q.RoundShown:
    return q.RoundShown(
        round=summary.number,
        day=summary.day,
        opened_ms=summary.opened_ms,
        ended_ms=summary.ended_ms,
        status=summary.status,
        outcome=summary.outcome,
        bonus_numbers=summary.bonus_numbers if summary.status != "in-play" else None,
        ended_by=summary.ended_by,
        corrected=summary.corrected,
        staked=summary.staked if whole else None,
        returned=summary.returned if whole else None,
    )


async def played(call: Call) -> list[q.RoundShown]:
    """The rounds in which the player who asks had a wager, the newest first."""
    actor, history = call.who.actor, _history(call)
    assert actor is not None
    limit, before = call.query["limit"], call.query["before"]
    found = await _in_thread(lambda: rounds_played(history, actor.name, limit, before))
    return [_shown(each, whole=False) for each in found]


async def recalled(call: Call) -> Recalled:
    """A round again, as far as whoever asks may see it."""
    actor = call.who.actor
    assert actor is not None
    history, number = _history(call), int(call.path["round"])
    state = call.house.floor.tables[call.table].state
    office = call.house.office
    here = office.away(call.table, actor) is None
    player = recalled_as(state, office.acting_at(call.table, actor), number, here=here)
    return await _in_thread(lambda: recall(history, number, player))


async def fair(call: Call) -> dict[str, Any]:
    """What anyone needs to check the draws of a revealed round (``croupier fair check``)."""
    history, number = _history(call), int(call.path["round"])
    return await _in_thread(lambda: fair_record(history, number))


async def shown_statistics(call: Call) -> Statistics:
    history = _history(call)
    return statistics_of(history.book, await _latest(history.rounds, call.query["rounds"]))


# Meters and the audit trail


async def meters(call: Call) -> q.MetersShown:
    _require(call, READS_ALL)
    history, day = _history(call), call.query["day"]
    theoretical = call.query["theoretical"] == "yes"
    found = await _in_thread(lambda: day_meters(history, day, theoretical=theoretical))
    by_dealer = await _in_thread(lambda: dealer_meters(history.rounds))
    dealers = [
        q.DealerShown(
            dealer=one.dealer, rounds=one.rounds, voids=one.voids, void_rate=str(one.void_rate)
        )
        for one in by_dealer
    ]
    return q.MetersShown(days=tuple(map(_day, found)), dealers=tuple(dealers))


def _day(day: DayMeters) -> q.DayShown:
    return q.DayShown(
        table=day.table,
        day=day.day,
        figures=day.figures,
        hold=_text(day.hold),
        void_rate=_text(day.void_rate),
        rounds_an_hour=_text(day.rounds_an_hour),
        theoretical_win=_text(day.theoretical_win),
    )


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


async def to_count(call: Call) -> q.Uncounted:
    """Which days wait to be counted, and how the vouchers of the house add up."""
    _require(call, READS_ALL)
    states = [core.state for core in call.house.floor.tables.values()]
    ledger = call.house.floor.house.ledger
    return q.Uncounted(
        days=tuple(
            q.DayUncounted(table=state.id, day=day) for state in states for day in state.to_count
        ),
        issued=sum(state.meters.ever.vouchers_out for state in states),
        redeemed=sum(state.meters.ever.vouchers_in for state in states),
        cashed=ledger.balance("cage"),
        lapsed=ledger.balance("lapsed"),
        outstanding=ledger.balance("vouchers"),
    )


async def audit(call: Call) -> Page:
    _require(call, READS_ALL)
    asked = call.query
    kinds = tuple(asked["kinds"].split(",")) if asked["kinds"] else ()
    wanted = Wanted(table=asked["table"], person=asked["person"], kinds=kinds)
    store, known = call.house.store, call.house.books
    return await _in_thread(
        lambda: trail(store, wanted, asked["limit"], asked["place"], known.__getitem__)
    )


# Exports


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
    columns = x.WAGERS if wagers else x.ROUNDS
    rows = x.wager_rows(history, chosen) if wagers else x.round_rows(history, chosen)
    if form == PARQUET:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "export.parquet"
            x.write_parquet(path, columns, rows)
            return path.read_bytes()
    if form == JSONL:
        return b"".join(x.json_lines(columns, rows))
    return "".join(x.csv_lines(columns, rows)).encode()


AT_TABLE = "/api/tables/{table}"
ONE = f"{AT_TABLE}/rounds/{{round:int}}"
LIMIT = Query("limit", int, "how many at most", 50, most=500)
BEFORE = Query("before", int, "rounds before this one", most=10**12)
DAY = Query("day", str, "a gaming day, such as 2026-11-15")
WITHOUT = "without play, chips and vouchers unless kinds or person asks for them"
ENDPOINTS: Sequence[Endpoint] = (
    Endpoint(
        *("GET", f"{AT_TABLE}/rounds", "The last rounds", at_the_table(rounds), list[q.RoundShown]),
        query=(LIMIT, Query("before", int, "rounds before this one", most=10**12)),
    ),
    Endpoint(
        *("GET", f"{AT_TABLE}/played", "One's own rounds", played, list[q.RoundShown]),
        query=(LIMIT, BEFORE),
        who="player",
    ),
    Endpoint("GET", ONE, "A round again", recalled, Recalled, who="player"),
    Endpoint("GET", f"{ONE}/fair", "What proves a round's draws", fair, dict[str, Any]),
    Endpoint(
        *(
            "GET",
            f"{AT_TABLE}/statistics",
            "What came how often",
            at_the_table(shown_statistics),
            Statistics,
        ),
        query=(Query("rounds", int, "over how many rounds", 100, most=10_000),),
    ),
    Endpoint(
        *("GET", f"{AT_TABLE}/meters", "Meters by gaming day and dealer", meters, q.MetersShown),
        query=(DAY, Query("theoretical", str, "yes adds the theoretical win", "no")),
        who="staff",
    ),
    Endpoint("GET", "/api/count", "What is to be counted", to_count, q.Uncounted, who="staff"),
    Endpoint(
        *("GET", "/api/audit", f"The audit trail, the newest first, {WITHOUT}", audit, Page),
        query=(
            LIMIT,
            Query("place", str, "where the page before ended"),
            Query("table", str, "of this table"),
            Query("person", str, "all that is by or about this person"),
            Query("kinds", str, "names of events, or how they begin, with commas"),
        ),
        who="staff",
    ),
    Endpoint(
        *("GET", f"{AT_TABLE}/export", "Rounds or wagers for other programs", export, None),
        query=(
            Query("format", str, "csv, jsonl, parquet or notation", CSV),
            Query("what", str, "rounds or wagers", "rounds"),
            DAY,
            Query("round", int, "one round", most=10**12),
        ),
        who="staff",
        media="application/octet-stream",
    ),
)
