"""Requirement 14: random evenings with crashes against a naive model, the same for the same seed.

A failing seed is in the message, with the command that plays it again. ``make simulate SEEDS=…``
plays as many as one likes.
"""

import os
import subprocess
import sys

import pytest

from tests.simulation.seeds import SeedFailed, attempt, from_seed, tried
from tests.simulation.session import play

PARTS, SEEDS_EACH = 4, 15


@pytest.mark.parametrize("part", range(PARTS))
def test_random_evenings_are_as_the_model_has_them(
    part: int, capfd: pytest.CaptureFixture[str]
) -> None:
    said = tried(from_seed(part * SEEDS_EACH, SEEDS_EACH))
    with capfd.disabled():
        print(f"\n{said}", file=sys.stderr)


def test_same_seed_gives_the_same_entries_to_the_byte() -> None:
    """In other processes too, where nothing depends on the order of a set."""
    digests = [play(seed).digest for seed in (7, 8)]
    assert digests[0] != digests[1]
    here = [f"{seed} {digest}" for seed, digest in zip((7, 8), digests, strict=True)]
    for hash_seed in ("1", "4242"):
        command = [sys.executable, "-m", "tests.simulation", "--from", "7", "--seeds", "2"]
        there = subprocess.run(
            [*command, "--digests"],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        assert there.stdout.splitlines() == here


def test_failing_seed_is_named_with_the_way_to_play_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(seed: int, steps: int) -> None:
        raise RuntimeError("the ball broke")

    monkeypatch.setattr("tests.simulation.seeds.play", broken)
    with pytest.raises(SeedFailed, match=r"seed 3: .*the ball broke\n.*--from 3 --seeds 1"):
        attempt(3)
