"""The first sign-in of someone new in a real house, at the page itself."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from croupier.office.names import HOUSE
from croupier.rules.positions import Position
from tests.browser.axe import violations
from tests.browser.browsing import Visitors
from tests.browser.working import signs_in
from tests.server.houses import STAFF, Hosted, configured, dealt, hosting

TABLE = "sands-2019"
FIRST, OWN = "four lanterns by the lake", "eleven herons, one lamp"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosting(configured(tmp_path_factory.mktemp("house"), [dealt(TABLE)])) as house:
        house.run(house.staffed(*STAFF))
        yield house


def test_a_newcomer_chooses_a_password_before_anything_else(
    visitors: Visitors, hosted: Hosted
) -> None:
    visitors.may_refuse = True
    hosted.run(hosted.house.office.add_staff("nina", Position.DEALER, FIRST, HOUSE))
    page = visitors.come()
    page.goto("/dealer")
    signs_in(page, "nina", FIRST)
    first = page.get_by_role("dialog", name="Choose your own password", exact=True)
    expect(first).to_be_visible()
    assert not violations(page, "first password")
    first.get_by_label("Password now", exact=True).fill(FIRST)
    new = first.get_by_label(re.compile("^New password"))
    new.fill("Roulette2026!")
    first.get_by_role("button", name="Set the password", exact=True).click()
    expect(first.get_by_role("alert")).to_contain_text("too easy to guess")
    new.fill(OWN)
    first.get_by_role("button", name="Set the password", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    # The page may begin anew by itself when it hears that the first session has ended.
    expect(page.get_by_role("button", name=re.compile("^nina"))).to_be_visible()
    expect(page.locator(".steps")).to_be_visible()
