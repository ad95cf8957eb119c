r"""The commitment: a hash that is public before bets open and binds the house to its secret.

commitment = SHA-256("croupier/commitment/1\n" table "\n" round "\n" secret), in hexadecimal, where
round is in decimal, the text is UTF-8 and the secret is its 32 bytes. The secret has 256 random
bits, so that the hash neither gives it away nor fits a second one.
"""

import hmac
from hashlib import sha256

from croupier.fair.framing import framed
from croupier.fair.secret import Secret

PURPOSE = "croupier/commitment/1"


def commit(secret: Secret, table: str, round_number: int) -> str:
    """The commitment to a secret for one round of one table.

    >>> commit(Secret(bytes(32)), "edz-1", 42)[:16]
    '40c8850d8148840c'
    """
    return sha256(framed(PURPOSE, table, round_number) + secret.expose()).hexdigest()


def verify(commitment: str, secret: Secret, table: str, round_number: int) -> bool:
    """Whether a commitment is the one to this secret for this round of this table."""
    made = commit(secret, table, round_number)
    return hmac.compare_digest(commitment.lower().encode(), made.encode())
