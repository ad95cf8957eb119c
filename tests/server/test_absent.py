"""A terminal with wagers in play that loses its link: staff hear of it, and once."""

import asyncio
from collections.abc import Iterator

import pytest

from croupier.protocol import frames as f
from croupier.round import commands as c
from croupier.round.commands import Actor
from croupier.server import house
from tests.server.houses import SHIFT, Hosted, configured, dealt, hosting

TABLE = "edz-2020"


@pytest.fixture
def hosted(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hosted]:
    monkeypatch.setattr(house, "SWEEP_EVERY_S", 0.02)
    with hosting(configured(tmp_path_factory.mktemp("absent"), [dealt(TABLE)])) as hosted:
        hosted.run(hosted.staffed(SHIFT))
        hosted.run(hosted.enrolled("ada", "ben"))
        hosted.run(hosted.open(TABLE, "ada", "ben"))
        yield hosted


def told(hosted: Hosted) -> list[str]:
    """The alerts that stand, after a few more looks."""
    hosted.run(asyncio.sleep(0.2))
    return [alert.text for alert in hosted.house.office.state.alerts.values()]


def test_a_terminal_that_loses_its_link_in_a_round_is_missed_once(hosted: Hosted) -> None:
    wires = [hosted.run(hosted.wire(name)) for name in ("ada", "ben")]
    for wire in wires:
        hosted.run(wire.ask(f.Watch(table=TABLE), f.Now))
    hosted.run(hosted.must(TABLE, c.OpenBets()))
    hosted.run(hosted.must(TABLE, c.PlaceWager(wager="red", amount=500), by=Actor("ada")))
    assert told(hosted) == []
    for wire in wires:
        hosted.run(wire.close())
    assert told(hosted) == ["ada has wagers in play and no link"]
    hosted.run(hosted.house.office.acknowledge(1, SHIFT))
    assert told(hosted) == [], "acknowledged, and still away: no news"
    back = hosted.run(hosted.wire("ada"))
    assert told(hosted) == []
    hosted.run(back.close())
    assert told(hosted) == ["ada has wagers in play and no link"]


def test_whoever_has_nothing_in_play_may_go(hosted: Hosted) -> None:
    wire = hosted.run(hosted.wire("ben"))
    hosted.run(hosted.must(TABLE, c.OpenBets()))
    hosted.run(wire.close())
    assert told(hosted) == []
