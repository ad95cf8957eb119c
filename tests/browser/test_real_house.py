"""A house that is no demonstration: nobody makes money at a page."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from croupier.house.chips import BuyIn
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.server.config.settings import Approvals
from tests.browser.browsing import Visitors
from tests.browser.seats import by_hand
from tests.browser.working import at, card, confirm, said
from tests.duties import presses
from tests.server.houses import DEALER, STAFF, SUPERVISOR, Hosted, configured, dealt, hosting

MACHINES, LIVE = "edz-2020", "sands-2019"
PLAYER, BACK = "t-1", "t-2"
ABOVE = 50_000


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    live = msgspec.structs.replace(dealt(LIVE), wheel="dealer")
    config = configured(
        tmp_path_factory.mktemp("house"),
        [by_hand(MACHINES), live],
        approvals=Approvals(second_factor=False, buy_in_above=ABOVE, new_accounts_wait=0),
    )
    with hosting(config) as house:
        for table in (MACHINES, LIVE):
            house.run(house.open(table))
        house.run(house.staffed(*STAFF))
        house.run(house.enrolled(PLAYER, BACK))
        house.run(house.must(LIVE, TakeSeat(player="ada"), by=DEALER))
        yield house


def at_terminal(
    visitors: Visitors, hosted: Hosted, table: str, player: str = PLAYER, **terms: Any
) -> Page:
    page = visitors.come(**terms)
    cookie = {"name": "croupier-terminal", "value": hosted.tokens[player], "url": hosted.address}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.goto(f"/table/{table}")
    return page


@pytest.mark.parametrize(
    ("table", "way"), [(MACHINES, "into the machine, or ask the Dealer"), (LIVE, "Ask the Dealer")]
)
def test_who_sits_down_is_told_how_to_get_chips(
    visitors: Visitors, hosted: Hosted, table: str, way: str
) -> None:
    page = at_terminal(visitors, hosted, table)
    page.get_by_role("button", name="Sit down", exact=True).click()
    told = page.locator(".welcome")
    expect(told).to_contain_text("You are seated.")
    expect(told).to_contain_text(way)
    told.get_by_role("button", name="Close", exact=True).click()
    expect(told).to_have_count(0)
    page.reload()
    expect(told).to_contain_text(way)
    hosted.run(hosted.must(table, BuyIn(player=PLAYER, amount=5_000)))
    expect(told).to_have_count(0)
    expect(page.locator(".notice")).to_have_count(0)


def test_where_a_dealer_has_the_money_nobody_presses_for_it(
    visitors: Visitors, hosted: Hosted
) -> None:
    come, bought = TakeSeat(player=BACK), BuyIn(player=BACK, amount=5_000)
    hosted.run(hosted.must(LIVE, come, bought, LeaveSeat(player=BACK)))
    page = at_terminal(visitors, hosted, LIVE, BACK, size="phone", language="zh")
    told, holds = page.locator(".welcome"), "赌场为您保管 50.00"
    expect(told).to_contain_text(holds)
    told.get_by_role("button", name="入座", exact=True).click()
    expect(told).to_contain_text("您已入座。")
    expect(told).to_contain_text(holds)
    hosted.run(hosted.must(LIVE, bought))
    expect(told).to_have_count(0)
    expect(page.locator(".figures .is-balance")).to_contain_text(holds)
    page.get_by_role("button", name="账房", exact=True).click()
    cashier = page.get_by_role("dialog", name="账房", exact=True)
    cashier.get_by_label("票券号码", exact=True).fill("0" * 26)
    for name in ("领取", "兑出", "兑换"):
        expect(cashier.get_by_role("button", name=name, exact=True)).to_be_disabled()
    expect(cashier.get_by_text("请荷官办理。", exact=True)).to_have_count(2)


@presses("buy-in", "desk", "Sell chips at the desk")
def test_chips_are_sold_at_the_cash_desk(visitors: Visitors, hosted: Hosted) -> None:
    desk = at(visitors, hosted, SUPERVISOR, "/desk#players")
    sells = card(desk, "Sell chips at the desk")
    state = hosted.house.floor.tables[LIVE].state

    def sell(amount: str) -> None:
        table = sells.get_by_role("combobox", name="Table", exact=True)
        table.select_option(hosted.house.tables[LIVE].shown())
        sells.get_by_role("combobox", name="Player", exact=True).select_option("ada")
        sells.get_by_label("Cash taken", exact=True).fill(amount)
        sells.get_by_role("radio", name="Cash chips", exact=True).click()
        sells.locator("button[type=submit]").click()
        expect(sells.get_by_role("alert")).to_contain_text(f"{amount}.00 in cash from ada")
        confirm(sells)

    sell("300")
    said(desk, "Sold ada chips for 300.00")
    assert state.meters.ever.desk == 30_000
    sell("600")
    expect(desk.locator(".verdict.is-done")).to_contain_text("second person")
    (asked,) = (one for one in hosted.house.office.state.approvals.values() if one.is_open)
    wanted = msgspec.json.decode(asked.command)
    assert (wanted["amount"], wanted["at"]) == (60_000, "desk")
    assert state.meters.ever.desk == 30_000


def test_a_dealer_is_told_what_became_of_a_request(visitors: Visitors, hosted: Hosted) -> None:
    hosted.run(hosted.must(LIVE, TakeSeat(player="bob"), by=DEALER))
    dealer = at(visitors, hosted, DEALER, f"/dealer/{LIVE}")
    dealer.locator(".player-row").filter(has_text="bob").click()
    forms = dealer.locator(".player-forms")
    forms.get_by_role("tab", name="Buy in", exact=True).click()
    forms.get_by_label("Cash taken", exact=True).fill("700")
    forms.get_by_role("button", name="Buy in", exact=True).click()
    asked = dealer.locator(".asked")
    expect(asked).to_contain_text("Buy-in · bob · 700.00")
    expect(asked).to_contain_text("expires in 30 min")
    waits = hosted.http("GET", "/api/approvals", who=SUPERVISOR).json[-1]["id"]
    why = {"reason": "Notes to be looked at"}
    hosted.http("POST", f"/api/approvals/{waits}/decline", why, who=SUPERVISOR)
    expect(asked).to_contain_text("Declined · sue")
    expect(asked).to_contain_text("Notes to be looked at")
    asked.get_by_role("button", name="Close", exact=True).click()
    expect(asked).to_have_count(0)
