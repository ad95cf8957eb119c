"""An address of the HTTP API as a value: from one table come the routes and their documentation.

A handler gets a ``Call`` and gives a value that is encoded, or raises a CroupierError. Every error
has one shape and a stable code; nothing that a client sends leads to an answer of 500.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.routing import Route

from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.server.connection import Who
from croupier.server.meters import PER_SECOND
from croupier.server.noting import note_refused
from croupier.table.running import FloorStopped

if TYPE_CHECKING:
    from croupier.server.house import House

BODY_MAX = 64 * 1024
TEXT_MAX = 200
"""Of a text behind the question mark, in characters."""
DIGITS_MAX = 15
"""Of a whole number in an address: what every JSON reader keeps exact."""
Audience = Literal["anyone", "player", "staff"]
encode = msgspec.json.Encoder().encode

STATUS: Mapping[str, int] = {
    "sign-in/": 401,
    "second-factor/wrong-code": 401,
    "terminal/not-enrolled": 401,
    "terminal/unknown": 401,
    "terminal/none": 404,
    "device/not-enrolled": 401,
    "device/withdrawn": 401,
    "device/none": 404,
    "device/not-its-kind": 403,
    "staff/not-signed-in": 401,
    "sign-in/throttled": 429,
    "rate/": 429,
    "position/": 403,
    "first/": 403,
    "request/origin": 403,
    "metrics/": 403,
    "request/too-large": 413,
    "request/": 400,
    "message/": 400,
    "house/stopped": 503,
    "lab/": 503,
    "table/unknown": 404,
    "record/": 404,
    "record/bad-place": 400,
    "book/unknown": 404,
    "approval/unknown": 404,
    "alert/unknown": 404,
}
"""The HTTP status by the longest beginning of an error's code; 409 for every other refusal."""


class Whole(Convertor[int]):
    """A whole number in an address: starlette's own fails with those that nobody can read."""

    regex = f"[0-9]{{1,{DIGITS_MAX}}}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("int", Whole())


class Error(msgspec.Struct, frozen=True):
    """What went wrong."""

    code: str
    message: str
    clause: str | None = None


class Errors(msgspec.Struct, frozen=True):
    """The one shape of an error."""

    error: Error


@dataclass(frozen=True, slots=True)
class Query:
    """A parameter behind the question mark."""

    name: str
    type: type[int] | type[str]
    says: str
    default: int | str | None = None
    most: int = 1000


@dataclass(frozen=True, slots=True)
class Call:
    """One request to one endpoint."""

    house: "House"
    http: HttpRequest
    who: Who
    body: Any
    path: Mapping[str, str]
    query: Mapping[str, Any]

    @property
    def table(self) -> str:
        """The table in the path, which must be one of the house's."""
        return self.known_table(self.path["table"])

    def known_table(self, table: str) -> str:
        """A table of the house, or a refusal that says which there are."""
        if table not in self.house.channels:
            known = ", ".join(self.house.channels)
            raise CroupierError(refusal("table/unknown", table=table[:40], known=known))
        return table


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address, what it takes and gives, and for whom it is."""

    method: Literal["GET", "POST"]
    path: str
    says: str
    handler: Handler
    gives: Any
    takes: Any = None
    query: Sequence[Query] = ()
    who: Audience = "anyone"
    media: str = "application/json"
    refuses: Sequence[int] = field(default=())
    first: bool = False
    """Whether those may ask who have something to do before anything else: this is it."""


class Reply(msgspec.Struct, frozen=True):
    """An answer with cookies to set, or in another form than JSON."""

    content: Any
    cookies: Mapping[str, str | None] = {}
    media: str = "application/json"
    filename: str | None = None


def route(house: "House", endpoint: Endpoint) -> Route:
    """The endpoint as starlette serves it."""
    decoder = msgspec.json.Decoder(endpoint.takes) if endpoint.takes is not None else None

    async def serve(http: HttpRequest) -> Response:
        who = house.who_asks(http)
        try:
            no = house.active(who)
            if no is not None and endpoint.first and no.code.startswith("first/"):
                no = None
            if no is not None and endpoint.who == "anyone":
                # A locked session is nobody's until it is unlocked.
                who, no = Who(address=who.address), None
            if (no := no or _not_for(endpoint.who, who)) is not None:
                raise CroupierError(no)
            if who.terminal is not None and not house.requests.take(who.terminal):
                raise CroupierError(refusal("rate/too-many", most=PER_SECOND))
            body = decoder.decode(await _body(http)) if decoder is not None else None
            _require_once(http)
            query = {each.name: _value(each, http) for each in endpoint.query}
            call = Call(house, http, who, body, http.path_params, query)
            given = await endpoint.handler(call)
        except CroupierError as error:
            return _refused(error.refusal, http, who)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            no = refusal("message/malformed", reason=str(error)[:200])
            return _refused(no, http, who)
        except ClientDisconnect:
            return Response()  # to nobody: who asked has gone, or was too slow
        except FloorStopped:
            # Whether it is on record is not known: that is said once the house is back.
            return failed(refusal("house/stopped"))
        return await house.responds(http, given)

    return Route(endpoint.path, serve, methods=[endpoint.method], name=endpoint.path)


def _refused(no: Refusal, http: HttpRequest, who: Who) -> Response:
    note_refused(no, http.url.path, who.address, who.actor.name if who.actor else None)
    return failed(no)


def failed(no: Refusal) -> Response:
    """The answer that a refusal gives."""
    content = encode(Errors(Error(no.code, no.message, no.clause)))
    status = status_of(no.code)
    headers = {"retry-after": str(no.figures.get("wait_s", 1))} if status == 429 else None
    return Response(content, status, headers, media_type="application/json")


def status_of(code: str) -> int:
    """The HTTP status of an error.

    >>> status_of("sign-in/throttled"), status_of("late/placed")
    (429, 409)
    """
    known = [begins for begins in STATUS if code.startswith(begins)]
    return STATUS[max(known, key=len)] if known else 409


def _not_for(audience: Audience, who: Who) -> Refusal | None:
    actor = who.actor
    if audience == "staff" and (actor is None or actor.position is None):
        return refusal("staff/not-signed-in")
    if audience == "player" and actor is None:
        return refusal("terminal/not-enrolled")
    return None


async def _body(http: HttpRequest) -> bytes:
    content = bytearray()
    async for chunk in http.stream():
        content += chunk
        if len(content) > BODY_MAX:
            raise CroupierError(refusal("request/too-large", most=BODY_MAX))
    return bytes(content)


def _require_once(http: HttpRequest) -> None:
    """A parameter is given once: of two, a proxy may have looked at the other one."""
    names = [name for name, _ in http.query_params.multi_items()]
    if len(names) > len(set(names)):
        reason = "a parameter is given more than once"
        raise CroupierError(refusal("request/bad-query", reason=reason))


def _value(query: Query, http: HttpRequest) -> int | str | None:
    given = http.query_params.get(query.name)
    if given is None:
        return query.default
    if query.type is str:
        if len(given) > TEXT_MAX:
            reason = f"{query.name} has at most {TEXT_MAX} characters"
            raise CroupierError(refusal("request/bad-query", reason=reason))
        return given
    is_whole = given.isascii() and given.isdigit() and len(given) <= DIGITS_MAX
    if not is_whole or int(given) > query.most:
        reason = f"{query.name} is a whole number up to {query.most}"
        raise CroupierError(refusal("request/bad-query", reason=reason))
    return int(given)
