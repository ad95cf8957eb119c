"""The front door and the terminal for everybody: axe, keys alone, what is told aloud."""

import re

import pytest
from playwright.sync_api import Error, Page, expect

from croupier import books
from tests.browser.axe import violations
from tests.browser.browsing import SIZES, Language, Size, Visitors
from tests.browser.seats import BUY_IN, Seat, due, menu, money, seated
from tests.server.houses import SUPERVISOR, Hosted, password_of

STATES: list[tuple[Language, Size]] = [("en", "kiosk"), ("zh", "phone")]


@pytest.mark.parametrize(("language", "size"), STATES)
def test_axe_at_the_front_door(visitors: Visitors, language: Language, size: Size) -> None:
    page = visitors.come(size, language)
    page.goto("/")
    expect(page.locator(".table-card")).to_have_count(5)
    found = violations(page, "door")
    page.locator("summary").click()
    page.locator("input[name=name]").fill("nobody")
    page.locator("input[name=password]").fill("wrong")
    visitors.may_refuse = True
    page.locator("form button").click()
    expect(page.get_by_role("alert")).to_be_visible()
    found += violations(page, "wrong password")
    page.locator("input[name=name]").fill(SUPERVISOR.name)
    page.locator("input[name=password]").fill(password_of(SUPERVISOR.name))
    page.locator("form button").click()
    page.wait_for_url("**/pit")
    page.goto("/")
    expect(page.locator(".staff nav a").first).to_be_visible()
    found += violations(page, "signed in")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("language", "size"), STATES)
def test_axe_at_the_terminal(
    visitors: Visitors, hosted: Hosted, language: Language, size: Size
) -> None:
    page = visitors.come(size, language)
    seat = Seat(page, hosted, "edz-2020")
    page.goto("/table/edz-2020")
    expect(page.locator(".welcome button")).to_be_visible()
    found = violations(page, "looking on")
    page.locator(".welcome button").click()
    seat.shows(balance=BUY_IN)
    seat.open_bets()
    for wager in ("red", "straight:17", "split:17/20"):
        seat.press(wager)
    seat.shows(total=1500)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    found += violations(page, "betting")
    seat.settle("17")
    found += violations(page, "settled")
    for at in range(4):
        menu(page, at)
        expect(page.get_by_role("dialog")).to_be_visible()
        for summary in page.locator("dialog summary").all():
            summary.click()
        found += violations(page, f"sheet {at}")
        page.keyboard.press("Escape")
    menu(page, 2)
    visitors.may_refuse = True  # there is no draw of the house to prove
    page.locator("dialog .list-main").first.click()
    expect(page.locator("dialog .one-round .felt")).to_be_visible()
    found += violations(page, "one round")
    page.keyboard.press("Escape")
    page.locator(".money-buttons button").first.click()
    cashing = page.locator("dialog .cashier section").nth(1)
    cashing.locator("button[type=submit]").click()
    cashing.locator(".sure .primary").click()
    expect(page.locator(".voucher")).to_be_visible()
    found += violations(page, "cashier")
    page.keyboard.press("Escape")
    visitors.may_break = True
    page.context.set_offline(True)
    expect(page.get_by_role("alert")).to_be_visible()
    found += violations(page, "link lost")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("book", ["racetrack-2012", "fast-action-2020"])
def test_axe_on_the_other_felts(visitors: Visitors, hosted: Hosted, book: str) -> None:
    page = visitors.come("tablet")
    seat = seated(page, hosted, book)
    seat.open_bets()
    seat.press("straight:17")
    seat.shows(total=500)
    seat.settle("17")
    assert violations(page, book) == []


def focused(page: Page) -> str:
    text: str = page.evaluate("document.activeElement?.outerHTML.slice(0, 200) ?? ''")
    return text


def tab_to(page: Page, what: str) -> None:
    """Tab forward until something that matches has the focus."""
    for _ in range(150):
        page.keyboard.press("Tab")
        if page.evaluate("(what) => document.activeElement?.matches(what) ?? false", what):
            return
    raise AssertionError(f"no way by keys to {what}; last {focused(page)}")


def test_a_round_by_keys_alone(visitors: Visitors, hosted: Hosted) -> None:
    page = visitors.come()
    seat = Seat(page, hosted, "sands-2017")
    page.goto("/")
    expect(page.locator(".table-card")).to_have_count(5)
    tab_to(page, '.table-card:has(a[href="/table/sands-2017"]) button')
    page.keyboard.press("Enter")
    seat.shows(balance=BUY_IN)
    seat.open_bets()
    tab_to(page, "[role=radio]")
    chips = page.get_by_role("radio")
    assert chips.count() > 2
    page.keyboard.press("End")
    expect(chips.last).to_be_checked()
    page.keyboard.press("ArrowRight")
    expect(chips.first).to_be_checked()
    page.keyboard.press("ArrowRight")
    expect(chips.nth(1)).to_be_focused()
    page.keyboard.press("Home")
    expect(page.get_by_role("radio", name="Chip of 1.00", exact=True)).to_be_checked()
    assert page.locator("[role=radio][tabindex='0']").count() == 1
    page.keyboard.press("Shift+Tab")
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    tab_to(page, ".hit")
    wanted = {"straight:17": 0, "split:17/20": 0, "street:16/17/18": 0}
    for wager in wanted:
        walk(page, seat, wager)
        page.keyboard.press("Enter")
        wanted[wager] += 100
        expect(seat.spot(wager)).to_have_attribute("aria-label", re.compile("your bet 1.00"))
    walk(page, seat, "straight:17")
    page.keyboard.press("Space")
    wanted["straight:17"] += 100
    seat.shows(total=400)
    walk(page, seat, "street:16/17/18")
    page.keyboard.press("Delete")
    del wanted["street:16/17/18"]
    seat.shows(total=300)
    assert {each.wager: each.amount for each in seat.view().wagers} == wanted
    won, returned = due("sands-2017", wanted.items(), seat.settle("17").outcome)
    seat.shows(balance=BUY_IN - 300 + returned, total=0)
    assert seat.last_win() == (won, returned - won)


def test_the_chips_of_the_odds_are_one_stop(visitors: Visitors) -> None:
    page = visitors.come()
    page.goto("/odds/edz-2020")
    chips = page.get_by_role("radio")
    expect(chips.first).to_be_visible()
    expect(page.locator('[data-wager="dozen:2"]')).to_have_attribute(
        "aria-label", re.compile("^2nd 12, ")
    )
    tab_to(page, "[role=radio]")
    page.keyboard.press("End")
    expect(chips.last).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(chips.nth(-2)).to_be_focused()
    expect(chips.nth(-2)).to_be_checked()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.role") != "radio"


def walk(page: Page, seat: Seat, wager: str) -> None:
    """By the arrow keys from where the focus is to a wager."""
    for _ in range(80):
        here, there = (
            page.evaluate(
                "(what) => { const box = (what ? document.querySelector(what) :"
                " document.activeElement).getBoundingClientRect();"
                " return [box.x + box.width / 2, box.y + box.height / 2]; }",
                what,
            )
            for what in (None, f'.felt [data-wager="{wager}"]')
        )
        at = page.evaluate("document.activeElement.dataset.wager")
        if at == wager:
            return
        dx, dy = there[0] - here[0], there[1] - here[1]
        keys = ["ArrowRight" if dx > 0 else "ArrowLeft", "ArrowDown" if dy > 0 else "ArrowUp"]
        first, second = keys if abs(dx) >= abs(dy) else reversed(keys)
        page.keyboard.press(first)
        if page.evaluate("document.activeElement.dataset.wager") == at:
            page.keyboard.press(second)
    raise AssertionError(f"no way by arrow keys to {wager}; last {focused(page)}")


WAYS = """(within) => {
  const all = [...document.querySelectorAll(`${within} [data-wager]`)];
  const ways = {};
  for (const each of all) for (const key of ["Left", "Right", "Up", "Down"]) {
    each.focus();
    each.dispatchEvent(new KeyboardEvent("keydown", { key: `Arrow${key}`, bubbles: true }));
    (ways[each.dataset.wager] ??= {})[key] = document.activeElement.dataset.wager;
  }
  return ways;
}"""


@pytest.mark.parametrize("book", books.ids())
def test_arrow_keys_lead_everywhere_and_stop_at_the_edge(
    visitors: Visitors, hosted: Hosted, book: str
) -> None:
    page = visitors.come()
    seat = seated(page, hosted, book)
    for width, height in (SIZES["kiosk"], SIZES["phone"]):
        page.set_viewport_size({"width": width, "height": height})
        ways_lead_everywhere(page, ".felt")
        ways = page.evaluate(WAYS, ".felt")
        if "low" in ways and width > height:
            assert ways["low"]["Left"] == ("green" if "green" in ways else "low")
            assert ways["low"]["Down"] == "low"
        expect(page.locator(".felt .hit[tabindex='0']")).to_have_count(1)
        shows = page.locator(".actions").get_by_role("button", name="Racetrack", exact=True)
        if shows.count():
            shows.click()
        if seat.book.racetrack:
            ways_lead_everywhere(page, ".track")
            expect(page.locator(".track [tabindex='0']")).to_have_count(1)


def ways_lead_everywhere(page: Page, within: str) -> None:
    expect(page.locator(within)).to_be_visible()
    ways: dict[str, dict[str, str]] = page.evaluate(WAYS, within)
    first = next(iter(ways))
    reached, left = {first}, [first]
    while left:
        for to in ways[left.pop()].values():
            if to not in reached:
                reached.add(to)
                left.append(to)
    assert reached == set(ways)


def test_the_felt_is_read_in_order_and_by_name(visitors: Visitors, hosted: Hosted) -> None:
    seat = seated(visitors.come(), hosted, "edz-2020")
    page = seat.page
    hits = page.locator(".felt .hit")
    read = [each.get_attribute("data-wager") for each in hits.all()]
    wagers = [spot.wager for spot in seat.book.felt.spots]
    numbers = [wager for wager in wagers if wager.startswith("straight:")]
    boxes = [s.wager for s in seat.book.felt.spots if s.cell and s.wager not in numbers]
    rest = [wager for wager in wagers if wager not in {*numbers, *boxes}]
    assert read == numbers + boxes + rest
    names: dict[str, str | re.Pattern[str]] = {
        "dozen:2": "2nd 12, 2 to 1",
        "column:1": "1st column, 2 to 1",
        "neighbours:0": re.compile("^Neighbours.*, 0, .* pieces$"),
        "finales:3": re.compile("^Finales.*, 3, 3 13 23 33, 4 pieces$"),
    }
    for wager, name in names.items():
        expect(seat.spot(wager)).to_have_attribute("aria-label", name)
    seat.open_bets()
    for wager in ("straight:17", "straight:20", "dozen:2"):
        seat.press(wager)
    seat.shows(total=1500)
    for which in ("Straight Up 17", "Straight Up 20", "2nd 12"):
        expect(page.get_by_role("button", name=f"Take back {which}", exact=True)).to_be_visible()
    seat.settle("0")


@pytest.mark.parametrize(("language", "called"), [("en", "17, black. Net "), ("zh", "17")])
def test_what_happens_is_told_aloud(
    visitors: Visitors, hosted: Hosted, language: Language, called: str
) -> None:
    page = visitors.come("kiosk", language)
    seat = seated(page, hosted, "racetrack-2012")
    page.evaluate(
        """() => {
          window.told = [];
          const live = document.querySelector("[aria-live=polite]");
          new MutationObserver(() => window.told.push(live.textContent))
            .observe(live, { childList: true, characterData: true, subtree: true });
        }"""
    )
    seat.open_bets()
    seat.press("black")
    seat.shows(total=500)
    seat.settle("17")
    seat.shows(balance=BUY_IN + 500)
    expect(page.locator("[aria-live=polite]")).to_contain_text(money(500))
    told: list[str] = page.evaluate("window.told")
    opened, closed = told[0], told[1]
    if language == "en":
        assert (opened, closed) == (seat.book.opens.words[0], seat.book.closes.words[0])
    assert told[-1].startswith(called)
    assert page.evaluate("document.documentElement.lang") == {"en": "en", "zh": "zh-Hans"}[language]


def test_a_stranger_or_an_error_would_be_noticed(visitors: Visitors) -> None:
    """What every test here relies on."""
    page = visitors.come()
    page.goto("/")
    planted = "Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' })"
    page.evaluate(f"document.body.append({planted})")
    page.evaluate("new Promise((done) => setTimeout(() => { done(); throw new Error('planted') }))")
    assert page.evaluate("window.ran ?? null") is None
    with pytest.raises(Error, match="ERR_"):
        page.goto("http://127.0.0.1:9/")
    noticed = "\n".join(visitors.wrong)
    for words in ("asked another host: http://127.0.0.1:9/", "Content Security Policy", "planted"):
        assert words in noticed
    visitors.wrong.clear()
