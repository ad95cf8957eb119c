"""Counts of the code's shape: files, lines, importers. ``python -m tests.counts [SRC] [--names]``.

With ``--names``, it lists what only tests reach: names that no other code of ``src`` mentions.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src"
SMALL = 60
"""A module under so many lines is small."""


def modules(source: Path) -> dict[str, str]:
    """The text of every module by its name."""
    found = {}
    for path in source.rglob("*.py"):
        parts = path.relative_to(source).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = path.read_text("utf-8")
    return found


def importers(texts: dict[str, str]) -> dict[str, set[str]]:
    """Who imports each module."""
    found: dict[str, set[str]] = {name: set() for name in texts}
    for importer, text in texts.items():
        for node in ast.walk(ast.parse(text)):
            for name in _imported(node):
                if name in found and name != importer:
                    found[name].add(importer)
    return found


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def unreached(texts: dict[str, str]) -> list[str]:
    """The functions, classes and constants that nothing in the source mentions again.

    Decorated functions, methods registered for a type, and classes with a tag are not among them.
    """
    mentioned = Counter(word for text in texts.values() for word in re.findall(r"\w+", text))
    return sorted(
        f"{module}.{name}"
        for module, text in texts.items()
        for node in ast.parse(text).body
        for name in _defined(node)
        if mentioned[name] == 1
    )


def _defined(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        registered = node.keywords if isinstance(node, ast.ClassDef) else node.decorator_list
        if not any(getattr(each, "arg", "tag") in ("tag", "name") for each in registered):
            yield node.name
        for each in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(each, ast.FunctionDef) and not _reached_otherwise(each):
                yield each.name
    elif isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id


def _reached_otherwise(method: ast.FunctionDef) -> bool:
    """Whether Python calls it, or it is registered for the type of its argument."""
    names = map(ast.unparse, method.decorator_list)
    return method.name.startswith("__") or any(name.endswith(".register") for name in names)


def keyed_by_class(texts: dict[str, str]) -> list[str]:
    """The dictionaries, written out, of which two keys or more are classes of ours."""
    classes = {
        node.name
        for text in texts.values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef)
    }
    return [
        f"{module}:{node.lineno}"
        for module, text in texts.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Dict)
        and sum(_last_name(key) in classes for key in node.keys if key is not None) > 1
    ]


def _last_name(key: ast.expr) -> str:
    """The name itself, or that of an attribute of a module; not a member of an enum."""
    if isinstance(key, ast.Name):
        return key.id
    return key.attr if isinstance(key, ast.Attribute) else ""


def main(arguments: list[str]) -> None:
    """Print the counts of the source, or of another folder such as that of an older commit."""
    names = "--names" in arguments
    source = next((Path(word) for word in arguments if not word.startswith("-")), SOURCE)
    texts = modules(source)
    if names:
        print("\n".join(unreached(texts)))
        return
    lengths = {name: text.count("\n") for name, text in texts.items()}
    users = importers(texts)
    packages = Counter(name.split(".")[1] for name in texts if "." in name)
    for count, what in (
        (sum(lengths.values()), "lines"),
        (len(texts), "files"),
        (sum(len(users[name]) == 1 for name in texts), "modules with one importer"),
        (sum(lines < SMALL for lines in lengths.values()), f"modules under {SMALL} lines"),
        (len(keyed_by_class(texts)), "tables keyed by class, kept by hand"),
        (len(unreached(texts)), "names that nothing else in the source mentions"),
    ):
        print(f"{count:7,} {what}")
    print("\n" + ", ".join(f"{name} {count}" for name, count in sorted(packages.items())))


if __name__ == "__main__":
    main(sys.argv[1:])
