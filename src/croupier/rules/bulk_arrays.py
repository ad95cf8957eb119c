"""Whole numbers in arrays for bulk settlement: the only import of numpy.

Everything else runs without numpy; where it is missing, the error names what to install.
"""

try:
    import numpy as np
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "settling in bulk needs numpy: pip install 'croupier[fast]'", name="numpy"
    ) from missing

from collections.abc import Sequence
from operator import index
from typing import Any, TypeGuard

from numpy.typing import NDArray

__all__ = ["Given", "Marks", "Whole", "Words", "added_up", "is_whole", "np", "places"]

Whole = NDArray[np.int64]
"""Cents, indices and counts: whole numbers only."""
Marks = NDArray[np.bool_]
Words = NDArray[np.str_]
Given = Sequence[int] | NDArray[np.integer[Any]]
"""Whole numbers as callers give them."""


def is_whole(given: object) -> TypeGuard[NDArray[np.integer[Any]]]:
    """Whether it is already a row of whole numbers, of any width."""
    return isinstance(given, np.ndarray) and given.dtype.kind in "iu" and given.ndim == 1


def places(given: Given, count: int, what: str) -> Whole:
    """The values as indices of a list of this length; raises if any is out of range.

    >>> places([0, 2], 3, "players").tolist()
    [0, 2]
    """
    found = given if is_whole(given) else np.fromiter(map(index, given), np.int64, len(given))
    if found.size and not 0 <= found.min() <= found.max() < count:
        raise IndexError(f"there are {count} {what}, counted from 0")
    return found.astype(np.int64)


def added_up(values: Whole, by: Whole, count: int) -> Whole:
    """The sum of the values at each index.

    >>> added_up(np.array([5, 7, 1]), np.array([0, 2, 0]), 3).tolist()
    [6, 0, 7]
    """
    sums = np.zeros(count, np.int64)
    np.add.at(sums, by, values)
    return sums
