"""P-values and the power of chi-square and normal tests, in plain floating point.

This is statistics about draws, not rules: floats are allowed here and in the battery only.
"""

from math import erfc, exp, lgamma, log, sqrt

PRECISION = 1e-15
TINY = 1e-300


def chi_square_p(statistic: float, freedom: int) -> float:
    """The two-sided p-value of a chi-square statistic: too uneven or too even.

    >>> f"{chi_square_p(100.0, 39):.2e}"
    '5.86e-07'
    """
    lower, upper = _gamma_shares(freedom / 2, statistic / 2)
    return min(1.0, 2 * min(lower, upper))


def chi_square_above(statistic: float, freedom: int) -> float:
    """The upper-tail p-value of a chi-square statistic.

    >>> f"{chi_square_above(100.0, 39):.3e}", f"{chi_square_above(55.0, 36):.4f}"
    ('2.929e-07', '0.0222')
    """
    return _gamma_shares(freedom / 2, statistic / 2)[1]


def normal_p(z: float) -> float:
    """The two-sided p-value of a standard normal statistic.

    >>> f"{normal_p(-1.96):.4f}"
    '0.0500'
    """
    return erfc(abs(z) / sqrt(2))


def _gamma_shares(shape: float, x: float) -> tuple[float, float]:
    """The regularised incomplete gamma functions P and Q, each exact where it is the small one."""
    if x <= 0:
        return 0.0, 1.0
    if x < shape + 1:
        lower = _series(shape, x)
        return lower, 1 - lower
    upper = _continued_fraction(shape, x)
    return 1 - upper, upper


def _scale(shape: float, x: float) -> float:
    """x^shape e^-x / Gamma(shape)."""
    return exp(shape * log(x) - x - lgamma(shape))


def _series(shape: float, x: float) -> float:
    """P(shape, x) by its power series, which converges fast below the mean."""
    term = total = 1 / shape
    above = shape
    while term > total * PRECISION:
        above += 1
        term *= x / above
        total += term
    return total * _scale(shape, x)


def _continued_fraction(shape: float, x: float) -> float:
    """Q(shape, x) by Lentz's method on its continued fraction, which converges above the mean."""
    b = x + 1 - shape
    c = 1 / TINY
    d = 1 / b
    fraction = d
    i = 0
    step = 0.0
    while abs(step - 1) > PRECISION * 10:
        i += 1
        a = -i * (i - shape)
        b += 2
        d = 1 / (_not_zero(a * d + b))
        c = _not_zero(b + a / c)
        step = c * d
        fraction *= step
    return fraction * _scale(shape, x)


def _not_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY


TRIFLE = 1e-12


def chi_square_bar(p: float, freedom: int) -> float:
    """The critical value: the statistic that is exceeded with probability ``p``.

    >>> f"{chi_square_bar(0.05, 1):.3f}"
    '3.841'
    """
    low, high = 0.0, 10.0 * freedom + 1000.0
    while high - low > TRIFLE * high:
        middle = (low + high) / 2
        low, high = (middle, high) if chi_square_above(middle, freedom) > p else (low, middle)
    return high


def chi_square_power(bar: float, freedom: int, excess: float) -> float:
    """The power: how often a statistic exceeds the bar, given its noncentrality ``excess``.

    A noncentral chi-square is a Poisson mixture of chi-squares with two more degrees each.

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
