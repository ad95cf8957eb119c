"""A table's wheel with a sensor on a serial line: orders to it, and what becomes of its reports.

A thread owns the line. The table's record gives the orders: an event that is not durable gives no
order. The reports reach the table as commands of the automatic dealer, and only where the book
allows it now: the spin, and the number as the first of its two steps. After a fault that blocks,
nothing of the wheel counts in that round. The dealer's own entry always works, wheel or none.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from threading import Event as Flag
from threading import Thread
from typing import Literal

from croupier.protocol.views import WheelView
from croupier.round import ENDS
from croupier.round.base import Command, Event
from croupier.round.close import BetsClosed
from croupier.round.opening import RoundOpened
from croupier.round.outcome import CallOutcome, ConfirmOutcome, OutcomeCalled
from croupier.round.phases import Phase, Step
from croupier.round.spin import SpinBall
from croupier.round.state import RoundState
from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity
from croupier.rules.refusal import Refusal, refusal
from croupier.server.live.channel import Channel
from croupier.server.people.office import Office
from croupier.table.core import Request
from croupier.table.dealer import AUTOMATIC
from croupier.table.running import RunningFloor
from croupier.wheels.serial_port import SerialWheel
from croupier.wheels.slingshot import Settings, Slingshot
from croupier.wheels.source import (
    BallInRim,
    Fault,
    FaultKind,
    NoMoreBetsSuggested,
    Order,
    Report,
    SourceReady,
    SpinStarted,
    WinningNumber,
)
from croupier.words.message import Message, alert

log = logging.getLogger(__name__)
BALL_RUNS = (Phase.SPINNING, Phase.RUNNING)
CAN_BE_CALLED = (Phase.RUNNING, Phase.RESTED)
UNHEARD = (FaultKind.SILENCE, FaultKind.STALE, FaultKind.LINE_LOST)
HELD = alert("wheel.held")
BY_HAND = (alert("wheel.by-hand"),)
Messages = tuple[Message, ...]


class Game:
    """A round of the table from the wheel's point of view."""

    def __init__(self, nth: int, round_number: int) -> None:
        self.nth = nth
        """The number of rounds announced to the sensor, including this one."""
        self.round = round_number
        self.blocked = False
        self.number: WinningNumber | None = None
        self.called = False
        """Whether the entered outcome came from the wheel."""
        self.differed: str | None = None
        """The dealer's entry, if it differs from the wheel's number."""


class CountingSensor(Slingshot):
    """Counts its rounds, so that no report is taken for another round's."""

    rounds = 0

    def order(self, order: Order, at_ms: int) -> tuple[Report, ...]:
        """Accept an order of the table."""
        if order is Order.ROUND_OPENED:
            self.rounds += 1
        return super().order(order, at_ms)


class TableWheel:
    """The wheel of one table."""

    def __init__(
        self,
        device: str,
        channel: Channel,
        running: RunningFloor,
        office: Office,
        ticks: Callable[[], int],
    ) -> None:
        self._channel = channel
        self._core = channel.core
        self._table, self._book = channel.core.state.id, channel.core.state.book
        self._running, self._office, self._ticks = running, office, ticks
        self._closes_first = self._book.says.close.when == "before-spin"
        settings = Settings(close_before_spin=self._closes_first)
        self._sensor = CountingSensor(self._book.wheel.order, settings)
        self._line = SerialWheel(device, self._sensor, self._hand_over, ticks)
        self._reports: asyncio.Queue[tuple[int, Report] | None] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = Flag()
        self._thread = Thread(target=self._listen, name=f"wheel-{self._table}", daemon=True)
        self._game: Game | None = None
        self._rounds = 0
        self._live = False
        self._hint: Messages = ()
        self._fault: Messages = ()

    def open(self) -> None:
        """Begin to listen. The wheel gives no number for a round already in play."""
        self._loop = asyncio.get_running_loop()
        if self._core.state.round is not None:
            self._open_game(self._core.state.round.number)
        self._show()
        self._thread.start()

    async def close(self) -> None:
        """Close the line."""
        self._stop.set()
        if self._thread.is_alive():
            await asyncio.to_thread(self._thread.join)

    # The thread of the line

    def _listen(self) -> None:
        try:
            self._line.run(self._stop)
        except Exception:
            log.exception("the driver of a wheel has stopped")
            messages = (alert("wheel.stopped"),)
            self._hand_over(Fault(self._ticks(), FaultKind.LINE_LOST, messages))

    def _hand_over(self, report: Report) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._arrived, self._sensor.rounds, report)

    # From the table

    def recorded(self, events: Sequence[Event]) -> None:
        """Pass durable events of the table on to the wheel."""
        for event in events:
            match event:
                case RoundOpened(round=number):
                    self._open_game(number)
                case BetsClosed():
                    self._closed()
                case OutcomeCalled(by=by):
                    if self._game is not None:
                        self._game.called = by == AUTOMATIC
                case _ if isinstance(event, ENDS):
                    self._game, self._hint, self._fault = None, (), ()
        if self._game is not None and self._game.number is not None:
            self._reports.put_nowait(None)
        self._show()

    def _closed(self) -> None:
        self._hint = ()
        self._line.order(Order.BETS_CLOSED)
        if not self._closes_first:
            return
        if self._live and not self._blocked:
            self._line.order(Order.START_GAME)
        else:
            self._hint = BY_HAND

    def _open_game(self, number: int) -> None:
        self._rounds += 1
        self._game = Game(self._rounds, number)
        self._hint = ()
        if self._live:
            self._fault = ()
        self._line.order(Order.ROUND_OPENED)

    def refuses(self, command: Command) -> Refusal | None:
        """Why a number of the wheel cannot be confirmed after a fault, or None."""
        game = self._game
        if not isinstance(command, ConfirmOutcome) or game is None:
            return None
        if game.blocked and game.called:
            return refusal("wheel/doubted")
        return None

    def not_now(self, order: Order) -> Refusal | None:
        """Why staff cannot give the wheel this order now, or None."""
        round_ = self._core.state.round
        if order is not Order.RESTART and not self._live:
            return refusal("wheel/not-heard", table=self._table, order=order)
        if order is Order.START_GAME:
            if round_ is None or not _may_spin(round_):
                return refusal("wheel/not-now", order=order, reason="not-in-phase")
        elif round_ is not None and round_.phase in BALL_RUNS and not self._blocked:
            return refusal("wheel/not-now", order=order, reason="ball-runs")
        return None

    def order(self, order: Order) -> None:
        """Give a recorded order of the staff."""
        self._line.order(order)

    # From the wheel

    def _arrived(self, nth: int, report: Report) -> None:
        """Receive a report. A block takes effect at once, before waiting reports."""
        game = self._game
        if isinstance(report, Fault):
            if report.blocks and game is not None and game.nth == nth:
                game.blocked = True
            if report.kind in UNHEARD:
                self._live = False
        elif isinstance(report, SourceReady):
            self._live = True
        self._reports.put_nowait((nth, report))

    async def run(self) -> None:
        """Pass the wheel's reports to the table, one after the other."""
        while True:
            came = await self._reports.get()
            if came is not None:
                await self._take(*came)
            await self._call()
            self._show()

    async def _take(self, nth: int, report: Report) -> None:
        game = self._game if self._game is not None and self._game.nth == nth else None
        match report:
            case SourceReady() if game is None or not game.blocked:
                self._fault = ()
            case SpinStarted() | BallInRim():
                await self._spin(game)
            case NoMoreBetsSuggested() if game is not None:
                round_ = self._core.state.round
                if round_ is not None and round_.phase is Phase.SPINNING:
                    self._hint = (alert("wheel.about-to-drop"),)
            case WinningNumber() if game is not None:
                game.number = report
            case Fault():
                self._fault = report.messages
                if report.blocks and game is not None:
                    self._hint = after_fault(report, self._book)
                number = game.round if game is not None and report.kind not in UNHEARD else 0
                await self._alert(report.kind, *alert_of(report, number, self._book))

    async def _spin(self, game: Game | None) -> None:
        """The ball runs: recorded if the book allows a spin now."""
        await self._running.quiet(self._table)
        round_ = self._core.state.round
        if game is None or game is not self._game or round_ is None:
            await self._alert(FaultKind.OUTSIDE_ROUND, alert("wheel.no-round"))
        elif _may_spin(round_) and not game.blocked:
            await self._running.ask(self._table, Request(AUTOMATIC, SpinBall()))
        elif round_.waiting is not None:
            game.blocked, self._hint = True, (HELD,)
            here = alert("wheel.round", round=game.round)
            await self._alert(FaultKind.OUTSIDE_ROUND, here, HELD)

    async def _call(self) -> None:
        """Enter the number for the dealer to read back, if it is due."""
        game = self._game
        if game is None or game.number is None or game.called:
            return
        await self._running.quiet(self._table)
        round_, number = self._core.state.round, game.number.pocket
        if game is not self._game or game.blocked or round_ is None or round_.waiting is not None:
            return
        if round_.phase in CAN_BE_CALLED:
            asked = Request(AUTOMATIC, CallOutcome(number=number))
            if (await self._running.ask(self._table, asked)).accepted and not game.blocked:
                seen = game.number.revolutions_seen
                self._hint = to_read_back(self._book, number, revolutions_seen=seen)
        elif round_.phase is Phase.CALLED and round_.outcome not in (number, game.differed):
            game.differed = round_.outcome
            differs = alert("wheel.differs", entered=str(round_.outcome), number=number)
            self._hint = (differs,)
            here = alert("wheel.round", round=game.round)
            await self._alert(FaultKind.NUMBERS_DIFFER, here, differs)

    async def _alert(self, kind: FaultKind, *messages: Message) -> None:
        await self._office.raise_alert(self._table, f"wheel/{kind}", *messages)

    # What staff see

    @property
    def _blocked(self) -> bool:
        return self._game is not None and self._game.blocked

    def _show(self) -> None:
        listening: Literal["ready", "blocked"] = "blocked" if self._blocked else "ready"
        state = listening if self._live else "silent"
        self._channel.show_wheel(WheelView(state=state, hint=self._hint, fault=self._fault))


def _may_spin(round_: RoundState) -> bool:
    """Whether the book allows a spin now."""
    return round_.waiting is None and round_.follow(Step.SPIN) is not None


def alert_of(fault: Fault, round_number: int, book: Book) -> Iterator[Message]:
    """The text of an alert: the round, the fault, and the clauses that may apply."""
    if round_number:
        yield alert("wheel.round", round=round_number)
    yield from fault.messages
    if clauses := clauses_of(book, fault.irregularities):
        yield alert("wheel.clauses", clauses=clauses)


def clauses_of(book: Book, irregularities: Collection[Irregularity]) -> tuple[str, ...]:
    """The clauses of a book about irregularities."""
    return tuple(clause for clause, what in book.voids.items() if what in irregularities)


def to_read_back(book: Book, number: str, *, revolutions_seen: bool) -> Messages:
    """The outcome that the wheel called, and what the dealer confirms with it."""
    read_back = alert("wheel.read-back", number=number)
    if revolutions_seen:
        return (read_back,)
    clause = clauses_of(book, (Irregularity.TOO_FEW_REVOLUTIONS,))[0]
    least = book.says.spin.revolutions_min
    return read_back, alert("wheel.no-revolutions", least=least, clause=clause)


def after_fault(fault: Fault, book: Book) -> Messages:
    """The hint for the dealer when the sensor gives no number."""
    clauses = clauses_of(book, fault.irregularities)
    if len(clauses) == 1:
        return *fault.messages, alert("wheel.void-if", clause=clauses[0])
    if clauses:
        return *fault.messages, alert("wheel.decide", clauses=clauses)
    return *fault.messages, alert("wheel.enter")
