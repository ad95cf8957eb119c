"""The settings of a house file one by one, for what is written about them.

Made from the shape in ``config``: a setting that has no words there has none anywhere, and a test
sees to it that none is without.
"""

from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo, fields

from croupier.server.config import HouseConfig
from croupier.server.sections import Section

KIND = "straight"
"""The kind of wager that stands for any of them."""


class Setting(NamedTuple):
    """One setting: its name in its section, its default, and what it is for."""

    name: str
    help: str
    is_required: bool
    default: Any
    example: Any

    @property
    def shown(self) -> str:
        """A line that sets it: to its default, or to an example where it has none."""
        value = self.example if self.is_required or self.default in (None, ()) else self.default
        return f"{self.name} = {in_toml(value)}"


class Part(NamedTuple):
    """A section of the file with its settings."""

    name: str
    header: str
    """As it stands in the file; nothing for the settings before all sections."""
    help: str
    is_optional: bool
    """Whether a house may do without it, and most do."""
    settings: tuple[Setting, ...]


class Inner(NamedTuple):
    """A section within a section: alone, one of a list, or one of several by name."""

    section: type[Section]
    form: str


def parts(
    section: type[Section] = HouseConfig, name: str = "", form: str = "one", optional: bool = False
) -> Iterator[Part]:
    """Every section of a house file in its order, the settings of each before those within it."""
    header = {"": "", "many": f"[[{name}]]"}.get(form if name else "", f"[{name}]")
    own = tuple(setting_of(one) for one in fields(section) if inner(one.type) is None)
    yield Part(name, header, _sentence(section), optional, own)
    for one in fields(section):
        if (within := inner(one.type)) is not None:
            called = f"{name}.{one.encode_name}" if name else one.encode_name
            if within.form == "named":
                called = f"{called}.{KIND}"
            needed = one.name == "tables" or (within.form == "one" and one.default is not None)
            yield from parts(within.section, called, within.form, optional or not needed)


def inner(annotation: Any) -> Inner | None:
    """The section that a field holds, or nothing if it holds a value."""
    given = get_args(annotation)
    match get_origin(annotation):
        case None if isinstance(annotation, type) and issubclass(annotation, Section):
            return Inner(annotation, "one")
        case origin if origin is UnionType and inner(given[0]) is not None:
            return Inner(given[0], "one")
        case origin if origin is tuple and inner(given[0]) is not None:
            return Inner(given[0], "many")
        case origin if origin is dict and inner(given[1]) is not None:
            return Inner(given[1], "named")
    return None


def setting_of(field: FieldInfo) -> Setting:
    """A field of a section as a setting."""
    help_, example = "", None
    if get_origin(field.type) is Annotated:
        for meta in get_args(field.type)[1:]:
            help_ = meta.description or help_
            example = meta.examples[0] if meta.examples else example
        if choices := _choices(get_args(field.type)[0]):
            help_ = f"{help_} One of {', '.join(choices)}."
    default = None if field.required else field.default
    return Setting(field.encode_name, help_, field.required, default, example)


def in_toml(value: Any) -> str:
    """A value as it is written in the file.

    >>> in_toml(True), in_toml(("a", 4))
    ('true', '["a", 4]')
    """
    match value:
        case bool():
            return str(value).lower()
        case str() | Path():
            return msgspec.json.encode(str(value)).decode()
        case tuple() | list():
            return f"[{', '.join(map(in_toml, value))}]"
    return str(value)


def _choices(annotation: Any) -> list[str]:
    is_choice = get_origin(annotation) is Literal
    return [f'`"{choice}"`' for choice in get_args(annotation)] if is_choice else []


def _sentence(section: type[Section]) -> str:
    return (section.__doc__ or "").strip()
