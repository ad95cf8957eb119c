"""Staff of all positions, and everyone together: who asks for what, by chance alone."""

from collections.abc import Callable
from random import Random

from croupier.house.adjustment import AdjustBalance
from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn
from croupier.house.day import EndDay, EndShift, StartDay, StartShift
from croupier.house.exclusion import ExcludePlayer, ReadmitPlayer
from croupier.house.limits import SetLimits, SetMaximumPayout
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.tray import CloseTable, CreditFloat, FillFloat, OpenTable
from croupier.house.vouchers import CashVoucher, LapseVouchers
from croupier.round.base import Actor, Command
from croupier.round.batch import ClearWagers, DoubleWagers, PlaceWagers, Rebet, UndoWager
from croupier.round.bets import PlaceWager, WithdrawWager
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import (
    CloseBets,
    GrantEarlyClose,
    GrantStandingLeave,
    WithdrawStandingLeave,
)
from croupier.round.correction import CorrectOutcome, VoidAfterOutcome
from croupier.round.interruption import (
    AbandonRound,
    DeclareInterruption,
    ResumeRound,
    StateBall,
    SuspendRound,
)
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import LimitsTaken, RangeTaken
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.referral import Decided, DecideReferral, Refer
from croupier.round.ruling import RevokeRuling, RuleOnWager, Ruling
from croupier.round.secret import RevealSecret
from croupier.round.spin import ReportRest, ReportSpin, SpinBall
from croupier.round.void import VoidRound
from croupier.rules.irregularities import Irregularity
from croupier.rules.positions import Position
from tests.simulation.model import Felt, Table
from tests.simulation.papers import VOIDS
from tests.simulation.players import PLAYERS, Players
from tests.simulation.staff import may

STAFF = tuple(
    Actor(name, position)
    for names, position in zip(
        (("dora", "dan"), ("sue", "sam"), ("max", "mia"), ("gia", "gil")), Position, strict=True
    )
    for name in names
)
SHIFT_MANAGER = STAFF[-1]


class People(Players):
    """Everyone in the house."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.days = 0
        self.doing: list[tuple[int, Callable[[Table], Command | None]]] = [
            (50, self.place),
            *((6, each) for each in (self.withdraw, self.buy, self.place_several, self.undo)),
            *((3, each) for each in (self.rebet, self.double, self.clear, self.record)),
            *((3, each) for each in (self.sit, self.place_for, self.cash_out, self.redeem)),
            *((2, each) for each in (self.collect, self.change, self.cage, self.tray)),
            *((2, each) for each in (self.correct, self.void_after, self.irregular, self.ruling)),
            *((1, each) for each in (self.leave, self.adjust, self.limits, self.maximum)),
            *((1, each) for each in (self.exclude, self.hours, self.any_step)),
        ]

    def some(self, table: Table) -> tuple[Actor, Command] | None:
        """Somebody asks for something."""
        weights = [weight for weight, _ in self.doing]
        _, do = self.chance.choices(self.doing, weights)[0]
        command = do(table)
        return None if command is None else (self.who(table, command), command)

    def who(self, table: Table, command: Command) -> Actor:
        """Mostly someone who may and would; now and then just anyone."""
        everyone = [*STAFF, *(Actor(name) for name in PLAYERS)]
        if self.rarely(16):
            return self.chance.choice(everyone)
        likely = self._likely(table, command)
        rightly = [each for each in everyone if may(table.paper, each, command)]
        fit = [each for each in rightly if each.name in likely] or rightly
        return self.chance.choice(fit or everyone)

    def _likely(self, table: Table, command: Command) -> tuple[str, ...]:
        if isinstance(command, PlaceWager | PlaceWagers | Rebet):
            return self.seated(table)
        if isinstance(command, UndoWager | ClearWagers | DoubleWagers) and table.round:
            return tuple(each.player for each in table.round.lying)
        if isinstance(command, WithdrawWager) and table.round is not None:
            return tuple(each.player for each in table.round.lying if each.wager == command.wager)
        return ()

    def ruling(self, table: Table) -> Command | None:
        if table.round is None or not table.round.lying:
            return None
        if table.round.rulings_made and self.rarely(2):
            number = self.chance.randint(1, table.round.rulings_made + 1)
            return RevokeRuling(number=number, reason="misread")
        each = self.chance.choice(table.round.lying)
        return RuleOnWager(
            player=each.player,
            wager=each.wager,
            ruling=self.chance.choice(("stands", "moved", "returned")),
            to=self.chance.choice((None, self.wager(table), self.wager(table))),
            amount=self.chance.choice((None, None, each.amount // 2, self.amount(table))),
            reason="it lay across the line",
        )

    def cage(self, table: Table) -> Command:
        if self.rarely(4):
            return LapseVouchers()
        return CashVoucher(voucher=self.known_slip(table))

    def adjust(self, table: Table) -> Command:
        return AdjustBalance(
            player=self.player(),
            amount=self.amount(table) * self.chance.choice((1, -1)),
            reason=self.chance.choice(("miscounted", "miscounted", " ")),
            approver=self.second(),
            chips=self.chips(table),
        )

    def second(self) -> Actor:
        """Mostly somebody whose word counts."""
        fit = [each for each in STAFF if each.position is not Position.DEALER]
        return self.chance.choice([*STAFF, Actor("ada")] if self.rarely() else fit)

    # The back office

    def tray(self, table: Table) -> Command:
        amount = self.amount(table) * 100
        if self.rarely(8):
            counted = self.chance.choice((table.tray, table.tray, 0, amount))
            approver = self.second() if self.rarely(2) else None
            return CloseTable(closer=counted, approver=approver)
        return self.chance.choice((FillFloat(amount=amount), CreditFloat(amount=amount)))

    def limits(self, table: Table) -> Command:
        least, most = self.chance.choice(((100, 1000), (200, 5000), (1, 10**6), (500, 100)))
        kind = self.chance.choice(("straight", "red", "bonus-win", "tiers", "unknown"))
        kinds = {kind: RangeTaken(300, 2000)} if self.rarely(3) else {}
        return SetLimits(limits=LimitsTaken(RangeTaken(least, most), kinds))

    def maximum(self, table: Table) -> Command:
        return SetMaximumPayout(amount=self.chance.choice((None, None, 0, 20_000, 100_000)))

    def exclude(self, table: Table) -> Command:
        out = sorted(table.house.excluded)
        if not out and not self.rarely(3):
            return ExcludePlayer(player=self.player(), reason="at their own wish")
        return ReadmitPlayer(player=self.player(*out))

    def hours(self, table: Table) -> Command:
        if table.day is None:
            day = self.next_day()
            return StartDay(day=self.chance.choice((day, day, day, "2020-01-01", "soon")))
        if not table.is_open:
            return OpenTable(opener=self.chance.choice((0, 1_000_000, 10_000_000)))
        ends = (EndDay(), EndDay(), EndShift(), StartShift(shift="late"))
        return self.chance.choice(ends)

    def next_day(self) -> str:
        """A day that no table has had yet."""
        self.days += 1
        days = self.days
        return f"20{26 + days // 336}-{1 + days // 28 % 12:02}-{1 + days % 28:02}"

    def night(self, table: Table) -> list[Command]:
        """Everyone goes home, and a new day begins, all in one breath."""
        asked: list[Command] = [LeaveSeat(player=player) for player in self.seated(table)]
        if table.shift is not None:
            asked.append(EndShift())
        miscounted = 0 if table.tray < 0 else table.tray + self.chance.choice((0, 0, 0, 100))
        approver = self.second() if miscounted != table.tray else None
        asked += [CloseTable(closer=miscounted, approver=approver), EndDay()]
        asked += [StartDay(day=self.next_day()), OpenTable(opener=5_000_000)]
        for player in PLAYERS[: self.chance.randint(1, 4)]:
            asked += [TakeSeat(player=player), BuyIn(player=player, amount=50_000)]
        return asked

    # Corrections and what is out of the ordinary

    def number(self, table: Table) -> str:
        """Mostly a number of the wheel; one of the system's own takes none."""
        if self.rarely(25):
            return "37"
        return self.chance.choice(table.paper.pockets)

    def past(self, table: Table) -> int:
        return max(0, table.number - self.chance.choice((0, 0, 0, 1, 2, 33, -1)))

    def correct(self, table: Table) -> Command:
        number = self.number(table)
        return CorrectOutcome(round=self.past(table), number=number, approver=self.second())

    def corrections(self, table: Table) -> list[Command]:
        """One round corrected again and again, while everyone cashes out in between."""
        settled = [each for each in table.past.values() if each.phase == "settled"]
        if not settled:
            return []
        felt, asked = self.chance.choice(settled[-3:]), list[Command]()
        others = [self.chance.choice(table.paper.pockets) for _ in range(2)]
        for number in (others[0], felt.outcome, others[1], felt.outcome)[
            : self.chance.randint(2, 4)
        ]:
            asked += [CashOut(player=player) for player in self.seated(table)]
            asked.append(
                CorrectOutcome(round=felt.number, number=number or "", approver=self.second())
            )
        return asked

    def void_after(self, table: Table) -> Command | None:
        if not self.rarely(3):
            return None
        return VoidAfterOutcome(
            round=self.past(table),
            clause=self.clause(table),
            approver=self.second(),
            reason=self.reason(),
        )

    def clause(self, table: Table) -> str:
        return self.chance.choice([*VOIDS, *table.paper.other_voids, "9.9"])

    def reason(self) -> str | None:
        """Mostly one that can be written down."""
        odd = (None, "", " x ", "two\nlines", "y" * 501)
        return self.chance.choice(odd) if self.rarely(8) else "the film shows it"

    def irregular(self, table: Table) -> Command:
        """Whatever can happen to a round."""
        which = self.chance.randrange(10)
        if which == 0:
            return VoidRound(clause=self.clause(table), reason=self.reason())
        if which == 1:
            return CallNoSpin(reason=self.reason() or "")
        if which == 2:
            return ReportSpin(
                direction=self.chance.choice((None, "opposite", "opposite", "with-wheel")),
                revolutions=self.chance.choice((None, None, 4, 7, 3, 0, -5, 100)),
                happened=tuple(
                    self.chance.sample(list(Irregularity), self.chance.choice((0, 1, 2)))
                ),
                reason=self.reason(),
            )
        if which == 3:
            return GrantEarlyClose()
        if which == 9:
            return self.chance.choice((GrantStandingLeave(), WithdrawStandingLeave()))
        return self.chance.choice(
            (
                Refer(reason="never seen before"),
                SuspendRound(reason="a glass fell over"),
                DeclareInterruption(reason="the wheel stands still"),
                ResumeRound(),
                AbandonRound(reason="nothing else helps"),
                DecideReferral(decision=self.chance.choice(("resume", "void")), reason="seen to"),
                StateBall(rests=self.rarely(2)),
            )
        )

    def any_step(self, table: Table) -> Command:
        """A step of the round, whether or not it is its turn."""
        felt, pockets = table.round, table.paper.pockets
        steps = [SpinBall(), CloseBets(), ReportRest(), ReportLights()]
        steps.append(CallOutcome(number=self.number(table)))
        steps.append(ConfirmOutcome(number=self.chance.choice(pockets)))
        steps.append(RevealSecret(round=table.number + 1, secret="00" * 32))
        if felt is not None and felt.drawn is not None:
            # Another draw: the one on record stands.
            steps.append(DrawBonusNumbers(numbers=tuple(self.chance.sample(pockets, 10))))
        return self.chance.choice(steps)

    def _rulings(self, felt: Felt) -> tuple[Ruling, ...]:
        """Rulings on one wager or two, which may be the same."""
        count = (2 if self.rarely(2) else 1) if felt.lying else 0
        lying = [self.chance.choice(felt.lying) for _ in range(count)]
        return tuple(
            Ruling(each.player, each.wager, "returned", amount=self.chance.choice((None, 100)))
            for each in lying
        )

    def unheld(self, felt: Felt) -> Command:
        """What lets a round go on that is held."""
        if felt.waits == "referral":
            decisions: tuple[Decided, ...] = ("resume", "resume", "void", "rule")
            decision = self.chance.choice(decisions)
            rulings = self._rulings(felt) if decision == "rule" or self.rarely(20) else ()
            return DecideReferral(
                decision=decision, rulings=rulings, reason=self.chance.choice(("seen to", "x"))
            )
        if felt.waits == "ball":
            return StateBall(rests=self.chance.random() < 0.6)
        return ResumeRound()
