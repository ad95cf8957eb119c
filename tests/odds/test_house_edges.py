"""The exact figures that must come out, for every wager of every book."""

import ast
from fractions import Fraction
from pathlib import Path

import pytest

import croupier.odds
from croupier.books import ids, load
from croupier.odds import Odds, covariance, odds, odds_of_all
from croupier.rules.wager import MULTI_PIECE

EDGES = {
    "racetrack-2012": Fraction(1, 37),
    "sands-2017": Fraction(1, 13),
    "sands-2019": Fraction(1, 13),
    "edz-2020": Fraction(1, 19),
}
FAST_ACTION_EDGES = {
    "straight": Fraction(97169, 1462240),
    "bonus-win": Fraction(1, 4),
    "super-bonus-win": Fraction(136, 703),
    "scatter-bonus": Fraction(7038047, 52978783),
}
ONE_PIECE = {
    "racetrack-2012": 157,
    "sands-2017": 166,
    "sands-2019": 166,
    "edz-2020": 159,
    "fast-action-2020": 43,
}
MULTI_PIECE_COUNT = {"racetrack-2012": 4 + 37, "edz-2020": 4 + 38 + 10}


@pytest.mark.parametrize(("book_id", "edge"), EDGES.items())
def test_every_wager_of_a_book_has_the_same_edge_call_bets_included(
    book_id: str, edge: Fraction
) -> None:
    for one in odds_of_all(load(book_id)):
        assert one.edge == edge, one.wager
        assert one.return_ == 1 - edge, one.wager


def test_fast_action_has_four_edges() -> None:
    for one in odds_of_all(load("fast-action-2020")):
        assert one.edge == FAST_ACTION_EDGES[one.wager.kind], one.wager


@pytest.mark.parametrize("book_id", ids())
def test_every_wager_has_odds_in_the_order_of_the_book(book_id: str) -> None:
    book = load(book_id)
    figures = odds_of_all(book)
    assert [one.wager.notation for one in figures] == list(book.wagers)
    several = [one for one in figures if one.wager.kind in MULTI_PIECE]
    assert len(figures) - len(several) == ONE_PIECE[book_id]
    assert len(several) == MULTI_PIECE_COUNT.get(book_id, 0)
    assert all(one.pieces == one.wager.piece_count for one in figures)


@pytest.mark.parametrize("book_id", [book_id for book_id in ids() if book_id in EDGES])
def test_a_one_piece_wager_hits_as_often_as_it_covers_numbers(book_id: str) -> None:
    book = load(book_id)
    for one in odds_of_all(book):
        if one.pieces == 1:
            hit = Fraction(len(one.wager.numbers), len(book.pockets))
            assert one.hit == hit
            assert isinstance(one.wager.pays, int)
            assert one.variance == (one.wager.pays + 1) ** 2 * hit * (1 - hit)


@pytest.mark.parametrize(
    ("book_id", "wager", "hit", "variance"),
    [
        # Six splits that do not overlap: +12 on 12 numbers, -6 on the other 25.
        ("racetrack-2012", "tiers", "12/37", "97200/1369"),
        # 17 lies in two splits and 1 carries a straight: +31 on both, +13 on six more.
        ("racetrack-2012", "orphelins", "8/37", "135432/1369"),
        # Two units each on the trio and the corner: +15 on three, +9 on fourteen.
        ("racetrack-2012", "voisins", "17/37", "126792/1369"),
        ("edz-2020", "voisins", "9/19", "39420/361"),
        ("edz-2020", "finales:0", "5/38", "53460/361"),
        ("edz-2020", "finales:7", "3/38", "34020/361"),
    ],
)
def test_a_multi_piece_wager_hits_if_any_piece_wins_and_varies_as_its_pieces_together(
    book_id: str, wager: str, hit: str, variance: str
) -> None:
    found = odds(load(book_id), wager)
    assert (found.hit, found.variance) == (Fraction(hit), Fraction(variance))


@pytest.mark.parametrize("wager", ["tiers", "orphelins", "voisins", "zero-spiel", "neighbours:17"])
def test_the_variance_of_a_call_bet_is_the_sum_of_its_pieces_covariances(wager: str) -> None:
    book = load("racetrack-2012")
    pieces = book.wager(wager).pieces
    summed = sum(
        a.count * b.count * covariance(book, a.wager, b.wager) for a in pieces for b in pieces
    )
    assert odds(book, wager).variance == summed


def test_a_wager_is_read_as_notation_is_read_and_given_back_in_one_form() -> None:
    assert odds(load("edz-2020"), "Grand Series").wager.notation == "voisins"
    assert odds(load("edz-2020"), "split 00/0") == odds(load("edz-2020"), "split:0/00")


@pytest.mark.parametrize("book_id", ids())
def test_odds_are_fractions_only(book_id: str) -> None:
    for one in odds_of_all(load(book_id)):
        figures = [getattr(one, name) for name in Odds.__slots__ if name not in ("wager", "pieces")]
        assert all(type(figure) is Fraction for figure in figures)


def test_the_code_of_the_odds_has_no_floats() -> None:
    modules = Path(croupier.odds.__file__).parent.rglob("*.py")
    for module in modules:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), module
            assert not (isinstance(node, ast.Name) and node.id == "float"), module
