"""``croupier simulate``: what a strategy does over an evening, exact or simulated."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import evening as parts
from croupier.cli.screen import BookArgument, JsonOption, print_json, screen
from croupier.rules.refusal import CroupierError, refusal

if TYPE_CHECKING:
    from croupier.lab import Evening

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
        str, typer.Option("--strategy", metavar="NAME", help="Such as martingale; see docs/lab.md.")
    ] = "flat",
    wager: parts.WagerOption = None,
    spread: parts.SpreadOption = None,
    unit: parts.UnitOption = 100,
    bank: parts.BankOption = 20_000,
    spins: parts.SpinsOption = 500,
    least: parts.MinOption = None,
    most: parts.MaxOption = None,
    stop_win: parts.StopWinOption = None,
    stop_loss: parts.StopLossOption = None,
    ahead: Annotated[
        list[int] | None,
        typer.Option("--ahead", metavar="CENTS", help="The chance of ever being so far ahead."),
    ] = None,
    method: Annotated[Method, typer.Option("--method", help="How to find out.")] = Method.AUTO,
    sessions: parts.SessionsOption = "1e6",
    seed: parts.SeedOption = 1,
    workers: parts.WorkersOption = 1,
    cluster: parts.ClusterOption = None,
    output: Annotated[
        list[str] | None,
        typer.Option("--output", "-o", metavar="FILE", help=f"Save as {', '.join(FORMS)}."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Work out what an evening brings: exactly where possible, otherwise by playing many."""
    with parts.needs_lab():
        from croupier.lab import UnmanageableError, answer, marks_of

        asked = parts.asked_for(
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
            with parts.progress("evenings") as told:
                evening = answer(
                    asked,
                    method=method.value,
                    sessions=parts.whole(sessions, "the number of evenings"),
                    seed=seed,
                    ahead=ahead or (),
                    marks=marks_of(spins, MOMENTS) if output or json else (),
                    workers=workers,
                    cluster=cluster,
                    told=told,
                )
        except UnmanageableError as too_much:
            raise parts.bad(f"not manageable exactly: {too_much}") from None
        if json:
            print_json(parts.as_json(evening))
        else:
            parts.show(evening)
        for save in savers:
            save(evening)
    for file in output or ():
        if not json:
            screen().print(f"Saved in {file}")


def _saver(path: Path) -> Callable[["Evening"], None]:
    """How to save by the file's ending; refused before anything is worked out."""
    if path.suffix.lower() not in FORMS:
        reason = f"{str(path)!r} does not say which form to write: end it in {', '.join(FORMS)}"
        raise CroupierError(refusal("usage/bad-output", reason=reason))

    def save(evening: "Evening") -> None:
        try:
            _write(evening, path)
        except OSError as error:
            reason = error.strerror or str(error)
            raise CroupierError(refusal("file/unwritable", file=str(path), reason=reason)) from None

    return save


def _write(evening: "Evening", path: Path) -> None:
    import json

    from croupier.lab.pictures import to_html, write_png
    from croupier.lab.saving import to_csv, write_parquet

    title, form = parts.title_of(evening), path.suffix.lower()
    if form == ".png":
        write_png(evening, title, path)
    elif form == ".parquet":
        write_parquet(evening, path)
    elif form == ".csv":
        path.write_text(to_csv(evening), encoding="utf-8", newline="\n")
    elif form == ".html":
        path.write_text(to_html(evening, title), encoding="utf-8", newline="\n")
    else:
        path.write_text(json.dumps(parts.as_json(evening)) + "\n", encoding="utf-8")
