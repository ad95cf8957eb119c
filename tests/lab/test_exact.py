"""Exact sessions: equal to fractions on small cases, and to the published figures."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from croupier import books, lab
from tests.lab.naive import law_of

SINGLE_ZERO = "racetrack-2012"
SMALL: dict[str, dict[str, object]] = {
    "a plain evening": {},
    "with both stops": {"stop_win": 700, "stop_loss": 800},
    "with a low maximum": {"limits": lab.Limits(lab.Range(10, 400))},
}


def evening(book: str, wager: str, strategy: str, **more: object) -> lab.Session:
    given = {"bank": 1500, "spins": 9} | more
    return lab.session(books.load(book), wager, strategy, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize("case", SMALL)
@pytest.mark.parametrize("strategy", lab.NAMED)
def test_the_law_equals_fractions(strategy: str, case: str) -> None:
    wager = "" if strategy in lab.SPREADS else "red"
    more = SMALL[case] | ({"unit": 10} if strategy in lab.SPREADS else {})
    asked = evening(SINGLE_ZERO, wager, strategy, **more)
    check(asked)


@pytest.mark.parametrize(
    ("book", "wager", "unit"),
    [
        ("edz-2020", "voisins", 10),
        ("sands-2019", "top-line", 100),
        ("sands-2017", "dozen:1", 100),
        ("fast-action-2020", "bonus-win", 100),
        ("fast-action-2020", "straight:S", 100),
    ],
)
@pytest.mark.parametrize("strategy", ["flat", "martingale", "oscars-grind", "1-3-2-6"])
def test_the_law_equals_fractions_on_other_wagers(
    book: str, wager: str, unit: int, strategy: str
) -> None:
    check(evening(book, wager, strategy, unit=unit, spins=5))


def check(asked: lab.Session) -> None:
    found = lab.exact(asked, ahead=(300,), marks=(3,))
    distribution, ends = law_of(asked)
    results = found.distribution.results.tolist()
    assert results == sorted(net for net, chance in distribution.items() if chance)
    for net, chance in zip(results, found.distribution.chances, strict=True):
        assert abs(Fraction(float(chance)) - distribution[net]) < Fraction(1, 10**15)
    for end, chance in found.ends.items():
        assert abs(chance - float(ends.get(end, Fraction()))) < 4e-15  # a sum of many
    mean = sum(net * chance for net, chance in distribution.items())
    assert found.distribution.mean == pytest.approx(float(mean), abs=1e-9)
    assert found.staked == pytest.approx(float(-mean / asked.ticket.edge), rel=1e-12)


@pytest.mark.parametrize(
    ("strategy", "ruin"),
    [("martingale", 0.666748877), ("fibonacci", 0.492394035), ("dalembert", 0.678663785)],
)
def test_the_published_ruin_probabilities(strategy: str, ruin: float) -> None:
    limits = lab.Limits(lab.Range(100, 10000))
    asked = evening(SINGLE_ZERO, "red", strategy, bank=20000, spins=500, limits=limits)
    assert round(lab.exact(asked).ruin, 9) == ruin


def test_flat_stakes_are_a_sum_by_convolution() -> None:
    asked = evening(SINGLE_ZERO, "straight:17", "flat", bank=10**6, spins=1000)
    found = lab.exact(asked)
    assert "convolution" in found.why
    for net, chance in zip(
        found.distribution.results[:20].tolist(), found.distribution.chances, strict=False
    ):
        wins = (net + 100_000) // 3600
        should = comb(1000, wins) * Fraction(1, 37) ** wins * Fraction(36, 37) ** (1000 - wins)
        assert abs(Fraction(float(chance)) - should) < Fraction(1, 10**15)
    assert found.distribution.mean == pytest.approx(-100_000 / 37, rel=1e-12)


def test_convolution_and_chain_agree() -> None:
    asked = evening(SINGLE_ZERO, "voisins", "flat", bank=10**5, unit=1, spins=60)
    by_sum, by_chain = lab.exact(asked), lab.exact(asked, marks=(60,))
    assert "chain" in by_chain.why
    for cents in range(-500, 500, 50):
        assert by_sum.distribution.at_least(cents) == pytest.approx(
            by_chain.distribution.at_least(cents), abs=1e-13
        )


def test_ever_ahead_is_a_stop_win_there() -> None:
    asked = evening(SINGLE_ZERO, "red", "martingale", bank=3000, spins=40)
    stopped = evening(SINGLE_ZERO, "red", "martingale", bank=3000, spins=40, stop_win=500)
    ahead = lab.exact(asked, ahead=(500,)).ahead[500]
    assert ahead == pytest.approx(lab.exact(stopped).target, abs=1e-15)
    found = lab.exact(stopped, ahead=(300, 500, 1, 900))
    assert found.ahead[500] == pytest.approx(found.target, abs=1e-15)
    assert found.ahead[1] > found.ahead[300] > found.ahead[500] >= found.ahead[900] == 0


def test_moments_lead_to_the_end() -> None:
    asked = evening(SINGLE_ZERO, "red", "fibonacci", bank=3000, spins=40)
    found = lab.exact(asked, marks=(0, 10, 40))
    first, _, last = found.moments
    assert first.distribution.results.tolist() == [0]
    assert np.array_equal(last.distribution.chances, found.distribution.chances)
    assert last.ruined == pytest.approx(found.ruin)


def test_what_is_not_manageable_says_so_and_is_simulated() -> None:
    asked = evening(SINGLE_ZERO, "red", "labouchere", bank=20000, spins=500)
    with pytest.raises(lab.UnmanageableError, match="states"):
        lab.exact(asked)
    found = lab.answer(asked, sessions=100)
    assert found.method == "simulated"
    assert "not manageable" in found.why
