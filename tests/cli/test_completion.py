"""Completion in a real bash: commands, books, wagers, strategies and clauses."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ASKS = """
eval "$(_CROUPIER_COMPLETE=source_bash croupier)"
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_croupier_completion croupier
printf '%s\\n' "${COMPREPLY[@]}"
"""


def completed(folder: Path, *words: str) -> list[str]:
    """What bash offers for the last of these words; it takes a colon for a word of its own."""
    program = folder / "croupier"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m croupier "$@"\n', "utf-8")
    program.chmod(0o755)
    done = subprocess.run(
        ["bash", "-c", ASKS, "bash", "croupier", *words],
        env={**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("odds", "sands-"), ["sands-2017", "sands-2019"]),
        (("odds", "edz-2020", "st"), ["straight:", "street:"]),
        (("odds", "edz-2020", "doz"), ["dozen:1", "dozen:2", "dozen:3"]),
        (("odds", "edz-2020", "red", "dozen", ":"), ["1", "2", "3"]),
        (("odds", "edz-2020", "split", ":", "0/"), ["0/00", "0/1", "0/2", "0/3"]),
        (("layout", "edz-2020", "--highlight", "ze"), ["zero-spiel"]),
        (("wheel", "edz-2020", "--highlight", "finales", ":", "6"), ["6"]),
        (("simulate", "edz-2020", "--wager", "orp"), ["orphelins"]),
        (("simulate", "edz-2020", "--strategy", "mart"), ["martingale"]),
        (("lab", "compare", "edz-2020", "flat", "fib"), ["fibonacci"]),
        (("rules", "sands-2019", "5.11"), ["5.11", "5.11.1", "5.11.2"]),
        (("rules", "no-such-book", "5."), []),
    ],
    ids=" ".join,
)
def test_bash_offers_what_the_book_has(
    tmp_path: Path, words: tuple[str, ...], offered: list[str]
) -> None:
    assert completed(tmp_path, *words) == offered
