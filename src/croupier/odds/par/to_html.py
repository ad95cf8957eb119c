"""A PAR sheet as one self-contained HTML file that prints on A4, with its charts as SVG.

Bar lengths come from fractions; the logarithms of charts with a wide range come from decimal
arithmetic, so that the drawing is the same on every machine.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from html import escape
from pathlib import Path

from croupier.odds.formatting import one_in, percent, rounded
from croupier.odds.par import document
from croupier.odds.par.contents import laid_out
from croupier.odds.par.document import Bar, Bars
from croupier.odds.par.sheet import Derivation, Sheet

STYLESHEET = Path(__file__).parent / "sheet.css"
ON_ONE_LINE_MAX = 12
"""A longer fraction is set as a stacked fraction in tables."""
FRACTION = re.compile(r"(\d+)/(\d+)")


def to_html(sheet: Sheet) -> str:
    """The sheet as a page."""
    whole = laid_out(sheet)
    title = escape(f"{whole.title}: {whole.kind}")
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>\n<style>\n{STYLESHEET.read_text('utf-8')}</style>\n</head>\n<body>\n<main>",
        _head(whole),
        *(_section(number, section) for number, section in enumerate(whole.sections, 1)),
        f"<footer>{escape(sheet.game.made_by)} · {escape(sheet.game.id)} · "
        f"{escape(sheet.game.data_sha256[:16])}</footer>",
        "</main>\n</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _head(whole: document.Document) -> str:
    contents = "\n".join(
        f'<li><a href="#section-{number}">{escape(section.title)}</a></li>'
        for number, section in enumerate(whole.sections, 1)
    )
    return (
        f'<header>\n<p class="kind">{escape(whole.kind)}</p>\n<h1>{escape(whole.title)}</h1>\n'
        f"{_facts(whole.facts, 'facts')}\n</header>\n{_facts(whole.summary, 'summary')}\n"
        f'<nav aria-label="Contents">\n<ol>\n{contents}\n</ol>\n</nav>'
    )


def _section(number: int, section: document.Section) -> str:
    blocks = "\n".join(_block(block) for block in section.blocks)
    heading = f'<h2 id="section-{number}"><span>{number}</span> {escape(section.title)}</h2>'
    return f"<section>\n{heading}\n{blocks}\n</section>"


def _block(block: document.Block) -> str:
    match block:
        case document.Text(text):
            return f"<p>{escape(text)}</p>"
        case document.Facts(rows, kind):
            return _facts(rows, kind)
        case document.Table():
            return _table(block)
        case document.Entries(rows):
            return "\n".join(_entry(*row) for row in rows)
        case Derivation():
            return _derivation(block)
        case document.Bars(caption):
            return _figure(chart_svg(block), caption)
        case document.Strip(caption, pockets):
            chips = "".join(f'<li class="{p.colour}">{escape(p.number)}</li>' for p in pockets)
            half = -(-len(pockets) // 2)
            return _figure(f'<ol class="strip" style="--row: {half}">{chips}</ol>', caption)


def _figure(drawn: str, caption: str) -> str:
    return f"<figure>\n{drawn}\n<figcaption>{escape(caption)}</figcaption>\n</figure>"


def _facts(rows: Sequence[tuple[str, document.Cell]], kind: str) -> str:
    pairs = "\n".join(
        f"<div><dt>{escape(name)}</dt><dd>{_cell(value)}</dd></div>" for name, value in rows
    )
    return f'<dl class="{kind}">\n{pairs}\n</dl>'


def _table(table: document.Table) -> str:
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


def _kind(column: document.Column) -> str:
    return ' class="figures"' if column.figures else ""


def _entry(number: str, title: str, text: str, clauses: Sequence[str]) -> str:
    cited = (
        f' <span class="cited">Clauses {_cell(document.Clauses(clauses))}</span>' if clauses else ""
    )
    return (
        f'<div class="entry" id="reading-{number}">\n<h3><span>{number}</span> '
        f"{escape(title)}</h3>\n<p>{escape(text)}{cited}</p>\n</div>"
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


def _cell(cell: document.Cell) -> str:
    match cell:
        case str():
            return escape(cell)
        case document.Exact(value, rounded):
            exact = str(value).replace("-", "−")
            shown = _formula(exact) if len(exact) > ON_ONE_LINE_MAX else escape(exact)
            if value.denominator == 1 and "%" not in rounded:
                return shown
            return f'{shown} <span class="rounded">{escape(rounded.replace("-", "−"))}</span>'
        case document.Code(text):
            return f"<code>{escape(text)}</code>"
        case document.Clauses(numbers):
            return ", ".join(escape(number) for number in numbers)
        case document.Readings(numbers):
            return ", ".join(f'<a href="#reading-{number}">{number}</a>' for number in numbers)
        case document.Cites(cites):
            return "".join(
                f'<p class="cite"><span class="clause">{escape(c.clause)} </span>'
                f"{escape(c.says)}</p>"
                for c in cites
            )


def _formula(text: str) -> str:
    """Text with its fractions typeset; the slash stays for copying."""
    return FRACTION.sub(
        r'<span class="fraction"><span>\1</span><i>/</i><span>\2</span></span>', escape(text)
    )


WIDTH = 700
SPAN_MIN = 200
ROW = 24
THICK = 13
TOP = 24
FOOT = 46
CHARACTER = Fraction(61, 10)
"""The approximate width of a character, for the room of labels and values."""
RARE = Fraction(1, 500)
"""Below this the scale is logarithmic, because a bar would be too short."""
TICKS_MAX = 6
STEPS = [Fraction(step, 100) for step in (1, 2, 5, 10, 20, 25)]
LOGARITHM = Context(prec=12)


@dataclass(frozen=True, slots=True)
class Scale:
    """The position of a value along the axis, from 0 to 1, and the ticks."""

    place: Callable[[Fraction], Fraction]
    ticks: Sequence[tuple[Fraction, str]]
    name: str


def chart_svg(chart: Bars) -> str:
    """The chart as one SVG element for use inside a page."""
    scale = _scale([bar.value for bar in chart.bars])
    left = _room([chart.what, *(bar.label for bar in chart.bars)])
    span = max(WIDTH - left - _room([_value(bar.value) for bar in chart.bars]), SPAN_MIN)
    base = TOP + ROW * len(chart.bars)
    parts = [
        f'<svg class="bars" viewBox="0 0 {WIDTH} {base + FOOT}" role="img" '
        f'aria-label="{escape(chart.caption)}">'
    ]
    parts.append(f'<text class="head" x="{left - 8}" y="{TOP - 10}">{escape(chart.what)}</text>')
    for at, name in scale.ticks:
        x = _number(left + at * span)
        parts.append(f'<line class="grid" x1="{x}" y1="{TOP}" x2="{x}" y2="{base}"/>')
        parts.append(f'<text class="tick" x="{x}" y="{base + 15}">{name}</text>')
    for row, bar in enumerate(chart.bars):
        parts += _bar(bar, scale, left, span, TOP + ROW * row)
    parts.append(f'<line class="axis" x1="{left}" y1="{TOP}" x2="{left}" y2="{base}"/>')
    middle = _number(left + Fraction(span, 2))
    parts.append(f'<text class="name" x="{middle}" y="{base + 36}">{scale.name}</text>')
    parts.append("</svg>")
    return "\n".join(parts)


def _bar(bar: Bar, scale: Scale, left: int, span: int, top: int) -> list[str]:
    length = max(scale.place(bar.value) * span, Fraction(1))
    y, middle = _number(top + Fraction(ROW - THICK, 2)), top + ROW // 2 + 4
    kind = "gain" if bar.gain else "loss"
    return [
        f'<text class="label" x="{left - 8}" y="{middle}">{escape(bar.label)}</text>',
        f'<rect class="{kind}" x="{left}" y="{y}" width="{_number(length)}" height="{THICK}"/>',
        f'<text class="value" x="{_number(left + length + 6)}" y="{middle}">'
        f"{escape(_value(bar.value))}</text>",
    ]


def _value(value: Fraction) -> str:
    """A probability in figures, exact and in per cent."""
    return f"{value}  ·  {percent(value, 4 if value < RARE else 2)}"


def _room(texts: Sequence[str]) -> int:
    return int(max(map(len, texts)) * CHARACTER) + 14


def _scale(values: Sequence[Fraction]) -> Scale:
    return _logarithmic(min(values)) if min(values) < RARE else _straight(max(values))


def _straight(most: Fraction) -> Scale:
    step = next((step for step in STEPS if most / step <= TICKS_MAX), STEPS[-1])
    end = -(-most // step) * step
    marks = [step * i for i in range(int(end / step) + 1)]
    ticks = [(mark / end, f"{rounded(mark * 100, 0)} %") for mark in marks]
    return Scale(lambda value: value / end, ticks, "Probability")


def _logarithmic(least: Fraction) -> Scale:
    decades = -int(_log(least).to_integral_value(ROUND_FLOOR))

    def place(value: Fraction) -> Fraction:
        return 1 + Fraction(_log(value)) / decades

    marks = [Fraction(1, 10**decade) for decade in range(decades, -1, -1)]
    ticks = [(place(mark), "1" if mark == 1 else one_in(mark)) for mark in marks]
    return Scale(place, ticks, "Probability, logarithmic scale")


def _log(value: Fraction) -> Decimal:
    numerator, denominator = Decimal(value.numerator), Decimal(value.denominator)
    return LOGARITHM.subtract(LOGARITHM.log10(numerator), LOGARITHM.log10(denominator))


def _number(value: Fraction | int) -> str:
    return rounded(Fraction(value), 1)
