"""``croupier simulate``: how a strategy performs over a session, exact or simulated."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import lab_shared
from croupier.cli.commands import BookArgument, JsonOption
from croupier.cli.completion import complete_strategy
from croupier.cli.printing import print_json, print_line
from croupier.cli.progress import progress
from croupier.cli.saving import saving
from croupier.rules.refusal import CroupierError, refusal

if TYPE_CHECKING:
    from croupier.lab import SessionResult

MOMENTS = 40
FORMS = (".html", ".png", ".csv", ".parquet", ".json")


class Method(StrEnum):
    """How to find the answer."""

    AUTO = "auto"
    EXACT = "exact"
    SIMULATED = "simulated"


def simulate(
    book: BookArgument,
    strategy: Annotated[
        str,
        typer.Option(
            "--strategy",
            metavar="NAME",
            help="Such as martingale; see docs/lab.md.",
            autocompletion=complete_strategy,
        ),
    ] = "flat",
    wager: lab_shared.WagerOption = None,
    spread: lab_shared.SpreadOption = None,
    unit: lab_shared.UnitOption = 100,
    bank: lab_shared.BankOption = 20_000,
    spins: lab_shared.SpinsOption = 500,
    least: lab_shared.MinOption = None,
    most: lab_shared.MaxOption = None,
    stop_win: lab_shared.StopWinOption = None,
    stop_loss: lab_shared.StopLossOption = None,
    ahead: Annotated[
        list[int] | None,
        typer.Option("--ahead", metavar="CENTS", help="The chance of ever being so far ahead."),
    ] = None,
    method: Annotated[Method, typer.Option("--method", help="How to find out.")] = Method.AUTO,
    sessions: lab_shared.SessionsOption = 1_000_000,
    seed: lab_shared.SeedOption = 1,
    workers: lab_shared.WorkersOption = 1,
    cluster: lab_shared.ClusterOption = None,
    output: Annotated[
        list[str] | None,
        typer.Option("--output", "-o", metavar="FILE", help=f"Save as {', '.join(FORMS)}."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Work out the result of a session: exactly if possible, otherwise simulated."""
    with lab_shared.needs_lab():
        from croupier.lab import UnmanageableError, answer, marks_of

        asked = lab_shared.asked_for(
            book,
            strategy,
            wager=wager,
            spread=spread,
            unit=unit,
            bank=bank,
            spins=spins,
            least=least,
            most=most,
            stop_win=stop_win,
            stop_loss=stop_loss,
        )
        savers = [_saver(Path(file)) for file in output or ()]
        try:
            with progress("sessions") as report:
                result = answer(
                    asked,
                    method=method.value,
                    sessions=sessions,
                    seed=seed,
                    ahead=ahead or (),
                    marks=marks_of(spins, MOMENTS) if output or json else (),
                    workers=workers,
                    cluster=cluster,
                    progress=report,
                )
        except UnmanageableError as too_much:
            raise lab_shared.bad(f"not manageable exactly: {too_much}") from None
        if json:
            print_json(lab_shared.as_json(result))
        else:
            lab_shared.show(result)
        for save in savers:
            save(result)
    for file in output or ():
        if not json:
            print_line(f"Saved in {file}")


def _saver(path: Path) -> Callable[["SessionResult"], None]:
    """How to save by the file's ending; refused before anything is worked out."""
    if path.suffix.lower() not in FORMS:
        reason = f"{str(path)!r} does not say which form to write: end it in {', '.join(FORMS)}"
        raise CroupierError(refusal("usage/bad-output", reason=reason))

    def save(result: "SessionResult") -> None:
        with saving(path) as beside:
            _write(result, beside)

    return save


def _write(result: "SessionResult", path: Path) -> None:
    import json

    from croupier.lab.output import to_csv, to_html, write_parquet, write_png

    title, form = lab_shared.title_of(result), path.suffix.lower()
    if form == ".png":
        write_png(result, title, path)
    elif form == ".parquet":
        write_parquet(result, path)
    elif form == ".csv":
        path.write_text(to_csv(result), encoding="utf-8", newline="\n")
    elif form == ".html":
        path.write_text(to_html(result, title), encoding="utf-8", newline="\n")
    else:
        path.write_text(json.dumps(lab_shared.as_json(result)) + "\n", encoding="utf-8")
