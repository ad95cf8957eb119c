"""``croupier init``: writes a new house file."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.commands import JsonOption
from croupier.cli.printing import print_json, program
from croupier.cli.screen import screen
from croupier.journal.disk import write_new, write_over
from croupier.rules.refusal import BookError, refusal
from croupier.server.config.describe import commented


def init(
    file: Annotated[
        Path, typer.Argument(metavar="[FILE]", help="The file to write.", show_default=True)
    ] = Path("house.toml"),
    force: Annotated[
        bool, typer.Option("--force", help="Write over a file that is there.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Write a house file with every setting explained in it."""
    try:
        write = write_over if force else write_new
        write(file.resolve() if force else file, commented().encode(), 0o666)
    except FileExistsError:
        no = refusal("file/exists", file=str(file), or_else="add-force")
        raise BookError(no) from None
    except OSError as error:
        no = refusal("file/unwritable", file=str(file), reason=error.strerror or str(error))
        raise BookError(no) from None
    if json:
        print_json({"file": str(file)})
    else:
        _show(file)


def _show(file: Path) -> None:
    """Print the next commands, ready to type."""
    shown, named = screen(), str(file)
    shown.print(f"{file} is written. Edit it, then:")
    for command in (
        ("check", named),
        ("staff", "add", "NAME", "--position", "gaming-shift-manager", "--house", named),
        ("staff", "add", "NAME", "--position", "pit-supervisor", "--house", named),
        ("serve", named),
    ):
        shown.print(f"  {shlex.join((program(), *command))}")
