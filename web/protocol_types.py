"""Writes ``src/protocol.ts``: the messages of the house server as TypeScript types.

Made from the JSON schema of the very types that the server reads and writes, so that a page which
type-checks cannot misread a message. ``python web/protocol_types.py`` writes it anew.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from croupier.bootstrap import ENDPOINTS
from croupier.protocol import VERSION
from croupier.protocol.frames import FromClient, FromServer
from croupier.server.api.endpoint import Errors, schemas_of

TARGET = Path(__file__).parent / "src" / "protocol.ts"
HEAD = """\
// Written by web/protocol_types.py from the server's message types. Do not edit: make types
"""
Schema = Mapping[str, Any]


def protocol_types() -> str:
    """The whole file."""
    sent = [FromServer, Errors, *(each.gives for each in ENDPOINTS if each.gives is not None)]
    taken = [FromClient, *(each.takes for each in ENDPOINTS if each.takes is not None)]
    (server, *_), out = schemas_of(sent, "{name}")
    (client, *_), into = schemas_of(taken, "{name}")
    shortened = {name for name, kind in _structs().items() if kind.omit_defaults}
    types = [HEAD, f"export const VERSION = {VERSION};\n"]
    for name, schema in sorted({**out, **into}.items()):
        always = name not in into and name not in shortened
        types.append(_declared(name, schema, always_there=always))
    types.append(f"export type FromServer =\n  {_union(server)};\n")
    types.append(f"export type FromClient =\n  {_union(client)};\n")
    types.append(f"export type Command =\n  {_union(into['Act']['properties']['command'])};\n")
    return "\n".join(types)


def _structs() -> dict[str, Any]:
    def below(kind: type) -> Iterator[type]:
        subclasses: list[type] = kind.__subclasses__()
        for each in subclasses:
            yield each
            yield from below(each)

    return {kind.__name__: kind.__struct_config__ for kind in below(msgspec.Struct)}  # type: ignore[attr-defined]


def _declared(name: str, schema: Schema, *, always_there: bool) -> str:
    said = schema.get("description", "").split("\n\n")[0].replace("\n", " ")
    comment = f"/** {said} */\n" if said else ""
    if schema.get("type") != "object" or "properties" not in schema:
        return f"{comment}export type {_named(name)} = {_type(schema)};\n"
    required = set(schema["properties"] if always_there else schema.get("required", ()))
    lines = (
        f"  {_key(key)}{'' if key in required else '?'}: {_type(of)};"
        for key, of in schema["properties"].items()
    )
    body = "\n".join(lines)
    return f"{comment}export interface {_named(name)} {{\n{body}\n}}\n"


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return _named(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(each) for each in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(each).decode() for each in schema["enum"])
    match schema.get("type"):
        case "string":
            return "string"
        case "integer" | "number":
            return "number"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
        case "array":
            return _array(schema)
        case "object":
            return _mapping(schema)
    return "unknown"


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"readonly [{', '.join(map(_type, schema['prefixItems']))}]"
    inner = _type(schema.get("items") or {})
    return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"


def _mapping(schema: Schema) -> str:
    if schema.get("propertyNames", {}).get("enum"):
        keys = _type(schema["propertyNames"])
        return f"Partial<Record<{keys}, {_type(schema.get('additionalProperties', {}))}>>"
    inner = schema.get("additionalProperties")
    return f"Record<string, {_type(inner) if isinstance(inner, Mapping) else 'unknown'}>"


def _union(schema: Schema) -> str:
    return "\n  | ".join(_names(schema["anyOf"]))


def _names(schemas: Iterable[Schema]) -> list[str]:
    return [_type(each) for each in schemas]


def _named(name: str) -> str:
    """Without the dots of modules; names that the browser has already get another."""
    short = name.rpartition(".")[2]
    return {"Error": "ErrorShown", "Range": "RangeShown"}.get(short, short)


def _key(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'


if __name__ == "__main__":
    TARGET.write_text(protocol_types(), encoding="utf-8")
