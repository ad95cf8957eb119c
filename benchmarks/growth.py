"""What a year of a house came to, as a table, a picture and the arithmetic beside it."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent.parent / "docs"
PICTURE, PAGE = DOCS / "growth.svg", DOCS / "growth.md"
WIDTH, HEIGHT, LEFT, TOP = 300, 200, 58, 30
COLOURS = {"idle": "#2b6cb0", "small": "#2f855a", "busy": "#c05621"}
MB = 1_000_000
Line = Mapping[str, float]
CHARTS: Mapping[str, Callable[[Line], float]] = {
    "journal, MB": lambda one: one["journal"] / MB,
    "archives, MB": lambda one: one["archives"] / MB,
    "memory, MB": lambda one: one["memory"] / MB,
    "entries read at a start": lambda one: one["read"],
    "start, ms": lambda one: one["start_ms"],
    "entries, thousands": lambda one: one["entries"] / 1000,
}
BEGIN, END = "<!-- measured -->", "<!-- /measured -->"


def report(kinds: Mapping[str, Any], lines: Mapping[str, Sequence[Line]], retention: int) -> None:
    """Put the picture and the tables into the docs."""
    PICTURE.write_text(drawn(lines), encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    told = "\n".join((*houses(kinds), "", *table(lines), "", *on_paper(kinds, lines)))
    PAGE.write_text(f"{before}{BEGIN}\n{told}\n{END}{after}", encoding="utf-8")
    print(told)


def houses(kinds: Mapping[str, Any]) -> list[str]:
    """Which houses were played, and how much of each."""
    head = "house | tables | players | wagers of each | rounds of each table a day | played of them"
    rows = [f"| {head} | on day 200 |", f"|{'---|' * 7}"]
    for name, kind in kinds.items():
        counts = kind.players, kind.wagers, kind.rounds, kind.played, kind.whole
        rows.append(f"| {name} | {kind.tables} | {' | '.join(f'{one:,}' for one in counts)} |")
    return rows


def table(lines: Mapping[str, Sequence[Line]]) -> list[str]:
    """What was measured, at some of the days."""
    head = "house | day | rounds | entries | in the journal | journal, MB | archives, MB"
    rows = [f"| {head} | memory, MB | start, ms | entries read |", f"|{'---|' * 10}"]
    for name, measured in lines.items():
        shown = [one for one in measured if one["day"] in (1, 30, 90, 199, 200, 270, 365)]
        for one in shown or measured[-1:]:
            sizes = (f"{one[key] / MB:,.1f}" for key in ("journal", "archives", "memory"))
            counts = (f"{one[key]:,.0f}" for key in ("day", "rounds", "entries", "kept"))
            ends = f"{one['start_ms']:,.0f}", f"{one['read']:,.0f}"
            rows.append(f"| {' | '.join((name, *counts, *sizes, *ends))} |")
    return rows


def on_paper(kinds: Mapping[str, Any], lines: Mapping[str, Sequence[Line]]) -> list[str]:
    """What the same houses come to when every round is played, by the day that was."""
    head = "house | rounds a day | entries a round | entries a day | bytes of one in the journal"
    more = "in an archive | journal of 90 days, GB | archives of a year, GB"
    rows = [f"| {head} | {more} |", f"|{'---|' * 8}"]
    for name, kind in kinds.items():
        days = {int(one["day"]): one for one in lines[name]}
        if not {199, 200, 215, 240} <= days.keys():
            continue
        before, after = days[199], days[200]
        entries = (after["entries"] - before["entries"]) / (after["rounds"] - before["rounds"])
        in_journal = (after["used"] - before["used"]) / (after["kept"] - before["kept"])
        archived = [days[day]["entries"] - days[day]["kept"] for day in (215, 240)]
        sizes_then = [days[day]["archives"] for day in (215, 240)]
        in_archive = (sizes_then[1] - sizes_then[0]) / (archived[1] - archived[0])
        a_day = kind.tables * kind.rounds * entries
        rounds = f"{kind.tables} × {kind.rounds:,}"
        sizes = f"{a_day * 90 * in_journal / 1e9:,.2f} | {a_day * 365 * in_archive / 1e9:,.2f}"
        each = f"{in_journal:,.0f} | {in_archive:,.0f}"
        rows.append(f"| {name} | {rounds} | {entries:,.1f} | {a_day:,.0f} | {each} | {sizes} |")
    return rows


def drawn(lines: Mapping[str, Sequence[Line]]) -> str:
    """A chart for each measure, a line for each house, the days from left to right."""
    parts = []
    for at, (name, value) in enumerate(CHARTS.items()):
        x, y = at % 3 * (WIDTH + 20), at // 3 * (HEIGHT + 30)
        parts.append(f'<g transform="translate({x},{y})">{chart(name, value, lines)}</g>')
    size = f'width="{3 * (WIDTH + 20)}" height="{2 * (HEIGHT + 30)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">'
        f'<rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>\n'
    )


def chart(name: str, value: Callable[[Line], float], lines: Mapping[str, Sequence[Line]]) -> str:
    """One measure from nothing to its most."""
    top = max(value(one) for measured in lines.values() for one in measured) or 1
    days = max(one["day"] for measured in lines.values() for one in measured)
    right, bottom = WIDTH - 10, HEIGHT - 20

    def at(one: Line) -> str:
        x = LEFT + (right - LEFT) * one["day"] / days
        return f"{x:.1f},{bottom - (bottom - TOP) * value(one) / top:.1f}"

    parts = [
        f'<text x="{LEFT}" y="16" font-weight="bold">{name}</text>',
        f'<path d="M{LEFT},{TOP}V{bottom}H{right}" fill="none" stroke="#555"/>',
        f'<text x="{LEFT - 4}" y="{TOP + 4}" text-anchor="end">{top:,.0f}</text>',
        f'<text x="{LEFT - 4}" y="{bottom + 4}" text-anchor="end">0</text>',
        f'<text x="{right}" y="{bottom + 14}" text-anchor="end">day {days:.0f}</text>',
    ]
    for nth, (house, measured) in enumerate(lines.items()):
        colour = COLOURS[house]
        points = " ".join(map(at, measured))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        parts.append(
            f'<text x="{right - 4}" y="16" text-anchor="end" dx="{-42 * (2 - nth)}" '
            f'fill="{colour}">{house}</text>'
        )
    return "".join(parts)
