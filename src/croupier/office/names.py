"""Names and texts that may be recorded; logs and notation are built from them.

A name is of plain letters, so that no two look alike, and none can end a line or begin another.
"""

import re

from croupier.round.base import Actor

HOUSE = Actor("house")
"""The actor for the command line on the house's machine, and for the house itself."""

NAME_LENGTH_MAX = 40
NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._-]*[A-Za-z0-9])?", re.ASCII)
RESERVED = frozenset({"house", "house.toml", "automatic", "system", "terminals", "public"})
"""Names that the record uses for neither a person nor a device."""
TEXT_LENGTH_MAX = 500


def bad_name(name: str) -> str | None:
    """What is wrong with a name, in a word, or None.

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
    """A refused name, safe to display."""
    return ascii(name[:NAME_LENGTH_MAX])


def cleaned(text: str) -> str:
    """A text as one printable line, so that no alert is lost because of its characters.

    >>> cleaned("no signal" + chr(10) + "from COM1")
    'no signal?from COM1'
    """
    cut = text[:TEXT_LENGTH_MAX]
    return "".join(letter if letter.isprintable() else "?" for letter in cut)
