"""The bulk path says the same as the plain one, wager by wager and player by player."""

import importlib.util
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from random import Random
from types import ModuleType
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import books
from croupier.rules import bulk_arrays, bulk_totals
from croupier.rules.book import Book
from croupier.rules.bulk import BulkRound, BulkSettlement
from croupier.rules.bulk_arrays import np
from croupier.rules.limits import OPEN, Limits, Range
from croupier.rules.money import AMOUNT_MAX
from croupier.rules.refusal import CroupierError, Refusal, RoundError, WagerError
from croupier.rules.settlement import Settled, Settlement, settle
from croupier.rules.terms import BonusPays
from croupier.rules.wager import Kind, Wager
from croupier.words import in_units

Bets = Sequence[tuple[str, str, int]]
PLAYERS = ("a", "b", "c", "never wagers")
LIT = ("1", "2", "3", "4", "5", "9", "13", "17", "21", "25")


class Played(NamedTuple):
    """A round, which the rules may also refuse."""

    book: Book
    bets: Bets
    outcome: str | None
    drawn: tuple[str, ...] | None
    irregularity: str | None
    limits: Limits
    warned: frozenset[str]

    def plainly(self) -> Settlement:
        return settle(
            self.book,
            self.bets,
            self.outcome,
            bonus_numbers=self.drawn,
            irregularity=self.irregularity,
            limits=self.limits,
            warned=self.warned,
        )

    def in_bulk(self, players: Sequence[str] = PLAYERS, cut: int = 0) -> BulkSettlement:
        """Placed in two batches: the first by notation, the second as arrays of places."""
        round_ = BulkRound(self.book, players, limits=self.limits, warned=self.warned)
        first, second = self.bets[:cut], self.bets[cut:]
        at = {player: place for place, player in enumerate(players)}
        wagers = {wager.notation: place for place, wager in enumerate(round_.wagers)}
        round_.place([at[bet[0]] for bet in first], [b[1] for b in first], [b[2] for b in first])
        round_.place(
            np.array([at[player] for player, _, _ in second], np.int32),
            np.array([wagers[wager] for _, wager, _ in second], np.uint16),
            np.array([amount for _, _, amount in second], np.int64),
        )
        return round_.close().settle(
            self.outcome, bonus_numbers=self.drawn, irregularity=self.irregularity
        )


@st.composite
def ranges(draw: st.DrawFn) -> Range:
    least = draw(st.integers(1, 40))
    return Range(least, draw(st.integers(least, 500)))


@st.composite
def rounds(draw: st.DrawFn) -> Played:
    book = books.load(draw(st.sampled_from(books.ids())))
    kinds = draw(st.dictionaries(st.sampled_from([Kind.STRAIGHT, Kind.SPLIT]), ranges()))
    limits = draw(st.sampled_from([OPEN, Limits(draw(ranges()), kinds)]))
    # Few wagers and players, so that they meet on the same areas.
    few = draw(st.lists(st.sampled_from(sorted(book.wagers)), min_size=1, max_size=4))
    bet = st.tuples(st.sampled_from(PLAYERS[:3]), st.sampled_from(few), st.integers(1, 300))
    bets = [
        (player, wager, units * book.wagers[wager].piece_count)
        for player, wager, units in draw(st.lists(bet, max_size=12))
    ]
    drawn = tuple(draw(st.permutations(book.pockets))[: book.bonus.count]) if book.bonus else None
    outcome = draw(st.sampled_from(book.pockets))
    void = draw(st.sampled_from([None, None, None, *book.voids]))
    warned = draw(st.frozensets(st.sampled_from([*PLAYERS, "long gone"])))
    return Played(book, bets, outcome, drawn, void, limits, warned)


def assert_same(plain: Settlement, bulk: BulkSettlement, players: Sequence[str]) -> None:
    told = plain.players
    for at, player in enumerate(players):
        totals = (bulk.staked[at], bulk.returned[at], bulk.net[at])
        expected = told.get(player)
        assert totals == (
            (expected.staked, expected.returned, expected.net) if expected else (0,) * 3
        )
    results = bulk.bets()
    assert results.in_play.tolist() == [bet.settled.in_play for bet in plain.bets]
    assert results.winnings.tolist() == [bet.settled.winnings for bet in plain.bets]
    assert results.returned.tolist() == [bet.settled.returned for bet in plain.bets]
    assert results.result.tolist() == [bet.settled.result for bet in plain.bets]
    assert (bulk.status, bulk.outcome) == (plain.status, plain.outcome)
    assert (bulk.house_net, bulk.warned) == (plain.house_net, plain.warned)


def refusal_of(settled: Callable[[], object]) -> Refusal | None:
    """Why the rules refuse, if they do."""
    try:
        settled()
    except CroupierError as error:
        return error.refusal
    return None


@settings(max_examples=3 * settings().max_examples)
@given(rounds(), st.integers(0, 12))
def test_bulk_settles_or_refuses_as_the_plain_path_does(played: Played, cut: int) -> None:
    refusal = refusal_of(played.plainly)
    assert refusal_of(lambda: played.in_bulk(cut=cut)) == refusal
    if refusal is None:
        assert_same(played.plainly(), played.in_bulk(cut=cut), PLAYERS)


@pytest.mark.parametrize("book_id", books.ids())
def test_thousands_of_wagers_of_every_kind_settle_alike(book_id: str) -> None:
    book, chance = books.load(book_id), Random(book_id)
    players = [f"seat-{n}" for n in range(100)]
    wagers = list(book.wagers.values())
    capping = book.says.limits.policy == "honour-once-and-cap"
    bets = [
        (chance.choice(players), wager.notation, chance.randint(20, 90) * wager.piece_count)
        for wager in chance.choices(wagers, k=3000)
    ]
    limits = Limits(Range(40, 120)) if capping else Limits(Range(20, 10**6))
    drawn = LIT if book.bonus else None
    warned = frozenset(players[::3])
    for outcome in (*book.pockets[:4], "17", "36"):
        played = Played(book, bets, outcome, drawn, None, limits, warned)
        assert_same(played.plainly(), played.in_bulk(players, 1000), players)


@pytest.mark.parametrize("book_id", ["sands-2019", "edz-2020"])
def test_many_players_lie_in_several_arrays(book_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_totals, "BLOCK", 16)
    monkeypatch.setattr(bulk_totals, "CHUNK", 100)
    test_thousands_of_wagers_of_every_kind_settle_alike(book_id)


def test_an_addition_may_be_smaller_than_the_minimum() -> None:
    bets = [("a", "red", 100), ("b", "odd", 100), ("a", "red", 5)]
    limits = Limits(Range(100, 200))
    played = Played(books.load("racetrack-2012"), bets, "1", None, None, limits, frozenset())
    assert_same(played.plainly(), played.in_bulk(), PLAYERS)


def test_a_round_goes_on_after_a_close_that_stays_as_it_was() -> None:
    round_ = BulkRound(books.load("sands-2019"), PLAYERS)
    round_.place([0, 1], ["red", "odd"], [500, 100])
    closed = round_.close()
    round_.place([0], ["red"], [500])
    assert closed.settle("1").returned.tolist() == [1000, 200, 0, 0]
    assert round_.close().settle("1").returned.tolist() == [2000, 200, 0, 0]


@pytest.mark.parametrize("book_id", ["sands-2019", "fast-action-2020"])
def test_excess_is_taken_from_the_latest_wager_first(book_id: str) -> None:
    book = books.load(book_id)
    bets = [("a", "straight:17", 600), ("b", "straight:17", 600), ("a", "straight:17", 600)]
    drawn = LIT if book.bonus else None
    limits = Limits(Range(500, 1000))
    bulk = Played(book, [*bets, bets[0]], "17", drawn, None, limits, frozenset()).in_bulk()
    assert bulk.bets().in_play.tolist() == [600, 600, 400, 0]
    assert bulk.bets().result.tolist() == ["won", "won", "won", "returned"]


def test_one_close_may_be_settled_on_every_number() -> None:
    book = books.load("racetrack-2012")
    round_ = BulkRound(book, ["a"])
    round_.place([0], [book.wager("straight:17")], [100])
    closed = round_.close()
    nets = {number: closed.settle(number).house_net for number in book.pockets}
    assert nets == dict.fromkeys(book.pockets, 100) | {"17": -3500}
    void = closed.settle(irregularity="5.1")
    assert (void.returned.tolist(), void.pays) == ([100], {})
    assert closed.settle("17").pays == book.paytable("17")
    assert (closed.players, closed.staked.tolist()) == (("a",), [100])


@pytest.mark.parametrize("book_id", books.ids())
def test_round_without_players_or_wagers_moves_no_money(book_id: str) -> None:
    book = books.load(book_id)
    drawn = LIT if book.bonus else None
    settlement = BulkRound(book, []).close().settle("0", bonus_numbers=drawn)
    assert (settlement.returned.tolist(), settlement.house_net) == ([], 0)


RED = Played(books.load("racetrack-2012"), [("a", "red", 5)], "1", None, None, OPEN, frozenset())


@pytest.mark.parametrize(
    ("played", "code"),
    [
        (RED._replace(bets=[("a", "red", 5), ("a", "red", 0)]), "amount/not-positive"),
        (RED._replace(bets=[("a", "red", 1), ("a", "red", 0)]), "amount/not-positive"),
        (RED._replace(bets=[("a", "red", 10**12), ("b", "red", 10**12 + 1)]), "amount/too-large"),
        (RED._replace(bets=[("a", "tiers", 5), ("b", "red", 10**12 + 1)]), "amount/too-large"),
        (RED._replace(bets=[("a", "red", 5), ("b", "tiers", 13)]), "wager/not-divisible"),
        (RED._replace(limits=Limits(Range(6, 9))), "limits/under-minimum"),
        (RED._replace(outcome=None), "round/no-outcome"),
        (RED._replace(outcome="00"), "round/unknown-number"),
        (RED._replace(drawn=LIT), "round/bonus-numbers-not-used"),
        (RED._replace(irregularity="5.11"), "round/does-not-void"),
        (RED._replace(irregularity="5.1", outcome="00"), "round/unknown-number"),
        (RED._replace(irregularity="5.1", drawn=LIT), "round/bonus-numbers-not-used"),
    ],
)
def test_bad_rounds_are_refused_alike(played: Played, code: str) -> None:
    refusal = refusal_of(played.plainly)
    assert refusal is not None
    assert refusal.code == code
    assert refusal == refusal_of(played.in_bulk)
    assert refusal == refusal_of(lambda: played.in_bulk(cut=len(played.bets)))


def test_what_a_table_accepted_is_not_refused_again() -> None:
    round_ = BulkRound(RED.book, PLAYERS, limits=Limits(Range(100, 200)))
    round_.place([0, 1, 1], ["red", "red", "red"], [5, 150, 150])
    assert refusal_of(round_.close) is not None
    settlement = round_.close(accepted=True).settle("1")
    assert settlement.bets().in_play.tolist() == [5, 150, 150]
    bets = [("a", "red", 5), ("b", "red", 150), ("b", "red", 150)]
    plain = settle(RED.book, bets, "1", limits=round_.limits, accepted=True)
    assert_same(plain, settlement, PLAYERS)


@pytest.mark.parametrize("amount", [True, 5.0, "5", None, np.int64(5)])
def test_amounts_in_a_list_are_whole_cents(amount: object) -> None:
    round_ = BulkRound(books.load("sands-2019"), PLAYERS)
    with pytest.raises(WagerError) as caught:
        round_.place([0], ["red"], [amount])  # type: ignore[list-item]
    assert caught.value.code == "amount/not-whole"
    with pytest.raises(WagerError):
        round_.place([0], ["red"], np.array([5.0]))


def test_refused_batch_leaves_no_trace() -> None:
    round_ = BulkRound(books.load("edz-2020"), PLAYERS)
    round_.place([0], ["red"], [5])
    with pytest.raises(WagerError):
        round_.place([0, 1], ["odd", "tiers"], [5, 7])
    assert round_.close().staked.tolist() == [5, 0, 0, 0]


def test_wagers_are_read_like_any_notation() -> None:
    round_ = BulkRound(books.load("edz-2020"), PLAYERS)
    given: list[str | Wager] = ["Split 00/0", "Grand Series", round_.wagers[0]]
    round_.place([1, 1, 1], given, [17, 20, 1])
    round_.place([2], [3], [1])
    assert round_.close().staked.tolist() == [0, 38, 1, 0]
    with pytest.raises(WagerError, match="not on this layout"):
        round_.place([0], ["split:1/36"], [5])


def test_places_are_those_of_the_round() -> None:
    round_ = BulkRound(books.load("sands-2017"), PLAYERS)
    for place in (4, -1):
        with pytest.raises(IndexError, match="there are 4 players, counted from 0"):
            round_.place([place], ["red"], [5])
    for place in (166, -1):
        with pytest.raises(IndexError, match="there are 166 wagers, counted from 0"):
            round_.place([0], np.array([place]), [5])
    beyond = np.array([2**63], np.uint64)
    with pytest.raises(IndexError, match="there are 4 players"):
        round_.place(beyond, ["red"], [5])
    with pytest.raises(IndexError, match="there are 166 wagers"):
        round_.place([0], beyond, [5])
    round_.place([0, 3], np.array([0, 165]), [1, 1])
    with pytest.raises(TypeError):
        round_.place(np.array([0.5]), ["red"], [5])
    with pytest.raises(ValueError, match=r"^a batch has a player, a wager and an amount"):
        round_.place([0, 1], ["red"], [5])
    with pytest.raises(ValueError, match=r"^a player is listed twice: limits apply"):
        BulkRound(round_.book, ["a", "b", "a"])


def test_arrays_given_and_taken_may_be_changed_afterwards() -> None:
    round_ = BulkRound(books.load("sands-2017"), PLAYERS)
    given = [np.array([1]), np.array([0]), np.array([5])]
    round_.place(*given)
    for array in given:
        array[0] = 3
    closed = round_.close()
    for irregularity, outcome in (("5.1", None), (None, "S")):
        settlement = closed.settle(outcome, irregularity=irregularity)
        settlement.returned[:] = 7
        settlement.bets().in_play[:] = 7
    assert closed.staked.tolist() == [0, 5, 0, 0]
    assert closed.settle(irregularity="5.1").bets().in_play.tolist() == [5]
    assert closed.settle(outcome="36").returned.tolist() == [0, 0, 0, 0]


SCATTER = ("S", "1", "5", "9", "13", "17", "21", "25", "29", "33")


@pytest.mark.parametrize(
    ("book_id", "wager", "most"),
    [("racetrack-2012", "straight:17", 35), ("fast-action-2020", "scatter-bonus", 700)],
)
def test_nothing_overflows(book_id: str, wager: str, most: int) -> None:
    """Up to the largest total that fits, a win at the highest odds is exact; above, refused."""
    book = books.load(book_id)
    fits = (2**63 - 1) // (most + 1)
    whole, rest = divmod(fits, AMOUNT_MAX)
    round_ = BulkRound(book, [f"seat-{n}" for n in range(whole + 1)])
    at = round_.wagers.index(book.wager(wager))
    round_.place(np.arange(whole), np.full(whole, at), np.full(whole, AMOUNT_MAX))
    round_.place([whole], [wager], [rest])
    settlement = round_.close().settle("17", bonus_numbers=SCATTER if book.bonus else None)
    assert settlement.house_net == -fits * most
    assert settlement.returned[[0, whole]].tolist() == [AMOUNT_MAX * (most + 1), rest * (most + 1)]
    round_.place([whole], [wager], [1])
    with pytest.raises(RoundError) as caught:
        round_.close()
    assert caught.value.code == "round/too-large-for-bulk"
    assert str(caught.value) == (
        f"{whole + 2} wagers of {whole + 1} players for {in_units(fits + 1)}, "
        f"at up to {most} to 1, are more than the bulk path can count: use settle instead"
    )


@pytest.mark.parametrize("pays", list(permutations((35, 40, 80))))
def test_highest_odds_may_be_those_of_any_standing(pays: tuple[int, int, int]) -> None:
    book = books.load("fast-action-2020")
    straight = replace(book.wager("straight:17"), pays=BonusPays(*pays))
    book = replace(book, wagers={straight.notation: straight})
    bets = (2**63 - 1) // (80 + 1) // AMOUNT_MAX
    round_ = BulkRound(book, ["a"])
    round_.place([0] * bets, [0] * bets, np.full(bets, AMOUNT_MAX))
    assert round_.close().staked.tolist() == [bets * AMOUNT_MAX]
    round_.place([0], [0], [AMOUNT_MAX])
    with pytest.raises(RoundError, match="at up to 80 to 1"):
        round_.close()


def paying(pays: int) -> Book:
    """A book with one wager, which pays so much to one."""
    book = books.load("racetrack-2012")
    red = replace(book.wager("red"), pays=pays)
    return replace(book, wagers={red.notation: red})


def test_largest_sum_that_can_be_counted_is_counted() -> None:
    most = 649_656  # one more divides 2**63 - 1
    whole, rest = divmod((2**63 - 1) // (most + 1), AMOUNT_MAX)
    seats = range(whole + 1)
    round_ = BulkRound(paying(most), [f"seat-{n}" for n in seats])
    round_.place(seats, [0] * len(seats), [AMOUNT_MAX] * whole + [rest])
    assert int(round_.close().settle("1").returned.sum()) == 2**63 - 1
    round_.place([0], [0], [1])
    with pytest.raises(RoundError, match="more than the bulk path can count"):
        round_.close()


def test_wager_that_pays_nothing_to_one_wins_its_stake_back() -> None:
    played = RED._replace(book=paying(0), bets=[("a", "red", 1)])
    assert played.plainly().bets[0].settled == Settled(1, "won", 1, 0, 1, "4.1")
    assert_same(played.plainly(), played.in_bulk(), PLAYERS)


def fresh_arrays() -> ModuleType:
    """The module that imports numpy, run anew."""
    spec = importlib.util.spec_from_file_location("fresh_arrays", bulk_arrays.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_missing_numpy_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fresh_arrays().np is np
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'croupier\[fast\]'") as caught:
        fresh_arrays()
    assert caught.value.name == "numpy"
