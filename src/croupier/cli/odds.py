"""``croupier odds``: the exact odds of wagers, or of a spread."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import typer
from rich.text import Text

from croupier.books import load
from croupier.cli.commands import BookArgument, JsonOption
from croupier.cli.completion import complete_wager
from croupier.cli.listing import table
from croupier.cli.printing import print_json
from croupier.cli.screen import screen
from croupier.odds import Family, SpreadOdds, families, odds_of_all, spread_odds
from croupier.odds import odds as odds_of
from croupier.odds.formatting import percent, root, rounded
from croupier.rules.book import Book
from croupier.rules.refusal import CroupierError, refusal
from croupier.words import in_units

BAR_WIDTH = 32
LAID = re.compile(r"\s*([^=]+?)\s*=\s*([^,;=\s]*)\s*(?:[,;]|(?<=\s)|$)")
"""One wager of a spread with its stake; a wager's own numbers may be joined by commas too."""


def odds(
    book: BookArgument,
    wagers: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WAGER]...",
            help="Such as straight:17; all if none is named.",
            autocompletion=complete_wager,
        ),
    ] = None,
    spread: Annotated[
        str | None,
        typer.Option(
            metavar="WAGER=CENTS,...",
            help="Wagers laid together, such as red=500,straight:17=100: the distribution of what "
            "they win or lose in one round.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show exact odds: chance of winning, expected return and house edge."""
    loaded = load(book)
    if spread is not None:
        if wagers:
            reason = "give wagers or --spread, not both"
            raise CroupierError(refusal("usage/bad-arguments", reason=reason))
        found = spread_odds(loaded, laid(spread))
        if json:
            print_json(found.to_dict())
        else:
            _show_spread(loaded, found)
        return
    figures = tuple(odds_of(loaded, wager) for wager in wagers) if wagers else odds_of_all(loaded)
    if json:
        print_json([one.to_dict() for one in figures])
    elif wagers:
        _show(loaded, [Family(one, (one.wager,)) for one in figures])
    else:
        _show(loaded, families(figures))


def laid(text: str) -> list[tuple[str, int]]:
    """The wagers and stakes of a spread.

    >>> laid("red=500, straight:17=100")
    [('red', 500), ('straight:17', 100)]
    """
    found: list[tuple[str, int]] = []
    at = 0
    while at < len(text):
        match = LAID.match(text, at)
        if match is None:
            reason = f"{text!r} is no spread: write it as red=500,straight:17=100, in cents"
            raise CroupierError(refusal("usage/bad-arguments", reason=reason))
        found.append((match[1], _amount(match[2], match[1])))
        at = match.end()
    return found


def _amount(text: str, wager: str) -> int:
    if re.fullmatch(r"[+-]?[0-9]{1,1000}", text):
        return int(text)
    raise CroupierError(refusal("amount/not-whole", amount=repr(text), wager=wager))


def _show(book: Book, rows: Sequence[Family]) -> None:
    shared = ("wagers",) if any(len(row.wagers) > 1 for row in rows) else ()
    pieces = ("pieces",) if any(row.odds.pieces > 1 for row in rows) else ()
    figures = (*shared, *pieces, "hit", "hit %", "return", "edge", "edge %", "variance")
    listing = table(f"Odds of {book.name}", "wager", *figures, right=figures)
    for row in rows:
        one = row.odds
        listing.add_row(
            row.pattern,
            *(str(len(row.wagers)) for _ in shared),
            *(str(one.pieces) for _ in pieces),
            str(one.hit),
            percent(one.hit),
            str(one.return_),
            str(one.edge),
            percent(one.edge),
            rounded(one.variance, 4),
        )
    if shared:
        listing.caption = "One row for wagers with the same odds; name a wager to see it alone."
    listing.show()


def _show_spread(book: Book, found: SpreadOdds) -> None:
    stakes = ", ".join(f"{wager} {in_units(amount)}" for wager, amount in found.spread)
    right = ("net", "probability", "%")
    listing = table(f"{book.name}: {stakes}", "net", "probability", "%", "", right=right)
    most = max(found.distribution.values())
    unicode = screen().encoding.startswith("utf")
    for net, often in found.distribution.items():
        style = "green" if net > 0 else "dim" if net < 0 else ""
        drawn = bar(often / most, BAR_WIDTH, unicode=unicode)
        listing.add_row(in_units(net), str(often), percent(often), drawn, style=style)
    listing.show()
    for name, figure in (
        ("staked", in_units(found.staked)),
        ("something wins", f"{found.hit}, {percent(found.hit)}"),
        ("returns", f"{found.return_}, {percent(found.return_)}"),
        ("house edge", f"{found.edge}, {percent(found.edge)}"),
        ("to expect", f"{in_units(round(found.mean))} a round"),
        ("deviation", f"{rounded(Fraction(root(found.variance, 0)) / 100, 2)}"),
    ):
        screen().print(Text.assemble((f"{name:>15}", "dim"), f"  {figure}"))


def bar(share: Fraction, width: int, *, unicode: bool = True) -> str:
    """A bar as long as its share of the width; any positive share is visible.

    >>> bar(Fraction(1, 2), 5)
    '██▌'
    >>> bar(Fraction(1, 2), 5, unicode=False)
    '###'
    """
    eighths = max(1, round(share * width * 8))
    if not unicode:
        return "#" * -(-eighths // 8)
    whole, rest = divmod(eighths, 8)
    return "█" * whole + " ▏▎▍▌▋▊▉"[rest].strip()
