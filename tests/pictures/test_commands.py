"""``croupier layout`` and ``croupier wheel``, as pictures and in characters."""

import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

import croupier
from croupier.cli.layout import layout
from croupier.cli.wheel import wheel
from croupier.pictures import felt_svg, wheel_svg

app = typer.Typer()
app.command()(layout)
app.command()(wheel)


@pytest.fixture(autouse=True)
def _no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: str) -> str:
    result: Result = CliRunner().invoke(app, arguments)
    assert result.stdout == ""
    assert isinstance(result.exception, croupier.CroupierError)
    return result.exception.code


def test_layout_as_a_picture() -> None:
    book = croupier.load("edz-2020")
    shown = [book.wager("tiers"), book.wager("red")]
    assert run("layout", "edz-2020", "--svg") == felt_svg(book)
    options = ("--highlight", "Small Series", "--highlight", "red", "--hot-spots", "--upright")
    printed = run("layout", "edz-2020", "--svg", *options)
    assert printed == felt_svg(book, highlight=shown, hot_spots=True, upright=True)


def test_wheel_as_a_picture(tmp_path: Path) -> None:
    book = croupier.load("fast-action-2020")
    file = tmp_path / "wheel.svg"
    options = ("--highlight", "straight:MBS", "--outcome", "MBS")
    assert run("wheel", "fast-action-2020", *options, "-o", str(file)) == ""
    shown = [book.wager("straight:MBS")]
    assert file.read_text(encoding="utf-8") == wheel_svg(book, highlight=shown, outcome="MBS")


def test_layout_in_characters_is_plain_when_piped() -> None:
    printed = run("layout", "racetrack-2012", "--highlight", "voisins", "--hot-spots")
    assert printed.isascii()
    assert "[12]o[15]" in printed
    assert "one chip, 2 two chips" in printed
    assert "Orphelins, 5 pieces: 17 34 6 / 1 20 14 31 9" in printed
    assert all(line == line.rstrip() for line in printed.splitlines())
    assert "Racetrack" not in run("layout", "sands-2019").partition("\n")[2]


def test_layout_is_coloured_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    printed = run("layout", "sands-2019", "--highlight", "top-line")
    assert "●" in printed
    assert "┌" in printed
    assert "\x1b[38;2;243;234;215;48;2;165;25;31m" in printed, "ivory on lacquer red"
    strip = run("wheel", "sands-2019", "--highlight", "red")
    assert "[32]" in strip


def test_wheel_in_characters_says_the_colours() -> None:
    printed = run("wheel", "edz-2020", "--highlight", "tiers", "--outcome", "00")
    words = re.findall(r"\b(\d+)([rbg])\b", printed)
    book = croupier.load("edz-2020")
    assert words == [(label, book.colours[label][0]) for label in book.wheel.order]
    assert "[27r]" in printed
    assert "[17b]" not in printed
    assert "The ball rests in 00, green." in printed


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("layout", "no-such-book"), "book/unknown"),
        (("layout", "sands-2019", "--highlight", "split:1/9"), "wager/not-on-layout"),
        (("layout", "sands-2019", "--svg", "--highlight", "nonsense"), "wager/unknown-kind"),
        (("layout", "sands-2019", "--svg", "-o", "/no/such/folder/x.svg"), "file/unwritable"),
        (("wheel", "sands-2019", "--svg", "-o", "/"), "file/unwritable"),
        (("wheel", "sands-2019", "--outcome", "37"), "round/unknown-number"),
    ],
)
def test_refusals(arguments: tuple[str, ...], code: str) -> None:
    assert refused(*arguments) == code
