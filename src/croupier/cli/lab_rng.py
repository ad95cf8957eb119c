"""``croupier lab rng``: tests the generator, or a wheel's record, and the power of the tests."""

import re
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.text import Text

from croupier.books import load
from croupier.cli import lab_shared
from croupier.cli.commands import BookArgument, JsonOption
from croupier.cli.listing import table
from croupier.cli.printing import print_json
from croupier.cli.progress import counted, progress
from croupier.cli.screen import print_prose, screen
from croupier.fair.battery import Result, bonus_battery, needed, pocket_battery
from croupier.fair.draw import draw_bonus, draw_pocket
from croupier.fair.secret import Secret
from croupier.rules.book import Book
from croupier.rules.refusal import CroupierError, refusal

if TYPE_CHECKING:
    from croupier.lab import Bias

LOADED = 1
FAVOURS = (0.1, 0.25, 0.5)
T = TypeVar("T")


def rng(
    book: BookArgument,
    file: Annotated[
        str | None,
        typer.Option("--file", metavar="FILE", help="Recorded numbers of a real wheel, in order."),
    ] = None,
    draws: Annotated[int, lab_shared.count("--draws", "Draws of the live generator.")] = 20_000,
    favour: Annotated[
        float, typer.Option("--favour", help="A pocket that comes so much more often: noticed?")
    ] = 0.25,
    json: JsonOption = False,
) -> None:
    """Test the live generator, or a file of recorded numbers: exit 0 if fair, 1 if not."""
    if not 0.001 <= favour <= 10:
        raise lab_shared.bad("--favour is a share between 0.001 and 10")
    loaded = load(book)
    with lab_shared.needs_lab():
        from croupier.lab.bias import bias_test, power, spins_needed

        numbers = _recorded(loaded, file) if file else _live_pockets(loaded, draws)
        bias = bias_test(numbers, loaded.wheel.order)
        pockets = len(loaded.pockets)
        noticed = power(pockets, bias.spins, favour)
        needs = {share: spins_needed(pockets, share) for share in sorted({*FAVOURS, favour})}
    battery: list[Result] = []
    if len(numbers) >= needed(pockets):
        battery.extend(pocket_battery(numbers, loaded.pockets))
    if file is None and loaded.bonus is not None and draws >= needed(pockets):
        battery.extend(bonus_battery(_live_bonus(loaded, draws), loaded.pockets))
    fair = bias.is_fair and all(result.passes for result in battery)
    if json:
        print_json(_as_json(bias, battery, fair, favour, noticed, needs))
    else:
        _show(loaded, bias, battery, fair, favour, noticed, needs)
    if not fair:
        raise typer.Exit(LOADED)


def _live_pockets(book: Book, draws: int) -> list[str]:
    """Pockets as the live system draws them, with a new secret each round."""
    order = book.wheel.order
    return _drawn(draws, "pockets", lambda secret, at: draw_pocket(secret, "lab", at, order))


def _live_bonus(book: Book, draws: int) -> list[tuple[str, ...]]:
    assert book.bonus is not None, "asked for where there are Bonus Numbers"
    pockets, count = book.pockets, book.bonus.count
    return _drawn(
        draws, "Bonus Numbers", lambda secret, at: draw_bonus(secret, "lab", at, pockets, count)
    )


def _drawn(draws: int, what: str, draw: Callable[[Secret, int], T]) -> list[T]:
    with progress(what) as report:
        rounds = counted(range(draws), draws, report)
        return [draw(Secret(secrets.token_bytes(32)), at) for at in rounds]


def _recorded(book: Book, file: str) -> list[str]:
    """The numbers in a file, separated by spaces, commas or lines; # begins a comment."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CroupierError(
            refusal("file/unreadable", file=file, reason=getattr(error, "strerror", str(error)))
        ) from None
    numbers = []
    for at, line in enumerate(text.splitlines(), 1):
        for number in re.findall(r"[^\s,;]+", line.partition("#")[0]):
            try:
                numbers.append(book.number(number))
            except CroupierError as no:
                reason = f"line {at}: {no}"
                raise CroupierError(refusal("file/unreadable", file=file, reason=reason)) from None
    if not numbers:
        raise CroupierError(refusal("file/unreadable", file=file, reason="it holds no numbers"))
    return numbers


def _as_json(
    bias: "Bias",
    battery: Sequence[Result],
    fair: bool,
    favour: float,
    noticed: float,
    needs: dict[float, int],
) -> dict[str, object]:
    return {
        "spins": bias.spins,
        "fair": fair,
        "level": bias.level,
        "bias": [
            {"test": each.test, "statistic": each.statistic, "p": each.p, "says": each.says}
            for each in bias.findings
        ],
        "battery": [
            {"test": each.test, "statistic": each.statistic, "p": each.p} for each in battery
        ],
        "power": {"favour": favour, "noticed": noticed},
        "spins_needed": {str(share): spins for share, spins in needs.items()},
        "counts": bias.counts,
    }


def _show(
    book: Book,
    bias: "Bias",
    battery: Sequence[Result],
    fair: bool,
    favour: float,
    noticed: float,
    needs: dict[float, int],
) -> None:
    shown = screen()
    listing = table(
        f"{book.id}: {bias.spins:,} spins",
        *("test", "statistic", "p", ""),
        right=("statistic", "p"),
        prose=("",),
    )
    for each in bias.findings:
        listing.add_row(each.test, f"{each.statistic:.2f}", f"{each.p:.4g}", each.says)
    for result in battery:
        listing.add_row(f"battery: {result.test}", f"{result.statistic:.2f}", f"{result.p:.4g}", "")
    listing.show()
    if not battery:
        pockets = len(book.pockets)
        shown.print(f"The battery needs at least {needed(pockets):,} spins: left out.")
    print_prose(
        f"A pocket that comes {favour:.0%} more often would be noticed in {noticed:.1%} of such "
        f"samples; a fair wheel is accused in at most {bias.level:.0%}."
    )
    enough = ", ".join(f"{share:.0%}: {spins:,}" for share, spins in needs.items())
    print_prose(f"Spins needed to notice such a pocket nine times in ten: {enough}")
    shown.print(Text("fair", "bold green") if fair else Text("not fair", "bold red"))
