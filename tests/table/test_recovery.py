"""The recovery matrix: book × phase × "no spin" announced or not, the process killed in each cell.

The store is the real one. The process that is killed is a fork of this one, so that a cell costs
milliseconds; SIGKILL gives it no chance to tidy up.
"""

import asyncio
import json
import os
import signal
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path

import pytest

import croupier
from croupier import books
from croupier.house.day import EndDay, StartDay
from croupier.house.seats import LeaveSeat
from croupier.house.tray import CloseTable
from croupier.journal.check import check
from croupier.journal.sqlite import SqliteRecord, SqliteStore
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import CloseBets, GrantEarlyClose
from croupier.round.interruption import ResumeRound, StateBall
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.phases import Phase
from croupier.round.spin import ReportRest, SpinBall
from croupier.rules.book import Book
from croupier.rules.refusal import BookError
from croupier.table.core import Request, table_stream
from croupier.table.dealer import AUTOMATIC, Timetable, WakeUp, due
from croupier.table.floor import TableSetting
from croupier.table.recovery import load
from croupier.table.verifying import verify
from tests.clauses import proves
from tests.table.floors import KEY, MANAGER, SHIFT, Serving

PHASES = ("betting", "spinning", "closed", "running", "rested", "called")
UNDRAWN, UNLIT = "rested before the draw", "rested before the lights"
"""Where a book has Bonus Numbers: the ball rests, and bets are closed."""
WAGER = 500


def has_phase(book: Book, phase: str) -> bool:
    before_spin = book.says.close.when == "before-spin"
    if phase in (UNDRAWN, UNLIT):
        return book.bonus is not None
    if phase == "spinning":
        return not before_spin
    return phase != "closed" or before_spin or book.says.early_close is not None


CELLS = [
    (book_id, phase, no_spin, own_wheel)
    for book_id in books.ids()
    for phase in (*PHASES, UNDRAWN, UNLIT)
    if has_phase(books.load(book_id), phase)
    for no_spin in (False, True)
    if not no_spin or books.load(book_id).says.no_spin is not None
    for own_wheel in (False, True)
    if phase != "called" or not own_wheel
]
"""A number that is drawn settles the round at once: an own wheel has no moment of being called."""


async def to_phase(serving: Serving, table: str, phase: str) -> None:
    """A round with a wager of ada's on the felt, in that phase."""
    await serving.open(table, "ada")
    await serving.must(table, serving.draws(table).open_bets(1))
    assert (await serving.bet(table, "ada", "straight:17", WAGER)).accepted
    core = serving.floor.tables[table]
    before_spin = core.state.book.says.close.when == "before-spin"
    steps = list(PHASES[1:]) if not before_spin else ["closed", "running", "rested", "called"]
    if phase == "closed" and not before_spin:
        await serving.must(table, GrantEarlyClose(), by=MANAGER)
        await serving.must(table, CloseBets())
        return
    if phase in (UNDRAWN, UNLIT):
        await serving.must(table, SpinBall(), CloseBets())
        if phase == UNLIT:
            assert core.state.round is not None
            await serving.must(table, serving.draws(table).bonus_numbers(core.state.round))
        await serving.must(table, ReportRest())
        return
    for step in steps:
        if core.state.round is not None and core.state.round.phase == phase:
            return
        if step == "spinning":
            await serving.must(table, SpinBall())
        elif step == "closed" and before_spin:
            await serving.must(table, CloseBets())
        elif step == "running":
            await serving.must(table, SpinBall() if before_spin else CloseBets())
            await draw(serving, table)
        elif step == "rested":
            await serving.must(table, ReportRest())
        elif step == "called":
            await call(serving, table)


async def call(serving: Serving, table: str) -> None:
    """17 is entered; a wheel of the system's own says itself what the number is."""
    round_ = serving.floor.tables[table].state.round
    assert round_ is not None
    drawn = serving.draws(table).outcome(round_) if round_.is_drawn else None
    await serving.must(table, drawn or CallOutcome(number="17"))


async def draw(serving: Serving, table: str) -> None:
    round_ = serving.floor.tables[table].state.round
    assert round_ is not None
    if round_.book.bonus is not None and round_.drawn is None:
        await serving.must(table, serving.draws(table).bonus_numbers(round_))
    if round_.book.bonus is not None and not round_.lit:
        await serving.must(table, ReportLights())


def killed(scenario: Callable[[], Coroutine[None, None, None]]) -> None:
    """Run a scenario in a process of its own that dies by SIGKILL when it is done."""
    child = os.fork()
    if child == 0:
        try:
            asyncio.run(scenario())
            os.kill(os.getpid(), signal.SIGKILL)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the scenario failed before the kill"
    assert os.WTERMSIG(status) == signal.SIGKILL


@proves("sands-2019", "5.11", "5.11.1", "5.11.2", "5.12")
@proves("fast-action-2020", "5.12", "5.12.1", "5.12.2", "5.13")
@proves("edz-2020", "5.15")
@pytest.mark.parametrize(("book_id", "phase", "no_spin", "own_wheel"), CELLS)
def test_killed_in_every_phase_and_recovered_by_the_book(
    tmp_path: Path, book_id: str, phase: str, no_spin: bool, own_wheel: bool
) -> None:
    async def before() -> None:
        serving = await Serving(SqliteStore(tmp_path), own_wheel).start()
        await to_phase(serving, book_id, phase)
        if no_spin:
            await serving.must(book_id, CallNoSpin(reason="the lights flicker"))

    killed(before)

    async def after() -> None:
        with SqliteStore(tmp_path) as store:
            serving = await Serving(store, own_wheel).start()
            await expected_end(serving, book_id, phase, no_spin=no_spin, own_wheel=own_wheel)
            await serving.stop()

    asyncio.run(after())
    with SqliteRecord(tmp_path) as record:
        assert check(record).findings == []
        verified = verify(record, {b: books.load(b) for b in books.ids()})
        assert verified.findings == []
        assert verified.rounds == 1


async def expected_end(
    serving: Serving, table: str, phase: str, *, no_spin: bool, own_wheel: bool
) -> None:
    """What the book demands after the failure, and that every cent is where it belongs."""
    core = serving.floor.tables[table]
    book = core.state.book
    strategy = book.says.recovery.strategy
    chips = book.says.stakes.kinds[0]
    if no_spin:
        ended = core.state.past[1]
        assert ended.phase is Phase.VOID, '"no spin" announced: void, always (reading 16)'
    elif strategy == "void-unless-outcome" and phase not in ("rested", "called"):
        if not own_wheel and phase != "betting":
            assert core.state.round is not None
            assert core.state.round.waiting == "ball"
            await serving.must(table, StateBall(rests=False))
        assert core.state.past[1].phase is Phase.VOID
    else:
        round_ = core.state.round
        assert round_ is not None, "the round goes on"
        assert round_.phase == ("rested" if phase in (UNDRAWN, UNLIT) else phase)
        assert round_.wagered == {"ada": {"straight:17": WAGER}}
        if strategy == "suspend":
            assert round_.waiting == "suspended"
            await serving.must(table, ResumeRound())
        await conclude(serving, table)
        assert core.state.past[1].phase is Phase.SETTLED
    ended, net = core.state.past[1], 0
    if ended.phase is Phase.SETTLED:
        bets = [("ada", "straight:17", WAGER)]
        settled = croupier.settle(book, bets, ended.outcome, bonus_numbers=ended.drawn)
        net = settled.players["ada"].net
    assert core.state.purse("ada") == {chips: 100_000 + net}


@proves("fast-action-2020", "5.12", "5.12.2")
@pytest.mark.parametrize("phase", [UNDRAWN, UNLIT])
def test_the_automatic_dealer_concludes_a_ball_at_rest_before_the_lights(
    tmp_path: Path, phase: str
) -> None:
    """Reading 10: drawn if it was not, lit, and settled; killed before each of these."""
    table = "fast-action-2020"

    async def before() -> None:
        serving = await Serving(SqliteStore(tmp_path), True).start()
        await to_phase(serving, table, phase)

    killed(before)

    async def after() -> None:
        with SqliteStore(tmp_path) as store:
            serving = await Serving(store, True).start()
            core, draws, now_ms = serving.floor.tables[table], serving.draws(table), 10**14
            interruption = [
                each for each in store.read(core.stream) if each.name == "round.interrupted"
            ]
            assert b'"5.12"' in interruption[-1].body, "the ball has dropped"
            asked = []
            while core.state.round is not None:
                step = due(core, draws, Timetable(), now_ms)
                assert not isinstance(step, WakeUp), "nobody is needed"
                asked.append(type(step))
                await serving.must(table, step, by=AUTOMATIC)
            drawing = [DrawBonusNumbers] if phase == UNDRAWN else []
            assert asked == [*drawing, ReportLights, CallOutcome]
            assert core.state.past[1].phase is Phase.SETTLED
            await serving.stop()

    asyncio.run(after())


async def conclude(serving: Serving, table: str) -> None:
    round_ = serving.floor.tables[table].state.round
    assert round_ is not None
    before_spin = round_.book.says.close.when == "before-spin"
    if round_.phase is Phase.BETTING:
        await serving.must(table, CloseBets() if before_spin else SpinBall())
    if round_.phase is Phase.SPINNING:
        await serving.must(table, CloseBets())
    if round_.phase is Phase.CLOSED:
        await serving.must(table, SpinBall())
    await draw(serving, table)
    if round_.phase in (Phase.RUNNING, Phase.RESTED):
        await call(serving, table)
    if not round_.is_drawn:
        await serving.must(table, ConfirmOutcome(number=round_.outcome or ""))


@pytest.mark.parametrize("drawn_before", [True, False])
@pytest.mark.parametrize("own_wheel", [False, True])
def test_bonus_numbers_of_a_killed_round_are_those_of_its_secret_and_never_others(
    tmp_path: Path, drawn_before: bool, own_wheel: bool
) -> None:
    """Reading 10: killed after the draw the set is kept; before it, it is the one due anyway."""
    table, told = "fast-action-2020", tmp_path / "told.json"

    async def before() -> None:
        serving = await Serving(SqliteStore(tmp_path), own_wheel).start()
        await serving.open(table, "ada")
        await serving.must(table, serving.draws(table).open_bets(1), SpinBall(), CloseBets())
        round_ = serving.floor.tables[table].state.round
        assert round_ is not None
        drawing = serving.draws(table).bonus_numbers(round_)
        told.write_text(json.dumps(drawing.numbers), encoding="utf-8")
        if drawn_before:
            await serving.must(table, drawing)

    killed(before)

    async def after() -> None:
        with SqliteStore(tmp_path) as store:
            serving = await Serving(store, own_wheel).start()
            round_ = serving.floor.tables[table].state.round
            assert round_ is not None
            numbers = tuple(json.loads(told.read_text(encoding="utf-8")))
            assert round_.drawn == (numbers if drawn_before else None)
            assert serving.draws(table).bonus_numbers(round_).numbers == numbers
            if not drawn_before:
                await serving.must(table, serving.draws(table).bonus_numbers(round_))
            anew = DrawBonusNumbers(numbers=tuple(round_.book.pockets[:10]))
            assert (await serving.ask(table, anew)).code == "bonus/drawn-already"
            assert round_.drawn == numbers
            await serving.stop()

    asyncio.run(after())


def test_answers_survive_a_kill(tmp_path: Path) -> None:
    """An action acknowledged before the kill is answered the same after it, and counts once."""
    told = tmp_path / "told.json"

    async def before() -> None:
        serving = await Serving(SqliteStore(tmp_path)).start()
        await serving.open("sands-2019", "ada")
        await serving.must("sands-2019", OpenBets())
        answer = await serving.bet("sands-2019", "ada", "red", WAGER)
        told.write_text(json.dumps([answer.accepted, answer.seq]), encoding="utf-8")

    killed(before)

    async def after() -> None:
        with SqliteStore(tmp_path) as store:
            serving = await Serving(store).start()
            again = await serving.bet("sands-2019", "ada", "red", WAGER)
            assert [again.accepted, again.seq] == json.loads(told.read_text(encoding="utf-8"))
            assert serving.floor.tables["sands-2019"].state.purse("ada") == {"cash-chips": 99_500}
            await serving.stop()

    asyncio.run(after())


async def test_day_ends_in_a_snapshot_from_which_the_next_start_replays(tmp_path: Path) -> None:
    with SqliteStore(tmp_path) as store:
        serving = await Serving(store).start()
        table = "sands-2017"
        await serving.open(table, "ada")
        await serving.must(table, OpenBets())
        answer = await serving.bet(table, "ada", "red", WAGER)
        await serving.must(table, SpinBall(), CloseBets(), CallOutcome(number="1"))
        await serving.must(table, ConfirmOutcome(number="1"))
        await serving.must(table, LeaveSeat(player="ada"))
        float_ = serving.floor.tables[table].state.ledger.balance("float")
        await serving.must(table, CloseTable(closer=float_), by=MANAGER)
        await serving.must(table, EndDay(), by=SHIFT)
        before = serving.floor.tables[table].state
        await serving.stop()
    with SqliteStore(tmp_path) as store:
        assert store.last(table_stream(table), "journal.snapshot") is not None
        serving = await Serving(store).start()
        after = serving.floor.tables[table].state
        assert after.ledger.accounts == before.ledger.accounts
        assert after.round_number == 1
        assert after.held("ada") == 100_500
        await serving.must(table, StartDay(day="2026-11-16"), by=SHIFT)
        again = PlaceWager(wager="red", amount=WAGER)
        repeat = await serving.running.ask(table, Request(Actor("ada"), again, "ada", 1))
        assert repeat == answer
        await serving.stop()


async def test_a_changed_book_is_not_played_on(tmp_path: Path) -> None:
    with SqliteStore(tmp_path) as store:
        await (await Serving(store).start()).stop()
    other = replace(books.load("edz-2020"), sha256="0" * 64)
    with SqliteStore(tmp_path) as store, pytest.raises(BookError, match="was run by edz-2020"):
        load(store, {"edz-2020": TableSetting("edz-2020", other)}, KEY)
