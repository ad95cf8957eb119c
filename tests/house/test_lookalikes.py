"""Exclusion is not passed by another spelling of a name, nor under another name altogether."""

from copy import deepcopy
from pathlib import Path

import pytest

from croupier.bootstrap import opened
from croupier.house import HouseState
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.evolve import evolve_house
from croupier.house.exclusion import ExcludePlayer, PlayerExcluded, ReadmitPlayer
from croupier.house.lookalikes import ByName, alike, likenesses, mixes_scripts
from croupier.house.seats import TakeSeat
from croupier.house.snapshot import house_from_plain, house_to_plain
from croupier.house.tray import OpenTable
from croupier.round.base import Actor, Command
from croupier.server.live.connection import Who
from croupier.table.core import HOUSE_STREAM, Request
from tests.house.at_table import AtTable
from tests.server.houses import DEALER, MANAGER, SHIFT, SUPERVISOR, configured, dealt

OTHER_SPELLINGS = (
    *("Eve", "EVE", "eve ", " eve", "eve", "e\u034fve", "ｅｖｅ", "Ève", "𝓔𝓿𝓮"),
    *("е\u0475е", "ЕѴЕ", "ενε", "e\u3164ve"),
    *("E v e", "E-ve", "Eve.", '"Eve"', "Eve_", "E.v.e", "ᴇve", "eᴠe", "Eve\u2019", "Eve \u2605"),
)
ONE_SCRIPT = [name for name in OTHER_SPELLINGS if not mixes_scripts(name)]


@pytest.mark.parametrize("name", OTHER_SPELLINGS)
def test_another_spelling_is_the_same_name(name: str) -> None:
    assert alike(name, "eve")


def test_capitals_look_like_other_letters_than_small_ones() -> None:
    """A Greek nu is an N as a capital, and a v when small."""
    assert alike("ΝΙΝΑ", "Nina")
    assert alike("νινα", "viva")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        *[("eve", "eva"), ("t-1", "t-11"), ("seat-1", "seat-2"), ("Анна", "Anna"), ("王", "玉")],
        *[("t-1-1", "t-11"), ("1-11", "11-1"), ("...", "eve")],
    ],
)
def test_other_people_are_other_people(name: str, other: str) -> None:
    assert not alike(name, other)


@pytest.mark.parametrize("name", ["Νίκος", "Зинаида", "İpek", "Straße", "José", "李雷"])
def test_a_name_of_any_script_is_itself_in_small_letters_and_in_capitals(name: str) -> None:
    assert all(alike(name, other) for other in (name.lower(), name.upper(), f" {name}  "))
    assert not mixes_scripts(name)
    assert likenesses(name)


@pytest.mark.parametrize("name", ["Еve", "Εve", "pаypal", "Еνe"])
def test_letters_of_several_scripts_are_no_name(name: str) -> None:
    table = AtTable("sands-2019")
    assert table.no(TakeSeat(player=name), DEALER) == "player/mixed-scripts"
    assert table.no(ExcludePlayer(player=name, reason="x"), MANAGER) == "player/mixed-scripts"


@pytest.mark.parametrize("name", ONE_SCRIPT)
def test_an_exclusion_is_not_passed_by_another_spelling(name: str) -> None:
    table = AtTable("sands-2019")
    table.do(ExcludePlayer(player="eve", reason="asked for it"), MANAGER)
    assert table.no(TakeSeat(player=name), DEALER) == "player/excluded"
    assert table.no(ExcludePlayer(player=name, reason="again"), MANAGER) == "player/excluded"
    table.do(ReadmitPlayer(player=name), SHIFT)
    assert table.state.house.excluded == {}
    table.do(TakeSeat(player="eve"), DEALER)


def test_every_exclusion_counts_from_its_own_moment() -> None:
    table = AtTable("sands-2019")
    for name in ("eve", "mallory"):
        table.do(ExcludePlayer(player=name, reason="asked for it"), MANAGER)
        assert table.no(TakeSeat(player=name.upper()), DEALER) == "player/excluded"


def test_whoever_sits_under_another_spelling_already_plays_no_more() -> None:
    table = AtTable("sands-2019")
    table.do(TakeSeat(player="Eve"), DEALER)
    table.do(ExcludePlayer(player="eve", reason="asked for it"), MANAGER)
    assert table.no(BuyIn(player="Eve", amount=1000), DEALER) == "player/excluded"


def test_two_names_that_look_the_same_have_no_seats_at_one_table() -> None:
    table = AtTable("sands-2019")
    table.do(TakeSeat(player="Max"), DEALER)
    assert table.no(TakeSeat(player="max"), DEALER) == "seat/alike"
    assert table.no(TakeSeat(player="Мах"), DEALER) == "seat/alike"
    assert table.no(TakeSeat(player="Max"), DEALER) == "seat/taken"


def test_an_exclusion_of_an_earlier_record_counts_for_every_spelling() -> None:
    house = HouseState()
    evolve_house(PlayerExcluded(player="EVE", reason="old", by=MANAGER), house)
    evolve_house(PlayerExcluded(player="Eve", reason="older", by=MANAGER), house)
    plain = house_to_plain(house)
    del plain["identities"]
    again = house_from_plain(plain)
    assert again.exclusion_of("eve") is not None
    assert again.exclusion_of("ada") is None


async def test_a_document_is_known_again_under_another_name_and_is_not_on_record(
    tmp_path: Path,
) -> None:
    table, number = "sands-2019", "S1234567D"
    async with opened(configured(tmp_path, [dealt(table)])) as house:

        async def code(by: Actor, command: Command) -> str | None:
            asked = Request(by, command)
            return (await house.ask(Who(), table, asked)).code

        assert await code(SHIFT, StartDay(day="2026-11-15")) is None
        assert await code(SUPERVISOR, OpenTable(opener=1_000_000)) is None
        out = ExcludePlayer(player="eve", reason="asked for it", identity=number)
        assert await code(MANAGER, out) is None
        for written in (number, "s1234567d", " S1234567-D "):
            sits = TakeSeat(player="mallory", identity=written)
            assert await code(DEALER, sits) == "player/excluded"
        assert await code(DEALER, TakeSeat(player="ada", identity="S7654321D")) is None
        await house.running.idle()
        streams = [HOUSE_STREAM, f"table-{table}"]
        bodies = [one.body for stream in streams for one in house.store.read(stream)]
        assert not any(b"S1234567" in body.upper() for body in bodies)
    async with opened(configured(tmp_path, [dealt(table)])) as house:
        sits = TakeSeat(player="mallory", identity=number)
        asked = Request(DEALER, sits)
        assert (await house.ask(Who(), table, asked)).code == "player/excluded"


def test_a_player_asks_nothing_about_documents() -> None:
    """Whose document is excluded is not for a terminal to find out."""
    table = AtTable("sands-2019")
    table.do(ExcludePlayer(player="eve", reason="asked for it", identity="S1234567D"), MANAGER)
    for number in ("S1234567D", "S7654321D"):
        sits = TakeSeat(player="ada", identity=number)
        assert table.no(sits, Actor("ada")) == "position/not-allowed"
    table.do(TakeSeat(player="ada"), Actor("ada"))


def test_a_name_like_another_is_found_among_those_that_are_kept() -> None:
    kept = ByName[int]()
    for at, name in enumerate(("Max", "Мах", "Eve", "Ada")):
        kept[name] = at
    assert kept.like("mAX") == "Max"
    assert kept.like("Ева") is None
    kept.pop("Max")
    assert (kept.like("mAX"), deepcopy(kept).like("max")) == ("Мах", "Мах")
    kept["Мах"] = 7
    assert kept.pop("Мах") == 7
    assert (kept.like("max"), kept.pop("Мах", None)) == (None, None)
    assert kept == {"Eve": 2, "Ada": 3}


def test_a_seat_costs_the_same_however_many_sit_there() -> None:
    """Counted in names that are looked at, which takes no clock."""
    looked_at: list[str] = []

    class Counted(str):
        def __hash__(self) -> int:
            looked_at.append(self)
            return super().__hash__()

        def __eq__(self, other: object) -> bool:
            looked_at.append(self)
            return super().__eq__(other)

    kept = ByName[int]()
    for at in range(1000):
        kept[Counted(f"p-{at}")] = at
    looked_at.clear()
    assert kept.like("q-1") is None
    assert looked_at == []
