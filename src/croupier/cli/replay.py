"""``croupier replay``: a round walked line by line, with what each line did and by which clause."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier import notation
from croupier.books import load
from croupier.cli import settle
from croupier.cli.commands import JsonOption
from croupier.cli.printing import print_json
from croupier.cli.screen import print_prose, screen
from croupier.notation.actions import Note
from croupier.rules.book import Book
from croupier.rules.refusal import NotationError, refusal

FAILED = 1
"""The exit code of a round that did not go as its file expects."""

LINE_WIDTH_MAX = 38
BESIDE_MIN = 40
"""The least room beside a line for what it did; otherwise it stands below."""
MARKS = {
    "ok": ("✓", "green"),
    "refused": ("✗", "yellow"),
    "void": ("○", "magenta"),
    "noted": ("·", "cyan"),
}
"""How each kind of step is marked; the words say it too."""


def replay(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE|-", help="A file in round notation, or - for standard input."),
    ],
    json: JsonOption = False,
) -> None:
    """Replay a round line by line, with what each line did and by which clause."""
    name = "standard input" if file == "-" else file
    shift = notation.read(_text(file, name), name)
    walked = notation.walk(shift)
    if json:
        print_json(_as_json(shift, walked))
    else:
        book = load(shift.book)
        screen().rule(Text(f"{book.name} ", "dim"), align="left")
        screen().print(Text(shift.title, "bold"))
        for one in walked:
            show(one, book, screen())
    if any(one.differences for one in walked):
        _print_differences(walked)
        raise typer.Exit(FAILED)


def show(walked: notation.Walked, book: Book, out: Console) -> None:
    """Print a round: its lines, what they did, and the settlement."""
    if walked.round.title is not None:
        out.print(Text(f"\n{walked.round.title}", "bold"))
    out.print()
    show_steps(walked, book, out)
    out.print()
    if walked.settlement is None:
        lines = [step.line for step in walked.steps if not isinstance(step.action, Note)]
        stands = f"it ends after “{lines[-1]}”" if lines else "it has no lines"
        out.print(f"The round is unfinished: {stands}, and nothing is settled.")
    else:
        settle.show(walked.settlement)


def show_steps(walked: notation.Walked, book: Book, out: Console) -> None:
    """Print the lines of a round and what each did; a clause is quoted when it first appears."""
    lines = [step.line for step in walked.steps if not isinstance(step.action, Note)]
    room = min(LINE_WIDTH_MAX, out.width - BESIDE_MIN)
    width = max((len(line) for line in lines if len(line) <= room), default=0)
    quoted: set[str] = set()
    number = 0
    for step in walked.steps:
        if isinstance(step.action, Note):
            print_prose(Text(step.says, "italic"), 5)
            continue
        number += 1
        mark, style = MARKS[step.kind]
        beside = len(step.line) <= width
        if not beside:  # a line is never broken: what it did stands below it
            out.print(Text.assemble((f"{number:>3}  ", "dim"), step.line))
        row = Table.grid(padding=(0, 2, 0, 0))
        row.add_column(width=3, justify="right", style="dim")
        row.add_column(width=width if beside else 0)
        row.add_column(width=1)
        row.add_column(overflow="fold")
        shown = (str(number), step.line) if beside else ("", "")
        row.add_row(*shown, Text(mark, style), _did(step, book, quoted, style))
        out.print(row)


def _did(step: notation.Step, book: Book, quoted: set[str], style: str) -> Text:
    """What a step did, with its source: in full the first time, by its number afterwards."""
    text = Text(step.says, "" if step.kind == "ok" else style)
    if (cited := _source(step, book)) is not None:
        source, summary = cited
        text.append(f"  {source}" if source in quoted else f"\n{source}  {summary}", "dim")
        quoted.add(source)
    return text


def _source(step: notation.Step, book: Book) -> tuple[str, str] | None:
    """The clause with its summary, or the readings where no clause says it."""
    if step.clause is not None:
        return step.clause, book.clauses[step.clause].summary
    if not step.readings:
        return None
    titles = [book.readings[number].title for number in step.readings]
    return (
        f"reading{'s' if len(titles) > 1 else ''} {', '.join(map(str, step.readings))}",
        "; ".join(titles),
    )


def _as_json(shift: notation.Shift, walked: tuple[notation.Walked, ...]) -> dict[str, object]:
    head: dict[str, object] = {"book": shift.book, "title": shift.title}
    if len(walked) == 1:
        return head | _round_as_json(walked[0])
    return head | {"rounds": [{"title": w.round.title} | _round_as_json(w) for w in walked]}


def _round_as_json(walked: notation.Walked) -> dict[str, object]:
    settlement = walked.settlement
    return {
        "steps": [
            {
                "line": step.line,
                "kind": step.kind,
                "says": step.says,
                "clause": step.clause,
                "readings": step.readings,
            }
            for step in walked.steps
        ],
        "settlement": settlement.to_dict() if settlement is not None else None,
        "differences": walked.differences,
    }


def _print_differences(walked: tuple[notation.Walked, ...]) -> None:
    """Print on standard error how the round differs from the file."""
    out = screen(stderr=True)
    for number, one in enumerate(walked, 1):
        if one.differences:
            who = f"Round {number}" if len(walked) > 1 else "The round"
            out.print(Text(f"{who} is not as the file expects", "bold"))
            out.print(Text("- expected  + computed", "dim"))
            for line in one.differences:
                colour = {"-": "yellow", "+": "green"}.get(line[0], "dim")
                out.print(Text(line, colour))


def _text(file: str, name: str) -> str:
    try:
        return (sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()).decode()
    except OSError as error:
        raise NotationError(
            refusal("file/unreadable", file=file, reason=error.strerror or str(error))
        ) from None
    except UnicodeDecodeError as error:
        reason = f"it is not UTF-8: {error.reason}"
        raise NotationError(
            refusal("notation/bad", file=name, where=f"byte {error.start}", reason=reason)
        ) from None
