"""The settings of a house file one by one, and what is written about them: the commented file of
``croupier init`` and the page of settings. Everything follows from the classes of ``settings``."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from types import UnionType
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec import Meta
from msgspec.structs import FieldInfo, fields

from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import Section

KIND = "straight"
"""The placeholder for any kind of wager."""
WIDTH = 96
BEGINNING = """\
# The house file of croupier. `croupier check` says what is wrong with it, line by line.
#
# A setting behind a # is not set: what stands there is its default, or an example where it has
# none. Take the # away to set it. Money is in whole cents, time in seconds or days.
"""
PAGE = """\
# The settings of a house

A house file is TOML. `croupier init` writes one with all of this as comments, and \
`croupier check` reports errors with line and remedy. Money is in whole cents. If a section is \
present, every setting in it without a default is required.
"""


class Setting(NamedTuple):
    """One setting: its name in its section, its default, and its help."""

    name: str
    help: str
    is_required: bool
    default: Any
    example: Any = None

    @property
    def shown(self) -> str:
        """A line that sets it to its default, or to an example if it has none."""
        value = self.example if self.is_required or self.default in (None, ()) else self.default
        return f"{self.name} = {in_toml(value)}"


class Part(NamedTuple):
    """A section of the file with its settings."""

    name: str
    header: str
    """Its header in the file; empty for the settings before all sections."""
    help: str
    is_optional: bool
    """Whether it is optional."""
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
    yield Part(name, header, (section.__doc__ or "").strip(), optional, own)
    for one in fields(section):
        if (within := inner(one.type)) is not None:
            called = f"{name}.{one.encode_name}" if name else one.encode_name
            if within.form == "named":
                called = f"{called}.{KIND}"
            needed = one.name == "tables" or (within.form == "one" and one.default is not None)
            yield from parts(within.section, called, within.form, optional or not needed)


def inner(annotation: Any) -> Inner | None:
    """The section that a field holds, or None if it holds a value."""
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
    typed, *notes = get_args(field.type)
    help_ = next(note for note in notes if isinstance(note, str))
    examples = [one for note in notes if isinstance(note, Meta) for one in note.examples or ()]
    if get_origin(typed) is Literal:
        help_ += " One of " + ", ".join(f'`"{choice}"`' for choice in get_args(typed)) + "."
    default = None if field.required else field.default
    return Setting(field.encode_name, help_, field.required, default, *examples[:1])


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


def commented() -> str:
    """A house file that passes the check, with every setting explained in it."""
    return "\n".join([BEGINNING, *(line for part in parts() for line in _written(part))])


def _written(part: Part) -> Iterator[str]:
    if part.header:
        yield from _comment(part.help)
        yield f"#{part.header}" if part.is_optional else part.header
    for setting in part.settings:
        if not part.is_optional:
            yield from _comment(setting.help)
        is_set = setting.is_required and not part.is_optional
        yield setting.shown if is_set else f"#{setting.shown}"
        if not part.is_optional:
            yield ""
    if part.is_optional or not part.settings:
        yield ""


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text.replace("`", ""), WIDTH)]


def page() -> str:
    """The documentation page that lists every setting."""
    lines = [PAGE]
    for part in parts():
        lines += [f"## `{part.header}`" if part.header else "## Before all sections", ""]
        lines += [f"{part.help}", ""] if part.header else []
        lines += ["| setting | default | what it is for |", "|---|---|---|"]
        lines += [f"| `{one.name}` | {_default(one)} | {one.help} |" for one in part.settings]
        lines.append("")
    return "\n".join(lines)


def _default(setting: Setting) -> str:
    if setting.is_required:
        return "none: it must be set"
    if setting.default in (None, ()):
        return f"not set (an example: `{in_toml(setting.example)}`)"
    return f"`{in_toml(setting.default)}`"
