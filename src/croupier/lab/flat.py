"""Flat stakes without an end on the way: the law of the sum of so many equal spins, by FFT."""

from croupier.lab.compiled import Chances, np
from croupier.lab.session import Session

PLACES_MAX = 2**23
"""The most places of a law that is worked out so."""


def size_of(session: Session) -> int:
    """How many places the law of the sum has."""
    return (max(session.moves) - min(session.moves)) * session.spins + 1


def sum_of_spins(session: Session) -> tuple[Chances, int]:
    """The law of what all spins bring together with a unit each, and its lowest place.

    The transform of a law, raised to the number of spins, is the transform of the sum's law. What
    is left below rounding is no chance, but error: it counts as nothing.
    """
    lowest, size = min(session.moves), size_of(session)
    spin = np.zeros(max(session.moves) - lowest + 1)
    for move, chance in zip(session.moves, session.ticket.chances, strict=True):
        spin[move - lowest] = float(chance)
    padded = 1 << (size - 1).bit_length()
    total = np.fft.irfft(_power(np.fft.rfft(spin, padded), session.spins), padded)[:size]
    total[total < total.max() * 1e-15] = 0.0
    return total / total.sum(), lowest * session.spins


def _power(values: np.typing.NDArray[np.complex128], exponent: int) -> np.typing.NDArray[
    np.complex128
]:
    """By squaring: as exact as the values, where a logarithm would not be."""
    product = np.ones_like(values)
    while exponent:
        if exponent & 1:
            product *= values
        values = values * values
        exponent >>= 1
    return product
