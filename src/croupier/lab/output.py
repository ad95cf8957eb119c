"""A session's result as a page, a picture or a table: distribution, fan over the spins, ruin.

HTML is one file with drawings inside and nothing to fetch; PNG needs matplotlib.
"""

import csv
import io
from collections.abc import Sequence
from html import escape
from pathlib import Path

from croupier.lab.results import COLUMNS, SHARES, Distribution, SessionResult
from croupier.words import in_units

WIDTH, HEIGHT, MARGIN = 720, 220, 28
LEFT = 64
BARS = 60
GREEN, GREY, INK = "#2f7d4f", "#8d9993", "#1c2b24"
"""Won, lost, and what lies between."""
STYLE = f"""
body{{font:15px/1.5 system-ui,sans-serif;max-width:760px;margin:2em auto;padding:0 1em;color:{INK}}}
h1{{font-size:1.4em}}h2{{font-size:1.05em;margin:1.6em 0 0}}table{{border-collapse:collapse}}
td{{padding:.15em 1.2em .15em 0}}td+td{{text-align:right;font-variant-numeric:tabular-nums}}
svg{{width:100%;height:auto}}.up{{fill:{GREEN}}}.down{{fill:{GREY}}}.fan{{fill:{GREEN};opacity:.22}}
.line{{fill:none;stroke:{INK};stroke-width:2}}
.nought{{stroke:{INK};stroke-dasharray:3 3;opacity:.6}}
.axis{{stroke:{INK};opacity:.3}}text{{font-size:11px;fill:#55665e}}
"""


def to_html(result: SessionResult, title: str) -> str:
    """A self-contained HTML page."""
    figures = "".join(
        f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>"
        for name, value in shown_figures(result)
    )
    charts = [("What is won or lost at the end", _bars(result.distribution))]
    if result.moments:
        charts.append(("On the way: 5, 25, 50, 75 and 95 of 100 sessions", _fan(result)))
        charts.append(("Ruined by then", _ruin(result)))
    drawn = "".join(f"<h2>{escape(name)}</h2>{svg}" for name, svg in charts)
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title>"
        f"<style>{STYLE}</style><h1>{escape(title)}</h1><p>{escape(result.why)}</p>"
        f"<table>{figures}</table>{drawn}</html>\n"
    )


def framed(result: SessionResult) -> str:
    """The page in a frame of its own, for a notebook."""
    page = to_html(result, result.session.name or result.session.ticket.book.name)
    return _frame(page, 1150 if result.moments else 620)


def bars_alone(distribution: Distribution) -> str:
    """The bars of a distribution in a frame of their own, for a notebook."""
    return _frame(f"<style>{STYLE}</style>{_bars(distribution)}", 300)


def _frame(page: str, height: int) -> str:
    style = f"width:100%;max-width:820px;height:{height}px;border:0;background:#fff"
    return f'<iframe srcdoc="{escape(page)}" style="{style}"></iframe>'


def shown_figures(result: SessionResult) -> list[tuple[str, str]]:
    """The figures for people, with 95 % margins if simulated."""
    shown = []
    for name, value in result.figures().items():
        money = name in ("mean", "deviation", "staked")
        text = in_units(round(value)) if money else f"{value:.6f}"
        text = f"{value:,.2f}" if name == "spins" else text
        error = 1.96 * result.errors.get(name, 0.0)
        if error:
            text += f" ± {in_units(round(error))}" if money else f" ± {error:.2g}"
        if name.startswith("ever ahead by "):
            name = f"ever ahead by {in_units(int(name.rsplit(' ', 1)[1]))}"
        shown.append((name, text))
    return shown


def write_png(result: SessionResult, title: str, path: Path) -> None:
    """The same three charts as a PNG, side by side."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            "a PNG needs matplotlib: pip install 'croupier[pictures]'", name="matplotlib"
        ) from missing
    figure = Figure(figsize=(13, 4), layout="constrained")
    distribution, fan, ruin = figure.subplots(1, 3)
    figure.suptitle(f"{title} ({result.method})")
    bars = list(result.distribution.bars(BARS))
    distribution.bar(
        [begin / 100 for begin, _, _ in bars],
        [chance for _, _, chance in bars],
        width=(bars[0][1] - bars[0][0]) / 100,
        align="edge",
        color=[GREY if end <= 0 else GREEN for _, end, _ in bars],
    )
    distribution.set(title="Won or lost at the end", ylabel="chance")
    spins = [moment.spin for moment in result.moments]
    for low, high in ((0, 4), (1, 3)):
        edges = [
            [moment.distribution.quantile(SHARES[at]) / 100 for moment in result.moments]
            for at in (low, high)
        ]
        fan.fill_between(spins, *edges, color=GREEN, alpha=0.25, linewidth=0)
    fan.plot(
        spins, [moment.distribution.quantile(0.5) / 100 for moment in result.moments], color=INK
    )
    fan.axhline(0, color=INK, linestyle=":", linewidth=1)
    fan.set(title="On the way: 5, 25, 50, 75, 95 of 100", xlabel="spins")
    ruin.plot(spins, [moment.ruined for moment in result.moments], color=INK)
    ruin.set(title="Ruined by then", xlabel="spins", ylim=(0, None))
    for axes in (distribution, fan, ruin):
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=120)


def _bars(distribution: Distribution) -> str:
    bars = list(distribution.bars(BARS))
    most = max(chance for _, _, chance in bars) or 1.0
    low, high = bars[0][0], bars[-1][1]
    width = (WIDTH - LEFT - MARGIN) / len(bars)
    drawn = []
    for begin, end, chance in bars:
        x, y = _placed((begin - low) / (high - low), chance / most)
        kind = "down" if end <= 0 else "up"
        drawn.append(
            f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width * 0.9:.1f}" '
            f'height="{HEIGHT - MARGIN - y:.1f}"><title>{in_units(begin)} to {in_units(end)}: '
            f"{chance:.4%}</title></rect>"
        )
    if low < 0 < high:
        at = -low / (high - low)
        drawn.append(_line((at, 0.0), (at, 1.0), "nought"))
    return _svg("".join(drawn), (in_units(low), in_units(high)), f"{most:.2%}", "0")


def _fan(result: SessionResult) -> str:
    rows = [[moment.distribution.quantile(share) for share in SHARES] for moment in result.moments]
    rows = [[0] * len(SHARES), *rows]
    low, high = min(map(min, rows)), max(max(map(max, rows)), 1)
    last = result.moments[-1].spin
    across = [0.0, *(moment.spin / last for moment in result.moments)]
    lines = [
        [(x, (row[at] - low) / (high - low)) for x, row in zip(across, rows, strict=True)]
        for at in range(len(SHARES))
    ]
    shapes = [_path([*lines[a], *reversed(lines[b])], "fan") for a, b in ((0, 4), (1, 3))]
    nought = -low / (high - low)
    drawn = "".join(shapes) + _path(lines[2], "line")
    drawn += _line((0.0, nought), (1.0, nought), "nought")
    return _svg(drawn, ("0 spins", f"{last} spins"), in_units(high), in_units(low))


def _ruin(result: SessionResult) -> str:
    most = max(moment.ruined for moment in result.moments) or 1.0
    last = result.moments[-1].spin
    line = [(0.0, 0.0), *((each.spin / last, each.ruined / most) for each in result.moments)]
    return _svg(_path(line, "line"), ("0 spins", f"{last} spins"), f"{most:.2%}", "0")


Point = tuple[float, float]


def _placed(x: float, y: float) -> Point:
    """The place in the drawing of a point from 0 to 1."""
    return LEFT + x * (WIDTH - LEFT - MARGIN), HEIGHT - MARGIN - y * (HEIGHT - 2 * MARGIN)


def _path(points: Sequence[Point], kind: str) -> str:
    placed = " ".join("{:.1f},{:.1f}".format(*_placed(*point)) for point in points)
    return f'<polyline class="{kind}" points="{placed}"/>'


def _line(begin: Point, end: Point, kind: str) -> str:
    (x1, y1), (x2, y2) = _placed(*begin), _placed(*end)
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _svg(drawn: str, across: tuple[str, str], high: str, low: str) -> str:
    end, beside = HEIGHT - MARGIN, LEFT - 8
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{drawn}'
        f"{_line((0.0, 0.0), (1.0, 0.0), 'axis')}"
        f'<text x="{LEFT}" y="{end + 16}">{across[0]}</text>'
        f'<text x="{WIDTH - MARGIN}" y="{end + 16}" text-anchor="end">{across[1]}</text>'
        f'<text x="{beside}" y="{MARGIN + 4}" text-anchor="end">{high}</text>'
        f'<text x="{beside}" y="{end}" text-anchor="end">{low}</text></svg>'
    )


def to_csv(result: SessionResult) -> str:
    """The distribution as CSV; chances read back to the bit."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(row.values() for row in result.distribution.rows())
    return text.getvalue()


def write_parquet(result: SessionResult, path: Path) -> None:
    """The distribution as Parquet, with the figures as metadata."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            "Parquet needs pyarrow: pip install 'croupier[parquet]'", name="pyarrow"
        ) from missing
    rows = [*result.distribution.rows()]
    columns = {name: [row[name] for row in rows] for name in COLUMNS}
    notes = {"method": result.method, "why": result.why}
    notes |= {name: repr(value) for name, value in result.figures().items()}
    pq.write_table(pa.table(columns).replace_schema_metadata(notes), path)
