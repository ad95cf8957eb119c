"""Every lookup by name is exact: a page that grows must not make two things of one."""

import ast
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent
BY_NAME = {"get_by_label", "get_by_text", "get_by_title", "get_by_placeholder", "get_by_alt_text"}


def looks_up_loosely(call: ast.Call) -> bool:
    """Whether any name that holds the text will do; a pattern says itself what it takes."""
    if not isinstance(call.func, ast.Attribute):
        return False
    given = {word.arg: word.value for word in call.keywords}
    if call.func.attr == "get_by_role":
        name = given.get("name")
    elif call.func.attr in BY_NAME:
        name = call.args[0]
    else:
        return False
    is_pattern = isinstance(name, ast.Call) and ast.unparse(name.func) == "re.compile"
    return name is not None and not is_pattern and "exact" not in given


def loose(text: str) -> Iterator[int]:
    """The lines that look something up by a part of its name."""
    calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    return (call.lineno for call in calls if looks_up_loosely(call))


def test_names_are_looked_up_exactly() -> None:
    found = [
        f"{path.name}:{line}: add exact=True"
        for path in sorted(FOLDER.glob("*.py"))
        for line in loose(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_a_loose_name_would_be_found() -> None:
    assert list(loose('page.get_by_label("Name").fill("nina")')) == [1]
    assert list(loose('page.get_by_role("button", name=word)')) == [1]
    assert not list(loose('page.get_by_role("dialog").get_by_text("Name", exact=True)'))
    assert not list(loose('page.get_by_role("tab", name=re.compile("^Alerts"))'))
