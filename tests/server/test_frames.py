"""Bad frames over a real WebSocket: each gets a clear answer, and nothing changes (requirement 19).

Named frames first, each with the answer that it must get; then a fuzzer that spoils good ones by a
seed. The connection goes on, or is closed properly, and others are served all the while.
"""

import asyncio
import contextlib
import json
import random
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from croupier.protocol import frames as f
from croupier.round.base import ActionRefused
from croupier.round.opening import OpenBets
from croupier.server.live.link import Link
from croupier.table.answers import ID_JUMP_MAX
from croupier.table.core import table_stream
from tests.server.houses import (
    STAFF,
    SUPERVISOR,
    Hosted,
    Wire,
    configured,
    dealt,
    hosting,
    unhurried,
)

LIVE, CREDITS = "sands-2019", "edz-2020"
SEEDS = range(4)
SPOILED = 120
HUGE = 10**4000


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with pytest.MonkeyPatch.context() as patch:
        unhurried(patch)
        folder = tmp_path_factory.mktemp("frames")
        with hosting(configured(folder, (dealt(LIVE), dealt(CREDITS)))) as hosted:
            hosted.run(hosted.staffed(*STAFF))
            hosted.run(hosted.enrolled("ada", "ben"))
            for table in (LIVE, CREDITS):
                hosted.run(hosted.open(table, "ada", "ben"))
                hosted.run(hosted.must(table, OpenBets()))
            yield hosted
            assert hosted.house.running.stopped is None


@pytest.fixture
def ada(hosted: Hosted) -> Wire:
    """A terminal's connection."""
    return hosted.run(hosted.wire("ada"))


def act(id_: object = 1, table: object = LIVE, **command: object) -> str:
    command = {"type": "place-wager", "wager": "red", "amount": 500} | command
    return json.dumps({"type": "act", "table": table, "id": id_, "command": command})


MALFORMED: dict[str, str | bytes] = {
    "nothing": "",
    "no JSON": "hello",
    "a number": "5",
    "null": "null",
    "a list": "[]",
    "an empty object": "{}",
    "half a message": act()[:-2],
    "two messages": act() + act(),
    "bytes that are no text": b"\xff\xfe\x00\x80",
    "half a surrogate": act(wager="red").replace("red", "\\ud800"),
    "deep lists": "[" * 30_000,
    "deep objects": '{"a":' * 10_000,
    "a deep command": act().replace('"red"', "[" * 5_000 + "]" * 5_000),
    "an unknown type": '{"type":"cheat"}',
    "a number as type": '{"type":5}',
    "an unknown field": act()[:-1] + ',"as":"ben"}',
    "an unknown command": act(type="win"),
    "a field of no command": act(player="ben"),
    "no command": '{"type":"act","table":"sands-2019","id":1}',
    "a command as text": '{"type":"act","table":"sands-2019","id":1,"command":"place-wager"}',
    "no wager": act().replace('"wager": "red", ', ""),
    "a fraction": act(amount=1.5),
    "a whole float": act().replace("500", "500.0"),
    "a power of ten": act().replace("500", "5e2"),
    "not a number": act().replace("500", "NaN"),
    "infinity": act().replace("500", "Infinity"),
    "minus infinity": act().replace("500", "-1e999"),
    "more digits than anybody reads": act().replace("500", "9" * 5_000),
    "an amount as text": act(amount="500"),
    "an amount as truth": act(amount=True),
    "no amount": act(amount=None),
    "an amount in hexadecimal": act().replace("500", "0x1f4"),
    "an amount with a zero before": act().replace("500", "0500"),
    "chips of no kind": act(chips="gold"),
    "an id as text": act("1"),
    "an id as a fraction": act(1.5),
    "an id with more digits than anybody reads": act().replace('"id": 1', '"id": ' + "9" * 5_000),
    "a table as a number": act(table=5),
    "wagers that are no list": act(type="place-wagers", wagers={}).replace('"wager": "red", ', ""),
    "an approval as text": '{"type":"approve","approval":"1"}',
    "a watch without a table": '{"type":"watch"}',
    "the server's own message": '{"type":"verdict","accepted":true}',
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_message_gets_a_problem_and_leaves_no_trace(
    hosted: Hosted, ada: Wire, text: str | bytes
) -> None:
    before = hosted.head()
    problem = hosted.run(ada.ask(text, f.Problem))
    assert problem.code == "message/malformed"
    assert 0 < len(problem.message) < 400
    assert hosted.head() == before
    served_still(hosted, ada)


REFUSED = {
    "no such table": (act(table="roulette-1"), "table/unknown"),
    "a table's name that is a path": (act(table="../" + LIVE), "table/unknown"),
    "the id zero": (act(0), "action/bad-id"),
    "a negative id": (act(-1), "action/bad-id"),
    "an id that some readers cannot keep": (act(2**53), "action/bad-id"),
    "a very large id": (act(2**60), "action/bad-id"),
    "an id of 4,000 digits": (act(HUGE), "action/bad-id"),
    "to watch no table": ('{"type":"watch","table":"roulette-1"}', "table/unknown"),
    "to watch the floor": ('{"type":"watch-floor"}', "staff/not-signed-in"),
    "a commitment of one's own": (
        '{"type":"act","table":"sands-2019","id":1,"command":'
        '{"type":"open-bets","commitment":"aa"}}',
        "request/for-the-house",
    ),
}


@pytest.mark.parametrize(("text", "code"), REFUSED.values(), ids=REFUSED)
def test_what_the_house_cannot_take_gets_a_problem_and_leaves_no_trace(
    hosted: Hosted, ada: Wire, text: str, code: str
) -> None:
    before = hosted.head()
    problem = hosted.run(ada.ask(text, f.Problem))
    assert problem.code == code
    assert hosted.head() == before
    served_still(hosted, ada)


AMOUNTS = {
    "nothing": (0, "amount/not-positive"),
    "less than nothing": (-500, "amount/not-positive"),
    "the least of 64 bits": (-(2**63), "amount/not-positive"),
    "more than is counted": (10**12 + 1, "amount/too-large"),
    "the most of 64 bits": (2**63 - 1, "amount/too-large"),
    "more than 64 bits": (2**64, "amount/too-large"),
    "4,000 digits": (HUGE, "amount/too-large"),
    "more than ada has": (100_000_000, "funds/too-low"),
}


@pytest.mark.parametrize(("amount", "code"), AMOUNTS.values(), ids=AMOUNTS)
def test_no_amount_is_too_strange_for_a_verdict(
    hosted: Hosted, ada: Wire, amount: int, code: str
) -> None:
    purses = purses_of(hosted)
    verdict = hosted.run(ada.ask(act(next(hosted.ids), amount=amount), f.Verdict))
    assert (verdict.accepted, verdict.code) == (False, code)
    assert purses_of(hosted) == purses
    (entry,) = hosted.entries(table_stream(LIVE), verdict.seq - 1)
    assert entry.name == ActionRefused.name, "refusals of the rules are on record, and no more"
    served_still(hosted, ada)


def test_nobody_touches_what_is_anothers(hosted: Hosted, ada: Wire) -> None:
    purses = purses_of(hosted)
    for command in (
        {"type": "take-seat", "player": "ben"},
        {"type": "leave-seat", "player": "ben"},
        {"type": "buy-in", "player": "ben", "amount": 500},
        {"type": "cash-out", "player": "ben", "paid": "voucher"},
        {"type": "collect-held", "player": "ben", "paid": "voucher"},
        {"type": "place-for-player", "player": "ben", "wager": "red", "amount": 500},
        {
            "type": "rule-on-wager",
            "player": "ben",
            "wager": "red",
            "ruling": "returned",
            "reason": "unclear",
        },
    ):
        message = {"type": "act", "table": CREDITS, "id": next(hosted.ids), "command": command}
        verdict = hosted.run(ada.ask(json.dumps(message), f.Verdict))
        assert not verdict.accepted
        assert verdict.code in {"seat/not-yours", "position/not-allowed", "position/no-such-power"}
    assert purses_of(hosted) == purses


def test_an_id_used_again_for_something_else_is_refused(hosted: Hosted, ada: Wire) -> None:
    id_ = next(hosted.ids)
    first = hosted.run(ada.ask(act(id_), f.Verdict))
    assert first.accepted
    before = hosted.head()
    assert hosted.run(ada.ask(act(id_), f.Verdict)) == first
    other = hosted.run(ada.ask(act(id_, amount=600), f.Verdict))
    assert (other.accepted, other.code, other.seq) == (False, "action/id-reused", 0)
    assert hosted.head() == before


@pytest.mark.parametrize("id_", [0, -1, 2**53])
def test_over_http_an_id_has_its_bounds_too(hosted: Hosted, id_: int) -> None:
    before = hosted.head()
    body = {"id": id_, "command": {"type": "leave-seat", "player": "ada"}}
    assert hosted.http("POST", f"/api/tables/{LIVE}/actions", body, "ada").code == "action/bad-id"
    assert hosted.head() == before


@pytest.mark.parametrize("id_", [2**53 - 1, 2 * ID_JUMP_MAX])
def test_one_message_cannot_use_up_the_ids_of_a_terminal(
    hosted: Hosted, ada: Wire, id_: int
) -> None:
    before = hosted.head()
    far = hosted.run(ada.ask(act(id_), f.Verdict))
    assert (far.accepted, far.code, far.seq) == (False, "action/id-jump", 0)
    assert hosted.head() == before
    assert hosted.run(ada.ask(act(next(hosted.ids)), f.Verdict)).accepted, "ada plays on"


def test_a_public_display_only_looks(hosted: Hosted) -> None:
    display = hosted.run(hosted.wire())
    before = hosted.head()
    for text in (act(), act(HUGE)):
        assert hosted.run(display.ask(text, f.Problem)).code == "terminal/not-enrolled"
    office = '{"type":"approve","approval":1}', '{"type":"acknowledge","alert":1}'
    for text in office:
        assert hosted.run(display.ask(text, f.Verdict)).code == "staff/not-signed-in"
    assert hosted.head() == before


@pytest.mark.parametrize("id_", [0, -1, 2**60, HUGE])
def test_there_is_no_such_approval_or_alert(hosted: Hosted, id_: int) -> None:
    supervisor = hosted.run(hosted.wire(SUPERVISOR))
    before = hosted.head()
    approve = hosted.run(supervisor.ask(f'{{"type":"approve","approval":{id_}}}', f.Verdict))
    seen = hosted.run(supervisor.ask(f'{{"type":"acknowledge","alert":{id_}}}', f.Verdict))
    assert (approve.code, seen.code) == ("approval/unknown", "alert/unknown")
    assert hosted.head() == before


def test_what_waits_for_a_second_person_is_read_as_strictly(hosted: Hosted) -> None:
    supervisor = hosted.run(hosted.wire(SUPERVISOR))
    before = hosted.head()
    for command in (
        '"adjust-balance"',
        "5",
        '{"type":"place-wager","wager":"red","amount":500}',
        '{"type":"adjust-balance","player":"ada","amount":1.5,"reason":"x"}',
        '{"type":"adjust-balance","player":"ada","amount":"1","reason":"x"}',
        '{"type":"correct-outcome","round":1,"number":"7","more":1}',
        '{"type":"adjust-balance","player":"ada","amount":1,"reason":"' + "x" * 5_000 + '"}',
        '{"type":"adjust-balance","player":"\\ud800","amount":1,"reason":"x"}',
        '{"type":"adjust-balance","player":"ada","reason":"x","amount":' + "9" * 5_000 + "}",
    ):
        text = f'{{"type":"ask","table":"{LIVE}","reason":"why","command":{command}}}'
        said = hosted.run(supervisor.ask(text, f.Frame))
        assert isinstance(said, f.Problem) or (isinstance(said, f.Verdict) and not said.accepted)
        assert said.code in {"approval/bad-command", "message/malformed", "approval/not-needed"}
    assert hosted.head() == before


def test_a_million_wagers_in_one_message_are_too_many(hosted: Hosted, ada: Wire) -> None:
    before = hosted.head()
    bets = ",".join(['{"wager":"red","amount":500}'] * 1_000_000)
    message = f'{{"type":"act","table":"{LIVE}","id":1,"command":{{"type":"place-wagers",'
    frame = Frame(Opcode.TEXT, f'{message}"wagers":[{bets}]}}}}'.encode()).serialize(mask=True)

    async def begin() -> None:
        """The house need not hear it to its end: what it says of its size is enough."""
        ada.socket.transport.write(frame[:4_000])

    hosted.run(begin())
    assert closed_with(hosted, ada) == 1009
    assert hosted.head() == before


def test_a_message_in_too_many_pieces_is_too_large_as_well(hosted: Hosted, ada: Wire) -> None:
    async def in_pieces() -> None:
        with contextlib.suppress(ConnectionClosed):
            await ada.socket.send(["x" * 1_000] * 66)

    hosted.run(in_pieces())
    assert closed_with(hosted, ada) == 1009


def test_many_wagers_that_fit_are_all_or_none(hosted: Hosted, ada: Wire) -> None:
    purses = purses_of(hosted)
    wagers = [{"wager": "red", "amount": 100}] * 999 + [{"wager": "pink", "amount": 100}]
    command = {"type": "place-wagers", "wagers": wagers}
    message = {"type": "act", "table": LIVE, "id": next(hosted.ids), "command": command}
    verdict = hosted.run(ada.ask(json.dumps(message), f.Verdict))
    assert not verdict.accepted
    assert purses_of(hosted) == purses


def test_a_message_in_pieces_or_in_binary_is_a_message(hosted: Hosted, ada: Wire) -> None:
    async def in_pieces(text: str) -> f.Verdict:
        begin = len(ada.texts)
        await ada.socket.send([text[at : at + 2] for at in range(0, len(text), 2)])
        return await ada.next(f.Verdict, begin)

    assert hosted.run(in_pieces(act(next(hosted.ids)))).accepted
    assert hosted.run(ada.ask(act(next(hosted.ids)).encode(), f.Verdict)).accepted


def masked(opcode: int, payload: bytes = b"", first: int = 0x80, mask: int = 0x80) -> bytes:
    """A frame with whatever bits the test wants."""
    return bytes((first | opcode, mask | len(payload))) + bytes(4 if mask else 0) + payload


WIRE_FAULTS = {
    "reserved bits": (masked(1, b"{}", first=0xF0), 1002),
    "no such opcode": (masked(3, b"{}"), 1002),
    "no mask": (masked(1, b"{}", mask=0), 1002),
    "a piece of nothing": (masked(0, b"{}"), 1002),
    "a ping in pieces": (masked(9, b"", first=0), 1002),
    "a message within another": (masked(1, b"{", first=0) + masked(1, b"{}"), 1002),
    "a close of one byte": (masked(8, b"x"), 1002),
    "no WebSocket at all": (b"\x16\x03\x01" + bytes(200), 1002),
}


@pytest.mark.parametrize(("data", "code"), WIRE_FAULTS.values(), ids=WIRE_FAULTS)
def test_bytes_that_are_no_frames_end_the_connection_properly(
    hosted: Hosted, ada: Wire, data: bytes, code: int
) -> None:
    before = hosted.head()
    watcher = hosted.run(hosted.wire("ben"))

    async def spoil() -> None:
        ada.socket.transport.write(data)

    hosted.run(spoil())
    assert closed_with(hosted, ada) == code
    assert hosted.head() == before
    served_still(hosted, watcher)


def test_who_pings_and_never_reads_is_cut_off(hosted: Hosted, ada: Wire) -> None:
    """Pongs that nobody takes must not fill the house's memory."""
    ping = Frame(Opcode.PING, bytes(125)).serialize(mask=True)

    async def flood() -> None:
        line, there = ada.socket.transport, len(hosted.house.connections)
        line.pause_reading()
        for _ in range(300):  # 37 MB, far more than any buffer of the kernel
            if line.is_closing():
                return
            line.write(ping * 1_000)
            await asyncio.sleep(0)
        while len(hosted.house.connections) == there:
            await asyncio.sleep(0.01)

    hosted.run(flood())


@pytest.mark.parametrize("seed", SEEDS)
def test_spoiled_messages_get_one_answer_each_and_never_more_than_that(
    hosted: Hosted, ada: Wire, seed: int
) -> None:
    rng = random.Random(seed)
    ben = hosted.house.floor.tables[LIVE].state.purse("ben")
    for number in range(SPOILED):
        text = spoiled(rng, next(hosted.ids))
        before = hosted.head()
        said = hosted.run(ada.ask(text, f.Frame))
        what = f"seed {seed}, message {number}: {text[:300]!r}"
        assert isinstance(said, f.Verdict | f.Problem), what
        if isinstance(said, f.Problem) or said.seq == 0:
            assert hosted.head() == before, what
        elif not said.accepted:
            new = hosted.entries(table_stream(said.table or ""), said.seq - 1)
            assert [one.name for one in new] == [ActionRefused.name], what
    assert hosted.house.floor.tables[LIVE].state.purse("ben") == ben
    served_still(hosted, ada)


GOOD = (
    {"type": "place-wager", "wager": "red", "amount": 500},
    {"type": "place-wager", "wager": "straight:7", "amount": 500, "chips": "cash-chips"},
    {"type": "withdraw-wager", "wager": "red", "amount": None},
    {"type": "place-wagers", "wagers": [{"wager": "red", "amount": 500}]},
    {"type": "cash-out", "player": "ada", "paid": "voucher"},
    {"type": "redeem-voucher", "player": "ada", "voucher": "1ACEEXW2BAHQK5HW2Z52WZDDB7"},
    {"type": "take-seat", "player": "ada", "colour": "blue"},
    {"type": "correct-outcome", "round": 1, "number": "7", "approver": {"name": "sam"}},
)
STRANGE: tuple[object, ...] = (
    *(None, True, -1, 0, 2**31, 2**53, 2**63, 2**64, 10**30, 0.1, -0.0, 1e300, "", "0", "\x00"),
    *("ben", "red\n", "rouge", "straight:37", "split:1/2/3", "x" * 3_000, "𝟙", "../..", "' or 1"),
    *([], {}, [[[[]]]], {"type": "place-wager"}, [1, 2], {"amount": 1}),
)


def spoiled(rng: random.Random, id_: int) -> str | bytes:
    """A good message with something wrong in it, more often in its values than in its letters."""
    command = json.loads(json.dumps(rng.choice(GOOD)))
    message = {"type": "act", "table": rng.choice((LIVE, CREDITS)), "id": id_, "command": command}
    for _ in range(rng.randint(1, 3)):
        part = rng.choice((message, command, command))
        part[rng.choice([*part, "extra"])] = rng.choice(STRANGE)
    if message["type"] != "act":
        message["type"] = "act"
    text = json.dumps(message)
    if rng.random() < 0.3:
        data = bytearray(text.encode())
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        return bytes(data)
    return text


def purses_of(hosted: Hosted) -> dict[str, object]:
    tables = hosted.house.floor.tables
    return {f"{t}/{p}": tables[t].state.purse(p) for t in tables for p in ("ada", "ben")}


def served_still(hosted: Hosted, wire: Wire) -> None:
    """The connection goes on, and so does the house."""
    hosted.run(wire.send(f.Unwatch(table=LIVE)))
    assert hosted.run(wire.ask(f.Watch(table=LIVE), f.Now)).table.table == LIVE
    hosted.run(wire.send(f.Unwatch(table=LIVE)))
    assert hosted.http("GET", "/healthz").status == 200


def closed_with(hosted: Hosted, wire: Wire) -> int | None:
    closed = hosted.run(wire.end())
    return closed.rcvd.code if closed.rcvd is not None else None


def sent(chance: random.Random) -> tuple[bytes, bytes]:
    """A message as a client may send it, in pieces with pings between them, and its text."""
    size = chance.choice((0, 1, 5, 100, 124, 125, 126, 127, 130, 300, 5_000, 60_000))
    text = bytes(chance.choices(b"abc {}", k=size))
    cuts = sorted(chance.sample(range(size + 1), chance.choice((0, 0, 0, 1, 2)) if size > 2 else 0))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, size], strict=True)]
    raw = b""
    for number, piece in enumerate(pieces):
        kind = Opcode.CONT if number else chance.choice((Opcode.TEXT, Opcode.TEXT, Opcode.BINARY))
        raw += Frame(kind, piece, fin=piece is pieces[-1]).serialize(mask=True)
        if chance.random() < 0.3:
            raw += Frame(Opcode.PING, b"there?").serialize(mask=True)
    return raw, text


@pytest.mark.parametrize("seed", range(8))
def test_messages_are_the_same_however_the_network_cuts_them(hosted: Hosted, seed: int) -> None:
    chance, taken = random.Random(seed), list[bytes]()

    class Everything:
        def received(self, data: bytes | str) -> None:
            taken.append(data if isinstance(data, bytes) else data.encode())

        def counted(self, frames: int, size: int) -> None:
            """As many as there are."""

    async def scenario() -> list[bytes]:
        before = set(hosted.house.connections)
        wire = await hosted.wire("ben")
        (link,) = (each.wire for each in hosted.house.connections - before)
        assert isinstance(link, Link)
        link.listener = Everything()
        messages = [sent(chance) for _ in range(40)]
        raw = b"".join(each for each, _ in messages)
        while raw:
            size = chance.choice((1, 2, 3, 7, 60, 131, 1_000, 70_000))
            link.data_received(raw[:size])
            raw = raw[size:]
            if chance.random() < 0.2:
                await asyncio.sleep(0)
        async with asyncio.timeout(60):
            while link._rest:
                await asyncio.sleep(0)
        await wire.close()
        return [text for _, text in messages]

    assert hosted.run(scenario()) == taken
