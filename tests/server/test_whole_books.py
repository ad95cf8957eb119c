"""The whole of each book, played through the API by the client library alone.

A house process a book, two tables, staff of every position, two enrolled terminals. Every round is
held against the rules, and at the end ``croupier verify`` accepts the record and all money adds up.
"""

from pathlib import Path

import pytest

from croupier import books
from croupier.house.adjustment import AdjustBalance
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn, ChangeChips, RedeemVoucher
from croupier.house.day import EndDay
from croupier.house.seats import LeaveSeat
from croupier.house.tray import CloseTable, CreditFloat, FillFloat
from croupier.protocol import views as v
from croupier.round.batch import Bet, ClearWagers, DoubleWagers, PlaceWagers, Rebet, UndoWager
from croupier.round.bets import PlaceForPlayer, PlaceWager, WithdrawWager
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import CloseBets, GrantEarlyClose
from croupier.round.correction import CorrectOutcome, VoidAfterOutcome
from croupier.round.interruption import (
    AbandonRound,
    DeclareInterruption,
    ResumeRound,
    StateBall,
    SuspendRound,
)
from croupier.round.no_spin import CallNoSpin
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.phases import Phase
from croupier.round.referral import DecideReferral, Refer
from croupier.round.ruling import RuleOnWager
from croupier.round.spin import ReportRest, ReportSpin, SpinBall
from croupier.round.void import VoidRound
from croupier.rules.irregularities import Irregularity
from croupier.rules.terms import Chips
from tests.server.playing import CASH, COLOUR_VALUE, SOMEBODY, Play, come_in, returned
from tests.server.processes import MAX, MIN, HouseProcess, dealt_by_hand, house_process

AT_ONCE_MAX = 100
"""Wagers in one action."""
OWN_COMMANDS = (Irregularity.POWER_FAILURE, Irregularity.NO_SPIN, Irregularity.UNCOVERED)
FILL, CREDIT, MISSED = 200_000, 50_000, 700


@pytest.mark.parametrize("book_id", books.ids())
async def test_a_whole_book_over_the_api(tmp_path: Path, book_id: str) -> None:
    settings = [dealt_by_hand(book_id, id_) for id_ in ("one", "two")]
    async with house_process(tmp_path, settings) as (house, people):
        one, two = await come_in(house, people, books.load(book_id), "one", "two")
        await buy_in(one)
        await every_wager(one)
        await changes_of_mind(one)
        await staff_place(one)
        await early_close(one)
        await too_late(one)
        await limits(one)
        await voided_by_each_clause(one)
        await voided_by_the_floor(one)
        await voided_by_what_is_reported(one)
        await interrupted(one)
        await no_spin(one)
        await ball_rests_first(one)
        await referred(one)
        await ruled_on(one)
        await two_steps(one)
        await held(one)
        await bonus_numbers(one)
        await put_right_by_two(one)
        await leaves_in_a_round(one)
        await voucher(one, two)
        await day_ends(house, one, two)


# Money in


async def buy_in(play: Play) -> None:
    """Cash chips, colour chips of a named value, or credits, as the book has them."""
    for name, client in play.players.items():
        await (await play.at(client)).sit()
        await play.buy(name, CASH)
    await play.do(play.supervisor, FillFloat(amount=FILL), CreditFloat(amount=CREDIT))
    await play.refused(play.dealer, FillFloat(amount=FILL), "position/not-allowed")
    bob = play.players["bob"]
    if not play.has_colours:
        await play.refused(bob, CashOut(player="bob"), "position/not-allowed")
        no = BuyIn(player="bob", amount=CASH, chips="colour-chips", value=COLOUR_VALUE)
        await play.refused(bob, no, "position/not-allowed")
        await play.refused(play.dealer, no, "stakes/not-accepted")
        return
    await play.refused(bob, BuyIn(player="bob", amount=CASH), "position/not-allowed")
    await play.buy("bob", CASH, chips="colour-chips", value=COLOUR_VALUE, colour="blue")
    change = ChangeChips(player="bob", into="colour-chips", amount=10 * COLOUR_VALUE)
    await play.deal(change)
    seat = await play.seat("bob")
    assert (seat.colour, seat.value) == ("blue", COLOUR_VALUE)
    assert seat.purse["colour-chips"] == CASH + 10 * COLOUR_VALUE
    table = await play.at(play.dealer)
    await table.until(lambda: any(one.colour == "blue" for one in table.staff.players))
    terms = play.book.says.colour_chips
    marked = [one.player for one in table.staff.players if one.marker]
    assert marked == (["bob"] if terms is not None and terms.marker == "above-minimum" else [])


# Wagers


async def every_wager(play: Play) -> None:
    """Ada places every wager of the book, call bets included; bob one of each kind, in colour."""
    wagers = list(play.book.wagers.values())
    kinds = {wager.kind: wager for wager in wagers}
    bobs: Chips = "colour-chips" if play.has_colours else play.plain
    ada, bob = play.players["ada"], play.players["bob"]

    async def ada_places_all() -> None:
        for at in range(0, len(wagers), AT_ONCE_MAX):
            some = [Bet(w.notation, MIN * w.piece_count) for w in wagers[at : at + AT_ONCE_MAX]]
            await play.do(ada, PlaceWagers(wagers=tuple(some)))

    await play.open_bets()
    await ada_places_all()
    for wager in kinds.values():
        await play.place("bob", wager.notation, COLOUR_VALUE * wager.piece_count, bobs)
    assert await play.lying("ada") == [("ada", w.notation, MIN * w.piece_count) for w in wagers]
    assert await play.lying("bob") == [
        ("bob", w.notation, COLOUR_VALUE * w.piece_count) for w in kinds.values()
    ]
    await play.to_running()
    await play.settle("17")
    zeros = [number for number in play.book.pockets if number in ("0", "00", "S", "MBS")]
    for outcome in (*zeros, "36"):
        await play.open_bets()
        await play.do(bob, Rebet())
        await play.do(ada, Rebet())
        assert len(await play.lying()) == len(wagers) + len(kinds)
        await play.to_running()
        await play.settle(outcome)


def two_wagers(play: Play) -> tuple[str, str]:
    """A number, and something else."""
    return "straight:17", "red" if "red" in play.book.wagers else "bonus-win"


async def changes_of_mind(play: Play) -> None:
    """Placed, increased, taken back in part, doubled, undone, cleared, placed again."""
    number, other = two_wagers(play)
    ada = play.players["ada"]
    await play.open_bets()
    await play.place("ada", number, 500)
    await play.place("ada", number, 200)
    await play.place("ada", other, 600)
    await play.do(ada, WithdrawWager(wager=number, amount=300))
    assert await play.lying("ada") == [("ada", number, 400), ("ada", other, 600)]
    await play.do(ada, DoubleWagers())
    assert await play.lying("ada") == [("ada", number, 800), ("ada", other, 1200)]
    await play.do(ada, UndoWager())
    assert await play.lying("ada") == [("ada", number, 400), ("ada", other, 600)]
    await play.do(ada, WithdrawWager(wager=number))
    assert await play.lying("ada") == [("ada", other, 600)]
    await play.do(ada, ClearWagers())
    assert await play.lying("ada") == []
    await play.refused(ada, UndoWager(), "wager/none-lying")
    both = (Bet(number, 500), Bet("straight:99", 500))
    await play.refused(ada, PlaceWagers(wagers=both), "wager/unknown-number")
    assert await play.lying("ada") == [], "all of several wagers, or none"
    await play.place("ada", number, 500)
    code = "limits/over-maximum" if play.book.says.limits.policy == "refuse" else "funds/too-low"
    await play.refused(ada, PlaceWager(wager=number, amount=10 * CASH), code)
    await play.to_running()
    await play.settle("17")


async def staff_place(play: Play) -> None:
    """3.5 of the newer live books: with the player's chips, at the player's risk."""
    number, _ = two_wagers(play)
    command = PlaceForPlayer(player="ada", wager=number, amount=500)
    await play.open_bets()
    if play.book.says.staff_placing is None:
        await play.refused(play.dealer, command, "position/no-such-power")
        await play.place("ada", number, 500)
    else:
        await play.deal(command)
        await play.do(play.manager, command)
        assert await play.lying("ada") == [("ada", number, 1000)]
    await play.to_running()
    await play.settle("17")


# The close


async def early_close(play: Play) -> None:
    """6.1 with the Pit Manager's leave; the older books close while the ball turns, EDZ before."""
    number, _ = two_wagers(play)
    await play.open_bets()
    await play.place("ada", number, 500)
    early = play.book.says.early_close
    if play.closes_first:
        assert await play.refused(play.dealer, SpinBall(), "spin/before-close") == "3.7"
        await play.to_running()
    elif early is None:
        await play.refused(play.manager, GrantEarlyClose(), "position/no-such-power")
        await play.refused(play.dealer, CloseBets(), "close/before-spin")
        await play.to_running()
    else:
        clause = await play.refused(play.dealer, CloseBets(), "close/needs-leave")
        assert clause == early.clause
        await play.refused(play.supervisor, GrantEarlyClose(), "position/not-allowed")
        await play.do(play.manager, GrantEarlyClose())
        await play.deal(CloseBets(), SpinBall())
        if play.book.bonus is not None:
            await play.deal(DrawBonusNumbers(), ReportLights())
    await play.settle("17")


async def too_late(play: Play) -> None:
    """After the close a wager and an increase are refused, and a withdrawal changes nothing."""
    number, other = two_wagers(play)
    ada = play.players["ada"]
    await play.open_bets()
    await play.place("ada", number, 500)
    await play.to_running()
    late = play.book.says.late
    for command in (
        PlaceWager(wager=other, amount=500),
        PlaceWager(wager=number, amount=500),
        PlaceWagers(wagers=(Bet(other, 500),)),
        DoubleWagers(),
        Rebet(),
    ):
        assert await play.refused(ada, command, "late/placed") == late.placed.clause
    for taking in (WithdrawWager(wager=number), UndoWager(), ClearWagers()):
        clause = await play.refused(ada, taking, "late/withdrawn")
        assert clause == late.withdrawn.clause
    assert await play.lying("ada") == [("ada", number, 500)]
    await play.settle("17")


async def limits(play: Play) -> None:
    """Under the minimum and over the maximum: found at the end, or refused when placed."""
    number, other = two_wagers(play)
    ada = play.players["ada"]
    under, over = MIN // 2, MAX + 500
    await play.open_bets()
    if play.book.says.limits.policy == "refuse":
        await play.refused(ada, PlaceWager(wager=number, amount=under), "limits/under-minimum")
        await play.refused(ada, PlaceWager(wager=number, amount=over), "limits/over-maximum")
        await play.place("ada", number, MIN)
        await play.to_running()
        await play.settle("17")
        return
    await play.place("ada", number, under)
    await play.place("bob", number, over)
    await play.to_running()
    assert (await play.settle("17")).status == "settled"
    assert (await play.seat("ada")).warned, "honoured once"
    for outcome in ("17", "18"):
        before = await play.worth("ada")
        await play.open_bets()
        await play.place("ada", number, under)
        await play.place("ada", other, MIN)
        await play.to_running()
        result = await play.settle(outcome)
        due = returned(play.book, [("ada", other, MIN)], result)["ada"]
        assert await play.worth("ada") == before - MIN + due, "not in play"


# Voids


async def voided_by_each_clause(play: Play) -> None:
    number, _ = two_wagers(play)
    for clause, irregularity in play.book.voids.items():
        await play.open_bets()
        await play.place("ada", number, 500)
        void = VoidRound(clause=clause)
        if irregularity in OWN_COMMANDS:
            await play.refused(play.dealer, void, "round/does-not-void")
            await play.to_running()
            await play.settle("18")
            continue
        if irregularity is Irregularity.BONUS_NUMBER_DARK:
            await play.refused(play.dealer, void, "bonus/not-drawn")
            await play.to_running()
        elif irregularity is not Irregularity.INTERFERENCE:
            await play.refused(play.dealer, void, "void/before-the-spin")
            await play.to_running()
        await play.offered(void)
        await play.voids(void)


async def voided_by_the_floor(play: Play) -> None:
    """5.1 to 5.10 name nobody: whoever is higher declares them too, with a reason at the end."""
    number, _ = two_wagers(play)
    for by in (play.supervisor, play.manager, play.shift):
        await play.open_bets()
        await play.place("ada", number, 500)
        await play.to_running()
        await play.deal(ReportRest())
        await play.refused(by, VoidRound(clause="5.10"), "reason/empty")
        void = VoidRound(clause="5.10", reason="the dealer's sleeve caught the ball")
        await play.voids(void, by=by)


async def interrupted(play: Play) -> None:
    """5.11, 5.12, 5.13: the wheel fails while the house runs, and the floor says so."""
    number, _ = two_wagers(play)
    fails = DeclareInterruption(reason="the wheel stands still")
    await play.open_bets()
    await play.place("ada", number, 500)
    await play.to_running()
    ada = play.players["ada"]
    await play.refused(ada, fails, "position/not-allowed")
    await play.do(play.supervisor, fails)
    strategy = play.book.says.recovery.strategy
    if strategy == "void-unless-outcome":
        late = PlaceWager(wager=number, amount=500)
        await play.refused(ada, late, "late/placed")
        await play.deal(StateBall(rests=True))
    elif strategy == "suspend":
        await play.refused(play.dealer, fails, "round/stopped")
        await play.deal(ResumeRound())
    await play.settle("17")


async def voided_by_what_is_reported(play: Play) -> None:
    """5.1 to 5.10 follow from what the Dealer reports of the spin; a good spin goes on."""
    number, _ = two_wagers(play)
    least = play.book.says.spin.revolutions_min
    for report in (
        ReportSpin(direction="with-wheel"),
        ReportSpin(direction="opposite", revolutions=least - 1),
        ReportSpin(happened=(Irregularity.FOREIGN_OBJECT,)),
        ReportSpin(happened=(Irregularity.BALL_BROKE, Irregularity.INTERFERENCE)),
    ):
        await play.open_bets()
        await play.place("ada", number, 500)
        await play.to_running()
        await play.voids(report)
    await play.open_bets()
    await play.place("ada", number, 500)
    await play.to_running()
    await play.deal(ReportSpin(direction="opposite", revolutions=least))
    await play.settle("17")


async def no_spin(play: Play) -> None:
    """Until the outcome is confirmed, by anyone of the staff; the older books have none."""
    number, _ = two_wagers(play)
    called = CallNoSpin(reason="a chip fell into the wheel")
    await play.open_bets()
    await play.place("ada", number, 500)
    await play.refused(play.players["ada"], called, _no_power(play, "no_spin"))
    if play.book.says.no_spin is None:
        await play.refused(play.dealer, called, "position/no-such-power")
        await play.to_running()
        await play.settle("17")
        return
    await play.voids(called)
    await play.open_bets()
    await play.place("ada", number, 500)
    await play.to_running()
    await play.deal(ReportRest(), CallOutcome(number="17"))
    await play.voids(called, by=play.supervisor)


def _no_power(play: Play, name: str) -> str:
    given = getattr(play.book.says, name) is not None
    return "position/not-allowed" if given else "position/no-such-power"


async def ball_rests_first(play: Play) -> None:
    """Reading 21: a ball that rests before the close gives no outcome."""
    if play.closes_first:
        return
    number, _ = two_wagers(play)
    await play.open_bets()
    await play.place("ada", number, 500)
    await play.deal(SpinBall(), ReportRest())
    table = await play.at(play.dealer)
    await table.until(lambda: table.now.phase is Phase.STRANDED)
    await play.refused(play.dealer, CallOutcome(number="17"), "outcome/not-now")
    given_up = AbandonRound(reason="the ball fell before the close")
    if play.book.says.no_spin is not None:
        await play.refused(play.manager, given_up, "abandon/book-has-a-way")
        await play.voids(CallNoSpin(reason="the ball fell before the close"))
    else:
        await play.refused(play.dealer, given_up, "position/not-allowed")
        await play.voids(given_up, by=play.manager)


# Decisions


async def referred(play: Play) -> None:
    """6.2 or 6.1: the round waits for the Gaming Shift Manager; the older books have none."""
    number, _ = two_wagers(play)
    refer = Refer(reason="a player claims the dealer's elbow moved a chip")
    for decision in ("resume", "void"):
        await play.open_bets()
        await play.place("ada", number, 500)
        if play.book.says.referral is None:
            await play.refused(play.dealer, refer, "position/no-such-power")
            await play.to_running()
            await play.settle("17")
            return
        await play.deal(refer)
        decide = DecideReferral(decision=decision, reason="seen to")
        await play.refused(play.dealer, CloseBets(), "round/held")
        await play.refused(play.manager, decide, "position/not-allowed")
        if decision == "void":
            await play.voids(decide, by=play.shift)
        else:
            await play.do(play.shift, decide)
            await play.to_running()
            await play.settle("17")


async def ruled_on(play: Play) -> None:
    """3.9: a Pit Supervisor says that a wager stands, lies elsewhere, or goes back."""
    await play.open_bets()
    for number in ("5", "8", "9"):
        await play.place("ada", f"straight:{number}", 500)
    await play.to_running()
    await play.deal(ReportRest())

    def rules(wager: str, ruling: str, to: str | None = None) -> RuleOnWager:
        return RuleOnWager(player="ada", wager=wager, ruling=ruling, to=to, reason="seen to")  # type: ignore[arg-type]

    moved = rules("straight:5", "moved", "straight:17")
    if play.book.says.rulings is None:
        await play.refused(play.supervisor, moved, "position/no-such-power")
        await play.settle("17")
        return
    await play.refused(play.dealer, moved, "position/not-allowed")
    back = rules("straight:8", "returned")
    await play.do(play.supervisor, moved, rules("straight:9", "stands"), back)
    lying = await play.lying("ada")
    assert sorted(lying) == [("ada", "straight:17", 500), ("ada", "straight:9", 500)]
    await play.settles(lying, "17", back=500)


async def two_steps(play: Play) -> None:
    """The outcome is entered, read back, and counts only when both are the same."""
    number, _ = two_wagers(play)
    await play.open_bets()
    await play.place("ada", number, 500)
    await play.to_running()
    await play.refused(play.dealer, ConfirmOutcome(number="17"), "round/not-now")
    await play.refused(play.dealer, CallOutcome(number="99"), "round/unknown-number")
    await play.deal(CallOutcome(number="18"))
    table = await play.at(play.players["ada"])
    assert table.now.results[0].round < play.rounds, "nothing is told before it is confirmed"
    await play.refused(play.dealer, ConfirmOutcome(number="17"), "outcome/read-back-differs")
    await play.settle("17")


async def held(play: Play) -> None:
    """House procedure: a round is held as it stands, and goes on where it was."""
    number, _ = two_wagers(play)
    await play.open_bets()
    await play.place("ada", number, 500)
    await play.deal(SuspendRound(reason="a fire alarm"))
    await play.refused(play.players["ada"], PlaceWager(wager=number, amount=500), "round/held")
    await play.deal(ResumeRound())
    await play.place("ada", number, 500)
    await play.to_running()
    await play.settle("17")


async def bonus_numbers(play: Play) -> None:
    """Close, draw, ten lit, outcome: drawn by the house, once, and proven after the round."""
    if play.book.bonus is None:
        await play.open_bets()
        await play.refused(play.dealer, DrawBonusNumbers(), "position/no-such-power")
        await play.to_running()
        await play.settle("17")
        return
    await play.open_bets()
    await play.place("ada", "scatter-bonus", 500)
    await play.deal(SpinBall())
    await play.refused(play.dealer, DrawBonusNumbers(), "round/not-now")
    await play.deal(CloseBets())
    await play.refused(play.dealer, CallOutcome(number="17"), "bonus/not-drawn")
    await play.deal(DrawBonusNumbers())
    await play.refused(play.dealer, DrawBonusNumbers(), "bonus/drawn-already")
    await play.refused(play.dealer, CallOutcome(number="17"), "bonus/not-lit")
    seen = await play.at(play.players["bob"])
    await seen.until(lambda: seen.now.bonus_numbers is not None)
    drawn, commitment = seen.now.bonus_numbers, seen.now.commitment
    assert drawn is not None
    assert len(set(drawn)) == play.book.bonus.count
    await play.deal(ReportLights())
    result = await play.settle("17")
    assert result.bonus_numbers == drawn
    await seen.until(lambda: seen.now.results[0].secret is not None)
    assert commitment is not None
    await play.open_bets()
    await play.place("ada", "straight:17", 500)
    await play.deal(SpinBall(), CloseBets(), DrawBonusNumbers())
    table = await play.at(play.dealer)
    await table.until(lambda: table.now.bonus_numbers is not None)
    assert table.now.bonus_numbers is not None
    await play.voids(ReportLights(dark=table.now.bonus_numbers[:1]))


# After the outcome


async def put_right_by_two(play: Play) -> None:
    """Reading 19 and 18: corrected, then void after all, each asked by one and approved by one."""
    number, _ = two_wagers(play)
    await play.open_bets()
    await play.place("ada", number, 500)
    await play.place("bob", "straight:18", 600)
    bets = await play.lying()
    await play.to_running()
    before = {name: await play.worth(name) for name in play.players}
    wrong = await play.settle("18")
    correct = CorrectOutcome(round=play.rounds, number="17", approver=SOMEBODY)
    await play.by_two(correct, "the ball lies in 17")
    right = v.Result(
        round=wrong.round, status="settled", outcome="17", bonus_numbers=wrong.bonus_numbers
    )
    due = returned(play.book, bets, right)
    for name in play.players:
        assert await play.worth(name) == before[name] + due.get(name, 0), name
    clause = next(iter(play.book.voids))
    void = VoidAfterOutcome(round=play.rounds, clause=clause, approver=SOMEBODY)
    await play.by_two(void, "the film shows it")
    assert await play.worth("ada") == before["ada"] + 500
    assert await play.worth("bob") == before["bob"] + 600
    adjust = AdjustBalance(player="ada", amount=300, reason="a chip found", approver=SOMEBODY)
    await play.by_two(adjust, "a chip found under the table")
    assert await play.worth("ada") == before["ada"] + 800


# Money out


async def leaves_in_a_round(play: Play) -> None:
    """Reading 12: the wagers stay in play, and what they win is held until it is collected."""
    bob = play.players["bob"]
    await play.open_bets()
    await play.place("bob", "straight:17", 500)
    staked = await play.lying("bob")
    left_with = await play.worth("bob")
    await play.do(bob, LeaveSeat(player="bob"))
    await play.to_running()
    await play.deal(CallOutcome(number="17"), ConfirmOutcome(number="17"))
    won = returned(play.book, staked, await play.result())["bob"]
    assert (await play.seat("bob")).held == left_with + won
    await play.refused(bob, CollectHeld(player="bob", paid="cash"), "position/not-allowed")
    await (await play.at(bob)).sit()
    await play.deal(CollectHeld(player="bob", paid="chips"))
    assert (await play.seat("bob")).purse == {play.plain: left_with + won}
    await play.refused(play.dealer, CollectHeld(player="bob"), "held/nothing")


async def voucher(one: Play, two: Play) -> None:
    """Cashed out at one table, redeemed exactly once at another."""
    amount = await one.worth("ada")
    ada = one.players["ada"]
    await one.refused(ada, CashOut(player="ada", paid="voucher"), "position/not-allowed")
    await one.deal(CashOut(player="ada", paid="voucher"))
    (given,) = (await one.seat("ada")).vouchers
    assert given.amount == amount
    assert await one.worth("ada") == 0
    await (await two.at(ada)).sit()
    await two.deal(RedeemVoucher(player="ada", voucher=given.voucher))
    assert await two.worth("ada") == amount
    for play in (one, two):
        again = RedeemVoucher(player="ada", voucher=given.voucher)
        await play.refused(play.dealer, again, "voucher/redeemed")
    assert (await one.seat("ada")).vouchers == ()
    await two.open_bets()
    await two.place("ada", "straight:17", 500)
    await two.to_running()
    await two.settle("17")


async def day_ends(house: HouseProcess, one: Play, two: Play) -> None:
    """Everyone is paid, the trays go to the cage, the boxes to the count; then all adds up."""
    for play in (one, two):
        for name, client in play.players.items():
            seat = await play.seat(name)
            if sum(seat.purse.values()):
                await play.cash_out(name)
            if seat.seated:
                await play.do(client, LeaveSeat(player=name))
    tray = (await one.supervisor.web.get("/api/tables/one/staff", v.StaffView)).tray
    await one.do(one.supervisor, CloseTable(closer=tray))
    tray = (await two.supervisor.web.get("/api/tables/two/staff", v.StaffView)).tray
    counted = CloseTable(closer=tray - MISSED)
    await two.refused(two.supervisor, counted, "float/count-differs")
    await two.by_two(counted, "counted twice")
    for play in (one, two):
        await play.refused(play.manager, EndDay(), "position/not-allowed")
        await play.do(play.shift, EndDay())
    await house.stop()
    balances = await house.verified()
    for play in (one, two):
        accounts = balances[play.id]
        assert set(accounts) <= {"patrons", "cage", "vouchers", "variance"}, "nothing lies about"
        assert accounts["patrons"] == play.cash.taken - play.cash.brought
    assert balances["one"]["vouchers"] == -balances["two"]["vouchers"] > 0
    assert balances["two"]["variance"] == MISSED
