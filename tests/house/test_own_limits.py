"""Limits that players set for themselves, time-outs and self-exclusion: kept by the house."""

from croupier.house import HouseState
from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn
from croupier.house.exclusion import ReadmitPlayer
from croupier.house.own_limits import (
    COOLING_MS,
    EndTimeOut,
    ExcludeSelf,
    SetOwnLimits,
    TakeTimeOut,
)
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.snapshot import house_from_plain, house_to_plain, table_from_plain
from croupier.house.snapshot import table_to_plain as table_plain
from croupier.house.state import OwnLimits
from croupier.round.base import Command
from croupier.round.batch import Bet, PlaceWagers
from croupier.round.bets import PlaceForPlayer, PlaceWager
from croupier.round.correction import CorrectOutcome
from croupier.rules.refusal import Refusal
from tests.house.at_table import ADA, BEN, DEALER, SECOND, SHIFT, SUPERVISOR, AtTable

LATER = 10**12


def limits(at_ms: int = 0, **own: int) -> SetOwnLimits:
    return SetOwnLimits(player="ada", at_ms=at_ms, **own)


def no(table: AtTable, command: Command, by: object = ADA) -> Refusal:
    found = table.ask(command, by)  # type: ignore[arg-type]
    assert isinstance(found, Refusal)
    return found


def seated(book: str = "sands-2019", house: HouseState | None = None, **terms: str) -> AtTable:
    table = AtTable(book, house=house or HouseState(), **terms)  # type: ignore[arg-type]
    table.sit("ada", 100_000)
    return table


def test_a_stake_over_ones_own_limit_of_loss_is_refused_with_its_figures() -> None:
    table = seated()
    table.do(limits(loss=5_000), ADA)
    table.open_bets()
    table.bet("straight:17", 3_000)
    refused = no(table, PlaceWager(wager="red", amount=2_500))
    assert refused.code == "own-limits/loss"
    assert refused.figures == {"most": 5_000, "lost": 3_000, "amount": 2_500}
    assert no(table, PlaceForPlayer(player="ada", wager="red", amount=2_500), DEALER).code == (
        "own-limits/loss"
    )
    both = PlaceWagers(wagers=(Bet(wager="red", amount=1_500), Bet(wager="black", amount=1_000)))
    assert no(table, both).code == "own-limits/loss"
    table.bet("red", 2_000)


def test_what_was_won_gives_room_and_what_was_lost_takes_it() -> None:
    table = seated()
    table.do(limits(loss=5_000), ADA)
    table.open_bets()
    table.bet("red", 5_000)
    table.settle("1")
    table.open_bets()
    table.bet("red", 10_000)
    table.settle("2")
    table.open_bets()
    assert no(table, PlaceWager(wager="red", amount=500)).figures["lost"] == 5_000


def test_a_limit_of_stakes_counts_what_was_staked_whatever_came() -> None:
    table = seated()
    table.do(limits(stake=6_000), ADA)
    table.open_bets()
    table.bet("red", 5_000)
    table.settle("1")
    table.open_bets()
    refused = no(table, PlaceWager(wager="red", amount=1_500))
    assert (refused.code, refused.figures["staked"]) == ("own-limits/stake", 5_000)
    table.bet("red", 1_000)


def test_a_limit_holds_at_all_tables_of_the_house_together() -> None:
    house = HouseState()
    here, there = seated(house=house, id="table-1"), seated(house=house, id="table-2")
    here.do(limits(loss=5_000), ADA)
    here.open_bets()
    here.bet("red", 4_000)
    there.open_bets()
    assert no(there, PlaceWager(wager="red", amount=1_500)).code == "own-limits/loss"
    here.settle("2")
    assert no(there, PlaceWager(wager="red", amount=1_500)).code == "own-limits/loss"
    there.bet("red", 1_000)


def test_a_correction_corrects_what_was_lost() -> None:
    table = seated()
    table.do(limits(loss=5_000), ADA)
    table.open_bets()
    table.bet("red", 5_000)
    table.settle("2")
    table.do(CorrectOutcome(round=1, number="1", approver=SECOND, reason="misread"), SUPERVISOR)
    played = table.state.played_today("ada")
    assert (played.rounds, played.staked, played.returned) == (1, 5_000, 10_000)


def test_a_tighter_limit_holds_at_once_and_a_looser_one_a_day_later() -> None:
    table = seated()
    table.do(limits(loss=5_000), ADA)
    table.do(limits(1_000, loss=9_000, stake=7_000), ADA)
    own, asked = table.house.own_limits["ada"], table.house.asked_limits["ada"]
    assert own == OwnLimits(loss=5_000, stake=7_000)
    assert (asked.limits, asked.from_ms) == (OwnLimits(loss=9_000, stake=7_000), 1_000 + COOLING_MS)
    early = no(table, limits(COOLING_MS, loss=9_000, stake=7_000))
    assert (early.code, early.figures) == ("own-limits/waits", {"at": 1_000 + COOLING_MS})
    table.do(limits(1_000 + COOLING_MS, loss=9_000, stake=7_000), ADA)
    assert table.house.own_limits["ada"] == OwnLimits(loss=9_000, stake=7_000)
    assert not table.house.asked_limits
    assert no(table, limits(LATER, loss=9_000, stake=7_000)).code == "own-limits/same"


def test_nobody_sets_another_players_limits() -> None:
    table = seated()
    for command in (
        limits(loss=5_000),
        TakeTimeOut(player="ada", until_ms=LATER),
        ExcludeSelf(player="ada", until_ms=LATER),
    ):
        assert no(table, command, BEN).code == "seat/not-yours"
    assert no(table, EndTimeOut(player="ada"), ADA).code == "position/not-allowed"


def test_who_takes_a_time_out_neither_sits_buys_nor_wagers_until_it_is_over() -> None:
    house = HouseState()
    table, other = seated(house=house, id="table-1"), AtTable("sands-2019", "table-2", house)
    table.open_bets()
    table.bet("red", 1_000)
    table.do(TakeTimeOut(player="ada", until_ms=LATER), ADA)
    for at, command, by in (
        (table, PlaceWager(wager="red", amount=500), ADA),
        (table, BuyIn(player="ada", amount=500), DEALER),
        (other, TakeSeat(player="ada"), ADA),
    ):
        refused = no(at, command, by)
        assert (refused.code, refused.figures["at"]) == ("player/time-out", LATER)
    assert no(table, TakeTimeOut(player="ada", until_ms=LATER - 1)).code == "time-out/shorter"
    table.settle("1")
    table.do(CashOut(player="ada"), DEALER)
    table.do(LeaveSeat(player="ada"), ADA)
    early = no(table, EndTimeOut(player="ada", at_ms=LATER - 1), SHIFT)
    assert early.code == "time-out/not-over"
    table.do(EndTimeOut(player="ada", at_ms=LATER), SHIFT)
    other.sit("ada")


def test_who_excludes_themselves_is_not_readmitted_before_its_time() -> None:
    table = seated()
    table.do(ExcludeSelf(player="ada", until_ms=LATER), ADA)
    assert no(table, BuyIn(player="ada", amount=500), DEALER).code == "player/excluded"
    assert no(table, EndTimeOut(player="ada", at_ms=LATER), SHIFT).code == "time-out/none"
    assert no(table, ExcludeSelf(player="ada", until_ms=LATER)).code == "player/excluded"
    early = no(table, ReadmitPlayer(player="ada"), SHIFT)
    assert (early.code, early.figures["at"]) == ("player/self-excluded", LATER)
    table.now_ms = LATER
    table.do(ReadmitPlayer(player="ada"), SHIFT)
    table.do(BuyIn(player="ada", amount=500), DEALER)


def test_all_of_it_comes_back_from_a_snapshot() -> None:
    table = seated()
    table.do(limits(loss=5_000), ADA)
    table.do(limits(5, loss=6_000), ADA)
    table.do(TakeTimeOut(player="ben", until_ms=LATER), BEN)
    table.open_bets()
    table.bet("red", 1_000)
    table.settle("1")
    house = house_from_plain(house_to_plain(table.house))
    assert house.own_limits == table.house.own_limits
    assert house.asked_limits == table.house.asked_limits
    assert house.time_outs == {"ben": LATER}
    back = table_from_plain(table_plain(table.state), table.state.book, house)
    assert back.played == table.state.played
    assert back.seats["ada"].played.returned == 2_000
