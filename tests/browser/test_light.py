"""The player's page is light: counts of bytes, requests and frames, not times."""

from typing import Any

import pytest
from playwright.sync_api import Page

from croupier import books
from tests.browser.browsing import Visitors
from tests.browser.seats import seated
from tests.server.houses import Hosted

KB = 1024
SCRIPT_MAX = 100 * KB
"""As they are sent: of one page with its words, the Chinese ones too."""
REQUESTS_MAX = 20
COUNTS = """() => {
  window.asked = 0;
  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) => { window.asked += 1; return ask(run); };
}"""
LOADED = """() => performance.getEntriesByType("resource").map((each) => ({
  name: new URL(each.name).pathname, kind: each.initiatorType, sent: each.encodedBodySize,
}))"""


def frames_asked(page: Page, ms: int = 1500) -> int:
    """How many frames the page's scripts ask for while nobody does anything."""
    page.evaluate("window.asked = 0")
    page.wait_for_timeout(ms)
    asked: int = page.evaluate("window.asked")
    return asked


@pytest.mark.parametrize("book", books.ids())
def test_no_script_runs_in_a_frame_whatever_moves(
    visitors: Visitors, hosted: Hosted, book: str
) -> None:
    """The wheel turns, the ball runs and the countdown drains on the compositor."""
    page = visitors.come(still=False)
    page.add_init_script(f"({COUNTS})()")
    seat = seated(page, hosted, book)
    assert frames_asked(page) <= 2, "between rounds"
    seat.open_bets()
    assert frames_asked(page) <= 2, "bets are open"
    seat.close_bets()
    page.wait_for_timeout(4000)  # until all Bonus Numbers are lit
    assert frames_asked(page) <= 2, "the ball runs"
    seat.call("17")
    page.locator(".moment .called").wait_for()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_the_players_page_loads_is_small(
    visitors: Visitors, hosted: Hosted, language: Any
) -> None:
    page = visitors.come("kiosk", language)
    seated(page, hosted, "fast-action-2020")
    loaded: list[dict[str, Any]] = page.evaluate(LOADED)
    scripts = {each["name"]: each["sent"] for each in loaded if each["name"].endswith(".js")}
    assert 0 < sum(scripts.values()) < SCRIPT_MAX, scripts
    assert len(loaded) <= REQUESTS_MAX, [each["name"] for each in loaded]
    assert not any("lean-qr" in name or "qr-" in name for name in scripts), "with the first voucher"
