"""What people are shown is the settlement's: the pages add nothing to it and know no rule."""

import re
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import expect

from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.ruling import RuleOnWager
from croupier.round.spin import ReportRest
from croupier.server.config.settings import Span, TableLimits
from tests.browser.browsing import Visitors
from tests.browser.seats import Seat, by_hand, demonstration, seated
from tests.browser.working import ADA, at
from tests.duties import shows
from tests.server.houses import DEALER, STAFF, SUPERVISOR, Hosted, closing

TABLE = "sands-2019"
UNDER = {TABLE: "5.15", "fast-action-2020": "5.16"}
LIMITS = TableLimits(min=500, max=1000, kinds={"street": Span(min=100, max=5000)})


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    tables = [msgspec.structs.replace(by_hand(each), limits=LIMITS) for each in UNDER]
    tables[1] = msgspec.structs.replace(tables[1], limits=TableLimits(min=500, max=1000))
    with demonstration(tmp_path_factory.mktemp("house"), tables) as house:
        house.run(house.staffed(*STAFF))
        yield house


def bet(seat: Seat, wager: str, amount: int) -> None:
    """What the visitor places; the page shows it."""
    place = PlaceWager(wager=wager, amount=amount)
    seat.hosted.run(seat.hosted.must(seat.table, place, by=Actor(seat.name)))
    expect(seat.stack(wager)).to_have_count(1)


def test_excess_that_comes_back_is_no_win(visitors: Visitors, hosted: Hosted) -> None:
    """5.16: 15.00 on red under a maximum of 10.00, and black comes: 10.00 lost, 5.00 back."""
    seat = seated(visitors.come(), hosted, TABLE)
    seat.open_bets()
    bet(seat, "red", 1500)
    seat.settle("2")
    assert seat.last_win() == (0, 500)
    moment = seat.page.locator(".moment")
    expect(moment.locator(".won")).to_have_count(0)
    expect(moment.locator(".lost")).to_contain_text("5.00")
    row = seat.page.get_by_role("list", name="Your wagers", exact=True).get_by_role("listitem")
    expect(row).to_have_text(re.compile(r"Red.*15\.00.*Lost.*5\.16.*5\.00"))
    expect(seat.stack("red")).to_have_class(re.compile("is-lost"))


@shows("sands-2019", "5.15", "table", "what became of wagers under the minimum")
@shows("fast-action-2020", "5.16", "table", "what became of wagers under the minimum")
@shows(
    "sands-2019", "5.15", "dealer", "whose wagers were under the minimum, and what became of them"
)
@shows(
    "fast-action-2020",
    "5.16",
    "dealer",
    "whose wagers were under the minimum, and what became of them",
)
@pytest.mark.parametrize("table", UNDER)
def test_a_wager_that_was_not_in_play_comes_back_though_its_number_came(
    visitors: Visitors, hosted: Hosted, table: str
) -> None:
    """5.15 / 5.16: a second time under the minimum; the chip neither wins nor is taken."""
    seat = seated(visitors.come(), hosted, table)
    dealer = at(visitors, hosted, DEALER, f"/dealer/{table}")
    told = dealer.get_by_role("region", name="Pay", exact=True).get_by_role("status")
    seat.open_bets()
    bet(seat, "straight:7", 400)
    seat.settle("9")
    warning = seat.page.locator(".notice")
    expect(warning).to_contain_text("counted this once")
    expect(warning).to_contain_text(f"clause {UNDER[table]}")
    expect(told).to_have_text(re.compile(rf"{seat.name}.*counted this once.*clause {UNDER[table]}"))
    seat.open_bets()
    expect(warning).to_have_count(0)
    expect(told).to_have_count(0)
    bet(seat, "straight:7", 400)
    seat.settle("7")
    expect(warning).to_contain_text("not in play, and returned")
    expect(told).to_have_text(
        re.compile(rf"{seat.name}.*not in play, and returned.*clause {UNDER[table]}")
    )
    assert seat.last_win() == (0, 400)
    expect(seat.page.locator(".moment .won")).to_have_count(0)
    expect(seat.page.locator(".stack.is-won")).to_have_count(0)
    row = seat.page.get_by_role("list", name="Your wagers", exact=True).get_by_role("listitem")
    expect(row).to_have_text(re.compile(rf"Straight Up.*7.*4\.00.*Returned.*{UNDER[table]}.*4\.00"))


def test_what_a_ruling_gives_back_is_no_win(visitors: Visitors, hosted: Hosted) -> None:
    """3.9: ruled returned while red wins beside it."""
    seat = seated(visitors.come(), hosted, TABLE)
    seat.open_bets()
    bet(seat, "red", 500)
    bet(seat, "straight:7", 500)
    hosted.run(hosted.must(TABLE, *closing(TABLE), ReportRest()))
    why = "it lay on the line"
    ruled = RuleOnWager(player=seat.name, wager="straight:7", ruling="returned", reason=why)
    hosted.run(hosted.must(TABLE, ruled, by=SUPERVISOR))
    seat.call("7")
    expect(seat.page.locator(".moment .called")).to_have_text("7")
    assert seat.last_win() == (500, 1000)
    rows = seat.page.get_by_role("list", name="Your wagers", exact=True).get_by_role("listitem")
    expect(rows).to_have_text([re.compile(r"Red.*Won 5\.00"), re.compile(r"7.*Returned.*3\.9")])


def test_what_was_won_is_told_after_a_reload_as_before(visitors: Visitors, hosted: Hosted) -> None:
    seat = seated(visitors.come(), hosted, TABLE)
    seat.open_bets()
    bet(seat, "red", 1500)
    seat.settle("1")
    assert seat.last_win() == (1000, 1500)
    seat.page.reload()
    expect(seat.page.locator(".figures .is-won")).to_be_visible()
    assert seat.last_win() == (1000, 1500)
    seat.open_bets()
    seat.page.reload()
    expect(seat.page.locator(".figures .is-won")).to_be_visible()
    assert seat.last_win() == (1000, 1500)
    hosted.run(hosted.must(TABLE, *closing(TABLE)))
    seat.call("0")


def test_the_dealers_list_has_what_goes_back_of_lost_wagers(
    visitors: Visitors, hosted: Hosted
) -> None:
    seat, buy = TakeSeat(player=ADA.name), BuyIn(player=ADA.name, amount=10_000)
    hosted.run(hosted.must(TABLE, seat, buy, OpenBets()))
    page = at(visitors, hosted, DEALER, f"/dealer/{TABLE}")
    for wager, amount in (("red", 1500), ("odd", 500)):
        hosted.run(hosted.must(TABLE, PlaceWager(wager=wager, amount=amount), by=ADA))
    hosted.run(hosted.must(TABLE, *closing(TABLE)))
    hosted.run(hosted.must(TABLE, CallOutcome(number="2"), ConfirmOutcome(number="2")))
    payouts = page.get_by_role("region", name="Pay", exact=True)
    rows = payouts.locator("tbody tr")
    expect(rows).to_have_count(1)
    expect(rows).to_have_text(re.compile(r"Red.*ada.*15\.00.*Lost.*5\.00.*5\.16"))
    expect(payouts.get_by_role("heading")).to_have_text("Pay 0.00 · 5.00 back")
    hosted.run(hosted.must(TABLE, CashOut(player=ADA.name), LeaveSeat(player=ADA.name)))


def test_the_display_shows_the_limits_of_each_wager_of_a_group(
    visitors: Visitors, hosted: Hosted
) -> None:
    page = at(visitors, hosted, None, f"/display/{TABLE}")
    paid = page.locator(".display-paid > div").filter(has_text="Green")
    expect(paid).to_contain_text("Street")
    wagers = paid.locator("dt > span")
    expect(wagers).to_have_text([re.compile(r"^Street\s*1\.00 – 50\.00$"), re.compile(r"^Green$")])
