"""At the desk of a real house: whoever can approve is made and reset by two people."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.browsing import Visitors
from tests.browser.working import at, card, confirm, form, listed, said
from tests.server.houses import MANAGER, SHIFT, STAFF, Hosted, configured, dealt, hosting

FIRST = "four lanterns by the lake"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    config = configured(tmp_path_factory.mktemp("house"), [dealt("sands-2019")])
    with hosting(config) as house:
        house.run(house.staffed(*STAFF))
        yield house


def test_a_pit_manager_joins_when_a_second_person_approves(
    visitors: Visitors, hosted: Hosted
) -> None:
    visitors.may_refuse = True
    desk = at(visitors, hosted, SHIFT, "/desk#staff")
    joins = card(desk, "Add to the staff")
    joins.get_by_label("Name", exact=True).fill("nina")
    position = joins.get_by_role("combobox", name="Position", exact=True)
    position.select_option("dealer")
    expect(joins.get_by_label("Reason", exact=True)).to_have_count(0)
    position.select_option("pit-manager")
    joins.get_by_label(re.compile("^First password")).fill(FIRST)
    joins.get_by_label("Reason", exact=True).fill("A new pit opens")
    assert not violations(desk, "two for staff")
    joins.locator("button[type=submit]").click()
    expect(desk.locator(".verdict")).to_contain_text("waits for a second person")
    expect(listed(desk, "nina")).to_have_count(0)

    pit = at(visitors, hosted, MANAGER, "/pit#approvals")
    asked = pit.get_by_role("article", name="Add to the staff", exact=True)
    expect(asked).to_contain_text("Staff · nina · Pit Manager")
    expect(asked).to_contain_text("A new pit opens")
    expect(asked.locator(".effect")).to_contain_text("Nina joins as Pit Manager")
    asked.get_by_role("button", name="Approve", exact=True).click()
    confirm(asked)
    said(pit, "Approve")

    desk.reload()
    listed(desk, "nina").click()
    hers = card(desk, "nina")
    reset = form(hers, "Set the password")
    reset.get_by_label(re.compile("^New password")).fill(FIRST)
    reset.get_by_label("Reason", exact=True).fill("She forgot it")
    reset.get_by_role("button", name="Set the password", exact=True).click()
    expect(pit.get_by_role("article", name="New password", exact=True)).to_be_visible()


def test_a_cash_device_is_enrolled_when_a_second_person_approves(
    visitors: Visitors, hosted: Hosted
) -> None:
    hosted.run(hosted.enrolled("t-7"))
    desk = at(visitors, hosted, SHIFT, "/desk#terminals")
    enrols = card(desk, "Cash devices")
    enrols.get_by_label("Device's name", exact=True).fill("acceptor-7")
    enrols.get_by_role("combobox", name=re.compile("^Name of the terminal")).select_option("t-7")
    enrols.get_by_label("Reason", exact=True).fill("A new validator")
    assert not violations(desk, "two for a cash device")
    enrols.locator("button[type=submit]").click()
    expect(desk.locator(".verdict")).to_contain_text("waits for a second person")
    expect(enrols.locator("code")).to_have_text(re.compile(r"\S{20,}"))
    expect(listed(desk, "acceptor-7")).to_have_count(0)

    pit = at(visitors, hosted, MANAGER, "/pit#approvals")
    asked = pit.get_by_role("article", name="Enrol a cash device", exact=True)
    expect(asked).to_contain_text("acceptor-7 · t-7")
    expect(asked.locator(".effect")).to_contain_text(
        re.compile("acceptor-7 is enrolled for t-7", re.IGNORECASE)
    )
    asked.get_by_role("button", name="Approve", exact=True).click()
    confirm(asked)
    said(pit, "Approve")
    desk.reload()
    expect(listed(desk, "acceptor-7")).to_contain_text("t-7")
