"""Endpoints as starlette routes: the caller's identity from cookies, the body, and the answer.

A browser may hold cookies of a terminal and of staff at once: ``as`` chooses. With TLS, names begin
with ``__Host-``: browsers accept such a cookie only from this very host, so that no neighbouring
host can set one.
"""

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.routing import Route

from croupier.round.base import Actor
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.server.api.endpoint import (
    DIGITS_MAX,
    TEXT_MAX,
    Audience,
    Call,
    Endpoint,
    Query,
    Reply,
    encode,
    failed,
)
from croupier.server.api.packing import accepted
from croupier.server.house import House
from croupier.server.live.connection import Who
from croupier.server.live.rates import PER_SECOND
from croupier.server.logs import note_refused
from croupier.table.running import FloorStopped

STAFF_COOKIE = "croupier"
TERMINAL_COOKIE = "croupier-terminal"
DEVICE_COOKIE = "croupier-device"
LONG = frozenset({TERMINAL_COOKIE, DEVICE_COOKIE})
"""Cookies that a browser keeps when it is closed."""
MONTH_S = 30 * 86_400
BODY_MAX = 64 * 1024


def cookie_name(name: str, *, secure: bool) -> str:
    """The name of a cookie in the browser.

    >>> cookie_name("croupier", secure=True), cookie_name("croupier", secure=False)
    ('__Host-croupier', 'croupier')
    """
    return f"__Host-{name}" if secure else name


def cookie(house: House, http: HTTPConnection, name: str) -> str | None:
    """A cookie of a request."""
    return http.cookies.get(cookie_name(name, secure=house.config.secure))


def terminal_key(house: House, http: HTTPConnection) -> str | None:
    """The key of a device; keys of earlier versions may have that version's cookie name."""
    key = cookie(house, http, TERMINAL_COOKIE)
    plain = http.cookies.get(TERMINAL_COOKIE)
    return plain if key is None and house.office.has_old_key(plain) else key


def who_asks(house: House, http: HTTPConnection) -> Who:
    """The sender of a request: a member of staff, a terminal, or nobody known."""
    office, address = house.office, http.client.host if http.client is not None else ""
    meant = http.query_params.get("as")
    session = office.door.sessions.find(cookie(house, http, STAFF_COOKIE))
    if not isinstance(session, Refusal) and meant in (None, "staff"):
        # Every session counts its own actions; no terminal's name has a slash.
        counted = f"{session.actor.name}/{session.id}"
        return Who(session.actor, counted, session, address)
    terminal = office.terminal(terminal_key(house, http))
    if not isinstance(terminal, Refusal) and meant in (None, "player"):
        counted = office.state.terminals[terminal].counted_as(terminal)
        return Who(Actor(terminal), counted, None, address)
    return Who(address=address)


async def respond(house: House, http: HTTPConnection, given: object) -> Response:
    """A handler's result as HTTP; a terminal gets a new key when due."""
    reply = given if isinstance(given, Reply) else Reply(encode(given))
    cookies = dict(reply.cookies)
    key = terminal_key(house, http) if TERMINAL_COOKIE not in cookies else None
    if (new := await house.office.renewed(key)) is not None:
        cookies[TERMINAL_COOKIE] = new
    plain = isinstance(reply.content, str | bytes)
    content = reply.content if plain else encode(reply.content)
    headers: dict[str, str] = {}
    if reply.filename is not None:
        headers["content-disposition"] = f'attachment; filename="{reply.filename}"'
    if reply.packed is not None:
        headers["vary"] = "accept-encoding"
        for form in accepted(http.headers.get("accept-encoding", "")):
            if form in reply.packed:
                content, headers["content-encoding"] = reply.packed[form], form
                break
    answer = Response(content, media_type=reply.media, headers=headers)
    for name, value in cookies.items():
        _set_cookie(answer, name, value, secure=house.config.secure)
    return answer


def _set_cookie(answer: Response, name: str, value: str | None, *, secure: bool) -> None:
    """Set or delete a cookie that scripts cannot read and other sites cannot send."""
    age = 0 if value is None else MONTH_S if name in LONG else None
    called = cookie_name(name, secure=secure)
    answer.set_cookie(
        called, value or "", age, httponly=True, samesite="strict", secure=secure, path="/"
    )


def route(house: House, endpoint: Endpoint) -> Route:
    """The endpoint as a starlette route."""
    decoder = msgspec.json.Decoder(endpoint.takes) if endpoint.takes is not None else None

    async def serve(http: HttpRequest) -> Response:
        who = who_asks(house, http)
        try:
            no = house.active(who)
            if no is not None and endpoint.first and no.code.startswith("first/"):
                no = None
            if no is not None and endpoint.who == "anyone":
                # A locked session counts as anonymous.
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
            return Response()  # to nobody: the client is gone, or was too slow
        except FloorStopped:
            # Whether it is on record is unknown until the house is back.
            return failed(refusal("house/stopped"))
        return await respond(house, http, given)

    return Route(endpoint.path, serve, methods=[endpoint.method], name=endpoint.path)


def _refused(no: Refusal, http: HttpRequest, who: Who) -> Response:
    note_refused(no, http.url.path, who.address, who.actor.name if who.actor else None)
    return failed(no)


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
    """A parameter may be given only once: a proxy may have used the other one."""
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
        if query.one_of and given not in query.one_of:
            reason = f"{query.name} is one of {', '.join(query.one_of)}"
            raise CroupierError(refusal("request/bad-query", reason=reason))
        return given
    is_whole = given.isascii() and given.isdigit() and len(given) <= DIGITS_MAX
    if not is_whole or int(given) > query.most:
        reason = f"{query.name} is a whole number up to {query.most}"
        raise CroupierError(refusal("request/bad-query", reason=reason))
    return int(given)
