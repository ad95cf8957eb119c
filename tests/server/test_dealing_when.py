"""A table without a dealer plays for somebody: always, while watched, or while seated."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.protocol import frames as f
from croupier.server.api.health import health
from croupier.server.config.settings import Table
from croupier.table import dealer, running
from croupier.table.core import table_stream
from croupier.table.dealer import Deals, is_wanted
from tests.server.houses import DEALER, STAFF, Hosted, automatic, configured, hosting

TABLE = "edz-2020"


class Looks:
    """Counts how often the dealer has looked at the table, and looks often."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.count, due = 0, dealer.due

        def counted(*given: Any, **named: Any) -> Any:
            self.count += 1
            return due(*given, **named)

        patch.setattr(running, "due", counted)
        patch.setattr(dealer, "LOOK_AGAIN_MS", 2)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    return Looks(monkeypatch)


def until(hosted: Hosted, holds: Callable[[], bool]) -> None:
    async def wait() -> None:
        while not holds():
            await asyncio.sleep(0.002)

    hosted.run(wait())


def rests(hosted: Hosted, looks: Looks) -> None:
    """The round in play is finished, its secret shown, and nothing is written after that."""
    state = hosted.house.floor.tables[TABLE].state

    def is_done() -> bool:
        last = state.past.get(state.round_number)
        return state.round is None and (last is None or last.revealed is not None)

    until(hosted, is_done)
    hosted.run(hosted.house.running.idle())
    written, enough = hosted.head(), looks.count + 20
    until(hosted, lambda: looks.count >= enough)
    assert hosted.head() == written
    assert state.round is None


def plays(hosted: Hosted) -> None:
    """Two more rounds end."""
    state = hosted.house.floor.tables[TABLE].state
    rounds = state.round_number + 2
    until(hosted, lambda: state.round_number > rounds)


def is_idle(hosted: Hosted) -> bool:
    said = health(hosted.house)
    assert said.status == "ok", "a table that waits for players wants for nothing"
    idle = hosted.house.channels[TABLE].view().is_idle
    assert (said.tables[TABLE].status == "idle") is idle
    return idle


@pytest.mark.parametrize("who", [None, DEALER, "t1"], ids=["display", "dealer", "terminal"])
def test_a_watched_table_plays_for_whoever_looks_at_it_and_for_nobody_else(
    tmp_path: Path, looks: Looks, who: Any
) -> None:
    with hosting(configured(tmp_path, [automatic(TABLE, deals_when="watched")])) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.enrolled("t1"))
        rests(hosted, looks)
        assert is_idle(hosted)
        wire = hosted.run(hosted.wire(who))
        now = hosted.run(wire.ask(f.Watch(table=TABLE), f.Now))
        assert not now.table.is_idle
        plays(hosted)
        assert not is_idle(hosted)
        hosted.run(wire.close())
        rests(hosted, looks)
        assert is_idle(hosted)
        names = [one.name for one in hosted.entries(table_stream(TABLE))]
        assert names.count("round.opened") == names.count("round.settled"), "all were finished"


def test_a_table_for_the_seated_plays_until_the_last_of_them_leaves(
    tmp_path: Path, looks: Looks
) -> None:
    with hosting(configured(tmp_path, [automatic(TABLE, deals_when="seated")])) as hosted:
        wire = hosted.run(hosted.wire(None))
        now = hosted.run(wire.ask(f.Watch(table=TABLE), f.Now))
        assert now.table.is_idle, "whoever looks on sees that it waits for players"
        rests(hosted, looks)
        since = len(wire.texts)
        hosted.run(hosted.must(TABLE, TakeSeat(player="ada")))
        plays(hosted)
        assert not any(told.table.is_idle for told in wire.heard(f.TableFrame, since))
        hosted.run(hosted.must(TABLE, LeaveSeat(player="ada")))
        rests(hosted, looks)
        assert is_idle(hosted)


def test_a_table_is_watched_unless_its_setting_says_otherwise() -> None:
    assert Table(id="one", book=TABLE).deals_when == "watched"


def test_a_table_that_always_plays_needs_nobody(tmp_path: Path, looks: Looks) -> None:
    with hosting(configured(tmp_path, [automatic(TABLE, deals_when="always")])) as hosted:
        plays(hosted)
        assert not is_idle(hosted)


@pytest.mark.parametrize("deals", ["always", "watched", "seated"])
@pytest.mark.parametrize("seated", [False, True])
@pytest.mark.parametrize("watched", [False, True])
def test_for_whom_a_round_opens(deals: Deals, seated: bool, watched: bool) -> None:
    wanted = {"always": True, "watched": seated or watched, "seated": seated}
    assert is_wanted(deals, seated=seated, watched=watched) is wanted[deals]
