"""Nothing leaks: what anyone is sent holds nothing of anyone else, and nothing before its time.

Random play by a seed, in every book, while a display and two players listen to every frame and ask
every address. What they were sent is searched for what is not theirs. And it is played twice, in
two houses that differ only in what one of them must not know: what they are sent must not differ.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import books
from croupier.bootstrap import ENDPOINTS
from croupier.house.cashing import CashOut
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.protocol import frames as f
from croupier.round.base import Actor, Command
from croupier.round.batch import UndoWager
from croupier.round.bets import PlaceWager
from croupier.round.close import BetsClosed
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome, OutcomeConfirmed
from croupier.round.phases import BETS_OPEN
from croupier.round.secret import SecretRevealed
from croupier.server.floor.requests import Completion
from croupier.server.live import channel
from croupier.server.live.rates import Buckets
from croupier.table.core import HOUSE_STREAM, table_stream
from tests.server.houses import (
    DEALER,
    SHIFT,
    STAFF,
    SUPERVISOR,
    Hosted,
    Wire,
    closing,
    configured,
    hosting,
    password_of,
    unhurried,
)

ZEBRA, QUAGGA = "zebra-lady", "quagga-lord"
"""Names that nothing else can contain."""
ROUNDS = 2
OPEN_ADDRESSES = [one.path for one in ENDPOINTS if one.method == "GET" and one.who != "staff"]
WAGERS = {"fast-action-2020": ("straight:7", "straight:8", "straight:S")}
OUTSIDE = ("red", "black", "straight:7", "odd", "split:8/9")
Sent = list[tuple[str, str]]
"""By the address or the kind of frame, what came, in its order."""


@dataclass
class World:
    """A house in which a seed is played, and all that was sent in it, by who heard it."""

    hosted: Hosted
    private: int
    """What tells this world from the other: the quagga's amounts, and what was entered wrongly."""
    sent: dict[str | None, Sent] = field(default_factory=dict)
    wires: dict[str | None, Wire] = field(default_factory=dict)
    read: dict[str | None, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.line = self.hosted.line()

    async def listen(self, table: str) -> None:
        for who in (None, ZEBRA, QUAGGA):
            if who not in self.wires:
                self.wires[who] = await self.hosted.wire(who)
                self.sent[who], self.read[who] = [], 0
            await self.wires[who].ask(f.Watch(table=table), f.Now)

    def look(self, table: str) -> None:
        """Ask every address that is not for staff alone, and take down all that was heard."""
        number = self.hosted.house.floor.tables[table].state.round_number
        for who, sent in self.sent.items():
            for path in OPEN_ADDRESSES:
                address = path.replace("{round:int}", str(number)).replace("{table}", table)
                address = address.replace("{book}", table)
                if "svg" not in path and "/books" not in path:
                    reply = self.hosted.http("GET", address, who=who, line=self.line)
                    sent.append((address, reply.content.decode()))
            heard = self.wires[who].texts
            sent += [("frame", text) for text in heard[self.read[who] :]]
            self.read[who] = len(heard)

    def do(self, table: str, command: Command, by: Actor = DEALER) -> bool:
        accepted = self.hosted.run(self.hosted.ask(table, command, by)).accepted
        self.hosted.run(self.hosted.house.running.idle())
        self.look(table)
        return accepted


def played(world: World, table: str, seed: int) -> None:
    """Some rounds by a seed. What the quagga does is the world's own, the rest is the same."""
    rng, own = random.Random(seed), random.Random(f"{seed} {world.private}")
    wagers, state = WAGERS.get(table, OUTSIDE), world.hosted.house.floor.tables[table].state
    for _ in range(ROUNDS):
        assert world.do(table, with_secret(world, table))
        for _ in range(rng.randint(1, 3)):
            amount = rng.randrange(1, 40) * 100
            world.do(table, PlaceWager(wager=rng.choice(wagers), amount=amount), Actor(ZEBRA))
            amount = own.randrange(50, 90) * 100
            world.do(table, PlaceWager(wager=own.choice(wagers), amount=amount), Actor(QUAGGA))
        if rng.random() < 0.3:
            world.do(table, UndoWager(), Actor(ZEBRA))
        for step in closing(table):
            assert world.do(table, step)
        assert world.do(table, CallOutcome(number=own.choice(("1", "2", "3"))))
        void = rng.random() < 0.25 and state.book.says.no_spin is not None
        if void:
            assert world.do(table, CallNoSpin(reason="a noise in the wheel"))
        else:
            number = rng.choice(("7", "8", "9"))
            assert world.do(table, CallOutcome(number=number))
            assert world.do(table, ConfirmOutcome(number=number))
    if table == "edz-2020":
        out = CashOut(player=QUAGGA, paid="voucher", amount=own.randrange(20, 50) * 100)
        assert world.do(table, out)
    world.do(table, LeaveSeat(player=QUAGGA), Actor(QUAGGA))


def with_secret(world: World, table: str) -> Command:
    """A round has a secret to keep, whatever its wheel."""
    core = world.hosted.house.floor.tables[table]
    assert isinstance(core.completes, Completion)
    return core.completes.draws.open_bets(core.state.round_number + 1)


def begun(folder: Path, private: int) -> Iterator[World]:
    with hosting(configured(folder)) as hosted:
        hosted.house.requests = Buckets(10**6, 10**6)
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.enrolled(ZEBRA, QUAGGA))
        world = World(hosted, private)
        for table in hosted.house.channels:
            hosted.run(hosted.open(table, ZEBRA, QUAGGA))
            hosted.run(world.listen(table))
            played(world, table, len(table))
        yield world
        world.line.close()


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[World, World]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(channel, "EVERY_S", 0)
        unhurried(patch)
        first, second = (begun(tmp_path_factory.mktemp("views"), n) for n in (1, 2))
        yield next(first), next(second)
        for each in (first, second):
            assert next(each, None) is None


@pytest.fixture(scope="module")
def world(worlds: tuple[World, World]) -> World:
    return worlds[0]


# Names, money, vouchers, secrets


def vouchers_of(world: World) -> dict[str, str]:
    house = world.hosted.house
    issued = house.floor.house.vouchers
    return {house.vouchers.number(id_): one.player for id_, one in issued.items()}


def test_nobody_is_sent_anothers_name_or_voucher(world: World) -> None:
    vouchers = vouchers_of(world)
    assert QUAGGA in vouchers.values()
    for who, sent in world.sent.items():
        others = {ZEBRA, QUAGGA} - {who}
        hidden = [*others, *(number for number, whose in vouchers.items() if whose != who)]
        hidden += [password_of(one.name) for one in STAFF] + [*world.hosted.tokens.values()]
        staff = "|".join(f'"{one.name}"(?!:)' for one in STAFF)
        unseen = re.compile("|".join(map(re.escape, hidden)) + f"|{staff}")
        assert len(sent) > 500
        for where, text in sent:
            assert (found := unseen.search(text)) is None, f"{who} at {where}: {found}: {text}"


def test_who_has_a_voucher_is_shown_it(world: World) -> None:
    (number,) = [number for number, whose in vouchers_of(world).items() if whose == QUAGGA]
    assert any(number in text for _, text in world.sent[QUAGGA])


@pytest.mark.parametrize("table", books.ids())
def test_a_secret_is_sent_to_nobody_before_it_is_revealed_and_sealed_ones_never(
    world: World, table: str
) -> None:
    entries = world.hosted.entries(table_stream(table))
    bodies = [(one.seq, one.name, msgspec.json.decode(one.body)) for one in entries]
    sealed = [body["sealed"] for _, _, body in bodies if body.get("sealed")]
    revealed = {b["secret"]: seq for seq, name, b in bodies if name == SecretRevealed.name}
    assert len(sealed) == len(revealed) == ROUNDS
    seen = 0
    for who, sent in world.sent.items():
        for where, text in sent:
            assert not any(one in text for one in sealed), f"{who} at {where}"
            assert '"sealed"' not in text
            for secret, seq in revealed.items():
                if secret in text and where == "frame":
                    assert seq_of(text) >= seq, f"{who}: {text}"
                    seen += 1
    assert seen, "in the end everyone can check the draws"


def seq_of(text: str) -> int:
    message = msgspec.json.decode(text)
    told = message.get("seq") or message["table"]["seq"]
    assert isinstance(told, int)
    return told


# Outcomes and Bonus Numbers


@pytest.mark.parametrize("table", books.ids())
def test_no_frame_holds_an_outcome_or_a_bonus_number_before_its_time(
    world: World, table: str
) -> None:
    """Requirement 7, by the record's own order."""
    at: dict[tuple[str, int], int] = {}
    for entry in world.hosted.entries(table_stream(table)):
        body = msgspec.json.decode(entry.body)
        if entry.name in (OutcomeConfirmed.name, BetsClosed.name, "round.opened"):
            number = body["round"] if "round" in body else max(n for _, n in at)
            at.setdefault((entry.name, number), entry.seq)
    looked = 0
    for sent in world.sent.values():
        for where, text in sent:
            for view in table_views(where, text):
                if view["table"] != table:
                    continue
                looked += 1
                if view["phase"] in BETS_OPEN:
                    assert view["bonus_numbers"] is None
                for result in view["results"]:
                    if result["outcome"] is not None:
                        assert view["seq"] >= at[OutcomeConfirmed.name, result["round"]]
                    if result["bonus_numbers"] is not None:
                        assert view["seq"] > at[BetsClosed.name, result["round"]]
    assert looked > 100


def table_views(where: str, text: str) -> Iterator[dict[str, Any]]:
    """Every table as everybody may see it, wherever it was sent."""
    message = msgspec.json.decode(text)
    if where == "frame" and message["type"] in ("now", "table"):
        yield message["table"]
    elif where == "/api/house":
        yield from message["tables"]
    elif re.fullmatch(r"/api/tables/[^/]+", where) and "error" not in message:
        yield message


@pytest.mark.parametrize("table", books.ids())
def test_a_round_in_play_cannot_be_recalled(world: World, table: str) -> None:
    for sent in world.sent.values():
        for where, text in sent:
            if where.startswith(f"/api/tables/{table}/rounds/") and "outcome.called" in text:
                assert '"status":"in-play"' not in text
                assert msgspec.json.decode(text)["status"] in ("settled", "void")


# Two worlds


RANDOM = re.compile(r"_ms$|^(commitment|secret|seed|at|hash|signature|key_id|program)$")
PRIVATE = re.compile(r"/api/heads|/fair$")
"""Heads are hashes of everything, and proofs are of secrets: these differ by nature."""


def told(value: Any, *, bets_open: bool = False) -> Any:
    """What was sent without what chance and the clock alone decide."""
    if isinstance(value, dict):
        if "phase" in value:
            bets_open = value["phase"] in BETS_OPEN
        return {
            key: told(inner, bets_open=bets_open and key != "results")
            for key, inner in value.items()
            if not RANDOM.search(key) and (key != "bonus_numbers" or bets_open)
        }
    return [told(one, bets_open=bets_open) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("who", [None, ZEBRA])
def test_what_one_is_sent_does_not_depend_on_what_another_does(
    worlds: tuple[World, World], who: str | None
) -> None:
    one, other = (
        [(where, text) for where, text in world.sent[who] if not PRIVATE.search(where)]
        for world in worlds
    )
    asked = [
        [(where, told(msgspec.json.decode(text))) for where, text in sent if where != "frame"]
        for sent in (one, other)
    ]
    assert len(asked[0]) == len(asked[1]) > 500
    for mine, theirs in zip(*asked, strict=True):
        if "rounds/" in mine[0] or mine[0].endswith(("/rounds", "/played")):
            mine, theirs = without_draws(mine), without_draws(theirs)
        assert not [*differing(mine, theirs)], mine[0]
    frames = [by_entry(sent) for sent in (one, other)]
    both = frames[0].keys() & frames[1].keys()
    assert len(both) > 50
    for key in both:
        assert not [*differing(frames[0][key], frames[1][key])], key


def differing(one: Any, other: Any, at: str = "") -> Iterator[str]:
    """Where two answers differ, and how."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from differing(one[key], other[key], f"{at}.{key}")
    elif isinstance(one, list | tuple) and len(one) == len(other):
        for n, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            yield from differing(mine, theirs, f"{at}[{n}]")
    elif one != other:
        yield f"{at}: {one} and {other}"


def without_draws(answer: tuple[str, Any]) -> tuple[str, Any]:
    """A round that has ended, again: without its draws, and what was entered wrongly at first."""
    where, shown = answer
    if isinstance(shown, dict):
        chance = ("outcome.called", "bonus-numbers.drawn")
        kept = [one for one in shown.get("steps", ()) if one["name"] not in chance]
        shown = shown | {"steps": [one | {"outcome": None} for one in kept]}
    return where, shown


def by_entry(sent: Sent) -> dict[tuple[str, str, int], Any]:
    """Frames by what they are about and up to which entry."""
    frames = {}
    for where, text in sent:
        message = msgspec.json.decode(text) if where == "frame" else {}
        if message.get("type") in ("table", "seat", "now"):
            table = message["table"]
            name = table if isinstance(table, str) else table["table"]
            frames[message["type"], name, seq_of(text)] = told(message)
    return frames


def test_the_worlds_do_differ(worlds: tuple[World, World]) -> None:
    """The quagga's own frames tell the worlds apart: else nothing was shown above."""
    one, other = (by_entry(world.sent[QUAGGA]) for world in worlds)
    assert any(one[key] != other[key] for key in one.keys() & other.keys())


# Staff


def test_staff_see_what_they_must(world: World) -> None:
    hosted, table = world.hosted, "fast-action-2020"
    hosted.run(hosted.must(table, TakeSeat(player=QUAGGA), OpenBets()))
    hosted.run(hosted.must(table, PlaceWager(wager="straight:7", amount=300), by=Actor(ZEBRA)))
    before = hosted.http("GET", f"/api/tables/{table}/staff", who=DEALER).json
    by_name = {one["player"]: one for one in before["players"]}
    assert by_name[ZEBRA]["wagers"] == [
        {"wager": "straight:7", "amount": 300, "chips": "cash-chips"}
    ]
    assert by_name[ZEBRA]["purse"]["cash-chips"] > 0
    assert QUAGGA in by_name
    assert (before["called"], before["drawn"]) == (None, None)
    hosted.run(hosted.close_bets(table))
    hosted.run(hosted.must(table, CallOutcome(number="7")))
    wire = hosted.run(hosted.wire(DEALER))
    now = hosted.run(wire.ask(f.Watch(table=table), f.Now))
    assert now.staff is not None
    assert now.staff.called == "7"
    assert now.staff.drawn is not None
    assert len(now.staff.drawn) == 10
    allowed = {step.command for step in now.staff.steps if step.allowed}
    assert {"confirm-outcome", "call-outcome", "call-no-spin"} <= allowed
    assert not {"open-bets", "spin-ball", "close-bets", "decide-referral"} & allowed
    hosted.run(hosted.must(table, ConfirmOutcome(number="7")))
    floor = hosted.http("GET", "/api/floor", who=SHIFT).json
    assert {row["table"]["table"] for row in floor["tables"]} == set(books.ids())
    assert all({"figures", "tray", "hold"} <= row.keys() for row in floor["tables"])


def test_not_even_staff_are_sent_vouchers_or_what_is_sealed(world: World) -> None:
    hosted = world.hosted
    vouchers = [*vouchers_of(world)]
    sealed = [
        msgspec.json.decode(one.body).get("sealed")
        for table in books.ids()
        for one in hosted.entries(table_stream(table))
        if one.name == "round.opened"
    ]
    for endpoint in ENDPOINTS:
        if endpoint.method != "GET":
            continue
        for table in ("edz-2020", "sands-2019"):
            path = endpoint.path.replace("{table}", table).replace("{book}", table)
            path = path.replace("{round:int}", "1")
            for who in (SUPERVISOR, SHIFT):
                text = hosted.http("GET", path, who=who).content.decode(errors="replace")
                for hidden in (*vouchers, *filter(None, sealed), "argon2", *hosted.tokens.values()):
                    assert hidden not in text, f"{who} at {path}"


def test_the_record_holds_vouchers_by_their_ids_and_not_their_numbers(world: World) -> None:
    bodies = b"".join(one.body for one in world.hosted.entries(HOUSE_STREAM))
    bodies += b"".join(one.body for one in world.hosted.entries(table_stream("edz-2020")))
    assert all(id_.encode() in bodies for id_ in world.hosted.house.floor.house.vouchers)
    assert not any(number.encode() in bodies for number in vouchers_of(world))
