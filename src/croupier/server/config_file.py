"""A house file read: every error in it at once, each with its line and what would be right.

A value that does not fit is left out and the reading goes on, so that one look at the file is
enough to put it right. ``config_checks`` then says whether what fits alone fits together.
"""

import re
import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import FieldInfo, fields

from croupier.rules.refusal import BookError, CroupierError, Refusal, refusal
from croupier.server.config import HouseConfig
from croupier.server.config_checks import Doubt, doubts
from croupier.server.lines import Key, line_of, lines_of
from croupier.server.sections import Section, Table
from croupier.server.settings import Setting, in_toml, inner, setting_of

SYNTAX_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


class Finding(NamedTuple):
    """Something to be put right: where, and what."""

    line: int
    setting: str
    refusal: Refusal

    def __str__(self) -> str:
        return f"line {self.line}: {self.refusal.message}"


class HouseFile(NamedTuple):
    """A house file as it was read: a house only where there is nothing to put right."""

    config: HouseConfig | None
    findings: list[Finding]


class ConfigError(CroupierError):
    """A house file that must be put right first."""

    def __init__(self, path: Path, findings: list[Finding]) -> None:
        self.findings = findings
        count = "one thing" if len(findings) == 1 else f"{len(findings)} things"
        told = "\n".join(f"  {finding}" for finding in findings)
        super().__init__(refusal("config/bad", file=path, count=count, findings=told))


def read_house(path: Path) -> HouseConfig:
    """The house that a file describes; ConfigError has all that is wrong with it."""
    config, findings = examine(path)
    if config is None:
        raise ConfigError(path, findings)
    return config


def examine(path: Path) -> HouseFile:
    """A house file with all that is wrong in it, by line."""
    text = _text(path)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return HouseFile(None, [_syntax(str(error), text)])
    reading = _Reading(path.absolute().parent)
    config = reading.house(raw)
    found = [*reading.doubts, *doubts(config, reading.places, reading.broken)]
    lines = lines_of(text)
    findings = [Finding(line_of(lines, at), _named(at), no) for at, no in found]
    return HouseFile(None if findings else config, sorted(findings, key=lambda one: one.line))


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except OSError as error:
        reason = error.strerror or str(error)
    except UnicodeDecodeError:
        reason = "it is not text in UTF-8"
    raise BookError(refusal("file/unreadable", file=path, reason=reason))


def _syntax(said: str, text: str) -> Finding:
    where = SYNTAX_LINE.search(said)
    line = int(where[1]) if where else max(len(text.splitlines()), 1)
    reason = SYNTAX_LINE.sub("", said)
    return Finding(line, "", refusal("config/bad-syntax", reason=reason))


def _named(key: Key) -> str:
    return ".".join(str(part) for part in key if isinstance(part, str))


class _Reading:
    """The values of a file put into shape, section by section."""

    def __init__(self, folder: Path) -> None:
        self.doubts: list[Doubt] = []
        self.places: dict[int, Key] = {}
        """Where each section stands, by its identity."""
        self._folder = folder

    @property
    def broken(self) -> set[str]:
        """The first names of what does not fit: what is said about them is not known."""
        return {str(key[0]) for key, _ in self.doubts if key}

    def house(self, raw: dict[str, Any]) -> HouseConfig:
        values = self._values(raw, HouseConfig, ())
        house = HouseConfig(**{"name": "unnamed", **values})
        return msgspec.structs.replace(
            house, data=self._folder / house.data, secrets=self._folder / house.secrets
        )

    def _section(self, raw: Any, section: type[Section], key: Key) -> Section | None:
        """A section in its shape, or nothing where something in it does not fit."""
        before = len(self.doubts)
        if not isinstance(raw, dict):
            example = f"[{_named(key)}]"
            self._doubt(key, "config/bad-value", reason="a section is wanted", example=example)
            return None
        values = self._values(raw, section, key)
        if len(self.doubts) > before:
            return None
        made = section(**values)
        if isinstance(made, Table) and ("/" in made.book or made.book.endswith(".toml")):
            made = msgspec.structs.replace(made, book=str(self._folder / made.book))
        self.places[id(made)] = key
        return made

    def _values(self, raw: dict[str, Any], section: type[Section], key: Key) -> dict[str, Any]:
        known = {field.encode_name: field for field in fields(section)}
        for name in raw.keys() - known.keys():
            self._doubt((*key, name), "config/unknown-setting", hint=_hint(name, [*known]))
        values: dict[str, Any] = {}
        for name, field in known.items():
            if name in raw:
                values |= self._field(raw[name], field, (*key, name))
            elif field.required:
                example = setting_of(field).shown
                self._doubt((*key, name), "config/missing", example=example)
        return values

    def _field(self, raw: Any, field: FieldInfo, key: Key) -> dict[str, Any]:
        """The field with its value, or nothing where it does not fit."""
        within = inner(field.type)
        if within is None:
            value = self._value(raw, field, key)
            return {} if value is msgspec.UNSET else {field.name: value}
        match within.form, raw:
            case "one", _:
                made = self._section(raw, within.section, key)
                return {} if made is None else {field.name: made}
            case "many", list():
                return {field.name: tuple(self._each(enumerate(raw), within.section, key).values())}
            case "named", dict():
                return {field.name: self._each(raw.items(), within.section, key)}
        example = f"[[{_named(key)}]]" if within.form == "many" else f"[{_named(key)}.NAME]"
        self._doubt(key, "config/bad-value", reason="sections are wanted", example=example)
        return {}

    def _each(
        self, raw: Iterable[tuple[str | int, Any]], section: type[Section], key: Key
    ) -> dict[str | int, Section]:
        """The sections of a list, or those by name, without what does not fit."""
        made = ((name, self._section(one, section, (*key, name))) for name, one in raw)
        return {name: one for name, one in made if one is not None}

    def _value(self, raw: Any, field: FieldInfo, key: Key) -> Any:
        try:
            value = msgspec.convert(raw, field.type, dec_hook=_path)
        except msgspec.ValidationError as error:
            setting = setting_of(field)
            reason = f"{_wanted(str(error), setting)}, and this is {_short(raw)}"
            self._doubt(key, "config/bad-value", reason=reason, example=setting.shown)
            return msgspec.UNSET
        return self._folder / value if isinstance(value, Path) else value

    def _doubt(self, key: Key, code: str, **figures: object) -> None:
        self.doubts.append(Doubt(key, refusal(code, setting=_named(key), **figures)))


def _path(wanted: type, value: Any) -> Any:
    """Paths are words in the file, and never empty."""
    if wanted is Path and isinstance(value, str) and value:
        return Path(value)
    raise ValueError("a path is wanted")


def _wanted(said: str, setting: Setting) -> str:
    """What the checker wants, in its words, or in the setting's own where its are a pattern."""
    reason = said.partition(" - at `")[0].partition(", got ")[0].replace("`", "")
    reason = setting.help.rstrip(".") if "regex" in reason else reason
    return f"{reason[0].lower()}{reason[1:]}"


def _short(raw: Any) -> str:
    try:
        text = in_toml(raw)
    except (TypeError, ValueError):
        text = str(raw)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _hint(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, 1)
    return f"did you mean {near[0]}?" if near else f"those here are {', '.join(known)}"
