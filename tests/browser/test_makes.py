"""Two makes of terminal at one table: each page shows what its own terminal offers, and no more."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import Visitors
from tests.browser.seats import by_hand, demonstration
from tests.duties import shows
from tests.server.houses import Hosted

BOOK = "edz-2020"
PLAYERS = {"ada": "rapid-select", "bob": "standard"}


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with demonstration(tmp_path_factory.mktemp("house"), [by_hand(BOOK)]) as house:
        for player, make in PLAYERS.items():
            house.run(house.enrolled(player, profile=make))
        yield house


def at_terminal(visitors: Visitors, hosted: Hosted, player: str) -> Page:
    page = visitors.come()
    name, token = "croupier-terminal", hosted.tokens[player]
    page.context.add_cookies([{"name": name, "value": token, "url": hosted.address}])
    page.goto(f"/table/{BOOK}")
    return page


@shows("edz-2020", "3.5", "table", "the short cuts that this make of terminal has")
@shows("edz-2020", "App. I", "table", "no Finales on a Rapid Select terminal")
def test_each_terminal_shows_what_its_make_offers(visitors: Visitors, hosted: Hosted) -> None:
    for player, make in PLAYERS.items():
        page = at_terminal(visitors, hosted, player)
        for wager in ("zero-spiel", "voisins", "orphelins", "tiers", "neighbours:17"):
            expect(page.locator(f'[data-wager="{wager}"]')).to_have_count(1)
        has = make == "standard"
        expect(page.locator(".finales")).to_have_count(1 if has else 0)
        expect(page.locator('[data-wager^="finales:"]')).to_have_count(10 if has else 0)
