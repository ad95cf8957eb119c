"""The heads file: which streams there are and how far each goes, kept outside the journal.

A journal proves what is in it. That something is gone (the file, a stream, the end of the
write-ahead file) only shows beside a promise from elsewhere. This file is that promise: a signed
head for every stream, and a last line that seals the list, so that no stream can be left out. It
is written whole or not at all, and only after the entries are durable: it may lag, and is never
ahead.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from errno import EMFILE, ENFILE
from pathlib import Path
from threading import Condition, Thread

import msgspec

from croupier.journal.disk import write_over
from croupier.journal.entry import Head
from croupier.journal.errors import HeadsRefused, HeadUnreadable
from croupier.journal.heads import SignedHead, sign_head
from croupier.journal.keys import SigningKey, verify

HEADS = "journal.heads"
SEAL = "croupier-heads-1"
EVERY_S = 0.1
"""The shortest time between two writes: four syncs each, of which wagers should not feel much."""


class KeptHeads(msgspec.Struct, frozen=True):
    """What a heads file says, and the key that signed it."""

    public_key: bytes
    heads: tuple[SignedHead, ...]


def sealed(key: SigningKey, heads: Iterable[SignedHead]) -> str:
    """The text of a heads file."""
    lines = "".join(f"{head.line}\n" for head in sorted(heads, key=lambda head: head.stream))
    signature = b64encode(key.sign(_message(lines))).decode()
    return f"{lines}{SEAL} {key.public.hex()} {signature}\n"


def parse(text: str) -> KeptHeads:
    """What a heads file says, if it is whole and the key that it names signed all of it."""
    *lines, seal = text.splitlines(keepends=True) or [""]
    try:
        word, key, signature = seal.split()
        public = bytes.fromhex(key)
        genuine = verify(public, _message("".join(lines)), b64decode(signature, validate=True))
        heads = tuple(SignedHead.parse(line) for line in lines)
    except (ValueError, HeadUnreadable) as error:
        raise HeadsRefused("it is not a whole heads file") from error
    if word != SEAL or not genuine or not all(head.is_signed_by(public) for head in heads):
        raise HeadsRefused("its signature does not fit")
    return KeptHeads(public, heads)


def read(folder: Path) -> KeptHeads | None:
    """The heads file of a folder; None, if there is none."""
    try:
        return parse((folder / HEADS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise HeadsRefused(f"it cannot be read: {error}") from error


def _message(lines: str) -> bytes:
    return SEAL.encode() + b"\0" + lines.encode()


class HeadKeeper:
    """Writes the heads file into folders, in a thread of its own, as streams grow.

    Nobody waits for it, and many commits share one write. If a write fails, ``failed`` is told.
    """

    def __init__(
        self,
        key: SigningKey,
        folders: Sequence[Path],
        failed: Callable[[Exception], object],
    ) -> None:
        self._key = key
        self._folders = folders
        self._failed = failed
        self._signed: dict[str, SignedHead] = {}
        self._newer: dict[str, Head] = {}
        self._closing = False
        self._changed = Condition()
        self._thread = Thread(target=self._run, name="journal-heads", daemon=True)
        self._thread.start()

    def note(self, heads: Mapping[str, Head]) -> None:
        """Streams go this far now, durably."""
        with self._changed:
            self._newer.update(heads)
            self._changed.notify()

    def close(self) -> None:
        """Write what is new, and end."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        try:
            while newer := self._gathered():
                self._write(newer)
        except Exception as error:  # whatever it was, nothing is promised any more
            self._failed(error)

    def _gathered(self) -> dict[str, Head]:
        """What is new, at least one head; nothing, if nothing more comes."""
        with self._changed:
            if self._signed:
                self._changed.wait_for(lambda: self._closing, EVERY_S)
            self._changed.wait_for(lambda: self._closing or self._newer)
            newer, self._newer = self._newer, {}
            return newer

    def _write(self, newer: Mapping[str, Head]) -> None:
        for stream, head in newer.items():
            self._signed[stream] = sign_head(self._key, stream, head)
        text = sealed(self._key, self._signed.values()).encode()
        for folder in self._folders:
            self._put(folder / HEADS, text)

    def _put(self, path: Path, text: bytes) -> None:
        """Write it, once there is a descriptor for it: clients may have them all for a while."""
        while True:
            try:
                return write_over(path, text)
            except OSError as error:
                if error.errno not in (EMFILE, ENFILE) or self._closing:
                    raise
            with self._changed:
                self._changed.wait_for(lambda: self._closing, EVERY_S)
