"""An address of the HTTP API as a value: from one table come the routes and their documentation.

A handler gets a ``Call`` and gives a value that is encoded, or raises a CroupierError. Every error
has one shape and a stable code; nothing that a client sends leads to an answer of 500.
"""

from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import wraps
from typing import Any, Literal, TypedDict, TypeVar, Unpack

import msgspec
from msgspec.structs import replace
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

import croupier
from croupier.protocol.frames import Verdict
from croupier.round.base import Actor
from croupier.rules.book import Book
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.server.api.packing import packed
from croupier.server.house import House
from croupier.server.live.connection import Who
from croupier.server.people.approving import entered
from croupier.server.people.logbook import Entered
from croupier.server.people.office import Office
from croupier.words import LANGUAGES, Values

TEXT_MAX = 200
"""Characters of a text parameter."""
DIGITS_MAX = 15
"""Digits of a number in an address: exact in every JSON reader."""
Audience = Literal["anyone", "player", "staff"]


def exact(value: object) -> str:
    """A fraction as JSON has it: as text, since no number of JSON holds it."""
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{type(value).__name__} is never sent")


encode = msgspec.json.Encoder(enc_hook=exact).encode

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
    "book/no-racetrack": 404,
    "table/unknown": 404,
    "record/": 404,
    "record/bad-place": 400,
    "book/unknown": 404,
    "approval/unknown": 404,
    "alert/unknown": 404,
}
"""The HTTP status by the longest prefix of an error's code; 409 for all others."""
FILE, ANY_FORM = "application/octet-stream", "*/*"
"""A file has the requested format."""
COMPONENTS = "#/components/schemas/{name}"


class Whole(Convertor[int]):
    """A whole number in an address; starlette's own converter fails on huge ones."""

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
    figures: Values | None = None
    """The figures in the message, by name."""


class Errors(msgspec.Struct, frozen=True):
    """The one shape of an error."""

    error: Error


@dataclass(frozen=True, slots=True)
class Query:
    """A query parameter."""

    name: str
    type: type[int] | type[str]
    help: str
    default: int | str | None = None
    most: int = 1000
    one_of: tuple[str, ...] = ()
    """What alone a text may be; any text where there is nothing."""


LANGUAGE = Query(
    "language",
    str,
    f"of sentences: one of {', '.join(LANGUAGES)}",
    LANGUAGES[0],
    one_of=LANGUAGES,
)


@dataclass(frozen=True, slots=True)
class Call:
    """One request to one endpoint."""

    house: House
    http: HttpRequest
    who: Who
    body: Any
    path: Mapping[str, str]
    query: Mapping[str, Any]

    @property
    def actor(self) -> Actor:
        """Who asks; only for endpoints that need an identity."""
        assert self.who.actor is not None
        return self.who.actor

    @property
    def office(self) -> Office:
        """The office of the house."""
        return self.house.office

    @property
    def name(self) -> str:
        """The person in the path."""
        return self.path["name"]

    def id(self, of: str) -> int:
        """A number in the path."""
        return int(self.path[of])

    @property
    def table(self) -> str:
        """The table in the path, which must be one of the house's."""
        return self.known_table(self.path["table"])

    @property
    def book(self) -> Book:
        """The book in the path, which must be in play."""
        given, known = self.path["book"], self.house.books
        if given not in known:
            raise CroupierError(refusal("book/unknown", book=repr(given[:40]), known=tuple(known)))
        return known[given]

    def known_table(self, table: str) -> str:
        """A table of the house, or a refusal with the known ones."""
        if table not in self.house.channels:
            raise CroupierError(refusal("table/unknown", table=table[:40]))
        return table


Handler = Callable[[Call], Awaitable[Any]]
H = TypeVar("H", bound=Handler)
T = TypeVar("T")
Change = Callable[["Call"], Awaitable[Entered | Refusal]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address: what it takes and gives, and its audience."""

    method: Literal["GET", "POST"]
    path: str
    summary: str
    handler: Handler
    gives: Any
    takes: Any = None
    query: Sequence[Query] = ()
    who: Audience = "anyone"
    media: str = "application/json"
    refuses: Sequence[int] = field(default=())
    first: bool = False
    """Whether it is open to someone who must first choose a password or enrol a second factor."""


class Terms(TypedDict, total=False):
    """The options of an endpoint."""

    gives: Any
    """If it differs from what the handler returns."""
    query: Sequence[Query]
    who: Audience
    media: str
    refuses: Sequence[int]
    first: bool


class Endpoints(list[Endpoint]):
    """The addresses of a module, each beside its handler, in their order."""

    def get(self, path: str, summary: str, **terms: Unpack[Terms]) -> Callable[[H], H]:
        """A GET endpoint."""
        return self._add("GET", path, summary, None, terms)

    def post(self, path: str, summary: str, takes: Any, **terms: Unpack[Terms]) -> Callable[[H], H]:
        """A POST endpoint."""
        return self._add("POST", path, summary, takes, terms)

    def change(self, path: str, summary: str, takes: Any) -> Callable[[Change], Change]:
        """Something that staff ask of the office: a refusal is an error, all else a verdict."""

        def added(handler: Change) -> Change:
            @wraps(handler)
            async def verdict(call: Call) -> Verdict:
                return entered(granted(await handler(call)))

            self.post(path, summary, takes, gives=Verdict, who="staff")(verdict)
            return handler

        return added

    def _add(
        self, method: Literal["GET", "POST"], path: str, summary: str, takes: Any, terms: Terms
    ) -> Callable[[H], H]:
        def added(handler: H) -> H:
            what: Terms = {"gives": handler.__annotations__["return"], **terms}
            self.append(Endpoint(method, path, summary, handler, takes=takes, **what))
            return handler

        return added


class Reply(msgspec.Struct, frozen=True):
    """An answer with cookies, or not in JSON."""

    content: Any
    cookies: Mapping[str, str | None] = {}
    media: str = "application/json"
    filename: str | None = None
    packed: Mapping[str, bytes] | None = None
    """The content in compressed forms, where it goes out in them."""


def granted(answer: T | Refusal) -> T:
    """What was granted; a refusal is raised."""
    if isinstance(answer, Refusal):
        raise CroupierError(answer)
    return answer


def failed(no: Refusal) -> Response:
    """The answer that a refusal gives."""
    content = encode(Errors(Error(no.code, no.message, no.clause, no.figures or None)))
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


def for_good(handler: Handler) -> Handler:
    """Cache what is the same for everybody while the house runs; it may go out compressed."""
    return _again(handler, lambda call: True, may_pack=True)


def at_the_table(handler: Handler) -> Handler:
    """What changes with the table alone, and is the same for all of one position, or of none."""
    return _again(handler, lambda call: call.house.channels[call.table].seq)


def compressible(reply: Reply) -> Reply:
    """The same, compressed too: only for what is public and holds nothing that anybody sent."""
    text = reply.content
    content = text.encode() if isinstance(text, str) else text
    return replace(reply, content=content, packed=packed(content))


def _again(
    handler: Handler, as_of: Callable[[Call], Hashable], *, may_pack: bool = False
) -> Handler:
    @wraps(handler)
    async def given(call: Call) -> Reply:
        actor, then = call.who.actor, as_of(call)
        position = call.house.office.at_most(actor).position if actor is not None else None
        asked = (handler, position, *call.path.values(), *call.query.values())
        known = call.house.kept.find(asked, then)
        if known is None:
            made = await handler(call)
            known = made if isinstance(made, Reply) else Reply(encode(made))
            known = compressible(known) if may_pack else known
            call.house.kept.keep(asked, then, known)
        return known

    return given


def schemas_of(types: Sequence[Any], template: str) -> tuple[Any, dict[str, Any]]:
    """The JSON Schema of each type, and what they refer to."""
    return msgspec.json.schema_components(
        types, schema_hook=lambda kind: {"type": "string"}, ref_template=template
    )


def openapi(endpoints: Sequence[Endpoint], title: str) -> dict[str, Any]:
    """The whole description."""
    types = [kind for each in endpoints for kind in (each.takes, each.gives) if kind is not None]
    schemas, components = schemas_of([*types, Errors], COMPONENTS)
    of = dict(zip(map(repr, [*types, Errors]), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for each in endpoints:
        paths.setdefault(_path(each), {})[each.method.lower()] = _operation(each, of)
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": croupier.__version__},
        "paths": paths,
        "components": {
            "schemas": dict(components),
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": "croupier"}},
        },
    }


def _operation(endpoint: Endpoint, of: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": _name(endpoint),
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": dict(_responses(endpoint, of)),
    }
    if endpoint.takes is not None:
        content = {"application/json": {"schema": of[repr(endpoint.takes)]}}
        operation["requestBody"] = {"required": True, "content": content}
    if endpoint.who != "anyone":
        operation["security"] = [{"session": []}]
    return operation


def _path(endpoint: Endpoint) -> str:
    """The address without what only the routes need to know."""
    return endpoint.path.replace(":int}", "}")


def _name(endpoint: Endpoint) -> str:
    words = _path(endpoint).replace("{", "").replace("}", "").strip("/").split("/")
    return "-".join([endpoint.method.lower(), *words[1:]])


def _path_parameters(endpoint: Endpoint) -> Iterable[dict[str, Any]]:
    for part in endpoint.path.split("/"):
        if part.startswith("{"):
            name, _, kind = part.strip("{}").partition(":")
            schema: dict[str, Any] = {"type": "string"}
            if kind == "int":
                schema = {"type": "integer", "minimum": 0, "maximum": 10**DIGITS_MAX - 1}
            yield {"name": name, "in": "path", "required": True, "schema": schema}


def _query_parameters(endpoint: Endpoint) -> Iterable[dict[str, Any]]:
    for each in endpoint.query:
        schema: dict[str, Any] = {"type": "string", "maxLength": TEXT_MAX}
        if each.type is int:
            schema = {"type": "integer", "minimum": 0, "maximum": each.most}
        if each.one_of:
            schema["enum"] = each.one_of
        if each.default is not None:
            schema["default"] = each.default
        yield {"name": each.name, "in": "query", "description": each.help, "schema": schema}


def _responses(endpoint: Endpoint, of: dict[str, Any]) -> Iterable[tuple[str, dict[str, Any]]]:
    media = ANY_FORM if endpoint.media == FILE else endpoint.media
    content: dict[str, Any] = {media: {}}
    if endpoint.gives is not None:
        content[media] = {"schema": of[repr(endpoint.gives)]}
    yield "200", {"description": endpoint.summary, "content": content}
    wrong = {"application/json": {"schema": of[repr(Errors)]}}
    statuses = {400, 429, status_of("house/stopped"), *endpoint.refuses}
    if endpoint.takes is not None:
        statuses |= {409, 413}
    if endpoint.method == "POST":
        statuses.add(403)
    if endpoint.who != "anyone":
        statuses |= {401, 403}
    if "{" in endpoint.path:
        statuses |= {404}
    for status in sorted(statuses):
        yield str(status), {"description": "an error, with its code", "content": wrong}
