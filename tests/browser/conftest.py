"""One browser for a module's tests: while it is up, its own loop holds the main thread."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.round.void import VoidRound
from tests.browser.browsing import WAIT_MS, Visitors, chromium
from tests.browser.pressing import require
from tests.browser.seats import demonstration
from tests.browser.working import ADA, PURSE
from tests.server.houses import MANAGER, STAFF, Hosted


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=WAIT_MS)
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A demonstration with its staff; a module that needs another house has its own."""
    with demonstration(tmp_path_factory.mktemp("house")) as house:
        house.run(house.staffed(*STAFF))
        yield house


@pytest.fixture
def ada(hosted: Hosted, request: pytest.FixtureRequest) -> Iterator[str]:
    """The table of the test, with ada at it and no round in play; she leaves with the test."""
    table: str = getattr(request, "param", "sands-2019")
    seat, buy = TakeSeat(player=ADA.name), BuyIn(player=ADA.name, amount=PURSE)
    hosted.run(hosted.must(table, seat, buy))
    yield table
    if hosted.house.floor.tables[table].state.round is not None:
        void = VoidRound(clause="5.10", reason="the test is over")
        hosted.run(hosted.must(table, void, by=MANAGER))
    hosted.run(hosted.must(table, CashOut(player=ADA.name), LeaveSeat(player=ADA.name)))


@pytest.fixture
def visitors(
    browser: Browser, hosted: Hosted, request: pytest.FixtureRequest
) -> Iterator[Visitors]:
    """People who look at the pages of the module's house."""
    someone = Visitors(browser, hosted.address)
    yield someone
    someone.leave()
    require(request.node, someone.sent)
