"""Names that look alike: another spelling does not get around an exclusion.

A name stands for every way to write it: in small letters or capitals, wide or narrow, with or
without accents, with spaces or punctuation anywhere, in small capitals, or in Cyrillic or Greek
letters that look like Latin ones. House procedure; Unicode's report 39 names the danger, and the
letters here are those of people's names.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Any, TypeVar

SMALL_CAPITALS = "ᴀʙᴄᴅᴇꜰɢʜᴊᴋᴍᴏᴘꞯꜱᴛᴜᴠᴡᴢᴁ"
LIKE_LATIN = str.maketrans(
    # Cyrillic, then Greek, each in small letters and in capitals.
    "авекмнорстухіјѕһԁԛԝѵӏгпьғӕ" + "АВЕКМНОРСТУХІЈЅҺԀԚԜѴӀЬ"
    "αβγεζηικμνορστυχωςϲϳ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ"
    "ıɑɡɩʏɪʟɴʀ" + SMALL_CAPITALS,
    "abekmhopctyxijshdqwvlrnbfæ" + "ABEKMHOPCTYXIJSHDQWVIB"
    "abyeznikuvopotuxwccj" + "ABEZHIKMNOPTYXCJ"
    "iagiyilnr" + "abcdefghjkmopqstuvwzæ",
)
BETWEEN = re.compile(r"(?<!\d) | (?!\d)")
"""Spaces that do not separate two numbers: t-1-1 and t-11 differ."""
UNSEEN = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0"))
"""Invisible letters."""
TOGETHER = frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"})
"""Scripts that are mixed in practice and have no look-alikes."""


@lru_cache(maxsize=16_384)
def likenesses(name: str) -> frozenset[str]:
    """The normal forms of a name; names that share one look alike.

    >>> likenesses("Eve") & likenesses(" eVE") & likenesses("Еѵе") == frozenset({"eve"})
    True
    >>> likenesses("Νίκος") & likenesses("ΝΙΚΟΣ") == frozenset()
    False
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).translate(UNSEEN))
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    seen = "".join(letter for letter in bare if unicodedata.category(letter) not in ("Mn", "Cf"))
    words = "".join(each if unicodedata.category(each)[0] in "LNM" else " " for each in seen)
    joined = BETWEEN.sub("", " ".join(words.split())) or " ".join(seen.split())
    # Both, since some letters look like one Latin letter when small and like another as capitals.
    return frozenset(
        written.translate(LIKE_LATIN).casefold() for written in (joined.casefold(), joined.upper())
    )


def alike(name: str, other: str) -> bool:
    """Whether two names look alike."""
    return not likenesses(name).isdisjoint(likenesses(other))


Kept = TypeVar("Kept")


class ByName(dict[str, Kept]):
    """What is kept by name, where a name like another is found without looking at all of them.

    >>> seats = ByName[int]()
    >>> seats["Eve"] = 1
    >>> seats.like(" eVE"), seats.like("Ada")
    ('Eve', None)
    """

    def __init__(self) -> None:
        self._names: dict[str, dict[str, None]] = {}
        """The names by each of their forms, the earliest first."""

    def __setitem__(self, name: str, kept: Kept) -> None:
        if name not in self:
            for form in likenesses(name):
                self._names.setdefault(form, {})[name] = None
        super().__setitem__(name, kept)

    def pop(self, name: str, *default: Any) -> Any:
        """Take out what is kept under a name."""
        if name in self:
            for form in likenesses(name):
                del self._names[form][name]
                if not self._names[form]:
                    del self._names[form]
        return super().pop(name, *default)

    def like(self, name: str) -> str | None:
        """A name that is the same to the eye."""
        known = (self._names[form] for form in sorted(likenesses(name)) if form in self._names)
        return next(iter(next(known, ())), None)


def mixes_scripts(name: str) -> bool:
    """Whether a name mixes scripts that nobody writes together.

    >>> mixes_scripts("Ada L. 2"), mixes_scripts("王 Wang"), mixes_scripts("Еvе")
    (False, False, True)
    """
    letters = [letter for letter in unicodedata.normalize("NFKC", name) if letter.isalpha()]
    scripts = {unicodedata.name(letter, "UNKNOWN").split()[0] for letter in letters}
    return len(scripts) > 1 and not scripts <= TOGETHER


def plain_identity(identity: str) -> str:
    """A document number without spaces and punctuation.

    >>> plain_identity(" s1234567-d ")
    'S1234567D'
    """
    written = unicodedata.normalize("NFKC", identity).upper()
    return "".join(letter for letter in written if letter.isalnum())
