"""Each check that refuses by a clause, switched off in turn.

Nobody lists the checks: while the tests of a clause run, `watching` collects the places in the
code that made a refusal with that clause. A check is switched off where it decides: the condition
nearest around the refusal is made to let everything through, in the compiled function, as if it had
been written so.
"""

import ast
import gc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType

import croupier

SOURCE = Path(croupier.__file__).parent
ENFORCING = ("rules/", "round/", "house/", "table/")


@dataclass(frozen=True, order=True)
class Site:
    """A place in the code that refuses: file below ``croupier``, function and line."""

    file: str
    function: str
    line: int
    asks: bool = False
    """Whether it is a condition that asks another function whether to refuse."""

    def __str__(self) -> str:
        module = "croupier." + self.file.removesuffix(".py").replace("/", ".")
        return module if self.function.startswith("<") else f"{module}.{self.function}"


@dataclass(frozen=True)
class Check:
    """A check that was seen to refuse by a clause of a book."""

    book: str
    clause: str
    code: str
    site: Site

    @property
    def clauses(self) -> tuple[str, ...]:
        return (self.clause,)

    def __str__(self) -> str:
        does = "no longer asks for" if self.site.asks else "no longer refuses"
        return f"{self.book} {self.clause}: {self.site} {does} {self.code}"


@dataclass(frozen=True)
class LoaderCheck:
    """A check of the loader that refused a changed book."""

    site: Site
    book: str = "the loader"
    clauses: tuple[str, ...] = ("the loader",)

    def __str__(self) -> str:
        return f"{self.site} (line {self.site.line}) no longer refuses"


class NotSwitchableError(Exception):
    """No condition decides on this refusal within its function."""


def switch_off(site: Site) -> None:
    """Let this check pass everything, in this process."""
    code = _without_the_check(site)
    found = [
        one
        for one in functions()
        if one.__code__.co_qualname == code.co_qualname
        and one.__code__.co_filename == code.co_filename
        and one.__code__.co_firstlineno == code.co_firstlineno
    ]
    if not found:
        raise NotSwitchableError(str(site))
    for one in found:
        one.__code__ = code


@cache
def functions() -> tuple[FunctionType, ...]:
    """Every function of the program that is loaded."""
    found = [one for one in gc.get_objects() if isinstance(one, FunctionType)]
    return tuple(one for one in found if relative(one.__code__.co_filename) is not None)


def _without_the_check(site: Site) -> CodeType:
    path = SOURCE / site.file
    tree = ast.parse(path.read_text("utf-8"))
    function = _function_at(tree, site)
    if site.asks:
        for condition in _asking(function, site.line):
            condition.test = _never(condition.test)
    elif not _disarmed(function.body, site.line):
        raise NotSwitchableError(str(site))
    outer = _functions_around(tree, site)[0]
    compiled = compile(ast.fix_missing_locations(tree), str(path), "exec")
    return next(
        code
        for code in _codes(compiled)
        if code.co_qualname == site.function and _encloses(outer, code.co_firstlineno)
    )


def _function_at(tree: ast.Module, site: Site) -> ast.FunctionDef | ast.AsyncFunctionDef:
    """The innermost function around the line."""
    return _functions_around(tree, site)[-1]


def _functions_around(tree: ast.Module, site: Site) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions around the line, from the outermost: that one is loaded with all in it."""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _encloses(node, site.line)
    ]
    if not around:
        raise NotSwitchableError(str(site))
    return sorted(around, key=lambda node: node.lineno)


@cache
def decides(site: Site) -> bool:
    """Whether a condition of this function decides on what happens at the line."""
    tree = ast.parse((SOURCE / site.file).read_text("utf-8"))
    try:
        return _disarmed(_function_at(tree, site).body, site.line)
    except NotSwitchableError:
        return False


@cache
def asks(site: Site) -> bool:
    """Whether a line is a condition that asks for a refusal and gives it back."""
    if not site.file.startswith(ENFORCING):
        return False
    tree = ast.parse((SOURCE / site.file).read_text("utf-8"))
    try:
        return bool(_asking(_function_at(tree, site), site.line))
    except NotSwitchableError:
        return False


def _asking(function: ast.AST, line: int) -> list[ast.If]:
    return [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.If)
        and _encloses(node.test, line)
        and isinstance(node.body[-1], ast.Return | ast.Raise)
    ]


def _encloses(node: ast.AST, line: int) -> bool:
    first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])  # type: ignore[attr-defined]
    return bool(first <= line <= node.end_lineno)  # type: ignore[attr-defined]


def _disarmed(block: list[ast.stmt], line: int) -> bool:
    """Turn the innermost condition that leads to the line so that the line is never reached."""
    for at, statement in enumerate(block):
        if not _encloses(statement, line):
            continue
        for inner in _blocks(statement):
            if any(_encloses(each, line) for each in inner) and _disarmed(inner, line):
                return True
        if isinstance(statement, ast.If):
            if any(_encloses(each, line) for each in statement.body):
                statement.test = _never(statement.test)
                return True
            if any(_encloses(each, line) for each in statement.orelse):
                statement.test = _always(statement.test)
                return True
        for node in ast.walk(statement):
            if isinstance(node, ast.IfExp):
                if _encloses(node.body, line) and _refuses(node.body):
                    node.test = _never(node.test)
                    return True
                if _encloses(node.orelse, line) and _refuses(node.orelse):
                    node.test = _always(node.test)
                    return True
        for earlier in reversed(block[:at]):
            if isinstance(earlier, ast.If) and isinstance(earlier.body[-1], ast.Return):
                earlier.test = _always(earlier.test)
                return True
    return False


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        if isinstance(inner := getattr(statement, name, None), list):
            yield inner
    for case in [*getattr(statement, "handlers", []), *getattr(statement, "cases", [])]:
        yield case.body


def _refuses(node: ast.expr) -> bool:
    return any(
        isinstance(each, ast.Call) and ast.unparse(each.func) == "refusal"
        for each in ast.walk(node)
    )


def _never(test: ast.expr) -> ast.expr:
    return ast.BoolOp(ast.And(), [test, ast.Constant(False)])


def _always(test: ast.expr) -> ast.expr:
    return ast.BoolOp(ast.Or(), [test, ast.Constant(True)])


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


@cache
def relative(filename: str) -> str | None:
    """A file of the program as a path below it, or None."""
    path = Path(filename)
    return path.relative_to(SOURCE).as_posix() if path.is_relative_to(SOURCE) else None
