"""The terminal draws a round of the house's own wheel again, in the visitor's browser."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect

from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.outcome import CallOutcome
from tests.browser.browsing import Visitors
from tests.browser.seats import by_hand, demonstration, seated
from tests.server.houses import STAFF, Hosted, closing

TABLE = "fast-action-2020"
HOLDS = (
    "Commitment: as committed",
    "What this page was shown before the draw: as committed",
    "Winning number: as committed",
    "Bonus Numbers: as committed",
)


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    with demonstration(tmp_path, [msgspec.structs.replace(by_hand(TABLE), wheel="own")]) as house:
        house.run(house.staffed(*STAFF))
        yield house


def test_the_page_draws_the_round_again_with_what_it_was_shown_in_time(
    visitors: Visitors, hosted: Hosted
) -> None:
    seat = seated(visitors.come(), hosted, TABLE)
    seat.open_bets()
    place = PlaceWager(wager="straight:17", amount=500)
    hosted.run(hosted.must(TABLE, place, by=Actor(seat.name)))
    expect(seat.stack("straight:17")).to_have_count(1)
    hosted.run(hosted.must(TABLE, *closing(TABLE)))
    undo = seat.page.get_by_role("button", name="Take back Straight Up 17", exact=True)
    expect(undo).to_be_disabled()
    hosted.run(hosted.must(TABLE, CallOutcome()))
    hosted.run(hosted.house.running.idle())
    ended = hosted.house.floor.tables[TABLE].state.past[1]
    assert ended.revealed is not None
    seat.page.get_by_role("button", name="My rounds", exact=True).click()
    seat.page.get_by_role("dialog").locator(".list-main").first.click()
    proof = seat.page.locator(".proof")
    expect(proof.get_by_role("listitem")).to_have_count(len(HOLDS))
    for line in HOLDS:
        expect(proof).to_contain_text(line)
    expect(proof).to_contain_text(ended.seed or "")
    expect(proof).to_contain_text(ended.revealed)
