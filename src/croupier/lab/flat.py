"""Flat stakes without an end on the way: the law of the sum of so many equal spins, by FFT."""

from math import gcd

from numpy.typing import NDArray

from croupier.lab.compiled import Chances, Whole, np
from croupier.lab.session import Session

Waves = NDArray[np.complex128]

PLACES_MAX = 2**23
"""The most places of a law that is worked out so."""


def size_of(session: Session) -> int:
    """How many places the law of the sum has."""
    return (max(session.moves) - min(session.moves)) // _spacing(session) * session.spins + 1


def sum_of_spins(session: Session) -> tuple[Whole, Chances]:
    """What all spins can bring together with a unit each, in steps, and how likely each is.

    The transform of a law, raised to the number of spins, is the transform of the sum's law. What
    is left below rounding is no chance, but error: it counts as nothing.
    """
    lowest, spacing, size = min(session.moves), _spacing(session), size_of(session)
    spin = np.zeros((max(session.moves) - lowest) // spacing + 1)
    for move, chance in zip(session.moves, session.ticket.chances, strict=True):
        spin[(move - lowest) // spacing] = float(chance)
    padded = 1 << (size - 1).bit_length()
    total = np.fft.irfft(_power(np.fft.rfft(spin, padded), session.spins), padded)[:size]
    possible = np.flatnonzero(total > total.max() * 1e-14)
    chances = total[possible]
    return possible * spacing + lowest * session.spins, chances / chances.sum()


def _spacing(session: Session) -> int:
    """All sums lie so far apart: a straight up wins 36 units more or less often."""
    return gcd(*(move - min(session.moves) for move in session.moves)) or 1


def _power(values: Waves, exponent: int) -> Waves:
    """By squaring: as exact as the values, where a logarithm would not be."""
    product = np.ones_like(values)
    while exponent:
        if exponent & 1:
            product *= values
        values = values * values
        exponent >>= 1
    return product
