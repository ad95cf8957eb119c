"""docs/duties.md: no power or duty is without a page and a button."""

import runpy
from pathlib import Path

DUTIES = runpy.run_path(str(Path(__file__).parent.parent / "docs" / "duties.py"))


def test_every_command_is_pressed_somewhere() -> None:
    assert DUTIES["unpressed"]() == []


def test_no_cell_of_the_table_is_empty() -> None:
    rows = [line for line in DUTIES["page"]().splitlines() if line.startswith("|")]
    assert rows
    empty = [row for row in rows if any(not cell.strip() for cell in row.strip("|").split("|"))]
    assert not empty, "\n".join(empty)
