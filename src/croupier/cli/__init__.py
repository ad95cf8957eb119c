"""The command line: one file a command, wired here."""

import errno
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

import typer

from croupier import __version__
from croupier.cli import (
    accept_loss,
    adopt,
    archive,
    backup,
    books,
    check,
    demo,
    device,
    export,
    fair,
    init,
    journal,
    lab,
    layout,
    lost,
    odds,
    par,
    replay,
    restore,
    rules,
    serve,
    settle,
    simulate,
    staff,
    terminal,
    verify,
    wagers,
    wheel,
)
from croupier.cli.help import Commands
from croupier.cli.screen import (
    USAGE,
    ReaderGone,
    delivering,
    drop_unwritten,
    prepare_streams,
    tell,
)
from croupier.rules.refusal import CroupierError, refusal

INTERRUPTED = 130
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""How a device says that it takes no more."""

app = Commands(
    name="croupier",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=(
        "Wagers are written kind:selection, such as straight:17, split:0/00 or "
        "red; money is in whole cents. Errors exit with 2 and name a stable code."
    ),
)
PANELS: Mapping[str, Sequence[Callable[..., None]]] = {
    "The books": (books.books, wagers.wagers, rules.rules),
    "The maths": (odds.odds, par.par, simulate.simulate),
    "Rounds": (settle.settle, replay.replay, demo.demo),
    "Pictures": (layout.layout, wheel.wheel),
    "A house": (serve.serve, init.init, check.check, adopt.adopt, lost.lost),
    "The record of a house": (
        *(verify.verify, journal.journal, export.export),
        *(backup.backup, restore.restore, accept_loss.accept_loss, archive.archive),
    ),
}
for panel, commands in PANELS.items():
    for command in commands:
        app.command(rich_help_panel=panel)(command)
app.add_typer(lab.lab, rich_help_panel="The maths")
app.add_typer(staff.staff, rich_help_panel="A house")
app.add_typer(terminal.terminal, rich_help_panel="A house")
app.add_typer(device.device, rich_help_panel="A house")
app.add_typer(fair.fair, rich_help_panel="The record of a house")


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
    try:
        code = _run(given)
        with delivering():
            sys.stdout.flush()
    except ReaderGone:
        # The reader has gone, as `head` does: nothing more can be told, and nothing is wrong.
        code = 0
    except CroupierError as error:
        tell(error.refusal, as_json="--json" in given)
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
    except OSError as error:
        if error.filename is None and error.errno not in FULL:
            raise
        # Help and the like, which typer prints by itself; or a file that is no one's in particular.
        file = error.filename or "standard output"
        raise CroupierError(refusal("file/unwritable", file=file, reason=error.strerror)) from None
    return code if isinstance(code, int) else 0


def _usage(error: typer.TyperException) -> str:
    """What was wrong with the arguments, and where it is explained."""
    said = " ".join(getattr(error, "format_message", error.__str__)().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    command = "croupier" if context is None else context.command_path
    if said == "Missing command" and context is not None:
        said = f"{command} needs one of its commands: {', '.join(context.command.commands)}"
    return f"{said}: see {command} --help"
