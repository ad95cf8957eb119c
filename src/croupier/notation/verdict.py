"""The verdict on a line: the expected effect, which a file may state after ``=>``.

With verdicts a file checks its refusals and voids as well as its settlement. How a verdict comes
about is not known here.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from croupier.notation.line_templates import Form
from croupier.round.base import Line
from croupier.rules.book import Book

StepKind = Literal["ok", "refused", "void", "noted"]
ARROW = " => "


@dataclass(frozen=True, slots=True)
class Verdict:
    """The effect of a line, and the clause or the reading (``reading 14``) behind it."""

    lines: ClassVar = (Line("{kind}[ by {source}]", "refused by 5.11"),)
    kind: StepKind
    source: str | None = None

    def __str__(self) -> str:
        return VERDICT.write(self)


VERDICT: Form[Verdict] = Form(Verdict, Verdict.lines[0])


def split_verdict(text: str, book: Book) -> tuple[str, Verdict | None]:
    """A line and its verdict, if it has one."""
    line, arrow, after = text.rpartition(ARROW)
    verdict = VERDICT.read(after.strip(), book) if arrow else None
    return (text, None) if verdict is None else (line, verdict)
