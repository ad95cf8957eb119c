"""No file or process is read in the locale's encoding: a machine's locale is not ours to choose."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("src", "tests", "docs", "examples", "benchmarks")
STARTS = {"run", "Popen", "check_output"}


def guesses(call: ast.Call) -> bool:
    """Whether a call leaves it to the locale what bytes mean."""
    given = {word.arg for word in call.keywords}
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if "encoding" in given:
        return False
    if name in ("read_text", "write_text"):
        return len(call.args) <= (name == "write_text")
    return name in STARTS and bool(given & {"text", "universal_newlines"})


def guessed(text: str) -> Iterator[int]:
    """The lines on which something is read or written in the locale's encoding."""
    calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    return (call.lineno for call in calls if guesses(call))


def test_every_text_has_its_encoding() -> None:
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    found = [
        f'{path.relative_to(ROOT)}:{line}: add encoding="utf-8"'
        for path in [*files, ROOT / "hatch_build.py", ROOT / "web/protocol_types.py"]
        for line in guessed(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_a_guess_would_be_found() -> None:
    assert list(guessed("path.read_text()")) == [1]
    assert list(guessed("path.write_text(words)")) == [1]
    assert list(guessed("subprocess.run(command, text=True)")) == [1]
    assert not list(guessed('path.read_text("utf-8"); path.write_text(words, encoding="utf-8")'))
