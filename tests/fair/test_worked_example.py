"""The worked example of docs/fairness.md, by an implementation that shares nothing with ours."""

import hashlib
import hmac
import re
import struct
from pathlib import Path

from croupier.journal.entry import Entry, chain

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"
WHEEL = [str(number) for number in range(1, 37)] + ["0", "00", "S", "MBS"]


def values() -> dict[str, str]:
    rows = re.findall(
        r"^\| ([^|]+) \| `([^`]+)`.*\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    return dict(rows)


def drawn(secret: bytes, label: str, count: int, seed: str | None) -> list[str]:
    """The recipe, read from the page and written anew."""
    text = f"croupier/draw/{1 if seed is None else 2}/{label}\nfast-1\n42\n"
    text += "" if seed is None else seed + "\n"
    data = b""
    for block in range(8):
        data += hmac.new(secret, f"{text}{block}\n".encode(), hashlib.sha256).digest()
    names = sorted(WHEEL, key=lambda name: name.encode())
    taken = iter(data)
    for i in range(count):
        left = len(names) - i
        byte = next(byte for byte in taken if byte < 256 // left * left)
        j = i + byte % left
        names[i], names[j] = names[j], names[i]
    return names[:count]


def test_the_worked_example_is_what_the_recipe_gives() -> None:
    said = values()
    secret, seed = bytes.fromhex(said["secret"]), said["seed"]
    for scheme, with_seed in ((1, None), (2, seed)):
        head = f"croupier/commitment/{scheme}\nfast-1\n42\n".encode()
        commitment = hashlib.sha256(head + secret).hexdigest()
        assert said[f"commitment, scheme {scheme}"] == commitment
        assert [said[f"the number, scheme {scheme}"]] == drawn(secret, "pocket", 1, with_seed)
        bonus = said[f"Bonus Numbers, scheme {scheme}"].split()
        assert bonus == drawn(secret, "bonus", 10, with_seed)
    for label in ("pocket", "bonus"):
        text = f"croupier/draw/2/{label}\nfast-1\n42\n{seed}\n0\n".encode()
        block = hmac.new(secret, text, hashlib.sha256).hexdigest()
        assert said[f"first block of `{label}`, scheme 2"] == block


def test_the_hash_of_an_entry_is_that_of_the_page() -> None:
    before, stream, name = b"\x07" * 32, b"table-fast-1", b"bets.closed"
    body, seq, at_ms = b'{"early":false}', 1234, 1_800_000_000_123
    numbers = struct.pack(">Q", seq) + struct.pack(">q", at_ms) + struct.pack(">I", 1)
    lengths = struct.pack(">H", len(stream)) + struct.pack(">H", len(name))
    content = before + numbers + lengths + struct.pack(">I", len(body)) + stream + name + body
    entry = Entry("table-fast-1", seq, at_ms, "bets.closed", 1, body)
    assert chain(before, entry) == hashlib.sha256(content).digest()
