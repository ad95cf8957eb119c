"""The player terminal of every book: every kind of wager, settled as the rules say, and the money."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from croupier import books
from tests.browser.browsing import Visitors
from tests.browser.seats import BUY_IN, UNIT, Seat, demonstration, due, money
from tests.server.houses import Hosted


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    folder: Path = tmp_path_factory.mktemp("house")
    with demonstration(folder) as house:
        yield house


@pytest.mark.parametrize("book", books.ids())
def test_every_kind_of_wager_is_placed_and_settled(
    visitors: Visitors, hosted: Hosted, book: str
) -> None:
    seat = Seat(visitors.come(), hosted, book).sit_down()
    seat.open_bets()
    seat.choose(UNIT)
    placed: dict[str, int] = {}
    for wager in seat.one_of_each_kind():
        seat.press(wager.wager)
        placed[wager.wager] = UNIT * getattr(wager, "piece_count", 1)
        staked = sum(placed.values())
        seat.shows(balance=BUY_IN - staked, total=staked)
    assert {each.wager: each.amount for each in seat.view().wagers} == placed
    number = next(n for n in seat.book.pockets if n == "17")
    result = seat.settle(number)
    won, returned = due(book, placed.items(), result)
    seat.shows(balance=BUY_IN - sum(placed.values()) + returned, total=0)
    assert seat.last_win() == (won, returned - won)
    expect(seat.page.locator(".dolly")).to_be_attached()
    expect(seat.page.locator(".stack.is-won").first).to_be_attached()
    seat.page.screenshot(path=f"/tmp/shot-{book}.png")


def test_money(visitors: Visitors, hosted: Hosted) -> None:
    assert money(1) and visitors and hosted
