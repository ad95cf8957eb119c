"""A file that expects something else than what happens is caught, with a clear difference."""

import pytest

from croupier.notation import Walked, read, walk

ROUND = """
format = 1
book = "edz-2020"
title = "x"
actions = [
    "dealer: place your bets",
    "seat-1: red 500",
    "seat-2: straight:17 100",
    "dealer: no more bets",
    "seat-2: red 500{verdict}",
    "dealer: spin",
    "dealer: outcome 17",
    "dealer: confirms 17",
]
settlement = [{settlement}]
"""


def _walked(settlement: str = "", verdict: str = "") -> Walked:
    [walked] = walk(read(ROUND.format(settlement=settlement, verdict=verdict)))
    return walked


@pytest.mark.parametrize(
    "settlement",
    [
        "",
        '"settled on 17"',
        '"house: net -3000"',
        '"seat-1: net -500", "seat-2: net +3500"',
        '"seat-1: red 500 lost, back 0, by 4.1", '
        '"seat-2: straight:17 100 won 3500, back 3600, by 4.1"',
        '"house: net -3000", "settled on 17"',
    ],
)
def test_a_file_may_say_as_much_as_it_likes(settlement: str) -> None:
    assert _walked(settlement).differences == ()


@pytest.mark.parametrize(
    ("settlement", "differences"),
    [
        ('"settled on 18"', ("- settled on 18", "+ settled on 17")),
        ('"void by 5.4"', ("- void by 5.4", "+ settled on 17")),
        ('"house: net +0"', ("- house: net +0", "+ house: net -3000")),
        ('"seat-1: net -500"', ("  seat-1: net -500", "+ seat-2: net +3500")),
        (
            '"seat-1: red 500 lost, back 0, by 4.1", '
            '"seat-2: straight:17 100 won 3500, back 3600, by 4.2"',
            (
                "  seat-1: red 500 lost, back 0, by 4.1",
                "- seat-2: straight:17 100 won 3500, back 3600, by 4.2",
                "+ seat-2: straight:17 100 won 3500, back 3600, by 4.1",
            ),
        ),
    ],
)
def test_a_wrong_settlement_is_shown_line_by_line(
    settlement: str, differences: tuple[str, ...]
) -> None:
    assert _walked(settlement).differences == differences


@pytest.mark.parametrize(
    "verdict", [" => refused", " => refused by 5.12", " => refused by reading 15"]
)
def test_a_verdict_may_name_its_source(verdict: str) -> None:
    assert _walked(verdict=verdict).differences == ()


@pytest.mark.parametrize(
    "verdict", ["ok", "void by 5.12", "refused by 5.11", "refused by reading 14"]
)
def test_a_wrong_verdict_is_shown(verdict: str) -> None:
    assert _walked(verdict=f" => {verdict}").differences == (
        f"- action 5: seat-2: red 500 => {verdict}",
        "+ action 5: seat-2: red 500 => refused by 5.12",
    )


def test_a_round_that_is_not_over_has_no_settlement_to_show() -> None:
    text = 'format = 1\nbook = "edz-2020"\ntitle = "x"\nactions = []\nsettlement = ["void by 5.4"]'
    [walked] = walk(read(text))
    assert walked.settlement is None
    assert walked.differences == ("- void by 5.4",)
