"""A PAR sheet as one HTML file that needs nothing else and prints on A4."""

import re
from collections.abc import Sequence
from html import escape

from croupier.odds.par import document as d
from croupier.odds.par.contents import document
from croupier.odds.par.plot import svg
from croupier.odds.par.sheet import Derivation, Sheet
from croupier.odds.par.stylesheet import STYLESHEET

ON_ONE_LINE_MAX = 12
"""A fraction of up to so many characters stands on one line in a table."""
FRACTION = re.compile(r"(\d+)/(\d+)")


def to_html(sheet: Sheet) -> str:
    """The sheet as a page."""
    whole = document(sheet)
    title = escape(f"{whole.title}: {whole.kind}")
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>\n<style>{STYLESHEET}</style>\n</head>\n<body>\n<main>",
        _head(whole),
        *(_section(number, section) for number, section in enumerate(whole.sections, 1)),
        f"<footer>{escape(sheet.game.made_by)} · {escape(sheet.game.id)} · "
        f"{escape(sheet.game.data_sha256[:16])}</footer>",
        "</main>\n</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _head(whole: d.Document) -> str:
    contents = "\n".join(
        f'<li><a href="#section-{number}">{escape(section.title)}</a></li>'
        for number, section in enumerate(whole.sections, 1)
    )
    return (
        f'<header>\n<p class="kind">{escape(whole.kind)}</p>\n<h1>{escape(whole.title)}</h1>\n'
        f"{_facts(whole.facts, 'facts')}\n</header>\n{_facts(whole.summary, 'summary')}\n"
        f'<nav aria-label="Contents">\n<ol>\n{contents}\n</ol>\n</nav>'
    )


def _section(number: int, section: d.Section) -> str:
    blocks = "\n".join(_block(block) for block in section.blocks)
    heading = f'<h2 id="section-{number}"><span>{number}</span> {escape(section.title)}</h2>'
    return f"<section>\n{heading}\n{blocks}\n</section>"


def _block(block: d.Block) -> str:
    match block:
        case d.Text(says):
            return f"<p>{escape(says)}</p>"
        case d.Facts(rows, kind):
            return _facts(rows, kind)
        case d.Table():
            return _table(block)
        case d.Entries(rows):
            return "\n".join(_entry(*row) for row in rows)
        case Derivation():
            return _derivation(block)
        case d.Bars(caption):
            return _figure(svg(block), caption)
        case d.Strip(caption, pockets):
            chips = "".join(f'<li class="{p.colour}">{escape(p.number)}</li>' for p in pockets)
            half = -(-len(pockets) // 2)
            return _figure(f'<ol class="strip" style="--row: {half}">{chips}</ol>', caption)


def _figure(drawn: str, caption: str) -> str:
    return f"<figure>\n{drawn}\n<figcaption>{escape(caption)}</figcaption>\n</figure>"


def _facts(rows: Sequence[tuple[str, d.Cell]], kind: str) -> str:
    pairs = "\n".join(
        f"<div><dt>{escape(name)}</dt><dd>{_cell(value)}</dd></div>" for name, value in rows
    )
    return f'<dl class="{kind}">\n{pairs}\n</dl>'


def _table(table: d.Table) -> str:
    caption = f"<caption>{escape(table.caption)}</caption>\n" if table.caption else ""
    names = "".join(
        f'<th scope="col"{_kind(column)}>{escape(column.name)}</th>' for column in table.columns
    )
    rows = "\n".join(
        "<tr>"
        + "".join(
            f"<td{_kind(column)}>{_cell(cell)}</td>"
            for column, cell in zip(table.columns, row, strict=True)
        )
        + "</tr>"
        for row in table.rows
    )
    return (
        f'<div class="scroll"><table class="{table.kind}">\n{caption}'
        f"<thead><tr>{names}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table></div>"
    )


def _kind(column: d.Column) -> str:
    return ' class="figures"' if column.figures else ""


def _entry(number: str, title: str, says: str, clauses: Sequence[str]) -> str:
    cited = f' <span class="cited">Clauses {_cell(d.Clauses(clauses))}</span>' if clauses else ""
    return (
        f'<div class="entry" id="reading-{number}">\n<h3><span>{number}</span> '
        f"{escape(title)}</h3>\n<p>{escape(says)}{cited}</p>\n</div>"
    )


def _derivation(derivation: Derivation) -> str:
    steps = "\n".join(
        f'<li><p>{escape(step.says)}</p><p class="formula">'
        f"{' '.join(f'<span>{_formula(formula)}</span>' for formula in step.formulas)}</p></li>"
        for step in derivation.steps
    )
    return (
        f'<div class="derivation">\n<h3>{escape(derivation.title)}</h3>\n<ol>\n{steps}\n</ol>\n'
        "</div>"
    )


def _cell(cell: d.Cell) -> str:
    match cell:
        case str():
            return escape(cell)
        case d.Exact(value, rounded):
            exact = str(value).replace("-", "−")
            shown = _formula(exact) if len(exact) > ON_ONE_LINE_MAX else escape(exact)
            if value.denominator == 1 and "%" not in rounded:
                return shown
            return f'{shown} <span class="rounded">{escape(rounded.replace("-", "−"))}</span>'
        case d.Code(text):
            return f"<code>{escape(text)}</code>"
        case d.Clauses(numbers):
            return ", ".join(escape(number) for number in numbers)
        case d.Readings(numbers):
            return ", ".join(f'<a href="#reading-{number}">{number}</a>' for number in numbers)
        case d.Cites(cites):
            return "".join(
                f'<p class="cite"><span class="clause">{escape(c.clause)} </span>'
                f"{escape(c.says)}</p>"
                for c in cites
            )


def _formula(text: str) -> str:
    """Text in which every fraction is set as one; the slash stays for those who copy it."""
    return FRACTION.sub(
        r'<span class="fraction"><span>\1</span><i>/</i><span>\2</span></span>', escape(text)
    )
