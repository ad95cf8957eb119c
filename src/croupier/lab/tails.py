"""How far out in its distribution a statistic lies, and how often a test would notice a fault."""

from math import erfc, exp, lgamma, log, sqrt

TRIFLE = 1e-12


def normal_p(z: float) -> float:
    """How likely a standard normal value at least so far from zero is.

    >>> f"{normal_p(-1.96):.4f}"
    '0.0500'
    """
    return erfc(abs(z) / sqrt(2))


def chi_square_p(statistic: float, freedom: int) -> float:
    """How likely a statistic at least so large is, if all is fair: a finite sum of two kinds.

    >>> f"{chi_square_p(100.0, 39):.3e}", f"{chi_square_p(55.0, 36):.4f}"
    ('2.929e-07', '0.0222')
    """
    half = statistic / 2
    if half <= 0:
        return 1.0
    odd = freedom % 2
    total = erfc(sqrt(half)) if odd else 0.0
    for at in range((freedom + odd) // 2 - odd):
        power = at + odd / 2
        total += exp(power * log(half) - half - lgamma(power + 1))
    return min(1.0, total)


def chi_square_bar(p: float, freedom: int) -> float:
    """The statistic that is exceeded so often.

    >>> f"{chi_square_bar(0.05, 1):.3f}"
    '3.841'
    """
    low, high = 0.0, 10.0 * freedom + 1000.0
    while high - low > TRIFLE * high:
        middle = (low + high) / 2
        low, high = (middle, high) if chi_square_p(middle, freedom) > p else (low, middle)
    return high


def chi_square_power(bar: float, freedom: int, excess: float) -> float:
    """How often a statistic exceeds the bar when a fault adds so much to what is expected of it.

    The excess is the noncentrality: chi-squares of two more degrees each, in a Poisson number.

    >>> f"{chi_square_power(3.8415, 1, 7.849):.3f}"
    '0.800'
    """
    half = excess / 2
    if half <= 0:
        return chi_square_p(bar, freedom)
    total = 0.0
    spread = 10 * sqrt(half) + 10
    for extra in range(max(0, int(half - spread)), int(half + spread) + 1):
        often = exp(extra * log(half) - half - lgamma(extra + 1))
        total += often * chi_square_p(bar, freedom + 2 * extra)
    return min(1.0, total)
