"""A terminal with wagers in play that loses its link: staff hear of it, and once."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.protocol import frames as f
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.opening import OpenBets
from croupier.server.floor import watch
from croupier.server.floor.alerts import Absent, AbsentTerminals
from croupier.words.message import joined
from tests.server.houses import SHIFT, Hosted, configured, dealt, hosting

TABLE = "edz-2020"


class Looks(AbsentTerminals):
    """Counts how often the house has looked who is missing."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def lost(self, *given: Any) -> list[Absent]:
        self.count += 1
        return super().lost(*given)


@pytest.fixture
def looks() -> Looks:
    return Looks()


@pytest.fixture
def hosted(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, looks: Looks
) -> Iterator[Hosted]:
    monkeypatch.setattr(watch, "AbsentTerminals", lambda: looks)
    monkeypatch.setattr(watch, "SWEEP_EVERY_S", 0.02)
    with hosting(configured(tmp_path_factory.mktemp("absent"), [dealt(TABLE)])) as hosted:
        hosted.run(hosted.staffed(SHIFT))
        hosted.run(hosted.enrolled("ada", "ben"))
        hosted.run(hosted.open(TABLE, "ada", "ben"))
        yield hosted


def is_told(hosted: Hosted, looks: "Looks", *wanted: str) -> None:
    """These alerts stand, and after a few more looks still no others."""

    def stand() -> list[str]:
        return [joined(alert.says) for alert in hosted.house.office.state.alerts.values()]

    async def a_few_looks() -> None:
        while stand() != list(wanted):
            await asyncio.sleep(0.005)
        enough = looks.count + 4
        while looks.count < enough:
            await asyncio.sleep(0.005)

    hosted.run(a_few_looks())
    assert stand() == list(wanted)


def test_a_terminal_that_loses_its_link_in_a_round_is_missed_once(
    hosted: Hosted, looks: Looks
) -> None:
    wires = [hosted.run(hosted.wire(name)) for name in ("ada", "ben")]
    for wire in wires:
        hosted.run(wire.ask(f.Watch(table=TABLE), f.Now))
    hosted.run(hosted.must(TABLE, OpenBets()))
    hosted.run(hosted.must(TABLE, PlaceWager(wager="red", amount=500), by=Actor("ada")))
    is_told(hosted, looks)
    for wire in wires:
        hosted.run(wire.close())
    is_told(hosted, looks, "ada has wagers in play and no link")
    hosted.run(hosted.house.office.acknowledge(1, SHIFT))
    is_told(hosted, looks)  # acknowledged, and still away: no news
    back = hosted.run(hosted.wire("ada"))
    is_told(hosted, looks)
    hosted.run(back.close())
    is_told(hosted, looks, "ada has wagers in play and no link")


def test_whoever_has_nothing_in_play_may_go(hosted: Hosted, looks: Looks) -> None:
    wire = hosted.run(hosted.wire("ben"))
    hosted.run(hosted.must(TABLE, OpenBets()))
    hosted.run(wire.close())
    is_told(hosted, looks)
