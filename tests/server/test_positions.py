"""Position × command × book over the API (requirement 16), by a table written from the books.

``RULES`` says what the clauses and readings say, not what the program's own tables say: who may
give each command, in which books, and whether a higher position may act for a lower. A command
that a position may give is accepted, at the moment at which it is due; for all others the refusal
is one of positions, whatever the moment.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any, get_args

import msgspec
import pytest

from croupier import books
from croupier.house import AnyCommand
from croupier.house.chips import BuyIn
from croupier.house.day import EndShift, StartShift
from croupier.house.exclusion import ExcludePlayer, ReadmitPlayer
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.protocol import frames as f
from croupier.round.base import Actor
from croupier.round.bets import PlaceForPlayer, PlaceWager
from croupier.round.close import CloseBets, GrantStandingLeave, WithdrawStandingLeave
from croupier.round.correction import OutcomeCorrected, SettledRoundVoided
from croupier.round.interruption import ResumeRound, StateBall, SuspendRound
from croupier.round.no_spin import CallNoSpin, ExplainNoSpin
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.referral import DecideReferral, Refer
from croupier.round.ruling import RuleOnWager
from croupier.round.spin import ReportRest, SpinBall
from croupier.rules.positions import Position
from croupier.server.live.rates import Buckets
from croupier.table.core import table_stream
from tests.server.houses import (
    DEALER,
    MANAGER,
    OPENER,
    SECOND,
    SHIFT,
    STAFF,
    SUPERVISOR,
    Hosted,
    Reply,
    closing,
    configured,
    hosting,
    today,
)

ADA = "ada"
D, S, M, G = Position
PEOPLE: Mapping[Position | None, Actor | str] = {
    None: ADA,
    D: DEALER,
    S: SUPERVISOR,
    M: MANAGER,
    G: SHIFT,
}
ALL = tuple(books.ids())
OLD = "racetrack-2012", "sands-2017"
"""Books that say nothing of positions: silence removes powers."""
NEW = "sands-2019", "edz-2020", "fast-action-2020"
ACTS_UP = NEW
"""6.3, in EDZ 6.2 (reading 22)."""
LIVE_NEW = "sands-2019", "fast-action-2020"
EDZ, FAST = ("edz-2020",), ("fast-action-2020",)
NONE: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rule:
    """Who may give a command."""

    named: tuple[Position, ...] = ()
    """The positions that it is given to."""
    books: tuple[str, ...] = ALL
    """Those that have the power at all."""
    house: bool = False
    """A house procedure: higher positions may in every book."""
    players: tuple[str, ...] = NONE
    """The books in which a player may, for themselves."""

    def allows(self, book: str, position: Position | None) -> bool:
        if position is None:
            return book in self.players
        if book not in self.books:
            return False
        is_higher = any(position.at_least(one) for one in self.named)
        return position in self.named or (is_higher and (self.house or book in ACTS_UP))


STANDS = RuleOnWager(player=ADA, wager="straight:7", ruling="stands", reason="seen")
MOVED = {"player": ADA, "wager": "straight:7", "ruling": "moved", "to": "straight:8"}
PLAYS = Rule(players=ALL)
DEALS = Rule((D,))
"""3.1, 3.2, 3.6 to 3.8: the Dealer's, and a higher one's where the book says so."""
RUNS = Rule((D,), house=True)
FELT = Rule((D,), tuple(book for book in ALL if book not in EDZ), house=True)
"""Chips lie on a felt; EDZ has credits (reading 23)."""
SITS = Rule((D,), house=True, players=ALL)
AT_THE_COUNTER = Rule((D,), house=True)
"""House procedure: no player asks for money; the house may do it for them."""
TRAY = Rule((S,), house=True)
PIT = Rule((M,), house=True)
HOUSE = Rule((G,), house=True)

RULES: dict[str, tuple[Rule, dict[str, Any], str]] = {
    # What players do
    "place-wager": (PLAYS, {"wager": "straight:7", "amount": 200}, "betting"),
    "place-wagers": (PLAYS, {"wagers": [{"wager": "straight:7", "amount": 200}]}, "betting"),
    "withdraw-wager": (PLAYS, {"wager": "straight:7"}, "staked"),
    "clear-wagers": (PLAYS, {}, "staked"),
    "undo-wager": (PLAYS, {}, "staked"),
    "double-wagers": (PLAYS, {}, "staked"),
    "rebet": (PLAYS, {}, "rebet"),
    # What the Dealer does
    "open-bets": (DEALS, {}, "between"),
    "spin-ball": (DEALS, {}, "spin"),
    "close-bets": (DEALS, {}, "close"),
    "report-rest": (DEALS, {}, "lit"),
    "call-outcome": (DEALS, {"number": "7"}, "lit"),
    "confirm-outcome": (DEALS, {"number": "7"}, "called"),
    "state-ball": (DEALS, {"rests": True}, ""),
    "draw-bonus-numbers": (Rule((D,), FAST), {}, "running"),
    "report-lights": (Rule((D,), FAST), {}, "drawn"),
    # 3.5, 6.1, 5.12/5.13/5.15 (reading 18), 3.9, 6.2/6.1
    "place-for-player": (
        Rule((D, S, M), LIVE_NEW),
        {"player": ADA, "wager": "straight:7", "amount": 200},
        "betting",
    ),
    "take-back-for-player": (
        Rule((D, S, M), LIVE_NEW),
        {"player": ADA, "wager": "straight:7"},
        "placed for",
    ),
    "record-wager": (FELT, {"player": ADA, "wager": "straight:7", "amount": 200}, "betting"),
    "record-withdrawal": (FELT, {"player": ADA, "wager": "straight:7"}, "staked"),
    "grant-early-close": (Rule((M,), LIVE_NEW), {}, "betting"),
    "grant-standing-leave": (Rule((M,), LIVE_NEW), {}, "no leave"),
    "withdraw-standing-leave": (Rule((M,), LIVE_NEW), {}, "leave"),
    "call-no-spin": (Rule((D, S, M, G), NEW), {"reason": "a coin fell in"}, "running"),
    "explain-no-spin": (Rule((D, S, M, G), NEW), {"reason": "a coin fell in"}, "unexplained"),
    "rule-on-wager": (
        Rule((S, M, G), LIVE_NEW),
        {"player": ADA, "wager": "straight:7", "ruling": "stands", "reason": "seen"},
        "rested",
    ),
    "revoke-ruling": (Rule((S, M, G), LIVE_NEW), {"number": 1, "reason": "misread"}, "ruled"),
    "refer": (Rule((D, S, M, G), NEW), {"reason": "a quarrel"}, "running"),
    "decide-referral": (Rule((G,), NEW), {"decision": "resume", "reason": "seen"}, "referred"),
    "decide-referral by rulings": (
        Rule((G,), NEW),
        {"decision": "rule", "reason": "seen", "rulings": [MOVED]},
        "referred",
    ),
    # 5.1 to 5.10 name nobody (reading 21); 5.11, 5.12, 5.13 (readings 16 and 17)
    "report-spin": (RUNS, {"revolutions": 5}, "running"),
    "void-round": (RUNS, {"clause": "5.4"}, "running"),
    "declare-interruption": (RUNS, {"reason": "the wheel is jammed"}, "running"),
    # House procedure, in every book
    "suspend-round": (RUNS, {"reason": "a fire drill"}, "running"),
    "resume-round": (RUNS, {}, "suspended"),
    "abandon-round": (PIT, {"reason": "the wheel broke"}, ""),
    "reveal-secret": (RUNS, {"round": 1}, ""),
    "take-seat": (SITS, {"player": ADA}, "standing"),
    "leave-seat": (SITS, {"player": ADA}, "between"),
    "buy-in": (AT_THE_COUNTER, {"player": ADA, "amount": 500}, "between"),
    "redeem-voucher": (AT_THE_COUNTER, {"player": ADA, "voucher": "none"}, ""),
    "cash-out": (AT_THE_COUNTER, {"player": ADA, "amount": 100, "paid": "voucher"}, "between"),
    "cash-out in cash": (RUNS, {"player": ADA, "amount": 100}, "between"),
    "collect-held": (AT_THE_COUNTER, {"player": ADA, "paid": "voucher"}, ""),
    "change-chips": (RUNS, {"player": ADA, "into": "cash-chips", "amount": 100}, ""),
    "open-table": (TRAY, {"opener": 100}, ""),
    "fill-float": (TRAY, {"amount": 100}, "between"),
    "credit-float": (TRAY, {"amount": 100}, "between"),
    "close-table": (TRAY, {"closer": 100}, ""),
    "cash-voucher": (TRAY, {"voucher": "none"}, ""),
    "set-limits": (PIT, {"limits": {"table": {"min": 100, "max": 100_000}}}, "between"),
    "set-maximum-payout": (PIT, {"amount": None}, "between"),
    "start-shift": (PIT, {"shift": "late"}, "no shift"),
    "end-shift": (PIT, {}, "shift"),
    "exclude-player": (PIT, {"player": "eve", "reason": "asked for it"}, "eve in"),
    "readmit-player": (HOUSE, {"player": "eve"}, "eve out"),
    "set-own-limits": (SITS, {"player": ADA, "minutes": 1440}, ""),
    "take-time-out": (SITS, {"player": ADA}, ""),
    "end-time-out": (HOUSE, {"player": ADA}, ""),
    "lapse-vouchers": (HOUSE, {}, ""),
    "start-day": (HOUSE, {"day": today()}, ""),
    "end-day": (HOUSE, {}, ""),
    "count-day": (
        TRAY,
        {"day": "none", "cash": 0, "bills": 0, "vouchers": 0, "desk": 0, "paid": 0},
        "",
    ),
    # Last, since nobody may readmit who did it for half a year: ``ended`` does so for the test.
    "exclude-self": (SITS, {"player": ADA}, ""),
}
TWO_PEOPLE = {
    "correct-outcome": {"round": 1, "number": "8"},
    "void-after-outcome": {"round": 1, "clause": "5.4", "reason": "seen on film"},
    "adjust-balance": {"player": ADA, "amount": 100, "reason": "miscounted"},
}
"""Reading 19, requirement 16: a Pit Supervisor or above, and another of at least that."""
OF_POSITIONS = {"position/not-allowed", "position/no-such-power", "seat/not-yours"}


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosting(configured(tmp_path_factory.mktemp("positions"))) as hosted:
        hosted.house.requests = Buckets(10**6, 10**6)
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.enrolled(ADA, "ben"))
        for table in ALL:
            hosted.run(hosted.open(table, ADA, "ben"))
            hosted.run(settled(hosted, table))
        yield hosted


@pytest.fixture(scope="module")
def line(hosted: Hosted) -> Iterator[HTTPConnection]:
    line = hosted.line()
    yield line
    line.close()


async def settled(hosted: Hosted, table: str, number: str = "7") -> None:
    """A round of ada's, from its beginning to its end."""
    wager = PlaceWager(wager="straight:7", amount=200)
    await hosted.must(table, OpenBets())
    await hosted.must(table, wager, by=Actor(ADA))
    await hosted.must(table, *closing(table))
    await hosted.must(table, CallOutcome(number=number), ConfirmOutcome(number=number))


async def ended(hosted: Hosted, table: str) -> None:
    """No round in play, nothing held, and ada at the table with money."""
    if ADA in hosted.house.floor.house.excluded:
        hosted.house.floor.house.readmit(ADA)
    state = hosted.house.floor.tables[table].state
    if state.round is not None:
        if state.round.waiting == "ball":
            await hosted.must(table, StateBall(rests=True))
        elif state.round.waiting is not None:
            resume = DecideReferral(decision="resume", reason="seen")
            given = await hosted.ask(table, resume, SHIFT)
            if not given.accepted:
                await hosted.must(table, ResumeRound())
        for step in closing(table):
            await hosted.ask(table, step)
        number = state.round.outcome or "9"
        await hosted.ask(table, CallOutcome(number=number))
        await hosted.must(table, ConfirmOutcome(number=number))
    if ADA not in state.seats:
        await hosted.must(table, TakeSeat(player=ADA))
    if sum(state.purse(ADA).values()) < 5_000:
        await hosted.must(table, BuyIn(player=ADA, amount=20_000))


async def brought_to(hosted: Hosted, table: str, moment: str) -> None:
    """The moment at which a command is due."""
    await ended(hosted, table)
    state, steps = hosted.house.floor.tables[table].state, closing(table)
    await hosted.ask(table, ExplainNoSpin(reason="seen to"))
    wager = PlaceWager(wager="straight:7", amount=200)
    match moment:
        case "between":
            return
        case "standing":
            await hosted.must(table, LeaveSeat(player=ADA))
            return
        case "leave" | "no leave":
            if (state.standing_leave is None) == (moment == "leave"):
                leave = GrantStandingLeave() if moment == "leave" else WithdrawStandingLeave()
                await hosted.must(table, leave, by=MANAGER)
            return
        case "shift" | "no shift":
            if (state.shift is None) == (moment == "shift"):
                change = StartShift(shift="early") if moment == "shift" else EndShift()
                await hosted.must(table, change, by=MANAGER)
            return
        case "eve in" | "eve out":
            if ("eve" in hosted.house.floor.house.excluded) == (moment == "eve in"):
                out = ExcludePlayer(player="eve", reason="asked for it")
                back = ReadmitPlayer(player="eve")
                await hosted.must(table, out if moment == "eve out" else back, by=SHIFT)
            return
        case "rebet":
            await settled(hosted, table)
    await hosted.must(table, OpenBets())
    due = {"spin": steps.index(SpinBall()), "close": steps.index(CloseBets())}
    due |= {"running": 2, "drawn": 3, "referred": 2, "suspended": 2}
    due |= dict.fromkeys(("lit", "called", "rested", "ruled"), len(steps))
    if moment in ("staked", "rested", "ruled", "referred"):
        await hosted.must(table, wager, by=Actor(ADA))
    await hosted.must(table, *steps[: due.get(moment, 0)])
    match moment:
        case "unexplained":
            await hosted.must(table, CallNoSpin())
        case "placed for":
            await hosted.must(table, PlaceForPlayer(player=ADA, wager="straight:7", amount=200))
        case "called":
            await hosted.must(table, CallOutcome(number="7"))
        case "rested" | "ruled":
            await hosted.must(table, ReportRest())
            if moment == "ruled":
                await hosted.must(table, STANDS, by=SUPERVISOR)
        case "referred":
            await hosted.must(table, Refer(reason="a quarrel"))
        case "suspended":
            await hosted.must(table, SuspendRound(reason="a fire drill"))


def test_the_table_has_every_command() -> None:
    known = {str(kind.__struct_config__.tag) for kind in get_args(AnyCommand)}
    assert known == {name.split()[0] for name in RULES} | set(TWO_PEOPLE)


@pytest.mark.parametrize("position", PEOPLE, ids=str)
@pytest.mark.parametrize("book", ALL)
def test_position_by_command_by_book(
    hosted: Hosted, line: HTTPConnection, book: str, position: Position | None
) -> None:
    wrong, core = [], hosted.house.floor.tables[book]
    hosted.run(ended(hosted, book))
    for name, (rule, fields, moment) in RULES.items():
        allowed = rule.allows(book, position)
        if (allowed and moment) or core.state.round is None:
            hosted.run(brought_to(hosted, book, moment if allowed else "betting"))
        body = {"id": next(hosted.ids), "command": {"type": name.split()[0]} | fields}
        path = f"/api/tables/{book}/actions"
        verdict = hosted.http("POST", path, body, PEOPLE[position], line=line).json
        code = verdict.get("code")
        if allowed and moment:
            fits = verdict["accepted"]
        elif allowed:
            fits = code not in OF_POSITIONS
        else:
            fits = not verdict["accepted"] and code in OF_POSITIONS
        if not fits:
            wrong.append(f"{name}: {'allowed' if allowed else 'not allowed'}, but {verdict}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("position", PEOPLE, ids=str)
def test_the_same_over_the_websocket(hosted: Hosted, position: Position | None) -> None:
    """One command of each kind: the two ways lead to the same table."""
    book = "sands-2017"
    for name in ("place-wager", "close-bets", "call-no-spin", "fill-float", "end-day"):
        rule, fields, moment = RULES[name]
        allowed = rule.allows(book, position)
        hosted.run(brought_to(hosted, book, moment if allowed and moment else "betting"))
        command = {"type": name} | fields
        act = {"type": "act", "table": book, "id": next(hosted.ids), "command": command}
        wire = hosted.run(hosted.wire(PEOPLE[position]))
        verdict = hosted.run(wire.ask(msgspec.json.encode(act).decode(), f.Verdict))
        assert (verdict.code in OF_POSITIONS) == (not allowed), f"{name}: {verdict}"


def test_who_acted_as_what_is_on_record(hosted: Hosted) -> None:
    """Reading 22: a Pit Manager who spins the ball is on record as one."""
    table = "sands-2019"
    hosted.run(brought_to(hosted, table, "betting"))
    verdict = hosted.act(MANAGER, table, {"type": "spin-ball"}).json
    (entry,) = hosted.entries(table_stream(table), verdict["seq"] - 1)
    assert b'"name":"max","position":"pit-manager"' in entry.body


def test_acting_in_a_position_for_a_shift(hosted: Hosted) -> None:
    """6.3 or 6.2: by appointment, on record, and only where the book says so."""
    body = {"position": "pit-manager", "hours": 8, "reason": "max is ill"}
    path = f"/api/staff/{SUPERVISOR.name}"
    grant = {"type": "grant-standing-leave"}
    for who, code in ((DEALER, "position/not-allowed"), (MANAGER, "position/not-allowed")):
        assert said(hosted.http("POST", f"{path}/appoint", body, who))["code"] == code
    hosted.run(brought_to(hosted, "sands-2019", "no leave"))
    assert hosted.act(SUPERVISOR, "sands-2019", grant).json["code"] == "position/not-allowed"
    assert said(hosted.by_two(f"{path}/appoint", body))["accepted"]
    done = hosted.act(SUPERVISOR, "sands-2019", grant).json
    assert done["accepted"], done
    (entry,) = (x for x in hosted.entries(table_stream("sands-2019")) if x.seq == done["seq"])
    assert b'"name":"sue","position":"pit-manager","acting":true' in entry.body
    limits = {"type": "set-maximum-payout", "amount": None}
    assert hosted.act(SUPERVISOR, "sands-2017", limits).json["code"] == "position/not-allowed"
    shown = hosted.http("GET", "/api/staff", None, SHIFT).json
    assert next(one for one in shown if one["name"] == "sue")["acting"] == "pit-manager"
    ended = {"reason": "max is back"}
    assert said(hosted.http("POST", f"{path}/withdraw-appointment", ended, SHIFT))["accepted"]
    withdraw = {"type": "withdraw-standing-leave"}
    assert hosted.act(SUPERVISOR, "sands-2019", withdraw).json["code"] == "position/not-allowed"


def test_nobody_says_who_they_are(hosted: Hosted) -> None:
    """A body that names its sender, or a position, is none."""
    before = hosted.head()
    for more in ({"actor": "gia"}, {"position": "gaming-shift-manager"}, {"as": "staff"}):
        body = {"id": next(hosted.ids), "command": {"type": "end-day"}} | more
        reply = hosted.http("POST", "/api/tables/sands-2019/actions", body, ADA)
        assert (reply.status, reply.code) == (400, "message/malformed")
    body = {"id": next(hosted.ids), "command": {"type": "end-day"}}
    for query in ("?as=staff", "?as=public"):
        reply = hosted.http("POST", f"/api/tables/sands-2019/actions{query}", body, ADA)
        assert reply.status == 401
    assert hosted.head() == before


# Two people


@pytest.mark.parametrize("position", PEOPLE, ids=str)
@pytest.mark.parametrize("name", [*TWO_PEOPLE, "close-table"])
def test_one_person_cannot_do_what_takes_two(
    hosted: Hosted, name: str, position: Position | None
) -> None:
    asks, table = PEOPLE[position], "sands-2019"
    if isinstance(asks, Actor):
        hosted.signed_in(asks)  # on record too, and not what this is about
    hosted.run(hosted.house.running.idle())
    before = hosted.head()
    command = {"type": name} | TWO_PEOPLE.get(name, {"closer": OPENER})
    person = {"name": "sam", "position": "pit-supervisor"}
    for forged in (person, {"name": "", "position": None}, {"name": "gia"}):
        reply = hosted.act(asks, table, command | {"approver": forged})
        assert (reply.status, reply.code) == (409, "approval/needed")
    if name in TWO_PEOPLE:
        alone = hosted.act(asks, table, command)
        assert alone.code == "message/malformed"
    hosted.run(hosted.house.running.idle())
    assert hosted.head() == before


def asked(hosted: Hosted, who: Actor, table: str, command: dict[str, Any]) -> dict[str, Any]:
    body = {"table": table, "command": command, "reason": "seen on the camera"}
    return said(hosted.http("POST", "/api/approvals", body, who))


def approved(hosted: Hosted, who: Actor, id_: int) -> dict[str, Any]:
    return said(hosted.http("POST", f"/api/approvals/{id_}/approve", {}, who))


def said(reply: Reply) -> dict[str, Any]:
    """The verdict, or why there is none."""
    assert reply.status < 500
    answer: dict[str, Any] = reply.json
    return answer if reply.status == 200 else answer["error"] | {"accepted": False}


@pytest.mark.parametrize("name", TWO_PEOPLE)
@pytest.mark.parametrize("table", ALL)
def test_two_people_do_it_in_every_book(hosted: Hosted, table: str, name: str) -> None:
    hosted.run(ended(hosted, table))
    hosted.run(settled(hosted, table))
    round_ = hosted.house.floor.tables[table].state.round_number
    command = {"type": name} | TWO_PEOPLE[name]
    if "round" in command:
        command["round"] = round_
    forged = command | {"approver": {"name": "sam", "position": "pit-supervisor"}}
    assert asked(hosted, DEALER, table, forged)["code"] == "position/not-allowed"
    waiting = asked(hosted, SUPERVISOR, table, forged)
    id_ = waiting["approval"]
    assert approved(hosted, SUPERVISOR, id_)["code"] == "approval/same-person"
    assert approved(hosted, DEALER, id_)["code"] == "approval/position"
    player = hosted.http("POST", f"/api/approvals/{id_}/approve", {}, ADA)
    assert (player.status, player.code) == (401, "staff/not-signed-in")
    done = approved(hosted, SECOND, id_)
    assert done["accepted"], done
    body = next(one.body for one in hosted.entries(table_stream(table)) if one.seq == done["seq"])
    assert b'"name":"sue","position":"pit-supervisor"' in body
    assert b'"name":"sam","position":"pit-supervisor"' in body
    assert approved(hosted, SECOND, id_)["code"] == "approval/decided"


def test_another_session_of_the_same_person_is_the_same_person(hosted: Hosted) -> None:
    waiting = asked(hosted, SUPERVISOR, "sands-2019", {"type": "adjust-balance"} | ADJUST)
    hosted.cookies.pop(SUPERVISOR.name)
    assert approved(hosted, SUPERVISOR, waiting["approval"])["code"] == "approval/same-person"
    declined = hosted.http(
        "POST", f"/api/approvals/{waiting['approval']}/decline", {"reason": "not so"}, SECOND
    )
    assert declined.json["accepted"]
    assert approved(hosted, SECOND, waiting["approval"])["code"] == "approval/decided"


ADJUST = TWO_PEOPLE["adjust-balance"]


def test_two_people_over_the_websocket_and_the_floor_shows_it(hosted: Hosted) -> None:
    table = "edz-2020"
    hosted.run(ended(hosted, table))
    hosted.run(settled(hosted, table))
    round_ = hosted.house.floor.tables[table].state.round_number
    command = f'{{"type":"correct-outcome","round":{round_},"number":"8"}}'
    ask = f'{{"type":"ask","table":"{table}","reason":"misread","command":{command}}}'
    first, second = (hosted.run(hosted.wire(one)) for one in (MANAGER, SHIFT))
    hosted.run(second.ask(f.WatchFloor(), f.FloorFrame))
    waiting = hosted.run(first.ask(ask, f.Verdict))
    assert waiting.approval is not None
    hosted.run(
        second.until(
            lambda: any(
                one.id == waiting.approval and one.verdict == "pending"
                for frame in second.heard(f.FloorFrame)
                for one in frame.floor.approvals
            )
        )
    )
    same = hosted.run(first.ask(f.Approve(approval=waiting.approval), f.Verdict))
    assert same.code == "approval/same-person"
    assert hosted.run(second.ask(f.Approve(approval=waiting.approval), f.Verdict)).accepted
    names = [one.name for one in hosted.entries(table_stream(table))]
    assert names.count(OutcomeCorrected.name) >= 1
    assert OutcomeCorrected.name != SettledRoundVoided.name


def test_a_count_that_differs_takes_two(hosted: Hosted) -> None:
    """One person closes a table by the record's own count alone."""
    table = "racetrack-2012"
    hosted.run(ended(hosted, table))
    hosted.run(hosted.must(table, LeaveSeat(player=ADA), LeaveSeat(player="ben")))
    there = hosted.house.floor.tables[table].state.ledger.balance("float")
    short = {"type": "close-table", "closer": there - 100}
    refused = hosted.act(SUPERVISOR, table, short).json
    assert (refused["accepted"], refused["code"]) == (False, "float/count-differs")
    waiting = asked(hosted, SUPERVISOR, table, short)
    assert approved(hosted, SECOND, waiting["approval"])["accepted"]
    assert not hosted.house.floor.tables[table].state.is_open
