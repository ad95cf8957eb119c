"""The odds page: what an evening of a spread looks like, worked out by the house."""

import re

import pytest
from playwright.sync_api import Page, expect

from croupier import books, lab
from tests.browser.axe import violations
from tests.browser.browsing import Visitors

BOOK = "racetrack-2012"


def come(visitors: Visitors, bets: str = "red~500") -> Page:
    page = visitors.come()
    page.goto(f"/odds/{BOOK}?bets={bets}")
    return page


def test_the_evening_is_that_of_the_lab(visitors: Visitors) -> None:
    page = come(visitors)
    panel = page.get_by_role("region", name="What will my evening look like?", exact=True)
    panel.get_by_label("Bank", exact=True).fill("200")
    panel.get_by_label("Spins", exact=True).fill("50")
    panel.get_by_role("combobox", name="Limits of", exact=True).select_option("No limits")
    panel.get_by_role("combobox", name=re.compile("^Strategy")).select_option("Martingale")
    evening = lab.session(books.load(BOOK), [("red", 500)], "martingale", bank=20_000, spins=50)
    right = lab.exact(evening)
    ruin = panel.locator(".evening-figures div").filter(has_text="Ruin").locator("dd")
    expect(ruin).to_have_text(f"{right.ruin * 100:.1f} %")
    expect(panel).to_contain_text("Worked out exactly")
    expect(panel.get_by_role("img", name=re.compile("after so many spins"))).to_be_visible()
    assert not violations(page, "evening")


def test_what_cannot_be_asked_is_said_and_mended(visitors: Visitors) -> None:
    visitors.may_refuse = True
    page = come(visitors, "red~100000000")
    panel = page.locator(".evening")
    expect(panel.get_by_role("alert")).to_be_visible(timeout=90_000)
    bank = panel.get_by_label("Bank", exact=True)
    bank.fill("a lot")
    expect(bank).to_have_attribute("aria-invalid", "true")


def test_strategies_stand_side_by_side(visitors: Visitors) -> None:
    page = come(visitors)
    panel = page.locator(".evening")
    expect(panel.locator(".fan").first).to_be_visible(timeout=90_000)
    panel.get_by_role("button", name="Compare all strategies", exact=True).click()
    rows = panel.locator(".compared tbody tr")
    expect(rows).to_have_count(len(lab.NAMED) - len(lab.SPREADS))
    expect(panel.locator(".compared .whisker")).to_have_count(rows.count())
    rows.filter(has_text="Paroli").get_by_role("button").click()
    expect(panel.get_by_role("combobox", name=re.compile("^Strategy"))).to_have_value("paroli")
    assert not violations(page, "compared")


@pytest.mark.parametrize("width", [390, 844, 1920])
def test_the_panel_fits_every_screen(visitors: Visitors, width: int) -> None:
    page = come(visitors)
    page.set_viewport_size({"width": width, "height": 800})
    expect(page.locator(".evening .fan").first).to_be_visible(timeout=90_000)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
