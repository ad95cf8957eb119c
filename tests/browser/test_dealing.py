"""What a Dealer and the floor press: each control says what it does and does what it says."""

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from croupier.house.chips import BuyIn
from croupier.round.bets import RecordWager
from croupier.round.bonus import BonusNumbersLit, DrawBonusNumbers
from croupier.round.close import CloseBets
from croupier.round.correction import CorrectOutcome
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.referral import Refer
from croupier.round.spin import ReportRest, SpinBall
from croupier.round.void import VoidRound
from croupier.table.core import table_stream
from tests.browser.browsing import Visitors
from tests.browser.seats import seated
from tests.browser.working import (
    ADA,
    PURSE,
    at,
    bets,
    card,
    confirm,
    enter,
    form,
    last,
    listed,
    open_bets,
    purse,
    step,
    table_row,
)
from tests.server.houses import DEALER, SECOND, SHIFT, SUPERVISOR, Hosted, closing

CALLED = (CallOutcome(number="2"), ConfirmOutcome(number="2"))
COLOUR = BuyIn(player=ADA.name, amount=10_000, chips="colour-chips", value=500, colour="blue")
BOTH = "30.00 (10.00 Colour chips, 20.00 Cash chips)"


def two_kinds(hosted: Hosted, table: str) -> None:
    """A round in which ada has colour chips and cash chips on red."""
    hosted.run(hosted.must(table, COLOUR, OpenBets()))
    for amount, chips in ((1000, "colour-chips"), (2000, "cash-chips")):
        laid = RecordWager(player=ADA.name, wager="red", amount=amount, chips=chips)  # type: ignore[arg-type]
        hosted.run(hosted.must(table, laid))


def options(within: Locator) -> Locator:
    return within.get_by_role("combobox", name="Wager", exact=True).locator("option")


def detail(page: Page, table: str) -> Page:
    table_row(page, table).get_by_role("button").click()
    expect(page.locator(".detail")).to_be_visible()
    return page


def test_a_round_that_ends_while_its_number_rests_leaves_the_pad_alive(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """5.10: voided right after the number was entered; the next round's is entered as ever."""
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    hosted.run(hosted.must(ada, OpenBets(), *closing(ada), ReportRest()))
    pad = page.locator("#entry .pad").get_by_role("button", name="7", exact=True)
    expect(pad).to_be_enabled()
    hosted.run(hosted.must(ada, CallOutcome(number="7")))
    expect(page.locator("#entry.is-reading")).to_be_visible()
    void = VoidRound(clause="5.10", reason="a sleeve touched the wheel")
    hosted.run(hosted.must(ada, void, by=SUPERVISOR))
    hosted.run(hosted.must(ada, OpenBets(), *closing(ada), ReportRest()))
    expect(page.locator("#entry:not(.is-reading)")).to_be_visible()
    expect(pad).to_be_enabled()
    enter(page, "7")
    expect(page.locator("#entry.is-reading")).to_be_visible()
    enter(page, "7")
    expect(page.locator("#entry")).to_have_count(0)
    assert last(hosted, ada) == ("settled", "7")


def test_a_wager_of_cash_chips_is_recorded_beside_colour_chips(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """3.3: cash chips or colour chips or both; the Dealer says which lie there."""
    hosted.run(hosted.must(ada, COLOUR))
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    open_bets(page)
    page.locator(".player-row").filter(has_text=ADA.name).click()
    kinds = page.get_by_role("radiogroup", name="Chips", exact=True)
    amounts = page.get_by_role("radiogroup", name="Record a wager on the felt", exact=True)
    amounts.get_by_role("radio", name="10", exact=True).click()
    rows = page.locator(".player-forms .returned li")
    for kind, wager in (("Cash chips", "red"), ("Colour chips", "black")):
        kinds.get_by_role("radio", name=kind, exact=True).click()
        page.locator(f'.felt [data-wager="{wager}"]').click()
        expect(rows.filter(has_text=wager.capitalize())).to_contain_text(kind)
    staff = hosted.http("GET", f"/api/tables/{ada}/staff", who=DEALER).json
    (who,) = [each for each in staff["players"] if each["player"] == ADA.name]
    assert who["staked"] == {"cash-chips": 1000, "colour-chips": 1000}


def test_what_lies_in_two_kinds_on_one_area_is_ruled_on_as_it_is_read_back(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """3.9: all that a player has on an area is one wager, and the page says so."""
    two_kinds(hosted, ada)
    hosted.run(hosted.must(ada, *closing(ada), ReportRest()))
    page = detail(at(visitors, hosted, SUPERVISOR, "/pit"), ada)
    ruling = card(page, "Rule on a wager")
    expect(options(ruling)).to_have_text(["Choose…", f"ada · Red · {BOTH}"])
    ruling.get_by_role("combobox", name="Wager", exact=True).select_option(f"{ADA.name}\nred")
    ruling.get_by_role("textbox", name="Reason", exact=True).fill("It lay on the line")
    submit = ruling.get_by_role("button", name="Rule on a wager", exact=True)
    ruling.get_by_role("radio", name="Moved", exact=True).click()
    expect(submit).to_be_disabled()  # nobody said where to
    ruling.get_by_role("radio", name="Returned", exact=True).click()
    part = ruling.get_by_role("textbox", name="Part of it (all if empty)", exact=True)
    part.fill("30.01")
    expect(submit).to_be_disabled()  # more than lies there
    part.fill("")
    submit.click()
    expect(ruling.get_by_role("alert")).to_contain_text(f"ada · Red · {BOTH}: Returned")
    confirm(ruling)
    expect(card(page, "Revoke a ruling")).to_be_visible()
    hosted.run(hosted.must(ada, CallOutcome(number="2"), ConfirmOutcome(number="2")))
    assert purse(hosted, ada) == PURSE + 10_000, "both went back"


def test_what_lies_in_two_kinds_on_one_area_is_one_line_to_take_off(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    two_kinds(hosted, ada)
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    page.locator(".player-row").filter(has_text=ADA.name).click()
    rows = page.locator(".player-forms .returned li")
    expect(rows).to_have_text(["Red · Colour chips10.00", "Red · Cash chips20.00"])
    off = form(page.locator(".player-forms"), "Take off the felt")
    expect(options(off)).to_have_text(["Choose…", f"Red · {BOTH}"])
    off.get_by_role("combobox", name="Wager", exact=True).select_option("red")
    off.get_by_role("radio", name="Record chips taken off the felt", exact=True).click()
    off.get_by_role("button", name="Take off the felt", exact=True).click()
    expect(off.get_by_role("alert")).to_contain_text(f"Red · {BOTH} · all of it")
    confirm(off)
    expect(rows).to_have_text(["No wagers on the felt."])
    assert purse(hosted, ada) == PURSE + 10_000


def test_a_decision_that_has_rulings_does_nothing_else(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """6.2: a ruling that was added is dropped by its own button, and never in silence."""
    hosted.run(hosted.must(ada, OpenBets()))
    bets(hosted, ada, "red")
    hosted.run(hosted.must(ada, *closing(ada), Refer(reason="a chip fell off the rail")))
    decide = card(detail(at(visitors, hosted, SHIFT, "/pit"), ada), "Decide the referral")
    decision = form(decide, "Decision")
    goes_on = decision.get_by_role("radio", name="The round goes on", exact=True)
    goes_on.click()
    decision.get_by_role("textbox", name="Reason", exact=True).fill("It lay well")
    ruling = form(decide, "Add a ruling")
    ruling.get_by_role("combobox", name="Wager", exact=True).select_option(f"{ADA.name}\nred")
    ruling.get_by_role("radio", name="Returned", exact=True).click()
    ruling.get_by_role("button", name="Add a ruling", exact=True).click()
    expect(decide.locator(".returned li")).to_have_count(1)
    expect(goes_on).to_have_count(0)
    expect(decision.get_by_role("button", name="Decide", exact=True)).to_be_disabled()
    decide.get_by_role("button", name="Drop the ruling ada · Red · Returned", exact=True).click()
    expect(goes_on).to_be_visible()


@pytest.mark.parametrize("ada", ["fast-action-2020"], indirect=True)
def test_lights_are_not_all_lit_while_one_is_marked_dark(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """5.11: the mark must be reported or taken away first."""
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    hosted.run(hosted.must(ada, OpenBets(), SpinBall(), CloseBets()))
    hosted.run(hosted.must(ada, DrawBonusNumbers()))
    played = hosted.house.floor.tables[ada].state.round
    assert played is not None
    assert played.drawn is not None
    number = played.drawn[0]
    marks = page.get_by_role("group", name="Those that stayed dark", exact=True)
    lit = page.locator(".steps .next").get_by_role(
        "button", name="All Bonus Numbers lit", exact=True
    )
    expect(lit).to_be_enabled()
    mark = marks.get_by_role("button").first
    mark.click()
    expect(lit).to_be_disabled()
    expect(page.locator(".steps .next")).to_contain_text(f"Marked dark: {number}")
    mark.click()
    expect(lit).to_be_enabled()
    lit.click()
    expect(marks).to_have_count(0)
    names = [one.name for one in hosted.entries(table_stream(ada))]
    assert BonusNumbersLit.name in names


def test_what_was_refused_covers_no_control(visitors: Visitors, hosted: Hosted, ada: str) -> None:
    """A refusal stays to be read, and every button can still be pressed."""
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    page.set_viewport_size({"width": 1280, "height": 800})
    open_bets(page)
    page.locator(".player-row").filter(has_text=ADA.name).click()
    amount = page.get_by_role("textbox", name="Amount", exact=True).last
    amount.fill("10")
    page.locator('.felt [data-wager="red"]').click()
    expect(form(page.locator(".player-forms"), "Take off the felt")).to_be_visible()
    amount.fill("9000")
    for _ in range(2):
        page.locator('.felt [data-wager="red"]').click()
    expect(page.locator(".verdict.is-refused")).to_have_count(2)
    covered = page.evaluate("""() => {
      const told = [...document.querySelectorAll(".verdict")];
      const boxes = told.map((each) => each.getBoundingClientRect());
      return [...document.querySelectorAll("button, input, select, a, [data-wager]")]
        .filter((each) => !each.closest(".verdicts"))
        .filter((each) => {
          const box = each.getBoundingClientRect();
          return boxes.some((at) => at.left < box.right && box.left < at.right
            && at.top < box.bottom && box.top < at.bottom);
        })
        .map((each) => each.textContent);
    }""")
    assert covered == []
    step(page, "Spin")


def correct(hosted: Hosted, table: str, number: str) -> None:
    round_ = hosted.house.floor.tables[table].state.round_number
    command = CorrectOutcome(round=round_, number=number, approver=SECOND)
    hosted.run(hosted.must(table, command, by=SUPERVISOR))


def test_a_later_answer_is_not_overwritten_by_an_earlier_one(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """The list of a round that was corrected: the first answer comes last."""
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    expect(page.locator(".phase")).to_be_visible()
    late: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    page.route("**/api/tables/*/rounds/*", hold)
    hosted.run(hosted.must(ada, OpenBets(), *closing(ada), *CALLED))
    while not late:
        page.wait_for_timeout(50)
    correct(hosted, ada, "7")
    number = page.get_by_role("region", name="Pay", exact=True).locator("header")
    expect(number).to_contain_text("7")
    route, answer = late[0]
    route.fulfill(response=answer)
    page.wait_for_timeout(500)
    expect(number).to_contain_text("7")


def test_a_correction_is_told_where_the_money_is(visitors: Visitors, hosted: Hosted) -> None:
    """Reading 19: the Dealer sees of whom what is taken back, and so does the player."""
    table = "sands-2017"
    seat = seated(visitors.come(), hosted, table)
    page = at(visitors, hosted, DEALER, f"/dealer/{table}")
    seat.open_bets()
    seat.choose(500)
    seat.press("straight:7")
    seat.shows(total=500)
    seat.settle("7")
    expect(page.get_by_role("region", name="Pay", exact=True)).to_be_visible()
    told = page.get_by_role("region", name="Corrected", exact=True)
    expect(told).to_have_count(0)
    correct(hosted, table, "8")
    expect(told).to_contain_text("the outcome was corrected to 8 (it was 7)")
    expect(told.get_by_role("listitem")).to_contain_text(seat.name)
    expect(told.get_by_role("listitem")).to_contain_text("180.00 taken back")
    notice = seat.page.locator(".notice")
    expect(notice).to_contain_text("the outcome was corrected to 8 (it was 7) 180.00 taken back")


def test_a_settled_round_that_was_referred_is_listed_where_it_is_decided(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """6.2: at the desk of the Gaming Shift Manager, with a count; and in the pit."""
    hosted.run(hosted.must(ada, OpenBets(), *closing(ada), *CALLED))
    desk = at(visitors, hosted, SHIFT, "/desk")
    pit = at(visitors, hosted, SUPERVISOR, "/pit")
    expect(desk.get_by_text("No round waits for a decision.", exact=True)).to_be_visible()
    round_ = hosted.house.floor.tables[ada].state.round_number
    hosted.run(hosted.must(ada, Refer(reason="another wager on the film", round=round_)))
    expect(desk.get_by_role("tab").filter(has_text="Referrals")).to_contain_text("1")
    needs = pit.get_by_role("region", name="Needs attention", exact=True)
    one = needs.locator("li").filter(has_text="Settled round referred")
    expect(one).to_contain_text(f"Round {round_}")
    needs.get_by_role("button").filter(has_text="Settled round referred").click()
    title = f"Decide the referral of round {round_}"
    expect(card(pit, title)).to_be_visible()
    listed(desk, "Settled round referred").click()
    decision = form(card(desk, title), "Decision")
    decision.get_by_role("radio", name="The round goes on", exact=True).click()
    decision.get_by_role("textbox", name="Reason", exact=True).fill("It is the same wager")
    decision.get_by_role("button", name="Decide", exact=True).click()
    confirm(decision)
    expect(desk.get_by_text("No round waits for a decision.", exact=True)).to_be_visible()


def test_an_appointment_reaches_an_open_page(visitors: Visitors, hosted: Hosted, ada: str) -> None:
    """6.3: what the new position may do, and the position in the bar; and both end with it."""
    page = detail(at(visitors, hosted, SUPERVISOR, "/pit"), ada)
    leave = card(page, "Allow early closes in every round").get_by_role("button")
    who = page.locator(".console-bar .who")
    expect(who).to_contain_text("Pit Supervisor")
    expect(card(page, "Allow early closes in every round")).to_contain_text("Pit Manager")
    expect(leave).to_have_count(0)
    path = f"/api/staff/{SUPERVISOR.name}"
    body = {"position": "pit-manager", "hours": 8, "reason": "max is ill"}
    assert hosted.http("POST", f"{path}/appoint", body, SHIFT).json["accepted"]
    expect(who).to_contain_text("acting Pit Manager")
    expect(leave).to_be_visible()
    page.reload()
    expect(who).to_contain_text("acting Pit Manager")
    detail(page, ada)
    body = {"reason": "max is back"}
    assert hosted.http("POST", f"{path}/withdraw-appointment", body, SHIFT).json["accepted"]
    expect(leave).to_have_count(0)
    expect(who).to_have_text("suePit Supervisor")
