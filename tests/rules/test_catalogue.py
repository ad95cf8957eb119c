"""Wagers that a felt and a wheel cannot carry are refused, with the key that is wrong."""

import tomllib
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from croupier import books
from croupier.rules.catalogue import (
    CatalogueError,
    Ground,
    multi_piece_wagers,
    one_piece_wagers,
)
from croupier.rules.terms import Racetrack, WagerTerms

FILE = tomllib.loads(
    (Path(books.__file__).parent / "edz-2020.toml").read_text(encoding="utf-8"),
)
TERMS = msgspec.convert(FILE["wagers"], dict[str, WagerTerms])
TRACK = msgspec.structs.replace(msgspec.convert(FILE["racetrack"], Racetrack), calls={})


@pytest.fixture
def ground() -> Ground:
    book = books.load("edz-2020")
    return Ground(book.id, book.layout, book.pockets, book.colours, book.wheel)


def test_neighbours_and_finales_need_straight_wagers(ground: Ground) -> None:
    with pytest.raises(CatalogueError, match="racetrack: its pieces need straight wagers"):
        multi_piece_wagers(ground, TRACK, {})


def test_finales_need_a_number_for_every_digit(ground: Ground) -> None:
    straights = one_piece_wagers(ground, TERMS)
    few = replace(ground, pockets=tuple(n for n in ground.pockets if not n.endswith("7")))
    track = msgspec.structs.replace(TRACK, neighbours=None)
    with pytest.raises(CatalogueError, match=r"racetrack\.finales: no number ends in 7"):
        multi_piece_wagers(few, track, straights)


def test_a_box_covers_numbers_of_the_wheel_and_at_least_one(ground: Ground) -> None:
    few = replace(ground, pockets=tuple(n for n in ground.pockets if n != "2"))
    terms = {"low": TERMS["low"]}
    with pytest.raises(CatalogueError, match=r"wagers\.low: the wheel has no 2"):
        one_piece_wagers(few, terms)
    colourless = replace(ground, colours=dict.fromkeys(ground.pockets, "green"))
    with pytest.raises(CatalogueError, match=r"wagers\.red: it covers no number"):
        one_piece_wagers(colourless, {"red": TERMS["red"]})
