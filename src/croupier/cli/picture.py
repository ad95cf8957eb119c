"""What the commands that draw share: their options, where a picture goes, and colours on screen."""

from typing import Annotated

import typer
from rich.console import Console
from rich.style import Style
from rich.text import Text

from croupier.cli.completion import complete_wager
from croupier.cli.printing import write
from croupier.cli.saving import save
from croupier.pictures import palette
from croupier.pictures.felt_picture import Cover
from croupier.rules.book import Book

SvgOption = Annotated[bool, typer.Option("--svg", help="Print an SVG picture.")]
HighlightOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="WAGER",
        help="Show what a wager covers; may be given again.",
        autocompletion=complete_wager,
    ),
]
OutputOption = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write an SVG picture to a file."),
]

BRASS = Style(color=palette.BRASS, bold=True)
LIT = Style(color=palette.INK, bgcolor=palette.BRASS, bold=True)


def covered(book: Book, wagers: list[str] | None) -> Cover:
    """What the wagers given on the command line cover."""
    return Cover.of(book, [book.wager(text) for text in wagers or ()])


def deliver(svg: str, output: str | None) -> None:
    """Write a picture to a file, or to standard output."""
    write(svg) if output is None else save(output, svg)


def is_plain(console: Console) -> bool:
    """Whether a screen shows neither colours nor lines: a pipe, a file, an old encoding."""
    return not console.is_terminal or not console.encoding.startswith("utf")


def paint(colour: str) -> Style:
    """A colour of the book on the screen."""
    ground = palette.OF_COLOUR[colour]
    return Style(color=palette.INK_ON[ground], bgcolor=ground)


def strip(console: Console, book: Book, cover: Cover) -> None:
    """Print the wheel in rows, each number in its colour; plain, with the colour's initial."""
    plain, order = is_plain(console), book.wheel.order
    words = [f"{label}{book.colours[label][0] if plain else ''}" for label in order]
    width = max(map(len, words)) + 2
    in_row = console.width // width
    row = Text()
    for i, (label, word) in enumerate(zip(order, words, strict=True), 1):
        lit = label in cover.numbers
        shown = f"[{word}]" if lit else word
        row.append(f"{shown:^{width}}", LIT if lit else paint(book.colours[label]))
        if i % in_row == 0 or i == len(order):
            if plain:
                row.rstrip()
            console.print(row)
            row = Text()
