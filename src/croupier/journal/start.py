"""The hashes of program and books, on record at each start and compared with the start before.

A round must be finished by the book and the program that its wagers were accepted under, or by
others that someone knows of. What a difference means is for the packages above to say.
"""

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from croupier.journal.codec import Codec
from croupier.journal.events import STARTED, Started
from croupier.journal.store import Record


class Difference(NamedTuple):
    """Something that is not what it was at the last start; empty where it was or is not there."""

    what: str
    before: str
    now: str


def hash_of_sources(folder: Path) -> str:
    """One SHA-256 over the names and contents of all Python files in a folder, in hex."""
    total = sha256()
    for name in sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.py")):
        content = (folder / name).read_bytes()
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def last_start(record: Record, stream: str, codec: Codec) -> Started | None:
    """The latest start that is on record."""
    entry = record.last(stream, STARTED)
    if entry is None:
        return None
    event = codec.event(entry)
    assert isinstance(event, Started)
    return event


def differences(before: Started, now: Started) -> list[Difference]:
    """What changed between two starts: nothing, when program and books are the same."""
    pairs = [
        Difference("program", before.program, now.program),
        Difference("program_sha256", before.program_sha256, now.program_sha256),
    ]
    for name in sorted(before.data_sha256.keys() | now.data_sha256.keys()):
        old, new = before.data_sha256.get(name, ""), now.data_sha256.get(name, "")
        pairs.append(Difference(name, old, new))
    return [pair for pair in pairs if pair.before != pair.now]
