"""The HTTP API of the floor: the house, its books, its tables, and what is done at them."""

from collections.abc import Sequence

import croupier
from croupier.draw import felt_svg
from croupier.draw.wheel import wheel_svg
from croupier.protocol import VERSION
from croupier.protocol import frames as f
from croupier.protocol import requests as q
from croupier.protocol import views as v
from croupier.rules.book import Book
from croupier.rules.refusal import CroupierError, refusal
from croupier.server.connection import ID_MAX, verdict
from croupier.server.endpoint import Call, Endpoint, Reply
from croupier.server.kept import for_good
from croupier.table.core import Request

SVG = "image/svg+xml"
SVG_TEXT = f"{SVG}; charset=utf-8"


async def house(call: Call) -> q.HouseShown:
    """The house, with its tables as everybody may see them."""
    home = call.house
    return q.HouseShown(
        name=home.config.name,
        currency=home.config.currency,
        demonstration=home.config.demonstration,
        credit=home.config.visitors.credit if home.config.demonstration else None,
        program=croupier.__version__,
        protocol=VERSION,
        now_ms=home.clock(),
        tables=tuple(channel.row().table for channel in home.channels.values()),
    )


async def table(call: Call) -> v.TableView:
    return call.house.channels[call.table].row().table


async def seat(call: Call) -> v.SeatView:
    return await call.house.seat(call.who, call.table)


async def staff(call: Call) -> v.StaffView:
    return await call.house.staff_at(call.who, call.table)


async def floor(call: Call) -> v.FloorView:
    assert call.who.actor is not None
    return call.house.overview.seen_by(call.who.actor)


async def act(call: Call) -> f.Verdict:
    """The same as an ``act`` over the WebSocket, for those who have none."""
    home, who, action = call.house, call.who, call.body
    assert isinstance(action, q.PostedAction)
    assert who.actor is not None
    if who.terminal is None:
        raise CroupierError(refusal("terminal/not-enrolled"))
    if not 1 <= action.id <= ID_MAX:
        raise CroupierError(refusal("action/bad-id", most=ID_MAX))
    if (no := home.unfit(who, call.table, action.command)) is not None:
        raise CroupierError(no)
    actor = home.carries_out(who, call.table, action.command)
    request = Request(actor, action.command, who.terminal, action.id)
    return verdict(call.table, action.id, await home.ask(who, call.table, request))


async def heads(call: Call) -> list[q.HeadShown]:
    """The last signed heads: who keeps one can tell later whether the record was rewritten."""
    return [
        q.HeadShown(
            stream=head.stream,
            seq=head.seq,
            hash=head.hash.hex(),
            key_id=head.key_id,
            signature=head.signature.hex(),
        )
        for _, head in sorted(call.house.running.heads.items())
    ]


# The books


def _book(call: Call) -> Book:
    known = call.house.books
    found = known.get(call.path["book"])
    if found is None:
        given = call.path["book"][:40]
        raise CroupierError(refusal("book/unknown", book=given, known=", ".join(known)))
    return found


def _shown(book: Book) -> q.BookShown:
    return q.BookShown(
        id=book.id,
        title=book.title,
        version=book.version,
        effective=book.effective.isoformat(),
        pockets=book.pockets,
        wheel=book.wheel.order,
        colours=dict(book.colours),
    )


async def all_books(call: Call) -> list[q.BookShown]:
    return [_shown(book) for book in call.house.books.values()]


async def wagers(call: Call) -> list[q.WagerShown]:
    return [
        q.WagerShown(
            wager=wager.notation,
            name=wager.name,
            kind=wager.kind,
            numbers=wager.numbers,
            pays=wager.pays,
            pieces=tuple(
                q.PieceShown(wager=piece.wager.notation, count=piece.count)
                for piece in wager.pieces
            ),
            clause=wager.clause,
        )
        for wager in _book(call).wagers.values()
    ]


async def clauses(call: Call) -> list[q.ClauseShown]:
    book = _book(call)
    return [q.ClauseShown(number=each.number, says=each.summary) for each in book.clauses.values()]


async def felt(call: Call) -> Reply:
    return Reply(felt_svg(_book(call)), media=SVG_TEXT)


async def wheel(call: Call) -> Reply:
    return Reply(wheel_svg(_book(call)), media=SVG_TEXT)


AT_TABLE = "/api/tables/{table}"
OF_BOOK = "/api/books/{book}"
ENDPOINTS: Sequence[Endpoint] = (
    Endpoint("GET", "/api/house", "The house and its tables", house, q.HouseShown),
    Endpoint("GET", "/api/books", "The rule books in play", for_good(all_books), list[q.BookShown]),
    Endpoint(
        "GET", f"{OF_BOOK}/wagers", "Every wager of a book", for_good(wagers), list[q.WagerShown]
    ),
    Endpoint(
        "GET",
        f"{OF_BOOK}/clauses",
        "What a book's clauses ask",
        for_good(clauses),
        list[q.ClauseShown],
    ),
    Endpoint("GET", f"{OF_BOOK}/felt.svg", "The felt of a book", for_good(felt), None, media=SVG),
    Endpoint(
        "GET", f"{OF_BOOK}/wheel.svg", "The wheel of a book", for_good(wheel), None, media=SVG
    ),
    Endpoint("GET", "/api/heads", "Signed heads to carry away", heads, list[q.HeadShown]),
    Endpoint("GET", AT_TABLE, "A table as everybody may see it", table, v.TableView),
    Endpoint(
        "GET", f"{AT_TABLE}/seat", "What is one's own at a table", seat, v.SeatView, who="player"
    ),
    Endpoint(
        "GET", f"{AT_TABLE}/staff", "A table as staff see it", staff, v.StaffView, who="staff"
    ),
    Endpoint(
        "POST",
        f"{AT_TABLE}/actions",
        "Do something at a table; one durable verdict",
        act,
        f.Verdict,
        q.PostedAction,
        who="player",
    ),
    Endpoint("GET", "/api/floor", "All tables at a glance", floor, v.FloorView, who="staff"),
)
