"""Pictures of an evening: the law of the result, the fan over the spins, the way to ruin.

HTML is one file with drawings inside and nothing to fetch; PNG needs matplotlib.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from croupier.lab.evening import SHARES, Evening
from croupier.rules.money import in_units

WIDTH, HEIGHT, MARGIN = 720, 240, 44
BARS = 60
STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:760px;margin:2em auto;padding:0 1em;color:#1c2b24}
h1{font-size:1.4em}table{border-collapse:collapse}td{padding:.15em 1.2em .15em 0}
td+td{text-align:right;font-variant-numeric:tabular-nums}svg{width:100%;height:auto}
.up{fill:#2f7d4f}.down{fill:#a33b3b}.fan{fill:#2f7d4f;opacity:.22}.line{fill:none;stroke:#2f7d4f;
stroke-width:2}.ruin{fill:none;stroke:#a33b3b;stroke-width:2}text{font-size:11px;fill:#55665e}
"""


def to_html(evening: Evening, title: str) -> str:
    """A page that needs nothing else."""
    figures = "".join(
        f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>"
        for name, value in shown_figures(evening)
    )
    charts = [("What is won or lost at the end", _bars(evening))]
    if evening.moments:
        charts.append(("On the way: 5, 25, 50, 75 and 95 of 100 evenings", _fan(evening)))
        charts.append(("Ruined by then", _ruin(evening)))
    drawn = "".join(f"<h2>{escape(name)}</h2>{svg}" for name, svg in charts)
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title>"
        f"<style>{STYLE}</style><h1>{escape(title)}</h1><p>{escape(evening.why)}</p>"
        f"<table>{figures}</table>{drawn}</html>\n"
    )


def shown_figures(evening: Evening) -> list[tuple[str, str]]:
    """The figures as people read them, with their margin where simulated (95 %)."""
    shown = []
    for name, value in evening.figures().items():
        money = name in ("mean", "deviation", "staked")
        text = in_units(round(value)) if money else f"{value:.6f}"
        text = f"{value:,.2f}" if name == "spins" else text
        error = 1.96 * evening.errors.get(name, 0.0)
        if error:
            text += f" ± {in_units(round(error))}" if money else f" ± {error:.2g}"
        if name.startswith("ever ahead by "):
            name = f"ever ahead by {in_units(int(name.rsplit(' ', 1)[1]))}"
        shown.append((name, text))
    return shown


def write_png(evening: Evening, title: str, path: Path) -> None:
    """The same three drawings, side by side."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            "a PNG needs matplotlib: pip install 'croupier[pictures]'", name="matplotlib"
        ) from missing
    figure = Figure(figsize=(13, 4), layout="constrained")
    law, fan, ruin = figure.subplots(1, 3)
    figure.suptitle(f"{title} ({evening.method})")
    bars = list(evening.law.bars(BARS))
    law.bar(
        [begin / 100 for begin, _, _ in bars],
        [chance for _, _, chance in bars],
        width=(bars[0][1] - bars[0][0]) / 100,
        align="edge",
        color=["#a33b3b" if end <= 0 else "#2f7d4f" for _, end, _ in bars],
    )
    law.set_title("won or lost at the end")
    spins = [moment.spin for moment in evening.moments]
    for low, high in ((0, 4), (1, 3)):
        edges = [
            [moment.law.quantile(SHARES[at]) / 100 for moment in evening.moments]
            for at in (low, high)
        ]
        fan.fill_between(spins, *edges, color="#2f7d4f", alpha=0.25)
    fan.set_title("on the way")
    ruin.plot(spins, [moment.ruined for moment in evening.moments], color="#a33b3b")
    ruin.set_title("ruined by then")
    figure.savefig(path, dpi=120)


def _bars(evening: Evening) -> str:
    bars = list(evening.law.bars(BARS))
    most = max(chance for _, _, chance in bars) or 1.0
    width = (WIDTH - 2 * MARGIN) / len(bars)
    drawn = []
    for at, (begin, end, chance) in enumerate(bars):
        tall = (HEIGHT - 2 * MARGIN) * chance / most
        kind = "down" if end <= 0 else "up"
        drawn.append(
            f'<rect class="{kind}" x="{MARGIN + at * width:.1f}" y="{HEIGHT - MARGIN - tall:.1f}" '
            f'width="{width * 0.9:.1f}" height="{tall:.1f}"><title>{in_units(begin)} to '
            f"{in_units(end)}: {chance:.4%}</title></rect>"
        )
    ends = (in_units(bars[0][0]), in_units(bars[-1][1]))
    return _svg("".join(drawn), ends, f"{most:.2%}", "0")


def _fan(evening: Evening) -> str:
    rows = [[moment.law.quantile(share) for share in SHARES] for moment in evening.moments]
    rows = [[0] * len(SHARES), *rows]
    low, high = min(map(min, rows)), max(max(map(max, rows)), 1)
    last = evening.moments[-1].spin
    across = [0.0, *(moment.spin / last for moment in evening.moments)]
    lines = [
        [(x, (row[at] - low) / (high - low)) for x, row in zip(across, rows, strict=True)]
        for at in range(len(SHARES))
    ]
    shapes = [_path([*lines[a], *reversed(lines[b])], "fan") for a, b in ((0, 4), (1, 3))]
    drawn = "".join(shapes) + _path(lines[2], "line")
    return _svg(drawn, ("0 spins", f"{last} spins"), in_units(high), in_units(low))


def _ruin(evening: Evening) -> str:
    most = max(moment.ruined for moment in evening.moments) or 1.0
    last = evening.moments[-1].spin
    line = [(0.0, 0.0), *((each.spin / last, each.ruined / most) for each in evening.moments)]
    return _svg(_path(line, "ruin"), ("0 spins", f"{last} spins"), f"{most:.2%}", "0")


def _path(points: Sequence[tuple[float, float]], kind: str) -> str:
    """A line through points between 0 and 1."""
    placed = " ".join(
        f"{MARGIN + x * (WIDTH - 2 * MARGIN):.1f},{HEIGHT - MARGIN - y * (HEIGHT - 2 * MARGIN):.1f}"
        for x, y in points
    )
    return f'<polyline class="{kind}" points="{placed}"/>'


def _svg(drawn: str, across: tuple[str, str], high: str, low: str) -> str:
    end = HEIGHT - MARGIN
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{drawn}'
        f'<text x="{MARGIN}" y="{end + 16}">{across[0]}</text>'
        f'<text x="{WIDTH - MARGIN}" y="{end + 16}" text-anchor="end">{across[1]}</text>'
        f'<text x="2" y="{MARGIN}">{high}</text><text x="2" y="{end}">{low}</text></svg>'
    )
