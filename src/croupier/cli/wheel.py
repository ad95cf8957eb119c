"""``croupier wheel``: the wheel of a book, as a picture or as a strip of numbers."""

from typing import Annotated

import typer
from rich.text import Text

from croupier.books import load
from croupier.cli.commands import BookArgument
from croupier.cli.picture import (
    HighlightOption,
    OutputOption,
    SvgOption,
    covered,
    deliver,
    is_plain,
    strip,
)
from croupier.cli.screen import screen
from croupier.pictures import wheel_svg


def wheel(
    book: BookArgument,
    svg: SvgOption = False,
    highlight: HighlightOption = None,
    outcome: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Rest the ball in this pocket.")
    ] = None,
    output: OutputOption = None,
) -> None:
    """Draw a book's wheel and what wagers cover on it."""
    loaded = load(book)
    cover = covered(loaded, highlight)
    pocket = None if outcome is None else loaded.number(outcome)
    if svg or output is not None:
        deliver(wheel_svg(loaded, highlight=cover.wagers, outcome=pocket), output)
        return
    console = screen()
    initials = ": r red, b black, g green" if is_plain(console) else ""
    console.print(Text(f"Wheel of {loaded.name}, clockwise{initials}", "bold"))
    strip(console, loaded, cover)
    if pocket is not None:
        console.print(Text(f"The ball rests in {pocket}, {loaded.colours[pocket]}."))
