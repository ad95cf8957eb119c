"""Simulation: the same bits whoever plays, and the same distribution as the exact one."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from croupier import books, lab
from croupier.lab.chance import fill_fair, origin, tally
from croupier.lab.player import SessionPlayer, play_plain

ROOT = Path(__file__).parents[2]
WAGERS = {"fast-action-2020": "bonus-win"}
LIMITS = lab.Limits(lab.Range(100, 5000))


def evening(book: str, strategy: str, **more: object) -> lab.Session:
    wager = "" if strategy in lab.SPREADS else WAGERS.get(book, "red")
    given = {"bank": 3000, "spins": 24, "limits": LIMITS, "unit": 100} | more
    return lab.session(books.load(book), wager, strategy, **given)  # type: ignore[arg-type]


def playable() -> list[tuple[str, str]]:
    pairs = [(book, strategy) for book in books.ids() for strategy in lab.NAMED]
    return [pair for pair in pairs if pair not in UNPLAYABLE]


UNPLAYABLE = {("fast-action-2020", "james-bond")}
"""It has neither high nor six lines."""


@pytest.mark.parametrize(("book", "strategy"), playable())
def test_simulation_agrees_with_the_exact_law(book: str, strategy: str) -> None:
    more = {"stop_win": 1200, "stop_loss": 2500} if strategy in ("martingale", "paroli") else {}
    asked = evening(book, strategy, spins=16, **more)
    exact = lab.exact(asked, ahead=(500,), marks=(8,))
    played = lab.simulate(asked, 40_000, seed=2026, ahead=(500,), marks=(8,))
    for name, value in exact.figures().items():
        if name in played.errors:
            z = (played.figures()[name] - value) / max(played.errors[name], 1e-4)
            assert abs(z) < 5, f"{name}: {played.figures()[name]} instead of {value}"
    assert played.staked == pytest.approx(exact.staked, rel=0.05)
    middle, should = played.moments[0], exact.moments[0]
    error = should.distribution.deviation / 200
    assert abs(middle.distribution.mean - should.distribution.mean) < 5 * error
    assert abs(middle.ruined - should.ruined) < 5 * 0.5 / 200


@pytest.mark.parametrize("book", ["racetrack-2012", "fast-action-2020"])
@pytest.mark.parametrize("strategy", ["martingale", "dalembert", "oscars-grind", "labouchere"])
def test_tables_play_what_the_strategy_says(book: str, strategy: str) -> None:
    asked = evening(book, strategy, spins=70, stop_win=2000)
    hand, marks = SessionPlayer(asked), np.array([30, 70])
    won, notes, staked = hand.play(origin(5, 3), 200, marks)
    plain_won, plain_notes = np.empty_like(won), np.empty_like(notes)
    wheel = hand.wheel
    plain_staked = play_plain(asked, wheel, origin(5, 3), marks, plain_won, plain_notes)
    assert np.array_equal(won, plain_won)
    assert np.array_equal(notes, plain_notes)
    assert staked == plain_staked


class Remembering:
    """Its state is all that has ever happened: nobody can list it."""

    def start(self) -> tuple[bool, ...]:
        return ()

    def stake(self, past: tuple[bool, ...]) -> int:
        return 1 + sum(past) % 3

    def after(self, past: tuple[bool, ...], spin: lab.Spin) -> tuple[bool, ...]:
        return (*past, spin.won)


def test_a_strategy_without_end_is_asked_at_every_spin(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = lab.session(books.load("edz-2020"), "red", Remembering(), bank=9000, spins=30)
    all_in_the_table = lab.simulate(asked, 50, seed=1)
    monkeypatch.setattr("croupier.lab.player.STATES_MAX", 10)
    asked_at_every_spin = lab.simulate(asked, 50, seed=1)
    assert numbers(all_in_the_table) == numbers(asked_at_every_spin)


def test_asked_at_every_spin_it_never_runs_out_of_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    rich = lab.session(books.load("racetrack-2012"), "red", "martingale", bank=10**6, spins=200)
    by_table = [lab.simulate(rich, 500, seed=seed) for seed in range(4)]
    monkeypatch.setattr("croupier.lab.player.EXPLORED", 1)
    monkeypatch.setattr("croupier.lab.player.STATES_MAX", 1)
    by_asking = [lab.simulate(rich, 500, seed=seed) for seed in range(4)]
    assert list(map(numbers, by_table)) == list(map(numbers, by_asking))


def numbers(evening: lab.SessionResult) -> str:
    """All of it, to the bit."""
    distribution = evening.distribution
    parts = (
        distribution.results.tolist(),
        distribution.chances.tolist(),
        evening.figures(),
        evening.errors,
    )
    return repr(parts) + repr([each.distribution.chances.tolist() for each in evening.moments])


EVENINGS = 70_000
"""Three chunks of work."""


def asked() -> lab.Session:
    return evening("racetrack-2012", "oscars-grind", spins=50)


def test_same_seed_same_bits_with_more_workers() -> None:
    alone = numbers(lab.simulate(asked(), EVENINGS, seed=9, marks=(10,)))
    assert numbers(lab.simulate(asked(), EVENINGS, seed=9, marks=(10,), workers=2)) == alone
    assert numbers(lab.simulate(asked(), EVENINGS, seed=10, marks=(10,))) != alone


ON_A_CLUSTER = """
from distributed import LocalCluster
from croupier import lab
from tests.lab.test_simulation import EVENINGS, asked, numbers

with LocalCluster(
    n_workers=2, processes=False, dashboard_address=None, worker_dashboard_address=None
) as cluster:
    address = cluster.scheduler_address
    print(numbers(lab.simulate(asked(), EVENINGS, seed=9, cluster=address)))
"""


def test_same_seed_same_bits_on_a_cluster_under_another_hash_seed() -> None:
    alone = numbers(lab.simulate(asked(), EVENINGS, seed=9))
    on_a_cluster = subprocess.run(
        [sys.executable, "-c", ON_A_CLUSTER],
        env=os.environ | {"PYTHONHASHSEED": "2", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert on_a_cluster.stdout.strip() == alone


def test_ctrl_c_gives_what_there_is() -> None:
    def progress(done: int, total: int) -> None:
        assert total == EVENINGS
        raise KeyboardInterrupt

    found = lab.simulate(asked(), EVENINGS, seed=9, progress=progress)
    assert found.sessions == 2**15
    assert "stopped early" in found.why


def test_words_do_not_change() -> None:
    counts = tally(origin(1, 0), 1000, 37)
    assert counts.sum() == 2000
    assert origin(1, 0) == 6769870712503310216
    words = np.empty(4096, np.uint64)
    fill_fair(words, origin(1, 0), 37 * 37)
    assert int(words[0]) == FIRST_WORD


FIRST_WORD = 7284090960348618931
