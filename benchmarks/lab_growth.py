"""How the lab's work grows with spins, bank and evenings: three lines in lab-growth.svg.

python benchmarks/lab_growth.py
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from math import log10
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # so that this file can be run as it is

from benchmarks.figures import by_turns, milliseconds, progress  # noqa: E402
from croupier import books, lab  # noqa: E402

PICTURE = FOLDER / "lab-growth.svg"
SPINS = (125, 250, 500, 1000, 2000, 4000)
BANKS = (5_000, 10_000, 20_000, 40_000, 80_000, 160_000)
EVENINGS = (10_000, 30_000, 100_000, 300_000, 1_000_000)
WIDTH, HEIGHT, MARGIN = 300, 240, 46
Line = list[tuple[float, float]]


def main() -> None:
    """Measure and draw."""
    lines = {
        "exact Martingale, by spins (ms)": grown(
            SPINS, lambda n: partial(lab.exact, evening(spins=n))
        ),
        "exact Martingale, by bank in cents (ms)": grown(
            BANKS, lambda n: partial(lab.exact, evening(bank=n))
        ),
        "simulated Martingale, by evenings (ms)": grown(
            EVENINGS, lambda n: partial(lab.simulate, evening(), n, seed=1)
        ),
    }
    for name, line in lines.items():
        progress(f"{name}: " + ", ".join(f"{at:,.0f} {ms:.3g} ms" for at, ms in line))
    PICTURE.write_text(drawn(lines), encoding="utf-8")


def evening(bank: int = 20_000, spins: int = 500) -> lab.Session:
    limits = lab.Limits(lab.Range(100, 10_000))
    book = books.load("racetrack-2012")
    return lab.session(book, "red", "martingale", bank=bank, spins=spins, limits=limits)


def grown(sizes: Sequence[int], work: Callable[[int], Callable[[], object]]) -> Line:
    """Milliseconds by size."""
    sides = [partial(milliseconds, work(size)) for size in sizes]
    for side in sides[:1]:
        side()  # compiled, and the caches warm
    return list(zip(sizes, by_turns(5, *sides), strict=True))


def drawn(lines: dict[str, Line]) -> str:
    """Both axes by powers of ten, upwards at least one: what does not grow lies flat."""
    parts = [
        f'<g transform="translate({at * WIDTH},0)">{chart(name, line)}</g>'
        for at, (name, line) in enumerate(lines.items())
    ]
    size = f'viewBox="0 0 {WIDTH * len(lines)} {HEIGHT}"'
    style = 'font-family="sans-serif" font-size="11" fill="#33443b"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{"".join(parts)}</svg>\n'


def chart(name: str, line: Line) -> str:
    across, up = ([log10(value) for value in values] for values in zip(*line, strict=True))
    wide = (WIDTH - 2 * MARGIN) / (across[-1] - across[0])
    tall = (HEIGHT - 2 * MARGIN) / max(max(up) - min(up), 1.0)
    points = [
        (MARGIN + (x - across[0]) * wide, HEIGHT - MARGIN - (y - min(up)) * tall)
        for x, y in zip(across, up, strict=True)
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    labels = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#2f7d4f"/>'
        f'<text x="{x:.1f}" y="{y - 8:.1f}" text-anchor="middle">{ms:.3g}</text>'
        f'<text x="{x:.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{short(size)}</text>'
        for (x, y), (size, ms) in zip(points, line, strict=True)
    )
    head = f'<text x="{MARGIN}" y="16" font-weight="bold">{name}</text>'
    return f'{head}<polyline fill="none" stroke="#2f7d4f" points="{path}"/>{labels}'


def short(size: float) -> str:
    return f"{size / 1e6:g}M" if size >= 1e6 else f"{size / 1e3:g}k" if size >= 1e3 else f"{size:g}"


if __name__ == "__main__":
    main()
