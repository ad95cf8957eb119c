"""``croupier simulate`` and ``croupier lab compare``, and what they save."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from croupier import books
from tests.cli.terminals import Terminal
from tests.lab.test_validation import run

RED = ["--wager", "red", "--bank", "3000", "--spins", "40", "--max", "5000"]


def test_simulate_says_exact_with_a_chart(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "racetrack-2012", "--strategy", "martingale", *RED]) == 0
    out = capsys.readouterr().out
    assert "exact: a chain over 7 states" in out
    assert "Won or lost at the end" in out
    assert "█" in out


def test_simulate_says_simulated_and_saves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forms = {form: tmp_path / f"evening.{form}" for form in ("html", "png", "csv", "parquet")}
    saves = [part for path in forms.values() for part in ("-o", str(path))]
    asked = ["simulate", "edz-2020", "--strategy", "fibonacci", *RED, "--ahead", "500"]
    assert run([*asked, "--method", "simulated", "--sessions", "2e3", *saves, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["method"] == "simulated"
    assert found["sessions"] == 2000
    assert "ever ahead by 500" in found["errors"]
    with forms["csv"].open(encoding="utf-8") as file:
        distribution = list(csv.DictReader(file))
    assert sum(float(row["chance"]) for row in distribution) == pytest.approx(1)
    page = forms["html"].read_text(encoding="utf-8")
    assert page.count("<svg") == 3
    assert "http" not in page
    assert forms["png"].read_bytes().startswith(b"\x89PNG")
    import pyarrow.parquet as pq

    assert pq.read_table(forms["parquet"]).num_rows == len(distribution)


@pytest.mark.parametrize("book", books.ids())
def test_every_book_is_simulated(book: str, capsys: pytest.CaptureFixture[str]) -> None:
    wager = "straight:17" if book == "fast-action-2020" else "straight:0"
    assert run(["simulate", book, "--wager", wager, "--spins", "20", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["method"] == "exact"


def test_compare_puts_strategies_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["lab", "compare", "sands-2019", "flat", "paroli", "labouchere", *RED, "--json"]) == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["flat", "paroli", "labouchere"]
    assert run(["lab", "compare", "racetrack-2012", "flat", "james-bond", *RED]) == 0
    assert "james-bond" in capsys.readouterr().out


def test_compared_strategies_fit_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Terminal(monkeypatch, 80, piped=False)
    printed = shown("lab", "compare", "racetrack-2012", "flat", "martingale", *RED)
    assert printed.code == 0
    assert max(map(len, printed.lines)) <= 80
    for strategy in ("flat", "martingale"):
        assert sum(line.startswith(f"{strategy} ") for line in printed.lines) == 2
    for name in ("mean", "ruin", "median", "95 %", "how"):
        assert sum(f" {name}" in line for line in printed.lines) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        ["--wager", "red", "--spread", "red=100"],
        ["--strategy", "luck", "--wager", "red"],
        ["--wager", "red", "--bank", "0"],
        ["--wager", "red", "--sessions", "many"],
        ["--wager", "red", "-o", "evening.doc"],
        ["--wager", "red", "--min", "500"],
        ["--wager", "red", "--strategy", "labouchere", "--method", "exact"],
        ["--wager", "purple"],
        [],
    ],
)
def test_bad_arguments_exit_with_2(wrong: list[str]) -> None:
    assert run(["simulate", "racetrack-2012", *wrong]) == 2


@pytest.mark.parametrize("missing", ["numpy", "numba"])
@pytest.mark.parametrize(
    "command", ["simulate racetrack-2012 --wager red", "lab validate sands-2017"]
)
def test_a_missing_extra_is_named_with_how_to_install_it(missing: str, command: str) -> None:
    """As after a bare ``pip install``, in a process that has not imported it yet."""
    run = f"import sys; sys.modules[{missing!r}] = None; from croupier.cli import main; main()"
    asked = [sys.executable, "-c", run, *command.split()]
    done = subprocess.run(asked, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2, done.stderr
    assert f"the lab needs {missing}: pip install 'croupier[lab]'" in done.stderr
