"""The player terminal of every book: each kind of wager, settled by the rules, and the money."""

import re
from math import hypot

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from croupier import books
from croupier.house.limits import SetLimits
from croupier.protocol.requests import WagerShown
from croupier.round.opening import LimitsTaken, RangeTaken
from tests.browser.axe import violations
from tests.browser.browsing import Language, Size, Visitors, box
from tests.browser.seats import BUY_IN, MAX, MIN, UNIT, Seat, due, money, seated
from tests.duties import presses
from tests.server.houses import MANAGER, Hosted

CALLS = {"racetrack-2012", "edz-2020"}
"""The books with a racetrack."""
HELD_MS = 600
"""Longer than a press may last that places something."""


class Held:
    """What a page says to the house, kept back for as long as the test wants."""

    def __init__(self, page: Page) -> None:
        self.on = False
        self._kept: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket(re.compile("/socket"), self._routed)

    def _routed(self, socket: WebSocketRoute) -> None:
        house = socket.connect_to_server()

        def said(message: str | bytes) -> None:
            if self.on:
                self._kept.append((house, message))
            else:
                house.send(message)

        socket.on_message(said)

    def release(self) -> None:
        self.on = False
        for house, message in self._kept:
            house.send(message)


@pytest.mark.parametrize("book", books.ids())
def test_every_kind_of_wager_is_placed_and_settled(
    visitors: Visitors, hosted: Hosted, book: str
) -> None:
    seat = Seat(visitors.come(), hosted, book).sit_down()
    seat.open_bets()
    seat.choose(UNIT)
    placed: dict[str, int] = {}
    wagers = seat.one_of_each_kind()
    assert (book in CALLS) == any(isinstance(each, WagerShown) for each in wagers)
    for wager in wagers:
        seat.press(wager.wager)
        pieces = wager.piece_count if isinstance(wager, WagerShown) else 1
        placed[wager.wager] = UNIT * pieces
        staked = sum(placed.values())
        seat.shows(balance=BUY_IN - staked, total=staked)
    assert {each.wager: each.amount for each in seat.view().wagers} == placed
    expect(seat.page.locator(".wagers li b")).to_have_text([*map(money, placed.values())])
    result = seat.settle("17")
    won, returned = due(book, placed.items(), result.outcome, result.bonus_numbers)
    seat.shows(balance=BUY_IN - sum(placed.values()) + returned, total=0)
    assert seat.last_win() == (won, returned - won)
    net = returned - sum(placed.values())
    moment = seat.page.locator(".moment")
    expect(moment.locator(".won")).to_have_count(int(net > 0))
    expect(moment.locator(".net")).to_contain_text(f"Net +{money(net)}" if net > 0 else "Net")
    all_staked = money(sum(placed.values()))
    expect(moment.locator("small")).to_have_text(f"Staked {all_staked}, returned {money(returned)}")
    expect(seat.page.locator(".felt :is(.dolly, .won-cell)")).to_have_count(1)
    expect(seat.page.locator(".stack.is-won").first).to_be_attached()
    expect(seat.page.locator(".stack.is-lost").first).to_be_attached()


def test_a_chip_pends_until_the_house_has_it(visitors: Visitors, hosted: Hosted) -> None:
    page = visitors.come()
    held = Held(page)
    seat = Seat(page, hosted, "sands-2019").sit_down()
    seat.open_bets()
    seat.choose(UNIT)
    held.on = True
    seat.press("red")
    expect(seat.stack("red")).to_have_class(re.compile("is-pending"))
    expect(page.get_by_text(f"+ {money(UNIT)} pending", exact=True)).to_be_visible()
    assert page.locator(".figures > div").nth(1).locator("dd").inner_text().startswith("0.00")
    assert seat.view().wagers == ()
    held.release()
    expect(seat.stack("red")).to_have_class(re.compile("is-lies"))
    seat.shows(balance=BUY_IN - UNIT, total=UNIT)
    seat.settle("2")
    seat.shows(balance=BUY_IN - UNIT)


@presses("undo-wager", "table", "Undo")
@presses("clear-wagers", "table", "Clear")
@presses("double-wagers", "table", "Double")
@presses("rebet", "table", "Rebet")
@presses("place-wagers", "table", "Lucky seven 1 wagers, 10.00")
@presses("place-wager", "table", "the felt")
@presses("withdraw-wager", "table", "Take back Straight Up 7")
def test_undo_clear_double_rebet_and_favourites(visitors: Visitors, hosted: Hosted) -> None:
    seat = Seat(visitors.come(), hosted, "racetrack-2012").sit_down()
    page = seat.page
    seat.open_bets()
    seat.choose(500)
    seat.press("straight:7")
    seat.press("tiers")
    seat.shows(total=3500)
    seat.action("Undo").click()
    seat.shows(total=500)
    seat.press("black")
    seat.press("black")
    seat.shows(total=1500)
    seat.action("Double").click()
    seat.shows(balance=BUY_IN - 3000, total=3000)
    page.mouse.click(*seat.point("black"), button="right")
    seat.shows(total=1000)
    page.get_by_role("button", name="Favourites", exact=True).click()
    page.get_by_label("Name of the pattern", exact=True).fill("Lucky seven")
    page.get_by_role("button", name="Save these bets", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("^Lucky seven"))).to_contain_text(
        "1 wagers, 10.00"
    )
    page.keyboard.press("Escape")
    seat.action("Clear").click()
    seat.shows(balance=BUY_IN, total=0)
    page.get_by_role("button", name="Favourites", exact=True).click()
    page.get_by_role("button", name=re.compile("^Lucky seven")).click()
    seat.shows(balance=BUY_IN - 1000, total=1000)
    seat.settle("7")
    seat.shows(balance=BUY_IN + 35_000, total=0)
    expect(seat.action("Rebet")).to_be_disabled()
    seat.open_bets()
    seat.action("Rebet").click()
    seat.shows(total=1000)
    assert [(w.wager, w.amount) for w in seat.view().wagers] == [("straight:7", 1000)]
    page.get_by_role("button", name="Take back Straight Up 7", exact=True).click()
    seat.shows(balance=BUY_IN + 36_000 - 1000, total=0)
    seat.settle("0")


@presses("buy-in", "table", "Buy in")
@presses("cash-out", "table", "Get the voucher for 300.00")
@presses("redeem-voucher", "table", "Redeem")
def test_a_voucher_is_paid_out_and_redeemed(visitors: Visitors, hosted: Hosted) -> None:
    seat = Seat(visitors.come(), hosted, "edz-2020").sit_down()
    page = seat.page
    page.get_by_role("button", name="Cashier", exact=True).click()
    cashier = page.get_by_role("dialog", name="Cashier", exact=True)
    cashier.get_by_role("button", name="500.00", exact=True).click()
    cashier.get_by_role("button", name="Buy in", exact=True).click()
    seat.shows(balance=BUY_IN + 50_000)
    amount = cashier.locator("form").nth(1).get_by_label("Amount", exact=True)
    amount.fill("9000")
    expect(cashier.get_by_role("button", name="Cash out", exact=True)).to_be_disabled()
    expect(cashier.get_by_role("alert")).to_have_text("You have 700.00.")
    amount.fill("300")
    cashier.get_by_role("button", name="Cash out", exact=True).click()
    expect(cashier).to_contain_text("get a voucher for 300.00. 400.00 stays at the table.")
    seat.shows(balance=BUY_IN + 50_000)
    cashier.get_by_role("button", name="Get the voucher for 300.00", exact=True).click()
    seat.shows(balance=40_000)
    voucher = cashier.locator(".voucher")
    expect(voucher.locator("b")).to_have_text("300.00")
    number = seat.view().vouchers[0].voucher
    groups = [number[at : at + 4] for at in range(0, len(number), 4)]
    expect(voucher.locator("code span")).to_have_text(groups)
    picture = voucher.get_by_role("img", name="QR code of the voucher", exact=True)
    assert picture.evaluate("(each) => each.decode().then(() => each.naturalWidth)") > 0
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    voucher.get_by_role("button", name="Copy number", exact=True).click()
    expect(voucher.get_by_role("button", name="Copied", exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == number
    cashier.get_by_label("Voucher number", exact=True).fill(number)
    cashier.locator("form").last.get_by_role("button", name="Redeem", exact=True).click()
    seat.shows(balance=BUY_IN + 50_000)
    expect(voucher).to_have_count(0)
    cashier.get_by_label("Voucher number", exact=True).fill(number)
    cashier.locator("form").last.get_by_role("button", name="Redeem", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("already been redeemed")
    seat.shows(balance=BUY_IN + 50_000)


def test_fingers_on_a_phone(visitors: Visitors, hosted: Hosted) -> None:
    seat = Seat(visitors.come("phone"), hosted, "edz-2020").sit_down()
    page = seat.page
    seat.open_bets()
    seat.choose(UNIT)
    placed = dict.fromkeys(("split:8/11", "corner:1/2/4/5", "red", "split:0/00"), UNIT)
    for wager in placed:
        seat.tap(wager)
    seat.shows(total=400)
    x, y = seat.point("street:13/14/15")
    touch = page.context.new_cdp_session(page)
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    tip = page.get_by_role("tooltip")
    expect(tip).to_contain_text("13 · 14 · 15")
    expect(tip).to_contain_text("11 to 1")
    expect(tip).to_contain_text("1.00 to 1,000.00")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(tip).to_have_count(0)
    page.locator(".actions").get_by_role("button", name="Racetrack", exact=True).tap()
    seat.tap("finales:3")
    seat.shows(total=800)
    page.locator(".actions").get_by_role("button", name="Felt", exact=True).tap()
    placed["finales:3"] = 400
    assert {each.wager: each.amount for each in seat.view().wagers} == placed
    won, returned = due("edz-2020", placed.items(), seat.settle("3").outcome)
    seat.shows(balance=BUY_IN - 800 + returned, total=0)
    assert seat.last_win() == (won, returned - won)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_held_press_only_looks_and_takes_back(
    visitors: Visitors, hosted: Hosted, language: Language
) -> None:
    seat = seated(visitors.come("phone", language), hosted, "edz-2020")
    page = seat.page
    touch = page.context.new_cdp_session(page)
    tip = page.locator(".tip")

    def hold(wager: str) -> None:
        x, y = seat.point(wager)
        points = [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
        expect(tip).to_be_visible()
        page.wait_for_timeout(HELD_MS)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    seat.open_bets()
    for wager in ("straight:17", "red"):
        seat.tap(wager)
    seat.shows(total=1000)
    page.locator(".actions button").last.tap()
    for wager in ("neighbours:17", "finales:3"):
        hold(wager)
        expect(tip).to_have_count(0)
    seat.tap("finales:3")
    seat.shows(total=3000)
    assert {each.wager for each in seat.view().wagers} == {"straight:17", "red", "finales:3"}
    hold("finales:3")
    expect(tip.get_by_role("button")).to_be_visible()
    seat.tap("finales:4")
    expect(tip).to_have_count(0)
    hold("finales:3")
    tip.get_by_role("button").tap()
    expect(tip).to_have_count(0)
    page.locator(".actions button").last.tap()
    hold("straight:17")
    back = tip.get_by_role("button")
    expect(back).to_have_text("Take back Straight Up 17" if language == "en" else "取回 直注 17")
    assert box(back.bounding_box())["h"] >= 44
    assert violations(page, "held") == []
    back.tap()
    expect(tip).to_have_count(0)
    seat.shows(total=2500)
    assert {each.wager for each in seat.view().wagers} == {"red", "finales:4"}
    hold("red")
    expect(back).to_be_visible()
    seat.close_bets()
    expect(tip).to_have_count(0)
    seat.call("0")


@pytest.mark.parametrize("size", ["kiosk", "phone"])
def test_a_number_that_came_has_a_bar(visitors: Visitors, hosted: Hosted, size: Size) -> None:
    seat = Seat(visitors.come(size), hosted, "sands-2017").sit_down()
    seat.open_bets()
    seat.settle("17")
    page = seat.page
    if size == "phone":
        page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("button", name="Numbers", exact=True).click()
    came = page.locator(".bars li").filter(has_text=re.compile("^17"))
    assert box(came.locator("rect").bounding_box())["h"] > 5
    expect(page.get_by_text(re.compile(r"^Called off after .*: \d+ of [1-9]"))).to_be_visible()


def test_a_player_of_bonus_numbers_sees_them_lit(visitors: Visitors, hosted: Hosted) -> None:
    seat = Seat(visitors.come(), hosted, "fast-action-2020").sit_down()
    seat.open_bets()
    seat.choose(UNIT)
    seat.press("bonus-win")
    seat.shows(total=UNIT)
    assert seat.page.locator(".number.is-bonus, .number.is-super").count() == 0
    seat.close_bets()
    lit = seat.page.locator(".number.is-bonus, .number.is-super")
    expect(lit).to_have_count(10)
    drawn = {each.get_attribute("data-number") for each in lit.all()}
    number = min(drawn - {None}, key=str)
    assert number is not None
    result = seat.call(number)
    assert drawn == set(result.bonus_numbers or ())
    seat.shows(balance=BUY_IN + 2 * UNIT, total=0)


def test_the_number_of_a_void_round_is_not_shown_as_one(visitors: Visitors, hosted: Hosted) -> None:
    seat = Seat(visitors.come(), hosted, "sands-2017").sit_down()
    seat.open_bets()
    seat.press("black")
    seat.shows(total=500)
    seat.void()
    expect(seat.page.locator(".moment")).to_contain_text("Your bets of 5.00 are returned in full")
    seat.shows(balance=BUY_IN, total=0)


def test_ways_to_the_odds_and_to_ones_own_rounds(visitors: Visitors, hosted: Hosted) -> None:
    """Beside the seat, in a window of their own: the terminal stays as it is."""
    page = visitors.come()
    page.goto("/")
    for book in books.ids():
        card = page.locator(".table-card", has=page.locator(f'a[href="/table/{book}"]'))
        card.locator(".card-odds").click()
        page.wait_for_url(f"**/odds/{book}")
        expect(page.locator(".felt")).to_be_visible()
        page.go_back()
    seat = Seat(page, hosted, "racetrack-2012").sit_down()
    seat.open_bets()
    seat.choose(UNIT)
    seat.press("black")
    seat.shows(total=UNIT)
    seat.settle("17")
    page.get_by_role("button", name="Rules", exact=True).click()
    with page.expect_popup() as odds:
        page.get_by_role("link", name="Odds of every wager", exact=True).click()
    odds.value.wait_for_url("**/odds/racetrack-2012")
    expect(odds.value.locator(".felt")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="My rounds", exact=True).click()
    with page.expect_popup() as recalled:
        page.get_by_role("link", name=re.compile("^Recall")).first.click()
    recalled.value.wait_for_url("**/recall/racetrack-2012/*?as=player")
    expect(recalled.value.locator(".felt")).to_be_visible()
    expect(recalled.value.locator("main")).to_contain_text(money(UNIT))
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_sheet_gives_the_focus_back_and_says_what_the_house_says(
    visitors: Visitors, hosted: Hosted
) -> None:
    page = Seat(visitors.come(), hosted, "sands-2017").sit_down().page
    for name in ("Rules", "My rounds", "Cashier"):
        opener = page.get_by_role("button", name=name, exact=True)
        opener.press("Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(opener).to_be_focused()
    page.get_by_role("button", name="Cashier", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Voucher number", exact=True).fill("no such voucher")
    dialog.get_by_role("button", name="Redeem", exact=True).click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(1)
    dialog.get_by_role("button", name="Close", exact=True).click()
    expect(page.get_by_role("button", name="Cashier", exact=True)).to_be_focused()


def test_a_round_again_speaks_of_its_own_chips(visitors: Visitors, hosted: Hosted) -> None:
    visitors.may_refuse = True  # a wheel of wood has no proof
    seat = Seat(visitors.come(), hosted, "sands-2017").sit_down()
    page = seat.page
    seat.open_bets()
    seat.press("straight:17")
    seat.shows(total=500)
    seat.settle("17")
    chip = box(seat.stack("straight:17").bounding_box())
    dolly = box(page.locator(".felt .dolly path").bounding_box())
    right = dolly["x"] + dolly["w"] / 2 - chip["x"] - chip["w"] / 2
    down = dolly["y"] + dolly["h"] / 2 - chip["y"] - chip["h"] / 2
    assert hypot(right, down) > chip["w"] / 2, "beside the chip that won"
    seat.open_bets()
    seat.press("red")
    seat.shows(total=500)
    page.get_by_role("button", name="My rounds", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.locator(".list-main").first.click()
    expect(dialog.locator(".felt")).to_be_visible()
    yours = re.compile("your bet 5.00")
    expect(dialog.locator('[data-wager="straight:17"]')).to_have_attribute("aria-label", yours)
    expect(dialog.locator('[data-wager="red"]')).not_to_have_attribute("aria-label", yours)
    page.keyboard.press("Escape")
    seat.settle("0")


def test_kinds_with_limits_of_their_own_are_told(visitors: Visitors, hosted: Hosted) -> None:
    table = "sands-2019"
    seat = Seat(visitors.come(), hosted, table).sit_down()
    told = seat.page.locator(".round-no")
    own = LimitsTaken(RangeTaken(MIN, MAX), {"straight": RangeTaken(MIN, 20_000)})
    hosted.run(hosted.must(table, SetLimits(limits=own), by=MANAGER))
    seat.open_bets()
    expect(told).to_contain_text("1.00 to 1,000.00 · Straight Up 1.00 to 200.00")
    seat.settle("0")
    back = LimitsTaken(RangeTaken(MIN, MAX))
    hosted.run(hosted.must(table, SetLimits(limits=back), by=MANAGER))


def test_what_pends_moves_nothing_on_a_phone(visitors: Visitors, hosted: Hosted) -> None:
    page = visitors.come("phone")
    held = Held(page)
    seat = Seat(page, hosted, "sands-2019").sit_down()
    seat.open_bets()
    before = page.locator(".chip-rail").bounding_box()
    held.on = True
    seat.tap("red")
    expect(page.get_by_text("+ 5.00 pending", exact=True)).to_be_visible()
    assert page.locator(".chip-rail").bounding_box() == before
    held.release()
    seat.shows(total=500)
    seat.settle("0")
