"""Compressed answers, for those who take them.

Compressed over TLS, an answer's length reveals what it has in common with what somebody else made
it contain (BREACH). So only answers that hold no secret and nothing of anybody's are compressed:
files of the pages, what the rule books say, and the API's description.
"""

import gzip
import re
from collections.abc import Mapping, Sequence

PACKED: Mapping[str, str] = {"br": ".br", "gzip": ".gz"}
"""Compressed forms, and how files in them end; the smallest first."""
REFUSED = re.compile(r"q=0(\.0*)?")
WORTH_IT = 1024
"""Bytes: shorter answers fit into one packet as they are."""
LEVEL = 6


def accepted(said: str) -> Sequence[str]:
    """The compressed forms that a client takes, the smallest first.

    >>> accepted("gzip, deflate, br;q=0.8"), accepted("identity, gzip;q=0")
    (['br', 'gzip'], [])
    """
    asked = (each.partition(";") for each in said.split(","))
    taken = {name.strip(): terms.replace(" ", "") for name, _, terms in asked}
    return [form for form in PACKED if form in taken and not REFUSED.fullmatch(taken[form])]


def packed(content: bytes) -> Mapping[str, bytes]:
    """What is given again and again, compressed once."""
    return {"gzip": gzip.compress(content, LEVEL, mtime=0)} if len(content) > WORTH_IT else {}
