"""A crowded table keeps its wagers in arrays too: every round ends as wager by wager."""

from dataclasses import replace
from random import Random

import pytest

from croupier import books
from croupier.house.chips import BuyIn
from croupier.house.tray import FillFloat
from croupier.round import bulk, settling
from croupier.round.base import Actor
from croupier.round.batch import Bet, PlaceWagers, UndoWager
from croupier.round.bets import PlaceForPlayer, PlaceWager, WithdrawWager
from croupier.round.outcome import CallOutcome, ConfirmOutcome, RoundSettled
from croupier.round.ruling import RuleOnWager
from croupier.round.settling import paid_one_by_one
from croupier.round.spin import ReportRest
from croupier.rules.limits import Limits, Range
from croupier.rules.refusal import RoundError, refusal
from tests.house.at_table import DEALER, SUPERVISOR, AtTable

PLAYERS = tuple(f"seat-{n}" for n in range(9))
VALUE = 100
CROWD = 25
WHY = "an elbow pushed them"


@pytest.fixture(autouse=True)
def crowded_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "BULK_FROM", CROWD)
    monkeypatch.setattr(bulk, "ROWS_MAX", 4 * 7)


def table_of(book_id: str) -> AtTable:
    """Players with chips of every kind; some have been honoured under the minimum before."""
    capped = books.load(book_id).says.limits.policy != "refuse"
    table = AtTable(
        book_id, limits=Limits(Range(500 if capped else 100, 2000 if capped else 10**9))
    )
    table.do(FillFloat(amount=10**9), SUPERVISOR)
    for n, player in enumerate(PLAYERS):
        table.sit(player, 10**6)
        if "colour-chips" in table.book.says.stakes.kinds:
            colour = {"chips": "colour-chips", "colour": f"colour {n}", "value": VALUE}
            table.do(BuyIn(player=player, amount=10**6, **colour))  # type: ignore[arg-type]
    table.state.honoured.update(dict.fromkeys(PLAYERS[::3], 0))
    return table


def play(table: AtTable, chance: Random, count: int) -> None:
    """Wagers of every kind of chips, alone and several at once, and some that are taken back."""
    wagers = chance.sample(sorted(table.book.wagers), 8)
    for _ in range(count):
        player, wager = chance.choice(PLAYERS), chance.choice(wagers)
        amount = chance.choice((1, 3, 5, 9)) * VALUE * table.book.wagers[wager].piece_count
        chips = chance.choice(table.book.says.stakes.kinds)
        by = Actor(player)
        match chance.randrange(12):
            case 0:
                table.ask(WithdrawWager(wager=wager), by)
            case 1:
                table.ask(WithdrawWager(wager=wager, amount=VALUE * 12), by)
            case 2:
                table.ask(UndoWager(), by)
            case 3:
                bets = tuple(
                    Bet(each, 500 * table.book.wagers[each].piece_count) for each in wagers
                )
                table.ask(PlaceWagers(wagers=bets), by)
            case 4:
                table.ask(PlaceForPlayer(player=player, wager=wager, amount=amount), DEALER)
            case _:
                table.ask(PlaceWager(wager=wager, amount=amount, chips=chips), by)


def settled(table: AtTable, number: str) -> RoundSettled:
    """The end of the round, held against the plain path."""
    table.do(CallOutcome(number=number))
    assert table.state.round is not None
    lies = replace(table.state.round, warned=table.state.warned)
    plain = paid_one_by_one(lies, number)
    event = table.do(ConfirmOutcome(number=number))[-1]
    assert isinstance(event, RoundSettled)
    assert (event.staked, event.returned) == (plain.staked, plain.returned)
    assert event.honoured == tuple(sorted(plain.warned - lies.warned))
    assert table.state.past[event.round].columns is None, "arrays are let go with the round"
    return event


@pytest.mark.parametrize("book_id", books.ids())
@pytest.mark.parametrize("seed", range(6))
def test_every_round_of_a_crowded_table_ends_as_wager_by_wager(book_id: str, seed: int) -> None:
    table, chance, in_arrays = table_of(book_id), Random(seed), []
    for count in (80, 5, 60):
        table.open_bets()
        play(table, chance, count)
        round_ = table.state.round
        assert round_ is not None
        in_arrays.append(round_.columns is not None)
        table.close_bets()
        settled(table, chance.choice(table.book.pockets))
    assert in_arrays == [True, False, True]


def test_a_ruling_after_the_close_is_in_what_is_paid() -> None:
    table = table_of("sands-2019")
    table.open_bets()
    for player in PLAYERS:
        for wager in ("straight:17", "red", "even"):
            table.bet(wager, 1000, player)
    table.close_bets()
    assert table.state.round is not None
    assert table.state.round.columns is not None
    table.do(ReportRest())
    table.do(
        RuleOnWager(player=PLAYERS[0], wager="straight:17", ruling="returned", reason=WHY),
        SUPERVISOR,
    )
    table.do(
        RuleOnWager(player=PLAYERS[1], wager="straight:17", ruling="moved", to="black", reason=WHY),
        SUPERVISOR,
    )
    event = settled(table, "17")
    assert event.returned[PLAYERS[0]] == {"cash-chips": 1000}
    assert event.returned[PLAYERS[1]] == {"cash-chips": 2000}
    assert event.returned[PLAYERS[2]] == {"cash-chips": 36_000}


def test_excess_in_several_kinds_of_chips_is_the_latest_chips() -> None:
    """Reading 14: the maximum is 2,000; what came last is returned, in the chips it was."""
    table = table_of("sands-2019")
    table.open_bets()
    for player in PLAYERS:
        for _ in range(3):
            table.bet("straight:17", 500, player)
    table.bet("straight:17", 1000, PLAYERS[0], chips="colour-chips")
    table.bet("straight:17", 1000, PLAYERS[1])
    table.close_bets()
    event = settled(table, "17")
    assert event.returned[PLAYERS[0]] == {
        "cash-chips": 1500 * 36,
        "colour-chips": 500 * 36 + 500,
    }
    assert event.returned[PLAYERS[1]] == {"cash-chips": 2000 * 36 + 500}


def test_who_took_everything_back_is_not_in_the_settlement() -> None:
    table = table_of("sands-2019")
    table.open_bets()
    for player in PLAYERS * 3:
        table.bet("red", 1000, player)
    table.do(WithdrawWager(wager="red"), Actor(PLAYERS[0]))
    table.close_bets()
    event = settled(table, "1")
    assert sorted(event.returned) == sorted(event.staked) == sorted(PLAYERS[1:])


def test_sums_too_large_for_arrays_end_as_wager_by_wager(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(totals: object, bets: int) -> None:
        raise RoundError(
            refusal("round/too-large-for-bulk", bets=bets, players=1, total=10**18, most=35)
        )

    monkeypatch.setattr(bulk, "check_size", too_large)
    table = table_of("racetrack-2012")
    table.open_bets()
    for player in PLAYERS * 3:
        table.bet("red", 1000, player)
    table.close_bets()
    assert table.state.round is not None
    assert table.state.round.columns is None
    settled(table, "1")
