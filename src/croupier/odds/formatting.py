"""Exact figures for people: rounded to decimals by integer arithmetic only."""

from fractions import Fraction
from math import isqrt


def rounded(value: Fraction, places: int) -> str:
    """A fraction in decimals, a half away from zero.

    >>> rounded(Fraction(-1, 37), 4), rounded(Fraction(5, 2), 0)
    ('-0.0270', '3')
    """
    scaled = abs(value) * 10**places
    return _decimal(value < 0, _nearest(scaled), places)


def percent(value: Fraction, places: int = 4) -> str:
    """A fraction in per cent.

    >>> percent(Fraction(1, 37))
    '2.7027 %'
    """
    return f"{rounded(value * 100, places)} %"


def root(value: Fraction, places: int = 4) -> str:
    """The square root of a fraction in decimals, such as a deviation from its variance.

    >>> root(Fraction(2)), root(Fraction(46656, 1369))
    ('1.4142', '5.8378')
    """
    doubled = value * (2 * 10**places) ** 2
    return _decimal(False, (isqrt(doubled.numerator // doubled.denominator) + 1) // 2, places)


def over_root(value: Fraction, square: Fraction, places: int = 4) -> str:
    """A fraction over the root of another, such as a correlation from a covariance.

    >>> over_root(Fraction(-3), Fraction(4))
    '-1.5000'
    """
    size = root(value**2 / square, places)
    return f"-{size}" if value < 0 and size.strip("0.") else size


def one_in(value: Fraction) -> str:
    """A probability as "1 in N".

    >>> one_in(Fraction(18, 37)), one_in(Fraction(1, 17407))
    ('1 in 2.06', '1 in 17,407')
    """
    rarity = 1 / value
    whole = rarity.denominator == 1 or rarity >= 1000
    return f"1 in {_nearest(rarity):,}" if whole else f"1 in {rounded(rarity, 2)}"


def _nearest(value: Fraction) -> int:
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def _decimal(negative: bool, scaled: int, places: int) -> str:
    whole, rest = divmod(scaled, 10**places)
    sign = "-" if negative and scaled else ""
    return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"
