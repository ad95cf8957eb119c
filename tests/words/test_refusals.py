"""Every refusal has words in every language, and gives exactly the figures that they show."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.words import HOLE, LANGUAGES, catalogue

SOURCE = Path(__file__).parents[2] / "src" / "croupier"
ABOUT_SEVERAL = {"of-several", "of-several-unnamed"}
"""Words around those of a refusal, which `Refusal.of_several` gives the figures for."""


def refusals(tree: ast.AST) -> Iterator[tuple[str, set[str]]]:
    """Every code that a module refuses with, and the names of the figures that it gives."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        if called == "refusal":
            given = {each.arg or "**" for each in node.keywords}
            yield from ((code, given) for code in codes(node.args[0]))
        elif called == "self._doubt":  # of a house file: the name of the setting goes along
            given = {each.arg or "**" for each in node.keywords} | {"setting"}
            yield from ((code, given) for code in codes(node.args[1]))


def codes(argument: ast.expr) -> Iterator[str]:
    match argument:
        case ast.Constant(value=str(code)):
            yield code
        case ast.IfExp(body=one, orelse=other):
            yield from codes(one)
            yield from codes(other)
        case ast.Name(id="code"):
            """What `_doubt` was given."""
        case _:
            raise AssertionError(f"a code is written where it is given: {ast.unparse(argument)}")


EVERY = [
    (path.relative_to(SOURCE).as_posix(), code, given)
    for path in sorted(SOURCE.rglob("*.py"))
    for code, given in refusals(ast.parse(path.read_text(encoding="utf-8")))
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words_and_no_words_are_left_over(language: str) -> None:
    used = {code for _, code, _ in EVERY} | ABOUT_SEVERAL
    assert used == set(catalogue("refusals", language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_given_are_those_that_the_words_show(language: str) -> None:
    words = catalogue("refusals", language)
    wrong = [
        (module, code, given)
        for module, code, given in EVERY
        if not shown(words[code]) <= given <= shown(words[code]) | within(words[code], language)
    ]
    assert not wrong


def shown(words: str) -> set[str]:
    return {name for name, _ in HOLE.findall(words)}


def within(words: str, language: str) -> set[str]:
    """What the terms that may fill the holes of a text show themselves."""
    kinds = {kind for _, kind in HOLE.findall(words) if kind}
    terms = catalogue("terms", language).items()
    return {name for id_, term in terms if id_.partition(".")[0] in kinds for name in shown(term)}


def test_a_refusal_is_made_by_its_maker() -> None:
    """So that the tests above see each: only one read from another process is put together."""
    made = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusal"
    }
    assert made == {"rules/refusal.py", "cli/house.py"}


def test_the_rules_hold_no_words_of_refusals() -> None:
    written = (SOURCE / "rules" / "refusal.py").read_text(encoding="utf-8")
    for word in ("server", "TLS", "pyarrow", "password"):
        assert word not in written
