"""How often a chi-square test would notice a fault."""

from math import exp, lgamma, log, sqrt

from croupier.fair.tails import chi_square_above

TRIFLE = 1e-12


def chi_square_bar(p: float, freedom: int) -> float:
    """The statistic that is exceeded so often.

    >>> f"{chi_square_bar(0.05, 1):.3f}"
    '3.841'
    """
    low, high = 0.0, 10.0 * freedom + 1000.0
    while high - low > TRIFLE * high:
        middle = (low + high) / 2
        low, high = (middle, high) if chi_square_above(middle, freedom) > p else (low, middle)
    return high


def chi_square_power(bar: float, freedom: int, excess: float) -> float:
    """How often a statistic exceeds the bar when a fault adds so much to what is expected of it.

    The excess is the noncentrality: chi-squares of two more degrees each, in a Poisson number.

    >>> f"{chi_square_power(3.8415, 1, 7.849):.3f}"
    '0.800'
    """
    half = excess / 2
    if half <= 0:
        return chi_square_above(bar, freedom)
    total = 0.0
    spread = 10 * sqrt(half) + 10
    for extra in range(max(0, int(half - spread)), int(half + spread) + 1):
        often = exp(extra * log(half) - half - lgamma(extra + 1))
        total += often * chi_square_above(bar, freedom + 2 * extra)
    return min(1.0, total)
