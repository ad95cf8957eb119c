"""Names of people that are the same to the eye: an exclusion is not passed by another spelling.

A name stands for every way to write it: in small letters or capitals, wide or narrow, with or
without accents, with spaces or punctuation anywhere, in small capitals, or in Cyrillic or Greek
letters that look like Latin ones. House procedure; Unicode's report 39 names the danger, and the
letters here are those of people's names.
"""

import re
import unicodedata
from functools import lru_cache

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
"""Spaces that do not part two numbers: t-1-1 and t-11 are two."""
UNSEEN = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0"))
"""Letters that show nothing."""
TOGETHER = frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"})
"""Scripts that are written beside one another and hold no look-alikes."""


@lru_cache(maxsize=16_384)
def likenesses(name: str) -> frozenset[str]:
    """The forms of a name; two names are alike that have one in common.

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
    """Whether two names are the same to the eye."""
    return not likenesses(name).isdisjoint(likenesses(other))


def mixes_scripts(name: str) -> bool:
    """Whether a name is of letters that nobody writes together.

    >>> mixes_scripts("Ada L. 2"), mixes_scripts("王 Wang"), mixes_scripts("Еvе")
    (False, False, True)
    """
    letters = [letter for letter in unicodedata.normalize("NFKC", name) if letter.isalpha()]
    scripts = {unicodedata.name(letter, "UNKNOWN").split()[0] for letter in letters}
    return len(scripts) > 1 and not scripts <= TOGETHER


def plain_identity(identity: str) -> str:
    """The number of somebody's document without what people write between.

    >>> plain_identity(" s1234567-d ")
    'S1234567D'
    """
    written = unicodedata.normalize("NFKC", identity).upper()
    return "".join(letter for letter in written if letter.isalnum())
