"""Writes round notation in its canonical form, and checks that it reads back the same."""

import json
import re
from collections.abc import Iterable, Iterator

import msgspec

from croupier.notation.actions import ARROW, Action
from croupier.notation.grammar import ACTIONS
from croupier.notation.line_templates import write_line
from croupier.notation.reader import read
from croupier.notation.settlement_lines import RESULTS
from croupier.notation.shift import AS_USUAL, FORMAT, House, Player, Round, Shift
from croupier.rules.limits import OPEN, Limits, Range
from croupier.rules.refusal import NotationError, refusal


def write(shift: Shift) -> str:
    """The canonical text of a shift, checked by reading it back."""
    text = "\n".join(_lines(shift)) + "\n"
    if read(text, shift.title) != shift:
        reason = "it does not read back as it was: a word does not fit into its line"
        raise NotationError(
            refusal("notation/bad", file=shift.title, where="the file", reason=reason)
        )
    return text


def _lines(shift: Shift) -> Iterator[str]:
    yield f"format = {FORMAT}"
    yield f"book = {_quoted(shift.book)}"
    yield f"title = {_quoted(shift.title)}"
    if shift.proves:
        yield f"proves = {_value(shift.proves)}"
    if shift.number != 1:
        yield f"number = {shift.number}"
    if shift.limits != OPEN:
        yield f"limits = {_limits(shift.limits)}"
    if shift.warned:
        yield f"warned = {_value(shift.warned)}"
    if shift.own_wheel:
        yield "own-wheel = true"
    for key, value in _unusual(shift.house, AS_USUAL):
        yield f"house.{key} = {_value(value)}"
    if shift.players == {}:
        yield "players = {}"
    for label, player in (shift.players or {}).items():
        held = ", ".join(f"{key} = {_value(value)}" for key, value in _unusual(player, Player()))
        yield f"players.{_key(label)} = {f'{{ {held} }}' if held else '{}'}"
    if len(shift.rounds) == 1 and shift.rounds[0].title is None:
        yield from _round(shift.rounds[0])
        return
    for round_ in shift.rounds:
        yield from ("", "[[rounds]]")
        if round_.title is not None:
            yield f"title = {_quoted(round_.title)}"
        yield from _round(round_)


def _round(round_: Round) -> Iterator[str]:
    yield from _list("actions", map(_action, round_.actions))
    if round_.settlement:
        yield from _list("settlement", (write_line(line, RESULTS) for line in round_.settlement))


def _action(action: Action) -> str:
    line = write_line(action, ACTIONS)
    return line if action.verdict is None else f"{line}{ARROW}{action.verdict}"


def _list(key: str, lines: Iterable[str]) -> Iterable[str]:
    written = [f"    {_quoted(line)}," for line in lines]
    return (f"{key} = [", *written, "]") if written else (f"{key} = []",)


def _limits(limits: Limits) -> str:
    table = f"min = {limits.table.min}, max = {limits.table.max}"
    if not limits.kinds:
        return f"{{ {table} }}"
    kinds = ", ".join(f"{kind} = {_range(range_)}" for kind, range_ in limits.kinds.items())
    return f"{{ {table}, kinds = {{ {kinds} }} }}"


def _range(range_: Range) -> str:
    return f"{{ min = {range_.min}, max = {range_.max} }}"


def _unusual(given: House | Player, usual: House | Player) -> Iterator[tuple[str, object]]:
    """The values that differ from the defaults, by key."""
    for one in msgspec.structs.fields(given):
        value = getattr(given, one.name)
        if value != getattr(usual, one.name):
            yield one.encode_name, value


def _value(value: object) -> str:
    """A value in TOML."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _quoted(value)
        case tuple():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{ {', '.join(f'{_key(k)} = {_value(v)}' for k, v in value.items())} }}"
        case _:
            return str(value)


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else _quoted(name)


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes, and DEL, which TOML requires to be escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
