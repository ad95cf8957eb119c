"""One browser for a module's tests: while it is up, its own loop holds the main thread."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browsing import WAIT_MS, Visitors, chromium
from tests.browser.pressing import require
from tests.server.houses import Hosted


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=WAIT_MS)
    with chromium() as found:
        yield found


@pytest.fixture
def visitors(
    browser: Browser, hosted: Hosted, request: pytest.FixtureRequest
) -> Iterator[Visitors]:
    """People who look at the pages of the module's house."""
    someone = Visitors(browser, hosted.address)
    yield someone
    someone.leave()
    require(request.node, someone.sent)
