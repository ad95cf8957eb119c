"""The page about growth is about the houses that ``make year`` plays."""

from pathlib import Path

from benchmarks.growth import BEGIN, houses
from benchmarks.year import KINDS
from croupier.table.floor import SNAPSHOT_ENTRIES

PAGE = Path(__file__).parent.parent / "docs/growth.md"


def test_the_page_shows_the_houses_that_are_played() -> None:
    played = "\n".join(houses(KINDS))
    assert f"{BEGIN}\n{played}\n" in PAGE.read_text(encoding="utf-8")


def test_a_start_is_bounded_by_what_the_pages_say() -> None:
    pages = PAGE, PAGE.with_name("operations.md")
    growth, operations = (page.read_text(encoding="utf-8") for page in pages)
    assert f"another is taken after {SNAPSHOT_ENTRIES:,} entries within the day" in growth
    assert f"A start reads at most about {SNAPSHOT_ENTRIES:,} entries of each stream" in operations
