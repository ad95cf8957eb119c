"""A table that deals only for players says that it waits for them, until one sits down."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from croupier.house.seats import LeaveSeat, TakeSeat
from tests.browser.browsing import Visitors
from tests.browser.seats import demonstration
from tests.browser.working import at
from tests.server.houses import STAFF, SUPERVISOR, Hosted, automatic

TABLE = "edz-2020"
WORDS = {"en": "Waiting for players", "zh": "等候玩家"}


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    tables = [automatic(TABLE, deals_when="seated")]
    with demonstration(tmp_path_factory.mktemp("house"), tables) as house:
        house.run(house.staffed(*STAFF))
        yield house


def test_every_page_says_that_the_table_waits_until_somebody_sits_down(
    visitors: Visitors, hosted: Hosted
) -> None:
    display, door = visitors.come(), visitors.come(language="zh")
    display.goto(f"/display/{TABLE}")
    expect(display.locator(".announced")).to_have_text(WORDS["en"])
    door.goto("/")
    expect(door.locator(".card-state b")).to_have_text(WORDS["zh"])
    pit = at(visitors, hosted, SUPERVISOR, "/pit")
    expect(pit.get_by_text(WORDS["en"], exact=True).first).to_be_visible()
    player = visitors.come()
    player.goto("/")
    player.locator(".table-card").get_by_role("button").click()
    player.wait_for_url(f"**/table/{TABLE}*")
    for page in (display, player):
        expect(page.get_by_text(WORDS["en"], exact=True)).to_have_count(0)
    expect(player.locator(".state.is-open")).to_be_attached()


def test_a_table_that_waits_again_shows_no_number_as_just_called(
    visitors: Visitors, hosted: Hosted
) -> None:
    hosted.run(hosted.must(TABLE, TakeSeat(player="bob")))
    looks_on = visitors.come()
    looks_on.goto(f"/table/{TABLE}")
    expect(looks_on.locator(".strip .face").first).to_be_visible()
    state = hosted.house.floor.tables[TABLE].state
    hosted.run(hosted.must(TABLE, *(LeaveSeat(player=one) for one in list(state.seats))))
    comes_later = visitors.come("phone", "zh")
    comes_later.goto(f"/table/{TABLE}")
    for page, words in ((looks_on, WORDS["en"]), (comes_later, WORDS["zh"])):
        expect(page.locator(".announced")).to_have_text(words)
        expect(page.get_by_role("status")).to_have_text(words)
        expect(page.locator(".moment")).to_have_count(0)
        expect(page.locator(".strip .face").first).to_be_visible()
