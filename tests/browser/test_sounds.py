"""Nothing is heard until it is switched on; then a chip, the close and a win, each once."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import Language, Visitors
from tests.browser.seats import UNIT, Seat, seated
from tests.server.houses import Hosted

TABLE = "sands-2019"
LISTENS = """
window.heard = { contexts: 0, tones: 0 };
window.AudioContext = class {
  currentTime = 0;
  state = "running";
  destination = {};
  constructor() { window.heard.contexts += 1; }
  param() { return { setValueAtTime() {}, exponentialRampToValueAtTime() {} }; }
  node(more) { return { connect: (to) => to, ...more }; }
  createGain() { return this.node({ gain: this.param() }); }
  createOscillator() {
    window.heard.tones += 1;
    return this.node({ frequency: this.param(), start() {}, stop() {} });
  }
};
"""

UNTOUCHED = (
    "Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } })"
)
"""What a page is told that nobody has touched; a test's own looking counts as a touch."""


def heard(page: Page) -> tuple[int, int]:
    """How many contexts were made, and how many tones were played."""
    found = page.evaluate("window.heard")
    return found["contexts"], found["tones"]


def a_round(seat: Seat, number: str = "17") -> list[int]:
    """What was heard after the opening, a chip on black, the close, and the number."""
    tones = []
    seat.open_bets()
    tones.append(heard(seat.page)[1])
    seat.choose(UNIT)
    seat.press("black")
    seat.shows(total=UNIT)
    tones.append(heard(seat.page)[1])
    seat.close_bets()
    expect(seat.page.locator(".state.is-open")).to_have_count(0)
    tones.append(heard(seat.page)[1])
    seat.call(number)
    expect(seat.page.locator(".moment .called")).to_have_text(number)
    seat.shows(total=0)
    tones.append(heard(seat.page)[1])
    return tones


def test_nothing_is_heard_unless_it_is_switched_on(visitors: Visitors, hosted: Hosted) -> None:
    page = visitors.come()
    page.add_init_script(LISTENS)
    seat = seated(page, hosted, TABLE)
    expect(page.get_by_role("switch", name="Sounds", exact=True)).not_to_be_checked()
    a_round(seat)
    assert heard(page) == (0, 0)


def test_a_chip_the_close_and_a_win_are_heard_once_each(visitors: Visitors, hosted: Hosted) -> None:
    page = visitors.come()
    page.add_init_script(LISTENS)
    seat = seated(page, hosted, TABLE)
    switch = page.get_by_role("switch", name="Sounds", exact=True)
    switch.focus()
    page.keyboard.press("Enter")
    expect(switch).to_be_checked()
    assert heard(page) == (1, 1), "how a chip sounds"
    assert a_round(seat, "17") == [1, 2, 3, 4]
    assert a_round(seat, "18") == [4, 5, 6, 6], "nothing is won on 18"
    assert heard(page)[0] == 1
    # It is kept, and silent in a window that nobody has touched: the browser would complain.
    again = page.context.new_page()
    again.add_init_script(LISTENS)
    again.add_init_script(UNTOUCHED)
    seat = Seat(again, hosted, TABLE)
    again.goto(f"/table/{TABLE}")
    expect(again.get_by_role("switch", name="Sounds", exact=True)).to_be_checked()
    seat.open_bets()
    seat.close_bets()
    expect(again.locator(".state.is-open")).to_have_count(0)
    assert heard(again) == (0, 0)
    seat.call("0")


@pytest.mark.parametrize(("language", "name"), [("en", "Sounds"), ("zh", "声音")])
def test_the_switch_on_a_phone_without_sound(
    visitors: Visitors, hosted: Hosted, language: Language, name: str
) -> None:
    """Behind the menu; where a browser has no sound to give, nothing breaks."""
    page = visitors.come("phone", language)
    page.add_init_script("delete window.AudioContext")
    seat = seated(page, hosted, TABLE)
    page.locator(".menu button").tap()
    switch = page.get_by_role("dialog").get_by_role("switch", name=name, exact=True)
    switch.tap()
    expect(switch).to_be_checked()
    page.keyboard.press("Escape")
    seat.open_bets()
    seat.press("black")
    seat.shows(total=500)
    seat.settle("17")


def test_the_sounds_are_real_ones(visitors: Visitors, hosted: Hosted) -> None:
    """With the browser's own sound: nothing throws, nothing is complained of."""
    page = visitors.come()
    seat = seated(page, hosted, TABLE)
    page.get_by_role("switch", name="Sounds", exact=True).click()
    seat.open_bets()
    seat.press("black")
    seat.shows(total=500)
    seat.settle("17")
