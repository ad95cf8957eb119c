"""Files that commands write: whole or not at all, whatever interrupts them."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.rules.refusal import CroupierError, refusal


def save(file: str | Path, content: str | bytes) -> None:
    """Write a file."""
    save_parts(file, [content.encode() if isinstance(content, str) else content])


def save_parts(file: str | Path, parts: Iterable[bytes]) -> None:
    """Write a file part by part."""
    with saving(file) as path, path.open("wb") as opened:
        opened.writelines(parts)


@contextmanager
def saving(file: str | Path) -> Iterator[Path]:
    """The path to write to: beside the file, whose name it gets when all of it is written.

    A device or a pipe is written to directly.
    """
    path = Path(file)
    if path.exists() and not path.is_file():
        with _reported(file):
            yield path
        return
    path = path.resolve()  # a link stays, and what it leads to is replaced
    beside = path.with_name(f".{path.name}.{os.getpid()}.partial{path.suffix}")
    with _reported(file):
        try:
            yield beside
            if path.exists():
                beside.chmod(path.stat().st_mode)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


@contextmanager
def _reported(file: str | Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise CroupierError(refusal("file/unwritable", file=str(file), reason=reason)) from None
