"""Dealer, pit, shift desk, display, odds and recall: people at work, each at their page."""

import re

import pytest
from playwright.sync_api import expect

from croupier import books
from croupier.round.base import Actor
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import ReportRest
from tests.browser.axe import violations
from tests.browser.browsing import Language, Size, Visitors
from tests.browser.seats import due
from tests.browser.working import (
    ADA,
    PURSE,
    STAKE,
    at,
    bets,
    confirm,
    enter,
    last,
    open_bets,
    purse,
    step,
    table_row,
)
from tests.duties import presses
from tests.server.houses import (
    DEALER,
    MANAGER,
    SHIFT,
    SUPERVISOR,
    Hosted,
    closing,
)

LOOKS: list[tuple[Language, Size]] = [("en", "kiosk"), ("zh", "phone")]


@presses("open-bets", "dealer", "Open bets")
@presses("close-bets", "dealer", "No more bets")
@presses("call-outcome", "dealer", "17")
@presses("confirm-outcome", "dealer", "17")
@pytest.mark.parametrize(
    "ada", [each for each in books.ids() if not books.load(each).bonus], indirect=True
)
def test_a_dealer_runs_a_round_by_hand(visitors: Visitors, hosted: Hosted, ada: str) -> None:
    runs_a_round(visitors, hosted, ada)


@presses("draw-bonus-numbers", "dealer", "Draw Bonus Numbers")
@presses("report-lights", "dealer", "All Bonus Numbers lit")
@pytest.mark.parametrize(
    "ada", [each for each in books.ids() if books.load(each).bonus], indirect=True
)
def test_a_dealer_draws_and_lights_the_bonus_numbers(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    runs_a_round(visitors, hosted, ada)


def runs_a_round(visitors: Visitors, hosted: Hosted, ada: str) -> None:
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    open_bets(page)
    bets(hosted, ada, "straight:17")
    expect(page.locator(".players")).to_contain_text("5.00")
    way = {"spin-ball": "Spin", "close-bets": "No more bets"}
    way |= {"draw-bonus-numbers": "Draw Bonus Numbers", "report-lights": "All Bonus Numbers lit"}
    for command in closing(ada):
        step(page, way[str(command.__struct_config__.tag)])
    enter(page, "17")
    expect(page.locator("#entry.is-reading")).to_be_attached()
    enter(page, "18")
    expect(page.locator(".verdict.is-refused")).to_be_visible()
    assert hosted.house.floor.tables[ada].state.round is not None, "read back otherwise: no result"
    enter(page, "17")
    expect(page.locator("#entry")).to_have_count(0)
    assert last(hosted, ada) == ("settled", "17")
    drawn = hosted.http("GET", f"/api/tables/{ada}").json["results"][0].get("bonus_numbers")
    lit = {"bonus_numbers": drawn} if drawn else {}
    assert purse(hosted, ada) == PURSE - STAKE + due(ada, [("straight:17", STAKE)], "17", **lit)[1]


@presses("grant-early-close", "pit", "Allow an early close")
def test_an_early_close_takes_the_managers_leave(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    dealer = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    open_bets(dealer)
    bets(hosted, ada, "red")
    forbidden = dealer.locator(".forbidden div").filter(has_text="No more bets")
    expect(forbidden).to_contain_text("clause 6.1")
    pit = at(visitors, hosted, MANAGER, "/pit")
    table_row(pit, ada).get_by_role("button").click()
    pit.get_by_role("button", name="Allow an early close", exact=True).click()
    step(dealer, "No more bets")
    expect(dealer.locator(".phase")).not_to_contain_text("Bets open")
    step(dealer, "Spin")
    enter(dealer, "1")
    expect(dealer.locator("#entry.is-reading")).to_be_attached()
    enter(dealer, "1")
    expect(dealer.locator("#entry")).to_have_count(0)
    assert last(hosted, ada) == ("settled", "1")
    assert purse(hosted, ada) == PURSE + STAKE


@presses("call-no-spin", "dealer", "No spin")
@presses("spin-ball", "dealer", "Spin")
def test_a_dealer_calls_no_spin(visitors: Visitors, hosted: Hosted, ada: str) -> None:
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    open_bets(page)
    bets(hosted, ada, "black")
    step(page, "Spin")
    step(page, "No spin")
    sheet = page.get_by_role("dialog", name="No spin", exact=True)
    expect(sheet.get_by_role("alert")).to_contain_text("every bet is returned")
    confirm(sheet)
    expect(sheet).to_have_count(0)
    assert last(hosted, ada)[0] == "void"
    reasons = page.get_by_role("region", name="Reason for “no spin”", exact=True)
    reasons.get_by_label("Another reason", exact=True).fill("A chip fell into the wheel")
    reasons.get_by_role("button", name="Record the reason", exact=True).click()
    expect(reasons).to_have_count(0)
    assert purse(hosted, ada) == PURSE


@pytest.mark.parametrize("ada", ["racetrack-2012"], indirect=True)
def test_a_dealer_voids_by_a_clause_of_the_book(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    open_bets(page)
    bets(hosted, ada, "black")
    step(page, "Spin")
    expect(page.locator(".steps").get_by_role("button", name="No spin", exact=True)).to_have_count(
        0
    )
    step(page, "Void by clause")
    sheet = page.get_by_role("dialog", name="Void by clause", exact=True)
    voids = hosted.http("GET", f"/api/books/{ada}").json["voids"]
    expect(sheet.locator("option")).to_have_count(1 + len(voids))
    options = sheet.locator("option").all_inner_texts()
    assert [each.split(" · ")[0] for each in options[1:]] == [each["clause"] for each in voids]
    sheet.locator("select").select_option(index=1)
    sheet.locator("button[type=submit]").click()
    expect(sheet.get_by_role("alert")).to_contain_text(voids[0]["clause"])
    confirm(sheet)
    expect(sheet).to_have_count(0)
    assert last(hosted, ada)[0] == "void"
    assert purse(hosted, ada) == PURSE


def test_a_supervisor_rules_on_an_unclear_wager(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    hosted.run(hosted.must(ada, OpenBets()))
    bets(hosted, ada, "red")
    bets(hosted, ada, "straight:17")
    hosted.run(hosted.must(ada, *closing(ada), ReportRest()))
    page = at(visitors, hosted, SUPERVISOR, "/pit")
    table_row(page, ada).get_by_role("button").click()
    ruling = page.get_by_role("region", name="Rule on a wager", exact=True)
    ruling.get_by_role("combobox", name="Wager", exact=True).select_option(
        f"{ADA.name}\nstraight:17"
    )
    ruling.get_by_role("radio", name="Returned", exact=True).click()
    ruling.get_by_role("textbox", name="Reason", exact=True).fill("it lay across the line")
    ruling.get_by_role("button", name="Rule on a wager", exact=True).click()
    expect(ruling.get_by_role("alert")).to_contain_text("Returned")
    confirm(ruling)
    expect(page.locator(".verdict.is-done")).to_be_visible()
    # The wager goes back when the round is settled, whatever comes.
    hosted.run(hosted.must(ada, CallOutcome(number="17"), ConfirmOutcome(number="17")))
    assert purse(hosted, ada) == PURSE - STAKE


@presses("correct-outcome", "pit", "Ask for approval")
@presses("approve", "pit", "Approve")
def test_a_correction_is_refused_to_one_person_and_done_by_two(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    hosted.run(hosted.must(ada, OpenBets()))
    bets(hosted, ada, "red")
    hosted.run(hosted.must(ada, *closing(ada)))
    hosted.run(hosted.must(ada, CallOutcome(number="2"), ConfirmOutcome(number="2")))
    assert purse(hosted, ada) == PURSE - STAKE
    round_ = hosted.house.floor.tables[ada].state.round_number

    one = at(visitors, hosted, SUPERVISOR, "/pit")
    table_row(one, ada).get_by_role("button").click()
    one.get_by_role("tab", name="Two people", exact=True).click()
    card = one.get_by_role("region", name="Correct an outcome", exact=True)
    card.locator("select").nth(0).select_option(str(round_))
    card.locator("select").nth(1).select_option("1")
    card.get_by_label("Reason", exact=True).fill("The dolly stood on 1")
    card.locator("button[type=submit]").click()
    confirm(card)
    expect(one.locator(".verdict.is-done")).to_contain_text("second person")
    assert last(hosted, ada) == ("settled", "2")
    one.get_by_role("tab", name=re.compile("^Approvals")).click()
    waits = one.get_by_role("article", name="Correct an outcome", exact=True)
    expect(waits).to_contain_text("another person approves")
    expect(waits.get_by_role("button", name="Approve", exact=True)).to_have_count(0)
    approval = hosted.http("GET", "/api/approvals", who=SUPERVISOR).json[-1]["id"]
    refused = hosted.http("POST", f"/api/approvals/{approval}/approve", {}, who=SUPERVISOR)
    assert "approval/same-person" in refused.content.decode()

    other = at(visitors, hosted, MANAGER, "/pit#approvals")
    asked = other.get_by_role("article", name="Correct an outcome", exact=True)
    expect(asked).to_contain_text("The dolly stood on 1")
    asked.get_by_role("button", name="Approve", exact=True).click()
    confirm(asked)
    expect(asked).to_have_count(0)
    assert last(hosted, ada) == ("settled", "1")
    assert purse(hosted, ada) == PURSE + STAKE


def test_the_display_shows_what_has_come_and_no_more(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    page = at(visitors, hosted, None, f"/display/{ada}")
    hosted.run(hosted.must(ada, OpenBets()))
    expect(page.locator("body")).to_contain_text("Place your bets")
    hosted.run(hosted.must(ada, *closing(ada), CallOutcome(number="36")))
    expect(page.locator("body")).to_contain_text("No more bets")
    shown = page.locator(".display-number b")
    assert shown.inner_text() != "36", "called, and not yet confirmed"
    assert page.locator(".display-column li").filter(has_text="36").count() == 0
    hosted.run(hosted.must(ada, ConfirmOutcome(number="36")))
    expect(shown).to_have_text("36")
    expect(page.locator(".display-column li").first).to_have_text("36")


def test_odds_of_a_spread_are_exact(visitors: Visitors, hosted: Hosted) -> None:
    page = at(visitors, hosted, None, "/odds/racetrack-2012")
    page.locator('.felt [data-wager="straight:17"]').click()
    expect(page.locator("body")).to_contain_text("1/37")
    expect(page.locator("body")).to_contain_text(re.compile(r"2\.70 %"))
    expect(page.get_by_text("How often each result comes", exact=True).first).to_be_visible()


def test_a_past_round_is_replayed(visitors: Visitors, hosted: Hosted, ada: str) -> None:
    hosted.run(hosted.must(ada, OpenBets()))
    bets(hosted, ada, "straight:17")
    hosted.run(hosted.must(ada, *closing(ada)))
    hosted.run(hosted.must(ada, CallOutcome(number="17"), ConfirmOutcome(number="17")))
    hosted.run(hosted.house.running.idle())
    round_ = hosted.house.floor.tables[ada].state.round_number
    page = at(visitors, hosted, SUPERVISOR, f"/recall/{ada}/{round_}")
    expect(page.locator(".dolly")).to_be_attached()
    page.get_by_role("button", name="To the beginning", exact=True).click()
    expect(page.locator(".dolly")).to_have_count(0)
    for _ in range(2):
        page.get_by_role("button", name="One entry on", exact=True).click()
    expect(page.locator(".felt .stack")).to_have_count(1)


@pytest.mark.parametrize(("language", "size"), LOOKS)
def test_axe_on_the_consoles(
    visitors: Visitors, hosted: Hosted, ada: str, language: Language, size: Size
) -> None:
    hosted.run(hosted.must(ada, OpenBets()))
    bets(hosted, ada, "straight:17")
    look = {"language": language, "size": size}
    found = []
    dealer = at(visitors, hosted, DEALER, f"/dealer/{ada}", **look)
    expect(dealer.locator(".steps button").first).to_be_visible()
    found += violations(dealer, "dealer")
    hosted.run(hosted.must(ada, *closing(ada)))
    expect(dealer.locator("#entry")).to_be_visible()
    found += violations(dealer, "dealer's entry")
    hosted.run(hosted.must(ada, CallOutcome(number="17"), ConfirmOutcome(number="17")))
    expect(dealer.locator("#entry")).to_have_count(0)
    found += violations(dealer, "payouts")
    hosted.run(hosted.house.running.idle())
    round_ = hosted.house.floor.tables[ada].state.round_number
    for who, path in ((SUPERVISOR, "/pit"), (SHIFT, "/desk")):
        page = at(visitors, hosted, who, path, **look)
        tabs = page.get_by_role("tab")
        expect(tabs.first).to_be_visible()
        for tab in tabs.all():
            tab.click()
            page.wait_for_load_state("networkidle")
            found += violations(page, f"{path} {tab.inner_text()}")
    places: list[tuple[Actor | None, str, str]] = [
        (None, f"/display/{ada}", ".wheel"),
        (None, "/odds/fast-action-2020", ".felt"),
        (SUPERVISOR, "/recall", "main"),
        (SUPERVISOR, f"/recall/{ada}/{round_}", ".felt"),
    ]
    for reader, path, there in places:
        page = at(visitors, hosted, reader, path, **look)
        expect(page.locator(there).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        found += violations(page, path)
    assert not found, "\n".join(found)
