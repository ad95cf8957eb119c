"""What players set for themselves at a terminal, and how the house keeps to it."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.axe import violations
from tests.browser.browsing import Visitors
from tests.browser.seats import BUY_IN, Seat, money, seated
from tests.duties import presses
from tests.server.houses import Hosted

TABLE = "sands-2019"


def own_limits(seat: Seat) -> Locator:
    seat.page.get_by_role("button", name="My limits", exact=True).click()
    return seat.page.get_by_role("dialog", name="My limits", exact=True)


@presses("set-own-limits", "table", "Set these limits")
def test_a_stake_over_ones_own_limit_is_refused_by_the_house(
    visitors: Visitors, hosted: Hosted
) -> None:
    seat = seated(visitors.come(), hosted, TABLE)
    sheet = own_limits(seat)
    sheet.get_by_label("Most I may lose in a day", exact=True).fill("12")
    sheet.get_by_role("button", name="Set these limits", exact=True).click()
    expect(sheet.get_by_role("status")).to_have_text("These limits hold now.")
    assert not violations(seat.page, "own limits")
    sheet.get_by_label("Most I may lose in a day", exact=True).fill("50")
    sheet.get_by_role("button", name="Set these limits", exact=True).click()
    expect(sheet.get_by_role("status")).to_have_text(re.compile("asked for looser limits"))
    seat.page.keyboard.press("Escape")
    seat.open_bets()
    seat.choose(500)
    for wager in ("red", "red", "black"):
        seat.press(wager)
    told = seat.page.get_by_role("alert")
    expect(told).to_have_text(
        "Your own limit of loss today is 12.00: 10.00 lost or in play, 5.00 more is too much."
    )
    seat.shows(balance=BUY_IN - 1000, total=1000)
    seat.settle("2")
    expect(seat.page.locator(".figures")).to_contain_text("1 rounds, staked 10.00")
    expect(seat.page.locator(".figures > div").last.locator("dd")).to_contain_text(
        f"−{money(1000)}"
    )


@presses("take-time-out", "table", "Start the time-out: One day")
def test_a_time_out_ends_the_seat_and_lets_nobody_sit(visitors: Visitors, hosted: Hosted) -> None:
    seat = seated(visitors.come(), hosted, TABLE)
    sheet = own_limits(seat)
    sheet.get_by_role("button", name="One day", exact=True).click()
    sheet.get_by_role("button", name="Start the time-out: One day", exact=True).click()
    expect(sheet.get_by_role("status")).to_contain_text("You are taking a time-out until")
    seat.page.keyboard.press("Escape")
    hosted.run(hosted.house.watch.keep_own_limits())
    welcome = seat.page.locator(".welcome")
    expect(welcome).to_contain_text("You are taking a time-out until")
    expect(welcome).to_contain_text("The house holds 200.00 for you")
    expect(welcome.get_by_role("button", name="Sit down", exact=True)).to_have_count(0)


@presses("exclude-self", "table", "Yes, exclude me for half a year")
def test_who_excludes_themselves_is_out(visitors: Visitors, hosted: Hosted) -> None:
    seat = seated(visitors.come(), hosted, TABLE)
    sheet = own_limits(seat)
    sheet.get_by_role("button", name="Exclude myself", exact=True).click()
    sheet.get_by_role("button", name="Yes, exclude me for half a year", exact=True).click()
    seat.page.keyboard.press("Escape")
    hosted.run(hosted.house.watch.keep_own_limits())
    expect(seat.page.locator(".welcome")).to_contain_text("You may not play in this house.")


def test_every_hour_the_player_sees_time_and_net_and_says_to_go_on(
    visitors: Visitors, hosted: Hosted
) -> None:
    page = visitors.come()
    page.clock.install()
    seat = seated(page, hosted, TABLE)
    page.clock.fast_forward("59:00")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.clock.fast_forward("02:00")
    check = page.get_by_role("dialog", name="Time for a look", exact=True)
    expect(check).to_contain_text("You have played for 6")
    expect(check).to_contain_text("Net 0.00")
    assert not violations(page, "reality check")
    check.get_by_role("button", name="Play on", exact=True).click()
    expect(check).to_have_count(0)
    assert seat.view().seated


def test_an_attendant_is_called_and_the_pit_is_told(visitors: Visitors, hosted: Hosted) -> None:
    seat = seated(visitors.come(), hosted, TABLE)
    seat.page.get_by_role("button", name="Call an attendant", exact=True).click()
    expect(seat.page.get_by_role("alert")).to_have_text("An attendant has been called.")
    alerts = hosted.house.office.state.alerts.values()
    assert [(each.kind, each.table) for each in alerts] == [("player/attendant", TABLE)]
