"""A late press leaves the terminal and is on record; what shows the number and a chip's value."""

import msgspec
import pytest
from playwright.sync_api import expect

from croupier import books
from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.round.base import ActionRefused
from croupier.round.opening import OpenBets
from croupier.round.spin import SpinBall
from croupier.table.core import table_stream
from tests.browser.browsing import Visitors
from tests.browser.seats import UNIT, Seat, seated
from tests.browser.working import ADA, at, step
from tests.duties import presses, shows
from tests.server.houses import DEALER, Hosted

LATE = {
    "racetrack-2012": ("5.11", "5.12"),
    "sands-2017": ("5.11", "5.12"),
    "sands-2019": ("5.13", "5.14"),
    "edz-2020": ("5.12", "5.11"),
    "fast-action-2020": ("5.14", "5.15"),
}
"""By book the clauses of a late wager and of a late withdrawal."""


def refused(seat: Seat) -> list[tuple[str, str, str | None]]:
    """What was refused to this visitor, as the record has it: what was asked, code, clause."""
    seat.hosted.run(seat.hosted.house.running.idle())
    bodies = [
        msgspec.json.decode(one.body)
        for one in seat.hosted.entries(table_stream(seat.table))
        if one.name == ActionRefused.name
    ]
    mine = [body for body in bodies if body["by"]["name"] == seat.name]
    return [(body["asked"], body["code"], body.get("clause")) for body in mine]


@pytest.mark.parametrize("table", books.ids())
def test_a_late_press_is_refused_by_the_house_and_on_record(
    visitors: Visitors, hosted: Hosted, table: str
) -> None:
    placed, withdrawn = LATE[table]
    seat = seated(visitors.come(), hosted, table)
    seat.open_bets()
    seat.choose(UNIT)
    seat.press("straight:17")
    seat.shows(total=UNIT)
    seat.close_bets()
    expect(seat.page.locator(".felt-room.is-dim")).to_be_attached()
    notice = seat.page.locator(".notice")
    seat.press("straight:8")
    expect(notice).to_contain_text(f"straight:8 was not accepted. clause {placed}")
    assert refused(seat) == [("place-wager", "late/placed", placed)]
    seat.action("Undo").click(force=True)  # it looks shut
    expect(notice).to_contain_text(f"stays in play. clause {withdrawn}")
    row = seat.page.get_by_role("list", name="Your wagers", exact=True).get_by_role("listitem")
    row.get_by_role("button").click(force=True)
    expect(notice).to_contain_text(f"clause {withdrawn}")
    seat.page.wait_for_function("document.querySelectorAll('.stack').length === 1")
    late = [
        ("place-wager", "late/placed", placed),
        ("undo-wager", "late/withdrawn", withdrawn),
        ("withdraw-wager", "late/withdrawn", withdrawn),
    ]
    assert refused(seat) == late, "one for each press"
    seat.shows(total=UNIT)
    seat.call("9")
    expect(seat.page.locator(".moment .called")).to_have_text("9")
    seat.press("straight:8")
    seat.page.wait_for_timeout(300)
    assert refused(seat) == late, "between rounds nothing is late"


def test_a_key_that_is_held_down_is_one_press(visitors: Visitors, hosted: Hosted) -> None:
    seat = seated(visitors.come(), hosted, "sands-2019")
    seat.open_bets()
    seat.close_bets()
    expect(seat.page.locator(".felt-room.is-dim")).to_be_attached()
    seat.page.locator(".felt [tabindex='0']").focus()
    for _ in range(5):
        seat.page.keyboard.down("Enter")
    seat.page.keyboard.up("Enter")
    expect(seat.page.locator(".notice")).to_contain_text("clause 5.13")
    assert len(refused(seat)) == 1
    seat.call("9")


@shows("racetrack-2012 sands-2019 fast-action-2020", "3.8", "table", "the dolly on the number")
@shows("sands-2017", "3.7", "table", "the dolly on the number")
@shows("edz-2020", "3.8", "table", "the number highlighted")
@pytest.mark.parametrize("table", books.ids())
def test_a_dolly_or_a_highlight_shows_the_number_as_the_book_has_it(
    visitors: Visitors, hosted: Hosted, table: str
) -> None:
    """3.8 / 3.7: at live tables a dolly stands on the number; EDZ's terminals highlight it."""
    seat = seated(visitors.come(), hosted, table)
    dealer = at(visitors, hosted, DEALER, f"/dealer/{table}")
    seat.open_bets()
    seat.settle("17")
    expect(dealer.get_by_role("region", name="Pay", exact=True)).to_be_visible()
    is_dolly = table != "edz-2020"
    expect(seat.page.locator(".felt .dolly")).to_have_count(int(is_dolly))
    expect(seat.page.locator(".felt .won-cell")).to_have_count(int(not is_dolly))
    expect(dealer.locator(".felt .dolly-ring")).to_have_count(int(is_dolly))
    expect(dealer.locator(".felt .won-cell")).to_have_count(int(not is_dolly))


@shows("sands-2019", "1.1.1", "table", "the marker of one's colour chips")
@shows("fast-action-2020", "1.1.3", "table", "the marker of one's colour chips")
@pytest.mark.parametrize(
    "table", ["racetrack-2012", "sands-2017", "sands-2019", "fast-action-2020"]
)
def test_a_marker_shows_the_value_of_colour_chips_where_the_book_has_one(
    visitors: Visitors, hosted: Hosted, table: str
) -> None:
    """Above the minimum, and only by the two books that speak of it (reading 23)."""
    seat = seated(visitors.come(), hosted, table)
    dealer = at(visitors, hosted, DEALER, f"/dealer/{table}")
    marker = seat.page.locator(".figures .marker")
    row = dealer.locator(".player-row").filter(has_text=seat.name)
    has_marker = table in ("sands-2019", "fast-action-2020")
    for value, shown in ((100, False), (2500, has_marker)):
        out = CashOut(player=seat.name)
        terms = {"chips": "colour-chips", "value": value, "colour": "blue"}
        buy = BuyIn(player=seat.name, amount=10_000, **terms)  # type: ignore[arg-type]
        hosted.run(hosted.must(table, out, buy))
        expect(row).to_contain_text(f"chips of {value / 100:.2f}")
        expect(marker).to_have_count(int(shown))
        if shown:
            expect(marker).to_have_text("Marker: one colour chip is 25.00")
            expect(row).to_contain_text("· marker")
        else:
            expect(row).not_to_contain_text("marker")
    hosted.run(hosted.must(table, LeaveSeat(player=seat.name)))


@presses("report-spin", "dealer", "Report")
def test_a_report_that_voids_is_read_back_first(visitors: Visitors, hosted: Hosted) -> None:
    """5.3: three revolutions are too few; one press must not end the round."""
    table = "sands-2017"
    hosted.run(hosted.must(table, TakeSeat(player=ADA.name), OpenBets(), SpinBall()))
    page = at(visitors, hosted, DEALER, f"/dealer/{table}")
    step(page, "Spin report")
    sheet = page.get_by_role("dialog", name="Spin report", exact=True)
    sheet.get_by_role("radio", name="4", exact=True).click()
    sheet.get_by_role("button", name="Report", exact=True).click()
    expect(sheet.get_by_role("alert").locator("p")).to_have_text(
        "4 revolutions. Nothing here voids the round."
    )
    sheet.get_by_role("radio", name="3", exact=True).click()
    expect(sheet.get_by_role("alert")).to_have_count(0)
    sheet.get_by_role("button", name="Report", exact=True).click()
    expect(sheet.get_by_role("alert").locator("p")).to_have_text(
        "3 revolutions. This voids the round by clause 5.3."
    )
    hosted.run(hosted.house.running.idle())
    assert hosted.house.floor.tables[table].state.round is not None, "read, and nothing done yet"
    sheet.get_by_role("button", name="Confirm", exact=True).click()
    expect(sheet).to_have_count(0)
    state = hosted.house.floor.tables[table].state
    assert state.past[state.round_number].ended_by == "5.3"
    hosted.run(hosted.must(table, LeaveSeat(player=ADA.name)))
