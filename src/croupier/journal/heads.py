"""Signed heads: one line of text that stands for all of a stream up to an entry.

A shift report or a terminal carries it away. Whoever rewrites the record later, and chains it
anew from end to end, cannot make it agree with a line that is already out of the house.
"""

import struct
from base64 import b64decode, b64encode
from typing import Self

import msgspec

from croupier.journal.entry import STREAM_NAME, Head
from croupier.journal.errors import HeadUnreadable
from croupier.journal.keys import SigningKey, key_id, verify

WORD = "croupier-head-1"
_pack = struct.Struct(">QH").pack


class SignedHead(msgspec.Struct, frozen=True):
    """The head of a stream, and the signature of the house under it."""

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
        """The line of text to carry away.

        >>> key = SigningKey.from_seed(bytes(32))
        >>> sign_head(key, "table-1", Head(2, bytes(32))).line[:40]
        'croupier-head-1 table-1 2 00000000000000'
        """
        signature = b64encode(self.signature).decode()
        return f"{WORD} {self.stream} {self.seq} {self.hash.hex()} {self.key_id} {signature}"

    @classmethod
    def parse(cls, line: str) -> Self:
        """The head of a line of text; whether it is genuine, its signature tells."""
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
    """Sign how far a stream goes, and with it all of the stream up to there."""
    return SignedHead(stream, head.seq, head.hash, key.id, key.sign(_message(stream, head)))


def _message(stream: str, head: Head) -> bytes:
    name = stream.encode()
    return WORD.encode() + b"\0" + _pack(head.seq, len(name)) + name + head.hash
