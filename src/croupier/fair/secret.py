"""A round's secret: 32 bytes that nothing shows by accident.

Printing, formatting, logging, copying, pickling or encoding one never gives the bytes. Code that
needs them asks by name: ``expose`` to derive or seal, ``reveal`` to publish after the round.
"""

import hmac
from collections.abc import Callable
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
        """The secret that ``reveal`` wrote."""
        return cls(bytes.fromhex(text))

    def expose(self) -> bytes:
        """The bytes, to derive from or to seal; never to be kept, shown or passed on."""
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
    """A new secret from the randomness given."""
    return Secret(entropy(SECRET_BYTES))
