"""Section 4: what every wager pays on every number, exhaustively, and what the zeros do."""

from itertools import combinations

import pytest

from croupier import books
from croupier.rules.bonus import UNLIT, Bonus, Lights, Standing
from croupier.rules.book import Book
from croupier.rules.refusal import CroupierError, RoundError
from croupier.rules.settlement import settle
from croupier.rules.wager import Wager
from tests.clauses import proves

FELTS = ("racetrack-2012", "sands-2017", "sands-2019", "edz-2020")
PAYS = {
    "straight": 35,
    "split": 17,
    "street": 11,
    "corner": 8,
    "six-line": 5,
    "top-line": 5,
    "column": 2,
    "dozen": 2,
    "green": 11,
    **dict.fromkeys(("low", "high", "red", "black", "odd", "even"), 1),
}


@proves("racetrack-2012 sands-2017 sands-2019 edz-2020", "4.1")
@pytest.mark.parametrize("book_id", FELTS)
def test_every_wager_on_every_number(book_id: str) -> None:
    """Each pays by its kind where the number is covered, and loses the stake where it is not."""
    book = books.load(book_id)
    for wager in book.wagers.values():
        for outcome in book.pockets:
            stake = 60 * wager.piece_count
            _, result, pieces = settle(book, [("seat-1", wager, stake)], outcome).bets[0]
            assert [piece.area for piece in pieces] == [piece.wager for piece in wager.pieces]
            winnings = sum(
                60 * piece.count * PAYS[piece.wager.kind]
                for piece in wager.pieces
                if outcome in piece.wager.numbers
            )
            back = sum(60 * p.count for p in wager.pieces if outcome in p.wager.numbers)
            assert result.winnings == winnings, (wager.notation, outcome)
            assert result.returned == winnings + back
            assert result.result == ("won" if winnings else "lost")
            assert result.in_play == result.amount == stake


@pytest.mark.parametrize("book_id", FELTS)
def test_losers_cite_the_clause_of_the_zero_where_the_book_has_one(book_id: str) -> None:
    zeros = {
        "sands-2019": {"S": "4.2", "0": "4.3", "00": "4.4"},
        "edz-2020": {"0": "4.2", "00": "4.2.1"},
    }
    book = books.load(book_id)
    for outcome in book.pockets:
        settled = settle(book, [("a", "straight:17", 1), ("a", "straight:18", 1)], outcome).bets
        for bet, result, _ in settled:
            won = outcome in bet.wager.numbers
            expected = "4.1" if won else zeros.get(book_id, {}).get(outcome, "4.1")
            assert result.clause == expected


@pytest.mark.parametrize("outcome", ["S", "0", "00"])
@pytest.mark.parametrize("book_id", ["sands-2017", "sands-2019"])
def test_top_line_and_green_win_on_the_three_zeros(book_id: str, outcome: str) -> None:
    bets = [("a", "top-line", 100), ("a", "green", 100)]
    settled = settle(books.load(book_id), bets, outcome).bets
    assert [bet.settled.winnings for bet in settled] == [500, 1100]


PLAIN = ("1", "5", "9", "13", "17", "21", "25", "29", "33", "2")
SCATTER = ("S", "1", "5", "9", "13", "17", "21", "25", "29", "33")
SUPER = ("1", "2", "3", "4", "5", "9", "13", "17", "21", "25")
TWO_SUPER = ("1", "2", "3", "4", "S", "MBS", "0", "00", "33", "34")


def fast_action_pays(wager: Wager, outcome: str, drawn: tuple[str, ...]) -> int | None:
    """The pay table of fast-action-2020 told again: what a wager pays, or None if it loses."""
    rows = [["0", "00", "S", "MBS"]] + [[str(n + i) for i in range(4)] for n in range(1, 37, 4)]
    full = [row for row in rows if all(n in drawn for n in row)]
    in_full = any(outcome in row for row in full)
    match wager.kind.value:
        case "straight":
            if wager.numbers != (outcome,):
                return None
            return 80 if in_full else 40 if outcome in drawn else 35
        case "bonus-win":
            return 2 if outcome in drawn else None
        case "super-bonus-win":
            return 350 if in_full else None
        case _:
            return 700 if all(any(n in drawn for n in row) for row in rows) else None


@proves("fast-action-2020", "4.1", "4.2")
@proves("fast-action-2020", "1.1.1", "1.1.2", "1.1.8", "1.1.9", "1.1.11", "1.1.12", "App. C")
@pytest.mark.parametrize("drawn", [PLAIN, SCATTER, SUPER, TWO_SUPER])
def test_fast_action_every_wager_on_every_number(drawn: tuple[str, ...]) -> None:
    book = books.load("fast-action-2020")
    for outcome in book.pockets:
        bets = [("seat-1", wager, 100) for wager in book.wagers.values()]
        settled = settle(book, bets, outcome, bonus_numbers=drawn).bets
        for bet, result, _ in settled:
            pays = fast_action_pays(bet.wager, outcome, drawn)
            assert result.winnings == 100 * (pays or 0), (bet.wager.notation, outcome)
            assert result.returned == (100 * (pays + 1) if pays else 0)
            assert result.result == ("won" if pays else "lost")
            assert result.clause == ("4.1" if bet.wager.kind == "straight" else "4.2")


def small_bonus() -> Bonus:
    return Bonus(3, {"a": frozenset("123"), "b": frozenset("45"), "c": frozenset("6")})


def test_links_and_scatter_light_with_the_number_that_completes_them() -> None:
    bonus = small_bonus()
    assert bonus.lights("415263") == Lights(super_links={"a": 6, "b": 3, "c": 5}, scatter=5)
    assert bonus.lights("12") == Lights(super_links={}, scatter=None)
    assert bonus.lights("") == Lights(super_links={}, scatter=None)


def test_links_are_super_when_full_and_scatter_when_all_have_a_number() -> None:
    bonus = small_bonus()
    for drawn in combinations("123456", 3):
        full = tuple(
            name for name, link in (("a", "123"), ("b", "45"), ("c", "6")) if set(link) <= {*drawn}
        )
        assert bonus.super_links(drawn) == full
        scatter = bool({*drawn} & {*"123"}) and bool({*drawn} & {*"45"}) and "6" in drawn
        assert bonus.is_scatter(drawn) is scatter
        for outcome in "123456":
            grade = "super" if bonus.link_of(outcome) in full else "bonus"
            expected = Standing(grade if outcome in drawn else "plain", scatter)  # type: ignore[arg-type]
            assert bonus.standing(drawn, outcome) == expected


def test_standing_without_bonus_numbers_is_plain() -> None:
    assert Standing("plain", False) == UNLIT
    assert books.load("sands-2017").paytable("17") == books.load("sands-2017").paytable("17", UNLIT)


def test_settlement_reads_wagers_like_any_notation() -> None:
    bets = [("a", "Split 20 / 17", 100), ("a", "BLACK", 100)]
    book = books.load("sands-2019")
    settlement = settle(book, bets, "17")
    assert settlement.book is book
    assert [bet.bet.wager.notation for bet in settlement.bets] == ["split:17/20", "black"]
    assert [bet.settled.winnings for bet in settlement.bets] == [1700, 100]


def error_of(book: Book, outcome: str | None, **given: object) -> tuple[str, str]:
    with pytest.raises(RoundError) as caught:
        settle(book, [], outcome, **given)  # type: ignore[arg-type]
    return caught.value.code, str(caught.value)


def test_a_round_needs_an_outcome_of_its_wheel() -> None:
    book = books.load("racetrack-2012")
    assert error_of(book, None) == (
        "round/no-outcome",
        "a round of racetrack-2012 that is not void needs its outcome",
    )
    for wrong in ("00", "000", "0 0", "37"):
        assert error_of(book, wrong) == (
            "round/unknown-number",
            f"{wrong!r} is no number of racetrack-2012: its numbers are 0, 1–36",
        )


def test_bonus_numbers_are_ten_different_numbers_where_the_book_draws_them() -> None:
    book = books.load("fast-action-2020")
    asked = "fast-action-2020 draws 10 Bonus Numbers each round: give 10 different numbers"
    wrong = (None, (), SUPER[:9], (*SUPER, "36"), (*SUPER[:9], SUPER[0]))
    for drawn in wrong:
        said = error_of(book, "1", bonus_numbers=drawn)
        assert said == ("round/bonus-numbers-not-drawn", asked)
    assert error_of(book, "1", bonus_numbers=(*SUPER[:9], "37")) == (
        "round/unknown-number",
        "'37' is no number of fast-action-2020: its numbers are " + ", ".join(book.pockets),
    )
    plain = books.load("sands-2019")
    assert error_of(plain, "1", bonus_numbers=SUPER) == (
        "round/bonus-numbers-not-used",
        "sands-2019 has no Bonus Numbers: leave bonus_numbers out",
    )
    assert error_of(plain, "1", bonus_numbers=[])[0] == "round/bonus-numbers-not-used"


@pytest.mark.parametrize(("number", "example"), [(1, "'1'"), (0, "'0'"), (1.0, "'17'")])
def test_a_number_is_a_label_and_the_refusal_says_so(number: object, example: str) -> None:
    """1 is no number of the wheel, and '1' is: the message must not read as if it were not."""
    book, fast = books.load("sands-2019"), books.load("fast-action-2020")
    with pytest.raises(RoundError) as wrong:
        settle(book, [("a", "red", 100)], outcome=number)  # type: ignore[arg-type]
    assert wrong.value.code == "round/number-not-text"
    assert example.replace("'", '"') in str(wrong.value)
    drawn = [number, *fast.pockets[:9]]
    with pytest.raises(RoundError) as wrong:
        settle(fast, [], "1", bonus_numbers=drawn)  # type: ignore[arg-type]
    assert wrong.value.code == "round/number-not-text"
    with pytest.raises(CroupierError, match="17 is not text"):
        settle(book, [("a", 17, 100)], "17")  # type: ignore[list-item]
