"""``croupier demo``: one annotated round of each book."""

from collections.abc import Collection
from importlib import resources

from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier import notation
from croupier.books import ids, load
from croupier.cli import replay, settle
from croupier.cli.printing import program
from croupier.cli.screen import screen
from croupier.rules.bonus import Bonus
from croupier.rules.book import Book

EACH_SIDE = 5
"""How many pockets of the wheel are shown on each side of the outcome."""

CELL = "bold white on "
PAINT = {"red": f"{CELL}red3", "black": f"{CELL}grey15", "green": f"{CELL}green4"}
LIT, SUPER = "bold black on orange1", "bold black on white"
NEXT = (
    ("books", "the rule books"),
    ("wagers edz-2020", "every wager of a book, with what it covers and pays"),
    ("odds sands-2019", "its exact odds and the house edge"),
    ("rules sands-2019 5.15", "what a clause asks, in plain words"),
    ("replay FILE", "your own round, line by line"),
)


def demo() -> None:
    """Play one annotated round of each book."""
    out = screen()
    rounds = _rounds()
    for book_id in ids():
        book, shift = load(book_id), rounds[book_id]
        out.print()
        since = f"· in force from {book.effective:%-d %B %Y} "
        out.rule(Text.assemble((f" {book.name} ", "bold"), (since, "dim")))
        out.print(Text(shift.title, "italic"), justify="center")
        for walked in notation.walk(shift):
            _show(walked, book, out)
    _show_next(out)


def _rounds() -> dict[str, notation.Shift]:
    """The rounds that come with croupier, by book."""
    files = (resources.files("croupier.notation") / "demo").iterdir()
    shifts = [notation.read(file.read_text("utf-8"), file.name) for file in files]
    return {shift.book: shift for shift in shifts}


def _show(walked: notation.Walked, book: Book, out: Console) -> None:
    out.print()
    replay.show_steps(walked, book, out)
    if book.bonus is not None and walked.drawn is not None:
        out.print()
        out.print(_links(book, book.bonus, walked.drawn), justify="center")
    if walked.settlement is None:
        return
    out.print()
    if walked.settlement.outcome is not None:
        out.print(_strip(book, walked.settlement.outcome), justify="center")
        out.print()
    settle.show(walked.settlement)


def _strip(book: Book, outcome: str) -> Table:
    """The wheel around the outcome, which the dolly marks."""
    strip = Table.grid(padding=(0, 1, 0, 0))
    around = book.wheel.neighbours(outcome, EACH_SIDE)
    strip.add_row(
        *(_cell(number, PAINT[book.colour(number)], number == outcome) for number in around)
    )
    strip.add_row(*(Text("▲" if n == outcome else "", justify="center") for n in around))
    return strip


def _links(book: Book, bonus: Bonus, drawn: Collection[str]) -> Table:
    """The links of the layout side by side, with the numbers that are lit."""
    full = bonus.super_links(drawn)
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_row(*(Text(f"{'SUPER' if name in full else name:^5}") for name in bonus.links))
    columns = [
        [
            _cell(
                number,
                (SUPER if name in full else LIT) if number in drawn else "dim",
                number in drawn,
            )
            for number in sorted(numbers, key=book.pockets.index)
        ]
        for name, numbers in bonus.links.items()
    ]
    for row in zip(*columns, strict=True):
        grid.add_row(*row)
    return grid


def _cell(number: str, style: str, marked: bool) -> Text:
    """A number as it lies on the wheel or the felt; brackets mark it where there is no colour."""
    return Text(f"{f'[{number}]' if marked else number:^5}", style, justify="center")


def _show_next(out: Console) -> None:
    out.print()
    out.rule(Text(" What to try next ", "bold"))
    commands = [(f"{program()} {command}", text) for command, text in NEXT]
    widest = max(len(command) for command, _ in commands)
    for command, text in commands:
        out.print(Text.assemble((f"{command:<{widest}}", "bold"), f"   {text}"))
