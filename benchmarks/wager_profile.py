"""Where a wager over the wire spends the server's time, as a picture: docs/wager-profile.svg.

A thousand terminals place wagers, and at each tick of the server's processor time the stack of
its loop is noted. Each bar is a function, as wide as its share, above what it calls; a call into
the system, such as a socket's write, counts to the function that makes it.

python benchmarks/wager_profile.py
"""

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # so that this file can be run as it is

from benchmarks import server_load  # noqa: E402
from benchmarks.figures import progress  # noqa: E402
from benchmarks.server_load import WAGERS, in_thread, process  # noqa: E402
from benchmarks.swarm import connected  # noqa: E402

PICTURE = FOLDER.parent / "docs" / "wager-profile.svg"
TERMINALS, WAVES = 1_000, 100
WIDTH, ROW, LEAST = 1_000, 18, 0.01
"""Of the picture; what takes less than this share is left out."""
LETTER, LABELLED = 6.2, 40
PAPER = '<rect width="100%" height="100%" fill="white"/>'
COLOURS = {
    "croupier.server": "#7fb3d5",
    "croupier.table": "#82c99a",
    "croupier.house": "#f0c27b",
    "croupier.round": "#e59a6f",
    "croupier.rules": "#e59a6f",
    "croupier.journal": "#b9a5d6",
}


@dataclass
class Bar:
    """A function where it was called, and what it called."""

    name: str
    count: int = 0
    calls: "dict[str, Bar]" = field(default_factory=dict)


def main() -> None:
    """Measure and draw."""
    server_load.allow_files()
    whole = tree(asyncio.run(stacks()))
    progress(f"{whole.count:,} samples")
    PICTURE.write_text(drawn(whole), encoding="utf-8")


async def stacks() -> list[tuple[list[str], int]]:
    """How often each stack was seen while everybody placed wagers."""
    with process(1, TERMINALS) as house:
        first = house.said()
        terminals = await connected(first["address"], first["tokens"])
        await in_thread(house, "open")
        await in_thread(house, "sample")
        for wave in range(WAVES):
            placed = [terminal.act(WAGERS[wave % len(WAGERS)], 500) for terminal in terminals]
            await asyncio.gather(*placed)
        found: list[tuple[list[str], int]] = (await in_thread(house, "sampled"))["stacks"]
        for terminal in terminals:
            terminal.transport.close()
    return found


def tree(found: list[tuple[list[str], int]]) -> Bar:
    """All stacks together, from the first function of our own down."""
    whole = Bar("the server's loop")
    for stack, count in found:
        ours = [name for name in stack if name.startswith("croupier.")]
        whole.count += count
        at = whole
        for name in ours:
            at = at.calls.setdefault(name, Bar(name))
            at.count += count
    return whole


def drawn(whole: Bar) -> str:
    """Bars in rows, the caller above what it calls."""
    bars = list(laid(whole, 0.0, 0, whole.count))
    height = (max(row for _, _, row, _ in bars) + 1) * ROW + 24
    parts = [shown(*bar, whole.count) for bar in bars]
    head = (
        f'<text x="4" y="15" font-weight="bold">A wager over the wire, {TERMINALS:,} terminals: '
        "processor time of the server's loop</text>"
    )
    style = 'font-family="sans-serif" font-size="11" fill="#26332c"'
    begin = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {style}>'
    return f"{begin}{PAPER}{head}{''.join(parts)}</svg>\n"


def laid(bar: Bar, x: float, row: int, total: int) -> Iterator[tuple[Bar, float, int, float]]:
    """Each bar with its place and width, the widest call first."""
    yield bar, x, row, bar.count / total * WIDTH
    for call in sorted(bar.calls.values(), key=lambda each: -each.count):
        if call.count / total >= LEAST:
            yield from laid(call, x, row + 1, total)
        x += call.count / total * WIDTH


def shown(bar: Bar, x: float, row: int, width: float, total: int) -> str:
    module, _, function = bar.name.partition(":")
    colour = next((c for begin, c in COLOURS.items() if module.startswith(begin)), "#cfd8d3")
    share = f"{bar.count / total:.1%}"
    label = f"{function or module} {share}"[: int(width / LETTER)] if width > LABELLED else ""
    y = 24 + row * ROW
    return (
        f'<g><title>{escape(bar.name)} {share}</title><rect x="{x:.1f}" y="{y}" '
        f'width="{max(width - 1, 0.5):.1f}" height="{ROW - 2}" rx="2" fill="{colour}"/>'
        f'<text x="{x + 3:.1f}" y="{y + 12}">{escape(label)}</text></g>'
    )


if __name__ == "__main__":
    main()
