"""Stakes on the felt: each player's chips, where they lie, with what they are worth."""

import xml.etree.ElementTree as ET

import pytest

import croupier
from croupier import books
from croupier.pictures import palette

BETS = [("Ada", "17", 500), ("Ben", "17", 12_345), ("Ada", "1", 100)]


def chips(drawn: str) -> list[tuple[str | None, str | None, str]]:
    """Wager, player and words of every chip of a player on a felt."""
    return [
        (each.get("data-stake"), each.get("data-player"), "".join(each.itertext()))
        for each in ET.fromstring(drawn).iter()
        if each.get("data-stake")
    ]


@pytest.mark.parametrize("book_id", books.ids())
def test_chips_of_every_player_lie_where_they_bet(book_id: str) -> None:
    assert chips(croupier.felt_svg(croupier.load(book_id), bets=BETS)) == [
        ("straight:17", "Ada", "5"),
        ("straight:17", "Ben", "123.45"),
        ("straight:1", "Ada", "1"),
    ]


def test_players_are_named_with_what_they_have_and_told_in_words() -> None:
    drawn = croupier.felt_svg(croupier.load("racetrack-2012"), bets=BETS)
    texts = [each.text for each in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert "Ada  6.00" in texts
    assert "Ben  123.45" in texts
    assert "Ben has 123.45 on straight:17." in drawn


def test_a_call_bet_lies_on_its_pieces() -> None:
    book = croupier.load("racetrack-2012")
    laid = chips(croupier.felt_svg(book, bets=[("Ada", "voisins", 900)]))
    assert {(wager, words) for wager, _, words in laid} == {
        (piece.wager.notation, str(piece.count)) for piece in book.wager("voisins").pieces
    }


def test_two_players_have_two_colours_and_the_ninth_has_the_first_again() -> None:
    assert len(set(palette.PLAYERS)) == len(palette.PLAYERS) == 8
    assert palette.of_player(8) == palette.of_player(0)


def test_wagers_to_be_shown_may_be_text() -> None:
    book = croupier.load("racetrack-2012")
    for draw in (croupier.felt_svg, croupier.wheel_svg, croupier.racetrack_svg):
        assert draw(book, highlight=["rouge"]) == draw(book, highlight=[book.wager("red")])


def test_a_picture_is_its_svg_and_says_shortly_what_it_is() -> None:
    drawn = croupier.wheel_svg(croupier.load("racetrack-2012"), outcome="17")
    assert drawn._repr_svg_() == str(drawn)
    assert repr(drawn).startswith("<Picture: Wheel of Roulette with Racetrack")
