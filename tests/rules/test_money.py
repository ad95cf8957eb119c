"""Money: whole cents, and how they are written."""

import pytest

from croupier.rules.money import AMOUNT_MAX, checked_amount, in_units
from croupier.rules.refusal import WagerError


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        (0, "the amount 0 of red must be at least 1 cent"),
        (-5, "the amount -5 of red must be at least 1 cent"),
        (5.0, "the amount 5.0 of red must be a whole number of cents"),
        ("5", "the amount '5' of red must be a whole number of cents"),
        (
            AMOUNT_MAX + 1,
            "the amount 1000000000001 of red is above 1000000000000, the most that is counted",
        ),
    ],
)
def test_amount_that_does_not_count_is_named(amount: object, said: str) -> None:
    with pytest.raises(WagerError) as caught:
        checked_amount(amount, "red")
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("cents", "written"),
    [
        (0, "0.00"),
        (1, "0.01"),
        (99, "0.99"),
        (100, "1.00"),
        (123_456_789, "1,234,567.89"),
        (-5, "-0.05"),
        (-1000, "-10.00"),
    ],
)
def test_cents_are_written_as_units_with_two_places(cents: int, written: str) -> None:
    assert in_units(cents) == written
