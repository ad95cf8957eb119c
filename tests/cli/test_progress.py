"""Long commands show how far they are on a terminal, and leave nothing half done when stopped."""

import os
import pty
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import main
from tests.cli.terminals import _read, process
from tests.cli.test_house_commands import data, played

__all__ = ["data", "played"]

TABLE = ("--table", "edz-2020")
LONG = [
    ("verifying", ("verify", "data")),
    ("copying", ("backup", "data", "copy")),
    ("restoring", ("restore", "data", "restored")),
    ("archiving", ("archive", "data")),
    ("rounds", ("export", "data", *TABLE, "-o", "rounds.csv")),
    ("sessions", ("simulate", "edz-2020", "--wager", "red", "--spins", "1e2", "--sessions", "2e3",
                  "--method", "simulated")),
    ("rounds", ("lab", "validate", "edz-2020", "--spins", "1e5")),
    ("pockets", ("lab", "rng", "edz-2020", "--draws", "3e3")),
]  # fmt: skip
IDS = [arguments[0] if arguments[0] != "lab" else arguments[1] for _, arguments in LONG]


@pytest.mark.parametrize(("shown", "arguments"), LONG, ids=IDS)
def test_a_long_command_shows_how_far_it_is_on_a_terminal_alone(
    data: Path, shown: str, arguments: tuple[str, ...]
) -> None:
    piped = process(*arguments, cwd=data.parent)
    assert (piped.returncode, piped.stderr) == (0, b"")
    for made in ("copy", "restored"):
        if (folder := data.parent / made).exists():
            folder.rename(data.parent / f"{made}-before")
    assert f"{shown} " in on_terminal(data.parent, *arguments)


def on_terminal(folder: Path, *arguments: str) -> str:
    """What a command prints on standard error, if that is a terminal."""
    master, slave = pty.openpty()
    read: list[bytes] = []
    reading = threading.Thread(target=_read, args=(master, read))
    reading.start()
    subprocess.run(
        [sys.executable, "-m", "croupier", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=slave,
        cwd=folder,
        check=True,
        env={**os.environ, "TERM": "xterm-256color"},
        timeout=120,
    )
    os.close(slave)
    reading.join()
    os.close(master)
    return b"".join(read).decode()


def test_the_numbers_of_spins_are_written_alike_everywhere(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for arguments in (
        ["simulate", "edz-2020", "--wager", "red", "--spins", "1e1"],
        ["lab", "compare", "edz-2020", "flat", "--wager", "red", "--spins", "1e1"],
        ["lab", "validate", "edz-2020", "--spins", "1e4"],
    ):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0, capsys.readouterr().err
        with pytest.raises(SystemExit) as ended:
            main([*arguments, "--spins", "1.5"])
        assert ended.value.code == 2
        assert "a whole number from 1 to" in " ".join(capsys.readouterr().err.split())


# Stopped


@pytest.mark.parametrize("before", [None, "from yesterday"])
def test_an_export_that_is_stopped_leaves_the_file_as_it_was(
    data: Path, monkeypatch: pytest.MonkeyPatch, before: str | None
) -> None:
    def stopped(columns: object, rows: Iterable[Any]) -> Iterator[str]:
        yield "table,day\r\n"
        raise KeyboardInterrupt

    monkeypatch.setattr("croupier.cli.export.csv_lines", stopped)
    folder = data.parent / "exports"
    folder.mkdir()
    file = folder / "rounds.csv"
    if before is not None:
        file.write_text(before, "utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["export", str(data), *TABLE, "-o", str(file)])
    assert ended.value.code == 130
    assert {path.name: path.read_text("utf-8") for path in folder.iterdir()} == (
        {} if before is None else {"rounds.csv": before}
    )


def test_a_file_is_replaced_through_its_link_and_keeps_its_rights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, link = tmp_path / "kept.svg", tmp_path / "felt.svg"
    kept.write_text("old", "utf-8")
    kept.chmod(0o600)
    link.symlink_to(kept)
    with pytest.raises(SystemExit):
        main(["layout", "sands-2019", "-o", str(link)])
    assert link.is_symlink()
    assert kept.read_text("utf-8").startswith("<svg")
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_device_is_written_to_and_not_replaced() -> None:
    done = process("layout", "sands-2019", "-o", "/dev/stdout")
    assert done.returncode == 0
    assert done.stdout.startswith(b"<svg")
    assert Path("/dev/stdout").is_symlink()


# A reader that goes


PRINTS = [
    *([name, "--help"] for name in ("books", "lab", "staff")),
    *([name] for name in ("--help", "--version", "books", "demo")),
    *([name, "edz-2020"] for name in ("wagers", "rules", "layout", "wheel", "odds")),
    ["par", "edz-2020", "--json"],
    ["verify", "data"],
    ["journal", "data"],
    ["export", "data", *TABLE],
    ["backup", "data", "copy"],
    ["simulate", "edz-2020", "--wager", "red", "--spins", "10"],
    ["lab", "validate", "edz-2020", "--spins", "1e4"],
]


@pytest.mark.parametrize("arguments", PRINTS, ids=" ".join)
def test_no_command_minds_that_nobody_reads(arguments: list[str], data: Path) -> None:
    """Standard output is closed at its other end before anything is written."""
    reader, writer = os.pipe()
    os.close(reader)
    done = process(*arguments, cwd=data.parent, stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
