"""A round's secret, and the commitment to it that is public before bets open.

The secret is 32 bytes that nothing shows by accident: printing, formatting, logging, copying,
pickling or encoding it never gives the bytes. Code that needs them asks by name: ``expose`` to
derive or seal, ``reveal`` to publish after the round.

commitment = SHA-256("croupier/commitment/" scheme "\\n" table "\\n" round "\\n" secret), written in
hexadecimal; scheme and round are decimal, the text is UTF-8, the secret is its 32 bytes. With 256
random bits the hash neither reveals the secret nor fits a second one. The scheme is hashed too, so
that a round cannot pass for one of another scheme afterwards.
"""

import hmac
from collections.abc import Callable
from hashlib import sha256
from typing import NoReturn, SupportsIndex

SECRET_BYTES = 32
HIDDEN = "Secret(hidden)"

Entropy = Callable[[int], bytes]
"""Gives so many random bytes; ``os.urandom`` in a casino, a seeded one in a simulation."""


class Secret:
    """The secret of one round.

    >>> secret = Secret(bytes(32))
    >>> print(secret, repr(secret), f"{secret:>5}")
    Secret(hidden) Secret(hidden) Secret(hidden)
    """

    __slots__ = ("__material",)

    def __init__(self, material: bytes) -> None:
        if len(material) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, and this has {len(material)}")
        self.__material = bytes(material)

    @classmethod
    def revealed(cls, text: str) -> "Secret":
        """Read what ``reveal`` wrote."""
        return cls(bytes.fromhex(text))

    def expose(self) -> bytes:
        """The bytes, to derive from or to seal; never keep, show or pass them on."""
        return self.__material

    def reveal(self) -> str:
        """The secret in hexadecimal, to be published once the round is settled or void."""
        return self.__material.hex()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return hmac.compare_digest(self.__material, other.__material)

    def __repr__(self) -> str:
        return HIDDEN

    def __format__(self, _: str) -> str:
        return HIDDEN

    def __getstate__(self) -> NoReturn:
        raise TypeError("a secret is sealed to be stored: it is not copied, pickled or encoded")

    def __reduce_ex__(self, _: SupportsIndex) -> NoReturn:
        self.__getstate__()


def new_secret(entropy: Entropy) -> Secret:
    """Make a secret."""
    return Secret(entropy(SECRET_BYTES))


def framed(purpose: str, table: str, round_number: int) -> bytes:
    r"""Purpose, table and round, one line each: distinct inputs give distinct bytes.

    >>> framed("croupier/commitment/1", "edz-1", 42)
    b'croupier/commitment/1\nedz-1\n42\n'
    """
    if not table or not table.isprintable():
        raise ValueError(f"a table's name is one printable line, not {table!r}")
    if round_number < 0:
        raise ValueError(f"rounds are counted from 0 up, and {round_number} is below")
    return f"{purpose}\n{table}\n{round_number}\n".encode()


PURPOSE = "croupier/commitment"
FIRST_SCHEME, SCHEME = 1, 2
"""How a round is drawn: by its secret alone, or, in new rounds, by its secret and its seed."""


def commit(secret: Secret, table: str, round_number: int, scheme: int = FIRST_SCHEME) -> str:
    """The commitment to a secret, for one round of one table drawn by this scheme.

    >>> commit(Secret(bytes(32)), "edz-1", 42)[:16]
    '40c8850d8148840c'
    """
    lines = framed(f"{PURPOSE}/{scheme}", table, round_number)
    return sha256(lines + secret.expose()).hexdigest()


def verify(
    commitment: str, secret: Secret, table: str, round_number: int, scheme: int = FIRST_SCHEME
) -> bool:
    """Whether a commitment matches this secret for this round of this table."""
    made = commit(secret, table, round_number, scheme)
    return hmac.compare_digest(commitment.lower().encode(), made.encode())
