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


def row_of(message: str) -> list[str]:
    [row] = [line for line in DUTIES["page"]().splitlines() if f"| `{message}` |" in line]
    return [cell.strip() for cell in row.strip("|").split("|")]


def test_the_office_says_what_is_done_and_by_whom() -> None:
    """A Dealer may not approve (approval/position), and no row speaks of a test's own people."""
    pressed = {message for message in DUTIES["presses"]() if message.startswith("POST ")}
    assert all("{name}" in message for message in pressed)
    power, _, who, *_ = row_of("approve")
    assert "approves" in power
    assert who.startswith("Pit Supervisor or above, not the person who asked")
    assert "any member of staff" in row_of("acknowledge")


def test_a_void_is_by_all_that_the_command_takes() -> None:
    """fast-action-2020 takes dark Bonus Numbers, 5.11, by the same command."""
    assert row_of("void-round")[1] == (
        "5.1–5.10: racetrack-2012, sands-2017, sands-2019, edz-2020<br>5.1–5.11: fast-action-2020"
    )
