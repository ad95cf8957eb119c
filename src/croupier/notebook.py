"""How notebooks display the library's values: as drawings, and as figures with drawings.

It knows books, odds and pictures; the values themselves only ask it for what they look like.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape

from croupier.books import of_id
from croupier.odds import Odds, SpreadOdds, unit_distribution
from croupier.odds.formatting import percent, root
from croupier.pictures import felt_svg
from croupier.rules.book import Book
from croupier.rules.settlement import Settlement
from croupier.rules.wager import Wager
from croupier.scripting import Round, Table
from croupier.words import in_units

RIGHT = "text-align:right;font-variant-numeric:tabular-nums"
WON, LOST = "#2f7d4f", "#8d9993"
BAR_WIDTH = 240
"""The longest bar of a distribution, in pixels."""
LISTED_MAX = 40
"""The number of rows of a table that are shown."""


def svg_of(shown: object) -> str:
    """A drawing of a book's felt, or of a wager on it."""
    match shown:
        case Book():
            return felt_svg(shown)
        case Wager():
            return felt_svg(of_id(shown.book), highlight=[shown])
    raise TypeError(f"{type(shown).__name__} has no drawing")


def html_of(shown: object) -> str:
    """The figures of odds, a settlement, a round or a table, with the felt."""
    match shown:
        case Odds():
            book = of_id(shown.wager.book)
            nets = {net * 100: p for net, p in unit_distribution(book, shown.wager).items()}
            return _odds(shown.wager.name, shown, nets, "units", 100)
        case SpreadOdds():
            name = ", ".join(f"{wager.name}: {in_units(laid)}" for wager, laid in shown.spread)
            return _odds(name, shown, shown.distribution, "net", 1)
        case Settlement():
            return _settlement(shown, repr(shown)[1:-1])
        case Round():
            return _settlement(shown.settlement, repr(shown)[1:-1], shown.bonus_numbers or ())
        case Table():
            return _table_of(shown)
    raise TypeError(f"{type(shown).__name__} has no page")


def _odds(
    name: str, odds: Odds | SpreadOdds, nets: Mapping[int, Fraction], unit: str, scale: int
) -> str:
    figures = (
        ("wins", f"{odds.hit}", percent(odds.hit)),
        ("returns", f"{odds.return_}", percent(odds.return_)),
        ("house edge", f"{odds.edge}", percent(odds.edge)),
        ("deviation", "", root(odds.variance / (1 if scale > 1 else 10_000), 2)),
    )
    most = max(nets.values())
    bars = "".join(
        f"<tr><td style='{RIGHT}'>{in_units(net)}</td><td style='{RIGHT}'>{chance}</td>"
        f"<td style='text-align:left'>{_bar(chance / most, won=net > 0)}</td></tr>"
        for net, chance in nets.items()
    )
    heads = f"<tr><th>{unit}</th><th>chance</th><th></th></tr>"
    return f"<b>{escape(name)}</b>{_rows((), figures)}<table>{heads}{bars}</table>"


def _bar(share: Fraction, *, won: bool) -> str:
    pixels = max(1, round(share * BAR_WIDTH))
    colour = WON if won else LOST
    return f"<div style='height:12px;width:{pixels}px;background:{colour}'></div>"


def _settlement(settlement: Settlement, title: str, lit: Iterable[str] = ()) -> str:
    bets = [(player, wager, amount) for (player, wager, amount), _, _ in settlement.bets]
    drawn = felt_svg(settlement.book, bets=bets, lit=tuple(lit))
    heads = ("player", "wager", "stake", "result", "goes back", "clause")
    rows = (
        (
            bet.player,
            bet.wager.name,
            in_units(bet.amount),
            settled.result,
            in_units(settled.returned),
            settled.clause,
        )
        for bet, settled, _ in settlement.bets
    )
    return f"<b>{escape(title)}</b>{_fitting(drawn)}{_rows(heads, rows)}"


def _table_of(table: Table) -> str:
    drawn = felt_svg(table.book, bets=table.bets)
    players = ((player, in_units(amount)) for player, amount in table.players.items())
    played = (
        (str(one.number), one.outcome or one.status, *_nets(one.net)) for one in table.history
    )
    return (
        f"<b>{escape(repr(table)[1:-1])}</b>{_fitting(drawn)}"
        f"{_rows(('player', 'balance'), players)}"
        f"{_rows(('round', 'outcome', 'net'), [*played][-LISTED_MAX:])}"
    )


def _nets(net: Mapping[str, int]) -> Iterator[str]:
    yield ", ".join(f"{player} {in_units(amount)}" for player, amount in net.items())


def _fitting(drawing: str) -> str:
    """A drawing that fits the available width."""
    wide = drawing.replace("<svg ", '<svg style="width:100%;height:auto" ', 1)
    return f"<div style='max-width:900px'>{wide}</div>"


def _rows(heads: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    lines = [
        "<tr>" + "".join(f"<td style='{RIGHT}'>{escape(cell)}</td>" for cell in row) + "</tr>"
        for row in rows
    ]
    more = len(lines) - LISTED_MAX
    if more > 0:
        lines[LISTED_MAX:] = [f"<tr><td>… {more} more</td></tr>"]
    return f"<table>{f'<tr>{head}</tr>' if head else ''}{''.join(lines)}</table>" if lines else ""
