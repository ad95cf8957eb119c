"""The link to the house is lost under an open page, or the house itself: nothing accepted is."""

import asyncio
import re
import threading
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier import books
from croupier.server.config.settings import Listen
from tests.browser.browsing import Visitors
from tests.browser.lines import Line
from tests.browser.seats import BUY_IN, Seat, by_hand, demonstration, due, money, seated
from tests.ports import free_port
from tests.server.houses import TIMEOUT_S, Hosted
from tests.server.processes import AT_ONCE, STAYS_OPEN, HouseProcess, dealt_by_itself

TABLE = "sands-2019"
LOST = re.compile("Connection lost")


@pytest.fixture(scope="module")
def line() -> Line:
    return Line()


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory, line: Line) -> Iterator[Hosted]:
    """A house that is reached by the line alone."""
    folder, port = tmp_path_factory.mktemp("house"), free_port()
    terms = {"origins": (line.address,), "listen": Listen(port=port)}
    with demonstration(folder, [by_hand(TABLE)], **terms) as house:
        house.run(line.open(port))
        yield house
        house.run(line.close())


@pytest.fixture
def seat(visitors: Visitors, hosted: Hosted) -> Iterator[Seat]:
    """A visitor with an accepted chip on red, whose page must never load anew."""
    visitors.may_break = True
    page = visitors.come()
    seat = seated(page, hosted, TABLE)
    page.evaluate("window.sameAsBefore = true")
    seat.open_bets()
    seat.press("red")
    seat.shows(balance=BUY_IN - 500, total=500)
    yield seat
    assert page.evaluate("window.sameAsBefore")
    seat.settle("0")


def is_lost(page: Page) -> None:
    """The page says so, and nobody can bet."""
    expect(page.get_by_role("alert").filter(has_text=LOST)).to_be_visible()
    expect(page.locator("[aria-live]")).to_have_text(LOST)
    expect(page.locator(".state.is-open")).to_have_count(0)
    for button in page.locator(".actions button").all():
        expect(button).to_be_disabled()


def is_back(page: Page) -> None:
    expect(page.locator(".state.is-open")).to_be_attached()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_cut_line_stops_betting_and_mends_by_itself(
    seat: Seat, hosted: Hosted, line: Line
) -> None:
    hosted.run(line.cut())
    is_lost(seat.page)
    seat.press("black")
    assert seat.stack("black").count() == 0
    expect(seat.stack("red")).to_have_class(re.compile("is-lies"))
    hosted.run(line.mend())
    is_back(seat.page)
    seat.shows(balance=BUY_IN - 500, total=500)
    seat.press("black")
    seat.shows(balance=BUY_IN - 1000, total=1000)


def test_no_money_moves_over_a_lost_line(seat: Seat, hosted: Hosted, line: Line) -> None:
    page = seat.page
    page.get_by_role("button", name="Cashier", exact=True).click()
    dialog = page.get_by_role("dialog")
    for name in ("Buy in", "Cash out"):
        expect(dialog.get_by_role("button", name=name, exact=True)).to_be_enabled()
    hosted.run(line.cut())
    expect(dialog.get_by_role("alert").filter(has_text=LOST)).to_be_visible()
    expect(page.locator(".announced")).to_have_text(LOST)
    for name in ("Buy in", "Cash out", "Redeem"):
        expect(dialog.get_by_role("button", name=name, exact=True)).to_be_disabled()
    hosted.run(line.mend())
    is_back(page)
    expect(dialog.get_by_role("button", name="Buy in", exact=True)).to_be_enabled()
    page.keyboard.press("Escape")


def test_a_browser_that_goes_offline_says_so_at_once(seat: Seat) -> None:
    seat.page.context.set_offline(True)
    is_lost(seat.page)
    seat.page.context.set_offline(False)
    is_back(seat.page)
    seat.shows(balance=BUY_IN - 500, total=500)


def test_a_chip_that_did_not_arrive_before_the_close_is_gone(
    seat: Seat, hosted: Hosted, line: Line
) -> None:
    hosted.run(line.go_dead())
    seat.press("black")
    expect(seat.stack("black")).to_have_class(re.compile("is-pending"))
    seat.close_bets()
    # The house still gets through: what it did not take before the close is off the felt.
    expect(seat.stack("black")).to_have_count(0)
    hosted.run(line.cut())
    is_lost(seat.page)
    hosted.run(line.mend())
    expect(seat.page.get_by_role("alert")).to_have_text(re.compile("it was not placed"))
    seat.shows(balance=BUY_IN - 500, total=500)
    seat.call("0")
    seat.shows(balance=BUY_IN - 500, total=0)
    seat.open_bets()


def test_a_chip_that_did_not_arrive_is_sent_again_into_its_own_round(
    seat: Seat, hosted: Hosted, line: Line
) -> None:
    hosted.run(line.go_dead())
    seat.press("black")
    expect(seat.stack("black")).to_have_class(re.compile("is-pending"))
    hosted.run(line.cut())
    is_lost(seat.page)
    hosted.run(line.mend())
    is_back(seat.page)
    expect(seat.stack("black")).to_have_class(re.compile("is-lies"))
    seat.shows(balance=BUY_IN - 1000, total=1000)
    assert [(each.wager, each.amount) for each in seat.view().wagers] == [
        ("red", 500),
        ("black", 500),
    ]


def test_a_line_that_is_dead_without_a_word_is_found_out(
    seat: Seat, hosted: Hosted, line: Line
) -> None:
    hosted.run(line.go_dead())
    seat.press("black")
    is_lost(seat.page)
    hosted.run(line.cut())
    hosted.run(line.mend())
    is_back(seat.page)
    seat.shows(balance=BUY_IN - 1000, total=1000)


# The house itself


class Serving:
    """A house process that a blocking test starts and kills."""

    def __init__(self, folder: Path, times: dict[str, float]) -> None:
        self.house = HouseProcess(folder, self.tables(times), demonstration=True)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()

    @staticmethod
    def tables(times: dict[str, float]) -> list[Any]:
        return [dealt_by_itself(book, times) for book in books.ids()]

    def run(self, work: Coroutine[Any, Any, object]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(3 * TIMEOUT_S)

    def end(self) -> None:
        self.run(self.house.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    found = Serving(tmp_path, {**STAYS_OPEN, "pause": AT_ONCE})
    try:
        found.run(found.house.start())
        yield found
    finally:
        found.end()


def test_a_killed_house_comes_back_under_an_open_page(browser: Browser, serving: Serving) -> None:
    """Where the book lets play go on the wagers lie as before; where it voids, stakes are back."""
    visitors = Visitors(browser, serving.house.address, may_break=True)
    goes_on, voids = visitors.come(), visitors.come()
    for page, table in ((goes_on, TABLE), (voids, "edz-2020")):
        page.goto(f"/table/{table}#sit")
        expect(page.locator(".state.is-open")).to_be_attached()
        expect(page.locator(".figures dd").first).to_have_text("200.00")
        page.evaluate("window.sameAsBefore = true")
        page.locator('[data-wager="red"]').click()
        page.locator('[data-wager="straight:17"]').click()
        expect(page.locator(".figures dd").nth(1)).to_have_text("10.00")
    serving.run(serving.house.kill())
    for page in (goes_on, voids):
        is_lost(page)
    serving.house.write(serving.tables({**STAYS_OPEN, "pause": AT_ONCE}))
    serving.run(serving.house.start())
    is_back(goes_on)
    expect(goes_on.locator(".figures dd").nth(0)).to_have_text("190.00")
    expect(goes_on.locator(".figures dd").nth(1)).to_have_text("10.00")
    expect(goes_on.locator(".stack.is-lies")).to_have_count(2)
    is_back(voids)
    expect(voids.locator(".figures dd").nth(0)).to_have_text("200.00")
    expect(voids.locator(".figures dd").nth(1)).to_have_text("0.00")
    expect(voids.locator(".stack")).to_have_count(0)
    # Killed once more, and this time the house lets bets close: the wagers are settled.
    serving.run(serving.house.kill())
    is_lost(goes_on)
    quick = {"countdown": AT_ONCE, "spinning": AT_ONCE, "running": AT_ONCE, "reading": AT_ONCE}
    serving.house.write(serving.tables({**quick, "pause": 3600}))
    serving.run(serving.house.start())
    called = goes_on.locator(".moment .called")
    expect(called).to_be_visible()
    number = called.inner_text()
    bets = [("red", 500), ("straight:17", 500)]
    _, returned = due(TABLE, bets, number)
    expect(goes_on.locator(".figures dd").nth(1)).to_have_text("0.00")
    expect(goes_on.locator(".figures dd").nth(0)).to_have_text(money(19_000 + returned))
    if returned > 1000:
        expect(goes_on.locator(".moment .won")).to_be_visible()
    for page in (goes_on, voids):
        assert page.evaluate("window.sameAsBefore")
    visitors.leave()
