"""The one door to numba: functions compiled to machine code, typed for everybody else.

Whoever lacks numba is told here what to install. A compiled function takes arrays and whole
numbers only; it knows no book and no strategy.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

try:
    from numba import njit
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "the lab needs numba: pip install 'croupier[lab]'", name="numba"
    ) from missing

__all__ = ["Chances", "Codes", "Whole", "Words", "compiled", "inlined", "np"]

Whole = NDArray[np.int64]
"""Places, counts and steps of money."""
Codes = NDArray[np.uint16]
Words = NDArray[np.uint64]
"""Random words."""
Chances = NDArray[np.float64]

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def compiled(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """The function in machine code, kept beside its file for the next start."""
    made = njit(cache=True, nogil=True, error_model="numpy")(function)
    return cast(Callable[Given, Answer], made)


def inlined(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """A small function that is compiled into those that call it."""
    return cast(Callable[Given, Answer], njit(inline="always", error_model="numpy")(function))
