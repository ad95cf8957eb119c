"""Bar charts of probabilities as SVG: exact lengths, every bar labelled with its value.

Lengths come from fractions; the logarithms of a chart whose bars differ too much for a straight
scale come from decimal arithmetic, so that the drawing is the same on every machine.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from html import escape

from croupier.odds.figures import one_in, percent, rounded
from croupier.odds.par.document import Bar, Bars

WIDTH = 700
SPAN_MIN = 200
ROW = 24
THICK = 13
TOP = 24
FOOT = 46
CHARACTER = Fraction(61, 10)
"""About how wide a character is; only the room for labels and values depends on it."""
RARE = Fraction(1, 500)
"""Below this a bar would be a hair on a straight scale, and the scale becomes logarithmic."""
TICKS_MAX = 6
STEPS = [Fraction(step, 100) for step in (1, 2, 5, 10, 20, 25)]
LOGARITHM = Context(prec=12)


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a value lies between 0 and 1 along the axis, and what is marked there."""

    place: Callable[[Fraction], Fraction]
    ticks: Sequence[tuple[Fraction, str]]
    name: str


def svg(chart: Bars) -> str:
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
        x = _figure(left + at * span)
        parts.append(f'<line class="grid" x1="{x}" y1="{TOP}" x2="{x}" y2="{base}"/>')
        parts.append(f'<text class="tick" x="{x}" y="{base + 15}">{name}</text>')
    for row, bar in enumerate(chart.bars):
        parts += _bar(bar, scale, left, span, TOP + ROW * row)
    parts.append(f'<line class="axis" x1="{left}" y1="{TOP}" x2="{left}" y2="{base}"/>')
    middle = _figure(left + Fraction(span, 2))
    parts.append(f'<text class="name" x="{middle}" y="{base + 36}">{scale.name}</text>')
    parts.append("</svg>")
    return "\n".join(parts)


def _bar(bar: Bar, scale: Scale, left: int, span: int, top: int) -> list[str]:
    length = max(scale.place(bar.value) * span, Fraction(1))
    y, middle = _figure(top + Fraction(ROW - THICK, 2)), top + ROW // 2 + 4
    kind = "gain" if bar.gain else "loss"
    return [
        f'<text class="label" x="{left - 8}" y="{middle}">{escape(bar.label)}</text>',
        f'<rect class="{kind}" x="{left}" y="{y}" width="{_figure(length)}" height="{THICK}"/>',
        f'<text class="value" x="{_figure(left + length + 6)}" y="{middle}">'
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


def _figure(value: Fraction | int) -> str:
    return rounded(Fraction(value), 1)
