"""The one door to numba: functions compiled to machine code, typed for everybody else.

Whoever lacks numba is told here what to install. A compiled function takes arrays and whole
numbers only; it knows no book and no strategy.
"""

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

try:
    from numba import config as numba_config
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

config: Any = numba_config
Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def _kept_in() -> str:
    """Where machine code is kept: a folder for this very text of the lab.

    numba looks at a function's own file only, and would go on with old code of those it calls.
    """
    here = Path(__file__).parent
    text = sha256()
    for file in sorted(here.glob("*.py")):
        text.update(file.read_bytes())
    beside = here / "__pycache__"
    writable = os.access(beside if beside.exists() else here, os.W_OK)
    folder = beside if writable else Path.home() / ".cache" / "croupier"
    return str(Path(config.CACHE_DIR or folder) / f"lab-{text.hexdigest()[:16]}")


KEPT_IN = _kept_in()


def compiled(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """The function in machine code, kept for the next start."""
    before, config.CACHE_DIR = config.CACHE_DIR, KEPT_IN
    try:
        made = njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before  # others keep theirs where they did
    return cast(Callable[Given, Answer], made)


def inlined(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """A small function that is compiled into those that call it."""
    return cast(Callable[Given, Answer], njit(inline="always", error_model="numpy")(function))
