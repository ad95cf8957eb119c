"""A house file read: every error in it at once, each with its line and what would be right.

A value that does not fit is left out and the reading goes on, so that one look at the file is
enough to put it right. ``checks`` then says whether what fits alone fits together.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import FieldInfo, fields

from croupier.rules.refusal import BookError, CroupierError, Refusal, refusal
from croupier.server.config.checks import Doubt, Key, doubts
from croupier.server.config.describe import Setting, in_toml, inner, setting_of
from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import Section, Table
from croupier.words import Value

SYNTAX_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


class Finding(NamedTuple):
    """A finding: where, and what."""

    line: int
    setting: str
    refusal: Refusal

    def __str__(self) -> str:
        return f"line {self.line}: {self.refusal.message}"


class HouseFile(NamedTuple):
    """A house file as read; a house only if there are no findings."""

    config: HouseConfig | None
    findings: list[Finding]


class ConfigError(CroupierError):
    """A house file with errors."""

    def __init__(self, path: Path, findings: list[Finding]) -> None:
        self.findings = findings
        listed = "\n".join(f"  {finding}" for finding in findings)
        super().__init__(
            refusal("config/bad", file=str(path), count=len(findings), findings=listed)
        )


def read_house(path: Path) -> HouseConfig:
    """The house that a file describes; ConfigError has all its errors."""
    config, findings = examine(path)
    if config is None:
        raise ConfigError(path, findings)
    return config


def examine(path: Path) -> HouseFile:
    """A house file with all its errors, by line."""
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


def lines_of(text: str) -> dict[Key, int]:
    """The line of every table, key and array element of a TOML text that ``tomllib`` can read.

    Each statement is read by itself, and an array that goes on over lines as far as it has come.

    >>> lines_of('name = "x"\\n[[table]]\\nid = "a"')[("table", 0, "id")]
    3
    """
    found: dict[Key, int] = {}
    last: dict[Key, int] = {}
    """The place of the last element of each array of tables."""
    within: Key = ()
    statement: list[str] = []
    at = 1
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        statement.append(line)
        whole = _read("\n".join(statement))
        values = whole if whole is not None else _read("\n".join([*statement, "]"]))
        if values is None:
            continue
        if line.lstrip().startswith("[") and len(statement) == 1:
            within = _header(values, last)
            found.setdefault(within[:-1] if isinstance(within[-1], int) else within, at)
            found[within] = at
        else:
            found = dict.fromkeys(_keys(values, within), at) | found
        statement, at = [] if whole is not None else statement, number + 1
    return found


def _read(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _header(values: Any, last: dict[Key, int]) -> Key:
    """The key of a table from its header, with the array elements that it goes through."""
    key: Key = ()
    while isinstance(values, dict) and values:
        key = (*key, last[key]) if key in last else key
        [(name, values)] = values.items()
        key = (*key, name)
    if isinstance(values, list):
        last[key] = last.get(key, -1) + 1
        key = (*key, last[key])
    return key


def _keys(value: Any, key: Key) -> Iterator[Key]:
    """The key of everything inside a value."""
    inner: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for name, one in inner:
        yield (*key, name)
        yield from _keys(one, (*key, name))


def line_of(found: dict[Key, int], key: Key) -> int:
    """The line of a key, or of its nearest existing parent."""
    while key and key not in found:
        key = key[:-1]
    return found.get(key, 1)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except OSError as error:
        reason = error.strerror or str(error)
    except UnicodeDecodeError:
        reason = "it is not text in UTF-8"
    raise BookError(refusal("file/unreadable", file=str(path), reason=reason))


def _syntax(message: str, text: str) -> Finding:
    where = SYNTAX_LINE.search(message)
    line = int(where[1]) if where else max(len(text.splitlines()), 1)
    reason = SYNTAX_LINE.sub("", message)
    return Finding(line, "", refusal("config/bad-syntax", reason=reason))


def _named(key: Key) -> str:
    return ".".join(str(part) for part in key if isinstance(part, str))


class _Reading:
    """The values of a file converted, section by section."""

    def __init__(self, folder: Path) -> None:
        self.doubts: list[Doubt] = []
        self.places: dict[int, Key] = {}
        """The key of each section, by its identity."""
        self._folder = folder

    @property
    def broken(self) -> set[str]:
        """The names of invalid settings, which are not checked further."""
        return {str(key[0]) for key, _ in self.doubts if key}

    def house(self, raw: dict[str, Any]) -> HouseConfig:
        values = self._values(raw, HouseConfig, ())
        house = HouseConfig(**{"name": "unnamed", **values})
        return msgspec.structs.replace(
            house, data=self._folder / house.data, secrets=self._folder / house.secrets
        )

    def _section(self, raw: Any, section: type[Section], key: Key) -> Section | None:
        """A converted section, or None if it is invalid."""
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
        """The field and its value, or nothing if it is invalid."""
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
        """The sections of a list or table, without invalid ones."""
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

    def _doubt(self, key: Key, code: str, **figures: Value) -> None:
        self.doubts.append(Doubt(key, refusal(code, setting=_named(key), **figures)))


def _path(wanted: type, value: Any) -> Any:
    """Paths are words in the file, and never empty."""
    if wanted is Path and isinstance(value, str) and value:
        return Path(value)
    raise ValueError("a path is wanted")


def _wanted(message: str, setting: Setting) -> str:
    """What the checker wants, in its words, or in the setting's own where its are a pattern."""
    reason = message.partition(" - at `")[0].partition(", got ")[0].replace("`", "")
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
