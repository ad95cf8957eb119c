"""Reads round notation; every refusal names the file, the place in it, and what would be right."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NoReturn

import msgspec

from croupier.books import load
from croupier.notation.actions import Action
from croupier.notation.forms import Line, UnreadableLineError, read_line
from croupier.notation.grammar import ACTIONS
from croupier.notation.head import PlayerTable, ShiftFile, unfit
from croupier.notation.settled import RESULTS, ResultLine
from croupier.notation.shift import FORMAT, Player, Round, Shift
from croupier.notation.verdict import split_verdict
from croupier.rules.book import Book
from croupier.rules.limits import OPEN, Limits
from croupier.rules.refusal import CroupierError, NotationError, refusal


def read(text: str, file: str = "round notation") -> Shift:
    """The rounds that a text in round notation holds; ``file`` is its name in errors."""
    return _Reading(text, file).shift()


class _Reading:
    """One file on its way to becoming a shift."""

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
            data.house.house(),
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
        self, texts: Iterable[str], reads: Callable[[str], Line], what: str
    ) -> Iterator[Line]:
        for number, text in enumerate(texts, 1):
            try:
                yield reads(text)
            except CroupierError as error:
                self.bad(self._place(text, f"{what} {number}"), error)
            except UnreadableLineError as error:
                self.bad(self._place(text, f"{what} {number}"), str(error))

    def _place(self, text: str, named: str) -> str:
        """Where an action stands: also the line of the file, if it stands there only once."""
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
        given = self.data.players
        if given is None:
            return None
        return {name: self._player(name, player) for name, player in given.items()}

    def _player(self, label: str, given: PlayerTable) -> Player:
        player = given.player()
        if (reason := unfit(player, self.book)) is not None:
            self.bad(f"players.{label}", reason)
        self._named(label, "players")
        return player

    def _named(self, label: str, where: str) -> str:
        if not label:
            self.bad(where, "a player has a name, such as seat-1")
        return label
