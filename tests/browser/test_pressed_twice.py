"""A console that cannot be mis-pressed: a second tap changes nothing; what ends a round is sure.

A dealer taps twice, holds down, or presses what stands where something else stood a moment before.
What the page then sends is what counts, and what the house has on record.
"""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from croupier import books
from croupier.round.close import CloseBets
from croupier.round.no_spin import ExplainNoSpin, NoSpinCalled, NoSpinExplained
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.phases import Phase
from croupier.round.spin import ReportRest, SpinBall
from croupier.table.core import table_stream
from tests.browser.axe import violations
from tests.browser.browsing import Visitors
from tests.browser.working import at, bets, card, confirm, enter, last, open_bets, step
from tests.duties import presses
from tests.server.houses import DEALER, Hosted, closing

DELAYS_MS = (100, 250, 400)
"""From the first tap to the second."""
QUIET_MS = 1100
"""Longer than any dead time of the page."""
NAMES = {
    "open-bets": "Open bets",
    "spin-ball": "Spin",
    "close-bets": "No more bets",
    "draw-bonus-numbers": "Draw Bonus Numbers",
    "report-lights": "All Bonus Numbers lit",
    "report-rest": "Ball rests",
}


def asked(visitors: Visitors) -> list[str]:
    """The commands that the dealers' pages have sent."""
    watching = {"watch", "watch-floor", "unwatch"}
    return [
        each.message
        for each in visitors.sent
        if each.page == "dealer" and each.message and each.message not in watching
    ]


def twice(page: Page, button: Locator, delay_ms: int) -> None:
    """Two taps at one place, as a hand makes them that slipped."""
    expect(button).to_be_enabled()
    button.scroll_into_view_if_needed()
    found = button.bounding_box()
    assert found is not None
    x, y = found["x"] + found["width"] / 2, found["y"] + found["height"] / 2
    page.mouse.click(x, y)
    page.wait_for_timeout(delay_ms)
    page.mouse.click(x, y)


def phase(hosted: Hosted, table: str) -> Phase | None:
    hosted.run(hosted.house.running.idle())
    round_ = hosted.house.floor.tables[table].state.round
    return round_.phase if round_ is not None else None


def way(book: str) -> Sequence[str]:
    """The commands of a round of this book, up to its number."""
    on = [str(each.__struct_config__.tag) for each in closing(book)]
    return ["open-bets", *on, "report-rest"]


@pytest.mark.parametrize("ada", books.ids(), indirect=True)
def test_a_double_tap_changes_one_step_only(visitors: Visitors, hosted: Hosted, ada: str) -> None:
    """Every step of a round of every book, tapped again after 100, 250 and 400 ms."""
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    page.set_viewport_size({"width": 1280, "height": 800})
    expected: list[str] = []
    for delay in DELAYS_MS:
        for command in way(ada):
            button = page.locator(".steps").get_by_role("button", name=NAMES[command], exact=True)
            twice(page, button, delay)
            expected.append(command)
            page.wait_for_timeout(QUIET_MS)
            assert asked(visitors) == expected, f"{command} tapped again after {delay} ms"
            if command == "open-bets":
                bets(hosted, ada, "straight:17")
        pad = page.locator("#entry .pad").get_by_role("button", name="17", exact=True)
        for command in ("call-outcome", "confirm-outcome"):
            twice(page, pad, delay)
            expected.append(command)
            page.wait_for_timeout(QUIET_MS)
            assert asked(visitors) == expected, f"{command} tapped again after {delay} ms"
        assert last(hosted, ada) == ("settled", "17")
        if "credits" not in books.load(ada).says.stakes.kinds:
            pays = page.locator(".next").get_by_role("button", name="Pay ", exact=False)
            twice(page, pays, delay)
            expect(page.locator(".payouts tbody tr.is-paid")).to_have_count(1)
            page.wait_for_timeout(QUIET_MS)
            assert asked(visitors) == expected, "the next round opened"


@presses("call-no-spin", "dealer", "No spin")
@presses("explain-no-spin", "dealer", "Ball left the wheel")
def test_no_spin_is_one_touch_that_is_held_and_its_reason_follows(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """Reading 18: the round is void at once; the reason is on record before the next one opens."""
    hosted.run(hosted.must(ada, OpenBets(), SpinBall()))
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    no_spin = page.locator(".steps").get_by_role("button", name="No spin", exact=True)
    expect(no_spin).to_be_enabled()
    twice(page, no_spin, 250)
    sheet = page.get_by_role("dialog", name="No spin", exact=True)
    expect(sheet).to_contain_text("The reason is asked afterwards")
    page.wait_for_timeout(QUIET_MS)
    assert asked(visitors) == [], "only touched: nothing is sent before it is confirmed"
    sheet.get_by_role("button", name="Back", exact=True).click()
    expect(sheet).to_have_count(0)
    found = no_spin.bounding_box()
    assert found is not None
    page.mouse.move(found["x"] + 40, found["y"] + 20)
    page.mouse.down()
    expect(page.locator(".phase")).to_contain_text("Between rounds")
    page.mouse.up()
    assert asked(visitors) == ["call-no-spin"]
    assert last(hosted, ada)[0] == "void"
    opens = page.locator(".steps").get_by_role("button", name="Open bets", exact=True)
    expect(opens).to_have_count(0)
    reasons = card(page, "Reason for “no spin”")
    assert not violations(page, "reason")
    reason = reasons.get_by_role("button", name="Ball left the wheel", exact=True)
    expect(reason).to_be_enabled()
    reason.click()
    expect(opens).to_be_enabled()
    names = [each.name for each in hosted.entries(table_stream(ada))]
    assert names.index(NoSpinCalled.name) < names.index(NoSpinExplained.name)


def test_no_spin_takes_its_reason_first_once_the_ball_rests(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """Reading 18, and what a number that people can see demands."""
    hosted.run(hosted.must(ada, OpenBets(), *closing(ada), ReportRest()))
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    step(page, "No spin")
    sheet = page.get_by_role("dialog", name="No spin", exact=True)
    sheet.get_by_label("Reason", exact=True).fill("The ball was touched")
    sheet.get_by_role("button", name="Continue", exact=True).dblclick()
    page.wait_for_timeout(QUIET_MS)
    assert asked(visitors) == [], "a double tap only reads it back"
    confirm(sheet)
    expect(sheet).to_have_count(0)
    assert asked(visitors) == ["call-no-spin"]


def test_a_ball_that_rests_while_bets_are_open_is_small_and_read_back(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """Reading 21: no number can come of it, so it is no next step."""
    hosted.run(hosted.must(ada, OpenBets(), SpinBall()))
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    steps = page.locator(".steps")
    rests = steps.locator(".step-list").get_by_role("button", name="Ball rests", exact=True)
    expect(rests).to_be_enabled()
    expect(steps.locator(".next").get_by_role("button")).to_have_text(["No more bets"])
    rests.dblclick()
    sheet = page.get_by_role("dialog", name="Ball rests", exact=True)
    expect(sheet).to_contain_text("this round can have no number")
    page.wait_for_timeout(QUIET_MS)
    assert phase(hosted, ada) is Phase.SPINNING
    confirm(sheet)
    expect(steps.locator(".now")).to_contain_text("This round can have no number")
    assert phase(hosted, ada) is Phase.STRANDED


def test_a_report_that_voids_is_read_back(visitors: Visitors, hosted: Hosted, ada: str) -> None:
    """5.3: three revolutions and one slip of the finger end no round."""
    hosted.run(hosted.must(ada, OpenBets(), SpinBall(), CloseBets()))
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    step(page, "Spin report")
    sheet = page.get_by_role("dialog", name="Spin report", exact=True)
    sheet.get_by_role("radio", name="3", exact=True).click()
    sheet.get_by_role("button", name="Report", exact=True).dblclick()
    expect(sheet.get_by_role("alert")).to_contain_text("This voids the round by clause 5.3")
    page.wait_for_timeout(QUIET_MS)
    assert phase(hosted, ada) is Phase.RUNNING
    confirm(sheet)
    expect(sheet).to_have_count(0)
    assert last(hosted, ada)[0] == "void"


def test_payouts_are_worked_off_before_the_next_round(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    """What is to be paid comes first; bets are opened without it only when that is confirmed."""
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    hosted.run(hosted.must(ada, OpenBets()))
    for wager in ("straight:17", "black"):
        bets(hosted, ada, wager)
    hosted.run(hosted.must(ada, *closing(ada), CallOutcome(number="17")))
    hosted.run(hosted.must(ada, ConfirmOutcome(number="17")))
    primary = page.locator(".steps .step-big.primary")
    expect(primary).to_have_text("Pay 5.00 · Black · ada")
    opens = page.locator(".steps").get_by_role("button", name="Open bets", exact=True)
    opens.click()
    sheet = page.get_by_role("dialog", name="Open bets", exact=True)
    expect(sheet).to_contain_text("Payouts not ticked off: 2")
    sheet.get_by_role("button", name="Back", exact=True).click()
    primary.click()
    expect(primary).to_have_text("Pay 175.00 · Straight Up 17 · ada")
    page.reload()
    expect(primary).to_have_text("Pay 175.00 · Straight Up 17 · ada")
    primary.click()
    expect(primary).to_have_text("Open bets")
    open_bets(page)


def test_a_round_by_the_numeric_pad_alone(visitors: Visitors, hosted: Hosted, ada: str) -> None:
    """Eyes on the wheel: Enter takes the next step, digits type the number, minus is held."""
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    expect(page.locator(".next .primary")).to_be_enabled()

    def press(*keys: str) -> None:
        page.wait_for_timeout(QUIET_MS)
        for key in keys:
            page.keyboard.press(key)

    def on(words: str) -> None:
        expect(page.locator(".phase")).to_contain_text(words)

    press("NumpadEnter", "NumpadEnter", "NumpadEnter")  # again, in haste: one step only
    on("Bets open")
    press("NumpadEnter")
    on("Ball spun, bets open")
    press("NumpadEnter")
    on("No more bets")
    press("NumpadEnter")
    on("Ball rests")
    field = page.get_by_role("textbox", name="Type it", exact=True)
    press("3", "7")
    expect(field).to_have_value("")  # no pocket begins like that
    page.keyboard.press("*")
    expect(field).to_have_value("S")  # the one whose label has no digits
    page.keyboard.press(".")
    press("0", "0", "NumpadEnter")
    on("To be read back")
    press("0", "0", "NumpadEnter")
    on("Between rounds")
    assert last(hosted, ada) == ("settled", "00")
    press("NumpadEnter")
    on("Bets open")
    page.wait_for_timeout(QUIET_MS)
    page.keyboard.press("-")
    page.wait_for_timeout(QUIET_MS)
    assert phase(hosted, ada) is Phase.BETTING, "let go at once"
    page.keyboard.down("-")
    on("Between rounds")
    page.keyboard.up("-")
    assert last(hosted, ada)[0] == "void"
    hosted.run(hosted.must(ada, ExplainNoSpin(reason="the wheel felt slow")))
    page.locator(".keys summary").click()
    expect(page.locator(".keys")).to_contain_text("the next step, or the number that was typed")
    assert not violations(page, "keys")


@pytest.mark.parametrize("ada", books.ids(), indirect=True)
def test_the_whole_pad_is_on_the_screen(visitors: Visitors, hosted: Hosted, ada: str) -> None:
    """Every number can be touched without scrolling, when it is entered and when read back."""
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    hosted.run(hosted.must(ada, OpenBets()))
    bets(hosted, ada, "straight:17")
    hosted.run(hosted.must(ada, *closing(ada), ReportRest()))
    for reading, command in ((False, None), (True, CallOutcome(number="17"))):
        if command is not None:
            hosted.run(hosted.must(ada, command))
        for size in ((1280, 800), (1920, 1080), (1024, 768), (390, 844), (844, 390)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            expect(page.locator("#entry.is-reading")).to_have_count(int(reading))
            page.locator("#entry").evaluate("each => each.scrollIntoView({ block: 'nearest' })")
            outside = page.evaluate("""() => [...document.querySelectorAll("#entry .pad button")]
              .filter((each) => {
                const box = each.getBoundingClientRect();
                const seen = document.elementFromPoint(
                  box.left + box.width / 2, box.top + box.height / 2);
                return box.top < 0 || box.left < 0 || box.bottom > innerHeight + 0.5
                  || box.right > innerWidth + 0.5 || !each.contains(seen)
                  || box.width < 43 || box.height < 43;
              }).map((each) => each.textContent)""")
            assert outside == [], f"{size}, {reading=}"


def test_a_refusal_goes_when_something_is_done(
    visitors: Visitors, hosted: Hosted, ada: str
) -> None:
    page = at(visitors, hosted, DEALER, f"/dealer/{ada}")
    hosted.run(hosted.must(ada, OpenBets(), *closing(ada), ReportRest()))
    enter(page, "17")
    expect(page.locator("#entry.is-reading")).to_be_visible()
    enter(page, "18")
    expect(page.locator(".verdict.is-refused")).to_have_count(1)
    enter(page, "17")
    expect(page.locator(".verdict.is-done")).to_have_count(1)
    expect(page.locator(".verdict.is-refused")).to_have_count(0)
