"""Commands of every kind, asked for at random by people of every kind."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from croupier.house.adjustment import AdjustBalance
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn, ChangeChips, RedeemVoucher
from croupier.house.day import EndDay, EndShift, StartDay, StartShift
from croupier.house.exclusion import ExcludePlayer, ReadmitPlayer
from croupier.house.limits import SetLimits, SetMaximumPayout
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.tray import CloseTable, CreditFloat, FillFloat, OpenTable
from croupier.house.vouchers import CashVoucher, LapseVouchers
from croupier.round.base import SYSTEM, Actor, Command
from croupier.round.batch import Bet, ClearWagers, DoubleWagers, PlaceWagers, UndoWager
from croupier.round.bets import (
    PlaceForPlayer,
    PlaceWager,
    RecordWager,
    RecordWithdrawal,
    TakeBackForPlayer,
    WithdrawWager,
)
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
from croupier.round.opening import limits_taken
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.phases import Phase
from croupier.round.referral import DecideReferral, Refer
from croupier.round.ruling import RevokeRuling, RuleOnWager
from croupier.round.spin import ReportRest, ReportSpin, SpinBall
from croupier.round.state import RoundState
from croupier.round.void import VoidRound
from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity
from croupier.rules.limits import OPEN, Limits, Range
from croupier.rules.positions import Position

PLAYERS = ("ada", "bob", "Tim O'Neill", "dealer", "关")
"""Names of every kind: some of them need quotes in a line."""
DEALER = Actor("Dora Smith", Position.DEALER)
MANAGER = Actor("gaming-shift-manager", Position.GAMING_SHIFT_MANAGER)
STAFF = (
    *(Actor(position, position) for position in Position),
    *(Actor(f"{position[0]}-{n}", position) for position in Position for n in "12"),
    DEALER,
    SYSTEM,
)
REASONS = ("a coin on the rim", " spaced ", "", "it was => ok", 'the "ghost" again', "two\nlines")
LIMITS = (OPEN, Limits(Range(300, 2000)))
VOUCHERS = ("00041061050R3GG28A1C60T3GF", "10041061050R3GG28A1C60T3GF")
Asking = tuple[Actor, Command]


@dataclass
class Chance:
    """Someone who asks for things at random, under a book."""

    random: Random
    book: Book

    @property
    def wager(self) -> str:
        """Mostly the same few wagers, so that they meet on the felt."""
        few = ("straight:17", "red", "voisins", "neighbours:17", "bonus-win")
        known = [wager for wager in few if wager in self.book.wagers]
        return self.random.choice(known if self.random.random() < 0.8 else [*self.book.wagers])

    @property
    def player(self) -> str:
        return self.random.choice(PLAYERS)

    @property
    def staff(self) -> Actor:
        return self.random.choice(STAFF)

    @property
    def amount(self) -> int:
        return self.random.choice((100, 300, 500, 900, 1800, 4500))

    @property
    def reason(self) -> str:
        return self.random.choice(REASONS)

    @property
    def number(self) -> str:
        return self.random.choice(self.book.pockets)

    def placing(self) -> Asking:
        """A wager of a player or several, in chips of any kind that the book takes."""
        kinds = (None, *self.book.says.stakes.kinds)
        bets = tuple(
            Bet(self.wager, self.amount, self.random.choice(kinds))
            for _ in range(self.random.choice((1, 1, 1, 2, 3)))
        )
        (wager, amount, chips) = msgspec.structs.astuple(bets[0])
        single = PlaceWager(wager=wager, amount=amount, chips=chips)
        return Actor(self.player), PlaceWagers(wagers=bets) if len(bets) > 1 else single

    def _lying(self, state: RoundState) -> tuple[str, str]:
        """A wager on the felt, if there is one."""
        lying = [(player, wager) for player, has in state.wagered.items() for wager in has]
        return self.random.choice(lying or [("ada", "straight:17")])

    def lying(self, state: RoundState) -> dict[str, Any]:
        """Whose wager, and which."""
        return dict(zip(("player", "wager"), self._lying(state), strict=True))

    def ruling(self, state: RoundState) -> Command:
        """A ruling on a wager."""
        player, wager = self._lying(state)
        ruling = self.random.choice(("stands", "moved", "returned"))
        to = self.wager if ruling == "moved" else None
        amount = self.random.choice((None, None, 100, self.amount))
        return RuleOnWager(
            player=player,
            wager=wager,
            ruling=ruling,  # type: ignore[arg-type]
            to=to,
            amount=amount,
            reason=self.reason,
        )

    def aside(self, state: RoundState) -> Asking:
        """What is asked beside the ordinary run of a round."""
        by_player = self.random.random() < 0.3
        if by_player:
            player, wager = self._lying(state)
            amount = self.random.choice((None, self.amount))
            single = WithdrawWager(wager=wager, amount=amount)
            several = (ClearWagers(), UndoWager(), DoubleWagers())
            return Actor(player), self.random.choice((single, single, *several))
        return self.staff, self.random.choice(ASIDES)(self, state)

    def money(self) -> Asking:
        """What is asked of the house."""
        command = self.random.choice(MONEY)(self)
        by_player = self.random.random() < 0.3
        return Actor(getattr(command, "player", "ada")) if by_player else self.staff, command


def _reports(chance: Chance, state: RoundState) -> Command:
    pick = chance.random.choice
    happened = tuple(chance.random.sample(list(Irregularity), pick((0, 0, 1, 2))))
    turns = pick((None, 0, 3, 4, 9))
    way = pick((None, "opposite", "opposite", "with-wheel"))
    return ReportSpin(direction=way, revolutions=turns, happened=happened)  # type: ignore[arg-type]


ASIDES: tuple[Callable[[Chance, RoundState], Command], ...] = (
    lambda x, state: PlaceForPlayer(player=x.player, wager=x.wager, amount=x.amount),
    lambda x, state: RecordWager(player=x.player, wager=x.wager, amount=x.amount),
    lambda x, state: RecordWithdrawal(**x.lying(state), amount=x.random.choice((None, 100))),
    lambda x, state: TakeBackForPlayer(**x.lying(state), amount=x.random.choice((None, 100))),
    lambda x, state: GrantEarlyClose(),
    lambda x, state: CloseBets(),
    lambda x, state: SpinBall(),
    _reports,
    lambda x, state: ReportRest(),
    lambda x, state: ReportLights(dark=(x.number,)),
    lambda x, state: CallOutcome(number=x.number, drawn=state.is_drawn),
    lambda x, state: ConfirmOutcome(number=x.number),
    lambda x, state: CallNoSpin(reason=x.reason),
    lambda x, state: VoidRound(
        clause=x.random.choice([*x.book.voids, "3.1"]), reason=x.random.choice((None, x.reason))
    ),
    lambda x, state: DeclareInterruption(reason=x.reason),
    Chance.ruling,
    Chance.ruling,
    lambda x, state: RevokeRuling(
        number=x.random.randint(1, state.rulings_made + 1), reason=x.reason
    ),
    lambda x, state: Refer(reason=x.reason),
    lambda x, state: DecideReferral(decision=x.random.choice(("resume", "void")), reason="seen to"),
    lambda x, state: SuspendRound(reason=x.reason),
    lambda x, state: ResumeRound(),
    lambda x, state: StateBall(rests=x.random.random() < 0.7),
    lambda x, state: AbandonRound(reason=x.reason),
    lambda x, state: CorrectOutcome(round=state.number, number=x.number, approver=x.staff),
    lambda x, state: VoidAfterOutcome(
        round=state.number, clause=x.random.choice([*x.book.voids]), approver=x.staff
    ),
)


def onward(chance: Chance, state: RoundState) -> Asking | None:
    """What brings a round on: what comes next, or what it waits for."""
    if state.waiting == "referral":
        decision = chance.random.choice(("resume", "resume", "void"))
        return MANAGER, DecideReferral(decision=decision, reason="seen to")  # type: ignore[arg-type]
    if state.waiting is not None:
        rests = chance.random.random() < 0.7
        waits = {"suspended": ResumeRound(), "ball": StateBall(rests=rests)}
        return DEALER, waits[state.waiting]
    following = ordinary(chance, state)
    return None if following is None else (DEALER, following)


def ordinary(chance: Chance, state: RoundState) -> Command | None:
    """What comes next in a round in which nothing is out of the ordinary."""
    book = chance.book
    if book.bonus is not None and state.phase is Phase.RUNNING and not state.lit:
        numbers = tuple(chance.random.sample(book.pockets, book.bonus.count))
        return DrawBonusNumbers(numbers=numbers) if state.drawn is None else ReportLights()
    before = book.says.close.when == "before-spin"
    return {
        Phase.BETTING: CloseBets() if before else SpinBall(),
        Phase.SPINNING: CloseBets(),
        Phase.CLOSED: SpinBall(),
        Phase.RUNNING: ReportRest(),
        Phase.RESTED: CallOutcome(number=chance.number, drawn=state.is_drawn),
        Phase.CALLED: ConfirmOutcome(number=state.outcome or ""),
    }.get(state.phase)


def _bought(x: Chance) -> Command:
    colour, value = x.random.choice(((None, None), ("blue", 100), ("rosé", 250)))
    chips = x.random.choice((None, *x.book.says.stakes.kinds))
    amount = x.random.choice((500, 5000, 20000))
    return BuyIn(player=x.player, amount=amount, chips=chips, colour=colour, value=value)


def _changed(x: Chance) -> Command:
    return ChangeChips(
        player=x.player,
        into=x.random.choice(x.book.says.stakes.kinds),
        amount=500,
        colour="blue",
        value=100,
    )


def _cashed(x: Chance) -> Command:
    chips = x.random.choice((None, *x.book.says.stakes.kinds))
    amount = x.random.choice((None, 500))
    if x.random.random() < 0.5:
        return CashOut(player=x.player, chips=chips, amount=amount)
    number = x.random.choice(VOUCHERS)
    return CashOut(player=x.player, amount=amount, paid="voucher", voucher=number, expires_ms=9)


def _collected(x: Chance) -> Command:
    number = x.random.choice(VOUCHERS)
    return x.random.choice(
        (
            CollectHeld(player=x.player),
            CollectHeld(player=x.player, paid="chips"),
            CollectHeld(player=x.player, paid="voucher", voucher=number, expires_ms=9),
        )
    )


MONEY: tuple[Callable[[Chance], Command], ...] = (
    lambda x: TakeSeat(player=x.player, colour=x.random.choice((None, "blue"))),
    lambda x: TakeSeat(player=x.player),
    lambda x: LeaveSeat(player=x.player),
    _bought,
    _bought,
    _changed,
    _cashed,
    _cashed,
    _collected,
    lambda x: RedeemVoucher(player=x.player, voucher=x.random.choice(VOUCHERS)),
    lambda x: CashVoucher(voucher=x.random.choice(VOUCHERS)),
    lambda x: LapseVouchers(),
    lambda x: AdjustBalance(
        player=x.player, amount=x.random.choice((500, -500)), reason=x.reason, approver=x.staff
    ),
    lambda x: SetLimits(limits=limits_taken(x.random.choice(LIMITS))),
    lambda x: SetMaximumPayout(amount=x.random.choice((None, 90_000))),
    lambda x: StartShift(shift=x.random.choice(("night", " late "))),
    lambda x: EndShift(),
    lambda x: FillFloat(amount=x.amount),
    lambda x: CreditFloat(amount=x.amount),
    lambda x: ExcludePlayer(player=x.player, reason=x.reason),
    lambda x: ReadmitPlayer(player=x.player),
    lambda x: StartDay(day=x.random.choice(("2020-03-18", "2020-03-19"))),
    lambda x: EndDay(),
    lambda x: CloseTable(closer=500, approver=x.random.choice((None, x.staff))),
    lambda x: OpenTable(opener=500_000),
)
