"""Names and texts that may be on record: logs and notation are made of them.

A name is of plain letters, so that no two look alike, and none can end a line or begin another.
"""

import re

from croupier.round.base import Actor

HOUSE = Actor("house")
"""The person at the house's own machine, and the house where it acts by itself."""

NAME_LENGTH_MAX = 40
NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._-]*[A-Za-z0-9])?", re.ASCII)
RESERVED = frozenset({"house", "house.toml", "automatic", "system", "terminals", "public"})
"""Names that the record uses for what is no person and no device."""
TEXT_LENGTH_MAX = 500


def bad_name(name: str) -> str | None:
    """What is wrong with a name, in a word, or nothing.

    >>> bad_name("Ada L. 2")
    >>> bad_name("House")
    'reserved'
    """
    if not 1 <= len(name) <= NAME_LENGTH_MAX:
        return "length"
    if NAME.fullmatch(name) is None:
        return "characters"
    if name.casefold() in RESERVED:
        return "reserved"
    return None


def quoted(name: str) -> str:
    """A name that was refused, safe to be shown."""
    return ascii(name[:NAME_LENGTH_MAX])


def cleaned(text: str) -> str:
    """A text as one printable line: an alert must not be lost for its spelling.

    >>> cleaned("no signal" + chr(10) + "from COM1")
    'no signal?from COM1'
    """
    cut = text[:TEXT_LENGTH_MAX]
    return "".join(letter if letter.isprintable() else "?" for letter in cut)
