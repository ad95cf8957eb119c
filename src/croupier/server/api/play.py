"""The HTTP API of the floor: the house, its books, its tables and actions."""

import croupier
from croupier.books import in_language
from croupier.house.checks import seatless
from croupier.pictures import felt_svg
from croupier.pictures.wheel import wheel_svg
from croupier.protocol import VERSION, frames, requests, views
from croupier.rules.refusal import CroupierError, refusal
from croupier.server.api.book import clauses_shown, in_brief, wager_shown
from croupier.server.api.endpoint import LANGUAGE, Call, Endpoints, Reply, for_good, granted
from croupier.server.live.connection import ID_MAX, verdict
from croupier.table.core import Request
from croupier.words.message import alert

SVG = "image/svg+xml"
SVG_TEXT = f"{SVG}; charset=utf-8"
AT_TABLE = "/api/tables/{table}"
OF_BOOK = "/api/books/{book}"
ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/house", "The house and its tables")
async def house(call: Call) -> requests.HouseShown:
    """The house and the public views of its tables."""
    home = call.house
    return requests.HouseShown(
        name=home.config.name,
        currency=home.config.currency,
        demonstration=home.config.demonstration,
        credit=home.config.visitors.credit if home.config.demonstration else None,
        program=croupier.__version__,
        protocol=VERSION,
        now_ms=home.clock(),
        tables=tuple(channel.row().table for channel in home.channels.values()),
    )


@ENDPOINTS.get("/api/books", "The rule books in play", query=(LANGUAGE,))
@for_good
async def all_books(call: Call) -> list[requests.BookShown]:
    language, known = call.query["language"], call.house.books.values()
    return [requests.BookShown(**in_brief(in_language(book, language))) for book in known]


@ENDPOINTS.get(f"{OF_BOOK}/wagers", "Every wager of a book")
@for_good
async def wagers(call: Call) -> list[requests.WagerShown]:
    return [wager_shown(wager) for wager in call.book.wagers.values()]


@ENDPOINTS.get(f"{OF_BOOK}/clauses", "The clauses of a book, in our own words", query=(LANGUAGE,))
@for_good
async def clauses(call: Call) -> list[requests.ClauseShown]:
    return clauses_shown(in_language(call.book, call.query["language"]))


@ENDPOINTS.get(f"{OF_BOOK}/felt.svg", "The felt of a book", gives=None, media=SVG)
@for_good
async def felt(call: Call) -> Reply:
    return Reply(felt_svg(call.book), media=SVG_TEXT)


@ENDPOINTS.get(f"{OF_BOOK}/wheel.svg", "The wheel of a book", gives=None, media=SVG)
@for_good
async def wheel(call: Call) -> Reply:
    return Reply(wheel_svg(call.book), media=SVG_TEXT)


@ENDPOINTS.get("/api/heads", "Signed heads to keep")
async def heads(call: Call) -> list[requests.HeadShown]:
    """The last signed heads; kept, they show later whether the record was rewritten."""
    return [
        requests.HeadShown.of(head, hash=head.hash.hex(), signature=head.signature.hex())
        for _, head in sorted(call.house.running.heads.items())
    ]


@ENDPOINTS.get(AT_TABLE, "The public view of a table")
async def table(call: Call) -> views.TableView:
    return call.house.channels[call.table].row().table


@ENDPOINTS.get(f"{AT_TABLE}/seat", "One's own seat at a table", who="player")
async def seat(call: Call) -> views.SeatView:
    home, who = call.house, call.who
    home.watch.players.seen(call.actor.name)
    await home.running.quiet(call.table)
    return home.channels[call.table].seat_view(call.actor.name, who.terminal)


@ENDPOINTS.post(
    f"{AT_TABLE}/attendant", "Call an attendant to one's seat", requests.Nothing, who="player"
)
async def attendant(call: Call) -> frames.Verdict:
    """The pit has an alert until somebody acknowledges it; calling again raises no second one."""
    player, state = call.actor.name, call.house.floor.tables[call.table].state
    if (no := seatless(state, player)) is not None:
        raise CroupierError(no)
    await call.house.office.raise_alert(
        call.table, "player/attendant", alert("attendant", player=player)
    )
    return frames.Verdict(table=call.table, accepted=True)


@ENDPOINTS.get(f"{AT_TABLE}/staff", "A table as staff see it", who="staff")
async def staff(call: Call) -> views.StaffView:
    await call.house.running.quiet(call.table)
    return call.house.channels[call.table].staff_view(call.actor, call.who.terminal)


@ENDPOINTS.post(
    f"{AT_TABLE}/actions",
    "Give a command to a table; one durable verdict",
    requests.PostedAction,
    who="player",
)
async def act(call: Call) -> frames.Verdict:
    """The same as ``act`` over the WebSocket."""
    home, who, action = call.house, call.who, call.body
    if who.terminal is None:
        raise CroupierError(refusal("terminal/not-enrolled"))
    if not 1 <= action.id <= ID_MAX:
        raise CroupierError(refusal("action/bad-id", most=ID_MAX))
    granted(home.unfit(who, call.table, action.command))
    actor = home.carries_out(who, call.table, action.command)
    request = Request(actor, action.command, who.terminal, action.id)
    return verdict(call.table, action.id, await home.ask(who, call.table, request))


@ENDPOINTS.get("/api/floor", "All tables, alerts and approvals", who="staff")
async def floor(call: Call) -> views.FloorView:
    return call.house.overview.seen_by(call.actor)
