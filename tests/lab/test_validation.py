"""Validation: right books pass, planted faults are caught."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from croupier import books, lab
from croupier.cli import main
from croupier.rules import settlement

BOOKS = Path(books.__file__).parent


def planted(folder: Path, book: str, kind: str, pays: int, before: str = "") -> Path:
    """A copy of a book in which one kind of wager pays something else."""
    text = (BOOKS / f"{book}.toml").read_text("utf-8")
    progress = rf"(\[wagers\.{kind}\]\nname = .*\npays = {before})\d+"
    wrong, found = re.subn(progress, rf"\g<1>{pays}", text, count=1)
    assert found
    copy = folder / f"{book}.toml"
    copy.write_text(wrong, "utf-8")
    return copy


@pytest.mark.parametrize("book", books.ids())
def test_every_book_passes(book: str) -> None:
    found = lab.validate(books.load(book), 400_000, seed=11)
    assert found.passes, found.failures
    assert found.spins == 400_000
    assert {check.wager for check in found.wagers} == set(books.load(book).wagers)


def test_a_fair_book_is_rejected_no_more_often_than_stated() -> None:
    book = books.load("sands-2019")
    rejected = sum(not lab.validate(book, 40_000, seed=seed).passes for seed in range(40))
    assert rejected <= 1  # one in a thousand is stated: two of forty come once in a thousand times


@pytest.mark.parametrize(
    ("book", "kind", "pays"),
    [("racetrack-2012", "straight", 34), ("sands-2019", "top-line", 6), ("edz-2020", "odd", 2)],
)
def test_a_planted_payout_is_caught(tmp_path: Path, book: str, kind: str, pays: int) -> None:
    copy = books.load_file(planted(tmp_path, book, kind, pays))
    found = lab.validate(copy, 10_000_000, seed=1, against=books.load(book))
    assert not found.passes
    assert any(failure.startswith(kind) for failure in found.failures)


@pytest.mark.parametrize("book", books.ids())
def test_a_shipped_book_that_was_changed_is_no_reference_for_itself(
    tmp_path: Path, book: str
) -> None:
    """A straight that pays 36: too little for so few spins to show, but not as stated."""
    changed = books.load_file(planted(tmp_path, book, "straight", 36, r"(?:\{ plain = )?"))
    found = lab.validate(changed, 4_000, seed=1, against=changed)
    assert found.reference == "stated"
    assert not found.passes
    assert any(failure.startswith("straight:17: an edge of ") for failure in found.failures)


def test_a_book_of_ones_own_is_said_to_be_compared_only_with_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = planted(tmp_path, "sands-2019", "straight", 30)
    copy.write_text(
        copy.read_text("utf-8").replace('id = "sands-2019"', 'id = "own-book"', 1), "utf-8"
    )
    assert run(["lab", "validate", str(copy), "--spins", "4e3"]) == 0
    assert "not one of the five books: it was compared only with itself" in capsys.readouterr().out
    found = lab.validate(books.load(str(copy)), 4_000, seed=1)
    assert found.reference == "itself"
    assert run(["lab", "validate", str(copy), "--spins", "4e3", "--against", "sands-2019"]) == 1


def test_a_wrong_settlement_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    right = settlement._settled

    def wrong(*given: object) -> object:
        settled = right(*given)  # type: ignore[arg-type]
        if settled.result != "won":
            return settled
        return msgspec.structs.replace(settled, winnings=0, returned=0)

    monkeypatch.setattr(settlement, "_settled", wrong)
    assert not lab.validate(books.load("edz-2020"), 100_000, seed=1).passes


def test_workers_count_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.lab.validation.CHUNK_ROUNDS", 20_000)
    book = books.load("fast-action-2020")
    one, two = (lab.validate(book, 90_000, seed=5, workers=workers) for workers in (1, 2))
    assert (one.wagers, one.fairness) == (two.wagers, two.fairness)


def test_the_command_reports_dated_and_signed(tmp_path: Path) -> None:
    report, key = tmp_path / "report.json", tmp_path / "lab.key"
    arguments = ["lab", "validate", "sands-2017", "--spins", "1e5", "-o", str(report)]
    assert run([*arguments, "--key", str(key), "--json"]) == 0
    found = json.loads(report.read_text(encoding="utf-8"))
    assert (found["verdict"], found["spins"]) == ("pass", 100_000)
    assert run(["lab", "check", str(report)]) == 0
    report.write_text(
        report.read_text(encoding="utf-8").replace('"pass"', '"fail"'), encoding="utf-8"
    )
    assert run(["lab", "check", str(report)]) == 1


def test_the_command_fails_a_planted_payout(tmp_path: Path) -> None:
    copy = planted(tmp_path, "racetrack-2012", "dozen", 3)
    assert run(["lab", "validate", str(copy), "--spins", "1e5"]) == 1


def run(arguments: list[str]) -> int:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert isinstance(end.value.code, int)
    return end.value.code
