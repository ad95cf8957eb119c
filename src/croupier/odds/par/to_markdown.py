"""A PAR sheet as Markdown that renders on GitHub: charts become tables."""

import re
from collections.abc import Iterable, Iterator, Sequence

from croupier.odds.formatting import one_in, percent
from croupier.odds.par import document
from croupier.odds.par.contents import laid_out
from croupier.odds.par.sheet import Derivation, Sheet


def to_markdown(sheet: Sheet) -> str:
    """The sheet as Markdown."""
    whole = laid_out(sheet)
    facts = _facts([*whole.facts, *whole.summary])
    parts = [f"# {_text(whole.title)}", f"**{whole.kind}**", facts]
    for number, section in enumerate(whole.sections, 1):
        parts.append(f"## {number}. {_text(section.title)}")
        parts += (part for block in section.blocks for part in _block(block))
    return "\n\n".join(parts) + "\n"


def _block(block: document.Block) -> Iterator[str]:
    match block:
        case document.Text(text):
            yield _text(text)
        case document.Facts(rows):
            yield _facts(rows)
        case document.Table(_, caption, columns, rows):
            if caption:
                yield _text(caption)
            yield _table([(column.name, column.figures) for column in columns], rows)
        case document.Entries(rows):
            yield from (_entry(*row) for row in rows)
        case Derivation():
            yield f"**{_text(block.title)}**"
            steps = enumerate(block.steps, 1)
            yield "\n".join(f"{n}. {_text(s.says)}{_formulas(s.formulas)}" for n, s in steps)
        case document.Bars(caption, what, bars):
            yield _text(caption)
            names = [(what, False), ("Probability", True), ("", True), ("About", True)]
            rows = [(b.label, str(b.value), percent(b.value), one_in(b.value)) for b in bars]
            yield _table(names, rows)
        case document.Strip(caption, pockets):
            yield _text(caption)
            yield f"`{'  '.join(pocket.number for pocket in pockets)}`"


def _formulas(formulas: Sequence[str]) -> str:
    return "".join(f"<br>`{formula}`" for formula in formulas)


def _facts(rows: Sequence[tuple[str, document.Cell]]) -> str:
    return "\n".join(f"- **{_text(name)}**: {_cell(value)}" for name, value in rows)


def _entry(number: str, title: str, text: str, clauses: Sequence[str]) -> str:
    cited = f" *Clauses {', '.join(clauses)}.*" if clauses else ""
    return f"**{number}. {_text(title)}.** {_text(text)}{cited}"


def _table(columns: Sequence[tuple[str, bool]], rows: Sequence[Sequence[document.Cell]]) -> str:
    lines = [
        _row(_text(name) for name, _ in columns),
        _row("---:" if figures else "---" for _, figures in columns),
        *(_row(_cell(cell).replace("|", r"\|") for cell in row) for row in rows),
    ]
    return "\n".join(lines)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: document.Cell) -> str:
    match cell:
        case str():
            return _text(cell)
        case document.Exact(value, rounded):
            exact = str(value) if value.denominator == 1 else f"{value} ({rounded})"
            return exact.replace("-", "−")
        case document.Code(text):
            return f"`{text}`"
        case document.Clauses(numbers):
            return ", ".join(numbers)
        case document.Readings(numbers):
            return ", ".join(map(str, numbers))
        case document.Cites(cites):
            return "<br>".join(f"**{c.clause}** {_text(c.says)}" for c in cites)


def _text(text: str) -> str:
    """Text escaped for Markdown and HTML."""
    return re.sub(r"([\\`*_\[\]<>])", r"\\\1", text)
