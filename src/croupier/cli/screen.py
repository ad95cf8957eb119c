"""What every command shares: the screen, the ``--json`` option, and how an error is told."""

import json
import sys
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from croupier import books
from croupier.rules.refusal import CroupierError, Refusal

PIPED_WIDTH = 120
USAGE = 2


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


class Screen(Console):
    """A console that leaves a closed pipe to ``main``, where it is no error."""

    def on_broken_pipe(self) -> None:
        """Tell it on, instead of exiting with 1."""
        raise BrokenPipeError


def screen(*, stderr: bool = False) -> Console:
    """The screen to print on: coloured and as wide as the terminal, plain when piped."""
    stream = sys.stderr if stderr else sys.stdout
    return Screen(stderr=stderr, highlight=False, width=None if stream.isatty() else PIPED_WIDTH)


def table(title: str, *columns: str, right: tuple[str, ...] = ()) -> Table:
    """An empty table in the house's style; the columns named ``right`` hold figures."""
    made = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        header_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return made


def print_json(value: Any) -> None:
    """Print a value as JSON, one line, keys in the order given."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def tell(refusal: Refusal, *, as_json: bool) -> None:
    """Tell on standard error what was refused and why."""
    if as_json:
        error = {"code": refusal.code, "message": refusal.message, "clause": refusal.clause}
        sys.stderr.write(json.dumps({"error": error}, ensure_ascii=False) + "\n")
        return
    clause = f" (clause {refusal.clause})" if refusal.clause else ""
    screen(stderr=True).print(
        f"[bold red]error[/] [dim]{refusal.code}[/]: ", end="", soft_wrap=True
    )
    screen(stderr=True).print(refusal.message + clause, markup=False, soft_wrap=True)


__all__ = [
    "USAGE",
    "BookArgument",
    "CroupierError",
    "JsonOption",
    "print_json",
    "screen",
    "table",
    "tell",
]
