"""Signed heads, and the file of them that is kept outside the journal.

A signed head is one line of text that commits to a stream up to an entry. A shift report or a
terminal takes it out of the house, so that a record rewritten later, even if it is chained again
from end to end, no longer matches.

A journal proves what it holds, not that nothing is missing: its file, a stream, the end of the
write-ahead file. The heads file shows that. It has a signed head for every stream, and a last line
that seals the list, so that no stream can be left out. It is replaced as a whole, and only after
the entries are durable: it may lag, and is never ahead.
"""

import struct
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from errno import EMFILE, ENFILE
from pathlib import Path
from threading import Condition, Thread
from typing import Self

import msgspec

from croupier.journal.disk import write_over
from croupier.journal.entry import STREAM_NAME, Head
from croupier.journal.errors import HeadsRefused, HeadUnreadable
from croupier.journal.keys import SigningKey, key_id, verify

WORD = "croupier-head-1"
_pack = struct.Struct(">QH").pack


class SignedHead(msgspec.Struct, frozen=True):
    """The head of a stream, signed by the house."""

    stream: str
    seq: int
    hash: bytes
    key_id: str
    signature: bytes

    @property
    def head(self) -> Head:
        """The head alone."""
        return Head(self.seq, self.hash)

    @property
    def line(self) -> str:
        """The signed head as a line of text.

        >>> key = SigningKey.from_seed(bytes(32))
        >>> sign_head(key, "table-1", Head(2, bytes(32))).line[:40]
        'croupier-head-1 table-1 2 00000000000000'
        """
        signature = b64encode(self.signature).decode()
        return f"{WORD} {self.stream} {self.seq} {self.hash.hex()} {self.key_id} {signature}"

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read a line of text; whether it is genuine is for ``is_signed_by`` to check."""
        try:
            word, stream, seq, digest, signer, signature = line.split()
            head = cls(
                stream, int(seq), bytes.fromhex(digest), signer, b64decode(signature, validate=True)
            )
        except ValueError as error:
            raise HeadUnreadable(f"{line!r} is not a signed head: {error}") from error
        if word != WORD or not STREAM_NAME.fullmatch(stream) or len(head.hash) != 32:
            raise HeadUnreadable(f"{line!r} is not a signed head")
        return head

    def is_signed_by(self, public: bytes) -> bool:
        """Whether the owner of this public key signed this head."""
        message = _message(self.stream, self.head)
        return key_id(public) == self.key_id and verify(public, message, self.signature)


def sign_head(key: SigningKey, stream: str, head: Head) -> SignedHead:
    """Sign the head of a stream, which commits to all of it."""
    return SignedHead(stream, head.seq, head.hash, key.id, key.sign(_message(stream, head)))


def _message(stream: str, head: Head) -> bytes:
    name = stream.encode()
    return WORD.encode() + b"\0" + _pack(head.seq, len(name)) + name + head.hash


HEADS = "journal.heads"
SEAL = "croupier-heads-1"
EVERY_S = 0.1
"""The shortest time between two writes: four syncs each, of which wagers should not feel much."""


class KeptHeads(msgspec.Struct, frozen=True):
    """The content of a heads file, and the key that signed it."""

    public_key: bytes
    heads: tuple[SignedHead, ...]


def heads_file(key: SigningKey, heads: Iterable[SignedHead]) -> str:
    """The text of a heads file."""
    lines = "".join(f"{head.line}\n" for head in sorted(heads, key=lambda head: head.stream))
    signature = b64encode(key.sign(_seal_message(lines))).decode()
    return f"{lines}{SEAL} {key.public.hex()} {signature}\n"


def parse_heads_file(text: str) -> KeptHeads:
    """The content of a heads file, if it is complete and signed by the key it names."""
    *lines, seal = text.splitlines(keepends=True) or [""]
    try:
        word, key, signature = seal.split()
        public = bytes.fromhex(key)
        genuine = verify(public, _seal_message("".join(lines)), b64decode(signature, validate=True))
        heads = tuple(SignedHead.parse(line) for line in lines)
    except (ValueError, HeadUnreadable) as error:
        raise HeadsRefused("it is not a whole heads file") from error
    if word != SEAL or not genuine or not all(head.is_signed_by(public) for head in heads):
        raise HeadsRefused("its signature does not fit")
    return KeptHeads(public, heads)


def read_heads_file(folder: Path) -> KeptHeads | None:
    """The heads file of a folder, or None."""
    try:
        return parse_heads_file((folder / HEADS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise HeadsRefused(f"it cannot be read: {error}") from error


def _seal_message(lines: str) -> bytes:
    return SEAL.encode() + b"\0" + lines.encode()


class HeadKeeper:
    """Keeps the heads file of some folders up to date, in its own thread.

    The first write comes before any entry, so that no entry refers to heads files that are missing.
    Nobody waits for later ones, and many commits share one. If one fails, ``failed`` is called.
    """

    def __init__(
        self,
        key: SigningKey,
        folders: Sequence[Path],
        heads: Mapping[str, Head],
        failed: Callable[[Exception], object],
    ) -> None:
        self._key = key
        self._folders = folders
        self._failed = failed
        self._signed: dict[str, SignedHead] = {}
        self._newer: dict[str, Head] = {}
        self._closing = False
        self._changed = Condition()
        self._write(heads, write_over)
        self._thread = Thread(target=self._run, name="journal-heads", daemon=True)
        self._thread.start()

    def note(self, heads: Mapping[str, Head]) -> None:
        """Streams are durable up to these heads."""
        with self._changed:
            self._newer.update(heads)
            self._changed.notify()

    def close(self) -> None:
        """Write what is new, and stop."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        try:
            while newer := self._gathered():
                self._write(newer, self._put)
        except Exception as error:  # whatever it was, nothing is promised any more
            self._failed(error)

    def _gathered(self) -> dict[str, Head]:
        """The new heads, at least one; empty once it is closed."""
        with self._changed:
            if self._signed:
                self._changed.wait_for(lambda: self._closing, EVERY_S)
            self._changed.wait_for(lambda: self._closing or self._newer)
            newer, self._newer = self._newer, {}
            return newer

    def _write(self, newer: Mapping[str, Head], put: Callable[[Path, bytes], object]) -> None:
        for stream, head in newer.items():
            self._signed[stream] = sign_head(self._key, stream, head)
        text = heads_file(self._key, self._signed.values()).encode()
        for folder in self._folders:
            put(folder / HEADS, text)

    def _put(self, path: Path, text: bytes) -> None:
        """Write a file, waiting for a free descriptor: clients may hold all of them for a while."""
        while True:
            try:
                return write_over(path, text)
            except OSError as error:
                if error.errno not in (EMFILE, ENFILE) or self._closing:
                    raise
            with self._changed:
                self._changed.wait_for(lambda: self._closing, EVERY_S)
