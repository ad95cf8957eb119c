"""Bugs that other roulette programs have; each must not be ours."""

import pytest

from croupier import books
from croupier.rules.limits import Limits, Range
from croupier.rules.refusal import CroupierError, LimitsError, RoundError, WagerError
from croupier.rules.settlement import settle

WITH_EVENS = ("racetrack-2012", "sands-2017", "sands-2019", "edz-2020")


@pytest.mark.parametrize("book_id", WITH_EVENS)
def test_zero_is_not_even_low_black_or_in_any_outside_wager(book_id: str) -> None:
    book = books.load(book_id)
    for zero in (n for n in book.pockets if book.colour(n) == "green"):
        for notation in ("even", "odd", "low", "high", "red", "black", "column:1", "dozen:1"):
            assert settle(book, [("a", notation, 100)], zero).bets[0].settled.result == "lost"


@pytest.mark.parametrize("book_id", ["sands-2017", "sands-2019", "edz-2020", "fast-action-2020"])
def test_double_zero_is_neither_zero_nor_37(book_id: str) -> None:
    book = books.load(book_id)
    drawn = book.pockets[:10] if book.bonus else None
    for outcome, winner in (("0", "straight:0"), ("00", "straight:00")):
        bets = [("a", "straight:0", 1), ("a", "straight:00", 1)]
        settled = settle(book, bets, outcome, bonus_numbers=drawn).bets
        assert [b.bet.wager.notation for b in settled if b.settled.result == "won"] == [winner]
    for wrong in ("37", "000", "0 0"):
        with pytest.raises(CroupierError):
            settle(book, [], wrong, bonus_numbers=drawn)


@pytest.mark.parametrize("book_id", WITH_EVENS)
def test_odd_and_even_are_not_swapped(book_id: str) -> None:
    book = books.load(book_id)
    for number in range(1, 37):
        settled = settle(book, [("a", "odd", 1), ("a", "even", 1)], str(number)).bets
        results = [bet.settled.result for bet in settled]
        assert results == (["won", "lost"] if number % 2 else ["lost", "won"])


@pytest.mark.parametrize("text", ["street:2/3/4", "split:3/4", "split:1/36", "split:3/1"])
@pytest.mark.parametrize("book_id", WITH_EVENS)
def test_numbers_that_do_not_touch_are_no_wager(book_id: str, text: str) -> None:
    with pytest.raises(WagerError) as caught:
        books.load(book_id).wager(text)
    assert caught.value.code == "wager/not-on-layout"


@pytest.mark.parametrize("book_id", ["racetrack-2012", "edz-2020"])
def test_maximum_is_not_beaten_by_betting_twice_or_through_a_call_bet(book_id: str) -> None:
    book = books.load(book_id)
    limits = Limits(Range(100, 1000))
    for second in ("split:32/35", "voisins", "zero-spiel"):
        amount = 600 * book.wager(second).piece_count if second != "split:32/35" else 600
        if second == "voisins":
            amount = 450 * book.wager(second).piece_count
        with pytest.raises(LimitsError) as caught:
            settle(book, [("a", "split:32/35", 600), ("a", second, amount)], "1", limits=limits)
        assert "split:32/35" in str(caught.value)


def test_maximum_is_not_beaten_where_it_caps() -> None:
    limits = Limits(Range(100, 1000))
    bets = [("a", "straight:17", 700), ("a", "straight:17", 700)]
    settlement = settle(books.load("sands-2019"), bets, "17", limits=limits)
    assert settlement.players["a"].net == 35 * 1000


@pytest.mark.parametrize(
    ("wager", "amount", "lower", "higher"),
    [("voisins", 1000, 999, 1008), ("neighbours:5", 4, 5, 10), ("tiers", 13, 12, 18)],
)
def test_stake_that_does_not_divide_over_its_pieces_is_refused(
    wager: str, amount: int, lower: int, higher: int
) -> None:
    book = books.load("racetrack-2012")
    with pytest.raises(WagerError) as caught:
        settle(book, [("a", wager, amount)], "17")
    assert caught.value.code == "wager/not-divisible"
    assert caught.value.clause == book.wager(wager).clause
    pieces = book.wager(wager).piece_count
    assert str(caught.value) == (
        f"{amount} cents do not divide over the {pieces} pieces of {wager}: "
        f"{lower} or {higher} would"
    )


@pytest.mark.parametrize("book_id", books.ids())
def test_35_has_a_colour_like_every_number(book_id: str) -> None:
    book = books.load(book_id)
    assert book.colour("35") == "black"
    assert set(map(book.colour, book.pockets)) == {"red", "black", "green"}


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (0, "amount/not-positive"),
        (-5, "amount/not-positive"),
        (True, "amount/not-whole"),
        (5.0, "amount/not-whole"),
        ("5", "amount/not-whole"),
        (None, "amount/not-whole"),
        (10**12 + 1, "amount/too-large"),
    ],
)
def test_amounts_are_whole_positive_cents_within_bounds(amount: object, code: str) -> None:
    with pytest.raises(WagerError) as caught:
        settle(books.load("sands-2019"), [("a", "red", amount)], "1")  # type: ignore[list-item]
    assert caught.value.code == code
    assert "red" in str(caught.value)


def test_amounts_at_the_bounds_count() -> None:
    bets = [("a", "red", 1), ("b", "red", 10**12)]
    assert settle(books.load("sands-2019"), bets, "1").house_net == -(10**12) - 1


@pytest.mark.parametrize(("number", "example"), [(1, "'1'"), (0, "'0'"), (1.0, "'17'")])
def test_a_number_is_a_label_and_the_refusal_says_so(number: object, example: str) -> None:
    """1 is no number of the wheel, and '1' is: the message must not read as if it were not."""
    book, fast = books.load("sands-2019"), books.load("fast-action-2020")
    with pytest.raises(RoundError) as wrong:
        settle(book, [("a", "red", 100)], outcome=number)  # type: ignore[arg-type]
    assert wrong.value.code == "round/number-not-text"
    assert example in str(wrong.value)
    drawn = [number, *fast.pockets[:9]]
    with pytest.raises(RoundError) as wrong:
        settle(fast, [], "1", bonus_numbers=drawn)  # type: ignore[arg-type]
    assert wrong.value.code == "round/number-not-text"
    with pytest.raises(CroupierError, match="is not a wager"):
        settle(book, [("a", 17, 100)], "17")  # type: ignore[list-item]
