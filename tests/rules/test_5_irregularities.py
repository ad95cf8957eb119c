"""Section 5: what voids a round, and wagers outside the limits (also 3.3.1)."""

from dataclasses import replace

import pytest

from croupier import books
from croupier.rules.book import Book
from croupier.rules.limits import Limits, Range
from croupier.rules.refusal import LimitsError, RoundError
from croupier.rules.settlement import Settled, Settlement, settle
from croupier.rules.terms import LimitsTerms
from croupier.rules.wager import Kind
from tests.clauses import proves

EVERYWHERE = [f"5.{n}" for n in range(1, 11)]
VOIDS = {
    "racetrack-2012": EVERYWHERE,
    "sands-2017": EVERYWHERE,
    "sands-2019": [*EVERYWHERE, "5.11.1", "5.12", "6.2"],
    "edz-2020": [*EVERYWHERE, "5.13.1", "5.15", "6.1"],
    "fast-action-2020": [*EVERYWHERE, "5.11", "5.12.1", "5.13", "6.2"],
}
HONOURING = ("sands-2019", "fast-action-2020")
REFUSING = ("racetrack-2012", "sands-2017", "edz-2020")
LIT = ("1", "2", "3", "4", "5", "9", "13", "17", "21", "25")
LIMITS = Limits(Range(500, 1000))


@proves("*", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "5.10")
@proves("fast-action-2020", "5.11")
@pytest.mark.parametrize("book_id", books.ids())
def test_void_returns_every_stake_in_full_by_its_clause(book_id: str) -> None:
    book = books.load(book_id)
    assert list(book.voids) == VOIDS[book_id]
    wagers = list(book.wagers.values())
    for clause in book.voids:
        bets = [("seat-1", wager, 60 * wager.piece_count) for wager in wagers]
        settlement = settle(book, bets, irregularity=clause)
        assert settlement.book is book
        assert settlement.status == "void"
        assert settlement.outcome is None
        assert settlement.house_net == 0
        for (_, wager, amount), (bet, result, pieces) in zip(bets, settlement.bets, strict=True):
            assert bet.wager == wager
            assert result == Settled(amount, "void", amount, 0, amount, clause)
            assert [piece.area for piece in pieces] == [piece.wager for piece in wager.pieces]
            assert sum(piece.settled.returned for piece in pieces) == amount
            assert {piece.settled.clause for piece in pieces} == {clause}


def test_void_round_may_say_where_the_ball_and_the_draw_were() -> None:
    book = books.load("fast-action-2020")
    bets = [("a", "straight:1", 5), ("a", "scatter-bonus", 5)]
    settlement = settle(book, bets, "1", bonus_numbers=LIT, irregularity="5.13")
    assert (settlement.status, settlement.outcome) == ("void", "1")
    assert settlement.players["a"].net == 0
    with pytest.raises(RoundError, match=r"^fast-action-2020 draws 10 Bonus Numbers"):
        settle(book, bets, "1", bonus_numbers=LIT[:3], irregularity="5.13")
    with pytest.raises(RoundError, match="'37' is no number"):
        settle(book, bets, "37", irregularity="5.13")


@pytest.mark.parametrize(
    ("book_id", "clause"),
    [
        ("racetrack-2012", "5.11"),
        ("sands-2017", "6.2"),
        ("sands-2019", "5.11"),
        ("sands-2019", "5.11.2"),
        ("sands-2019", "5.13"),
        ("edz-2020", "5.14"),
        ("edz-2020", "5.13.2"),
        ("fast-action-2020", "5.12.2"),
        ("fast-action-2020", "nonsense"),
    ],
)
def test_other_clauses_do_not_void(book_id: str, clause: str) -> None:
    with pytest.raises(RoundError) as caught:
        settle(books.load(book_id), [], irregularity=clause)
    assert caught.value.code == "round/does-not-void"
    known = ", ".join(VOIDS[book_id])
    assert str(caught.value) == f"{clause!r} does not void a round of {book_id}: {known} do"


def played(
    book_id: str,
    *bets: tuple[str, str, int],
    outcome: str = "17",
    limits: Limits = LIMITS,
    warned: tuple[str, ...] = (),
) -> Settlement:
    book = books.load(book_id)
    drawn = LIT if book.bonus else None
    return settle(book, bets, outcome, bonus_numbers=drawn, limits=limits, warned=warned)


@proves("sands-2019", "5.15")
@proves("fast-action-2020", "5.16")
@pytest.mark.parametrize(
    ("book_id", "clause"), [("sands-2019", "5.15"), ("fast-action-2020", "5.16")]
)
def test_under_minimum_is_honoured_once_and_then_returned(book_id: str, clause: str) -> None:
    bets = [("a", "straight:17", 100), ("a", "straight:18", 499), ("b", "straight:18", 500)]
    first = played(book_id, *bets)
    lit = books.load(book_id).bonus is not None
    to_one = 40 if lit else 35
    assert first.bets[0].settled == Settled(
        100, "won", 100, 100 * to_one, 100 * to_one + 100, clause
    )
    assert first.bets[1].settled == Settled(499, "lost", 499, 0, 0, clause)
    assert first.bets[2].settled == Settled(500, "lost", 500, 0, 0, "4.1")
    assert first.warned == {"a"}
    second = played(book_id, *bets, warned=("a",))
    assert second.bets[0].settled == Settled(100, "returned", 0, 0, 100, clause)
    assert second.bets[1].settled == Settled(499, "returned", 0, 0, 499, clause)
    assert second.bets[2].settled == Settled(500, "lost", 500, 0, 0, "4.1")
    assert second.warned == {"a"}


@pytest.mark.parametrize("book_id", HONOURING)
def test_a_void_round_is_not_the_first_time(book_id: str) -> None:
    book = books.load(book_id)
    void = settle(book, [("a", "straight:1", 1)], irregularity="5.1", limits=LIMITS)
    assert void.warned == frozenset()
    assert settle(book, [], irregularity="5.1", warned=["b"]).warned == {"b"}


@pytest.mark.parametrize("book_id", HONOURING)
def test_warned_player_within_the_limits_plays_on(book_id: str) -> None:
    result = played(book_id, ("a", "straight:18", 500), warned=("a",)).bets[0].settled
    assert result.result == "lost"


@proves("sands-2019", "5.16")
@proves("fast-action-2020", "5.17")
@pytest.mark.parametrize(
    ("book_id", "clause"), [("sands-2019", "5.16"), ("fast-action-2020", "5.17")]
)
def test_over_maximum_only_the_maximum_counts(book_id: str, clause: str) -> None:
    lit = books.load(book_id).bonus is not None
    to_one = 40 if lit else 35
    bets = [("a", "straight:17", 1500), ("a", "straight:18", 1500), ("b", "straight:18", 1000)]
    settled = [bet.settled for bet in played(book_id, *bets).bets]
    assert settled[0] == Settled(1500, "won", 1000, 1000 * to_one, 1500 + 1000 * to_one, clause)
    assert settled[1] == Settled(1500, "lost", 1000, 0, 500, clause)
    assert settled[2] == Settled(1000, "lost", 1000, 0, 0, "4.1")


@proves("sands-2019 fast-action-2020", "3.3.1")
@pytest.mark.parametrize("book_id", HONOURING)
def test_area_may_carry_several_players_each_within_the_limits(book_id: str) -> None:
    bets = [("a", "straight:18", 1000), ("b", "straight:18", 1000), ("c", "straight:18", 499)]
    settlement = played(book_id, *bets, warned=("c",))
    assert [bet.settled.in_play for bet in settlement.bets] == [1000, 1000, 0]


@pytest.mark.parametrize("book_id", HONOURING)
def test_excess_is_taken_from_the_latest_wager_first(book_id: str) -> None:
    bets = [("a", "straight:17", 600), ("a", "straight:17", 600), ("a", "straight:17", 600)]
    settled = [bet.settled for bet in played(book_id, *bets).bets]
    assert [result.in_play for result in settled] == [600, 400, 0]
    assert [result.result for result in settled] == ["won", "won", "returned"]
    assert settled[2].returned == 600


@pytest.mark.parametrize("book_id", HONOURING)
def test_small_wagers_on_one_area_add_up_to_the_minimum(book_id: str) -> None:
    bets = [("a", "straight:18", 250), ("a", "straight:18", 250)]
    settlement = played(book_id, *bets, warned=("a",))
    assert [bet.settled.result for bet in settlement.bets] == ["lost", "lost"]


@pytest.mark.parametrize("book_id", REFUSING)
def test_books_without_limit_clauses_refuse_at_placement(book_id: str) -> None:
    with pytest.raises(LimitsError) as caught:
        played(book_id, ("a", "red", 499))
    assert caught.value.code == "limits/under-minimum"
    assert caught.value.clause is None
    assert str(caught.value) == "the minimum on red is 5.00: this makes it 4.99"
    with pytest.raises(LimitsError) as caught:
        played(book_id, ("a", "red", 600), ("a", "red", 401))
    assert caught.value.code == "limits/over-maximum"
    assert caught.value.clause is None
    expected = "the maximum on red is 10.00: this would make it 10.01"
    assert str(caught.value) == expected
    with pytest.raises(LimitsError):
        settle(books.load(book_id), [("a", "red", 1)], irregularity="5.1", limits=LIMITS)


@pytest.mark.parametrize("book_id", REFUSING)
def test_what_a_table_accepted_is_settled_whatever_its_amount(book_id: str) -> None:
    book, amount = books.load(book_id), 10**12 + 1
    settlement = settle(book, [("a", "red", amount)], "1", limits=LIMITS, accepted=True)
    assert settlement.bets[0].settled == Settled(amount, "won", amount, amount, 2 * amount, "4.1")


@pytest.mark.parametrize("book_id", REFUSING)
def test_additions_may_be_smaller_than_the_minimum(book_id: str) -> None:
    bets = [("a", "red", 500), ("a", "red", 1), ("b", "red", 1000), ("a", "red", 499)]
    assert len(played(book_id, *bets).bets) == 4


@pytest.mark.parametrize("book_id", REFUSING)
def test_maximum_counts_all_that_was_placed_before(book_id: str) -> None:
    bets = [("a", "red", 500), ("a", "red", 250), ("a", "red", 250)]
    assert played(book_id, *bets).players["a"].staked == 1000
    with pytest.raises(LimitsError, match=r"on red is 10\.00: this would make it 10\.01$"):
        played(book_id, *bets, ("a", "red", 1))


@pytest.mark.parametrize("book_id", ["racetrack-2012", "edz-2020"])
def test_one_bad_piece_refuses_the_whole_call_bet(book_id: str) -> None:
    pieces = books.load(book_id).wager("voisins").piece_count
    with pytest.raises(LimitsError) as caught:
        played(book_id, ("a", "voisins", 600 * pieces))
    assert "on street:0/2/3 is 10.00: this would make it 12.00" in str(caught.value)
    assert played(book_id, ("a", "voisins", 500 * pieces)).bets[0].settled.amount == 500 * pieces


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


def test_limits_may_differ_by_kind_of_wager() -> None:
    limits = Limits(Range(500, 1000), {Kind.STRAIGHT: Range(100, 200)})
    settled = played(
        "sands-2019", ("a", "straight:18", 150), ("a", "straight:19", 300), limits=limits
    ).bets
    assert [bet.settled.in_play for bet in settled] == [150, 200]


@pytest.mark.parametrize(
    ("least", "most", "reason"),
    [
        (0, 5, "invalid limits (0.00 – 0.05): the minimum is below 0.01"),
        (6, 5, "invalid limits (0.06 – 0.05): the minimum is above the maximum"),
        (
            1,
            10**12 + 1,
            "invalid limits (0.01 – 10,000,000,000.01): the maximum is above 10,000,000,000.00",
        ),
    ],
)
def test_limits_must_make_sense(least: int, most: int, reason: str) -> None:
    with pytest.raises(LimitsError) as caught:
        Range(least, most)
    assert str(caught.value).startswith(reason)
    assert caught.value.code == "limits/bad"
    assert (Range(1, 1).min, Range(1, 10**12).max) == (1, 10**12)


def test_limits_of_a_call_bet_are_those_of_its_pieces() -> None:
    with pytest.raises(LimitsError, match="limits apply to its piec"):
        Limits(kinds={Kind.TIERS: Range(1, 2)})


def test_multi_piece_wager_is_settled_piece_by_piece() -> None:
    """racetrack-2012 3.5.2: on 17 two of the five pieces of Orphelins win."""
    book = books.load("racetrack-2012")
    bet = settle(book, [("a", "orphelins", 500)], "17").bets[0]
    assert bet.settled == Settled(500, "won", 500, 3400, 3600, "4.1")
    won = [piece.area.notation for piece in bet.pieces if piece.settled.result == "won"]
    assert won == ["split:14/17", "split:17/20"]


def capping_racetrack() -> Book:
    """A racetrack under the other policy: none of the five books has both."""
    book = books.load("racetrack-2012")
    terms = LimitsTerms(
        policy="honour-once-and-cap", under_minimum="under", over_maximum="over", clause="5"
    )
    return replace(book, says=replace(book.says, limits=terms))


def test_call_bet_under_the_minimum_on_every_area_is_returned_whole() -> None:
    book = capping_racetrack()
    bets = [("a", "tiers", 600), ("b", "tiers", 600)]
    settled = settle(book, bets, "17", limits=LIMITS, warned=["a"]).bets
    assert settled[0].settled == Settled(600, "returned", 0, 0, 600, "under")
    assert settled[1].settled == Settled(600, "lost", 600, 0, 0, "under")


def test_call_bet_over_the_maximum_on_some_areas_loses_the_rest() -> None:
    """Of nine pieces of Voisins two lie on 0/2/3 and two on 25/29: 200 too many on each."""
    book = capping_racetrack()
    settled = settle(book, [("a", "voisins", 5400)], "1", limits=LIMITS).bets[0]
    assert settled.settled == Settled(5400, "lost", 5000, 0, 400, "over")
    assert [piece.settled.in_play for piece in settled.pieces].count(1000) == 2
