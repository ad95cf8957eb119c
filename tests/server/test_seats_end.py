"""Seats end after a stated absence: what a player owns is held for them until they come back."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from croupier.house.chips import BuyIn
from croupier.house.seats import LeaveSeat, SeatLeft, TakeSeat
from croupier.house.state import HouseState, TableState
from croupier.protocol import frames as f
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import Seats
from croupier.server.floor import watch
from croupier.server.floor.alerts import AbsentPlayers
from croupier.table.codec import CODEC
from croupier.table.core import table_stream
from croupier.table.turning import BY_THE_HOUSE
from tests.server.houses import DEALER, STAFF, Hosted, configured, dealt, hosting

TABLE = "edz-2020"
MINUTE_MS = 60_000
AWAY_MS = 30 * MINUTE_MS


@dataclass
class Ticks:
    """A clock that stands still until the test moves it."""

    now_ms: int = 5

    def __call__(self) -> int:
        return self.now_ms


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Ticks:
    monkeypatch.setattr(watch, "SWEEP_EVERY_S", 0.01)
    return Ticks()


def one_table(folder: Path, **terms: object) -> HouseConfig:
    return configured(folder, [dealt(TABLE, self_service=True)], **terms)


@pytest.fixture
def hosted(tmp_path: Path, ticks: Ticks) -> Iterator[Hosted]:
    with hosting(one_table(tmp_path), ticks=ticks) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.enrolled("t1", "t2"))
        hosted.run(hosted.open(TABLE, "t1", "t2", "ada"))
        yield hosted


def until(hosted: Hosted, holds: Callable[[], bool]) -> None:
    async def wait() -> None:
        while not holds():
            await asyncio.sleep(0.005)

    hosted.run(wait())


def looked(hosted: Hosted) -> None:
    """The house has looked twice since now, and what it did about it is on record."""
    absent, looks = hosted.house.watch.players, 0
    gone = absent.gone

    def counted(*given: Any) -> Any:
        nonlocal looks
        looks += 1
        return gone(*given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(absent, "gone", counted)
        until(hosted, lambda: looks >= 3)
    hosted.run(hosted.house.running.idle())


def seats(hosted: Hosted) -> list[str]:
    return list(hosted.house.floor.tables[TABLE].state.seats)


def test_a_seat_ends_after_the_absence_and_its_money_is_held_until_its_player_is_back(
    hosted: Hosted, ticks: Ticks
) -> None:
    """With a wager in play, which stays in play (reading 12)."""
    state = hosted.house.floor.tables[TABLE].state
    hosted.run(hosted.must(TABLE, OpenBets()))
    assert hosted.act("t1", TABLE, {"type": "place-wager", "wager": "red", "amount": 5_000}).json[
        "accepted"
    ]
    wire = hosted.run(hosted.wire("t2"))
    hosted.run(wire.ask(f.Watch(table=TABLE), f.Now))
    looked(hosted)
    ticks.now_ms += AWAY_MS - 1
    looked(hosted)
    assert seats(hosted) == ["t1", "t2", "ada"]
    ticks.now_ms += 1
    until(hosted, lambda: "t1" not in seats(hosted))
    looked(hosted)
    assert seats(hosted) == ["t2", "ada"], "t2 is connected, and ada has no terminal to miss"
    assert (state.held("t1"), state.purse("t1")) == (95_000, {})
    assert state.in_play("t1") == {"credits": 5_000}
    left = [CODEC.event(one) for one in hosted.entries(table_stream(TABLE))]
    (event,) = [one for one in left if isinstance(one, SeatLeft)]
    assert (event.player, event.by) == ("t1", BY_THE_HOUSE)
    assert event.reason == "away for 30 minutes"
    hosted.run(hosted.close_bets(TABLE))
    hosted.run(hosted.must(TABLE, CallOutcome(number="2"), ConfirmOutcome(number="2")))
    assert (state.held("t1"), sum(state.ledger.accounts.values())) == (95_000, 0)
    assert hosted.act("t1", TABLE, {"type": "take-seat", "player": "t1"}).json["accepted"]
    collect = {"type": "collect-held", "player": "t1", "paid": "chips"}
    assert hosted.act("t1", TABLE, collect).json["accepted"]
    assert (state.held("t1"), state.purse("t1")) == (0, {"credits": 95_000})


def test_who_asks_without_a_link_is_there(hosted: Hosted, ticks: Ticks) -> None:
    looked(hosted)
    ticks.now_ms += AWAY_MS - 1
    assert hosted.http("GET", f"/api/tables/{TABLE}/seat", who="t1").status == 200
    assert not hosted.act("t2", TABLE, {"type": "take-seat", "player": "t2"}).json["accepted"]
    ticks.now_ms += AWAY_MS - 1
    looked(hosted)
    assert seats(hosted) == ["t1", "t2", "ada"]
    ticks.now_ms += 1
    until(hosted, lambda: seats(hosted) == ["ada"])


def test_after_a_start_everyone_has_the_full_absence_anew(tmp_path: Path, ticks: Ticks) -> None:
    config = one_table(tmp_path, seats=Seats(absent_minutes=10))
    with hosting(config, ticks=ticks) as hosted:
        hosted.run(hosted.enrolled("t1"))
        hosted.run(hosted.open(TABLE, "t1"))
        looked(hosted)
        ticks.now_ms += 9 * MINUTE_MS
        looked(hosted)
    ticks.now_ms += 100 * MINUTE_MS
    with hosting(config, ticks=ticks) as hosted:
        looked(hosted)
        ticks.now_ms += 10 * MINUTE_MS - 1
        looked(hosted)
        assert seats(hosted) == ["t1"]
        ticks.now_ms += 1
        until(hosted, lambda: seats(hosted) == [])


def test_a_visitor_of_a_demonstration_is_missed_like_anybody(tmp_path: Path, ticks: Ticks) -> None:
    with hosting(one_table(tmp_path, demonstration=True), ticks=ticks) as hosted:
        hosted.run(hosted.open(TABLE))
        reply = hosted.http("POST", "/api/visit", {})
        name = reply.json["name"]
        hosted.tokens[name] = reply.cookies["croupier-terminal"]
        hosted.run(hosted.must(TABLE, TakeSeat(player=name), BuyIn(player=name, amount=100)))
        looked(hosted)
        ticks.now_ms += AWAY_MS
        until(hosted, lambda: seats(hosted) == [])
        assert hosted.house.floor.tables[TABLE].state.held(name) == 100


def test_only_staff_give_a_reason_for_a_seat_that_ends(hosted: Hosted) -> None:
    leave = {"type": "leave-seat", "player": "t1", "reason": "my own"}
    assert hosted.act("t1", TABLE, leave).json["code"] == "position/not-allowed"
    short = LeaveSeat(player="t1", reason="x")
    assert hosted.run(hosted.ask(TABLE, short, DEALER)).code == "reason/too-short"


def test_nobody_is_kept_in_mind_who_has_no_seat() -> None:
    from croupier import books

    ticks = Ticks()
    absent = AbsentPlayers(ticks, 10)
    absent.seen("somebody")
    table = TableState("t", books.load(TABLE), HouseState())
    assert absent.gone([table], {"somebody"}, ()) == []
    assert absent._seen == {}
