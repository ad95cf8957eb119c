"""What the lab's commands share: an evening from options, its progress bar, its answer shown."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from croupier.books import load
from croupier.cli.odds import bar, laid
from croupier.cli.screen import print_prose, screen, table
from croupier.rules.limits import OPEN, Limits, Range
from croupier.rules.money import AMOUNT_MAX, in_units
from croupier.rules.refusal import CroupierError, refusal

if TYPE_CHECKING:
    from croupier.lab import Evening, Session

ROWS, WIDTH = 15, 40
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)

WagerOption = Annotated[
    str | None,
    typer.Option("--wager", metavar="WAGER", help="One wager, with the unit's cents a piece."),
]
SpreadOption = Annotated[
    str | None,
    typer.Option("--spread", metavar="WAGER=CENTS,...", help="A unit of wagers laid together."),
]
UnitOption = Annotated[int, typer.Option("--unit", metavar="CENTS", help="A unit of --wager.")]
BankOption = Annotated[int, typer.Option("--bank", metavar="CENTS", help="What one brings.")]
SpinsOption = Annotated[int, typer.Option("--spins", metavar="N", help="The most spins.")]
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
SessionsOption = Annotated[
    str, typer.Option("--sessions", metavar="N", help="Evenings to play where it is simulated.")
]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", help="Same seed, same evenings.")]
WorkersOption = Annotated[
    int, typer.Option("--workers", metavar="N", min=1, help="Processes; the numbers stay the same.")
]
ClusterOption = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="A dask scheduler, as tcp://host:8786."),
]

NUMBER_MAX = 10**12
"""The most spins, evenings or draws: more would take years."""


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
    """The evening that the options describe."""
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


def whole(text: str, what: str) -> int:
    """A whole number, also as 1e9.

    >>> whole("1e9", "spins"), whole("20_000", "spins")
    (1000000000, 20000)
    """
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        value = Fraction(1, 2)
    if value.denominator != 1 or not 1 <= value <= NUMBER_MAX:
        wanted = f"a whole number from 1 to {NUMBER_MAX:,}, such as 1000000 or 1e6"
        raise bad(f"{what} is {wanted}, and not {text!r}")
    return int(value)


def bad(reason: str) -> CroupierError:
    """What is wrong with the arguments."""
    return CroupierError(refusal("usage/bad-arguments", reason=reason))


@contextmanager
def needs_lab() -> Iterator[None]:
    """Say what to install where the lab's extra, or a part of it, is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise bad(str(missing)) from None


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar with rate and time left on standard error; nothing where that is no terminal."""
    shown = screen(stderr=True)
    if not shown.is_terminal:
        yield lambda done, total: None
        return
    columns = (
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("[dim]{task.fields[rate]}[/]"),
        TimeRemainingColumn(),
    )
    # Refreshed by hand: a thread of its own would keep the workers from being forked.
    bars = Progress(*columns, console=shown, transient=True, auto_refresh=False)
    with bars:
        task = bars.add_task(what, total=None, rate="")

        def told(done: int, total: int) -> None:
            speed = bars.tasks[0].speed
            rate = "" if speed is None else f"{speed:,.0f}/s"
            bars.update(task, completed=done, total=total, rate=rate)
            bars.refresh()

        yield told


def title_of(evening: "Evening") -> str:
    """What is asked, in a line."""
    asked = evening.session
    spread = ", ".join(f"{wager} {in_units(cents)}" for wager, cents in asked.ticket.spread)
    return f"{asked.ticket.book.id}: {asked.name} on {spread}, bank {in_units(asked.bank)}"


def show(evening: "Evening") -> None:
    """The answer: how it was found, the figures, quantiles, and a small chart."""
    from croupier.lab.pictures import shown_figures

    shown = screen()
    style = "green" if evening.method == "exact" else "yellow"
    shown.print(Text(f"{title_of(evening)}, {evening.session.spins:,} spins", "bold"))
    print_prose(Text(evening.why, style))
    for name, value in shown_figures(evening):
        shown.print(Text.assemble((f"{name:>24}", "dim"), f"  {value}"))
    said = "  ".join(f"{at:.0%} {in_units(evening.law.quantile(at))}" for at in QUANTILES)
    print_prose(Text.assemble((f"{'quantiles':>24}", "dim"), f"  {said}"))
    shown.print(chart(evening))


def chart(evening: "Evening") -> object:
    """The law of the result as bars."""
    bars = list(evening.law.bars(ROWS))
    most = max(chance for _, _, chance in bars)
    listing = table("Won or lost at the end", "from", "to", "%", "", right=("from", "to", "%"))
    unicode = screen().encoding.startswith("utf")
    for begin, end, chance in bars:
        drawn = bar(Fraction(chance / most), WIDTH, unicode=unicode) if chance else ""
        style = "green" if begin >= 0 else "dim" if end <= 0 else ""
        listing.add_row(in_units(begin), in_units(end), f"{chance:.3%}", drawn, style=style)
    return listing


def as_json(evening: "Evening") -> dict[str, object]:
    """The answer for other programs: figures by name, the law as bars, and how it went."""
    from croupier.lab import SHARES

    law = evening.law
    return {
        "method": evening.method,
        "why": evening.why,
        "figures": evening.figures(),
        "quantiles": {f"{share:.0%}": law.quantile(share) for share in QUANTILES},
        "bars": list(law.bars(40)),
        "fan": [
            {
                "spin": moment.spin,
                "quantiles": [moment.law.quantile(share) for share in SHARES],
                "ruined": moment.ruined,
            }
            for moment in evening.moments
        ],
        "sessions": evening.sessions,
        "seed": evening.seed,
        "errors": dict(evening.errors),
    }


def compared(evenings: Sequence["Evening"]) -> object:
    """Several evenings side by side."""
    right = ("mean", "deviation", "ruin", "ahead", "spins", "staked", "5 %", "median", "95 %")
    listing = table("Side by side", "strategy", *right, "how", right=right)
    for evening in evenings:
        law = evening.law
        listing.add_row(
            evening.session.name,
            in_units(round(law.mean)),
            in_units(round(law.deviation)),
            f"{evening.ruin:.2%}",
            f"{law.at_least(1):.2%}",
            f"{evening.spins:,.1f}",
            in_units(round(evening.staked)),
            *(in_units(law.quantile(share)) for share in (0.05, 0.5, 0.95)),
            evening.method,
        )
    return listing
