"""``croupier lab validate``: play a book's real rules and hold them against the exact odds."""

import json as json_text
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from croupier import __version__, books
from croupier.cli import lab_shared
from croupier.cli.commands import BookArgument, JsonOption
from croupier.cli.listing import table
from croupier.cli.printing import print_json, print_line
from croupier.cli.progress import progress
from croupier.cli.saving import save
from croupier.cli.screen import screen
from croupier.journal.keys import SigningKey, key_id, verify
from croupier.rules.refusal import CroupierError, refusal

if TYPE_CHECKING:
    from croupier.lab import Validation

FAILED = 1
SHOWN = 12


def validate(
    book: BookArgument,
    spins: Annotated[
        int, lab_shared.count("--spins", "Rounds to play, such as 1e9.")
    ] = 100_000_000,
    against: Annotated[
        str | None,
        typer.Option(
            "--against", metavar="BOOK", help="The book as it should be: the shipped one of its id."
        ),
    ] = None,
    seed: lab_shared.SeedOption = 1,
    workers: lab_shared.WorkersOption = 1,
    cluster: lab_shared.ClusterOption = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="The report, as JSON.")
    ] = None,
    key: Annotated[
        str | None,
        typer.Option("--key", metavar="FILE", help="Signs the report; made where there is none."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Validate a book as test laboratories do: exit 0 if it passes, 1 if it fails."""
    loaded = books.load(book)
    should = against or (loaded.id if loaded.id in books.ids() else book)
    with lab_shared.needs_lab():
        from croupier.lab import validate as play

        with progress("rounds") as update:
            found = play(
                loaded,
                spins,
                seed=seed,
                against=books.load(should),
                workers=workers,
                cluster=cluster,
                progress=update,
            )
    report = report_of(found, datetime.now(UTC))
    if key is not None:
        report = signed(report, _key(Path(key), Path(output or "report.json")))
    if output is not None:
        save(output, json_text.dumps(report, indent=1) + "\n")
    if json:
        print_json(report)
    else:
        show(found)
        if output is not None:
            print_line(f"The report is in {output}")
    if not found.passes:
        raise typer.Exit(FAILED)


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A signed report.")],
    json: JsonOption = False,
) -> None:
    """Check the signature of a validation report: exit 0 if it holds, 1 if not."""
    try:
        report = json_text.loads(Path(file).read_text(encoding="utf-8"))
        signature = report.pop("signature")
        public, given = bytes.fromhex(signature["key"]), bytes.fromhex(signature["ed25519"])
    except OSError as error:
        raise CroupierError(
            refusal("file/unreadable", file=file, reason=error.strerror or str(error))
        ) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        reason = "it holds no signed report"
        raise CroupierError(refusal("file/unreadable", file=file, reason=reason)) from None
    holds, signer = verify(public, _message(report), given), key_id(public)
    if json:
        print_json({"holds": holds, "key": signer, "date": report.get("date")})
    elif holds:
        why = f": signed by key {signer} on {report['date']}"
        screen().print(Text.assemble(("holds", "bold green"), why))
    else:
        why = ": the report was changed after it was signed"
        screen().print(Text.assemble(("does not hold", "bold red"), why))
    if not holds:
        raise typer.Exit(FAILED)


def report_of(found: "Validation", now: datetime) -> dict[str, Any]:
    """The report, dated."""
    return {
        "report": "croupier/validation/1",
        "date": now.isoformat(timespec="seconds"),
        "program": f"croupier {__version__}",
        "book": {"id": found.book.id, "sha256": found.book.sha256},
        "against": {"id": found.against.id, "sha256": found.against.sha256},
        "reference": found.reference,
        "spins": found.spins,
        "seed": found.seed,
        "verdict": "pass" if found.passes else "fail",
        "failures": list(found.failures),
        "bars": {"wagers": found.wager_bar, "fairness": found.fairness_bar},
        "fairness": [asdict(each) for each in found.fairness],
        "wagers": [asdict(each) for each in found.wagers],
    }


def signed(report: dict[str, Any], key: SigningKey) -> dict[str, Any]:
    """The report with a signature."""
    given = key.sign(_message(report)).hex()
    return report | {"signature": {"key": key.public.hex(), "ed25519": given}}


def show(found: "Validation") -> None:
    """Print the verdict, the fairness tests, and the most extreme wagers."""
    shown = screen()
    fairness = table("The chance itself", "test", "chi-square", "freedom", "p", right=("p",))
    for check in found.fairness:
        figures = f"{check.statistic:,.1f}", str(check.freedom), f"{check.p:.4f}"
        fairness.add_row(check.test, *figures)
    wagers = table(
        f"The {SHOWN} wagers furthest from what they should return, of {len(found.wagers)}",
        *("wager", "returned", "should", "z", "p"),
        right=("returned", "should", "z", "p"),
    )
    for each in sorted(found.wagers, key=lambda each: each.p)[:SHOWN]:
        style = "bold red" if each.p < found.wager_bar else ""
        figures = f"{each.observed:.6f}", f"{each.exact:.6f}", f"{each.z:+.2f}"
        wagers.add_row(each.wager, *figures, f"{each.p:.4g}", style=style)
    fairness.show()
    wagers.show()
    verdict = ("passes", "bold green") if found.passes else ("fails", "bold red")
    shown.print(Text.assemble(f"{found.book.id}, {found.spins:,} rounds: ", verdict))
    if found.reference == "itself":
        shown.print("This is not one of the five books: it was compared only with itself.")
    for failure in found.failures[:SHOWN]:
        shown.print(f"  does not hold: {failure}")


def _message(report: dict[str, Any]) -> bytes:
    return json_text.dumps(report, sort_keys=True, separators=(",", ":")).encode()


def _key(path: Path, report: Path) -> SigningKey:
    """The key of the file; it must not be the report's own file."""
    return SigningKey.load(path, report) if path.exists() else SigningKey.make(path, report)
