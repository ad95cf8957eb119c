"""The HTTP API described by itself: OpenAPI 3.1, made from the endpoints and the message types."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

import croupier
from croupier.server.endpoint import DIGITS_MAX, TEXT_MAX, Endpoint, Errors, status_of

FILE, ANY_FORM = "application/octet-stream", "*/*"
"""A file comes in the form that was asked for."""
COMPONENTS = "#/components/schemas/{name}"


def openapi(endpoints: Sequence[Endpoint], title: str) -> dict[str, Any]:
    """The whole description."""
    types = [kind for each in endpoints for kind in (each.takes, each.gives) if kind is not None]
    schemas, components = msgspec.json.schema_components([*types, Errors], ref_template=COMPONENTS)
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
    said: dict[str, Any] = {
        "summary": endpoint.says,
        "operationId": _name(endpoint),
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": dict(_responses(endpoint, of)),
    }
    if endpoint.takes is not None:
        content = {"application/json": {"schema": of[repr(endpoint.takes)]}}
        said["requestBody"] = {"required": True, "content": content}
    if endpoint.who != "anyone":
        said["security"] = [{"session": []}]
    return said


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
        if each.default is not None:
            schema["default"] = each.default
        yield {"name": each.name, "in": "query", "description": each.says, "schema": schema}


def _responses(endpoint: Endpoint, of: dict[str, Any]) -> Iterable[tuple[str, dict[str, Any]]]:
    media = ANY_FORM if endpoint.media == FILE else endpoint.media
    content: dict[str, Any] = {media: {}}
    if endpoint.gives is not None:
        content[media] = {"schema": of[repr(endpoint.gives)]}
    yield "200", {"description": endpoint.says, "content": content}
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
