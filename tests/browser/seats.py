"""The player terminal as a visitor uses it, and the house behind it as a dealer runs it.

A table here is dealt by commands, from a wheel of wood, so that a test says when bets close and
which number comes. Nothing waits for a clock.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, expect

import croupier
from croupier import books
from croupier.protocol import views as v
from croupier.protocol.requests import WagerShown
from croupier.protocol.rulebook import BookWhole, SpotShown
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import ReportSpin, SpinBall
from croupier.rules.limits import Limits, Range
from croupier.server.config.settings import Table
from tests.browser.browsing import Box, box
from tests.server.houses import Hosted, closing, configured, dealt, hosting

MIN, MAX = 100, 100_000
LIMITS = Limits(Range(MIN, MAX))
BUY_IN = 20_000
UNIT = 100


def by_hand(book: str) -> Table:
    """A table that a dealer runs from a wheel of wood, at which visitors buy in by themselves."""
    return msgspec.structs.replace(dealt(book), wheel="dealer", self_service=True)


@contextmanager
def demonstration(
    folder: Path, tables: Sequence[Table] | None = None, **terms: Any
) -> Iterator[Hosted]:
    """A house that lets visitors in, its hand-dealt tables open."""
    played = [by_hand(book) for book in books.ids()] if tables is None else tables
    config = configured(folder, played, demonstration=True)
    with hosting(msgspec.structs.replace(config, **terms)) as hosted:
        for table in played:
            if table.deals == "dealer":
                day = hosted.house.config.closing.next_day(None, hosted.house.clock())
                hosted.run(hosted.open(table.id, day=day))
        yield hosted


def money(cents: int) -> str:
    """As the pages write an amount."""
    return f"{cents / 100:,.2f}"


def cents(text: str) -> int:
    """An amount that a page shows."""
    return round(float(text.replace(",", "")) * 100)


@dataclass
class Seat:
    """A visitor at a table."""

    page: Page
    hosted: Hosted
    table: str
    book: BookWhole = field(init=False)

    def __post_init__(self) -> None:
        book = self.hosted.house.tables[self.table].book
        reply = self.hosted.http("GET", f"/api/books/{book}")
        self.book = msgspec.json.decode(reply.content, type=BookWhole)

    # Coming

    def sit_down(self) -> "Seat":
        """Through the front door, in one press."""
        self.page.goto("/")
        title = self.hosted.house.tables[self.table].shown()
        card = self.page.locator(".table-card").filter(
            has=self.page.locator(f'a[href="/table/{self.table}"]')
        )
        expect(card).to_contain_text(title)
        card.get_by_role("button").click()
        self.page.wait_for_url(f"**/table/{self.table}")
        self.shows(balance=BUY_IN)
        return self

    @property
    def name(self) -> str:
        """Who the house knows this visitor as."""
        said = self.page.evaluate("fetch('/api/me?as=player').then((answer) => answer.json())")
        name: str = said["name"]
        return name

    def view(self) -> v.SeatView:
        """The seat as the house itself has it."""
        said = self.page.evaluate(
            f"fetch('/api/tables/{self.table}/seat?as=player').then((answer) => answer.json())"
        )
        return msgspec.convert(said, v.SeatView)

    # The round, from the other side of the table

    def open_bets(self) -> None:
        self.hosted.run(self.hosted.must(self.table, OpenBets()))
        expect(self.page.locator(".state.is-open")).to_be_attached()

    def close_bets(self) -> None:
        rounds = closing(self.hosted.house.tables[self.table].book)
        self.hosted.run(self.hosted.must(self.table, *rounds))

    def call(self, number: str) -> v.Result:
        """The number comes, and the round is settled."""
        called = CallOutcome(number=number), ConfirmOutcome(number=number)
        self.hosted.run(self.hosted.must(self.table, *called))
        self.hosted.run(self.hosted.house.running.idle())
        said = self.hosted.http("GET", f"/api/tables/{self.table}").json
        return msgspec.convert(said, v.TableView).results[0]

    def settle(self, number: str) -> v.Result:
        """Bets close, the number comes, and the page shows it."""
        self.close_bets()
        result = self.call(number)
        expect(self.page.locator(".moment .called")).to_have_text(number)
        return result

    def void(self) -> None:
        """The ball is spun in the direction of the wheel, which no book accepts."""
        self.hosted.run(self.hosted.must(self.table, SpinBall(), CloseBets()))
        spun = ReportSpin(direction="with-wheel", revolutions=5)
        self.hosted.run(self.hosted.must(self.table, spun))

    # On the felt

    def spot(self, wager: str) -> Locator:
        """What is touched for a wager, wherever on the page."""
        return self.page.locator(f'[data-wager="{wager}"]')

    def stack(self, wager: str) -> Locator:
        """The chips on a spot of the felt."""
        return self.page.locator(f'.felt [data-on="{wager}"]')

    def box(self, wager: str) -> Box:
        return box(self.spot(wager).bounding_box())

    def point(self, wager: str) -> tuple[float, float]:
        """The point of the page at which a wager is pressed: the middle, or the figures."""
        spot = self.spot(wager)
        inside = spot.locator("text, .figure").first
        found = box((inside if inside.count() else spot).bounding_box())
        return found["x"] + found["w"] / 2, found["y"] + found["h"] / 2

    def press(self, wager: str) -> None:
        self.page.mouse.click(*self.point(wager))

    def tap(self, wager: str) -> None:
        self.page.touchscreen.tap(*self.point(wager))

    def choose(self, amount: int) -> None:
        """Take a chip in hand."""
        self.page.get_by_role("radio", name=f"Chip of {money(amount)}", exact=True).click()

    def action(self, name: str) -> Locator:
        """Undo, clear, double or rebet."""
        return self.page.locator(".actions").get_by_role("button", name=name, exact=True)

    def shows(self, *, balance: int | None = None, total: int | None = None) -> None:
        """Until the page shows these figures."""
        figures = self.page.locator(".figures > div")
        if balance is not None:
            expect(figures.nth(0).locator("dd")).to_have_text(money(balance))
        if total is not None:
            expect(figures.nth(1).locator("dd")).to_have_text(money(total))

    def last_win(self) -> tuple[int, int]:
        """What was won and what came back of the stake, as the page shows them."""
        shown = self.page.locator(".figures > div").nth(2).locator("dd small").inner_text()
        won, back = (cents(found) for found in re.findall(r"[\d,]+\.\d\d", shown))
        return won, back

    def one_of_each_kind(self) -> list[SpotShown | WagerShown]:
        """A wager of every kind that the book has here, the middle one of its kind."""
        kinds: dict[str, list[SpotShown | WagerShown]] = {}
        offered = self.hosted.http("GET", f"/api/tables/{self.table}").json["calls"]
        calls = (call for call in self.book.calls if call.kind in offered)
        every: list[SpotShown | WagerShown] = [*self.book.felt.spots, *calls]
        for wager in every:
            shape = f"{wager.kind} of {len(wager.numbers)}" if isinstance(wager, SpotShown) else ""
            kinds.setdefault(shape or wager.kind, []).append(wager)
        return [all_[len(all_) // 2] for all_ in kinds.values()]


def menu(page: Page, at: int) -> None:
    """Open something beside the felt: favourites, numbers, own rounds, rules."""
    if page.locator(".menu > button").count() == 1:  # on a phone they are behind one button
        page.locator(".menu > button").click()
    page.locator(".menu > button, .menu-list > button").nth(at - 6).click()


def seated(page: Page, hosted: Hosted, table: str) -> Seat:
    """A visitor who sits down at a table straight away."""
    seat = Seat(page, hosted, table)
    page.goto(f"/table/{table}#sit")
    seat.shows(balance=BUY_IN)
    return seat


def due(
    book_id: str,
    wagers: Iterable[tuple[str, int]],
    outcome: str | None,
    bonus_numbers: Sequence[str] | None = None,
) -> tuple[int, int]:
    """What the rules alone give one player: winnings, and what comes back in all."""
    settled = croupier.settle(
        books.load(book_id),
        [("one", wager, amount) for wager, amount in wagers],
        outcome,
        bonus_numbers=bonus_numbers,
        limits=LIMITS,
        accepted=True,
    )
    return sum(bet.settled.winnings for bet in settled.bets), settled.players["one"].returned
