"""Checks a revealed round from its record alone: did the house draw what it had committed to?

The record is JSON, published after the round, settled or void:

    {"book": "fast-action-2020",    the book's id
     "table": "fast-1",             the table's name, as it was committed to
     "round": 42,                   the round's number, as it was committed to
     "scheme": 2,                   how it was drawn; left out, it is 1
     "status": "settled",           or "void"; left out, it is "settled"
     "commitment": "9f86…",         64 hexadecimal digits, shown before bets opened
     "secret": "2c26…",             64 hexadecimal digits, shown after the round; null where it is
                                    lost
     "lost": false,                 whether the house declared the secret lost: nothing can be
                                    checked then; left out, it is false
     "seed": "b5d4…",               64 hexadecimal digits, shown at the close of bets; null or left
                                    out in scheme 1, and where bets were never closed
     "pockets": ["0", "00", …],     all numbers of the wheel, in any order
     "bonus_numbers": ["7", …],     in the order drawn; null or left out where none were drawn
     "pocket": "17"}                where the wheel is the system's own; else null or left out

A void before the close draws nothing, and then the commitment is all there is to check. The reader
must have the commitment from before the bets, and the seed from the close, from a terminal or a
display: a record could carry others. Given the book, the wheel's numbers and how many are drawn are
held against it too.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from croupier.fair.draw import draw_bonus, draw_pocket
from croupier.fair.secret import SCHEME, Secret, verify
from croupier.rules.book import Book
from croupier.rules.refusal import RoundError, refusal

Hexadecimal = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-fA-F]{64}\Z")]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A revealed round as published; unknown keys are refused, since nothing would check them."""

    book: str
    table: str
    round: Annotated[int, msgspec.Meta(ge=0)]
    status: Literal["settled", "void"] = "settled"
    scheme: Literal[1, 2] = 1
    commitment: Hexadecimal
    secret: Hexadecimal | None = None
    lost: bool = False
    seed: Hexadecimal | None = None
    pockets: tuple[str, ...]
    bonus_numbers: tuple[str, ...] | None = None
    pocket: str | None = None

    def __post_init__(self) -> None:
        if not self.table or not self.table.isprintable():
            raise ValueError(f"a table's name is one printable line, not {self.table!r}")
        if not self.pockets or len(set(self.pockets)) != len(self.pockets):
            raise ValueError("pockets must list the numbers of the wheel, each once")
        if self.secret is None and not self.lost:
            raise ValueError("a round that is not lost has its secret")
        drawn = self.bonus_numbers is not None or self.pocket is not None
        if self.scheme == SCHEME and drawn and self.seed is None:
            raise ValueError("what scheme 2 draws needs the round's seed")
        if self.scheme != SCHEME and self.seed is not None:
            raise ValueError("a round of scheme 1 has no seed")


@dataclass(frozen=True, slots=True)
class Finding:
    """One failed check: a stable code and a sentence."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What was checked, and the checks that failed."""

    checked: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether the round was drawn as committed."""
        return not self.findings


def read_record(content: bytes, name: str) -> Record:
    """Read a record from a file's content; the name is for error messages."""
    try:
        return msgspec.json.decode(content, type=Record)
    except msgspec.ValidationError as error:
        raise RoundError(refusal("input/bad-shape", file=name, reason=str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RoundError(refusal("input/bad-json", file=name, reason=str(error))) from None


def check(record: Record, book: Book | None = None) -> Verification:
    """Check a revealed round; with its book, also which numbers it drew from and how many."""
    if record.secret is None:
        message = f"the house declared the secret of round {record.round} lost: it proves nothing"
        return Verification((), (Finding("fair/secret-lost", message),))
    secret = Secret.revealed(record.secret)
    checked, findings = ["commitment"], []
    if not verify(record.commitment, secret, record.table, record.round, record.scheme):
        findings.append(
            Finding(
                "fair/commitment",
                f"the commitment {record.commitment} is not the one to this secret "
                f"for round {record.round} of table {record.table!r} by scheme {record.scheme}",
            )
        )
    if book is not None:
        checked.append("book")
        findings += _against_book(record, book)
    if record.bonus_numbers is not None:
        checked.append("bonus_numbers")
        findings += _bonus_numbers(record, record.bonus_numbers, secret)
    if record.pocket is not None:
        checked.append("pocket")
        drawn = draw_pocket(secret, record.table, record.round, record.pockets, record.seed)
        if record.pocket != drawn:
            message = f"the draw gives the pocket {drawn}, and the record {record.pocket!r}"
            findings.append(Finding("fair/pocket", message))
    return Verification(tuple(checked), tuple(findings))


def _bonus_numbers(record: Record, given: tuple[str, ...], secret: Secret) -> list[Finding]:
    count = len(given)
    if count > len(record.pockets):
        message = f"{count} Bonus Numbers cannot come from {len(record.pockets)} numbers"
        return [Finding("fair/bonus-numbers", message)]
    drawn = draw_bonus(secret, record.table, record.round, record.pockets, count, record.seed)
    if given == drawn:
        return []
    message = f"the draw gives the Bonus Numbers {', '.join(drawn)}, the record {', '.join(given)}"
    return [Finding("fair/bonus-numbers", message)]


def _against_book(record: Record, book: Book) -> list[Finding]:
    findings = []
    if set(record.pockets) != set(book.pockets):
        message = f"the record's pockets are not the {len(book.pockets)} numbers of {book.id}"
        findings.append(Finding("fair/pockets", message))
    wanted = book.bonus.count if book.bonus else 0
    drawn = len(record.bonus_numbers or ())
    # A void may come before the draw; then there is none (reading 10).
    if drawn != wanted and not (record.status == "void" and record.bonus_numbers is None):
        message = f"{book.id} draws {wanted} Bonus Numbers a round, and the record has {drawn}"
        findings.append(Finding("fair/bonus-count", message))
    return findings
