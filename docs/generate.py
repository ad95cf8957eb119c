"""Makes the generated documents anew: conformance, a page for each book, a house's settings, and
the tables of messages and addresses within the pages of the protocol and the API.

The tests call this too, and fail if what is committed differs from what would be written.
"""

import json
import re
import runpy
from pathlib import Path

from croupier import books
from croupier.books.conformance import shown
from croupier.pictures import felt_svg, wheel_svg
from croupier.rules.book import Book
from croupier.server.config import describe as house_file

ROOT = Path(__file__).parent.parent
RECORD = json.loads((ROOT / "tests/sabotage/record.json").read_text("utf-8"))
NOTE = "<!-- Made by docs/generate.py from the books' data and the record: do not edit. -->"
PART = re.compile(r"(?s)(<!-- made: ([\w-]+) -->\n).*?(<!-- end -->)")
"""A generated part of a page that is otherwise written by hand."""


def conformance() -> str:
    """The conformance page: what `make sabotage` saw of each clause."""
    lines = [NOTE, "", "# Conformance", "", _introduction()]
    for book_id in books.ids():
        book = books.load(book_id)
        lines += ["", f"## {book.name} (`{book.id}`)", ""]
        lines += ["| clause | what it asks | enforced by | proven by |", "|---|---|---|---|"]
        for clause in book.clauses.values():
            seen = shown(book_id, clause.number)
            code = [f"`{_code(one)}`" for one in seen.enforced_by]
            code = (
                code or [f"shown by `{_code(one)}`" for one in seen.told_by] or ["the data itself"]
            )
            tests = [f"[{_short(t)}](../{t.partition('::')[0]})" for t in seen.proven_by]
            if not seen.enforced_by:
                tests += [
                    f"played in [{_short(t)}](../{t})" for t in _played(book_id, clause.number)
                ]
            cells = (clause.number, clause.summary, "<br>".join(code), "<br>".join(tests))
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _played(book_id: str, clause: str) -> list[str]:
    """The golden rounds in which a clause is at work and that its sabotage did not make fail."""
    claims = RECORD["shown"][book_id][clause]["claims"]
    failed = shown(book_id, clause).proven_by
    return [test for test in claims if test.endswith(".toml") and test not in failed]


def _introduction() -> str:
    clauses = [(b, number) for b in books.ids() for number in books.load(b).clauses]
    seen = [shown(*clause) for clause in clauses]
    proven = sum(bool(one.proven_by) for one in seen)
    told = sum(bool(one.told_by) and not one.enforced_by for one in seen)
    return (
        f"The five books have {len(clauses)} clauses. For {proven} of them sabotage made a test "
        "fail ([report](sabotage.md)): what the clause gives the book was changed, or a check that "
        "refuses by it switched off, and the tests named here failed. That shows that these tests "
        "notice those changes, not that they notice every way to break the clause. *Enforced by* "
        "names the code that was seen to read what the clause gives the book, or to refuse by it, "
        "while these tests ran: such code may act on one part of the clause only. For "
        f"{told} clauses the program only shows the clause or cites it (*shown by*), so sabotage "
        "proves no more than that it is shown. *Played in* names golden rounds that play by such a "
        "clause and pass whether it is shown or not. Nothing in this table is typed by hand."
    )


def _code(function: str) -> str:
    return function.removeprefix("croupier.")


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
    lines += ["## Clauses, in our own words", ""]
    lines += ["| clause | what it asks | in the data |", "|---|---|---|"]
    for clause in book.clauses.values():
        keys = " ".join(f"`{key}`" for key in clause.values)
        lines.append(f"| {clause.number} | {clause.summary} | {keys} |")
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
    messages = runpy.run_path(str(ROOT / "docs/messages.py"))["parts"]()
    look_up = runpy.run_path(str(ROOT / "docs/references.py"))
    made = {
        ROOT / "docs/conformance.md": conformance(),
        ROOT / "docs/settings.md": settings(),
        ROOT / "docs/duties.md": duties(),
        ROOT / "docs/reference/settle.schema.json": look_up["settle_schema"](),
    }
    notation = ROOT / "docs/reference/wager-notation.md"
    tables = {f"wager-{name}": look_up[f"wager_{name}"]() for name in ("kinds", "names")}
    made[notation] = filled(notation, tables)
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
