"""``croupier par``: the PAR sheet of a book, written to a file."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import typer

from croupier import __version__
from croupier.books import load
from croupier.cli.commands import BookArgument, JsonOption
from croupier.cli.printing import print_line, write
from croupier.cli.saving import save
from croupier.odds.par import Sheet, make_sheet, to_html, to_json, to_markdown
from croupier.rules.refusal import CroupierError, refusal

FORMS: Mapping[str, Callable[[Sheet], str]] = {
    ".html": to_html,
    ".md": to_markdown,
    ".json": to_json,
}
"""How the sheet is written, by the extension of the file."""


def par(
    book: BookArgument,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Where to write; .html, .md or .json says how."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Write a book's PAR sheet: rules, odds and their derivation, for a regulator."""
    loaded = load(book)
    if (output is None) != json:
        reason = "give a file with -o, or --json to print the sheet"
        raise CroupierError(refusal("usage/bad-arguments", reason=reason))
    form = to_json if output is None else FORMS.get(Path(output).suffix.lower())
    if form is None:
        reason = f"{output!r} does not say which form to write: end it in {', '.join(FORMS)}"
        raise CroupierError(refusal("usage/bad-output", reason=reason))
    content = form(make_sheet(loaded, f"croupier {__version__}"))
    if output is None:
        write(content)
    else:
        save(output, content)
        print_line(f"The PAR sheet of {loaded.name} is in {output}")
