"""Requests of clients to tables: permission, rate, who carries them out, and what the house adds
before the table decides.

Clients never send a secret, a Bonus Number or a voucher's id: the house adds them from its own
randomness at the moment of deciding, so that a draw always belongs to the round in play.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import cache, partial, singledispatchmethod

import msgspec

from croupier.fair.sealed import SealError
from croupier.house.base import TableCommand
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.own_limits import (
    EXCLUDED_DAYS,
    EndTimeOut,
    ExcludeSelf,
    SetOwnLimits,
    TakeTimeOut,
)
from croupier.house.state import TableState
from croupier.round.base import Actor, Command, RoundCommand
from croupier.round.bonus import DrawBonusNumbers
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome
from croupier.round.secret import RevealSecret
from croupier.rules.refusal import Refusal, refusal
from croupier.server.config.house import HouseConfig
from croupier.server.floor.gaming_days import GamingDays
from croupier.server.floor.vouchers import Vouchers
from croupier.server.floor.wheel import TableWheel
from croupier.server.live.connection import Who
from croupier.server.live.metrics import Metrics
from croupier.server.live.rates import WAGERS_PER_SECOND, Meters, wagers_in
from croupier.server.people.office import Office
from croupier.table.answers import Answer, not_recorded
from croupier.table.core import Core, Request
from croupier.table.dealer import AUTOMATIC
from croupier.table.round_secrets import Draws
from croupier.table.running import FloorStopped, RunningFloor, Verdict, resolve

MINUTE_MS = 60_000
DAY_MS = 86_400_000


def refusal_for_house_fields(command: Command) -> Refusal | None:
    """The refusal of a command with a field that only the house may set."""
    kind = type(command)
    if getattr(command, "approver", None) is not None:
        return refusal("approval/needed", action=str(kind.__struct_config__.tag))
    for name in kind.house_fields:
        if getattr(command, name):
            tag = str(kind.__struct_config__.tag)
            return refusal("request/for-the-house", command=tag, field=name)
    return None


@cache
def is_for_the_table(kind: type[Command]) -> bool:
    """Whether its table alone decides such a command: the house checks and adds nothing."""
    of_house = kind.house_fields or "approver" in kind.__struct_fields__
    return issubclass(kind, RoundCommand) and not of_house


class Completion:
    """What the house adds to commands at one table."""

    def __init__(
        self, core: Core, draws: Draws, new_voucher: Callable[[], str], voucher_days: int
    ) -> None:
        self._core = core
        self.draws = draws
        self._new_voucher = new_voucher
        self._voucher_ms = voucher_days * DAY_MS

    def __call__(self, command: Command, now_ms: int) -> Command:
        """The completed command, for the table to decide."""
        return self._completed(command, now_ms) if command.house_fields else command

    @singledispatchmethod
    def _completed(self, command: Command, now_ms: int) -> Command:
        raise NotImplementedError(f"nothing fills {command.house_fields} of {type(command)}")

    @_completed.register
    def _open_bets(self, command: OpenBets, now_ms: int) -> Command:
        """A round has a secret if anything is drawn from it."""
        drawn = self._core.state.own_wheel or self._core.state.book.bonus is not None
        if command.commitment is not None or not drawn:
            return command
        return self.draws.open_bets(self._core.state.round_number + 1)

    @_completed.register
    def _close_bets(self, command: CloseBets, now_ms: int) -> Command:
        round_ = self._core.state.round
        seeded = command.salt is None and round_ is not None and round_.is_seeded
        return self.draws.close_bets() if seeded else command

    @_completed.register
    def _bonus_numbers(self, command: DrawBonusNumbers, now_ms: int) -> Command:
        round_ = self._core.state.round
        if command.numbers or round_ is None or round_.sealed is None or round_.book.bonus is None:
            return command
        if not round_.may_draw:  # bets are open: that is the refusal
            return command
        return self.draws.bonus_numbers(round_)

    @_completed.register
    def _outcome(self, command: CallOutcome, now_ms: int) -> Command:
        """The number of an own wheel; a number sent by a client is left in and refused."""
        round_ = self._core.state.round
        if command.number or round_ is None or not round_.is_drawn or not round_.may_draw:
            return command
        return self.draws.outcome(round_)

    @_completed.register
    def _reveal(self, command: RevealSecret, now_ms: int) -> Command:
        ended = self._core.state.past.get(command.round)
        if command.secret or ended is None or ended.sealed is None:
            return command
        try:
            return self.draws.reveal(ended)
        except SealError:  # under a key that the house no longer has: refused
            return command

    @_completed.register
    def _moment(self, command: SetOwnLimits | EndTimeOut, now_ms: int) -> Command:
        return msgspec.structs.replace(command, at_ms=now_ms)

    @_completed.register
    def _time_out(self, command: TakeTimeOut, now_ms: int) -> Command:
        if command.minutes is None:
            return command
        return msgspec.structs.replace(command, until_ms=now_ms + command.minutes * MINUTE_MS)

    @_completed.register
    def _exclusion(self, command: ExcludeSelf, now_ms: int) -> Command:
        return msgspec.structs.replace(command, until_ms=now_ms + EXCLUDED_DAYS * DAY_MS)

    @_completed.register
    def _voucher(self, command: CashOut | CollectHeld, now_ms: int) -> Command:
        if command.paid != "voucher" or command.voucher is not None:
            return command
        return msgspec.structs.replace(
            command, voucher=self._new_voucher(), expires_ms=now_ms + self._voucher_ms
        )


class TableRequests:
    """Routes every request to the tables of a house."""

    def __init__(
        self,
        config: HouseConfig,
        running: RunningFloor,
        office: Office,
        vouchers: Vouchers,
        days: GamingDays,
        meters: Meters,
        metrics: Metrics,
        clock: Callable[[], int],
    ) -> None:
        self.wheels: Mapping[str, TableWheel] = {}
        self.seen: Callable[[str], object] = str
        """Called with each player who sends a request."""
        self.failed: Callable[[], object] = int
        """Called when an answer could not be recorded."""
        self._config, self._running, self._office = config, running, office
        self._vouchers, self._days = vouchers, days
        self._meters, self._metrics, self._clock = meters, metrics, clock
        self._tables = {table.id: table for table in config.tables}

    def ask(self, who: Who, table: str, request: Request) -> "asyncio.Future[Answer]":
        """Ask something of a table; the answer comes when it is durable."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.request(who, table, request, partial(resolve, answer))
        return answer

    def request(self, who: Who, table: str, request: Request, verdict: Verdict) -> None:
        """Ask something of a table, and be called with the answer once it is durable."""
        if who.actor is not None and who.actor.position is None:
            self.seen(who.actor.name)
        if (no := self._refused(table, request)) is not None:
            verdict(not_recorded(no))
            return
        answered = partial(self._answered, table, request, verdict, self._clock())
        if not is_for_the_table(type(request.command)):
            request = request._replace(command=self._vouchers.with_id(request.command))
        self._running.request(table, request, answered)

    def _answered(
        self,
        table: str,
        asked: Request,
        verdict: Verdict,
        begun_ms: int,
        answer: Answer | FloorStopped,
    ) -> None:
        if isinstance(answer, FloorStopped):
            self.failed()
        else:
            if not is_for_the_table(type(asked.command)):
                self._vouchers.answered(asked, answer)
            self._metrics.answered(table, answer.accepted, self._clock() - begun_ms)
        verdict(answer)

    def _refused(self, table: str, request: Request) -> Refusal | None:
        """Why a request is refused without being recorded."""
        wheel, core = self.wheels.get(table), self._running.floor.tables[table]
        no = wheel.refuses(request.command) if wheel is not None else None
        if no is not None or core.answers.had(request.terminal, request.id):
            return no
        if not is_for_the_table(type(request.command)):
            no = self._vouchers.too_many_wrong(request)
        return no or self._too_fast(core.state, request)

    def _too_fast(self, state: TableState, request: Request) -> Refusal | None:
        """Whether a terminal's wagers exceed the rate."""
        if request.terminal is None:
            return None
        count = wagers_in(request.command, state, request.actor.name)
        if self._meters.wagers.spend(request.terminal, count):
            return None
        return refusal("rate/too-many", most=WAGERS_PER_SECOND)

    def carries_out(self, who: Who, table: str, command: Command) -> Actor:
        """Who carries out a client's command: the client, or the automatic cashier."""
        assert who.actor is not None
        if is_for_the_table(type(command)):
            return self._office.acting_at(table, who.actor)
        own = getattr(command, "player", None) == who.actor.name and who.actor.position is None
        if own and self._self_served(table, command):
            return AUTOMATIC
        return self._office.acting_at(table, who.actor)

    def _self_served(self, table: str, command: Command) -> bool:
        """Whether a player may do this without staff, if the table allows it: cash comes in through
        staff or a cash device and goes out through staff, except in a demonstration."""
        offered = isinstance(command, TableCommand) and command.over_the_counter
        if not (offered and self._tables[table].self_service):
            return False
        by_hand = isinstance(command, BuyIn) or getattr(command, "paid", None) == "cash"
        return self._config.demonstration or not by_hand

    def unfit(self, who: Who, table: str, command: Command) -> Refusal | None:
        """Why a client's command does not reach a table, or None."""
        if is_for_the_table(type(command)):
            return None
        if (no := refusal_for_house_fields(command)) is not None:
            return no
        if isinstance(command, StartDay):
            return self._days.not_now(table, command.day)
        credit = self._config.visitors.credit
        visitor = self._config.demonstration and who.session is None
        if visitor and isinstance(command, BuyIn) and command.amount > credit:
            return refusal("visitor/credit", amount=command.amount, most=credit)
        return None

    def reveal(self, core: Core) -> None:
        """Reveal the secrets of ended rounds, including void rounds and those a failure kept back.
        The automatic dealer reveals its own last one."""
        table = core.state.id
        automatic = self._tables[table].deals == "automatic"
        for ended in core.state.past.values():
            last = automatic and ended.number == core.state.round_number
            if ended.is_hidden and not last:
                reveal = Request(AUTOMATIC, RevealSecret(round=ended.number))
                self.ask(Who(AUTOMATIC), table, reveal)
