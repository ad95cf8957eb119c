"""Staff at their consoles, and ada, who plays at the table that they look at."""

from playwright.sync_api import Locator, Page, expect

from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from tests.browser.browsing import Visitors
from tests.server.houses import SUPERVISOR, Hosted

ADA = Actor("ada")
PURSE = 100_000
STAKE = 500


def at(visitors: Visitors, hosted: Hosted, who: Actor | None, path: str, **terms: object) -> Page:
    """Someone of the staff at a page of theirs."""
    page = visitors.come(**terms)  # type: ignore[arg-type]
    if who is not None:
        name, _, value = hosted.signed_in(who).partition("=")
        page.context.add_cookies([{"name": name, "value": value, "url": hosted.address}])
    page.goto(path)
    return page


def step(page: Page, name: str) -> None:
    """Press what may be done next, once it may."""
    button = page.locator(".steps").get_by_role("button", name=name, exact=True)
    expect(button).to_be_enabled()
    button.click()


def open_bets(page: Page) -> None:
    """The dealer opens a round, also where payouts are left, and sees it open."""
    step(page, "Open bets")
    unpaid = page.get_by_role("dialog", name="Open bets", exact=True)
    opened = page.locator(".phase").filter(has_text="Bets open")
    expect(unpaid.or_(opened)).to_be_visible()
    if unpaid.count():
        confirm(unpaid)
    expect(opened).to_be_visible()


def confirm(within: Locator | Page) -> None:
    """What was read back is pressed again."""
    within.get_by_role("button", name="Confirm", exact=True).click()


def enter(page: Page, number: str) -> None:
    page.locator("#entry .pad").get_by_role("button", name=number, exact=True).click()


def bets(hosted: Hosted, table: str, wager: str) -> None:
    hosted.run(hosted.must(table, PlaceWager(wager=wager, amount=STAKE), by=ADA))


def purse(hosted: Hosted, table: str) -> int:
    hosted.run(hosted.house.running.idle())
    players = hosted.http("GET", f"/api/tables/{table}/staff", who=SUPERVISOR).json["players"]
    held = next(each["purse"] for each in players if each["player"] == ADA.name)
    return sum(held.values())


def last(hosted: Hosted, table: str) -> tuple[str, str | None]:
    hosted.run(hosted.house.running.idle())
    result = hosted.http("GET", f"/api/tables/{table}").json["results"][0]
    return result["status"], result["outcome"]


def card(page: Page, name: str) -> Locator:
    """What is done at one place of a page."""
    return page.get_by_role("region", name=name, exact=True)


def form(within: Locator, name: str) -> Locator:
    """One of several forms side by side."""
    return within.get_by_role("form", name=name, exact=True)


def listed(page: Page, name: str) -> Locator:
    """A line of a list, by what it is about."""
    return page.locator(".people :is(button, summary)").filter(has_text=name)


def table_row(page: Page, table: str) -> Locator:
    """A table among all, by its id."""
    return page.locator(".floor-grid tr").filter(has_text=table)


def said(page: Page, what: str) -> None:
    """The house did it, and says so."""
    expect(page.locator(".verdict.is-done").filter(has_text=what)).to_be_visible()


def signs_in(page: Page, name: str, password: str) -> None:
    gate = page.get_by_role("dialog", name="Staff only", exact=True)
    gate.get_by_label("Name", exact=True).fill(name)
    gate.get_by_label("Password", exact=True).fill(password)
    gate.get_by_role("button", name="Sign in", exact=True).click()
