"""A second factor at the pages: enrolled at the first sign-in, asked again for an approval."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from croupier.house.adjustment import AdjustBalance
from croupier.round.base import Actor
from tests.browser.axe import violations
from tests.browser.browsing import Visitors
from tests.browser.working import at, confirm, listed, said
from tests.server.houses import MANAGER, SHIFT, STAFF, SUPERVISOR, Hosted, hosting, password_of
from tests.server.test_second_factor import TABLE, Clock, config

CLOCK = Clock()


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosting(config(tmp_path_factory.mktemp("house")), CLOCK) as house:
        house.run(house.staffed(*STAFF))
        house.run(house.open(TABLE, "ada"))
        yield house


def gate(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=name, exact=True)


def enrols(page: Page, one: Actor) -> str:
    """At the door over the page, from the password to the first code; the key that was shown."""
    first = gate(page, "Second factor")
    first.get_by_label("Password", exact=True).fill(password_of(one.name))
    first.get_by_role("button", name="Set it up", exact=True).click()
    expect(first.get_by_role("img", name="The key as a QR code", exact=True)).to_be_visible()
    assert not violations(page, "second factor")
    secret = first.locator("code").inner_text()
    code = first.get_by_label("Code of your second factor", exact=True)
    enrol = first.get_by_role("button", name="Enrol", exact=True)
    code.fill("000000")
    enrol.click()
    expect(first.get_by_role("alert")).to_contain_text("already used")
    code.fill(CLOCK.next_code(secret))
    enrol.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    return secret


def test_a_second_factor_from_the_first_sign_in_to_an_approval(
    visitors: Visitors, hosted: Hosted
) -> None:
    visitors.may_refuse = True
    page = at(visitors, hosted, MANAGER, "/pit#approvals")
    secret = enrols(page, MANAGER)
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_text("Staff sign-in", exact=True)).to_be_visible()

    page.goto("/pit#approvals")
    door = gate(page, "Staff only")
    door.get_by_label("Name", exact=True).fill(MANAGER.name)
    door.get_by_label("Password", exact=True).fill(password_of(MANAGER.name))
    enter = door.get_by_role("button", name="Sign in", exact=True)
    enter.click()
    door.get_by_label("Code of your second factor", exact=True).fill(CLOCK.next_code(secret))
    enter.click()
    expect(page.get_by_role("dialog")).to_have_count(0)

    adjusted = AdjustBalance(player="ada", amount=500, reason="miscount", approver=Actor(""))
    asking = hosted.house.office.ask_approval(TABLE, SUPERVISOR, adjusted, "counted twice")
    hosted.run(asking)
    asked = page.get_by_role("article", name="Adjust a balance", exact=True)
    code = asked.get_by_label("Code of your second factor", exact=True)
    code.fill(CLOCK.next_code(secret))
    asked.get_by_role("button", name="Approve", exact=True).click()
    confirm(asked)
    said(page, "Approve")


def test_what_a_page_lists_is_there_once_someone_has_come_in(
    visitors: Visitors, hosted: Hosted
) -> None:
    visitors.may_refuse = True
    desk = at(visitors, hosted, SHIFT, "/desk#staff")
    enrols(desk, SHIFT)
    expect(listed(desk, MANAGER.name)).to_be_visible()
    expect(desk.get_by_role("region", name="Recent activity", exact=True)).to_contain_text(
        "joins the staff"
    )
