"""What the lab's commands share: a session from options, a progress bar, printing a result."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from croupier.books import load
from croupier.cli.completion import complete_wager
from croupier.cli.listing import Listing, table
from croupier.cli.odds import bar, laid
from croupier.cli.screen import print_prose, screen
from croupier.rules.limits import OPEN, Limits, Range
from croupier.rules.money import AMOUNT_MAX
from croupier.rules.refusal import CroupierError, refusal
from croupier.words import in_units

if TYPE_CHECKING:
    from croupier.lab import Session, SessionResult

ROWS, WIDTH = 15, 40
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)

NUMBER_MAX = 10**12
"""The most spins, sessions or draws: more would take years."""


def whole(text: object) -> int:
    """A whole number, also as 1e9.

    >>> whole("1e9"), whole("20_000")
    (1000000000, 20000)
    """
    try:
        value = Fraction(str(text))
    except (ValueError, ZeroDivisionError):
        value = Fraction(1, 2)
    if value.denominator != 1 or not 1 <= value <= NUMBER_MAX:
        wanted = f"a whole number from 1 to {NUMBER_MAX:,}, such as 1000000 or 1e6"
        raise typer.BadParameter(f"it takes {wanted}, and not {str(text)!r}")
    return int(value)


def count(option: str, help_: str) -> Any:
    """An option for a large whole number."""
    return typer.Option(option, metavar="N", parser=whole, help=help_)


WagerOption = Annotated[
    str | None,
    typer.Option(
        "--wager",
        metavar="WAGER",
        help="One wager, with the unit's cents a piece.",
        autocompletion=complete_wager,
    ),
]
SpreadOption = Annotated[
    str | None,
    typer.Option("--spread", metavar="WAGER=CENTS,...", help="A unit of wagers laid together."),
]
UnitOption = Annotated[int, typer.Option("--unit", metavar="CENTS", help="A unit of --wager.")]
BankOption = Annotated[int, typer.Option("--bank", metavar="CENTS", help="What one brings.")]
SpinsOption = Annotated[int, count("--spins", "The most spins.")]
MinOption = Annotated[
    int | None, typer.Option("--min", metavar="CENTS", help="The table's minimum on an area.")
]
MaxOption = Annotated[
    int | None, typer.Option("--max", metavar="CENTS", help="The table's maximum on an area.")
]
StopWinOption = Annotated[
    int | None, typer.Option("--stop-win", metavar="CENTS", help="Stop once so much is won.")
]
StopLossOption = Annotated[
    int | None, typer.Option("--stop-loss", metavar="CENTS", help="Stop once so much is lost.")
]
SessionsOption = Annotated[int, count("--sessions", "Sessions to play where it is simulated.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", help="Same seed, same sessions.")]
WorkersOption = Annotated[
    int, typer.Option("--workers", metavar="N", min=1, help="Processes; the numbers stay the same.")
]
ClusterOption = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="A dask scheduler, as tcp://host:8786."),
]


def asked_for(
    book: str,
    strategy: str,
    *,
    wager: str | None,
    spread: str | None,
    unit: int,
    bank: int,
    spins: int,
    least: int | None,
    most: int | None,
    stop_win: int | None,
    stop_loss: int | None,
) -> "Session":
    """The session that the options describe."""
    from croupier.lab import SPREADS, session

    if strategy in SPREADS:
        if wager is not None or spread is not None:
            raise bad(f"{strategy} lays wagers of its own: give neither --wager nor --spread")
    elif (wager is None) == (spread is None):
        raise bad("give --wager or --spread, and not both")
    limits = OPEN
    if least is not None or most is not None:
        limits = Limits(Range(1 if least is None else least, AMOUNT_MAX if most is None else most))
    return session(
        load(book),
        laid(spread) if spread is not None else wager or "",
        strategy,
        unit=unit,
        bank=bank,
        spins=spins,
        limits=limits,
        stop_win=stop_win,
        stop_loss=stop_loss,
    )


def bad(reason: str) -> CroupierError:
    """The error for wrong arguments."""
    return CroupierError(refusal("usage/bad-arguments", reason=reason))


@contextmanager
def needs_lab() -> Iterator[None]:
    """Report what to install if the lab, or a part of it, is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise bad(str(missing)) from None


def title_of(result: "SessionResult") -> str:
    """The session in one line."""
    asked = result.session
    spread = ", ".join(f"{wager} {in_units(cents)}" for wager, cents in asked.ticket.spread)
    return f"{asked.ticket.book.id}: {asked.name} on {spread}, bank {in_units(asked.bank)}"


def show(result: "SessionResult") -> None:
    """Print a result: method, figures, quantiles and a small chart."""
    from croupier.lab.output import shown_figures

    shown = screen()
    style = "green" if result.method == "exact" else "yellow"
    shown.print(Text(f"{title_of(result)}, {result.session.spins:,} spins", "bold"))
    print_prose(Text(result.why, style))
    for name, value in shown_figures(result):
        shown.print(Text.assemble((f"{name:>24}", "dim"), f"  {value}"))
    quantiles = "  ".join(
        f"{at:.0%} {in_units(result.distribution.quantile(at))}" for at in QUANTILES
    )
    print_prose(Text.assemble((f"{'quantiles':>24}", "dim"), f"  {quantiles}"))
    chart(result).show()


def chart(result: "SessionResult") -> Listing:
    """The distribution of the result as bars."""
    bars = list(result.distribution.bars(ROWS))
    most = max(chance for _, _, chance in bars)
    listing = table("Won or lost at the end", "from", "to", "%", "", right=("from", "to", "%"))
    unicode = screen().encoding.startswith("utf")
    for begin, end, chance in bars:
        drawn = bar(Fraction(chance / most), WIDTH, unicode=unicode) if chance else ""
        style = "green" if begin >= 0 else "dim" if end <= 0 else ""
        listing.add_row(in_units(begin), in_units(end), f"{chance:.3%}", drawn, style=style)
    return listing


def as_json(result: "SessionResult") -> dict[str, object]:
    """A result as JSON: figures by name, the distribution as bars, and the moments."""
    from croupier.lab import SHARES

    distribution = result.distribution
    return {
        "method": result.method,
        "why": result.why,
        "figures": result.figures(),
        "quantiles": {f"{share:.0%}": distribution.quantile(share) for share in QUANTILES},
        "bars": list(distribution.bars(40)),
        "fan": [
            {
                "spin": moment.spin,
                "quantiles": [moment.distribution.quantile(share) for share in SHARES],
                "ruined": moment.ruined,
            }
            for moment in result.moments
        ],
        "sessions": result.sessions,
        "seed": result.seed,
        "errors": dict(result.errors),
    }


def compared(results: Sequence["SessionResult"]) -> Listing:
    """Results side by side."""
    right = ("mean", "deviation", "ruin", "ahead", "spins", "staked", "5 %", "median", "95 %")
    listing = table("Side by side", "strategy", *right, "how", right=right)
    for result in results:
        distribution = result.distribution
        listing.add_row(
            result.session.name,
            in_units(round(distribution.mean)),
            in_units(round(distribution.deviation)),
            f"{result.ruin:.2%}",
            f"{distribution.at_least(1):.2%}",
            f"{result.spins:,.1f}",
            in_units(round(result.staked)),
            *(in_units(distribution.quantile(share)) for share in (0.05, 0.5, 0.95)),
            result.method,
        )
    return listing
