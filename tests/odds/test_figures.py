"""Rounding for the eye, by whole numbers only."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from croupier.odds.formatting import one_in, over_root, percent, root, rounded

FRACTIONS = st.fractions(-(10**6), 10**6, max_denominator=10**6)


@given(FRACTIONS, st.integers(0, 8))
def test_rounding_is_to_the_nearest_a_half_away_from_zero(value: Fraction, places: int) -> None:
    with localcontext(prec=60):
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        nearest = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    assert Decimal(rounded(value, places)) == nearest
    assert not rounded(value, places).startswith("-0.") or Fraction(rounded(value, places)) != 0


@given(st.fractions(0, 10**9, max_denominator=10**9), st.integers(0, 8))
def test_a_root_is_within_half_of_its_last_place(value: Fraction, places: int) -> None:
    found, half = Fraction(root(value, places)), Fraction(1, 2 * 10**places)
    assert max(found - half, Fraction()) ** 2 <= value <= (found + half) ** 2


def test_figures_read_as_people_write_them() -> None:
    assert percent(Fraction(1, 37)) == "2.7027 %"
    assert percent(Fraction(1), 0) == "100 %"
    assert rounded(Fraction(-1, 10**6), 4) == "0.0000"
    assert over_root(Fraction(-1, 10**9), Fraction(1)) == "0.0000"
    assert one_in(Fraction(2, 3)) == "1 in 1.50"
