"""``croupier lab``: strategies compared, books validated, wheels and generators tested."""

from typing import Annotated

import typer

from croupier.cli import evening as parts
from croupier.cli.help import Commands
from croupier.cli.lab_rng import rng
from croupier.cli.lab_validate import check, validate
from croupier.cli.screen import BookArgument, JsonOption, print_json, screen

lab = Commands(name="lab", help="Compare strategies, validate books, test wheels.")
lab.command()(validate)
lab.command()(check)
lab.command()(rng)


@lab.command()
def compare(
    book: BookArgument,
    strategies: Annotated[
        list[str] | None,
        typer.Argument(metavar="[STRATEGY]...", help="Such as flat martingale; all if none."),
    ] = None,
    wager: parts.WagerOption = None,
    spread: parts.SpreadOption = None,
    unit: parts.UnitOption = 100,
    bank: parts.BankOption = 20_000,
    spins: parts.SpinsOption = 500,
    least: parts.MinOption = None,
    most: parts.MaxOption = None,
    stop_win: parts.StopWinOption = None,
    stop_loss: parts.StopLossOption = None,
    sessions: parts.SessionsOption = "1e5",
    seed: parts.SeedOption = 1,
    workers: parts.WorkersOption = 1,
    cluster: parts.ClusterOption = None,
    json: JsonOption = False,
) -> None:
    """Put strategies side by side, on the same wagers with the same bank."""
    with parts.needs_lab():
        from croupier.lab import NAMED, SPREADS, answer

        evenings = []
        for strategy in strategies or [name for name in NAMED if name not in SPREADS]:
            own = strategy in SPREADS
            asked = parts.asked_for(
                book,
                strategy,
                wager=None if own else wager,
                spread=None if own else spread,
                unit=unit,
                bank=bank,
                spins=spins,
                least=least,
                most=most,
                stop_win=stop_win,
                stop_loss=stop_loss,
            )
            with parts.progress(strategy) as told:
                number = parts.whole(sessions, "the number of evenings")
                evening = answer(
                    asked, sessions=number, seed=seed, workers=workers, cluster=cluster, told=told
                )
            evenings.append(evening)
    if json:
        print_json({each.session.name: parts.as_json(each) for each in evenings})
    else:
        screen().print(parts.compared(evenings))
