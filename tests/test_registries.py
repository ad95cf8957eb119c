"""No table of commands or events is kept by hand: what is true of a class stands on the class.

A module that lists four or more of other modules' commands or events in one dict, tuple, set, union
or ``match`` is found here. The few that remain are named with the reason.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from croupier.house import COMMANDS, EVENTS
from croupier.office import EVENTS as OF_THE_OFFICE
from croupier.server.floor.requests import Completion
from croupier.table.codec import OF_THE_TABLE
from tests.counts import keyed_by_class, modules

SOURCE = Path(__file__).parent.parent / "src" / "croupier"
MODULES = {
    kind.__name__: kind.__module__ for kind in (*COMMANDS, *EVENTS, *OF_THE_OFFICE, *OF_THE_TABLE)
}
"""The module in which each command and each event is defined."""
MANY = 4

REMAIN = {
    "history/meters.py": "which stored entries the felt at the end follows from, by their names",
    "history/notation.py": "which stored entries make a file begin with an earlier round",
    "history/rounds.py": "how the index of rounds takes each stored entry; it knows versions too",
    "server/floor/watch.py": "what makes the server look at the floor again",
    "server/live/channel.py": "which entries viewers are sent at once; entries not named wait",
    "table/verifying.py": "what `croupier verify` works out anew for each kind of entry",
}
"""The modules that still list classes, and why."""


def _listed(tree: ast.AST, module: str) -> Iterator[tuple[int, set[str]]]:
    for node in ast.walk(tree):
        match node:
            case ast.Dict(keys=keys):
                named = {name for key in keys if key is not None for name in _names(key)}
            case ast.Tuple(elts=elements) | ast.Set(elts=elements) | ast.List(elts=elements):
                named = {name for element in elements for name in _names(element)}
            case ast.BinOp(op=ast.BitOr()):
                named = set(_names(node))
            case ast.Match(cases=cases):
                named = {name for case in cases for name in _names(case.pattern)}
            case _:
                continue
        yield node.lineno, {name for name in named if MODULES.get(name, module) != module}


def _names(node: ast.AST) -> Iterator[str]:
    """The classes that an element names, in a tuple within it too."""
    match node:
        case ast.Name(id=name):
            yield name
        case ast.Attribute(value=ast.Name(id=name), attr="name"):
            yield name
        case ast.Starred() | ast.Tuple() | ast.BinOp() | ast.MatchOr() | ast.MatchClass():
            for child in ast.iter_child_nodes(node):
                yield from _names(child)
        case ast.MatchAs() if node.pattern is not None:
            yield from _names(node.pattern)


def _tables(source: str, module: str) -> list[tuple[int, int]]:
    found = _listed(ast.parse(source), module)
    return [(line, len(named)) for line, named in found if len(named) >= MANY]


def test_no_table_lists_commands_or_events_by_hand() -> None:
    keepers = {}
    for path in sorted(SOURCE.rglob("*.py")):
        within = path.relative_to(SOURCE)
        module = ".".join(("croupier", *within.with_suffix("").parts))
        if tables := _tables(path.read_text(encoding="utf-8"), module):
            keepers[within.as_posix()] = tables
    assert keepers.keys() <= REMAIN.keys(), keepers
    assert REMAIN.keys() <= keepers.keys(), "a table is gone: take it off the list"


def test_no_dictionary_is_keyed_by_classes() -> None:
    assert keyed_by_class(modules(SOURCE.parent)) == []


def test_the_house_fills_in_every_field_that_only_it_may_set() -> None:
    """Each method is registered by the type of its argument: no table names them."""
    filled = vars(Completion)["_completed"].dispatcher.registry
    assert {kind for kind in COMMANDS if kind.house_fields} == {*filled} - {object}


def test_a_table_that_is_planted_is_found() -> None:
    names = "SpinBall, CloseBets, OpenBets, CallOutcome"
    assert _tables(f"KINDS = ({names})", "croupier.history.some")
    assert _tables(f"KINDS = (*({names}),)", "croupier.history.some")
    assert _tables(f"KINDS = {{one: 1 for one in []}} or {{{names}}}", "croupier.history.some")
    assert _tables("X = {SpinBall: 1, CloseBets: 2, OpenBets: 3, CallOutcome: 4}", "croupier.x")
    assert _tables("def f(x: A | SpinBall | CloseBets | OpenBets | CallOutcome): ...", "croupier.x")
    assert not _tables("KINDS = (SpinBall, CloseBets, OpenBets)", "croupier.history.some")
