"""What a run did to its files, call by call, read from strace.

A write counts from the moment it is asked for, a sync from the moment it has returned: between the
two a disk may do as it likes. A call that could change the files in a way unknown here is an error.
Of a call that a kill of its process left unanswered nobody knows whether it took place.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

CALLS = (
    "write,writev,pwrite64,pwritev,pwritev2,ftruncate,truncate,fallocate,copy_file_range,sendfile,"
    "fsync,fdatasync,sync_file_range,msync,open,openat,creat,unlink,unlinkat,"
    "rename,renameat,renameat2,link,linkat"
)
OPTIONS = ("-f", "-xx", "-s", "1000000", "-e", f"trace={CALLS}")

_LINE = re.compile(r"(?P<pid>\d+) +(?P<call>\w+)\((?P<rest>.*)")
_RESUMED = re.compile(r"(?P<pid>\d+) +<\.\.\. (?P<call>\w+) resumed>(?P<rest>.*)")
_FD = r"\d+<(?P<path>[^>]*)>"
_TEXT = r'"(?P<text>[^"]*)"'
_SYNC = re.compile(_FD)
_WRITE = re.compile(rf"{_FD}, {_TEXT}, \d+(?:, (?P<offset>\d+))?")
_TRUNCATE = re.compile(rf"{_FD}, (?P<size>\d+)")
_OPEN = re.compile(rf"AT_FDCWD(?:<[^>]*>)?, {_TEXT}, (?P<flags>[A-Z_|]+)")
_UNLINK = re.compile(_TEXT)
_RENAME = re.compile(rf'{_TEXT}, "(?P<to>[^"]*)"')
_UNFINISHED = "<unfinished ...>"
_IS_LATE = frozenset({"fsync", "fdatasync"})
_FAILED = re.compile(r"= -1 |= \?")


class Write(NamedTuple):
    """Bytes were given to a file; where no place is given, at its end."""

    path: str
    data: bytes
    offset: int | None


class Truncate(NamedTuple):
    """A file was cut, or made longer."""

    path: str
    size: int


class Create(NamedTuple):
    """A file was opened that is made if it is not there."""

    path: str


class Unlink(NamedTuple):
    """A name was taken away."""

    path: str


class Sync(NamedTuple):
    """A file, or the names in a folder, became durable."""

    path: str


class Rename(NamedTuple):
    """A file has another name, in place of what had it before."""

    path: str
    to: str


Step = Write | Truncate | Create | Unlink | Rename | Sync


def steps(trace: str, folder: str, lines: str, *, unanswered: bool = True) -> Iterator[Step]:
    """Everything that a run did to a folder and to its file of lines, in order.

    What was begun and never answered is among it, unless that is taken not to have happened.
    """
    texts = trace.splitlines()
    doubtful = frozenset() if unanswered else _unanswered(texts)
    waiting: dict[str, str] = {}
    for at, line in enumerate(texts):
        if (resumed := _RESUMED.match(line)) is not None:
            begun = waiting.pop(resumed["pid"])
            if resumed["call"] in _IS_LATE:
                yield from _step(resumed["call"], begun + resumed["rest"], folder, lines)
        elif (call := _LINE.match(line)) is not None:
            unfinished = call["rest"].endswith(_UNFINISHED)
            if unfinished:
                waiting[call["pid"]] = call["rest"].removesuffix(_UNFINISHED)
            if at not in doubtful and (not unfinished or call["call"] not in _IS_LATE):
                yield from _step(call["call"], call["rest"], folder, lines)


def _unanswered(texts: list[str]) -> frozenset[int]:
    """Which lines begin a call whose result is never told."""
    begun: dict[str, int] = {}
    for at, line in enumerate(texts):
        if (resumed := _RESUMED.match(line)) is not None and "= ?" not in resumed["rest"]:
            del begun[resumed["pid"]]
        elif (call := _LINE.match(line)) is not None and call["rest"].endswith(_UNFINISHED):
            begun[call["pid"]] = at
    return frozenset(begun.values())


def _step(call: str, rest: str, folder: str, lines: str) -> Iterator[Step]:
    """The step of a call, if it concerns the folder or the lines and did not fail."""
    if _FAILED.search(rest) is not None:
        return
    step = _read(call, rest)
    inside = step.path == lines or step.path == folder or step.path.startswith(f"{folder}/")
    if not inside or (isinstance(step, Create) and step.path == lines):
        return
    assert not isinstance(step, Unknown), f"what does {call} do to {step.path}?"
    yield step


class Unknown(NamedTuple):
    """A call that is not understood; only files that do not matter here may be given to it."""

    path: str


def _read(call: str, rest: str) -> Step | Unknown:
    match call:
        case "write" | "pwrite64" if found := _WRITE.match(rest):
            offset = None if found["offset"] is None else int(found["offset"])
            return Write(_path(found["path"]), _bytes(found["text"]), offset)
        case "ftruncate" if found := _TRUNCATE.match(rest):
            return Truncate(_path(found["path"]), int(found["size"]))
        case "openat" if found := _OPEN.match(rest):
            assert "O_TRUNC" not in found["flags"], rest[:200]
            path = _path(found["text"])
            return Create(path) if "O_CREAT" in found["flags"] else Unknown("")
        case "unlink" if found := _UNLINK.match(rest):
            return Unlink(_path(found["text"]))
        case "rename" if found := _RENAME.match(rest):
            return Rename(_path(found["text"]), _path(found["to"]))
        case "fsync" | "fdatasync" if found := _SYNC.match(rest):
            return Sync(_path(found["path"]))
    return Unknown(" ".join(map(_path, re.findall(r'[<"]((?:\\x..)+)[>"]', rest))))


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _path(text: str) -> str:
    return _bytes(text).decode()
