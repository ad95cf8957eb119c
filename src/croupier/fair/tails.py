"""How far out in its distribution a statistic lies, in plain floating point.

This is statistics about draws, not rules: floats are allowed here and in the battery only.
"""

from math import erfc, exp, lgamma, log, sqrt

PRECISION = 1e-15
TINY = 1e-300


def chi_square_p(statistic: float, freedom: int) -> float:
    """How likely a statistic at least so extreme is, too uneven or too even, if all is fair.

    >>> f"{chi_square_p(100.0, 39):.2e}"
    '5.86e-07'
    """
    lower, upper = _gamma_shares(freedom / 2, statistic / 2)
    return min(1.0, 2 * min(lower, upper))


def chi_square_above(statistic: float, freedom: int) -> float:
    """How likely a statistic at least so large is, if all is fair.

    >>> f"{chi_square_above(100.0, 39):.3e}", f"{chi_square_above(55.0, 36):.4f}"
    ('2.929e-07', '0.0222')
    """
    return _gamma_shares(freedom / 2, statistic / 2)[1]


def normal_p(z: float) -> float:
    """How likely a standard normal value at least so far from zero is.

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
