"""A disk that loses power: what was synced is there, and of the rest whatever luck has left.

Strict, as POSIX is: a name lasts when its folder was synced, not when its file was. Of the writes
to a file since its last sync each is there, or missing, or torn, whichever came first.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from croupier.journal.sqlite_file import FILE
from tests.crash.recording import Create, Rename, Step, Sync, Truncate, Unlink, Write

SECTOR_BYTES = 512
SHARED = "-shm"
PASSING = (SHARED, ".lock")
"""Files that say nothing when the process is gone: nobody syncs them."""
Luck = Callable[[Write | Truncate], Iterator[Write | Truncate]]
"""What is left of a change to a file that was not synced."""


class File:
    """A file: what is durable, and what was done to it since."""

    def __init__(self) -> None:
        self.durable = bytearray()
        self.pending: list[Write | Truncate] = []

    def change(self, change: Write | Truncate) -> None:
        if isinstance(change, Write) and change.offset is None:
            change = change._replace(offset=len(self.after(lambda each: iter((each,)))))
        self.pending.append(change)

    def sync(self) -> None:
        for change in self.pending:
            _apply(change, self.durable)
        self.pending = []

    def after(self, luck: Luck) -> bytes:
        """What is found after the power is back."""
        content = bytearray(self.durable)
        for change in self.pending:
            for left in luck(change):
                _apply(left, content)
        return bytes(content)


class Disk:
    """A folder of files, with names that last and names that may not."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._names: dict[str, File] = {}
        self._durable: dict[str, File] = {}
        self._pending: list[dict[str, File | None]] = []

    def happen(self, step: Step) -> None:
        """Let a step of a run have happened."""
        name = step.path.removeprefix(self._folder).lstrip("/")
        if name.endswith(PASSING):
            return
        match step:
            case Create() if name not in self._names:
                self._names[name] = File()
                self._pending.append({name: self._names[name]})
            case Unlink() if name in self._names:  # else it failed: nothing was there
                del self._names[name]
                self._pending.append({name: None})
            case Rename(to=to):
                new = to.removeprefix(self._folder).lstrip("/")
                file = self._names[new] = self._names.pop(name)
                self._pending.append({name: None, new: file})
            case Sync() if name == "":
                self._durable, self._pending = dict(self._names), []
            case Sync():
                self._names[name].sync()
            case Write() | Truncate() if name in self._names:
                self._names[name].change(step)

    @property
    def at_risk(self) -> int:
        """How many changes would not outlive a power cut for certain."""
        return len(self._pending) + sum(len(file.pending) for file in self._names.values())

    def now(self) -> dict[str, bytes]:
        """What is found while the power is there: all of it."""
        return {
            name: file.after(lambda change: iter((change,))) for name, file in self._names.items()
        }

    def images(self, count: int, seed: int) -> Iterator[dict[str, bytes]]:
        """What may be found after a power cut now: first with nothing left that was not synced,
        then as chance has it; once, where nothing is at risk."""
        yield {name: file.after(_nothing) for name, file in self._durable.items()}
        chance = random.Random(seed)
        for _ in range(count if self.at_risk else 0):
            yield self._by_chance(chance)

    def _by_chance(self, chance: random.Random) -> dict[str, bytes]:
        names = dict(self._durable)
        for changed in self._pending:
            if chance.random() < 0.5:
                continue
            for name, file in changed.items():
                if file is None:
                    names.pop(name, None)
                else:
                    names[name] = file
        luck = _luck(chance)
        image = {name: file.after(luck) for name, file in names.items()}
        if image and chance.random() < 0.5:
            image[FILE + SHARED] = chance.randbytes(32_768)
        return image


def written(image: dict[str, bytes], folder: Path) -> None:
    """An image as files in a new folder."""
    folder.mkdir()
    for name, content in image.items():
        (folder / name).write_bytes(content)


def _apply(change: Write | Truncate, content: bytearray) -> None:
    if isinstance(change, Truncate):
        del content[change.size :]
        content.extend(bytes(change.size - len(content)))
        return
    assert change.offset is not None
    content.extend(bytes(max(0, change.offset - len(content))))
    content[change.offset : change.offset + len(change.data)] = change.data


def _nothing(change: Write | Truncate) -> Iterator[Write | Truncate]:
    return iter(())


def _luck(chance: random.Random) -> Luck:
    def luck(change: Write | Truncate) -> Iterator[Write | Truncate]:
        fate = chance.choice(("there", "there", "missing", "half", "sectors"))
        if fate == "there":
            yield change
        elif isinstance(change, Write) and fate == "half":
            yield change._replace(data=change.data[: len(change.data) // 2])
        elif isinstance(change, Write) and fate == "sectors":
            yield from (piece for piece in _sectors(change) if chance.random() < 0.5)

    return luck


def _sectors(write: Write) -> Iterator[Write]:
    """The pieces of a write that a disk keeps or loses as a whole."""
    assert write.offset is not None
    at, end = write.offset, write.offset + len(write.data)
    while at < end:
        upto = min(end, (at // SECTOR_BYTES + 1) * SECTOR_BYTES)
        yield Write(write.path, write.data[at - write.offset : upto - write.offset], at)
        at = upto
