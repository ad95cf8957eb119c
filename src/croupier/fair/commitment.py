r"""The commitment: a hash that is public before bets open and binds the house to its secret.

commitment = SHA-256("croupier/commitment/" scheme "\n" table "\n" round "\n" secret), written in
hexadecimal; scheme and round are in decimal, the text is UTF-8, the secret is its 32 bytes. It has
256 random bits, so that the hash neither gives it away nor fits a second one. The scheme is hashed
too: a round cannot pass for one of another scheme afterwards.
"""

import hmac
from hashlib import sha256

from croupier.fair.framing import framed
from croupier.fair.secret import Secret

PURPOSE = "croupier/commitment"
FIRST_SCHEME, SCHEME = 1, 2
"""How a round is drawn: by its secret alone, or, in new rounds, by its secret and its seed."""


def commit(secret: Secret, table: str, round_number: int, scheme: int = FIRST_SCHEME) -> str:
    """The commitment to a secret for one round of one table, drawn by that scheme.

    >>> commit(Secret(bytes(32)), "edz-1", 42)[:16]
    '40c8850d8148840c'
    """
    lines = framed(f"{PURPOSE}/{scheme}", table, round_number)
    return sha256(lines + secret.expose()).hexdigest()


def verify(
    commitment: str, secret: Secret, table: str, round_number: int, scheme: int = FIRST_SCHEME
) -> bool:
    """Whether a commitment is the one to this secret for this round of this table."""
    made = commit(secret, table, round_number, scheme)
    return hmac.compare_digest(commitment.lower().encode(), made.encode())
