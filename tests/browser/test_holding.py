"""Rounds that are held, stated on and given up, and money put right: pressed by those who may."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from croupier.house.chips import BuyIn
from croupier.house.seats import TakeSeat
from croupier.round.interruption import DeclareInterruption
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from tests.browser.browsing import Visitors
from tests.browser.seats import demonstration
from tests.browser.working import ADA, PURSE, at, bets, card, confirm, last, purse, step
from tests.duties import presses
from tests.server.houses import DEALER, MANAGER, STAFF, SUPERVISOR, Hosted, closing

OLD, CREDITS = "racetrack-2012", "edz-2020"
"""A book without "no spin" or referral, and one whose Dealer states where the ball is (5.13)."""


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with demonstration(tmp_path_factory.mktemp("house")) as house:
        house.run(house.staffed(*STAFF))
        for table in (OLD, CREDITS):
            seat, buy = TakeSeat(player=ADA.name), BuyIn(player=ADA.name, amount=PURSE)
            house.run(house.must(table, seat, buy))
        yield house


def sheet_with(page: Page, name: str, reason: str) -> None:
    """Fill in why, and do it."""
    step(page, name)
    sheet = page.get_by_role("dialog", name=name, exact=True)
    sheet.get_by_label("Reason", exact=True).fill(reason)
    sheet.get_by_role("button", name="Continue", exact=True).click()
    if name == "Abandon the round":
        expect(sheet.get_by_role("alert")).to_contain_text(reason)
        confirm(sheet)
    expect(sheet).to_have_count(0)


@presses("suspend-round", "dealer", "Suspend")
@presses("resume-round", "dealer", "Resume")
@presses("report-rest", "dealer", "Ball rests")
def test_a_round_is_suspended_resumed_and_its_ball_rests(
    visitors: Visitors, hosted: Hosted
) -> None:
    hosted.run(hosted.must(OLD, OpenBets()))
    bets(hosted, OLD, "red")
    page = at(visitors, hosted, DEALER, f"/dealer/{OLD}")
    sheet_with(page, "Suspend", "A glass was spilt")
    expect(page.locator(".held")).to_contain_text("A glass was spilt")
    step(page, "Resume")
    expect(page.locator(".held")).to_have_count(0)
    hosted.run(hosted.must(OLD, *closing(OLD)))
    step(page, "Ball rests")
    expect(page.locator(".phase")).to_contain_text("Ball rests")
    hosted.run(hosted.must(OLD, CallOutcome(number="2"), ConfirmOutcome(number="2")))
    assert last(hosted, OLD) == ("settled", "2")


@presses("abandon-round", "dealer", "Abandon the round")
def test_a_round_that_a_failure_stopped_is_given_up(visitors: Visitors, hosted: Hosted) -> None:
    before = purse(hosted, OLD)
    hosted.run(hosted.must(OLD, OpenBets()))
    bets(hosted, OLD, "red")
    hosted.run(hosted.must(OLD, DeclareInterruption(reason="The wheel is broken")))
    page = at(visitors, hosted, MANAGER, f"/dealer/{OLD}")
    sheet_with(page, "Abandon the round", "It cannot be mended tonight")
    assert last(hosted, OLD)[0] == "abandoned"
    assert purse(hosted, OLD) == before


@presses("state-ball", "dealer", "State the ball")
def test_a_dealer_states_that_the_ball_does_not_rest(visitors: Visitors, hosted: Hosted) -> None:
    before = purse(hosted, CREDITS)
    hosted.run(hosted.must(CREDITS, OpenBets()))
    bets(hosted, CREDITS, "red")
    hosted.run(hosted.must(CREDITS, *closing(CREDITS)))
    hosted.run(hosted.must(CREDITS, DeclareInterruption(reason="The power failed")))
    page = at(visitors, hosted, DEALER, f"/dealer/{CREDITS}")
    step(page, "State the ball")
    sheet = page.get_by_role("dialog", name="State the ball", exact=True)
    sheet.get_by_role("radio").last.click()
    sheet.locator("button[type=submit]").click()
    confirm(sheet)
    expect(sheet).to_have_count(0)
    assert last(hosted, CREDITS)[0] == "void"
    assert purse(hosted, CREDITS) == before


@presses("credit-float", "pit", "Credit")
@presses("adjust-balance", "pit", "Ask for approval")
def test_chips_go_back_to_the_cage_and_a_balance_is_put_right(
    visitors: Visitors, hosted: Hosted
) -> None:
    before = purse(hosted, OLD)
    pit = at(visitors, hosted, SUPERVISOR, "/pit")
    pit.get_by_role("row").filter(has_text=OLD).get_by_role("button").click()
    pit.get_by_role("tab", name="Table and float", exact=True).click()
    credit = card(pit, "Credit")
    credit.get_by_label("Amount", exact=True).fill("100")
    credit.locator("button[type=submit]").click()
    expect(pit.locator(".verdict.is-done")).to_be_visible()
    pit.get_by_role("tab", name="Two people", exact=True).click()
    adjust = card(pit, "Adjust a balance")
    adjust.get_by_role("combobox", name="Player", exact=True).fill(ADA.name)
    adjust.get_by_role("radio", name="More", exact=True).click()
    adjust.get_by_label("Amount", exact=True).fill("5")
    adjust.get_by_label("Reason", exact=True).fill("A chip fell under the table")
    adjust.locator("button[type=submit]").click()
    confirm(adjust)
    expect(pit.locator(".verdict.is-done")).to_contain_text("second person")
    waiting = hosted.http("GET", "/api/approvals", who=SUPERVISOR).json[-1]["id"]
    hosted.http("POST", f"/api/approvals/{waiting}/approve", {}, who=MANAGER)
    assert purse(hosted, OLD) == before + 500
