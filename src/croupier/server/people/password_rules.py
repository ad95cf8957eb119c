"""Password rules: long enough, and not made of what attackers try first: common words, keyboard
rows, years and names.

Common parts are removed from a password; what remains must be long enough. The list is short and
our own: it stops the obvious, and throttling slows down the rest.
"""

import re
import secrets
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from croupier.rules.refusal import Refusal, refusal

PASSWORD_LENGTH_MIN = 12
PASSWORD_LENGTH_MAX = 128
LETTERS_MIN = 4
"""The least number of different characters."""
NAME_TELLS_FROM = 4
"""A shorter name may be in a password by chance."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without characters that people confuse."""
OWN_MIN = 6
"""The least number of unpredictable characters; a digit counts half."""
RUN_MIN = 4
"""The length of a run of neighbours on a keyboard or in the alphabet."""
PART_MIN = 4
"""Shorter parts of a name may be in a password by chance."""
ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "qsdfghjklm",
    "zxcvbnm",
    "yxcvbnm",
    "wxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p",
    "qazwsxedcrfvtgbyhnujm",
    "147258369",
    "0246813579",
)
LOOKALIKES = str.maketrans(
    {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s"}
    | {"!": "i", "+": "t", "€": "e", "|": "l"}
)
YEAR = re.compile(r"(?:19|20)\d\d")
WORDS = frozenset(
    Path(__file__).with_name("common_passwords.txt").read_text(encoding="utf-8").split()
)
"""Common words, in small letters."""


def new_password() -> str:
    """A generated password that is easy to type: four groups of five letters, 99 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(4))


def weak(password: str, name: str, house: str = "") -> Refusal | None:
    """Why a password is refused, or None."""
    fits = PASSWORD_LENGTH_MIN <= len(password) <= PASSWORD_LENGTH_MAX
    named = len(name) >= NAME_TELLS_FROM and name.casefold() in password.casefold()
    if not fits or named or len(set(password)) < LETTERS_MIN:
        return refusal("staff/weak-password", min=PASSWORD_LENGTH_MIN, max=PASSWORD_LENGTH_MAX)
    return refusal("staff/common-password") if predictable(password, name, house) else None


def predictable(password: str, *names: str) -> bool:
    """Whether somebody who knows the house and the person would try it.

    >>> predictable("P4ssw0rd-2026!!"), predictable("The-Gr4nd-C4sino", "The Grand")
    (True, True)
    >>> predictable("a lamp, eleven herons")
    False
    """
    text = unicodedata.normalize("NFKC", password).casefold()
    words = WORDS.union(*map(variations, names))
    return _repeats(text) or any(_own(each, words) < 2 * OWN_MIN for each in _spellings(text))


def variations(name: str) -> Iterator[str]:
    """A name and its words, forwards and backwards."""
    whole = unicodedata.normalize("NFKC", name).casefold()
    for part in {*re.split(r"\W+|_", whole), "".join(filter(str.isalnum, whole))}:
        if len(part) >= PART_MIN:
            yield part
            yield part[::-1]


def _spellings(text: str) -> Iterator[str]:
    """As given, and with digits and signs replaced by the letters they resemble."""
    for each in (text, text.translate(LOOKALIKES)):
        yield "".join(filter(str.isalnum, each))


def _own(text: str, words: Iterable[str]) -> int:
    """The score of what remains without common parts: two per letter, one per digit."""
    for word in sorted(words, key=lambda each: (-len(each), each)):
        text = text.replace(word, " ")
    left = _without_runs(YEAR.sub(" ", text))
    return sum(1 if each.isdigit() else 2 for each in left if each.isalnum())


def _without_runs(text: str) -> str:
    """Without keyboard runs in either direction and without repeated letters."""
    rows = [*ROWS, *(row[::-1] for row in ROWS)]
    kept, at = [], 0
    while at < len(text):
        length = max(_run(text, at, rows), _same(text, at))
        if length < RUN_MIN:
            kept.append(text[at])
        at += length if length >= RUN_MIN else 1
    return "".join(kept)


def _run(text: str, at: int, rows: Iterable[str]) -> int:
    """The length of the keyboard run from here."""
    longest = 0
    for row in rows:
        length = RUN_MIN
        while at + length <= len(text) and text[at : at + length] in row:
            longest = max(longest, length)
            length += 1
    return longest


def _same(text: str, at: int) -> int:
    """How often the letter here is repeated; 0 for a space."""
    letters = text[at:]
    return len(letters) - len(letters.lstrip(letters[0])) if letters[0] != " " else 0


def _repeats(text: str) -> bool:
    """Whether it repeats one part: twice is as easy to guess as once."""
    return text in (text + text)[1:-1]
