"""What every command shares: the screen, the ``--json`` option, and how an error is told.

Nothing that is printed is wrapped, cut, coloured by accident or read as markup: commands, paths,
addresses and tokens come out as they are, whatever the terminal's width. Only prose is folded:
``print_prose``, and the columns of a table that are ``prose``.
"""

import codecs
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from croupier import books
from croupier.cli.listing import Column, Listing
from croupier.rules.refusal import CroupierError, Refusal, refusal

PIPED_WIDTH = 120
USAGE = 2
PLAIN = "croupier-plain"
"""The name of how characters are written that a terminal does not have."""
SPELLED = {"✓": "+", "✗": "x", "○": "o", "·": "-", "▲": "^", "→": "->", "×": "x", "…": "..."}
SPELLED |= dict.fromkeys("–—−─━", "-") | dict.fromkeys("█▉▊▋▌▍▎▏", "#") | dict.fromkeys("“”", '"')


def _complete_book(incomplete: str) -> list[str]:
    return [book for book in books.ids() if book.startswith(incomplete)]


BookArgument = Annotated[
    str,
    typer.Argument(
        metavar="BOOK",
        help="A book's id, or the path of a data file ending in .toml.",
        autocompletion=_complete_book,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


# Where it goes


def _plain(error: UnicodeError) -> tuple[str | bytes, int]:
    """What stands for a character that the terminal's encoding lacks; a path's bytes stay as is."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start]
    with suppress(UnicodeEncodeError):
        if not lacking.isprintable():
            return lacking.encode("ascii", "surrogateescape"), error.start + 1
    return SPELLED.get(lacking, "?"), error.start + 1


def prepare_streams() -> None:
    """Have every character printable, whatever the terminal's encoding."""
    codecs.register_error(PLAIN, _plain)
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):  # a test may stand in for it
            stream.reconfigure(errors=PLAIN)  # type: ignore[union-attr]


class ReaderGone(Exception):  # noqa: N818 - it is no error
    """Nobody reads any more what is printed, as after ``head``."""


@contextmanager
def delivering() -> Iterator[None]:
    """Tell what keeps from printing: nobody reads it any more, or there is no room for it."""
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None
    except OSError as error:
        no = refusal("file/unwritable", file="standard output", reason=error.strerror)
        raise CroupierError(no) from None


@contextmanager
def shown_once(lost: str) -> Iterator[None]:
    """Print what cannot be printed again; where that fails, tell what was done and what to do."""
    try:
        yield
        with delivering():
            sys.stdout.flush()
    except (CroupierError, ReaderGone):
        no = refusal("file/unwritable", file="standard output", reason=lost)
        raise CroupierError(no) from None


def write(text: str) -> None:
    """Write to standard output, as it is."""
    with delivering():
        sys.stdout.write(text)


def drop_unwritten() -> None:
    """Forget what could not be printed: Python would try it once more at the end."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


class Screen(Console):
    """A console that prints what it is given as it is."""

    def print(self, *objects: Any, **how: Any) -> None:
        """Print, or tell why that cannot be."""
        with delivering():
            super().print(*objects, **how)

    def on_broken_pipe(self) -> None:
        """Tell it on, instead of exiting with 1."""
        raise BrokenPipeError


def screen(*, stderr: bool = False) -> Console:
    """The screen to print on: coloured and as wide as the terminal, plain when piped."""
    stream = sys.stderr if stderr else sys.stdout
    return Screen(
        stderr=stderr,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
        width=None if stream.isatty() else PIPED_WIDTH,
    )


# What goes there


def table(
    title: str,
    *columns: str,
    right: tuple[str, ...] = (),
    prose: tuple[str, ...] = (),
    keys: int = 1,
) -> Listing:
    """An empty table; the columns ``right`` hold figures, those of ``prose`` may be folded."""
    made = [Column(name, name in right, name in prose) for name in columns]
    return Listing(title, made, keys)


def print_prose(text: Text | str, indent: int = 0) -> None:
    """Print sentences, folded between words at the screen's width."""
    shown = screen()
    for line in (Text(text) if isinstance(text, str) else text).wrap(shown, shown.width - indent):
        line.rstrip()
        shown.print(Text(" " * indent) + line)


def print_json(value: Any) -> None:
    """Print a value as JSON, one line, keys in the order given."""
    write(_json(value, sys.stdout.encoding))


def _json(value: Any, encoding: str) -> str:
    return json.dumps(value, ensure_ascii=not encoding.lower().startswith("utf")) + "\n"


def tell(refusal: Refusal, *, as_json: bool) -> None:
    """Tell on standard error what was refused and why."""
    with suppress(OSError):  # where nobody can be told, the exit code says it
        if as_json:
            error = {"code": refusal.code, "message": refusal.message, "clause": refusal.clause}
            sys.stderr.write(_json({"error": error}, sys.stderr.encoding))
            return
        clause = f" (clause {refusal.clause})" if refusal.clause else ""
        head = (("error", "bold red"), " ", (refusal.code, "dim"))
        told = Text.assemble(*head, f": {refusal.message}{clause}")
        Console(stderr=True, soft_wrap=True).print(told)


__all__ = [
    "USAGE",
    "BookArgument",
    "CroupierError",
    "JsonOption",
    "print_json",
    "print_prose",
    "screen",
    "shown_once",
    "table",
    "tell",
    "write",
]
