"""Money comes from somewhere: attacks on the ways into a purse (requirement 24)."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.house.chips import BuyIn
from croupier.house.day import EndDay
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.tray import CloseTable, CreditFloat, OpenTable
from croupier.office.state import Alert
from croupier.protocol import frames as f
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.server.config.settings import Approvals
from croupier.words.message import joined
from tests.server.houses import (
    DEALER,
    SECOND,
    SHIFT,
    STAFF,
    SUPERVISOR,
    Hosted,
    configured,
    dealt,
    hosting,
)

SELF, STAFFED, LIVE = "edz-self", "edz-staffed", "sands-2019"
MILLIONS = 1_000_000_000
THRESHOLD = 500_000
EDZ = dealt("edz-2020")
TABLES = [
    msgspec.structs.replace(EDZ, id=SELF, self_service=True),
    msgspec.structs.replace(EDZ, id=STAFFED),
    dealt(LIVE),
    dealt("racetrack-2012"),
    dealt("sands-2017"),
]
MONEY: list[dict[str, Any]] = [
    {"type": "buy-in", "amount": MILLIONS},
    {"type": "cash-out"},
    {"type": "cash-out", "paid": "voucher"},
    {"type": "collect-held", "paid": "voucher"},
    {"type": "collect-held", "paid": "chips"},
    {"type": "redeem-voucher", "voucher": "00041061050R3GG28A1C60T3GF"},
    {"type": "change-chips", "into": "cash-chips", "amount": 100},
]
"""What goes over the counter."""


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A real house with a terminal and staff."""
    folder: Path = tmp_path_factory.mktemp("money")
    said = Approvals(
        buy_in_above=THRESHOLD, cash_above=THRESHOLD, new_accounts_wait=0, second_factor=False
    )
    with hosting(configured(folder, TABLES, approvals=said)) as house:
        house.run(house.staffed(*STAFF))
        house.run(house.enrolled("kiosk"))
        for table in TABLES:
            house.run(house.open(table.id, "kiosk"))
        yield house


def purse(hosted: Hosted, table: str) -> int:
    hosted.run(hosted.house.running.idle())
    state = hosted.house.floor.tables[table].state
    return sum(state.purse("kiosk").values()) + state.held("kiosk")


def over_http(hosted: Hosted, table: str, command: dict[str, Any]) -> tuple[bool, str | None]:
    said = hosted.act("kiosk", table, command).json
    return said["accepted"], said.get("code")


def over_socket(hosted: Hosted, table: str, command: dict[str, Any]) -> tuple[bool, str | None]:
    async def ask() -> f.Verdict:
        wire = await hosted.wire("kiosk")
        act = {"type": "act", "table": table, "id": next(hosted.ids), "command": command}
        return await wire.ask(msgspec.json.encode(act).decode(), f.Verdict)

    verdict = hosted.run(ask())
    return verdict.accepted, verdict.code


WAYS = pytest.mark.parametrize("way", [over_http, over_socket], ids=["http", "socket"])


@WAYS
@pytest.mark.parametrize("table", [SELF, STAFFED, LIVE])
def test_a_terminal_cannot_make_money(hosted: Hosted, table: str, way: Any) -> None:
    before = purse(hosted, table)
    buy = {"type": "buy-in", "player": "kiosk", "amount": MILLIONS}
    assert way(hosted, table, buy) == (False, "position/not-allowed")
    assert purse(hosted, table) == before


@WAYS
@pytest.mark.parametrize("table", [STAFFED, LIVE])
@pytest.mark.parametrize("asked", MONEY, ids=lambda one: one["type"] + one.get("paid", ""))
def test_without_self_service_nothing_goes_over_the_counter(
    hosted: Hosted, table: str, asked: dict[str, Any], way: Any
) -> None:
    before = purse(hosted, table)
    assert way(hosted, table, asked | {"player": "kiosk"}) == (False, "position/not-allowed")
    assert purse(hosted, table) == before


def test_self_service_is_for_vouchers_and_never_for_cash(hosted: Hosted) -> None:
    before = purse(hosted, SELF)
    paid = {"type": "cash-out", "player": "kiosk", "amount": 5_000}
    assert over_http(hosted, SELF, paid) == (False, "position/not-allowed")
    assert over_http(hosted, SELF, paid | {"paid": "voucher"}) == (True, None)
    assert purse(hosted, SELF) == before - 5_000
    hosted.run(hosted.must(SELF, LeaveSeat(player="kiosk")))
    held = {"type": "collect-held", "player": "kiosk"}
    assert over_http(hosted, SELF, held | {"paid": "cash"}) == (False, "position/not-allowed")
    hosted.run(hosted.must(SELF, TakeSeat(player="kiosk")))
    assert over_http(hosted, SELF, held | {"paid": "chips"}) == (True, None)


def test_a_dealer_alone_sells_no_more_than_the_house_allows(hosted: Hosted) -> None:
    """And cannot ask and approve: the second person is another, and a supervisor."""
    before = purse(hosted, LIVE)
    buy = {"type": "buy-in", "player": "kiosk", "amount": THRESHOLD + 1}
    alone = hosted.act(DEALER, LIVE, buy).json
    assert (alone["accepted"], alone["code"].startswith("approval/above")) == (False, True)
    body = {"table": LIVE, "command": buy, "reason": "a player with large notes"}
    waiting = hosted.http("POST", "/api/approvals", body, DEALER).json
    mine = f"/api/approvals/{waiting['approval']}/approve"
    assert hosted.http("POST", mine, {}, DEALER).code == "approval/same-person"
    assert purse(hosted, LIVE) == before
    assert hosted.http("POST", mine, {}, SUPERVISOR).json["accepted"]
    assert purse(hosted, LIVE) == before + THRESHOLD + 1


def test_a_dealer_alone_pays_no_more_cash_than_the_house_allows(hosted: Hosted) -> None:
    sold = BuyIn(player="kiosk", amount=2 * THRESHOLD, approver=SUPERVISOR)
    hosted.run(hosted.must(LIVE, sold))
    paid = {"type": "cash-out", "player": "kiosk", "amount": THRESHOLD + 1}
    alone = hosted.act(DEALER, LIVE, paid).json
    assert (alone["accepted"], alone["code"]) == (False, "approval/above")


def test_a_tray_that_is_short_pays_and_the_pit_is_told(hosted: Hosted) -> None:
    """And chips that do not lie in it are not sold."""
    table = "racetrack-2012"

    def tray() -> int:
        return hosted.house.floor.tables[table].state.ledger.balance("float")

    hosted.run(hosted.must(table, CreditFloat(amount=tray()), by=SUPERVISOR))
    sale = hosted.run(hosted.ask(table, BuyIn(player="kiosk", amount=500)))
    assert sale.code == "float/too-low"
    hosted.run(hosted.must(table, OpenBets()))
    wager = PlaceWager(wager="straight:17", amount=1_000)
    hosted.run(hosted.must(table, wager, by=Actor("kiosk")))
    hosted.run(hosted.close_bets(table))
    hosted.run(hosted.must(table, CallOutcome(number="17"), ConfirmOutcome(number="17")))
    assert tray() == 0
    alert = hosted.run(raised(hosted, "float/short"))
    assert (alert.about, "dora" in joined(alert.says)) == (("dora",), True)


async def raised(hosted: Hosted, kind: str) -> Alert:
    """The alert of a kind, once it stands."""
    while True:
        for one in hosted.house.office.state.alerts.values():
            if one.kind == kind:
                return one
        await asyncio.sleep(0.01)


def test_the_count_is_blind_takes_two_people_and_a_difference_raises_an_alert(
    hosted: Hosted,
) -> None:
    """On the desk's own address, after the day has ended."""
    table = "sands-2017"
    hosted.run(hosted.must(table, EndDay(), by=SHIFT))
    assert hosted.http("GET", "/api/count", who=DEALER).code == "position/not-allowed"
    (day,) = hosted.http("GET", "/api/count", who=SUPERVISOR).json["days"]
    assert day == {"table": table, "day": "2026-11-15"}
    found = {"cash": 99_000, "bills": 0, "vouchers": 0, "desk": 0, "paid": 0}
    count = {"type": "count-day", "day": day["day"]} | found
    for cash in (99_000, 100_000):
        alone = hosted.act(SUPERVISOR, table, count | {"cash": cash}).json
        assert (alone["accepted"], alone["code"]) == (False, "approval/needed")
    body = {"table": table, "command": count, "reason": "counted three times"}
    waiting = hosted.http("POST", "/api/approvals", body, SUPERVISOR).json
    assert hosted.http("POST", "/api/approvals", body, SECOND).code == "approval/asked-already"
    path = f"/api/approvals/{waiting['approval']}"
    own = hosted.http("GET", f"{path}/effect", who=SUPERVISOR).json
    assert (own["allowed"], own["code"], own["says"]) == (False, "approval/same-person", [])
    (says,) = hosted.http("GET", f"{path}/effect", who=SECOND).json["says"]
    assert "cash 990.00 (1,000.00 on record)" in says
    assert hosted.http("POST", f"{path}/approve", {}, SUPERVISOR).code == "approval/same-person"
    assert hosted.http("POST", f"{path}/approve", {}, SECOND).json["accepted"]
    alert = hosted.run(raised(hosted, "count/differs"))
    assert alert.about == ("sue", "sam")
    assert "by sue; approved by sam" in joined(alert.says)
    for who, no in ((SUPERVISOR, "alert/own"), (SECOND, "alert/own"), (SHIFT, None)):
        reply = hosted.http("POST", f"/api/alerts/{alert.id}/acknowledge", {}, who)
        assert (None if reply.status == 200 else reply.code) == no
    assert hosted.http("GET", "/api/count", who=SUPERVISOR).json["days"] == []


def test_a_closing_count_that_differs_raises_an_alert(hosted: Hosted) -> None:
    """With what was counted and what is on record; one that agrees raises none."""
    table = "racetrack-2012"
    there = hosted.house.floor.tables[table].state.ledger.balance("float")
    hosted.run(hosted.must(table, LeaveSeat(player="kiosk")))
    hosted.run(hosted.must(table, CloseTable(closer=there), by=SUPERVISOR))
    hosted.run(hosted.must(table, OpenTable(opener=50_000), by=SUPERVISOR))
    counted = {"type": "close-table", "closer": 49_000}
    body = {"table": table, "command": counted, "reason": "counted three times"}
    waiting = hosted.http("POST", "/api/approvals", body, SUPERVISOR).json
    done = hosted.http("POST", f"/api/approvals/{waiting['approval']}/approve", {}, SECOND).json
    assert done["accepted"]
    hosted.run(raised(hosted, "float/count-differs"))
    standing = hosted.house.office.state.alerts.values()
    (alert,) = [one for one in standing if one.kind == "float/count-differs"]
    assert (alert.table, joined(alert.says)) == (
        table,
        "490.00 were counted in the tray, 500.00 are on record; by sue; approved by sam",
    )


def test_the_vouchers_of_the_house_add_up(hosted: Hosted) -> None:
    paid = {"type": "cash-out", "player": "kiosk", "amount": 5_000, "paid": "voucher"}
    assert over_http(hosted, SELF, paid) == (True, None)
    shown = hosted.http("GET", "/api/count", who=SUPERVISOR).json
    gone = shown["redeemed"] + shown["cashed"] + shown["lapsed"]
    assert shown["issued"] >= 5_000
    assert shown["issued"] - gone == shown["outstanding"]
