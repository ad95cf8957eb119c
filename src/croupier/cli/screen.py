"""Printing with colours, through rich.

Text is printed as it is, never wrapped, cut, highlighted or read as markup; only prose is folded
(``print_prose``, and the prose columns of a listing).
"""

import os
import re
import sys
from typing import Any

from rich.console import Console
from rich.text import Text

from croupier import words
from croupier.cli.printing import delivering
from croupier.rules.refusal import Refusal, worded

PIPED_WIDTH = 120


class Screen(Console):
    """A console that prints what it is given as it is."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print, or raise what kept it from being printed."""
        with delivering():
            super().print(*objects, **options)

    def on_broken_pipe(self) -> None:
        """Raise, instead of exiting with 1."""
        raise BrokenPipeError


def screen(*, stderr: bool = False) -> Console:
    """The screen to print on: coloured and as wide as the terminal, plain when piped."""
    stream = sys.stderr if stderr else sys.stdout
    return Screen(
        stderr=stderr,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
        width=None if stream.isatty() else PIPED_WIDTH,
    )


def print_prose(text: Text | str, indent: int = 0) -> None:
    """Print sentences, folded between words at the screen's width."""
    shown = screen()
    for line in (Text(text) if isinstance(text, str) else text).wrap(shown, shown.width - indent):
        line.rstrip()
        shown.print(Text(" " * indent) + line)


def print_refusal(refusal: Refusal) -> None:
    """Print a refusal on standard error."""
    in_language = language()
    message = worded(refusal.code, refusal.figures, in_language)
    if refusal.clause:
        message = words.text(
            "cli", "by-clause", {"said": message, "clause": refusal.clause}, in_language
        )
    head = (
        (words.text("cli", "error", language=in_language), "bold red"),
        " ",
        (refusal.code, "dim"),
    )
    Console(stderr=True, soft_wrap=True).print(Text.assemble(*head, f": {message}"))


def language() -> str:
    """The language of the person at the terminal, by their locale; programs read English."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, names), "")
    code = re.split(r"[_.@-]", locale.lower(), maxsplit=1)[0]
    return code if code in words.LANGUAGES else words.FIRST
