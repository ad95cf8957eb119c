"""The shape of the code: which way imports point, and what the rules must not know."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import books

SOURCE = Path(__file__).parent.parent / "src" / "croupier"
MAY_IMPORT = {
    "words": set(),
    "rules": set(),
    "books": {"rules"},
    "round": {"rules"},
    "house": {"rules", "round"},
    "office": {"rules", "round", "house"},
    "scripting": {"rules", "books", "round", "house"},
    "notation": {"rules", "books", "round", "house"},
    "fair": {"rules"},
    "wheels": {"rules", "fair"},
    "journal": {"rules"},
    "odds": {"rules", "books"},
    "pictures": {"rules", "books"},
    "lab": {"rules", "books", "odds", "fair"},
    "table": {"rules", "round", "house", "office", "journal", "fair", "wheels"},
    "history": {
        *("rules", "books", "round", "house", "office", "notation", "journal", "table", "fair"),
        "odds",
    },
    "server": {
        *("rules", "books", "round", "house", "office", "notation", "fair", "wheels", "journal"),
        *("table", "odds", "pictures", "history", "protocol"),
        "lab",  # in the process that computes sessions
    },
    "protocol": {"rules", "round", "house", "office", "pictures"},
    "client": {"rules", "round", "house", "protocol"},
    "cli": {
        *("rules", "books", "notation", "odds", "pictures", "fair", "journal", "table", "history"),
        *("house", "server", "protocol", "lab"),
    },
}
"""The packages that each package may import, beside itself and `words`."""

IMPURE = {"random", "secrets", "time", "os", "sys", "socket", "pathlib", "asyncio", "io"}
CHANCE_AND_TIME = {"random", "secrets", "time", "uuid"}
RANDOMNESS = {"urandom", "getrandom"}
CLOCKS = {"now", "utcnow", "today"}
ENGINE = {
    *("rules", "books", "round", "house", "notation", "fair", "wheels", "journal", "table"),
    *("office", "history"),
}
"""The packages that are given their clock and their randomness, so that a run can be repeated."""
MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def tree_of(module: Path) -> ast.AST:
    return ast.parse((SOURCE / module).read_text(encoding="utf-8"))


@pytest.mark.parametrize("module", [m for m in MODULES if len(m.parts) > 1], ids=str)
def test_imports_point_one_way(module: Path) -> None:
    package = module.parts[0]
    allowed = MAY_IMPORT[package] | {package, "words"}
    for name in imports(tree_of(module)):
        parts = name.split(".")
        if parts[0] == "croupier" and len(parts) > 1 and (SOURCE / parts[1]).is_dir():
            assert parts[1] in allowed, f"{module} imports {name}"


SERVER_ROOMS = (
    *("logs", "config", "people", "live", "floor", "keyring", "lab", "lab_worker"),
    *("house", "api"),
)
"""The rooms of the server in their order: each may import those before it, and none after it."""


@pytest.mark.parametrize("module", [m for m in MODULES if m.parts[0] == "server"], ids=str)
def test_rooms_of_the_server_import_one_way(module: Path) -> None:
    room = module.parts[1].removesuffix(".py")
    below = SERVER_ROOMS[: SERVER_ROOMS.index(room) + 1] if room != "__init__" else ()
    for name in imports(tree_of(module)):
        parts = name.split(".")
        if parts[:2] == ["croupier", "server"] and len(parts) > 2:
            assert parts[2] in below, f"{module} imports {name}"


@pytest.mark.parametrize("module", [m for m in MODULES if m.parts[0] == "rules"], ids=str)
def test_rules_know_no_io_clock_randomness_or_floats(module: Path) -> None:
    tree = tree_of(module)
    assert not {name.split(".")[0] for name in imports(tree)} & IMPURE
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.Name) and node.id == "float")
        assert not (isinstance(node, ast.Call) and ast.unparse(node.func) in ("open", "print"))
        assert not isinstance(node, ast.Div), "money and odds divide exactly or not at all"


@pytest.mark.parametrize("module", [m for m in MODULES if m.parts[0] in ENGINE], ids=str)
def test_engine_is_given_its_clock_and_its_randomness(module: Path) -> None:
    tree = tree_of(module)
    assert not {name.split(".")[0] for name in imports(tree)} & CHANCE_AND_TIME
    nodes = list(ast.walk(tree))
    assert not {node.attr for node in nodes if isinstance(node, ast.Attribute)} & RANDOMNESS
    called = {ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)}
    assert not {name.split(".")[-1] for name in called} & CLOCKS


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_code_never_asks_which_book_it_is(module: Path) -> None:
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Compare):
            for part in ast.walk(node):
                assert not (isinstance(part, ast.Constant) and part.value in books.ids())


def test_import_is_light() -> None:
    code = "import sys, croupier; print(*sorted(sys.modules))"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    loaded = set(result.stdout.split())
    assert not loaded & {"numpy", "typer", "rich", "asyncio", "sqlite3"}


def test_public_names_are_what_all_says() -> None:
    import croupier

    assert sorted(croupier.__all__) == croupier.__all__
    assert all(hasattr(croupier, name) for name in croupier.__all__)
    assert set(croupier.__all__) <= set(dir(croupier)), "what a person completes with Tab"
