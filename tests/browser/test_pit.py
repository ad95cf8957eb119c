"""The pit: a table opened, closed and its limits changed; alerts, two people, trail and exports."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from croupier.house.chips import BuyIn
from croupier.house.limits import SetLimits
from croupier.house.permissions import Thresholds
from croupier.house.seats import TakeSeat
from croupier.round.bets import PlaceWager
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import LimitsTaken, OpenBets, RangeTaken
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import ReportRest
from croupier.words.message import as_typed
from tests.browser.axe import violations
from tests.browser.browsing import Visitors
from tests.browser.seats import demonstration
from tests.browser.working import ADA, PURSE, at, bets, card, confirm, last, purse, said, table_row
from tests.duties import presses
from tests.server.houses import (
    DEALER,
    MANAGER,
    OPENER,
    SECOND,
    SHIFT,
    STAFF,
    SUPERVISOR,
    Hosted,
    closing,
)

TABLE, OTHER = "sands-2019", "fast-action-2020"


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    """A house of the test's own, in which ada lost a round of one table."""
    with demonstration(tmp_path) as house:
        house.run(house.staffed(*STAFF))
        seat, buy = TakeSeat(player=ADA.name), BuyIn(player=ADA.name, amount=PURSE)
        house.run(house.must(TABLE, seat, buy, OpenBets()))
        bets(house, TABLE, "red")
        called = CallOutcome(number="2"), ConfirmOutcome(number="2")
        house.run(house.must(TABLE, *closing(TABLE), *called))
        yield house


def row(page: Page, table: str = TABLE) -> Locator:
    return table_row(page, table)


def closely(page: Page, tab: str, table: str = TABLE) -> None:
    row(page, table).get_by_role("button").click()
    page.locator(".detail").get_by_role("tab", name=tab, exact=True).click()


@presses("set-limits", "pit", "Set limits")
@presses("set-maximum-payout", "pit", "Set maximum payout")
def test_limits_are_changed_from_the_next_round(visitors: Visitors, hosted: Hosted) -> None:
    pit = at(visitors, hosted, MANAGER, "/pit")
    closely(pit, "Limits")
    limits = card(pit, "Set limits")
    limits.get_by_label("Minimum", exact=True).fill("5")
    limits.get_by_label("Maximum", exact=True).fill("500")
    limits.locator("button[type=submit]").click()
    expect(limits.get_by_role("alert")).to_contain_text("5 to 500")
    confirm(limits)
    expect(row(pit)).to_contain_text("5.00 – 500.00")
    expect(limits.get_by_label("Maximum", exact=True)).to_have_value("500.00")
    kinds = card(pit, "Limits by kind of wager")
    kinds.locator("select").select_option("straight")
    kinds.get_by_label("Minimum", exact=True).fill("1")
    kinds.get_by_label("Maximum", exact=True).fill("50")
    kinds.locator("button[type=submit]").click()
    expect(kinds).to_contain_text("1.00 – 50.00")
    most = card(pit, "Set maximum payout")
    most.get_by_label("Most a round may pay (empty: no limit)", exact=True).fill("20000")
    most.locator("button[type=submit]").click()
    confirm(most)
    expect(row(pit)).to_contain_text("At most 20,000.00 a round")
    kinds.get_by_role("button", name="Drop", exact=True).click()
    expect(kinds).not_to_contain_text("1.00 – 50.00")
    supervisor = at(visitors, hosted, SUPERVISOR, "/pit")
    closely(supervisor, "Limits")
    expect(card(supervisor, "Set limits")).to_contain_text("Only a Pit Manager may")
    for one in supervisor.locator(".detail").get_by_role("tab").all():
        one.click()
        assert not violations(supervisor, one.inner_text())


@presses("fill-float", "pit", "Fill")
@presses("close-table", "pit", "Close the table")
@presses("open-table", "pit", "Open the table")
@presses("decline", "pit", "Decline")
def test_a_table_closes_with_its_count_and_opens(visitors: Visitors, hosted: Hosted) -> None:
    pit = at(visitors, hosted, SUPERVISOR, "/pit")
    closely(pit, "Table and float")
    expect(card(pit, "Close the table")).to_contain_text(f"while players are seated: {ADA.name}")
    closely(pit, "Table and float", OTHER)
    fill = card(pit, "Fill")
    fill.get_by_label("Amount", exact=True).fill("1000")
    fill.locator("button[type=submit]").click()
    said(pit, "Fill")
    tray = hosted.house.floor.tables[OTHER].state.ledger.balance("float")
    assert tray == OPENER + 100_000
    shut = card(pit, "Close the table")
    expect(shut).to_contain_text("The record's figure is not shown before")
    expect(shut).not_to_contain_text(f"{tray / 100:,.2f}")
    shut.get_by_label("Tray as counted", exact=True).fill(f"{tray / 100 - 5:.2f}")
    shut.locator("button[type=submit]").click()
    expect(shut.get_by_role("alert")).to_contain_text("second person")
    confirm(shut)
    expect(pit.locator(".verdict.is-done")).to_contain_text("second person")
    assert hosted.house.floor.tables[OTHER].state.is_open

    other = at(visitors, hosted, MANAGER, "/pit")
    needs = card(other, "Needs attention")
    needs.get_by_role("link", name=re.compile("^Close the table")).click()
    asked = other.get_by_role("article", name="Close the table", exact=True)
    asked.get_by_label("Reason for declining", exact=True).fill("Count again")
    asked.get_by_role("button", name="Decline", exact=True).click()
    expect(asked).to_have_count(0)
    expect(other.get_by_role("table")).to_contain_text("Count again")

    shut.get_by_label("Tray as counted", exact=True).fill(f"{tray / 100:.2f}")
    shut.locator("button[type=submit]").click()
    confirm(shut)
    expect(row(pit, OTHER)).to_contain_text("Closed")
    opens = card(pit, "Open the table")
    opens.get_by_label("Opener, from the cage", exact=True).fill("50000")
    opens.locator("button[type=submit]").click()
    expect(row(pit, OTHER)).to_contain_text("50,000.00")


@presses("void-after-outcome", "pit", "Ask for approval")
def test_an_ended_round_is_voided_by_two_people(visitors: Visitors, hosted: Hosted) -> None:
    one = at(visitors, hosted, SUPERVISOR, "/pit")
    closely(one, "Two people")
    void = card(one, "Void after the outcome")
    void.get_by_role("combobox", name="Round", exact=True).select_option("1")
    void.get_by_role("combobox", name="Clause", exact=True).select_option(index=1)
    void.get_by_label("Reason", exact=True).fill("The ball had left the wheel")
    void.locator("button[type=submit]").click()
    confirm(void)
    said(one, "Void after the outcome")
    assert last(hosted, TABLE)[0] == "settled", "until a second person approves"
    second = at(visitors, hosted, MANAGER, "/pit#approvals")
    asked = second.get_by_role("article", name="Void after the outcome", exact=True)
    expect(asked.locator(".effect")).to_contain_text(f"{ADA.name}0.00 → 5.00")
    asked.get_by_role("button", name="Approve", exact=True).click()
    confirm(asked)
    said(second, "Approve")
    assert last(hosted, TABLE)[0] == "void"
    assert purse(hosted, TABLE) == PURSE
    expect(row(one)).to_contain_text("100.0 %")


@presses("acknowledge", "pit", "Acknowledge")
def test_an_alert_stays_until_somebody_has_seen_it(visitors: Visitors, hosted: Hosted) -> None:
    dealer = at(visitors, hosted, DEALER, f"/dealer/{TABLE}")
    expect(dealer.locator(".steps")).to_be_visible()
    told = hosted.house.office.raise_alert(
        TABLE, "wheel/silence", as_typed("nothing was heard for 3 s")
    )
    hosted.run(told)
    pit = at(visitors, hosted, SUPERVISOR, "/pit")
    for page in (dealer, pit):
        banner = page.locator(".alerts").get_by_role("alert")
        expect(banner).to_contain_text("Wheel: silent")
        expect(banner).to_contain_text("Sands Roulette · nothing was heard for 3 s")
    pit.reload()
    pit.get_by_role("tab", name=re.compile("^Alerts")).click()
    expect(pit.locator(".alerts")).to_have_count(1)
    assert not violations(pit, "alerts")
    pit.locator(".alerts").get_by_role("button", name="Acknowledge", exact=True).dblclick()
    said(pit, "Acknowledge")
    expect(pit.locator(".verdict.is-refused")).to_have_count(0)
    for page in (dealer, pit):
        expect(page.locator(".alerts")).to_have_count(0)
    expect(pit.get_by_text("Nothing needs to be looked at.", exact=True)).to_be_visible()
    seen = pit.get_by_role("row").filter(has_text=re.compile(r"Alert \d+ is acknowledged"))
    expect(seen).to_contain_text(SUPERVISOR.name)


def test_a_void_after_the_number_is_looked_at_by_somebody_else(
    visitors: Visitors, hosted: Hosted
) -> None:
    hosted.run(hosted.must(TABLE, OpenBets()))
    hosted.run(hosted.must(TABLE, PlaceWager(wager="straight:17", amount=1_000), by=ADA))
    hosted.run(hosted.close_bets(TABLE))
    hosted.run(hosted.must(TABLE, ReportRest(), CallOutcome(number="17")))
    hosted.run(hosted.must(TABLE, CallNoSpin(reason="the wheel felt slow"), by=SUPERVISOR))
    sue, pit = (
        at(visitors, hosted, SUPERVISOR, "/pit#alerts"),
        at(visitors, hosted, SECOND, "/pit#alerts"),
    )
    for page in (sue, pit):
        banner = page.locator(".alerts").get_by_role("alert")
        expect(banner).to_contain_text("Void after the number")
        expect(banner).to_contain_text("the wheel felt slow")
        expect(banner.locator(".results")).to_contain_text("ada350.00 → 0.00")
        expect(banner.locator(".results")).to_contain_text("House−350.00 → 0.00")
        rates = page.get_by_role("table", name="Decisions after the number", exact=True)
        expect(rates.get_by_role("row").last).to_contain_text("sue1350.00")
    expect(sue.get_by_text("About you: somebody else acknowledges it", exact=True)).to_be_visible()
    expect(sue.get_by_role("button", name="Acknowledge", exact=True)).to_have_count(0)
    assert not violations(pit, "oversight")
    pit.locator(".alerts").get_by_role("button", name="Acknowledge", exact=True).click()
    for page in (sue, pit):
        expect(page.locator(".alerts")).to_have_count(0)


def test_a_void_of_so_much_is_asked_for_and_approved(visitors: Visitors, hosted: Hosted) -> None:
    hosted.house.floor.house.thresholds = Thresholds(void=100)
    hosted.run(hosted.must(TABLE, OpenBets()))
    bets(hosted, TABLE, "red")
    called = ReportRest(), CallOutcome(number="3")
    hosted.run(hosted.must(TABLE, *closing(TABLE), *called))
    dealer = at(visitors, hosted, DEALER, f"/dealer/{TABLE}")
    dealer.locator(".steps").get_by_role("button", name="No spin", exact=True).click()
    sheet = dealer.get_by_role("dialog", name="No spin", exact=True)
    sheet.get_by_role("combobox").fill("a chip fell into the wheel")
    sheet.locator("button[type=submit]").click()
    confirm(sheet)
    said(dealer, "No spin")
    asked = dealer.locator(".asked")
    expect(asked).to_contain_text("Waiting for a second person · expires in 5 min")
    reads_back = dealer.locator(".steps").get_by_role(
        "button", name="Read back the number", exact=True
    )
    expect(reads_back).not_to_have_class(re.compile("primary"))
    expect(dealer.locator(".steps .next")).to_contain_text("waits for a second person")
    expect(dealer.locator("#entry")).to_contain_text("waits for a second person")
    assert not violations(dealer, "asked")
    pit = at(visitors, hosted, SECOND, "/pit#approvals")
    waits = pit.get_by_role("article", name="No spin", exact=True)
    expect(waits).to_contain_text("a chip fell into the wheel")
    waits.get_by_role("button", name="Approve", exact=True).click()
    confirm(waits)
    expect(dealer.locator(".payouts")).to_contain_text("Void")
    expect(asked).to_contain_text("Approved and done · sam")
    assert last(hosted, TABLE)[0] == "void"


def test_trail_and_void_rates(visitors: Visitors, hosted: Hosted) -> None:
    limits = SetLimits(limits=LimitsTaken(table=RangeTaken(500, 50_000)))
    hosted.run(hosted.must(TABLE, limits, by=MANAGER))
    hosted.run(hosted.must(TABLE, OpenBets(), CallNoSpin(reason="A chip in the wheel")))
    pit = at(visitors, hosted, SHIFT, "/pit#audit")
    trail = card(pit, "Audit trail")
    trail.get_by_role("combobox", name="Table", exact=True).select_option(TABLE)
    trail.get_by_role("combobox", name="Kinds of event", exact=True).select_option("limits")
    trail.get_by_role("button", name="Find", exact=True).click()
    expect(trail.get_by_role("row")).to_have_count(2)
    expect(trail.get_by_role("row").last).to_contain_text("1.00 – 1,000.00 → 5.00 – 500.00")
    trail.get_by_role("combobox", name="Kinds of event", exact=True).select_option("")
    trail.get_by_label("Person or device", exact=True).fill(DEALER.name)
    trail.get_by_role("button", name="Find", exact=True).click()
    expect(trail.get_by_role("row").nth(2)).to_contain_text("A chip in the wheel")
    for line in trail.locator("tbody tr").all():
        expect(line).to_contain_text(DEALER.name)

    pit.get_by_role("tab", name="Meters", exact=True).click()
    dealt = pit.get_by_role("row").filter(has_text=DEALER.name)
    expect(dealt).to_contain_text("Sands Roulette")
    expect(dealt).to_contain_text("50.0 %")
    pit.get_by_role("button", name="With theoretical win", exact=True).click()
    day = pit.locator("table").first.get_by_role("row").filter(has_text="Sands Roulette").last
    expect(day.locator("td").nth(7)).to_have_text(re.compile(r"\d"))


@pytest.mark.parametrize(
    ("what", "begins"),
    [
        ("CSV", (b"table,", b"at,")),
        ("Parquet", (b"PAR1",)),
        ("JSON lines", (b'{"table"', b'{"at"')),
        ("The day", (b"format",)),
    ],
)
def test_exports_are_files_with_something_in_them(
    visitors: Visitors, hosted: Hosted, tmp_path: Path, what: str, begins: tuple[bytes, ...]
) -> None:
    """A format at a time: Chromium asks before it takes more than ten files from one page."""
    pit = at(visitors, hosted, SUPERVISOR, "/pit#exports")
    pit.get_by_role("combobox", name="Table", exact=True).select_option(TABLE)
    pit.get_by_role("combobox", name="Gaming day", exact=True).select_option(index=1)
    for link in pit.get_by_role("link", name=what, exact=True).all():
        with pit.expect_download() as coming:
            link.click()
        coming.value.save_as(file := tmp_path / coming.value.suggested_filename)
        assert file.read_bytes().startswith(begins), file.name
        assert len(file.read_bytes()) > 100, file.name
