"""What the books give people to do, pressed by those to whom they give it, on their own page.

That others are refused is tested at the round and at the server; here is that there is a button.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from croupier.round.base import Actor
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.referral import Refer
from croupier.round.spin import ReportRest, SpinBall
from croupier.round.void import VoidRound
from tests.browser.browsing import Visitors
from tests.browser.seats import by_hand, demonstration
from tests.browser.working import (
    ADA,
    PURSE,
    STAKE,
    at,
    bets,
    card,
    confirm,
    form,
    last,
    listed,
    open_bets,
    purse,
    said,
    step,
    table_row,
)
from tests.duties import presses
from tests.server.houses import DEALER, MANAGER, SHIFT, STAFF, SUPERVISOR, Hosted, closing


def pit(visitors: Visitors, hosted: Hosted, table: str, who: Actor = SUPERVISOR) -> Page:
    """Somebody of the floor who looks at one table closely."""
    page = at(visitors, hosted, who, "/pit")
    table_row(page, table).get_by_role("button").click()
    expect(page.locator(".detail")).to_be_visible()
    return page


def clauses(within: Locator, count: int) -> list[str]:
    """The clauses that a form offers, once it has so many."""
    options = within.get_by_role("combobox", name="Clause", exact=True).locator("option")
    expect(options).to_have_count(1 + count)
    return [words.split(" · ")[0] for words in options.all_inner_texts()[1:]]


def accepted(hosted: Hosted, table: str) -> list[str]:
    """The clauses by which the house would take a void from the dealer now."""
    staff = hosted.http("GET", f"/api/tables/{table}/staff", who=DEALER).json
    return [each["clause"] for each in staff["may_void"]]


@presses("void-round", "dealer", "Void the round")
def test_void_by_clause_offers_what_the_house_would_take_now(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """5.1 to 5.10, each from the moment at which it can have happened (reading 21)."""
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    open_bets(page)
    sheet = page.get_by_role("dialog", name="Void by clause", exact=True)
    step(page, "Void by clause")
    taken = accepted(hosted, ada)
    assert clauses(sheet, len(taken)) == taken == ["5.10"], "no ball was spun yet"
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    step(page, "Spin")
    expect(page.locator(".phase")).not_to_contain_text("Bets open")
    step(page, "Void by clause")
    taken = accepted(hosted, ada)
    offered = clauses(sheet, len(taken))
    assert offered == taken
    assert set(offered) >= {f"5.{n}" for n in range(1, 11)}
    assert not {"5.11", "5.12", "6.2"} & set(offered), "those have steps of their own"
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    step(page, "No more bets")
    hosted.run(hosted.must(ada, ReportRest()))
    expect(page.locator(".phase")).to_contain_text("rests")
    step(page, "Void by clause")
    assert "5.5" in clauses(sheet, len(accepted(hosted, ada))), "a ball may rest on the rim"
    sheet.get_by_role("combobox", name="Clause", exact=True).select_option("5.10")
    submit = sheet.get_by_role("button", name="Void the round", exact=True)
    expect(submit).to_be_disabled()
    sheet.get_by_role("textbox", name="Reason", exact=True).fill("A sleeve touched the wheel")
    submit.click()
    expect(sheet.get_by_role("alert")).to_contain_text("A sleeve touched the wheel")
    confirm(sheet)
    expect(sheet).to_have_count(0)
    assert last(hosted, ada)[0] == "void"


@presses("void-round", "pit", "Void the round")
def test_the_floor_voids_before_the_outcome_is_confirmed(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """5.10: the Dealer's own hand on the wheel is declared by somebody else."""
    hosted.run(hosted.must(ada, OpenBets()))
    bets(hosted, ada, "red")
    hosted.run(hosted.must(ada, *closing(ada), CallOutcome(number="2")))
    void = card(pit(visitors, hosted, ada), "Void by clause")
    void.get_by_role("combobox", name="Clause", exact=True).select_option("5.10")
    void.get_by_role("textbox", name="Reason", exact=True).fill("The dealer stopped the wheel")
    void.get_by_role("button", name="Void the round", exact=True).click()
    expect(void.get_by_role("alert")).to_contain_text("Void by clause 5.10")
    confirm(void)
    expect(void).to_have_count(0)
    assert last(hosted, ada)[0] == "void"
    assert purse(hosted, ada) == PURSE


@presses("declare-interruption", "dealer", "Continue")
@pytest.mark.parametrize("ada", ["edz-2020"], indirect=True)
def test_a_dealer_declares_an_interruption(visitors: Visitors, hosted: Hosted, ada: str) -> None:
    """EDZ 5.13: the wheel fails while the system runs; the Dealer then says where the ball is."""
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    hosted.run(hosted.must(ada, OpenBets(), CloseBets(), SpinBall()))
    step(page, "Declare an interruption")
    sheet = page.get_by_role("dialog", name="Declare an interruption", exact=True)
    sheet.get_by_role("textbox", name="Reason", exact=True).fill("The wheel's motor failed")
    sheet.get_by_role("button", name="Continue", exact=True).click()
    expect(sheet.get_by_role("alert")).to_contain_text("The wheel's motor failed")
    confirm(sheet)
    expect(sheet).to_have_count(0)
    expect(page.locator(".banner.held")).to_contain_text("The wheel's motor failed")
    assert hosted.house.floor.tables[ada].state.round.waiting == "ball"  # type: ignore[union-attr]


@presses("declare-interruption", "pit", "Declare an interruption")
@pytest.mark.parametrize("ada", ["racetrack-2012"], indirect=True)
def test_the_floor_declares_an_interruption(visitors: Visitors, hosted: Hosted, ada: str) -> None:
    """Reading 16: the book has no clause for it; the round waits."""
    hosted.run(hosted.must(ada, OpenBets(), SpinBall()))
    page = pit(visitors, hosted, ada)
    asked = card(page, "Declare an interruption")
    asked.get_by_role("textbox", name="Reason", exact=True).fill("The lights went out")
    asked.get_by_role("button", name="Declare an interruption", exact=True).click()
    confirm(asked)
    expect(page.locator(".banner.held")).to_contain_text("The lights went out")


@presses("rule-on-wager", "pit", "Rule on a wager")
@presses("revoke-ruling", "pit", "Revoke a ruling")
def test_part_of_a_stack_is_ruled_on_and_the_ruling_revoked(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """3.9, reading 20: an amount and a reason; and another view of it before settlement."""
    hosted.run(hosted.must(ada, OpenBets()))
    bets(hosted, ada, "red")
    hosted.run(hosted.must(ada, *closing(ada), ReportRest()))
    page = pit(visitors, hosted, ada)
    ruling = card(page, "Rule on a wager")
    ruling.get_by_role("combobox", name="Wager", exact=True).select_option(f"{ADA.name}\nred")
    ruling.get_by_role("radio", name="Returned", exact=True).click()
    ruling.get_by_role("textbox", name="Part of it (all if empty)", exact=True).fill("2")
    ruling.get_by_role("textbox", name="Reason", exact=True).fill("Two chips lay on the line")
    ruling.get_by_role("button", name="Rule on a wager", exact=True).click()
    expect(ruling.get_by_role("alert")).to_contain_text("(2.00): Returned")
    confirm(ruling)
    revoking = card(page, "Revoke a ruling")
    made = revoking.get_by_role("combobox", name="Ruling", exact=True)
    expect(made.locator("option")).to_have_text(["Choose…", "1 · ada · Red · Returned · 2.00"])
    made.select_option("1")
    revoking.get_by_role("textbox", name="Reason", exact=True).fill("The film shows them on red")
    revoking.get_by_role("button", name="Revoke a ruling", exact=True).click()
    confirm(revoking)
    expect(revoking).to_have_count(0)
    hosted.run(hosted.must(ada, CallOutcome(number="1"), ConfirmOutcome(number="1")))
    assert purse(hosted, ada) == PURSE + STAKE


@presses("record-wager", "dealer", "Red")
@presses("record-withdrawal", "dealer", "Take off the felt")
@pytest.mark.parametrize("ada", ["racetrack-2012", "sands-2017"], indirect=True)
def test_what_lies_on_the_felt_of_a_live_table_is_recorded(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """3.3, 3.4: the player lays chips by hand, and no terminal tells of it."""
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    open_bets(page)
    page.locator(".player-row").filter(has_text=ADA.name).click()
    amounts = page.get_by_role("radiogroup", name="Record a wager on the felt", exact=True)
    amounts.get_by_role("radio", name="10", exact=True).click()
    page.locator('.felt [data-wager="red"]').click()
    rows = page.locator(".player-forms .returned li")
    expect(rows).to_have_text(["Red10.00"])
    off = form(page.locator(".player-forms"), "Take off the felt")
    off.get_by_role("combobox", name="Wager", exact=True).select_option("red")
    off.get_by_role("textbox", name="Part of it (all if empty)", exact=True).fill("4")
    off.get_by_role("button", name="Take off the felt", exact=True).click()
    expect(off.get_by_role("alert")).to_contain_text("Red · 4.00")
    confirm(off)
    expect(rows).to_have_text(["Red6.00"])
    assert purse(hosted, ada) == PURSE - 600


@presses("place-for-player", "dealer", "Black")
@presses("take-back-for-player", "dealer", "Take off the felt")
def test_what_staff_placed_by_mistake_is_taken_back(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """3.5, reading 20: placed for the player at their request, and taken back before the close."""
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    open_bets(page)
    page.locator(".player-row").filter(has_text=ADA.name).click()
    whose = page.get_by_role("radiogroup", name="Whose wager", exact=True)
    whose.get_by_role("radio", name="Place for the player", exact=True).click()
    amounts = page.get_by_role("radiogroup", name="Place for the player", exact=True)
    amounts.get_by_role("radio", name="5", exact=True).click()
    page.locator('.felt [data-wager="black"]').click()
    rows = page.locator(".player-forms .returned li")
    expect(rows).to_have_text(["Black5.00"])
    off = form(page.locator(".player-forms"), "Take off the felt")
    off.get_by_role("combobox", name="Wager", exact=True).select_option("black")
    off.get_by_role("radio", name="Take back what staff placed", exact=True).click()
    off.get_by_role("button", name="Take off the felt", exact=True).click()
    confirm(off)
    expect(rows).to_have_text(["No wagers on the felt."])
    assert purse(hosted, ada) == PURSE


@presses("grant-standing-leave", "pit", "Allow early closes in every round")
@presses("withdraw-standing-leave", "pit", "Withdraw the permission for early closes")
def test_standing_leave_is_given_for_every_round_and_withdrawn(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """6.1: the Pit Manager's leave to close before the spin, until it is withdrawn."""
    page = pit(visitors, hosted, ada, MANAGER)
    give, end = "Allow early closes in every round", "Withdraw the permission for early closes"
    expect(card(page, end)).to_have_count(0)
    card(page, give).get_by_role("button", name=give, exact=True).click()
    expect(card(page, end)).to_contain_text("Given by max")
    expect(card(page, give)).to_have_count(0)
    hosted.run(hosted.must(ada, OpenBets(), CloseBets()))
    void = VoidRound(clause="5.10", reason="the next one, please")
    hosted.run(hosted.must(ada, void))
    card(page, end).get_by_role("button", name=end, exact=True).click()
    expect(card(page, give)).to_be_visible()
    hosted.run(hosted.must(ada, OpenBets()))
    assert not hosted.run(hosted.ask(ada, CloseBets())).accepted


@presses("decide-referral", "pit", "Decide")
def test_a_referral_is_decided_by_ruling_on_named_wagers(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """6.2, reading 22: before the ball rests too; the round then goes on."""
    hosted.run(hosted.must(ada, OpenBets()))
    for wager in ("red", "odd"):
        bets(hosted, ada, wager)
    hosted.run(hosted.must(ada, *closing(ada), Refer(reason="a chip fell off the rail")))
    page = pit(visitors, hosted, ada, SHIFT)
    decide = card(page, "Decide the referral")
    for wager in ("red", "odd"):
        ruling = form(decide, "Add a ruling")
        ruling.get_by_role("combobox", name="Wager", exact=True).select_option(
            f"{ADA.name}\n{wager}"
        )
        ruling.get_by_role("radio", name="Returned", exact=True).click()
        ruling.get_by_role("button", name="Add a ruling", exact=True).click()
    expect(decide.locator(".returned li")).to_have_count(2)
    decide.get_by_role("button", name="Drop the ruling ada · Odd · Returned", exact=True).click()
    expect(decide.locator(".returned li")).to_have_count(1)
    decision = form(decide, "Decision")
    decision.get_by_role("radio", name="Wagers are ruled on", exact=True).click()
    decision.get_by_role("textbox", name="Reason", exact=True).fill("It lay between two boxes")
    decision.get_by_role("button", name="Decide", exact=True).click()
    expect(decision.get_by_role("alert")).to_contain_text("ada · Red · Returned")
    confirm(decision)
    expect(decide).to_have_count(0)
    hosted.run(hosted.must(ada, CallOutcome(number="2"), ConfirmOutcome(number="2")))
    assert purse(hosted, ada) == PURSE - STAKE, "red went back, odd lost"


def lost_on_red(hosted: Hosted, table: str) -> int:
    """A round that is settled, in which ada lost her stake."""
    hosted.run(hosted.must(table, OpenBets()))
    bets(hosted, table, "red")
    called = CallOutcome(number="2"), ConfirmOutcome(number="2")
    hosted.run(hosted.must(table, *closing(table), *called))
    return hosted.house.floor.tables[table].state.round_number


@presses("refer", "pit", "Refer a settled round")
@presses("decide-referral", "pit", "Decide")
def test_a_settled_round_is_referred_and_decided(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """6.2: any position refers it, the Gaming Shift Manager decides it."""
    round_ = lost_on_red(hosted, ada)
    floor = pit(visitors, hosted, ada)
    floor.get_by_role("tab", name="Two people", exact=True).click()
    refer = card(floor, "Refer a settled round")
    refer.get_by_role("combobox", name="Round", exact=True).select_option(str(round_))
    refer.get_by_role("textbox", name="Reason", exact=True).fill("The film shows another wager")
    refer.get_by_role("button", name="Refer a settled round", exact=True).click()
    title = f"Decide the referral of round {round_}"
    expect(card(floor, title)).to_contain_text("waits for the Gaming Shift Manager")
    manager = pit(visitors, hosted, ada, SHIFT)
    manager.get_by_role("tab", name="Two people", exact=True).click()
    decision = form(card(manager, title), "Decision")
    decision.get_by_role("radio", name="The round goes on", exact=True).click()
    decision.get_by_role("textbox", name="Reason", exact=True).fill("It is the same wager")
    decision.get_by_role("button", name="Decide", exact=True).click()
    confirm(decision)
    expect(card(manager, title)).to_have_count(0)
    assert last(hosted, ada) == ("settled", "2")


@presses("decide-referral", "pit", "Decide")
@presses("approve", "pit", "Approve")
@pytest.mark.parametrize(
    ("decided", "ends"), [("The round is void", "void"), ("Wagers are ruled on", "settled")]
)
def test_what_undoes_a_settlement_takes_a_second_person(
    visitors: Visitors, hosted: Hosted, ada: str, decided: str, ends: str
) -> None:
    """6.2: a referral of a settled round decided otherwise than it was paid."""
    round_ = lost_on_red(hosted, ada)
    hosted.run(hosted.must(ada, Refer(round=round_, reason="the film shows a late hand")))
    manager = pit(visitors, hosted, ada, SHIFT)
    manager.get_by_role("tab", name="Two people", exact=True).click()
    decide = card(manager, f"Decide the referral of round {round_}")
    if ends == "settled":
        ruling = form(decide, "Add a ruling")
        wager = ruling.get_by_role("combobox", name="Wager", exact=True)
        wager.select_option(f"{ADA.name}\nred")
        ruling.get_by_role("radio", name="Returned", exact=True).click()
        ruling.get_by_role("button", name="Add a ruling", exact=True).click()
    decision = form(decide, "Decision")
    decision.get_by_role("radio", name=decided, exact=True).click()
    decision.get_by_role("textbox", name="Reason", exact=True).fill("It came after the close")
    decision.get_by_role("button", name="Decide", exact=True).click()
    confirm(decision)
    said(manager, "second person")
    assert (last(hosted, ada), purse(hosted, ada)) == (("settled", "2"), PURSE - STAKE)
    second = at(visitors, hosted, MANAGER, "/pit#approvals")
    asked = second.get_by_role("article", name="Decide the referral", exact=True)
    expect(asked.locator(".effect")).to_contain_text(f"{ADA.name}0.00 → 5.00")
    asked.get_by_role("button", name="Approve", exact=True).click()
    confirm(asked)
    said(second, "Approve")
    assert (last(hosted, ada)[0], purse(hosted, ada)) == (ends, PURSE)


@presses("POST /api/staff/{name}/appoint", "desk", "Appoint for a shift")
@presses("POST /api/staff/{name}/withdraw-appointment", "desk", "End the appointment")
def test_somebody_is_appointed_to_act_for_a_shift(visitors: Visitors, hosted: Hosted) -> None:
    """6.3 / 6.2, reading 22: on record, and ended before its time."""
    desk = at(visitors, hosted, SHIFT, "/desk#staff")
    listed(desk, SUPERVISOR.name).click()
    sue = card(desk, SUPERVISOR.name)
    appoint = form(sue, "Appoint for a shift")
    appoint.get_by_role("combobox", name="Acts as", exact=True).select_option("pit-manager")
    appoint.get_by_role("textbox", name="Reason", exact=True).fill("The manager is ill")
    appoint.get_by_role("button", name="Appoint for a shift", exact=True).click()
    expect(listed(desk, SUPERVISOR.name)).to_contain_text("acting Pit Manager")
    end = form(sue, "End the appointment")
    end.get_by_role("textbox", name="Reason", exact=True).fill("The manager is back")
    end.get_by_role("button", name="End the appointment", exact=True).click()
    expect(listed(desk, SUPERVISOR.name)).not_to_contain_text("acting")


OWN = "sands-2017"


class TestOwnWheel:
    """The number of the system's own wheel comes from the draw, shown at a Dealer's press."""

    @pytest.fixture
    def hosted(self, tmp_path: Path) -> Iterator[Hosted]:
        table = msgspec.structs.replace(by_hand(OWN), wheel="own")
        with demonstration(tmp_path, [table]) as house:
            house.run(house.staffed(*STAFF))
            yield house

    @presses("call-outcome", "dealer", "Draw the number and settle")
    @pytest.mark.parametrize("ada", [OWN], indirect=True)
    def test_a_dealer_has_the_number_drawn_and_the_round_is_settled(
        self, visitors: Visitors, hosted: Hosted, ada: str
    ) -> None:
        page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
        open_bets(page)
        hosted.run(hosted.must(ada, *closing(ada)))
        entry = page.locator("#entry")
        show = entry.get_by_role("button", name="Draw the number and settle", exact=True)
        expect(show).to_be_enabled()
        expect(entry.locator(".pad")).to_have_count(0)
        show.click()
        expect(entry).to_have_count(0)
        assert last(hosted, ada)[0] == "settled"
