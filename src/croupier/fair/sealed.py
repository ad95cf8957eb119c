"""A secret at rest: sealed until its round is over, under a key that is not in the data.

ChaCha20-Poly1305 with a random nonce; table and round are authenticated with it, so that a sealed
secret opens for its own round only and any changed byte is found. Written as ``1:`` and the nonce
and the sealed bytes in hexadecimal.
"""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from croupier.fair.secret import Entropy, Secret, framed

PURPOSE = "croupier/sealed/1"
VERSION = "1:"
NONCE_BYTES = 12


class SealError(Exception):
    """A sealed secret does not open: it was changed, or the key or the round is wrong."""


class SealingKey:
    """The key that seals and unseals; like a secret, it is never printed."""

    __slots__ = ("__cipher",)

    def __init__(self, key: bytes) -> None:
        self.__cipher = ChaCha20Poly1305(key)

    def seal(self, nonce: bytes, content: bytes, tied_to: bytes) -> bytes:
        """Seal content, bound to data that must be given again to open it."""
        return self.__cipher.encrypt(nonce, content, tied_to)

    def unseal(self, nonce: bytes, sealed: bytes, tied_to: bytes) -> bytes:
        """Open sealed content, if nothing was changed."""
        return self.__cipher.decrypt(nonce, sealed, tied_to)

    def __repr__(self) -> str:
        return "SealingKey(hidden)"


def seal(secret: Secret, key: SealingKey, table: str, round_number: int, entropy: Entropy) -> str:
    """Seal a secret for storage until its round is over; the nonce comes from the entropy."""
    nonce = entropy(NONCE_BYTES)
    sealed = key.seal(nonce, secret.expose(), framed(PURPOSE, table, round_number))
    return VERSION + (nonce + sealed).hex()


def unseal(sealed: str, key: SealingKey, table: str, round_number: int) -> Secret:
    """Open the secret that was sealed for this round of this table."""
    try:
        if not sealed.startswith(VERSION):
            raise ValueError
        content = bytes.fromhex(sealed.removeprefix(VERSION))
        nonce, rest = content[:NONCE_BYTES], content[NONCE_BYTES:]
        return Secret(key.unseal(nonce, rest, framed(PURPOSE, table, round_number)))
    except (ValueError, InvalidTag):
        # No cause: what was tried must not end up in a traceback.
        raise SealError(
            f"the sealed secret of table {table!r}, round {round_number} does not open: "
            "it was changed, or the key or the round is another"
        ) from None
