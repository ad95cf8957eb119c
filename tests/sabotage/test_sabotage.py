"""The sabotage itself: it finds a test that proves nothing, and a sample of it runs here."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from croupier import books
from croupier.books.loader import FOLDER
from croupier.round.opening import OpenBets
from croupier.rules.refusal import Refusal
from tests.house.at_table import ADA
from tests.house.test_terminal import ASKED, at_table
from tests.sabotage.changing import built, reached
from tests.sabotage.checks import SOURCE, Site, asks, switch_off
from tests.sabotage.running import in_fork
from tests.sabotage.toml import toml
from tests.sabotage.values import changes

ROOT = Path(__file__).parent.parent.parent
SAMPLE = 15
"""Clauses of the sample, every nineteenth or so of all."""

PLANTED = """
from croupier import books
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.close import CloseBets
from croupier.round.spin import SpinBall
from tests.clauses import proves
from tests.round.playing import Playing

def late(book_id):
    table = Playing(book_id)
    table.do(SpinBall())
    table.do(CloseBets())
    return table.ask(PlaceWager(wager="red", amount=500), Actor("ada"))

@proves("sands-2019", "5.3")
def test_proves_nothing():
    assert "5.3" in books.load("sands-2019").clauses

@proves("sands-2017", "5.3")
def test_proves_what_voids():
    assert books.load("sands-2017").voids["5.3"] == "too-few-revolutions"

@proves("sands-2019", "5.13")
def test_only_goes_there():
    late("sands-2019")

@proves("sands-2017", "5.11")
def test_sees_the_refusal():
    assert late("sands-2017").code == "late/placed"
"""

CAMPAIGN = """
import sys
from tests.sabotage import campaign, running

def go(tests):
    seen = campaign.watch(tests, 1)
    claimed = set(tests.claiming)
    every = [*campaign.all_changes(), *campaign.checks(tests, seen)]
    listed = [s for s in every if running.group_of(s) in claimed]
    for result in campaign.tried(listed, tests, 1):
        print(result, flush=True)

running.collect([sys.argv[1]], go)
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )


def test_a_test_that_proves_nothing_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "test_planted.py"
    planted.write_text(PLANTED, "utf-8")
    done = run("-c", CAMPAIGN, str(planted))
    said = [line for line in done.stdout.splitlines() if line.endswith(")")]
    state_of = {line.rpartition(" (")[0]: line.rpartition(" (")[2].rstrip(")") for line in said}
    taken_out = "irregularities.too-few-revolutions: taken out"
    assert state_of[f"sands-2017 {taken_out}"] == "noticed", done
    assert state_of[f"sands-2019 {taken_out}"] == "survived"
    off = "croupier.round.bets.closed_to_wagers no longer refuses late/placed"
    assert state_of[f"sands-2017 5.11: {off}"] == "noticed"
    assert state_of[f"sands-2019 5.13: {off}"] == "survived"


def test_a_sabotage_that_fails_itself_is_noticed_by_no_test(tmp_path: Path) -> None:
    planted = tmp_path / "test_planted.py"
    planted.write_text(PLANTED, "utf-8")
    broken = "from tests.sabotage import running; running.put_in_place = None\n"
    done = run("-c", broken + CAMPAIGN, str(planted))
    assert "(noticed)" not in done.stdout
    assert "cannot be put in place" in done.stdout + done.stderr
    assert done.returncode


def test_a_check_in_a_function_within_a_function_is_switched_off() -> None:
    lines = (SOURCE / "house/play.py").read_text("utf-8").splitlines()
    at = next(at for at, line in enumerate(lines, 1) if "no := unpayable(" in line)
    site = Site("house/play.py", "_payable", at, asks=True)

    def work() -> bool:
        switch_off(site)
        table = at_table("rapid-select")
        table.do(OpenBets())
        return not isinstance(table.ask(ASKED["one of several"](), ADA), Refusal)

    assert asks(site)
    assert in_fork(work)


@pytest.mark.parametrize("book_id", books.ids())
def test_a_changed_book_differs_in_what_was_changed_alone(book_id: str) -> None:
    data = tomllib.loads((FOLDER / f"{book_id}.toml").read_text("utf-8"))
    assert tomllib.loads(toml(data).decode()) == data
    for change in changes(book_id):
        changed = tomllib.loads(change.content.decode())
        section = change.key.partition(".")[0]
        assert changed != data
        also = changed["numbers"].pop("also", []), data["numbers"].get("also", [])
        assert also[0][: len(also[1])] == also[1] or section == "numbers"
        kept = {**data["numbers"], "also": []}
        assert {**changed, section: data[section], "numbers": kept} == {**data, "numbers": kept}, (
            change
        )


def test_what_a_wager_is_placed_and_paid_by_reaches_the_wagers() -> None:
    found = {change.key: change for change in changes("sands-2017")}
    for key in ("wagers.straight.pays", "wagers.straight.placed"):
        assert "wagers" in reached(found[key], built(found[key])), key


def test_a_sample_of_all_books_is_noticed() -> None:
    done = run("-m", "tests.sabotage", "--sample", str(SAMPLE))
    assert done.returncode == 0, done.stdout + done.stderr
