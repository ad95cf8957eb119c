"""A house's gaming days end by themselves while it runs, and at a start after the hour."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic_ns

from croupier.house.chips import BuyIn
from croupier.house.day import DayEnded, DayStarted, StartShift
from croupier.house.seats import TakeSeat
from croupier.house.tray import OpenTable
from croupier.journal.events import SNAPSHOT
from croupier.office.alerts import AlertRaised
from croupier.protocol import frames as f
from croupier.round.opening import OpenBets
from croupier.round.referral import DecideReferral, Refer
from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import GamingDay
from croupier.server.floor.gaming_days import OVERDUE
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM, table_stream
from croupier.table.turning import BY_THE_HOUSE
from croupier.words.message import joined
from tests.server.houses import (
    DEALER,
    MANAGER,
    SHIFT,
    STAFF,
    SUPERVISOR,
    Hosted,
    automatic,
    configured,
    dealt,
    hosting,
)

TABLE = "edz-2020"
LIVE = "sands-2019"
SIX = round(datetime(2026, 11, 19, 6, tzinfo=UTC).timestamp() * 1000)
HOUR_MS, DAY_MS = 3_600_000, 86_400_000


@dataclass
class Clock:
    """A clock that goes on by itself, and that a test puts forward."""

    begin_ms: int
    started_ns: int = field(default_factory=monotonic_ns)

    def __call__(self) -> int:
        return self.begin_ms + (monotonic_ns() - self.started_ns) // 1_000_000

    def put(self, now_ms: int) -> None:
        self.begin_ms += now_ms - self()


def house(folder: Path, automatic_: bool = True) -> HouseConfig:
    """One table, in a zone whose closing hour is six in the morning of UTC."""
    table = automatic(TABLE, self_service=True) if automatic_ else dealt(LIVE)
    days = GamingDay(closes="14:00", zone="Asia/Singapore")
    return configured(folder, [table], gaming_day=days)


def until(hosted: Hosted, holds: Callable[[], bool]) -> None:
    async def wait() -> None:
        while not holds():
            await asyncio.sleep(0.01)

    hosted.run(wait())


def days(hosted: Hosted, table: str = TABLE) -> list[str]:
    """The gaming days on record, each where it began and ended, with those of the house marked."""
    told = []
    for one in hosted.entries(table_stream(table)):
        event = CODEC.event(one)
        if isinstance(event, DayStarted | DayEnded):
            ours = " by the house" if event.by == BY_THE_HOUSE else ""
            told.append(f"{event.name} {event.day}{ours}")
        elif one.name == SNAPSHOT:
            told.append(SNAPSHOT)
    return told


def test_an_automatic_day_ends_at_its_hour_with_a_player_seated(tmp_path: Path) -> None:
    clock = Clock(SIX - HOUR_MS)
    config = house(tmp_path)
    with hosting(config, clock) as hosted:
        hosted.run(hosted.enrolled("t1"))
        wire = hosted.run(hosted.wire("t1"))
        hosted.run(wire.ask(f.Watch(table=TABLE), f.Now))
        state = hosted.house.floor.tables[TABLE].state
        hosted.run(hosted.must(TABLE, TakeSeat(player="t1")))
        hosted.run(hosted.must(TABLE, BuyIn(player="t1", amount=50_000)))
        out = {"type": "cash-out", "player": "t1", "amount": 20_000, "chips": "credits"}
        assert hosted.act("t1", TABLE, out | {"paid": "voucher"}).json["accepted"]
        until(hosted, lambda: state.round_number >= 2)
        assert (state.day, state.purse("t1")) == ("2026-11-18", {"credits": 30_000})
        clock.put(SIX)
        played = state.round_number
        until(hosted, lambda: state.day == "2026-11-19" and state.round_number >= played + 2)
        assert state.purse("t1") == {"credits": 30_000}
        assert sum(state.ledger.accounts.values()) == 0
        assert days(hosted)[1:] == [
            "day.ended 2026-11-18 by the house",
            SNAPSHOT,
            "day.started 2026-11-19 by the house",
        ]
        assert [one.name for one in hosted.entries(HOUSE_STREAM)].count(SNAPSHOT) == 1
        slip = hosted.http("GET", f"/api/tables/{TABLE}/seat", who="t1").json["vouchers"][0]
        redeem = {"type": "redeem-voucher", "player": "t1", "voucher": slip["voucher"]}
        assert hosted.act("t1", TABLE, redeem).json["accepted"]
        assert state.purse("t1") == {"credits": 50_000}
    clock = Clock(SIX + 2 * DAY_MS + HOUR_MS)
    with hosting(config, clock) as hosted:
        state = hosted.house.floor.tables[TABLE].state
        assert (state.day, state.purse("t1")) == ("2026-11-21", {"credits": 50_000})
        assert days(hosted)[4:] == [
            "day.ended 2026-11-19 by the house",
            SNAPSHOT,
            "day.started 2026-11-21 by the house",
        ]


def test_a_staffed_table_that_is_held_tells_once_and_turns_when_it_can(tmp_path: Path) -> None:
    clock = Clock(SIX - HOUR_MS)
    with hosting(house(tmp_path, automatic_=False), clock) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        day = {"type": "start-day", "day": "2026-11-18"}
        assert hosted.act(SHIFT, LIVE, day).json["accepted"]
        hosted.run(hosted.must(LIVE, OpenTable(opener=10_000_000), by=SUPERVISOR))
        hosted.run(hosted.must(LIVE, StartShift(shift="night"), by=MANAGER))
        hosted.run(hosted.must(LIVE, TakeSeat(player="ada"), BuyIn(player="ada", amount=5_000)))
        hosted.run(hosted.must(LIVE, OpenBets(), Refer(reason="two players claim the chip")))
        state = hosted.house.floor.tables[LIVE].state
        clock.put(SIX)

        def alerts() -> list[str]:
            raised = [CODEC.event(one) for one in hosted.entries(HOUSE_STREAM)]
            return [
                joined(one.messages)
                for one in raised
                if isinstance(one, AlertRaised) and one.kind == OVERDUE
            ]

        def standing() -> list[int]:
            known = hosted.house.office.state.alerts.values()
            return [one.id for one in known if one.kind == OVERDUE]

        until(hosted, lambda: bool(standing()))
        (id_,) = standing()
        hosted.run(hosted.house.office.acknowledge(id_, SUPERVISOR))
        hosted.run(hosted.house.days.turn())
        assert alerts() == [
            "the gaming day 2026-11-18 is over and cannot end: round 1 is held "
            "(waiting for a decision on a referral)"
        ]
        assert (state.day, state.shift) == ("2026-11-18", "night")
        void = DecideReferral(decision="void", reason="nobody saw it")
        hosted.run(hosted.must(LIVE, void, by=SHIFT))
        until(hosted, lambda: state.day == "2026-11-19")
        assert (state.shift, state.is_open) == (None, True)
        assert state.purse("ada") == {"cash-chips": 5_000}
        assert len(alerts()) == 1
        late = hosted.act(SHIFT, LIVE, day | {"day": "2026-11-19"})
        assert late.json["code"] == "day/running", "the pit finds a table with its day"
        hosted.run(hosted.must(LIVE, StartShift(shift="day"), by=MANAGER))
        hosted.run(hosted.must(LIVE, OpenBets(), by=DEALER))
