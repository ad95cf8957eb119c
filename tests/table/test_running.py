"""A running floor: answers only after the write, repeats, the close as one moment, stops."""

import asyncio

import pytest

from croupier import books
from croupier.house import LedgerError, TableState
from croupier.house.cashing import CashOut
from croupier.house.day import StartDay
from croupier.house.evolve import POSTED
from croupier.journal.memory import Failure, MemoryStore
from croupier.office.alerts import AlertRaised
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager, WagerPlaced
from croupier.round.close import CloseBets
from croupier.round.interruption import ResumeRound, SuspendRound
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.table.answers import Answer
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM, Request, table_stream
from croupier.table.dealer import Timetable, WakeUp, due
from croupier.table.running import FloorStopped
from tests.table.floors import DEALER, SHIFT, Serving, run


@pytest.mark.parametrize("book_id", books.ids())
async def test_automatic_dealer_runs_rounds_of_every_book_by_itself(book_id: str) -> None:
    serving = await Serving(MemoryStore()).start()
    await serving.open(book_id, "ada")
    quick = Timetable(0, 30, 5, 5, 5)
    dealing = asyncio.ensure_future(serving.running.deal(book_id, serving.draws(book_id), quick))
    core = serving.floor.tables[book_id]
    while core.state.round_number < 4:
        if core.state.round is not None:
            await serving.bet(book_id, "ada", "straight:17", 100)
        await asyncio.sleep(0)
    dealing.cancel()
    await serving.stop()
    ended = list(core.state.past.values())
    assert len(ended) >= 3
    assert all(round_.revealed for round_ in ended[:-1])


@pytest.mark.parametrize(("spinning_ms", "given_ms"), [(4_000, 4_000), (20_000, 10_000)])
def test_bets_that_were_open_while_the_ball_ran_get_time_back_but_no_more_than_they_had(
    spinning_ms: int, given_ms: int
) -> None:
    times = Timetable(spinning_ms=spinning_ms, resumed_ms=10_000)

    async def scenario() -> None:
        serving = await Serving(MemoryStore()).start()
        table, draws = "sands-2019", serving.draws("sands-2019")
        await serving.open(table)
        await serving.must(table, draws.open_bets(1), SpinBall())
        await serving.must(table, SuspendRound(reason="a fire alarm"), by=SHIFT)
        serving.clock.now_ms += 3_600_000
        await serving.must(table, ResumeRound(), by=SHIFT)
        core, now_ms = serving.floor.tables[table], serving.clock.now_ms
        (at_ms,) = _waits(due(core, draws, times, now_ms))
        assert at_ms == core.resumed_ms + given_ms
        assert now_ms - core.resumed_ms < 1_000, "it goes on just now"
        await serving.stop()

    run(scenario)


def _waits(step: object) -> WakeUp:
    assert isinstance(step, WakeUp), step
    return step


async def test_same_action_twice_counts_once_and_is_answered_the_same() -> None:
    serving = await Serving(MemoryStore()).start()
    await serving.open("sands-2019", "ada")
    await serving.must("sands-2019", OpenBets())
    command = PlaceWager(wager="red", amount=500)
    request = Request(Actor("ada"), command, "terminal-1", 1)
    first = await serving.running.ask("sands-2019", request)
    again = await serving.running.ask("sands-2019", request)
    assert first == again
    assert first.accepted
    state = serving.floor.tables["sands-2019"].state.round
    assert state is not None
    assert state.wagered == {"ada": {"red": 500}}
    other = PlaceWager(wager="black", amount=500)
    reused = await serving.running.ask("sands-2019", Request(Actor("ada"), other, "terminal-1", 1))
    assert (reused.accepted, reused.code) == (False, "action/id-reused")
    await serving.stop()


async def test_refusals_are_on_record_and_repeat_too() -> None:
    serving = await Serving(MemoryStore()).start()
    await serving.open("edz-2020", "ada")
    await serving.must("edz-2020", OpenBets(), CloseBets())
    request = Request(Actor("ada"), PlaceWager(wager="red", amount=500), "t", 1)
    late = await serving.running.ask("edz-2020", request)
    assert (late.accepted, late.code, late.clause) == (False, "late/placed", "5.12")
    assert await serving.running.ask("edz-2020", request) == late
    entries = list(serving.store.read(table_stream("edz-2020")))
    refused = [entry for entry in entries if entry.name == "action.refused"]
    assert [entry.seq for entry in refused] == [late.seq]
    await serving.stop()


async def test_answers_are_kept_for_this_round_and_the_last() -> None:
    serving = await Serving(MemoryStore()).start()
    table = "sands-2017"
    await serving.open(table, "ada")

    def wager(action: int) -> "asyncio.Future[Answer]":
        command = PlaceWager(wager="red", amount=100)
        return serving.running.ask(table, Request(Actor("ada"), command, "t", action))

    async def play() -> None:
        await serving.must(table, SpinBall(), CloseBets(), CallOutcome(number="1"))
        await serving.must(table, ConfirmOutcome(number="1"))

    await serving.must(table, OpenBets())
    first = await wager(1)
    await play()
    await serving.must(table, OpenBets())
    assert await wager(1) == first
    await play()
    await serving.must(table, OpenBets())
    assert (await wager(1)).code == "action/too-old"
    await serving.stop()


async def test_an_id_without_an_answer_may_still_come_in_this_round_and_the_next() -> None:
    """A later one went through first, because this one was refused for its rate, say."""
    store = MemoryStore()
    serving = await Serving(store).start()
    table = "sands-2017"
    await serving.open(table, "ada")

    def wager(action: int, amount: int = 100) -> "asyncio.Future[Answer]":
        command = PlaceWager(wager="red", amount=amount)
        return serving.running.ask(table, Request(Actor("ada"), command, "t", action))

    async def play() -> None:
        await serving.must(table, SpinBall(), CloseBets(), CallOutcome(number="1"))
        await serving.must(table, ConfirmOutcome(number="1"))

    await serving.must(table, OpenBets())
    assert (await wager(10)).accepted
    first = await wager(4)
    assert first.accepted, "never on record: it is new"
    assert await wager(4) == first, "and counts once"
    assert (await wager(4, 200)).code == "action/id-reused"
    await play()
    await serving.must(table, OpenBets())
    assert (await wager(5)).accepted
    await play()
    await serving.stop()
    serving = await Serving(store.reopened()).start()
    await serving.must(table, OpenBets())
    assert (await wager(5)).accepted, "after a restart too"
    assert (await wager(7)).code == "action/too-old", "whether it was on record nobody knows"
    answers = serving.floor.tables[table].answers
    assert [answers.had("t", id_) for id_ in (7, 5, 11)] == [True, True, False]
    await serving.stop()


async def test_ten_thousand_wagers_race_the_close_and_the_record_has_the_verdict() -> None:
    serving = await Serving(MemoryStore()).start()
    table = "edz-2020"
    players = [f"p{n}" for n in range(50)]
    await serving.open(table, *players)
    await serving.must(table, OpenBets())
    asked: list[asyncio.Future[Answer]] = []
    for n in range(10_000):
        player, wager = players[n % 50], PlaceWager(wager="red", amount=100)
        request = Request(Actor(player), wager, player, 1 + n // 50)
        asked.append(serving.running.ask(table, request))
        if n == 6_000:
            close = serving.running.ask(table, Request(DEALER, CloseBets()))
        if n % 97 == 0:
            await asyncio.sleep(0)
    answers = await asyncio.gather(*asked)
    assert (await close).accepted
    entries = list(serving.store.read(table_stream(table)))
    closed = next(entry.seq for entry in entries if entry.name == "bets.closed")
    by_seq = {entry.seq: entry for entry in entries}
    placed = 0
    for answer in answers:
        entry = by_seq[answer.seq]
        if answer.accepted:
            placed += 1
            assert entry.name == "wager.placed"
            assert answer.seq < closed
        else:
            assert entry.name == "action.refused"
            assert (answer.code, answer.seq > closed) == ("late/placed", True)
    state = serving.floor.tables[table].state.round
    assert state is not None
    assert 0 < placed < 10_000
    assert sum(a for w in state.wagered.values() for a in w.values()) == placed * 100
    await serving.stop()


async def test_failed_write_stops_every_table_and_answers_nothing() -> None:
    store = MemoryStore()
    serving = await Serving(store).start()
    await serving.open("sands-2019", "ada")
    await serving.must("sands-2019", OpenBets())
    store.failure_at = Failure(store.appends + 1, kept=False)
    with pytest.raises(FloorStopped):
        await serving.bet("sands-2019", "ada", "red", 500)
    with pytest.raises(FloorStopped):
        await serving.ask("edz-2020", StartDay(day="2026-11-15"), DEALER)
    serving.committer.close()


def test_money_that_does_not_add_up_stops_the_floor_before_anything_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A planted fault: a cent too much leaves the player's purse with each wager."""

    def planted(event: WagerPlaced, before: TableState) -> tuple[tuple[str, int], ...]:
        (purse, amount), escrow = honest(event, before)
        return (purse, amount - 1), escrow

    honest = POSTED[WagerPlaced]

    async def scenario() -> None:
        serving = await Serving(MemoryStore()).start()
        await serving.open("sands-2019", "ada")
        await serving.must("sands-2019", OpenBets())
        stream = table_stream("sands-2019")
        monkeypatch.setitem(POSTED, WagerPlaced, planted)  # type: ignore[misc]
        before = serving.store.head(stream)
        with pytest.raises(FloorStopped, match="-1 cents too many"):
            await serving.bet("sands-2019", "ada", "red", 500)
        assert isinstance(serving.running.stopped, LedgerError)
        with pytest.raises(FloorStopped):
            await serving.ask("edz-2020", StartDay(day="2026-11-15"), DEALER)
        assert serving.store.head(stream) == before
        await serving.stop()

    run(scenario)


async def test_clock_that_steps_back_is_on_record() -> None:
    serving = await Serving(MemoryStore()).start()
    await serving.open("sands-2019", "ada")
    serving.clock.now_ms -= 60_000
    await serving.must("sands-2019", OpenBets())
    names = [entry.name for entry in serving.store.read(table_stream("sands-2019"))]
    assert names[-2:] == ["clock.stepped", "round.opened"]
    await serving.stop()


async def test_every_round_is_signed_and_its_head_can_be_carried_away() -> None:
    serving = await Serving(MemoryStore()).start()
    table = "sands-2017"
    await serving.open(table, "ada")
    await serving.must(table, OpenBets(), SpinBall(), CloseBets())
    await serving.must(table, CallOutcome(number="1"), ConfirmOutcome(number="1"))
    await serving.stop()
    head = serving.running.heads[table_stream(table)]
    assert head.is_signed_by(serving.floor.key.public)
    last = list(serving.store.read(table_stream(table)))[-1]
    assert last.name == "journal.signed"
    assert CODEC.event(last).seq == head.seq  # type: ignore[attr-defined]


async def test_heads_of_the_house_are_signed_in_their_order_whoever_writes() -> None:
    """Every table and the office write into the house's stream; a head out of its turn would make
    ``verify`` call the record damaged."""
    serving = await Serving(MemoryStore()).start()
    running, ids = serving.running, books.ids()
    for table in ids:
        await serving.open(table, "ada")

    async def cashes_out(table: str) -> None:
        for n in range(40):
            number = f"{ids.index(table)}{n:025}"
            voucher = CashOut(
                player="ada", amount=1, paid="voucher", voucher=number, expires_ms=2**42
            )
            await serving.must(table, voucher)

    async def alerts() -> None:
        for n in range(40):
            event = AlertRaised(id=n + 1, table=None, kind="test", text="test", at_ms=0)
            await running.write([serving.floor.note(HOUSE_STREAM, event, serving.clock())])

    await asyncio.gather(*map(cashes_out, ids), alerts())
    await serving.stop()
    entries = list(serving.store.read(HOUSE_STREAM))
    signed = [CODEC.event(entry).seq for entry in entries if entry.name == "journal.signed"]  # type: ignore[attr-defined]
    assert len(signed) > 40 * len(ids)
    assert signed == sorted(set(signed))
