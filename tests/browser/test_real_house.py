"""A house that is no demonstration: nobody makes money at a page."""

from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Page, expect

from croupier.house import commands as h
from tests.browser.browsing import Visitors
from tests.browser.seats import by_hand
from tests.server.houses import STAFF, Hosted, configured, dealt, hosting

MACHINES, LIVE = "edz-2020", "sands-2019"
PLAYER = "t-1"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    live = msgspec.structs.replace(dealt(LIVE), wheel="dealer")
    with hosting(configured(tmp_path_factory.mktemp("house"), [by_hand(MACHINES), live])) as house:
        for table in (MACHINES, LIVE):
            house.run(house.open(table))
        house.run(house.staffed(*STAFF))
        house.run(house.enrolled(PLAYER))
        yield house


def at_terminal(visitors: Visitors, hosted: Hosted, table: str) -> Page:
    page = visitors.come()
    cookie = {"name": "croupier-terminal", "value": hosted.tokens[PLAYER], "url": hosted.address}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.goto(f"/table/{table}")
    return page


@pytest.mark.parametrize(
    ("table", "way"), [(MACHINES, "into the machine, or ask the Dealer"), (LIVE, "Ask the Dealer")]
)
def test_who_sits_down_is_told_how_to_get_chips(
    visitors: Visitors, hosted: Hosted, table: str, way: str
) -> None:
    page = at_terminal(visitors, hosted, table)
    page.get_by_role("button", name="Sit down", exact=True).click()
    told = page.locator(".welcome")
    expect(told).to_contain_text("You are seated.")
    expect(told).to_contain_text(way)
    told.get_by_role("button", name="Close", exact=True).click()
    expect(told).to_have_count(0)
    page.reload()
    expect(told).to_contain_text(way)
    hosted.run(hosted.must(table, h.BuyIn(player=PLAYER, amount=5_000)))
    expect(told).to_have_count(0)
    expect(page.locator(".notice")).to_have_count(0)
