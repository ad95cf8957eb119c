"""``croupier layout``: the felt of a book, as a picture or in characters."""

from typing import Annotated

import typer
from rich.console import Console
from rich.style import Style
from rich.text import Text

from croupier.books import load
from croupier.cli.commands import BookArgument
from croupier.cli.picture import (
    BRASS,
    LIT,
    HighlightOption,
    OutputOption,
    SvgOption,
    covered,
    deliver,
    is_plain,
    paint,
    strip,
)
from croupier.cli.screen import screen
from croupier.pictures import felt_svg, palette
from croupier.pictures.felt_picture import Cover
from croupier.pictures.racetrack import runs
from croupier.pictures.text import DRAWN, TYPED, Glyph, Strokes, felt_text
from croupier.rules.book import Book


def layout(
    book: BookArgument,
    svg: SvgOption = False,
    highlight: HighlightOption = None,
    hot_spots: Annotated[
        bool, typer.Option("--hot-spots", help="Mark the place of every wager.")
    ] = False,
    upright: Annotated[
        bool, typer.Option("--upright", help="Stand it upright, the zeros at the top.")
    ] = False,
    output: OutputOption = None,
) -> None:
    """Draw a book's felt and what wagers cover on it."""
    loaded = load(book)
    cover = covered(loaded, highlight)
    if svg or output is not None:
        picture = felt_svg(loaded, highlight=cover.wagers, hot_spots=hot_spots, upright=upright)
        deliver(picture, output)
        return
    console = screen()
    strokes = TYPED if is_plain(console) else DRAWN
    console.print(Text(f"Layout of {loaded.name}", "bold"))
    for line in felt_text(loaded, cover, strokes, hot_spots=hot_spots, upright=upright):
        console.print(_coloured(loaded, cover, line), no_wrap=True)
    _print_legend(console, cover, strokes, hot_spots=hot_spots)
    _print_racetrack(console, loaded, cover)


def _coloured(book: Book, cover: Cover, line: list[Glyph]) -> Text:
    text = Text()
    for glyph in line:
        text.append(glyph.character, _style(book, cover, glyph))
    text.rstrip()
    return text


def _style(book: Book, cover: Cover, glyph: Glyph) -> Style:
    if glyph.mark is not None:
        return BRASS
    if glyph.cell is None:
        return Style(dim=True)
    if glyph.cell in cover.numbers or any(w.notation == glyph.cell for w in cover.pieces):
        return LIT
    colour = book.colours.get(glyph.cell, glyph.cell)
    return paint(colour) if colour in palette.OF_COLOUR else Style()


def _print_legend(console: Console, cover: Cover, strokes: Strokes, *, hot_spots: bool) -> None:
    signs = []
    if cover.wagers:
        signs = ["[ ] covered", "( ) chip in the middle", f"{strokes.chip} one chip, 2 two chips"]
    if hot_spots:
        signs.append(f"{strokes.spot} a wager's place")
    if signs:
        console.print(Text("   ".join(signs)))


def _print_racetrack(console: Console, book: Book, cover: Cover) -> None:
    """The wheel order of the racetrack, and the numbers of its call bets in that order."""
    if book.racetrack is None:
        return
    console.print(Text("\nRacetrack", "bold"))
    strip(console, book, cover)
    for key, call in book.racetrack.calls.items():
        wager, order = book.wagers[key], book.wheel.order
        stretches = " / ".join(" ".join(run.of(order)) for run in runs(order, wager.numbers))
        console.print(Text(f"{call.name}, {wager.piece_count} pieces: {stretches}"))
