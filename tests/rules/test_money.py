"""Money: whole cents, and nothing else."""

import pytest

from croupier import books
from croupier.rules.money import checked_amount
from croupier.rules.refusal import WagerError
from croupier.rules.settlement import settle

BAD, SMALL, LARGE = "amount/not-whole", "amount/not-positive", "amount/too-large"


@pytest.mark.parametrize(
    ("amount", "code", "why"),
    [
        (0, SMALL, "must be at least 0.01, not 0.00"),
        (-5, SMALL, "must be at least 0.01, not -0.05"),
        (True, BAD, "must be a whole number of cents, not True"),
        (5.0, BAD, "must be a whole number of cents, not 5.0"),
        ("5", BAD, "must be a whole number of cents, not '5'"),
        (None, BAD, "must be a whole number of cents, not None"),
        (
            10**12 + 1,
            LARGE,
            "is 10,000,000,000.01: the highest that can be counted is 10,000,000,000.00",
        ),
    ],
)
def test_amount_that_does_not_count_is_named(amount: object, code: str, why: str) -> None:
    for counted in (
        lambda: checked_amount(amount, "red"),
        lambda: settle(books.load("sands-2019"), [("a", "red", amount)], "1"),  # type: ignore[list-item]
    ):
        with pytest.raises(WagerError) as caught:
            counted()
        assert caught.value.code == code
        assert str(caught.value) == f"the amount of red {why}"


def test_amounts_at_the_bounds_count() -> None:
    bets = [("a", "red", 1), ("b", "red", 10**12)]
    assert settle(books.load("sands-2019"), bets, "1").house_net == -(10**12) - 1
