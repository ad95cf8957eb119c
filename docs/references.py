"""The pages to look things up in: the library from its docstrings, the commands from their help,
the table of wager notation from the table of names, and the schema of what ``settle`` reads."""

import inspect
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any

import msgspec
import typer.main

import croupier
from croupier import books, lab, odds, words
from croupier.cli import PANELS, app
from croupier.cli.commands import plain_help
from croupier.cli.settle import RoundGiven
from croupier.rules.notation import CHOICES, COUNTS
from croupier.rules.wager import Kind

GROUPS: Mapping[str, str] = {
    "Books": "load load_file ids readings Book Clause Reading",
    "Wagers": "Wager Kind Piece",
    "Settlement": "settle Settlement Bet Standing Irregularity Limits Range Position",
    "Tables": "Table Round",
    "Odds": "odds spread_odds odds_of_all distribution Odds SpreadOdds",
    "Pictures": "felt_svg wheel_svg racetrack_svg",
    "Errors": "CroupierError Refusal WagerError NotationError LimitsError RoundError BookError",
}
"""The names of ``croupier`` under headings."""
OF_THE_LAB = "session Session answer exact simulate SessionResult Distribution progression Spin"
OF_THE_LAB += " validate Validation"


def library() -> str:
    """The names of the library, for the site."""
    lines = [_prose(croupier.__doc__ or ""), ""]
    for heading, names in GROUPS.items():
        lines += [f"## {heading}", ""]
        for name in names.split():
            found = odds.odds if name == "odds" else getattr(croupier, name)
            lines += _entry(f"croupier.{'odds.' if name == 'odds' else ''}{name}", found)
    lines += ["## The lab", "", _prose(lab.__doc__ or ""), ""]
    for name in OF_THE_LAB.split():
        lines += _entry(f"croupier.lab.{name}", getattr(lab, name))
    return "\n".join(lines).rstrip() + "\n"


def _entry(path: str, found: Any) -> Iterator[str]:
    """A function, or a class with its public methods."""
    yield from (f"### {path}", "", f"```python\n{_signature(path, found)}\n```", "")
    yield from (_prose(_doc(found)), "")
    if not inspect.isclass(found) or issubclass(found, Exception):
        return
    for name, member in inspect.getmembers(found):
        if name.startswith("_") or name not in _own(found):
            continue
        if isinstance(member, property) or inspect.isfunction(member) or inspect.ismethod(member):
            call = f"`{name}`"
            if not isinstance(member, property):
                call = f"`{name}{_arguments(member)}`"
            text = _prose(_doc(member)).split("\n\n```")[0]
            yield f"- {call}: {' '.join(text.split())}" if text else f"- {call}"
    yield ""


def _own(found: type) -> set[str]:
    ours = [each for each in found.__mro__ if each.__module__.startswith("croupier")]
    return {name for each in ours for name in vars(each)}


def _signature(path: str, found: Any) -> str:
    name = path.rpartition(".")[2]
    if inspect.isclass(found):
        if issubclass(found, str):
            return f"class {name}  # one of {', '.join(found)}"  # type: ignore[arg-type]
        fields = _fields(found)
        return f"class {name}" + (f"({', '.join(fields)})" if fields else _arguments(found))
    return f"{name}{_arguments(found)}"


def _fields(found: type) -> list[str]:
    if issubclass(found, msgspec.Struct):
        return [*found.__struct_fields__]
    if is_dataclass(found):
        return [each for each in found.__dataclass_fields__ if not each.startswith("_")]
    return [*getattr(found, "_fields", ())]


def _arguments(found: Any) -> str:
    try:
        given = inspect.signature(found)
    except ValueError:
        return ""
    params = [each for each in given.parameters.values() if each.name not in ("self", "cls")]
    plain = [each.replace(annotation=inspect.Parameter.empty) for each in params]
    text = str(given.replace(parameters=plain, return_annotation=inspect.Signature.empty))
    return re.sub(r"<(?:\w+\.)*(\w+)[^>]*>", r"\1", text)


def _doc(found: Any) -> str:
    given = inspect.getdoc(found.fget if isinstance(found, property) else found) or ""
    return "" if re.match(r"\w+\(.*\)$", given) else given  # what dataclass writes by itself


def _prose(doc: str) -> str:
    """A docstring as Markdown: examples as blocks, names as code."""
    text = re.sub(r"``([^`]+)``", r"`\1`", inspect.cleandoc(doc))
    text = re.sub(r"(?<!`)`(croupier\.[\w.]+)`(?!`)", r"`\1`", text)
    return (
        re.sub(r"(?ms)^(>>> .*?)(?=\n\n|\Z)", r"```python\n\1\n```", text)
        .replace("\n```python", "\n\n```python")
        .replace("\n\n\n", "\n\n")
    )


def commands() -> str:
    """The help of every command, for the site."""
    lines: list[str] = []
    group: Any = typer.main.get_command(app)
    for heading, names in PANELS.items():
        lines += ["", f"## {heading}"]
        for name in names:
            for path, command in _every(group.commands[name], f"croupier {name}"):
                lines += ["", f"### {path}", "", "```text", plain_help(command, path), "```"]
    return "\n".join(lines) + "\n"


def _every(command: Any, path: str) -> Iterator[tuple[str, Any]]:
    yield path, command
    for name, below in getattr(command, "commands", {}).items():
        yield from _every(below, f"{path} {name}")


def wager_kinds() -> str:
    """The kinds of wagers with an example, and the books that offer them."""
    lines = ["| kind | selection | example | books |", "|---|---|---|---|"]
    loaded = [books.load(book) for book in books.ids()]
    for kind in Kind:
        count, example = COUNTS.get(kind, (0, ""))
        takes = f"{count} number{'s' if count > 1 else ''}" if count else ""
        if kind in CHOICES:
            choices, example = CHOICES[kind]
            takes = f"{choices[0]} to {choices[-1]}"
        offer = [
            f"`{book.id}`" for book in loaded if any(w.kind is kind for w in book.wagers.values())
        ]
        if offer:
            cells = (f"`{kind}`", takes or "none", f"`{example or kind}`", ", ".join(offer))
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def wager_names() -> str:
    """What each wager is called."""
    table = words.wager_names()
    lines = ["| wager | names |", "|---|---|"]
    for group in ("kinds", "wagers"):
        for key, texts in table[group].items():
            lines.append(f"| `{key}` | {', '.join(texts)} |")
    return "\n".join(lines)


def settle_schema() -> str:
    """The JSON Schema of the file that ``croupier settle`` reads."""
    (schema,), defined = msgspec.json.schema_components([RoundGiven], ref_template="#/$defs/{name}")
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A round to settle"}
    return json.dumps(head | schema | {"$defs": defined}, indent=2) + "\n"
