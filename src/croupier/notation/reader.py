"""Reads round notation; every error names the file, the place, and what would be right."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NoReturn

import msgspec

from croupier.books import load
from croupier.notation.actions import Action, split_verdict
from croupier.notation.grammar import ACTIONS
from croupier.notation.line_templates import Shown, UnreadableLineError, read_line
from croupier.notation.settlement_lines import RESULTS, ResultLine
from croupier.notation.shift import AS_USUAL, FORMAT, House, Player, Round, Shift
from croupier.rules.book import Book
from croupier.rules.limits import OPEN, Limits, Range
from croupier.rules.refusal import CroupierError, NotationError, refusal
from croupier.rules.wager import Kind


class KindLimits(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The limits of one kind of wager; missing values are the table's."""

    min: int | None = None
    max: int | None = None


class LimitsTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The limits of the table, as in the JSON of ``croupier settle``."""

    min: int
    max: int
    kinds: dict[Kind, KindLimits] = {}

    def limits(self) -> Limits:
        """The limits as values of the rules."""
        kinds = {
            kind: Range(
                self.min if given.min is None else given.min,
                self.max if given.max is None else given.max,
            )
            for kind, given in self.kinds.items()
        }
        return Limits(Range(self.min, self.max), kinds)


class RoundTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One round of a shift."""

    actions: list[str]
    title: str | None = None
    settlement: list[str] = []


class ShiftFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True, rename="kebab"):
    """The whole file: the lines of one round, or several rounds."""

    format: int
    book: str
    title: str
    proves: list[str] = []
    number: int = 1
    limits: LimitsTable | None = None
    warned: list[str] = []
    own_wheel: bool = False
    house: House = AS_USUAL
    players: dict[str, Player] | None = None
    actions: list[str] | None = None
    settlement: list[str] | None = None
    rounds: list[RoundTable] | None = None


def read(text: str, file: str = "round notation") -> Shift:
    """The rounds in a text in round notation; ``file`` is its name in errors."""
    return _Reading(text, file).shift()


class _Reading:
    """A file being turned into a shift."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.data = self._parsed()
        try:
            self.book: Book = load(self.data.book)
        except CroupierError as error:
            self.bad("book", error)

    def bad(self, where: str, reason: str | CroupierError) -> NoReturn:
        clause = reason.clause if isinstance(reason, CroupierError) else None
        raise NotationError(
            refusal("notation/bad", clause, file=self.file, where=where, reason=str(reason))
        ) from None

    def shift(self) -> Shift:
        data = self.data
        if not data.title.strip():
            self.bad("title", "it is empty: say in a few words what the file shows")
        if data.number < 1:
            self.bad("number", f"rounds are counted from 1, and {data.number} is less")
        return Shift(
            data.book,
            data.title,
            tuple(self._rounds()),
            tuple(self._clause(clause) for clause in data.proves),
            data.number,
            self._limits(),
            self._players(),
            tuple(self._named(label, "warned") for label in data.warned),
            data.own_wheel,
            data.house,
        )

    def _parsed(self) -> ShiftFile:
        try:
            data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            reason, _, place = str(error).partition(" (at ")
            self.bad(place.rstrip(")") or "the file", f"it is not TOML: {reason}")
        if data.get("format", FORMAT) != FORMAT:
            self.bad("format", f"{data['format']!r} is not known: this croupier reads {FORMAT}")
        try:
            return msgspec.convert(data, ShiftFile)
        except msgspec.ValidationError as error:
            reason, _, where = str(error).partition(" - at `")
            place = where.rstrip("`").removeprefix("key` in `").removeprefix("$").lstrip(".")
            self.bad(place or "the file", reason)

    def _rounds(self) -> Iterator[Round]:
        data = self.data
        if data.rounds is not None:
            if data.actions is not None or data.settlement is not None:
                self.bad("rounds", "give either [[rounds]], or actions with their settlement")
            if not data.rounds:
                self.bad("rounds", "there is none: a shift has at least one round")
            for number, given in enumerate(data.rounds, 1):
                yield self._round(given.actions, given.settlement, given.title, f"round {number}, ")
        elif data.actions is None:
            self.bad("the file", "it has no actions: give a list of lines, or [[rounds]]")
        else:
            yield self._round(data.actions, data.settlement or (), None, "")

    def _round(
        self, actions: Sequence[str], settlement: Sequence[str], title: str | None, within: str
    ) -> Round:
        return Round(
            tuple(self._lines(actions, self._action, f"{within}action")),
            tuple(self._lines(settlement, self._result, f"{within}settlement")),
            title,
        )

    def _action(self, text: str) -> Action:
        line, verdict = split_verdict(text, self.book)
        return replace(read_line(line, ACTIONS, self.book), verdict=verdict)

    def _result(self, text: str) -> ResultLine:
        return read_line(text, RESULTS, self.book)

    def _lines(
        self, texts: Iterable[str], reads: Callable[[str], Shown], what: str
    ) -> Iterator[Shown]:
        for number, text in enumerate(texts, 1):
            try:
                yield reads(text)
            except CroupierError as error:
                self.bad(self._place(text, f"{what} {number}"), error)
            except UnreadableLineError as error:
                self.bad(self._place(text, f"{what} {number}"), str(error))

    def _place(self, text: str, named: str) -> str:
        """The place of an action, with the line of the file if it occurs only once."""
        at = [n for n, line in enumerate(self.text.splitlines(), 1) if f'"{text}"' in line]
        return f"line {at[0]}, {named}" if len(at) == 1 else named

    def _clause(self, number: str) -> str:
        try:
            return self.book.clause(number).number
        except CroupierError as error:
            self.bad("proves", error)

    def _limits(self) -> Limits:
        if self.data.limits is None:
            return OPEN
        try:
            return self.data.limits.limits()
        except CroupierError as error:
            self.bad("limits", error)

    def _players(self) -> dict[str, Player] | None:
        for name, player in (self.data.players or {}).items():
            if (reason := _unfit(player, self.book)) is not None:
                self.bad(f"players.{name}", reason)
            self._named(name, "players")
        return self.data.players

    def _named(self, label: str, where: str) -> str:
        if not label:
            self.bad(where, "a player has a name, such as seat-1")
        return label


def _unfit(player: Player, book: Book) -> str | None:
    """Why a player cannot have this under the book, or None."""
    kinds = book.says.stakes.kinds
    chips = {
        "cash-chips": player.cash_chips,
        "colour-chips": player.colour_chips,
        "credits": player.credits,
    }
    for kind, amount in chips.items():
        if amount is not None and kind not in kinds:
            return f"{book.id} is played with {' and '.join(kinds)}, not {kind}"
    for kind, amount in {**chips, "held": player.held}.items():
        if amount is not None and amount < 0:
            return f"{kind} of {amount} cents: it must be 0 or more"
    if player.colour_chips and (player.colour is None or player.value is None):
        return "colour chips need all of colour-chips, colour and value"
    if player.value is not None and player.value < 1:
        return f"a chip's value of {player.value} cents must be at least 1"
    if player.terminal is not None and player.terminal not in book.terminals:
        known = ", ".join(book.terminals) or "none"
        return f"{book.id} has no terminal {player.terminal!r}: it has {known}"
    return None
