"""What everybody is told, when, and that nobody's slowness or broken line costs anyone anything.

Public frames are coalesced, but the close and the outcome come at once; a client that comes back
gets the whole truth in one message and misses nothing after it; sent twice counts once.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection

from croupier.client import Client, Refused, WebError
from croupier.house.chips import BuyIn
from croupier.house.exclusion import ExcludePlayer
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.state import TableState
from croupier.protocol import frames as f
from croupier.protocol import requests as q
from croupier.protocol import views as v
from croupier.round.base import Actor, Command
from croupier.round.bets import PlaceWager, WithdrawWager
from croupier.round.close import CloseBets
from croupier.round.interruption import ResumeRound, SuspendRound
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.phases import Phase
from croupier.round.spin import SpinBall
from croupier.server.live import channel, connection, link
from croupier.server.live.views import seat_view, wagered_view
from croupier.table.core import HOUSE_STREAM, table_stream
from tests.server.houses import (
    DEALER,
    STAFF,
    SUPERVISOR,
    TIMEOUT_S,
    Hosted,
    Wire,
    configured,
    dealt,
    hosting,
    password_of,
    unhurried,
)

TABLES = "sands-2019", "edz-2020", "fast-action-2020"
LIVE = TABLES[0]
PLAYERS = [f"p{n}" for n in range(30)]


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with pytest.MonkeyPatch.context() as patch:
        unhurried(patch)
        folder = tmp_path_factory.mktemp("fanout")
        with hosting(configured(folder, [dealt(one) for one in TABLES])) as hosted:
            hosted.run(hosted.staffed(*STAFF))
            hosted.run(hosted.enrolled("ada", "ben", *PLAYERS))
            for table in TABLES:
                hosted.run(hosted.open(table, "ada", "ben", *PLAYERS))
            yield hosted


@contextlib.asynccontextmanager
async def played(hosted: Hosted, table: str = LIVE) -> AsyncIterator[None]:
    """A round that is void at its end, whatever the test did with it."""
    await hosted.must(table, OpenBets())
    try:
        yield
    finally:
        if hosted.house.floor.tables[table].state.round is not None:
            await hosted.must(table, CallNoSpin(reason="the test is over"))


async def bet(hosted: Hosted, player: str, amount: int = 100, table: str = LIVE) -> None:
    await hosted.must(table, PlaceWager(wager="red", amount=amount), by=Actor(player))


async def watched(hosted: Hosted, who: Actor | str | None, table: str = LIVE) -> Wire:
    wire = await hosted.wire(who)
    await wire.ask(f.Watch(table=table), f.Now)
    return wire


# When


def test_many_changes_make_few_public_frames(hosted: Hosted) -> None:
    """Wagers change nothing that everybody may see; seats do, but not each a frame of its own."""

    async def scenario() -> None:
        display, clock = await watched(hosted, None), asyncio.get_running_loop().time
        async with played(hosted):
            since, begun = len(display.texts), clock()
            for player in PLAYERS * 4:
                await bet(hosted, player)
            for player in PLAYERS * 4:
                await hosted.must(LIVE, LeaveSeat(player=player), TakeSeat(player=player))
            await hosted.must(LIVE, LeaveSeat(player="ben"))
            await display.until(
                lambda: any(t.table.players == 31 for t in display.heard(f.TableFrame)[-1:])
            )
            frames = display.heard(f.TableFrame, since)
            assert len(frames) <= 3 + (clock() - begun) / TENTH_S
            assert frames == sorted(frames, key=lambda one: one.table.seq)
        for player in ("ben", *PLAYERS):
            await hosted.ask(LIVE, TakeSeat(player=player))
            await hosted.ask(LIVE, BuyIn(player=player, amount=100_000))

    hosted.run(scenario())


TENTH_S = 0.1


def test_the_close_and_the_outcome_come_at_once(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a tenth of a second made an hour, only what comes at once comes at all."""
    monkeypatch.setattr(channel, "EVERY_S", 3600)

    async def scenario() -> None:
        display, player = await watched(hosted, None), await watched(hosted, "ada")

        async def told(phase: Phase | None, command: Command) -> v.TableView:
            since = len(display.texts)
            await hosted.must(LIVE, command)
            frame = await display.next(f.TableFrame, since, lambda one: one.table.phase is phase)
            return frame.table

        await told(Phase.BETTING, OpenBets())
        await bet(hosted, "ada", 500)
        await told(Phase.SPINNING, SpinBall())
        await told(Phase.RUNNING, CloseBets())
        await hosted.must(LIVE, CallOutcome(number="1"))
        since = len(player.texts)
        assert (await told(None, ConfirmOutcome(number="1"))).results[0].outcome == "1"
        last = (
            await player.next(f.SeatFrame, since, lambda one: one.seat.last is not None)
        ).seat.last
        assert last is not None
        assert (last.outcome, last.staked, last.returned) == ("1", 500, 1000)
        await told(Phase.BETTING, OpenBets())
        ended = await told(None, CallNoSpin(reason="a coin"))
        assert ended.results[0].status == "void"

    hosted.run(scenario())


def test_a_seat_told_after_a_wager_is_the_whole_truth(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made from the one before; one made anew says the same, round after round."""
    told: list[v.SeatView] = []

    def compared(state: TableState, before: v.SeatView, last_id: int, counted: int) -> v.SeatView:
        view = wagered_view(state, before, last_id, counted)
        assert view == seat_view(state, before.player, last_id)
        told.append(view)
        return view

    monkeypatch.setattr(channel, "wagered_view", compared)

    async def scenario() -> None:
        wire, ada = await watched(hosted, "ada"), Actor("ada")
        straight = PlaceWager(wager="straight:17", amount=500)
        for number in ("17", "1"):
            await hosted.must(LIVE, OpenBets())
            await hosted.must(LIVE, straight, straight, by=ada)
            await hosted.must(LIVE, WithdrawWager(wager="straight:17", amount=500), by=ada)
            since = len(wire.texts)
            called = CallOutcome(number=number), ConfirmOutcome(number=number)
            await hosted.must(LIVE, SpinBall(), CloseBets(), *called)
            await wire.next(f.SeatFrame, since, lambda one: not one.seat.wagers)
        async with played(hosted):
            await hosted.must(LIVE, straight, by=ada)

            def is_next(one: f.SeatFrame) -> bool:
                last = one.seat.last
                return one.seat.staked == 500 and last is not None and last.outcome == "1"

            last = (await wire.next(f.SeatFrame, since, is_next)).seat.last
            assert last is not None
            assert not last.areas

    hosted.run(scenario())
    assert {view.staked for view in told} >= {500, 1000}


def test_a_verdict_is_for_its_sender_alone(hosted: Hosted) -> None:
    async def scenario() -> None:
        ada, same, ben = [await watched(hosted, who) for who in ("ada", "ada", "ben")]
        async with played(hosted):
            act = f.Act(table=LIVE, id=1, command=PlaceWager(wager="red", amount=500))
            assert (await ada.ask(act, f.Verdict)).accepted
            await same.until(lambda: any(s.seat.staked == 500 for s in same.heard(f.SeatFrame)))
            await asyncio.sleep(channel.EVERY_S * 2)
        assert not same.heard(f.Verdict)
        assert not ben.heard(f.Verdict)

    hosted.run(scenario())


def test_the_seat_comes_in_one_write_with_the_verdict_that_changed_it(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another wire at the same seat gets its own, and who is late with a repeat gets no seat."""

    async def scenario() -> None:
        ada, same = await watched(hosted, "ada"), await watched(hosted, "ada")
        mine, written = sent_to(hosted, "ada"), list[bytes]()
        puts = [each.wire.put for each in mine]
        async with played(hosted):
            await same.until(lambda: bool(same.heard(f.TableFrame)))
            for each, put in zip(mine, puts, strict=True):
                noted = partial(written_first, written, put)
                monkeypatch.setattr(each.wire, "put", noted)
            id_ = last_id(hosted, "ada") + 1
            act = f.Act(table=LIVE, id=id_, command=PlaceWager(wager="red", amount=500))
            assert (await ada.ask(act, f.Verdict)).accepted
            await same.until(lambda: any(s.seat.staked == 500 for s in same.heard(f.SeatFrame)))
            both = [one for one in written if b'"verdict"' in one and b'"seat"' in one]
            assert len(both) == 1
            assert both[0].index(b'"type":"seat"') < both[0].index(b'"type":"verdict"')
            since = len(ada.texts)
            await ada.ask(act, f.Verdict)
            assert not ada.heard(f.SeatFrame, since)

    hosted.run(scenario())


def written_first(written: list[bytes], put: Callable[[bytes], None], ready: bytes) -> None:
    written.append(ready)
    put(ready)


def sent_to(hosted: Hosted, name: str) -> list[connection.Connection]:
    return [one for one in hosted.house.connections if one.terminal == name]


def last_id(hosted: Hosted, terminal: str) -> int:
    return hosted.house.floor.tables[LIVE].answers.newest.get(terminal, 0)


def test_seats_are_told_beside_a_snapshot_of_the_house(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A snapshot follows the wagers in one append, and is no event of the table's."""

    async def scenario() -> None:
        wire = await watched(hosted, "ben")
        async with played(hosted):
            stream = hosted.house.store.head(HOUSE_STREAM)
            monkeypatch.setattr(hosted.house.floor, "snapshot_entries", 0)
            since = len(wire.texts)
            await bet(hosted, "ben", 700)
            await wire.next(f.SeatFrame, since, lambda one: one.seat.staked == 700)
            assert hosted.house.store.head(HOUSE_STREAM).seq > stream.seq
            monkeypatch.undo()

    hosted.run(scenario())


def test_one_public_frame_is_the_same_bytes_for_all(hosted: Hosted) -> None:
    async def scenario() -> None:
        whos = (None, "ada", "ben", DEALER)
        wires = [await watched(hosted, who) for who in whos]
        since = [len(one.texts) for one in wires]
        async with played(hosted):
            await hosted.must(LIVE, SpinBall())
        for wire, begin in zip(wires, since, strict=True):
            await wire.until(
                lambda wire=wire, begin=begin: len(wire.heard(f.TableFrame, begin)) >= 3  # type: ignore[misc]
            )
        tables = [
            [t for t in wire.texts[begin:] if t.startswith('{"type":"table"')][:3]
            for wire, begin in zip(wires, since, strict=True)
        ]
        assert all(one == tables[0] for one in tables)

    hosted.run(scenario())


# Who does not keep up


def test_a_slow_reader_is_disconnected_and_delays_nobody(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "BUFFER_MAX", 50_000)

    async def scenario() -> None:
        slow, quick = await watched(hosted, SUPERVISOR), await watched(hosted, "ben")
        there = set(hosted.house.connections)
        slow.socket.transport.pause_reading()
        gone: set[connection.Connection] = set()
        async with played(hosted):
            for n in range(3_000):
                since = len(quick.texts)
                step = SuspendRound(reason="x" * 40) if n % 2 == 0 else ResumeRound()
                await hosted.must(LIVE, step)
                await quick.next(f.TableFrame, since)
                gone = there - hosted.house.connections
                if gone:
                    break
        assert len(gone) == 1, "the slow one, and nobody else"
        (cut,) = gone
        assert cut.actor == SUPERVISOR
        assert cut not in hosted.house.channels[LIVE].watchers
        slow.socket.transport.abort()

    hosted.run(scenario())


def test_who_leaves_is_forgotten(hosted: Hosted) -> None:
    async def scenario() -> None:
        table = hosted.house.channels[LIVE]
        before = len(table.watchers), len(hosted.house.connections)
        wires = [await watched(hosted, who) for who in (None, "p0", "p0", DEALER)]
        for n, wire in enumerate(wires):
            if n % 2:
                wire.socket.transport.abort()
            else:
                await wire.close()
        async with asyncio.timeout(TIMEOUT_S):
            while (len(table.watchers), len(hosted.house.connections)) != before:
                await asyncio.sleep(0.01)

    hosted.run(scenario())


# Coming back


async def cut(client: Client) -> None:
    """The line breaks, without a word."""
    socket = client.link._socket
    assert isinstance(socket, ClientConnection)
    socket.transport.abort()


async def enrolled(hosted: Hosted, name: str, client: Client) -> Client:
    client.web.cookies["croupier-terminal"] = hosted.tokens[name]
    await client.resume()
    return client


@pytest.mark.parametrize("table", TABLES)
def test_whoever_joins_under_load_misses_nothing(hosted: Hosted, table: str) -> None:
    """The truth of the first message and of all that follow it is the record's, entry by entry."""
    wager = "straight:7" if table == "fast-action-2020" else "red"

    async def loaded(stop: asyncio.Event) -> None:
        while not stop.is_set():
            asked = [
                hosted.ask(table, PlaceWager(wager=wager, amount=100), Actor(player))
                for player in PLAYERS
            ]
            await asyncio.gather(*asked)

    async def joined() -> None:
        wire = await hosted.wire("p3")
        now = await wire.ask(f.Watch(table=table), f.Now)
        assert now.seat is not None
        assert now.seat.staked == lying(hosted, table, "p3", now.seq)
        assert (await wire.next(f.SeatFrame)).seq >= now.seq
        for frame in wire.heard(f.SeatFrame):
            assert frame.seat.staked == lying(hosted, table, "p3", frame.seq)
        seqs = [one.seq for one in wire.heard(f.SeatFrame)]
        assert seqs == sorted(seqs)
        await wire.close()

    async def scenario() -> None:
        stop = asyncio.Event()
        async with played(hosted, table):
            load = asyncio.ensure_future(loaded(stop))
            try:
                for _ in range(8):
                    await joined()
            finally:
                stop.set()
                await load

    hosted.run(scenario())


def lying(hosted: Hosted, table: str, player: str, seq: int) -> int:
    """What a player has lying by the record, up to an entry."""
    staked = 0
    for entry in hosted.house.store.read(table_stream(table)):
        if entry.seq > seq:
            break
        if entry.name == "round.opened":
            staked = 0
        elif entry.name == "wager.placed":
            event: dict[str, Any] = msgspec.json.decode(entry.body)
            staked += event["amount"] if event["player"] == player else 0
    return staked


def test_a_client_that_comes_back_sees_what_happened_meanwhile(hosted: Hosted) -> None:
    async def scenario() -> None:
        async with Client(hosted.address) as client, played(hosted):
            await enrolled(hosted, "p1", client)
            table = await client.table(LIVE)
            await table.place("red", 500)
            await cut(client)
            await bet(hosted, "p1", 700)
            await hosted.must(LIVE, SpinBall(), CloseBets())
            await table.until(lambda: table.now.phase is Phase.RUNNING)
            assert table.seat.staked == 1_200
            assert client.link.breaks == 1
            await hosted.must(LIVE, CallOutcome(number="1"), ConfirmOutcome(number="1"))
            await table.until(lambda: table.seat.last is not None and table.seat.staked == 0)
            assert table.seat.last is not None
            assert table.seat.last.returned == 2_400

    hosted.run(scenario())


@pytest.mark.parametrize("lost", ["question", "answer"])
def test_an_action_cut_off_from_its_verdict_counts_once(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    """Whether the question was lost or the answer, the client gets one verdict and one wager."""

    async def scenario() -> None:
        async with Client(hosted.address) as client, played(hosted):
            await enrolled(hosted, "p2", client)
            table = await client.table(LIVE)
            mine = next(c for c in hosted.house.connections if c.terminal == "p2")
            received, sent = connection.Connection.received, connection.Connection.send

            def deaf(self: connection.Connection, data: bytes | str) -> None:
                if self is mine and lost == "question":
                    mine.wire.transport.abort()  # type: ignore[attr-defined]
                else:
                    received(self, data)

            def dumb(self: connection.Connection, message: f.Frame, after: bytes = b"") -> None:
                if self is mine and isinstance(message, f.Verdict):
                    mine.wire.transport.abort()  # type: ignore[attr-defined]
                else:
                    sent(self, message, after)

            monkeypatch.setattr(connection.Connection, "send", dumb)
            monkeypatch.setattr(mine, "received", partial(deaf, mine))
            verdict = await table.place("red", 500)
            assert verdict.accepted
            assert client.link.breaks == 1
            await table.until(lambda: table.seat.staked == 500)
            again = await client.link.act(
                f.Act(
                    table=LIVE, id=table.seat.last_id, command=PlaceWager(wager="red", amount=500)
                )
            )
            assert again.seq == verdict.seq, "sent twice, the second answer equals the first"
            await table.place("black", 300)
            await table.until(lambda: table.seat.staked == 800)

    hosted.run(scenario())


def test_every_wager_of_a_flickering_line_counts_once(hosted: Hosted) -> None:
    async def scenario() -> None:
        async with Client(hosted.address) as client, played(hosted):
            await enrolled(hosted, "p4", client)
            table = await client.table(LIVE)
            for n in range(8):
                placing = asyncio.ensure_future(table.place("red", 100 + n))
                if n % 3 == 0:
                    await asyncio.sleep(0)
                await cut(client)
                assert (await placing).accepted
            await table.until(lambda: table.seat.staked == sum(range(100, 108)))

    hosted.run(scenario())


def test_a_staff_client_asks_and_a_second_approves(hosted: Hosted) -> None:
    async def scenario() -> None:
        async with Client(hosted.address) as sue, Client(hosted.address) as sam:
            await sue.sign_in("sue", password_of("sue"))
            await sam.sign_in("sam", password_of("sam"))
            table = await sue.table(LIVE)
            assert {one.player for one in table.staff.players} >= {"ada", "ben"}
            before = hosted.house.floor.tables[LIVE].state.purse("ada")["cash-chips"]
            command = {"type": "adjust-balance", "player": "ada", "amount": 50, "reason": "short"}
            id_ = await sue.ask_approval(LIVE, command, "short by a chip")
            assert (await sue.approve(id_)).code == "approval/same-person"
            assert (await sam.approve(id_)).accepted
            after = hosted.house.floor.tables[LIVE].state.purse("ada")["cash-chips"]
            assert after == before + 50

    hosted.run(scenario())


def test_a_client_that_may_not_ask_is_refused(hosted: Hosted) -> None:
    """By position, by table, or because there is nothing to approve: as docs/client.md says."""

    async def scenario() -> None:
        async with Client(hosted.address) as dora, Client(hosted.address) as sue:
            await dora.sign_in("dora", password_of("dora"))
            await sue.sign_in("sue", password_of("sue"))
            command = {"type": "adjust-balance", "player": "ada", "amount": 50, "reason": "short"}
            with pytest.raises(Refused) as no:
                await dora.ask_approval(LIVE, command, "short by a chip")
            assert no.value.code == "position/not-allowed"
            assert "only a Pit Supervisor" in str(no.value.verdict.message)
            with pytest.raises(Refused, match="table/unknown"):
                await sue.ask_approval("nowhere", command, "short by a chip")
            verdict = await sue.approve(999_999)
            assert (verdict.accepted, verdict.code) == (False, "approval/unknown")
            await sue.web.post("/api/sign-out", q.Nothing(), q.Me)
            with pytest.raises(WebError, match="signed-in"):
                await sue.ask_approval(LIVE, command, "short by a chip")

    hosted.run(scenario())


def test_what_concerns_the_house_reaches_every_table(hosted: Hosted) -> None:
    """A player excluded at one table sees so at another."""

    async def scenario() -> None:
        wire = await watched(hosted, "p5", "edz-2020")
        manager = STAFF[3]
        await hosted.must(LIVE, ExcludePlayer(player="p5", reason="asked for it"), by=manager)
        await wire.until(lambda: any(s.seat.excluded for s in wire.heard(f.SeatFrame)))

    hosted.run(scenario())
