"""``croupier lab``: strategies compared, books validated, wheels and generators tested."""

from typing import Annotated

import typer

from croupier.cli import lab_shared
from croupier.cli.commands import BookArgument, Commands, JsonOption
from croupier.cli.completion import complete_strategy
from croupier.cli.lab_rng import rng
from croupier.cli.lab_validate import check, validate
from croupier.cli.printing import print_json
from croupier.cli.progress import progress

lab = Commands(name="lab", help="Compare strategies, validate books, test wheels.")
lab.command()(validate)
lab.command()(check)
lab.command()(rng)


@lab.command()
def compare(
    book: BookArgument,
    strategies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[STRATEGY]...",
            help="Such as flat martingale; all if none.",
            autocompletion=complete_strategy,
        ),
    ] = None,
    wager: lab_shared.WagerOption = None,
    spread: lab_shared.SpreadOption = None,
    unit: lab_shared.UnitOption = 100,
    bank: lab_shared.BankOption = 20_000,
    spins: lab_shared.SpinsOption = 500,
    least: lab_shared.MinOption = None,
    most: lab_shared.MaxOption = None,
    stop_win: lab_shared.StopWinOption = None,
    stop_loss: lab_shared.StopLossOption = None,
    sessions: lab_shared.SessionsOption = 100_000,
    seed: lab_shared.SeedOption = 1,
    workers: lab_shared.WorkersOption = 1,
    cluster: lab_shared.ClusterOption = None,
    json: JsonOption = False,
) -> None:
    """Put strategies side by side, on the same wagers with the same bank."""
    with lab_shared.needs_lab():
        from croupier.lab import NAMED, SPREADS, answer

        results = []
        for strategy in strategies or [name for name in NAMED if name not in SPREADS]:
            own = strategy in SPREADS
            asked = lab_shared.asked_for(
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
            with progress(strategy) as report:
                result = answer(
                    asked,
                    sessions=sessions,
                    seed=seed,
                    workers=workers,
                    cluster=cluster,
                    progress=report,
                )
            results.append(result)
    if json:
        print_json({each.session.name: lab_shared.as_json(each) for each in results})
    else:
        lab_shared.compared(results).show()
