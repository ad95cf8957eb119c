"""No sentence that a person would see stands in code: they are in the catalogues of words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "croupier"
SENTENCE = re.compile(r"[a-z’']{2,}(?:,)? [a-z’']+(?:,)? [a-z’']{2,}")
"""Three words in a row make one, or part of one."""

FOR_PROGRAMMERS = {"AssertionError", "RuntimeError", "TypeError", "ValueError", "LookupError"}
"""Errors that are bugs, or are caught: nobody reads them but whoever repairs the program."""
OPERATORS = "for operators, in the log, the alerts and the command line"
LEFT = {
    "cli": "help, and what a command prints: English as a program's interface is",
    "odds/par": "PAR sheets, which a regulator reads in English",
    "lab": "reports and refusals of the lab's own tools, which are for analysts",
    "client": "errors of the client library, for those who program with it",
    "server/config": "help of the settings, from which docs/settings.md is made",
    "server/api": "the descriptions of addresses, from which docs/api.md is made",
    "server/live": "why a connection ends, for programs; descriptions of metrics",
    "server/house.py": "why a connection ends, for programs",
    "server/logs.py": OPERATORS,
    "server/people": OPERATORS,
    "server/lab.py": "an error within the program",
    "server/lab_worker.py": "names of figures, for charts",
    "bootstrap.py": OPERATORS,
    "fair": "findings of a proof, with the command line",
    "journal": "findings of a check of the record, for operators",
    "table": "findings of a check of the record, for operators",
    "books": "what is wrong with a book's data, for whoever writes one",
    "rules": "what is wrong with a book's data, for whoever writes one",
    "round": "the lines of round notation, which a command carries",
    "notation": "what a line of notation means, in the language of notation",
    "house": "errors within the program",
    "pictures": "what a drawing is called, in the drawing",
    "history": "a part of an old message, by which a player's view knows it",
    "office": "a reason on record, as if somebody had typed it",
    "wheels": "errors of a house's file, for operators",
    "__init__.py": "names of the library's modules",
}
"""What is still there, and why; a place that has none left is taken out."""


def sentences(tree: ast.AST) -> Iterator[str]:
    documented = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            documented |= {id(one.value) for one in node.body if isinstance(one, ast.Expr)}
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in FOR_PROGRAMMERS or called.startswith(("re.", "log.", "_log.", "logging.")):
                documented |= {id(one) for one in ast.walk(node)}
        if isinstance(node, ast.Assert) and node.msg is not None:
            documented |= {id(one) for one in ast.walk(node.msg)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in documented else None
        if isinstance(text, str) and SENTENCE.search(text):
            yield text


def place(module: str) -> str | None:
    return next((each for each in LEFT if module == each or module.startswith(f"{each}/")), None)


FOUND = {
    path.relative_to(SOURCE).as_posix(): list(
        sentences(ast.parse(path.read_text(encoding="utf-8")))
    )
    for path in sorted(SOURCE.rglob("*.py"))
}


@pytest.mark.parametrize("module", [module for module in FOUND if place(module) is None])
def test_no_sentence_stands_in_code(module: str) -> None:
    assert not FOUND[module]


@pytest.mark.parametrize("left", LEFT)
def test_what_is_left_is_still_there(left: str) -> None:
    assert any(FOUND[module] for module in FOUND if place(module) == left)
