"""The only use of numba: functions compiled to machine code, typed for all callers.

Without numba, an import error says what to install. A compiled function takes arrays and whole
numbers only; it knows no book and no strategy.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from stat import S_ISDIR
from tempfile import gettempdir
from typing import Any, ParamSpec, TypeVar, cast

try:
    import numpy as np
    from numba import config as numba_config
    from numba import njit
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"the lab needs {missing.name}: pip install 'croupier[lab]'", name=missing.name
    ) from missing

__all__ = ["Chances", "Codes", "Waves", "Whole", "Words", "compiled", "inlined", "np"]

Whole = NDArray[np.int64]
"""Places, counts and steps of money."""
Codes = NDArray[np.uint16]
Words = NDArray[np.uint64]
"""Random words."""
Chances = NDArray[np.float64]
Waves = NDArray[np.complex128]

config: Any = numba_config
Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def _kept_in() -> str | None:
    """The cache folder of machine code for exactly this source of the lab, if one is writable.

    numba looks at a function's own file only, and would go on with old code of those it calls.
    """
    here = Path(__file__).parent
    text = sha256()
    for file in sorted(here.glob("*.py")):
        text.update(file.read_bytes())
    for folder in _folders(here):
        kept = folder / f"lab-{text.hexdigest()[:16]}"
        if _can_write(kept):
            return str(kept)
    return None


def _folders(here: Path) -> Iterator[Path]:
    """The possible cache folders, the best first.

    A server's user often owns neither the package nor a home.
    """
    if config.CACHE_DIR:
        yield Path(config.CACHE_DIR)
    yield here / "__pycache__"
    with suppress(RuntimeError):  # a user without a home
        yield Path.home() / ".cache" / "croupier"
    with suppress(OSError):
        shared = Path(gettempdir()) / f"croupier-{os.getuid()}"
        shared.mkdir(mode=0o700, exist_ok=True)
        found = shared.lstat()
        # What lies there is run as code: nobody else may have made the folder or write in it.
        if S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077:
            yield shared


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)


KEPT_IN = _kept_in()


def compiled(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Compile a function, cached for the next start if possible."""
    before, config.CACHE_DIR = config.CACHE_DIR, KEPT_IN or ""
    try:
        made = njit(cache=KEPT_IN is not None, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before  # others keep theirs where they did
    return cast(Callable[Given, Answer], made)


def inlined(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Compile a small function into its callers."""
    return cast(Callable[Given, Answer], njit(inline="always", error_model="numpy")(function))
