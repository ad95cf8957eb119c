"""Money at the dealer's console: colour chips, vouchers, what is held; and orders to a wheel."""

import contextlib
import re
import threading
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from croupier.house.chips import BuyIn
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from tests.browser.axe import violations
from tests.browser.browsing import Visitors
from tests.browser.seats import by_hand, demonstration, seated
from tests.browser.working import ADA, at, bets, card, confirm, form, open_bets, said
from tests.duties import presses
from tests.server.houses import DEALER, SHIFT, STAFF, SUPERVISOR, Hosted, closing, dealt
from tests.wheels.game import status
from tests.wheels.pseudo_wheel import PseudoWheel

LIVE, CREDITS, SENSED = "sands-2019", "edz-2020", "racetrack-2012"


class Turning(PseudoWheel):
    """A wheel that answers by itself for as long as it is plugged in."""

    def turn(self) -> None:
        with contextlib.suppress(OSError, TimeoutError, ValueError):
            while True:
                self.answer(status(2))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Turning]:
    found = Turning()
    yield found
    found.unplug()


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory, wheel: Turning) -> Iterator[Hosted]:
    sensed = msgspec.structs.replace(dealt(SENSED), wheel="serial", serial_port=wheel.device)
    tables = [by_hand(LIVE), by_hand(CREDITS), sensed]
    turning = threading.Thread(target=wheel.turn, daemon=True)
    with demonstration(tmp_path_factory.mktemp("house"), tables) as house:
        turning.start()
        house.run(house.staffed(*STAFF))
        yield house


def player(page: Page, name: str) -> Locator:
    return page.locator(".player-row").filter(has_text=name)


def tab(page: Page, name: str) -> Locator:
    page.locator(".player-forms").get_by_role("tab", name=name, exact=True).click()
    return page.locator(".player-forms")


def seat(page: Page, name: str) -> None:
    seats = card(page, "Seat a player")
    seats.get_by_label("Name", exact=True).fill(name)
    seats.locator("button[type=submit]").click()
    expect(player(page, name)).to_have_attribute("aria-pressed", "true")


@presses("take-seat", "dealer", "Seat a player")
@presses("buy-in", "dealer", "Buy in")
@presses("change-chips", "dealer", "Colour up 550.00")
@presses("cash-out", "dealer", "Cash out")
@presses("leave-seat", "dealer", "Leaves the table")
def test_colour_chips_from_the_buy_in_to_the_colour_up(visitors: Visitors, hosted: Hosted) -> None:
    page = at(visitors, hosted, DEALER, f"/dealer/{LIVE}")
    seat(page, ADA.name)
    ada, buys = player(page, ADA.name), tab(page, "Buy in")
    buys.get_by_label("Cash taken", exact=True).fill("200")
    buys.get_by_role("radio", name="Colour chips", exact=True).click()
    buys.get_by_label("Value of one chip", exact=True).fill("5")
    buys.get_by_role("combobox", name="Colour", exact=True).select_option("blue")
    buys.get_by_role("button", name="Buy in", exact=True).click()
    expect(ada).to_contain_text("chips of 5.00 · marker")
    expect(ada).to_contain_text("200.00")

    open_bets(page)
    tab(page, "Wagers").get_by_role("radio", name="10", exact=True).click()
    page.locator('.console-felt [data-wager="straight:17"]').click()
    expect(ada).to_contain_text("in play 10.00")
    page.locator(".steps").get_by_role("button", name="Spin", exact=True).click()
    hosted.run(hosted.must(LIVE, CloseBets()))
    hosted.run(hosted.must(LIVE, CallOutcome(number="17"), ConfirmOutcome(number="17")))
    paid = card(page, "Pay")
    expect(paid).to_contain_text("Pay 350.00")
    paid.get_by_role("checkbox").check()
    expect(paid.locator("tr.is-paid")).to_have_count(1)

    leaves = tab(page, "Cash out")
    assert not violations(page, "cash out")
    leaves.get_by_role("button", name="Colour up 550.00", exact=True).click()
    expect(leaves.get_by_role("button", name=re.compile("^Colour up"))).to_have_count(0)
    out = form(leaves, "Cash out")
    for amount, left in (("50", "500.00"), ("", "0.00in play")):
        out.get_by_label(re.compile("^Amount")).fill(amount)
        out.get_by_role("button", name="Cash out", exact=True).click()
        expect(out.get_by_role("alert")).to_contain_text("ada gives up")
        confirm(out)
        expect(ada).to_contain_text(left)
    leaves.get_by_role("button", name="Leaves the table", exact=True).click()
    confirm(leaves)
    expect(ada).to_have_count(0)


@presses("collect-held", "dealer", "Collect")
def test_what_a_player_won_after_leaving_is_held_and_collected(
    visitors: Visitors, hosted: Hosted
) -> None:
    hosted.run(hosted.must(LIVE, TakeSeat(player="ada"), BuyIn(player="ada", amount=10_000)))
    hosted.run(hosted.must(LIVE, OpenBets()))
    bets(hosted, LIVE, "red")
    page = at(visitors, hosted, DEALER, f"/dealer/{LIVE}")
    player(page, "ada").click()
    leaves = tab(page, "Cash out")
    leaves.get_by_role("button", name="Leaves the table", exact=True).click()
    expect(leaves.get_by_role("alert")).to_contain_text("wagers stay in play")
    confirm(leaves)
    expect(player(page, "ada")).to_contain_text("has left")
    called = CallOutcome(number="1"), ConfirmOutcome(number="1")
    hosted.run(hosted.must(LIVE, *closing(LIVE), *called))
    expect(player(page, "ada")).to_contain_text("105.00 held")
    player(page, "ada").click()
    tab(page, "Cash out").get_by_role("button", name="Collect", exact=True).click()
    said(page, "Collect")
    expect(player(page, "ada")).to_have_count(0)


def test_who_comes_back_is_told_what_is_held_and_collects_it(
    visitors: Visitors, hosted: Hosted
) -> None:
    guest = seated(visitors.come(), hosted, CREDITS)
    page = guest.page
    hosted.run(hosted.must(CREDITS, LeaveSeat(player=guest.name)))
    page.reload()
    told, holds = page.locator(".welcome"), "The house holds 200.00 for you"
    cashier = page.get_by_role("dialog", name="Cashier", exact=True)
    collect = cashier.get_by_role("button", name="Collect", exact=True)
    expect(told).to_contain_text(holds)
    expect(page.locator(".figures .is-balance")).to_contain_text(holds)
    told.get_by_role("button", name="Cashier", exact=True).click()
    expect(collect).to_be_disabled()
    expect(cashier).to_contain_text("Sit down first.")
    page.keyboard.press("Escape")
    told.get_by_role("button", name="Sit down", exact=True).click()
    expect(told).to_contain_text("You are seated.")
    expect(told).to_contain_text(holds)
    expect(page.locator(".figures .is-balance dd")).to_have_text(f"0.00{holds}")
    assert not violations(page, "held")
    told.get_by_role("button", name="Cashier", exact=True).click()
    collect.click()
    guest.shows(balance=20_000)
    expect(page.get_by_text(holds, exact=True)).to_have_count(0)
    expect(told).to_have_count(0)


@presses("redeem-voucher", "dealer", "Redeem")
@presses("cash-voucher", "desk", "Pay a voucher in cash")
@presses("lapse-vouchers", "desk", "Lapse old vouchers")
def test_a_voucher_is_good_once(visitors: Visitors, hosted: Hosted) -> None:
    visitors.may_refuse = True
    guest = seated(visitors.come(), hosted, CREDITS)
    name = guest.name
    dealer = at(visitors, hosted, DEALER, f"/dealer/{CREDITS}")
    player(dealer, name).click()
    out = form(tab(dealer, "Cash out"), "Cash out")
    for amount in ("120", "30"):
        out.get_by_label(re.compile("^Amount")).fill(amount)
        out.get_by_role("radio", name="Voucher", exact=True).click()
        out.get_by_role("button", name="Cash out", exact=True).click()
        expect(out.get_by_role("alert")).to_contain_text(f"{amount}.00 – Voucher")
        confirm(out)
        expect(out.get_by_role("alert")).to_have_count(0)
    expect(player(dealer, name)).to_contain_text("50.00")
    numbers = {one.amount: one.voucher for one in guest.view().vouchers}
    buys = tab(dealer, "Buy in")
    for number, shown in ((numbers[12_000], "is-done"), (numbers[12_000], "is-refused")):
        buys.get_by_label("Voucher number", exact=True).fill(number)
        buys.get_by_role("button", name="Redeem", exact=True).click()
        expect(dealer.locator(f".verdict.{shown}").last).to_contain_text("oucher")
    expect(dealer.locator(".verdict.is-refused")).to_contain_text("already been redeemed")
    expect(player(dealer, name)).to_contain_text("170.00")

    desk = at(visitors, hosted, SHIFT, "/desk#players")
    cage = card(desk, "Pay a voucher in cash")
    cage.get_by_label("Voucher number", exact=True).fill(numbers[3_000])
    cage.locator("button[type=submit]").click()
    expect(cage.get_by_role("alert")).to_contain_text(f"30.00 in cash to {name}")
    expect(cage.get_by_role("alert")).to_contain_text("good until")
    confirm(cage)
    said(desk, "Paid out 30.00")
    expect(desk.locator(".verdict.is-done")).not_to_contain_text("Roulette")
    refused = desk.locator(".verdict.is-refused")
    for number, why in ((numbers[3_000], "already been redeemed"), ("0" * 26, "no such voucher")):
        cage.get_by_label("Voucher number", exact=True).fill(number)
        cage.locator("button[type=submit]").click()
        expect(refused.last).to_contain_text(why)
        expect(cage.get_by_role("alert")).to_have_count(0)
    expect(card(desk, "Recent activity")).not_to_contain_text(numbers[3_000])
    card(desk, "Lapse old vouchers").get_by_role("button").click()
    expect(refused.last).to_contain_text("No voucher has expired")


def test_orders_to_a_wheel_are_given_and_on_record(
    visitors: Visitors, hosted: Hosted, wheel: Turning
) -> None:
    page = at(visitors, hosted, DEALER, f"/dealer/{SENSED}")
    hint = page.locator(".wheel-hint")
    expect(hint).to_contain_text("Sensor ready")
    hint.locator("summary").click()
    hint.get_by_role("radio", name="Self-test", exact=True).click()
    hint.get_by_label("Reason", exact=True).fill("Before the first round")
    hint.locator("button[type=submit]").click()
    confirm(hint)
    said(page, "Order to the wheel")
    pit = at(visitors, hosted, SUPERVISOR, "/pit")
    expect(card(pit, "Recent activity")).to_contain_text("Before the first round")
    assert wheel.commands
