"""A loaded wheel is caught as often as stated, and a fair one accused no more often than stated."""

import json
from pathlib import Path
from random import Random

import pytest

from croupier import books, lab
from tests.lab.test_validation import run

WHEEL = books.load("racetrack-2012").wheel.order
SAMPLES, FAVOUR = 200, 0.5


def spun(seed: int, spins: int, favour: float = 0.0) -> list[str]:
    """Numbers of a wheel on which 17 comes more often than it should, at the cost of all."""
    weights = [(1 + favour) if pocket == "17" else 1 - favour / 36 for pocket in WHEEL]
    return Random(seed).choices(WHEEL, weights, k=spins)


def test_a_loaded_wheel_is_caught_at_the_stated_power() -> None:
    spins = lab.spins_needed(len(WHEEL), FAVOUR)
    assert lab.power(len(WHEEL), spins, FAVOUR) == pytest.approx(0.9, abs=0.001)
    caught = sum(
        finding.p < lab.LEVEL / 3
        for seed in range(SAMPLES)
        for finding in lab.bias_test(spun(seed, spins, FAVOUR), WHEEL).findings
        if finding.test == "pockets"
    )
    assert abs(caught / SAMPLES - 0.9) < 4 * (0.9 * 0.1 / SAMPLES) ** 0.5


def test_a_fair_wheel_passes_at_the_stated_rate() -> None:
    accused = sum(
        not lab.bias_test(spun(seed, 3_000), WHEEL).is_fair for seed in range(2 * SAMPLES)
    )
    assert accused <= 2 * SAMPLES * lab.LEVEL + 4 * (2 * SAMPLES * lab.LEVEL) ** 0.5


def test_a_tilted_wheel_is_noticed_as_such() -> None:
    half = set(WHEEL[:18])
    weights = [1.1 if pocket in half else 0.9 for pocket in WHEEL]
    numbers = Random(3).choices(WHEEL, weights, k=20_000)
    found = {finding.test: finding.p for finding in lab.bias_test(numbers, WHEEL).findings}
    assert found["tilt"] < 1e-9


def test_the_command_reads_a_wheels_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "wheel.txt"
    record.write_text("# table 4\n" + "\n".join(spun(1, 16_000, FAVOUR)), encoding="utf-8")
    assert run(["lab", "rng", "racetrack-2012", "--file", str(record), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert not found["fair"]
    assert len(found["battery"]) == 5
    record.write_text(" ".join(spun(1, 2_000)), encoding="utf-8")
    assert run(["lab", "rng", "racetrack-2012", "--file", str(record)]) == 0
    assert "battery needs" in capsys.readouterr().out
    record.write_text("17 37", encoding="utf-8")
    assert run(["lab", "rng", "racetrack-2012", "--file", str(record)]) == 2


def test_the_command_tests_the_live_generator() -> None:
    """A fair one is accused once in a hundred times: not three times in a row."""
    assert 0 in (run(["lab", "rng", "edz-2020", "--draws", "15000"]) for _ in range(3))
    assert run(["lab", "rng", "edz-2020", "--favour", "0"]) == 2
