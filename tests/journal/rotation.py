"""Key rotation on record: journals may hold it, though no command rotates a key yet."""

from croupier.journal.events import KeyRotated
from croupier.journal.keys import SigningKey, rotation


def key_rotated(old: SigningKey, new: SigningKey) -> KeyRotated:
    """The event that a new key takes over; every stream that the old one signs needs it."""
    message = rotation(old.public, new.public)
    return KeyRotated(old.public, new.public, old.sign(message), new.sign(message))
