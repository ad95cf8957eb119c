"""Who asks, by the cookies of a request; and cookies for those who come in.

A browser may hold a terminal's cookie and a session of staff at once: ``as`` says which is meant.
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
YEAR_S = 365 * 86_400


def who_asks(office: Office, http: HTTPConnection) -> Who:
    """The member of staff, the terminal, or nobody, who sent a request."""
    address = http.client.host if http.client is not None else ""
    meant = http.query_params.get("as")
    session = office.door.sessions.find(http.cookies.get(STAFF_COOKIE))
    if not isinstance(session, Refusal) and meant in (None, "staff"):
        # A count of its own for every session: no name of a terminal has a slash.
        counted = f"{session.actor.name}/{session.id}"
        return Who(session.actor, counted, session, address)
    terminal = office.terminal(http.cookies.get(TERMINAL_COOKIE))
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
        age = 0 if value is None else YEAR_S if name == TERMINAL_COOKIE else None
        answer.set_cookie(
            name, value or "", age, httponly=True, samesite="strict", secure=secure, path="/"
        )
    return answer
