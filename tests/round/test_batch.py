"""Several wagers in one action: all of them or none, decided as if each came alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import books
from croupier.round.base import Actor, Event
from croupier.round.batch import WAGERS_MAX, Bet, ClearWagers, DoubleWagers, PlaceWagers, UndoWager
from croupier.round.bets import PlaceWager, WagerWithdrawn, WithdrawWager
from croupier.round.outcome import RoundSettled
from croupier.rules.limits import Limits, Range
from croupier.rules.refusal import Refusal
from tests.round.playing import Playing

ADA = Actor("ada")
REFUSING = ("racetrack-2012", "sands-2017", "edz-2020")
CAPPING = ("sands-2019", "fast-action-2020")
CHECKED = settings(deadline=None, max_examples=60)
MEETING = ("straight:17", "neighbours:17", "voisins", "tiers", "split:17/20", "straight:34", "red")
"""Wagers of which some reach the same areas."""


def several(*bets: tuple[str, int]) -> PlaceWagers:
    return PlaceWagers(wagers=tuple(Bet(wager, amount) for wager, amount in bets))


def playing(book_id: str) -> Playing:
    """A round with close limits at which wagers come from a terminal."""
    return Playing(book_id, limits=Limits(Range(500, 3000)), terminal="seat-1")


def lying(table: Playing) -> list[tuple[str, int]]:
    return [(placed.wager.notation, placed.amount) for placed in table.state.placements]


@st.composite
def bets(draw: st.DrawFn, book_id: str) -> tuple[Bet, ...]:
    """A few wagers that meet on their areas, and some that no book has."""
    book = books.load(book_id)
    known = [wager for wager in MEETING if wager in book.wagers]
    one = st.tuples(
        st.sampled_from([*known, *known, *sorted(book.wagers), "straight:99"]),
        st.sampled_from((0, 100, 100, 500, 500, 500, 600, 1000, 2000)),
        st.sampled_from((None, None, None, *book.says.stakes.kinds, "credits", "cash-chips")),
    )
    return tuple(
        Bet(wager, unit * getattr(book.wagers.get(wager), "piece_count", 1), chips)
        for wager, unit, chips in draw(st.lists(one, min_size=1, max_size=6))
    )


@pytest.mark.parametrize("book_id", books.ids())
def test_several_are_accepted_if_and_only_if_each_alone_is(book_id: str) -> None:
    @CHECKED
    @given(bets(book_id), bets(book_id))
    def check(before: tuple[Bet, ...], asked: tuple[Bet, ...]) -> None:
        one_by_one, together = playing(book_id), playing(book_id)
        for table in (one_by_one, together):
            for bet in before:
                table.ask(PlaceWager(wager=bet.wager, amount=bet.amount, chips=bet.chips), ADA)
        was = lying(together)
        decided = together.ask(PlaceWagers(wagers=asked), ADA)
        for nth, bet in enumerate(asked, 1):
            alone = PlaceWager(wager=bet.wager, amount=bet.amount, chips=bet.chips)
            single = one_by_one.ask(alone, ADA)
            if isinstance(single, Refusal):
                assert isinstance(decided, Refusal)
                assert (decided.code, decided.clause) == (single.code, single.clause)
                assert decided.message.endswith(f": {single.message}")
                assert decided.message.startswith(f"wager {nth} of {len(asked)}")
                assert lying(together) == was
                return
        assert isinstance(decided, list)
        assert together.state.held == one_by_one.state.held
        assert lying(together) == lying(one_by_one)
        assert together.state.staked == one_by_one.state.staked

    check()


@pytest.mark.parametrize("book_id", books.ids())
def test_undo_takes_back_action_by_action_what_each_placed(book_id: str) -> None:
    doubles = st.just(None)

    @CHECKED
    @given(st.lists(st.one_of(bets(book_id), bets(book_id), doubles), max_size=6))
    def check(asked: list[tuple[Bet, ...] | None]) -> None:
        table, before = playing(book_id), []
        for some in asked:
            was = lying(table), table.state.held.get("ada", {}).copy()
            command = DoubleWagers() if some is None else PlaceWagers(wagers=some)
            if isinstance(table.ask(command, ADA), list):
                before.append(was)
        for was in reversed(before):
            table.do(UndoWager(), ADA)
            assert (lying(table), table.state.held["ada"]) == was
        assert table.no(UndoWager(), ADA).code == "wager/none-lying"

    check()


@pytest.mark.parametrize("book_id", books.ids())
def test_whatever_lies_can_be_cleared(book_id: str) -> None:
    @CHECKED
    @given(bets(book_id), st.lists(st.tuples(st.sampled_from(MEETING), st.integers(1, 9))))
    def check(asked: tuple[Bet, ...], back: list[tuple[str, int]]) -> None:
        table = playing(book_id)
        table.bet("ben", "straight:17", 500)
        for bet in asked:
            table.ask(PlaceWager(wager=bet.wager, amount=bet.amount, chips=bet.chips), ADA)
        for wager, hundreds in back:
            table.ask(WithdrawWager(wager=wager, amount=hundreds * 100), ADA)
        staked = table.state.staked.get("ada", {})
        decided = table.ask(ClearWagers(), ADA)
        assert isinstance(decided, Refusal) == (not staked)
        assert not table.state.held.get("ada")
        assert lying(table) == [("straight:17", 500)]
        if isinstance(decided, list):
            went = [x.chips for x in decided if isinstance(x, WagerWithdrawn)]
            assert sum(sum(chips.values()) for chips in went) == sum(staked.values())

    check()


@pytest.mark.parametrize("book_id", books.ids())
def test_one_action_places_at_least_one_wager_and_not_too_many(book_id: str) -> None:
    table = Playing(book_id, limits=Limits(Range(1, 100_000)))
    bet = ("straight:17", 1)
    for count in (0, WAGERS_MAX + 1):
        no = table.no(several(*[bet] * count), ADA)
        assert (no.code, no.figures["count"]) == ("wager/bad-count", count)
    assert len(table.do(several(*[bet] * WAGERS_MAX), ADA)) == WAGERS_MAX


@pytest.mark.parametrize("book_id", REFUSING)
def test_limits_count_the_earlier_wagers_of_the_same_action(book_id: str) -> None:
    table = playing(book_id)
    table.do(several(("straight:17", 2000), ("red", 500)), ADA)
    no = table.no(several(("red", 100), ("straight:17", 600), ("straight:17", 500)), ADA)
    assert (no.code, no.figures["total"]) == ("limits/over-maximum", 3100)
    assert no.message.startswith("wager 3 of 3, straight:17: the maximum on straight:17 is")
    assert lying(table) == [("straight:17", 2000), ("red", 500)]
    assert table.no(DoubleWagers(), ADA).code == "limits/over-maximum"
    assert table.no(several(("black", 100), ("black", 500)), ADA).code == "limits/under-minimum"
    table.do(several(("black", 500), ("black", 100)), ADA)


@pytest.mark.parametrize("book_id", CAPPING)
def test_where_limits_cap_at_settlement_everything_is_placed(book_id: str) -> None:
    table = playing(book_id)
    table.do(several(("straight:17", 2000), ("straight:17", 2000), ("straight:18", 100)), ADA)
    table.do(DoubleWagers(), ADA)
    assert table.state.wagered == {"ada": {"straight:17": 8000, "straight:18": 200}}
    table.to_settled("17")
    settled = table.last()
    assert isinstance(settled, RoundSettled)
    to_one = 40 if table.book.bonus else 35
    assert settled.returned == {"ada": {"cash-chips": 8000 + 3000 * to_one}}
    assert settled.honoured == ("ada",)


def test_double_is_one_wager_for_each_wager_and_kind_of_chips() -> None:
    table = playing("sands-2019")
    assert table.no(DoubleWagers(), ADA).code == "wager/none-lying"
    table.do(
        PlaceWagers(wagers=(Bet("red", 500), Bet("odd", 500, "colour-chips"), Bet("red", 100))),
        ADA,
    )
    table.do(PlaceWager(wager="red", amount=300, chips="colour-chips"), ADA)
    for _ in range(2):
        doubled = table.do(DoubleWagers(), ADA)
        assert len(doubled) == 3
    staked = table.state.staked["ada"]
    assert staked == {"cash-chips": 2400, "colour-chips": 3200}


def test_undo_takes_only_what_still_lies_and_then_the_action_before() -> None:
    table = playing("sands-2019")
    table.bet("ada", "red", 500)
    table.do(several(("odd", 500), ("red", 700), ("black", 500)), ADA)
    table.do(WithdrawWager(wager="red", amount=600), ADA)
    table.do(WithdrawWager(wager="black"), ADA)
    assert [(x.wager, x.amount) for x in _withdrawn(table.do(UndoWager(), ADA))] == [
        ("red", 100),
        ("odd", 500),
    ]
    assert lying(table) == [("red", 500)]
    table.do(UndoWager(), ADA)
    assert lying(table) == []


def _withdrawn(events: list[Event]) -> list[WagerWithdrawn]:
    return [event for event in events if isinstance(event, WagerWithdrawn)]


def test_actions_of_two_terminals_with_one_count_are_undone_apart() -> None:
    table = playing("sands-2019")
    for terminal in ("seat-1", "seat-1-again"):
        table.terminal, table.asked = terminal, 0
        table.do(several(("red", 500), ("odd", 500)), ADA)
    table.do(UndoWager(), ADA)
    assert lying(table) == [("red", 500), ("odd", 500)]


def test_without_a_terminal_each_wager_is_undone_alone() -> None:
    table = Playing("sands-2019")
    table.do(several(("red", 500), ("odd", 500)), ADA)
    table.do(UndoWager(), ADA)
    assert lying(table) == [("red", 500)]


def test_undo_leaves_the_minimum_or_nothing() -> None:
    """Reading 14: here the chip on 17 that stays was too little to be placed alone."""
    table = playing("racetrack-2012")
    table.bet("ada", "straight:17", 500)
    table.bet("ada", "neighbours:17", 2500)
    table.do(WithdrawWager(wager="straight:17", amount=400), ADA)
    no = table.no(UndoWager(), ADA)
    assert (no.code, no.figures["total"]) == ("limits/under-minimum", 100)
    table.do(ClearWagers(), ADA)
    assert table.state.held["ada"] == {}


@pytest.mark.parametrize("book_id", books.ids())
def test_after_the_close_nothing_is_placed_or_taken_back(book_id: str) -> None:
    table = playing(book_id)
    table.do(several(("straight:17", 500), ("straight:18", 500)), ADA)
    table.to_spun()
    late = table.book.says.late
    for command in (several(("straight:17", 500)), DoubleWagers()):
        no = table.no(command, ADA)
        assert (no.code, no.clause) == ("late/placed", late.placed.clause)
    for back in (ClearWagers(), UndoWager()):
        no = table.no(back, ADA)
        assert (no.code, no.clause) == ("late/withdrawn", late.withdrawn.clause)
    assert lying(table) == [("straight:17", 500), ("straight:18", 500)]
