"""The tables of messages, commands and addresses, read from the types that the server itself uses.

What a field means is the sentence below it in the source; where there is none, its name says it.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, get_args

from msgspec import inspect as m

from croupier.bootstrap import ENDPOINTS
from croupier.house import AnyCommand
from croupier.protocol import frames
from croupier.server.api.endpoint import STATUS, Endpoint, status_of
from croupier.words import catalogue

Shape = m.StructType | m.DataclassType
PLAIN: dict[type, str] = {
    m.StrType: "text",
    m.IntType: "whole number",
    m.FloatType: "number",
    m.BoolType: "`true` or `false`",
    m.NoneType: "`null`",
    m.RawType: "JSON",
    m.AnyType: "JSON",
    m.CustomType: "fraction, as text",
}
AREAS = {
    "play": "The house, its books and its tables",
    "book": "A book for pages",
    "record": "The record",
    "people": "Signing in and the office",
    "odds": "Odds",
    "desk": "The desk and second factors",
    "devices": "Cash devices, the count and wheels",
}
HEADER = 2
"""Lines of a table before its first row."""
NO_ADDRESS = "request/unknown-address"
"""It has the status of what is wrong with the address: 404, or 405 for another method."""
WHO = {
    "anyone": "anyone",
    "player": "a terminal, or staff",
    "staff": "staff",
}


def shown(kind: Any) -> str:
    """A type in words."""
    match kind:
        case m.DataclassType() | m.StructType(tag=None):
            return f"[{kind.cls.__name__}](#{kind.cls.__name__.lower()})"
        case m.UnionType() if _commands(kind):
            return "a [command](#commands)"
        case m.UnionType():
            return " or ".join(map(shown, kind.types))
        case m.VarTupleType() | m.ListType():
            return f"list of {shown(kind.item_type)}"
        case m.TupleType():
            return f"list of {len(kind.item_types)}: {', '.join(map(shown, kind.item_types))}"
        case m.DictType():
            return f"object of {shown(kind.value_type)} by {shown(kind.key_type)}"
        case m.EnumType():
            return " ".join(f"`{one.value}`" for one in kind.cls)
        case m.LiteralType():
            return " ".join(f"`{one}`" for one in kind.values)
    return PLAIN[type(kind)]


def _commands(kind: m.UnionType) -> bool:
    return len(kind.types) == len(get_args(AnyCommand))


def sentences(cls: type) -> dict[str, str]:
    """What the source says below each field, those of its base classes too."""
    said: dict[str, str] = {}
    for each in reversed(cls.__mro__[:-1]):
        if not each.__module__.startswith("croupier."):
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(each))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, below in zip(body.body, body.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
            ):
                said[field.target.id] = one_line(str(below.value.value))
    return said


def one_line(text: str) -> str:
    """A docstring as it stands in a table."""
    return " ".join(text.replace("``", "`").split())


def doc(cls: type) -> str:
    return one_line(cls.__doc__ or "")


def fields_of(kind: Shape) -> str:
    """The fields of a struct as a table."""
    if not kind.fields:
        return "It has no fields."
    said = sentences(kind.cls)
    lines = ["| field | what it is | |", "|---|---|---|"]
    for field in kind.fields:
        what = f"{said.get(field.name, '')} {_left_out(kind, field)}".strip()
        lines.append(f"| `{field.encode_name}` | {shown(field.type)} | {what} |")
    return "\n".join(lines)


def _left_out(kind: Shape, field: m.Field) -> str:
    """Clients may leave out what has a default; the server does so only where it says so."""
    if field.required or isinstance(kind, m.DataclassType):
        return ""
    config = kind.cls.__struct_config__
    if config.forbid_unknown_fields:
        return "May be left out."
    return "Left out where there is nothing to say." if config.omit_defaults else ""


def structs(kinds: Iterable[type], level: str = "###") -> str:
    """Each struct with its name, its sentence and its fields."""
    parts = []
    for cls in kinds:
        kind = m.type_info(cls)
        assert isinstance(kind, Shape)
        tag = getattr(kind, "tag", None)
        name = f"`{tag}`" if tag is not None else cls.__name__
        parts += [f"{level} {name}", doc(cls), fields_of(kind)]
    return "\n\n".join(parts)


def within(kind: Any) -> Iterator[type]:
    """The untagged structs that a type is made of, as they are come upon."""
    match kind:
        case m.StructType() | m.DataclassType():
            if getattr(kind, "tag", None) is None:
                yield kind.cls
            for field in kind.fields:
                yield from within(field.type)
        case m.UnionType() if not _commands(kind):
            for one in kind.types:
                yield from within(one)
        case m.VarTupleType() | m.ListType():
            yield from within(kind.item_type)
        case m.DictType():
            yield from within(kind.value_type)


def commands() -> str:
    """Every command of a table in one table."""
    lines = ["| command | fields | what it asks |", "|---|---|---|"]
    for cls in get_args(AnyCommand):
        kind = m.type_info(cls)
        assert isinstance(kind, m.StructType)
        fields = "<br>".join(
            f"`{field.encode_name}`{'' if field.required else '?'} {shown(field.type)}"
            for field in kind.fields
        )
        lines.append(f"| `{kind.tag}` | {fields} | {doc(cls)} |")
    return "\n".join(lines)


def addresses() -> str:
    """Every address of the HTTP API, by what it is about."""
    parts = []
    for area, title in AREAS.items():
        lines = ["| address | for whom | takes | gives | |", "|---|---|---|---|---|"]
        here = (each for each in ENDPOINTS if each.handler.__module__.endswith(f".{area}"))
        lines += map(_address, here)
        if len(lines) > HEADER:
            parts += [f"### {title}", "\n".join(lines)]
    text = "\n\n".join(parts)
    assert all(_address(each) in text for each in ENDPOINTS), "an address of an unknown area"
    return text


def _address(each: Endpoint) -> str:
    path = each.path.replace(":int}", "}")
    takes = [_kind(each.takes)] if each.takes is not None else []
    for query in each.query:
        default = f" ({query.default})" if query.default is not None else ""
        takes.append(f"`?{query.name}=` {query.help}{default}")
    gives = _kind(each.gives) if each.gives is not None else f"`{each.media}`"
    who = WHO[each.who]
    return f"| `{each.method} {path}` | {who} | {'<br>'.join(takes)} | {gives} | {each.summary} |"


def _kind(kind: Any) -> str:
    info = m.type_info(kind)
    if isinstance(info, m.StructType) and info.tag is not None:
        return f"[`{info.tag}`](protocol.md#{info.tag})"
    return shown(info)


def shapes() -> list[type]:
    """What the HTTP API takes and gives, without what the page of the protocol has."""
    known = {*views(), *named_in_commands()}
    found: dict[type, None] = {}
    for each in ENDPOINTS:
        for kind in (each.takes, each.gives):
            if kind is not None:
                found.update(dict.fromkeys(within(m.type_info(kind))))
    return [cls for cls in found if cls not in known]


def views() -> list[type]:
    """What the frames are made of."""
    found: dict[type, None] = {}
    for cls in (*get_args(frames.FromServer), *get_args(frames.FromClient)):
        found.update(dict.fromkeys(within(m.type_info(cls))))
    return list(found)


def statuses() -> str:
    """The codes of errors by HTTP status."""
    codes = {409: ["every other code: the house said no"]}
    for code in catalogue("refusals", "en"):
        if any(code.startswith(begins) for begins in STATUS) and code != NO_ADDRESS:
            codes.setdefault(status_of(code), []).append(f"`{code}`")
    lines = ["| status | codes |", "|---|---|"]
    lines += [f"| {status} | {', '.join(found)} |" for status, found in sorted(codes.items())]
    return "\n".join(lines)


def named_in_commands() -> list[type]:
    """What commands are made of."""
    found: dict[type, None] = {}
    for cls in get_args(AnyCommand):
        found.update(dict.fromkeys(within(m.type_info(cls))))
    return [cls for cls in found if cls not in views()]


def _from_the_api(text: str) -> str:
    """Links to what stands on the page of the protocol."""
    there = {"commands", *(cls.__name__.lower() for cls in [*views(), *named_in_commands()])}
    for name in there:
        text = text.replace(f"(#{name})", f"(protocol.md#{name})")
    return text


def parts() -> dict[str, str]:
    """The generated parts of the pages by name."""
    return {
        "from-client": structs(get_args(frames.FromClient)),
        "from-server": structs(get_args(frames.FromServer)),
        "views": structs([*views(), *named_in_commands()]),
        "commands": commands(),
        "addresses": _from_the_api(addresses()),
        "shapes": _from_the_api(structs(shapes())),
        "statuses": statuses(),
    }
