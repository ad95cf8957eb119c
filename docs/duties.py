"""The page of powers and duties: who may do what by which clause, and where it is pressed.

Who and clause come from the permissions that the program itself asks; page, button and test from
the marks of the browser tests, which are held to them while they run (tests/browser/pressing.py).
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

from croupier import books
from croupier.house import AnyCommand
from croupier.house.base import Procedure
from croupier.round.base import Command, RoundCommand
from croupier.round.permissions import APPROVER
from croupier.rules.book import Book
from croupier.rules.positions import Position

ROOT = Path(__file__).parent.parent
MATRIX = "tests/server/test_positions.py"
BY_ITSELF = {
    "reveal-secret": (
        "the house, by itself, when a round has ended",
        "tests/table/test_round_secrets.py",
    ),
    "end-time-out": (
        "the house, by itself, when a time-out is over",
        "tests/server/test_own_limits_kept.py",
    ),
}
"""What no person has to do, and the tests of it."""
APPROVERS = APPROVER.replace("-", " ").title() + " or above"
OFFICE = {
    "approve": (
        "A second person approves what takes two people.",
        f"{APPROVERS}, not the person who asked, nor one of the same hands: who made or reset an "
        "account is never its second person, and two accounts of one maker are not two people; "
        "with a code of their second factor where the house asks for one",
    ),
    "decline": (
        "A second person declines what takes two people, or the first takes it back.",
        f"the person who asked, or {APPROVERS}",
    ),
    "acknowledge": ("An alert has been seen.", "any member of staff"),
    "POST /api/staff/{name}/appoint": (
        "Someone acts in a higher position until the shift ends (6.3 or 6.2, reading 22).",
        "the position above the one appointed to, or higher; a Gaming Shift Manager; not for "
        "oneself; in a real house a second person approves it where it lets someone approve",
    ),
    "POST /api/staff/{name}/withdraw-appointment": (
        "Such an appointment ends before its shift.",
        "the position above the one appointed to, or higher; a Gaming Shift Manager",
    ),
}
"""What the office decides, by whom (croupier.office.approvals, alerts and appointments)."""
INTRODUCTION = f"""# Powers and duties

For every power and duty in the books, and for the procedures of the house around them, there is a
person who can do it, on a page. The clause and the people come from the program's own permissions;
page and button from browser tests that press that button and see the page send that message. That
the right person is accepted and the wrong one is refused, in every book, is tried for every command
by [{MATRIX}](../{MATRIX}), and for the last five rows, which are
of the office, by [tests/office](../tests/office). A dash means that the book does not give the
power. *House* marks a procedure of the house: it is no clause of the book."""


class Press(NamedTuple):
    """A button that a browser test presses."""

    page: str
    button: str
    test: str


def marks(name: str) -> Iterator[tuple[str, list[Any]]]:
    """The marks of this name on tests, with the test that carries each."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text("utf-8")
        nodes = ast.walk(ast.parse(text if f"@{name}(" in text else ""))
        for node in nodes:
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == name:
                    arguments = [ast.literal_eval(each) for each in mark.args]
                    yield f"{path.relative_to(ROOT).as_posix()}::{node.name}", arguments


def presses() -> dict[str, list[Press]]:
    """Where each message is sent from."""
    found: dict[str, list[Press]] = defaultdict(list)
    for test, (message, page, button) in marks("presses"):
        found[message].append(Press(page, button, test))
    return found


def tag(kind: type[Command]) -> str:
    """A command's name on the wire."""
    return str(kind.__struct_config__.tag)


def unpressed() -> list[str]:
    """The commands that nobody presses anywhere."""
    known, pressed = {tag(kind) for kind in get_args(AnyCommand)}, presses()
    return sorted(known - pressed.keys() - BY_ITSELF.keys())


def who(kind: type[Command], book: Book) -> tuple[str, str]:
    """The clause and the people of a command in a book; nobody where the book does not give it."""
    if issubclass(kind, Procedure):
        asked = kind.allowed
        player = "the player, or " if asked.player else ""
        return "*house*", f"{player}{_title(asked.least)} or above"
    permission = kind.allowed if issubclass(kind, RoundCommand) else None
    if permission is None:
        return book.says.stakes.clause or "*house*", "the player"
    positions = permission.who(book)
    if positions is None:
        return "–", "–"
    clause = permission.clause(book) or _clause_of(kind, book)
    least = min(positions, key=list(Position).index)
    if permission.house or book.says.acting_up or set(positions) == set(Position):
        return clause, f"{_title(least)} or above"
    return clause, " or ".join(map(_title, positions))


def _clause_of(kind: type[Command], book: Book) -> str:
    """The clause where it is not one for the whole command."""
    match tag(kind):
        case "void-round":
            covered = [number for number, of in book.voids.items() if of.span != "declared"]
            return f"{covered[0]}–{covered[-1]}"
        case "draw-bonus-numbers" | "report-lights":
            return next(one.number for one in book.clauses.values() if "bonus" in one.values)
    return "*house*"


def _title(position: Position) -> str:
    return position.replace("-", " ").title()


def _grouped(of_books: dict[str, str]) -> str:
    """What the books say, once where all say the same."""
    if len(set(of_books.values())) == 1:
        return next(iter(of_books.values()))
    grouped: dict[str, list[str]] = defaultdict(list)
    for book_id, said in of_books.items():
        grouped[said].append(book_id)
    return "<br>".join(f"{said}: {', '.join(ids)}" for said, ids in grouped.items())


def _link(test: str) -> str:
    path, _, name = test.partition("::")
    return f"[{name.removeprefix('test_').replace('_', ' ') or path}](../{path})"


def _row(kind: type[Command], pressed: list[Press]) -> str:
    said = {book_id: who(kind, books.load(book_id)) for book_id in books.ids()}
    clauses = _grouped({book_id: clause for book_id, (clause, _) in said.items()})
    people = _grouped({book_id: them for book_id, (_, them) in said.items()})
    power = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
    if tag(kind) in BY_ITSELF:
        where, test = BY_ITSELF[tag(kind)]
        return f"| {power} | {clauses} | {people} | {where} | `{tag(kind)}` | {_link(test)} |"
    buttons = "<br>".join(dict.fromkeys(f"{each.page}: {each.button}" for each in pressed))
    tests = "<br>".join(dict.fromkeys(_link(each.test) for each in pressed))
    return f"| {power} | {clauses} | {people} | {buttons} | `{tag(kind)}` | {tests} |"


def page() -> str:
    """The whole page."""
    pressed = presses()
    lines = [INTRODUCTION, "", "## Done", ""]
    lines += ["| power or duty | clause | who | page: button | message | pressed by |"]
    lines += ["|---|---|---|---|---|---|"]
    lines += [_row(kind, pressed.pop(tag(kind), [])) for kind in get_args(AnyCommand)]
    for message, where in sorted(pressed.items()):
        buttons = "<br>".join(dict.fromkeys(f"{each.page}: {each.button}" for each in where))
        tests = "<br>".join(dict.fromkeys(_link(each.test) for each in where))
        power, people = OFFICE[message]
        lines.append(f"| {power} | *house* | {people} | {buttons} | `{message}` | {tests} |")
    lines += ["", "## Shown", "", "| what people are shown | clause | page | seen by |"]
    lines += ["|---|---|---|---|"]
    for test, (book_ids, clause, where, what) in marks("shows"):
        lines.append(f"| {what} | {clause}: {book_ids} | {where} | {_link(test)} |")
    return "\n".join(lines) + "\n"
