"""Printing without rich, which takes longer to import than most commands take to run.

Everything is written as it is, whatever the width: commands, paths, addresses and tokens can be
copied. Characters that the terminal's encoding lacks are spelled out.
"""

import codecs
import json
import os
import select
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from croupier.rules.refusal import CroupierError, Refusal, refusal

PLAIN = "croupier-plain"
"""The name of the error handler that spells out characters that an encoding lacks."""
SPELLED = {"✓": "+", "✗": "x", "○": "o", "·": "-", "▲": "^", "→": "->", "×": "x", "…": "..."}
SPELLED |= dict.fromkeys("–—−─━", "-") | dict.fromkeys("█▉▊▋▌▍▎▏", "#") | dict.fromkeys("“”", '"')


class ReaderGone(Exception):  # noqa: N818 - it is not an error
    """Nobody reads the output any more, as after ``head``."""


def prepare_streams() -> None:
    """Make every character printable, whatever the terminal's encoding."""
    codecs.register_error(PLAIN, _spell_out)
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):  # a test may have replaced it
            stream.reconfigure(errors=PLAIN)  # type: ignore[union-attr]


def _spell_out(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace a character that the encoding lacks; the raw bytes of a path stay as they are."""
    assert isinstance(error, UnicodeEncodeError)
    character = error.object[error.start]
    with suppress(UnicodeEncodeError):
        if not character.isprintable():
            return character.encode("ascii", "surrogateescape"), error.start + 1
    return SPELLED.get(character, "?"), error.start + 1


@contextmanager
def delivering() -> Iterator[None]:
    """Raise ``ReaderGone`` for a closed pipe, and a ``CroupierError`` if writing fails."""
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None
    except OSError as error:
        raise _unwritable(error.strerror) from None


def is_reader_gone() -> bool:
    """Whether standard output is a pipe that nobody reads any more."""
    poll = select.poll()
    poll.register(sys.__stdout__ or 1, 0)
    return any(event & select.POLLERR for _, event in poll.poll(0))


@contextmanager
def shown_once(otherwise: str) -> Iterator[None]:
    """Print what cannot be printed again; if that fails, report ``otherwise``."""
    try:
        yield
        with delivering():
            sys.stdout.flush()
    except (CroupierError, ReaderGone):
        raise _unwritable(otherwise) from None


def program() -> str:
    """The program as it can be typed here: by its path where the shell does not find it."""
    here = Path(sys.executable).with_name("croupier")
    if not here.exists() or shutil.which("croupier") == str(here):
        return "croupier"
    return str(here.relative_to(Path.cwd()) if here.is_relative_to(Path.cwd()) else here)


def _unwritable(reason: str | None) -> CroupierError:
    no = refusal("file/unwritable", file="standard output", reason=reason or "")
    return CroupierError(no)


def write(text: str) -> None:
    """Write to standard output."""
    with delivering():
        sys.stdout.write(text)


def print_line(text: object) -> None:
    """Write a line to standard output."""
    write(f"{text}\n")


def print_json(value: Any) -> None:
    """Print a value as one line of JSON, keys in the order given."""
    write(_json(value, sys.stdout.encoding))


def print_error(refusal: Refusal, *, as_json: bool) -> None:
    """Print a refusal on standard error."""
    with suppress(OSError):  # if it cannot be printed, there is still the exit code
        if as_json:
            error = {"code": refusal.code, "message": refusal.message, "clause": refusal.clause}
            sys.stderr.write(_json({"error": error}, sys.stderr.encoding))
            return
        from croupier.cli.screen import print_refusal

        print_refusal(refusal)


def drop_unwritten() -> None:
    """Discard output that could not be written: Python would try again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _json(value: Any, encoding: str) -> str:
    return json.dumps(value, ensure_ascii=not encoding.lower().startswith("utf")) + "\n"
