"""The golden rounds: files of one book, and files that several books share word for word.

``python -m tests.notation.goldens BOOK/NAME`` prints one as round notation.
"""

import re
import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from croupier.notation import Shift, read

FOLDER = Path(__file__).parent.parent / "golden"
SHARED = FOLDER / "several-books"
BOOKS = re.compile(r"^books = .*\n", re.MULTILINE)
TITLE = re.compile(r"^title = .*\n", re.MULTILINE)


@dataclass(frozen=True)
class Golden:
    """One golden round in one book, as round notation."""

    path: Path
    book: str
    text: str

    def __str__(self) -> str:
        return f"{self.book}/{self.path.name.removesuffix('.round.toml')}"

    @property
    def claims(self) -> list[tuple[str, str]]:
        """What the file says that it proves, and the reading by which it is named."""
        proves = tomllib.loads(self.text).get("proves", [])
        reading = re.match(r"reading-(\d+)", self.path.name)
        named = [f"reading {reading[1]}"] if reading else []
        return [(self.book, clause) for clause in [*proves, *named]]

    def shift(self) -> Shift:
        return read(self.text, self.path.name)


@cache
def goldens() -> tuple[Golden, ...]:
    """Every golden round in every book that it is for, by book and name."""
    found = [golden for path in FOLDER.glob("*/*.round.toml") for golden in _in_books(path)]
    return tuple(sorted(found, key=str))


def _in_books(path: Path) -> list[Golden]:
    text = path.read_text("utf-8")
    if path.parent != SHARED:
        return [Golden(path, path.parent.name, text)]
    books: dict[str, list[str]] = tomllib.loads(text)["books"]
    return [Golden(path, book, _for(text, book, proves)) for book, proves in books.items()]


def _for(text: str, book: str, proves: list[str]) -> str:
    """A shared file as the file of one book: ``books`` becomes ``book`` and ``proves``."""
    text = BOOKS.sub(f'book = "{book}"\n', text, count=1)
    if not proves:
        return text
    listed = ", ".join(f'"{clause}"' for clause in proves)
    return TITLE.sub(lambda title: f"{title[0]}proves = [{listed}]\n", text, count=1)


if __name__ == "__main__":
    print(next(golden.text for golden in goldens() if str(golden) == sys.argv[1]), end="")
