"""The battery over final draws: ours pass it, and planted generators fail it."""

import hashlib
import os
import random
from collections.abc import Iterator, Sequence
from itertools import count, islice

import pytest

from croupier import books
from croupier.fair.battery import (
    Result,
    bonus_battery,
    coverage_distribution,
    needed,
    pocket_battery,
)
from croupier.fair.draw import draw_bonus, draw_pocket
from croupier.fair.p_values import chi_square_p, normal_p
from croupier.fair.secret import Entropy, new_secret

FAST = books.load("fast-action-2020")
DRAWS = 20_000


def seeded(seed: int) -> Entropy:
    """Bytes that look random and are the same every time."""
    blocks = (hashlib.sha256(b"%d %d" % (seed, block)).digest() for block in count())
    stream = (byte for block in blocks for byte in block)
    return lambda size: bytes(islice(stream, size))


def bonus_draws(entropy: Entropy, draws: int = DRAWS) -> list[tuple[str, ...]]:
    return [draw_bonus(new_secret(entropy), "t", n, FAST.pockets, 10) for n in range(draws)]


def failed(results: Sequence[Result]) -> list[str]:
    return [result.test for result in results if not result.passes]


@pytest.mark.parametrize("entropy", [seeded(1), os.urandom], ids=["seeded", "kernel"])
def test_bonus_numbers_pass(entropy: Entropy) -> None:
    assert failed(bonus_battery(bonus_draws(entropy), FAST.pockets)) == []


@pytest.mark.parametrize("book_id", books.ids())
def test_pockets_of_our_own_wheel_pass(book_id: str) -> None:
    order = books.load(book_id).wheel.order
    entropy = seeded(2)
    numbers = [draw_pocket(new_secret(entropy), "t", n, order) for n in range(DRAWS)]
    assert failed(pocket_battery(numbers, order)) == []


def test_pockets_from_the_kernel_pass() -> None:
    order = FAST.wheel.order
    numbers = [draw_pocket(new_secret(os.urandom), "t", n, order) for n in range(DRAWS)]
    assert failed(pocket_battery(numbers, order)) == []


def remainders(entropy: Entropy) -> Iterator[str]:
    """The planted generator: 256 is no multiple of 40, so that the low numbers come more often."""
    while True:
        yield FAST.pockets[entropy(1)[0] % 40]


def without_repeats(numbers: Iterator[str]) -> tuple[str, ...]:
    drawn: dict[str, None] = {}
    while len(drawn) < 10:
        drawn[next(numbers)] = None
    return tuple(drawn)


def test_the_remainder_of_a_byte_fails() -> None:
    numbers = remainders(seeded(3))
    assert "pockets" in failed(pocket_battery(list(islice(numbers, DRAWS * 2)), FAST.pockets))
    draws = [without_repeats(numbers) for _ in range(DRAWS)]
    found = failed(bonus_battery(draws, FAST.pockets))
    assert {"drawn numbers", "places", "first drawn: pockets"} <= set(found)


def sequences(kind: str) -> list[str]:
    """Planted wheels, each with another fault, all with every pocket equally often in the end."""
    source = random.Random(4)
    if kind == "counting":
        return [FAST.pockets[n % 40] for n in range(DRAWS)]
    if kind == "sticky":
        numbers = [source.choice(FAST.pockets)]
        while len(numbers) < DRAWS:
            numbers.append(numbers[-1] if source.random() < 0.1 else source.choice(FAST.pockets))
        return numbers
    decks = (source.sample(FAST.pockets, 40) for _ in range(DRAWS // 40))
    return [number for deck in decks for number in deck]


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("counting", {"pockets", "serial pairs", "serial correlation", "runs", "coverage"}),
        ("sticky", {"serial pairs", "serial correlation", "runs", "coverage"}),
        ("shuffled decks", {"pockets", "coverage"}),
    ],
)
def test_each_kind_of_fault_is_found_by_the_tests_that_look_for_it(
    kind: str, found: set[str]
) -> None:
    assert set(failed(pocket_battery(sequences(kind), FAST.pockets))) == found


def test_pairs_that_are_drawn_together_are_found() -> None:
    source = random.Random(5)

    def draw() -> list[str]:
        drawn = source.sample(FAST.pockets, 10)
        # Half of the time the neighbour of the first replaces the last.
        partner = FAST.pockets[FAST.pockets.index(drawn[0]) ^ 1]
        if source.random() < 0.5 and partner not in drawn:
            drawn[-1] = partner
        return drawn

    assert failed(bonus_battery([draw() for _ in range(DRAWS)], FAST.pockets)) == ["drawn pairs"]


def test_draws_that_repeat_the_one_before_are_found() -> None:
    source = random.Random(6)
    draws: list[list[str]] = []
    for _ in range(DRAWS // 2):
        first = source.sample(FAST.pockets, 10)
        others = [number for number in FAST.pockets if number not in first]
        draws += first, [*source.sample(first, 4), *source.sample(others, 6)]
    assert "serial overlap" in failed(bonus_battery(draws, FAST.pockets))


def test_p_values_of_a_fair_source_are_spread_evenly() -> None:
    """The battery itself is right: under fairness a tenth of the p-values lies in each tenth."""
    source = random.Random(7)
    labels = [str(number) for number in range(12)]
    found: dict[str, list[float]] = {}
    for _ in range(200):
        draws = [source.sample(labels, 4) for _ in range(needed(12))]
        for result in bonus_battery(draws, labels):
            found.setdefault(result.test, []).append(result.p)
    found.pop("places")  # its p-value is a bound, by design too large
    for test, ps in found.items():
        distance = max(abs((at + 0.5) / 200 - p) for at, p in enumerate(sorted(ps)))
        assert distance < 0.13, test  # Kolmogorov and Smirnov at 0.2 percent


def test_too_few_or_broken_samples_are_refused() -> None:
    with pytest.raises(ValueError, match="100 are too few: 40 pockets need 16000"):
        pocket_battery(["1"] * 100, FAST.pockets)
    with pytest.raises(ValueError, match="the same number of different numbers"):
        bonus_battery([("1", "2"), ("1", "1")], FAST.pockets)
    one_side = pocket_battery(["0"] * 16_000, FAST.pockets)
    assert "runs" in failed(one_side)


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        # Twice the smaller tail, from scipy.stats.chi2.
        (100, 39, 5.857448181677379e-07),
        (2000, 1599, 4.587061328449844e-11),
        (1200, 1599, 1.0408342654786762e-14),
        (1e-9, 1, 5.046265043199271e-05),
        (1599, 1599, 0.990593835230188),
        (5, 3, 0.343594288593467),
        (0.01, 4, 2.4916822708550164e-05),
        (0, 5, 0),
    ],
)
def test_chi_square_tails(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_p(statistic, freedom) == pytest.approx(p, rel=1e-10)


def test_normal_tails_and_coverage_distribution() -> None:
    assert normal_p(0) == 1
    assert normal_p(4.891638475699414) == pytest.approx(1e-6, rel=1e-3)
    law = coverage_distribution(40, 10, 4)
    assert sum(law) == pytest.approx(1)
    assert sum(n * p for n, p in enumerate(law)) == pytest.approx(40 * (1 - 0.75**4))
