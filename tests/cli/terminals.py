"""The command line at a terminal of some width, or in a pipe: what comes out, as it comes."""

import os
import pty
import re
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from croupier.cli import main

WIDTHS = (40, 80, 200)
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""What colours a terminal, which nobody copies."""


class Printed(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    text: str

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")


class Terminal:
    """Runs the command line in this process, on a terminal (or a pipe) of some width."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, columns: int, *, piped: bool) -> None:
        self.columns = columns
        self.piped = piped
        self._patch = monkeypatch

    def __call__(self, *arguments: str | Path) -> Printed:
        master, slave = os.pipe() if self.piped else pty.openpty()
        read: list[bytes] = []
        reading = threading.Thread(target=_read, args=(master, read))
        reading.start()
        with open(slave, "w", encoding="utf-8") as out, self._patch.context() as patch:  # noqa: PTH123
            patch.setattr("sys.stdout", out)
            patch.setenv("COLUMNS", str(self.columns))
            patch.setenv("TERM", "xterm-256color")
            with pytest.raises(SystemExit) as ended:
                main([str(argument) for argument in arguments])
        reading.join()
        os.close(master)
        code = ended.value.code
        assert isinstance(code, int)
        text = b"".join(read).decode().replace("\r\n", "\n")
        return Printed(code, CODES.sub("", text))


def _read(master: int, into: list[bytes]) -> None:
    try:
        while part := os.read(master, 65536):
            into.append(part)
    except OSError:
        return  # a terminal that nobody writes to any more


def process(
    *arguments: str | Path,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    stdin: bytes = b"",
    stdout: int = subprocess.PIPE,
) -> "subprocess.CompletedProcess[bytes]":
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "croupier", *map(str, arguments)],
        stdout=stdout,
        stderr=subprocess.PIPE,
        input=stdin,
        env=None if env is None else {**os.environ, **env},
        cwd=cwd,
        timeout=120,
        check=False,
    )
