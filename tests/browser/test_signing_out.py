"""The way out: on every page of staff, and nothing of what they saw stays in the browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from croupier.round.base import Actor
from tests.browser.browsing import Visitors
from tests.browser.working import at
from tests.server.houses import DEALER, SHIFT, SUPERVISOR, Hosted

PAGES = {
    "/": DEALER,
    "/dealer": DEALER,
    "/dealer/sands-2019": DEALER,
    "/pit": SUPERVISOR,
    "/desk": SHIFT,
    "/recall/sands-2019": SUPERVISOR,
}


def coming(visitors: Visitors, hosted: Hosted, who: Actor, path: str) -> Page:
    """Someone who has just signed in."""
    hosted.cookies.pop(who.name, None)
    page = at(visitors, hosted, who, path)
    expect(page.get_by_role("button", name="Sign out", exact=True)).to_be_visible()
    return page


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_staff_has_a_way_out(visitors: Visitors, hosted: Hosted, path: str) -> None:
    visitors.may_refuse = visitors.may_break = True
    page = coming(visitors, hosted, PAGES[path], path)
    cookie = {"Cookie": hosted.signed_in(PAGES[path])}
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page).to_have_url(f"{hosted.address}/")
    expect(page.get_by_role("button", name="Sign out", exact=True)).to_have_count(0)
    assert hosted.http("GET", "/api/floor", headers=cookie).status == 401


def test_a_session_that_is_ended_elsewhere_leaves_nothing_behind(
    visitors: Visitors, hosted: Hosted
) -> None:
    visitors.may_refuse = visitors.may_break = True
    page = coming(visitors, hosted, SUPERVISOR, "/pit")
    expect(page.get_by_text(re.compile("sands-2019")).first).to_be_attached()
    page.evaluate("window.before = true")
    hosted.http("POST", "/api/sign-out", {}, SUPERVISOR)
    hosted.cookies.pop(SUPERVISOR.name)
    expect(page.get_by_role("dialog", name="Staff only", exact=True)).to_be_visible()
    assert page.evaluate("window.before") is None, "nothing of the old page is there any more"
    expect(page.get_by_text(re.compile("sands-2019"))).to_have_count(0)
