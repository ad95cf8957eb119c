"""Who asks, by the cookies of a request; and cookies for those who come in.

A browser may hold a terminal's cookie and a session of staff at once: ``as`` says which is meant.
Where there is TLS, names begin with ``__Host-``: a browser takes such a cookie from this very host,
so that nobody at a neighbouring name can plant one.
"""

from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import Response

from croupier.round.commands import Actor
from croupier.rules.refusal import Refusal
from croupier.server.connection import Who
from croupier.server.endpoint import Reply, encode
from croupier.server.people import Office

STAFF_COOKIE = "croupier"
TERMINAL_COOKIE = "croupier-terminal"
DEVICE_COOKIE = "croupier-device"
LONG = frozenset({TERMINAL_COOKIE, DEVICE_COOKIE})
"""What a browser keeps when it is closed."""
MONTH_S = 30 * 86_400


def cookie_name(name: str, *, secure: bool) -> str:
    """What a browser is told to call a cookie.

    >>> cookie_name("croupier", secure=True), cookie_name("croupier", secure=False)
    ('__Host-croupier', 'croupier')
    """
    return f"__Host-{name}" if secure else name


def cookie(http: HTTPConnection, name: str, *, secure: bool) -> str | None:
    """A cookie of ours."""
    return http.cookies.get(cookie_name(name, secure=secure))


def terminal_key(office: Office, http: HTTPConnection, *, secure: bool) -> str | None:
    """The key of a device; one of an earlier program may still have the name of that program."""
    key = cookie(http, TERMINAL_COOKIE, secure=secure)
    plain = http.cookies.get(TERMINAL_COOKIE)
    return plain if key is None and office.has_old_key(plain) else key


def who_asks(office: Office, http: HTTPConnection, *, secure: bool) -> Who:
    """The member of staff, the terminal, or nobody, who sent a request."""
    address = http.client.host if http.client is not None else ""
    meant = http.query_params.get("as")
    session = office.door.sessions.find(cookie(http, STAFF_COOKIE, secure=secure))
    if not isinstance(session, Refusal) and meant in (None, "staff"):
        # A count of its own for every session: no name of a terminal has a slash.
        counted = f"{session.actor.name}/{session.id}"
        return Who(session.actor, counted, session, address)
    terminal = office.terminal(terminal_key(office, http, secure=secure))
    if not isinstance(terminal, Refusal) and meant in (None, "player"):
        counted = office.state.terminals[terminal].counted_as(terminal)
        return Who(Actor(terminal), counted, None, address)
    return Who(address=address)


def responds(given: object, *, secure: bool) -> Response:
    """What a handler gave, as HTTP; cookies cannot be read by scripts or sent by other sites."""
    if not isinstance(given, Reply):
        return Response(encode(given), media_type="application/json")
    plain = isinstance(given.content, str | bytes)
    content = given.content if plain else encode(given.content)
    headers: Mapping[str, str] = {}
    if given.filename is not None:
        headers = {"content-disposition": f'attachment; filename="{given.filename}"'}
    answer = Response(content, media_type=given.media, headers=headers)
    for name, value in given.cookies.items():
        set_cookie(answer, name, value, secure=secure)
    return answer


def set_cookie(answer: Response, name: str, value: str | None, *, secure: bool) -> None:
    """Have a browser keep a cookie, or forget it."""
    age = 0 if value is None else MONTH_S if name in LONG else None
    called = cookie_name(name, secure=secure)
    answer.set_cookie(
        called, value or "", age, httponly=True, samesite="strict", secure=secure, path="/"
    )
