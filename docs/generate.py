"""Makes the generated documents anew: conformance, a page for each book, a house's settings, and
the tables of messages and addresses within the pages of the protocol and the API.

The tests call this too, and fail if what is committed differs from what would be written.
"""

import ast
import json
import re
import runpy
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from croupier import books
from croupier.books.citations import enforced_by
from croupier.draw import felt_svg, wheel_svg
from croupier.rules.book import Book
from croupier.server import house_file

ROOT = Path(__file__).parent.parent
NOTE = "<!-- Made by docs/generate.py from the books' data and the tests: do not edit. -->"
Proofs = dict[str, dict[str, list[str]]]
PART = re.compile(r"(?s)(<!-- made: ([\w-]+) -->\n).*?(<!-- end -->)")
"""A generated part of a page that is otherwise written by hand."""


def proofs() -> Proofs:
    """The tests and golden rounds that prove each clause, read from their own words."""
    found: Proofs = {book_id: defaultdict(list) for book_id in books.ids()}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, book_ids, clauses in _marks(path):
            for book_id in books.ids() if book_ids == "*" else book_ids.split():
                for clause in clauses:
                    found[book_id][clause].append(f"{path.relative_to(ROOT).as_posix()}::{name}")
    for path in sorted((ROOT / "tests/golden").glob("*/*.round.toml")):
        golden = tomllib.loads(path.read_text("utf-8"))
        of_books = golden.get("books") or {golden["book"]: golden.get("proves", ())}
        for book_id, clauses in of_books.items():
            for clause in clauses:
                found[book_id][clause].append(path.relative_to(ROOT).as_posix())
    return {
        book_id: {
            number: found[book_id][number]
            for number in books.load(book_id).clauses
            if number in found[book_id]
        }
        for book_id in books.ids()
    }


def _marks(path: Path) -> Iterator[tuple[str, str, list[str]]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "proves":
                    book_ids, *clauses = [ast.literal_eval(argument) for argument in mark.args]
                    yield node.name, book_ids, clauses


def to_come() -> dict[str, list[str]]:
    """The clauses that belong to running a round and have no test yet, by book."""
    listed: dict[str, list[str]] = json.loads(
        (ROOT / "tests/clauses-to-come.json").read_text(encoding="utf-8")
    )
    return listed


def conformance(proven: Proofs, coming: dict[str, list[str]]) -> str:
    """The conformance page."""
    lines = [NOTE, "", "# Conformance", "", _introduction(proven, coming)]
    for book_id in books.ids():
        book = books.load(book_id)
        lines += ["", f"## {book.name} (`{book.id}`)", ""]
        lines += ["| clause | what it asks | enforced by | tests |", "|---|---|---|---|"]
        for clause in book.clauses.values():
            modules = "<br>".join(f"`{m}`" for m in enforced_by(clause.values)) or "the round"
            tests = proven[book_id].get(clause.number, [])
            shown = "<br>".join(f"[{_short(t)}](../{t.partition('::')[0]})" for t in tests)
            if not shown:
                shown = "to come" if clause.number in coming.get(book_id, []) else "**none**"
            lines.append(f"| {clause.number} | {clause.summary} | {modules} | {shown} |")
    return "\n".join(lines) + "\n"


def _introduction(proven: Proofs, coming: dict[str, list[str]]) -> str:
    total = sum(len(books.load(book_id).clauses) for book_id in books.ids())
    tested = sum(len(clauses) for clauses in proven.values())
    still = sum(len(clauses) for clauses in coming.values())
    return (
        f"The five books have {total} clauses. Tests prove {tested} of them; {still} belong to "
        "running a round of play and come with it. A clause with neither a test nor a place in "
        "that list fails the build."
    )


def _short(test: str) -> str:
    """A test by its name, a golden round by that of its file."""
    file, _, name = test.partition("::")
    if name:
        return name.removeprefix("test_").replace("_", " ")
    return "golden: " + Path(file).name.removesuffix(".round.toml").replace("-", " ")


def book_page(book: Book) -> str:
    """The page of one book."""
    lines = [NOTE, "", f"# {book.name}", ""]
    lines += [f"`{book.id}`, in force from {book.effective:%-d %B %Y}, {book.operator}.", ""]
    lines += [f"{len(book.pockets)} pockets, {len(book.wagers)} wagers.", ""]
    lines += ["## Clauses, in our own words", "", "| clause | what it asks |", "|---|---|"]
    lines += [f"| {c.number} | {c.summary} |" for c in book.clauses.values()]
    lines += ["", "## Readings", ""]
    for reading in book.readings.values():
        rests = ", ".join(reading.clauses)
        on = f" It rests on {rests}." if rests else ""
        lines += [f"**{reading.number}. {reading.title}.** {reading.says.strip()}{on}", ""]
    lines += ["## Procedures of the house", ""]
    for procedure in books.procedures():
        lines += [f"**{procedure.title}.** {procedure.says.strip()}", ""]
    return "\n".join(lines).rstrip() + "\n"


def settings() -> str:
    """The page of a house file's settings."""
    note = "<!-- Made by docs/generate.py from the shape of the house file: do not edit. -->"
    return f"{note}\n\n{house_file.page()}"


def duties() -> str:
    """The page of powers and duties."""
    note = "<!-- Made by docs/generate.py from permissions and browser tests: do not edit. -->"
    page: str = runpy.run_path(str(ROOT / "docs/duties.py"))["page"]()
    return f"{note}\n\n{page}"


def filled(page: Path, parts: dict[str, str]) -> str:
    """A page with its generated parts made anew."""
    return PART.sub(
        lambda found: f"{found[1]}\n{parts[found[2]]}\n\n{found[3]}",
        page.read_text(encoding="utf-8"),
    )


def documents() -> dict[Path, str]:
    """Every generated file with the content it should have."""
    proven, coming = proofs(), to_come()
    messages = runpy.run_path(str(ROOT / "docs/messages.py"))["parts"]()
    made = {
        ROOT / "docs/conformance.md": conformance(proven, coming),
        ROOT / "docs/settings.md": settings(),
        ROOT / "docs/duties.md": duties(),
        ROOT / "src/croupier/books/conformance.json": json.dumps(proven, indent=1) + "\n",
    }
    for name in ("protocol", "api"):
        page = ROOT / f"docs/{name}.md"
        made[page] = filled(page, messages)
    for book_id in books.ids():
        made[ROOT / f"docs/books/{book_id}.md"] = book_page(books.load(book_id))
    return made | pictures()


def pictures() -> dict[Path, str]:
    """The pictures of the README."""
    racetrack, sands = books.load("racetrack-2012"), books.load("sands-2019")
    edz, fast = books.load("edz-2020"), books.load("fast-action-2020")
    drawn = {
        "racetrack-voisins": felt_svg(racetrack, highlight=[racetrack.wager("voisins")]),
        "sands-top-line": felt_svg(sands, highlight=[sands.wager("top-line")]),
        "fast-action": felt_svg(fast),
        "edz-wheel": wheel_svg(edz, highlight=[edz.wager("neighbours:17")], outcome="17"),
    }
    return {ROOT / f"docs/images/{name}.svg": svg + "\n" for name, svg in drawn.items()}


if __name__ == "__main__":
    for path, content in documents().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        print(path.relative_to(ROOT))
