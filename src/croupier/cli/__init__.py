"""The command line: one module a command, imported when it is called."""

import errno
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from croupier import __version__
from croupier.cli.commands import Commands, lazy
from croupier.cli.completion import join_colons
from croupier.cli.printing import (
    ReaderGone,
    delivering,
    drop_unwritten,
    is_reader_gone,
    prepare_streams,
    print_error,
)
from croupier.rules.refusal import CroupierError, refusal

USAGE = 2
INTERRUPTED = 130
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""The errors of a device that takes no more."""

PANELS: Mapping[str, Mapping[str, str]] = {
    "The books": {
        "books": "List the rule books.",
        "wagers": "List every wager of a book with what it covers, pays and consists of.",
        "rules": "Show what each clause of a book requires, its readings and its tests.",
    },
    "The maths": {
        "odds": "Show exact odds: chance of winning, expected return and house edge.",
        "par": "Write a book's PAR sheet: rules, odds and their derivation, for a regulator.",
        "simulate": "Work out the result of a session: exactly if possible, otherwise simulated.",
        "lab": "Compare strategies, validate books, test wheels.",
    },
    "Rounds": {
        "settle": "Settle one round given as JSON: what each wager wins, loses or gets back.",
        "replay": "Replay a round line by line, with what each line did and by which clause.",
        "demo": "Play one annotated round of each book.",
    },
    "Pictures": {
        "layout": "Draw a book's felt and what wagers cover on it.",
        "wheel": "Draw a book's wheel and what wagers cover on it.",
    },
    "A house": {
        "serve": "Run a house: a demo in the browser, or what a house file describes.",
        "init": "Write a house file with every setting explained in it.",
        "check": "Check a house file: exit 0 if it is in order, 1 if not, 2 if it is unreadable.",
        "adopt": "Switch tables to a newer edition of their rule book; stop the house first.",
        "lost": "Record that a key is lost, and replace it; stop the house first.",
        "staff": "Manage the people who work in a house.",
        "terminal": "Manage the devices that may bet in a house.",
        "device": "Manage the bill validators and ticket printers of a house.",
    },
    "The record of a house": {
        "verify": "Check a house's journal: its chain, every round, every balance.",
        "journal": "Show a house's journal: rounds, events, statistics, audit trail.",
        "export": "Export a table's rounds or wagers: CSV, JSON lines, Parquet or round notation.",
        "backup": "Copy a house's record to a new folder, and check the copy's chain.",
        "restore": "Verify a copy of a house's record and make a data folder of it.",
        "accept-loss": "Accept that signed entries are gone; stop the house first.",
        "move": "Move a house's record between SQLite and PostgreSQL; stop the house first.",
        "prepare": "Make a PostgreSQL journal, and give a role what it needs of it.",
        "archive": "Move closed gaming days into archive files; stop the house first.",
        "fair": "Check that draws were fair.",
    },
}
"""The commands under their headings, each with the first sentence of its help."""

app = Commands(
    cls=lazy(__name__, PANELS),
    name="croupier",
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=(
        "Wagers are written kind:selection, such as straight:17, split:0/00 or "
        "red; money is in whole cents. Errors exit with 2 and name a stable code."
    ),
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"croupier {__version__}")
        raise typer.Exit


@app.callback(
    help=(
        "Roulette run exactly by the rule book.\n\n"
        "Five casino rule books as data: every wager, its odds and its settlement exact, and cited "
        "by clause. croupier books lists them; croupier demo plays a round of each."
    )
)
def _croupier(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Options that come before a command."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; bad input of any kind exits with 2 and no traceback."""
    given = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    prepare_streams()
    join_colons(os.environ)
    try:
        code = _run(given)
        with delivering():
            sys.stdout.flush()
    except ReaderGone:
        # The reader, such as `head`, has closed the pipe: that is not an error.
        code = 0
    except CroupierError as error:
        print_error(error.refusal, as_json="--json" in given)
        code = USAGE
    drop_unwritten()
    sys.exit(code)


def _run(given: list[str]) -> int:
    """Run a command; its exit code."""
    try:
        code = app(given, standalone_mode=False, prog_name="croupier")
    except typer.TyperException as error:
        raise CroupierError(refusal("usage/bad-arguments", reason=_usage(error))) from None
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except ModuleNotFoundError as missing:
        from croupier.extras import EXTRAS

        package = (missing.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        raise CroupierError(
            refusal("install/missing", package=package, extra=EXTRAS[package])
        ) from None
    except SystemExit as stopped:
        # What typer makes of any closed pipe.
        if isinstance(stopped.__context__, BrokenPipeError) and is_reader_gone():
            raise ReaderGone from None
        raise
    except OSError as error:
        if error.filename is None and error.errno not in FULL:
            raise
        # Help and the like, which typer prints by itself; or a file that is no one's in particular.
        file = error.filename or "standard output"
        raise CroupierError(
            refusal("file/unwritable", file=file, reason=error.strerror or str(error))
        ) from None
    return code if isinstance(code, int) else 0


def _usage(error: typer.TyperException) -> str:
    """What is wrong with the arguments, and which help explains them."""
    problem = " ".join(getattr(error, "format_message", error.__str__)().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    command = "croupier" if context is None else context.command_path
    if problem == "Missing command" and context is not None:
        problem = f"{command} needs one of its commands: {', '.join(context.command.commands)}"
    return f"{problem}: see {command} --help"
