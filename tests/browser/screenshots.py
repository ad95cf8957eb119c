"""Pictures of every page at every size in both languages: ``make screenshots``.

All of them go to ``build/screens``, to be looked at; those that the documentation shows go to
``docs/images/screens`` as well. Two houses sit for them: one that deals by itself and has an
evening behind it, and one that a dealer runs, so that a number can be called.
"""

import asyncio
import base64
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, Page, expect

from croupier import books
from croupier.round.base import Actor
from croupier.server.config.settings import Table, Times
from tests.browser.browsing import (
    LOCALES,
    PHONES,
    SIZES,
    WAIT_MS,
    Language,
    Size,
    Visitors,
    chromium,
)
from tests.browser.seats import Seat, by_hand, demonstration, menu, seated
from tests.server.houses import DEALER, QUICK, SHIFT, STAFF, SUPERVISOR, Hosted, automatic

ROOT = Path(__file__).parents[2]
ALL = ROOT / "build/screens"
SHOWN = ROOT / "docs/images/screens"
ROUNDS = 36
SLOW = Times(countdown=40, pause=1, spinning=1, running=1)
QUALITY = 82
IN_DOCS: dict[tuple[str, Size, Language], str] = {
    ("door", "kiosk", "en"): "door",
    ("racetrack-2012", "kiosk", "en"): "terminal",
    ("sands-2019-settled", "tablet", "en"): "terminal-settled",
    ("fast-action-2020-settled", "kiosk", "en"): "terminal-bonus",
    ("edz-2020", "phone", "zh"): "terminal-phone",
    ("dealer", "kiosk", "en"): "dealer",
    ("pit", "kiosk", "en"): "pit",
    ("desk", "kiosk", "en"): "desk",
    ("display", "kiosk", "en"): "display",
    ("odds", "kiosk", "en"): "odds",
    ("evening", "kiosk", "en"): "evening",
    ("recall", "kiosk", "en"): "recall",
}
"""What the documentation shows, and under which name."""

BETS: dict[str, Sequence[str]] = {
    "racetrack-2012": ("voisins", "straight:17", "split:8/11", "corner:13/14/16/17", "dozen:3"),
    "sands-2017": ("top-line", "green", "split:17/20", "street:22/23/24", "red"),
    "sands-2019": ("straight:17", "straight:17", "split:17/20", "corner:16/17/19/20", "black"),
    "edz-2020": ("straight:00", "split:17/20", "corner:8/9/11/12", "column:2", "odd"),
    "fast-action-2020": ("straight:17", "straight:MBS", "straight:8", "bonus-win", "scatter-bonus"),
}
Shot = Callable[[str, Page], None]


def table_of(book: str, times: Times) -> Table:
    found = automatic(book, times, self_service=True)
    title = books.load(book).title
    same = sum(books.load(other).title == title for other in books.ids()) > 1
    year = f" {books.load(book).effective.year}" if same else ""
    return msgspec.structs.replace(found, title=title + year)


@contextmanager
def after_an_evening(folder: Path) -> Iterator[Hosted]:
    """A house that deals by itself, with rounds behind it."""
    name = {"name": "The Marina Club"}
    with demonstration(folder, [table_of(book, QUICK) for book in books.ids()], **name) as house:
        house.run(house.staffed(*STAFF))
        house.run(_rounds(house))
    with demonstration(folder, [table_of(book, SLOW) for book in books.ids()], **name) as house:
        yield house


async def _rounds(house: Hosted) -> None:
    """Until every table has dealt so many rounds."""
    while any(core.state.round_number < ROUNDS for core in house.house.floor.tables.values()):
        await asyncio.sleep(0.1)


class Camera:
    """Takes every page as it stands now."""

    def __init__(self, browser: Browser, house: Hosted, size: Size, language: Language) -> None:
        self.visitors = Visitors(browser, house.address, may_refuse=True)
        self.house, self.size, self.language = house, size, language

    def page(self, as_: Actor | None = None) -> Page:
        page = self.visitors.come(self.size, self.language)
        if as_ is not None:
            name, _, value = self.house.signed_in(as_).partition("=")
            cookie = {"name": name, "value": value, "url": self.house.address}
            page.context.add_cookies([cookie])  # type: ignore[list-item]
        return page

    def take(self, what: str, page: Page) -> None:
        page.mouse.move(1, 1)
        page.wait_for_timeout(250)
        wire = page.context.new_cdp_session(page)
        terms = {"format": "webp", "quality": QUALITY}
        picture = base64.b64decode(wire.send("Page.captureScreenshot", terms)["data"])
        ALL.mkdir(parents=True, exist_ok=True)
        (ALL / f"{what}-{self.size}-{self.language}.webp").write_bytes(picture)
        if (name := IN_DOCS.get((what, self.size, self.language))) is not None:
            SHOWN.mkdir(parents=True, exist_ok=True)
            (SHOWN / f"{name}.webp").write_bytes(picture)
        print(what, self.size, self.language, len(picture) // 1024, "kB", flush=True)

    def seat(self, book: str) -> Seat:
        return seated(self.page(), self.house, book)


def lay(seat: Seat) -> None:
    """Bets on the felt, early in a round where the house keeps time."""
    seconds = seat.page.locator(".seconds")
    expect(seat.page.locator(".state.is-open")).to_be_attached()
    if re.fullmatch(r"1?\d", seconds.inner_text()):
        expect(seat.page.locator(".state.is-open")).to_have_count(0)
        expect(seat.page.locator(".state.is-open")).to_be_attached()
    for wager in BETS[seat.table]:
        if seat.spot(wager).count():
            seat.press(wager)
    expect(seat.page.locator(".stack.is-lies").first).to_be_attached()


def of_a_house_that_deals(camera: Camera) -> None:
    """Door, terminals with bets on them, and what is read there; pit, display, odds, recall."""
    door = camera.page()
    door.goto("/")
    expect(door.locator(".table-card")).to_have_count(5)
    camera.take("door", door)
    door.locator("summary").click()
    door.locator("summary").scroll_into_view_if_needed()
    camera.take("door-staff", door)
    for book in books.ids():
        seat = camera.seat(book)
        lay(seat)
        camera.take(book, seat.page)
        if book == "edz-2020" and camera.size in PHONES:
            seat.page.locator(".actions button").last.click()
            camera.take("racetrack", seat.page)
            seat.page.locator(".menu > button").click()
            camera.take("menu", seat.page)
            seat.page.keyboard.press("Escape")
        if book == "sands-2019":
            seat.page.locator('[data-wager="corner:16/17/19/20"]').hover()
            expect(seat.page.get_by_role("tooltip")).to_be_visible()
        for at, what in enumerate(("favourites", "numbers", "history", "rules")):
            if book == "edz-2020":
                menu(seat.page, at)
                camera.take(what, seat.page)
                seat.page.keyboard.press("Escape")
        if book == "edz-2020":
            seat.page.locator(".money-buttons button").click()
            camera.take("cashier", seat.page)
            seat.page.keyboard.press("Escape")
            seat.page.locator(".strip button").first.click()
            camera.take("round", seat.page)
    for what, path, who in (
        ("pit", "/pit", SUPERVISOR),
        ("desk", "/desk", SHIFT),
        ("display", "/display/fast-action-2020", None),
        ("display-racetrack", "/display/racetrack-2012", None),
        ("odds", "/odds/racetrack-2012", None),
    ):
        page = camera.page(who)
        page.goto(path)
        page.wait_for_load_state("networkidle")
        if what == "pit":
            page.locator("main table button").nth(2).click()
        if what == "desk":
            page.get_by_role("tab").nth(2).click()
        if what == "odds":
            page.locator(".nothing button").click()
        camera.take(what, page)
    page = camera.page(None)
    page.goto("/odds/racetrack-2012?bets=red~1000,straight:17~500")
    page.locator(".evening select").first.select_option("martingale")
    page.locator(".evening .compare").click()
    expect(page.locator(".evening .whisker")).to_have_count(11, timeout=90_000)
    page.locator(".evening").evaluate("each => each.scrollIntoView()")
    camera.take("evening", page)


def of_a_house_with_dealers(camera: Camera) -> None:
    """A number that was called, at the terminals; the dealer's console in the middle of a round."""
    house = camera.house
    for book in books.ids():
        seat = camera.seat(book)
        seat.open_bets()
        lay(seat)
        if book == "sands-2019":
            dealer = camera.page(DEALER)
            dealer.goto(f"/dealer/{book}")
            dealer.wait_for_load_state("networkidle")
            camera.take("dealer", dealer)
        seat.settle("17")
        seat.page.wait_for_timeout(1300)  # until losing chips are off the felt
        camera.take(f"{book}-settled", seat.page)
        if book == "sands-2019":
            recall = camera.page(SUPERVISOR)
            ended = house.house.floor.tables[book].state.round_number
            recall.goto(f"/recall/{book}/{ended}")
            recall.wait_for_load_state("networkidle")
            camera.take("recall", recall)
        seat.page.context.close()
        camera.visitors.contexts.remove(seat.page.context)


def main(sizes: Sequence[str]) -> None:
    """All of them, or those of the sizes named."""
    expect.set_options(timeout=2 * WAIT_MS)
    wanted: list[Size] = [size for size in SIZES if size in sizes or not sizes]
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        with after_an_evening(Path(folder) / "a") as house:
            for size in wanted:
                for language in LOCALES:
                    camera = Camera(browser, house, size, language)
                    of_a_house_that_deals(camera)
                    camera.visitors.leave()
        with demonstration(Path(folder) / "b", [by_hand(book) for book in books.ids()]) as house:
            house.run(house.staffed(*STAFF))
            for size in wanted:
                for language in LOCALES:
                    camera = Camera(browser, house, size, language)
                    of_a_house_with_dealers(camera)
                    camera.visitors.leave()


if __name__ == "__main__":
    main(sys.argv[1:])
