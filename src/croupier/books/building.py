"""A book built from its data file; data that does not fit together is refused."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

import msgspec

from croupier.books.datafile import bad, shaped, tables
from croupier.books.schema import BookFile, RegisteredReading
from croupier.rules import catalogue
from croupier.rules.bonus import Bonus
from croupier.rules.book import Book, Clause, Reading, Says
from croupier.rules.irregularities import Irregularity
from croupier.rules.layout import Layout, LayoutError
from croupier.rules.terms import Cited, TerminalProfile
from croupier.rules.wager import CALLS, MULTI_PIECE, Kind, Wager
from croupier.rules.wheel import Wheel

JOINING = (Kind.SPLIT, Kind.STREET, Kind.CORNER)
"""The kinds that join numbers where they touch; Top Line and Green are named (reading 6)."""
POCKETS_MIN = 2
BONUS_KINDS = (Kind.BONUS_WIN, Kind.SUPER_BONUS_WIN, Kind.SCATTER_BONUS)


class Building:
    """A data file being turned into a book."""

    def __init__(self, file: str, content: bytes, register: Sequence[RegisteredReading]) -> None:
        self.file = file
        self.register = {reading.number: reading for reading in register}
        self.sha256 = hashlib.sha256(content).hexdigest()
        raw = tables(file, content)
        self.data = shaped(file, raw, BookFile)
        self.cited = citations(raw)

    def bad(self, key: str, reason: str) -> NoReturn:
        bad(self.file, key, reason)

    def book(self) -> Book:
        data = self.data
        self._check_sources()
        pockets = self._numbers("numbers.pockets", data.numbers.pockets)
        if len(pockets) < POCKETS_MIN:
            self.bad("numbers.pockets", f"a wheel has at least {POCKETS_MIN} pockets")
        ground = catalogue.Ground(
            data.id,
            self._layout(pockets),
            pockets,
            self._colours(pockets),
            self._wheel(pockets),
        )
        wagers = self._wagers(ground)
        self._check_zeros(pockets, wagers)
        self._check_strategies()
        return Book(
            id=data.id,
            title=data.title,
            version=data.version,
            effective=data.effective,
            operator=data.operator,
            sha256=self.sha256,
            pockets=pockets,
            colours=ground.colours,
            wheel=ground.wheel,
            layout=ground.layout,
            wagers=wagers,
            wager_terms=data.wagers,
            zeros=data.zeros,
            racetrack=data.racetrack,
            terminals=self._terminals(wagers),
            bonus=self._bonus(pockets),
            says=Says(**{name: getattr(data, name) for name in Says.__slots__}),
            voids=self._voids(),
            clauses={
                number: Clause(number, summary, self.cited[number])
                for number, summary in data.clauses.items()
            },
            readings=self._readings(),
        )

    def _check_sources(self) -> None:
        """Every value has a source, every source exists, and every clause gives some value."""
        for key, value in _cited(self.data, ""):
            if value.clause is None and not value.readings:
                self.bad(key, "it has neither a clause nor a reading")
        for clause, keys in self.cited.items():
            if clause not in self.data.clauses:
                self.bad(keys[0], f"clause {clause} is not in [clauses]")
        for clause in self.data.clauses:
            if clause not in self.cited:
                self.bad(f'clauses."{clause}"', "no value of the book cites it")

    def _numbers(self, key: str, text: str, pockets: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Numbers from a list such as ``0 00 1-36``, each once and of this wheel."""
        numbers: list[str] = []
        for word in text.split():
            if match := re.fullmatch(r"([0-9]{1,2})-([0-9]{1,2})", word):
                numbers += map(str, range(int(match[1]), int(match[2]) + 1))
            elif re.fullmatch(r"[0-9]{1,2}|[A-Z]{1,3}", word):
                numbers.append(word)
            else:
                self.bad(key, f"{word} is no number: write 17, 00, S or 1-36")
        for number in numbers:
            if numbers.count(number) > 1:
                self.bad(key, f"{number} stands there twice")
            if pockets and number not in pockets:
                self.bad(key, f"{number} is no number of this wheel")
        return tuple(numbers)

    def _layout(self, pockets: tuple[str, ...]) -> Layout:
        try:
            return Layout.from_picture(self.data.felt.picture, pockets)
        except LayoutError as error:
            self.bad("felt.picture", str(error))

    def _colours(self, pockets: tuple[str, ...]) -> dict[str, str]:
        colours: dict[str, str] = {}
        for colour in ("red", "black", "green"):
            key = f"colours.{colour}"
            for number in self._numbers(key, getattr(self.data.colours, colour), pockets):
                if number in colours:
                    self.bad(key, f"{number} is {colours[number]} already")
                colours[number] = colour
        for number in pockets:
            if number not in colours:
                self.bad("colours", f"{number} has no colour")
        return colours

    def _wheel(self, pockets: tuple[str, ...]) -> Wheel:
        order = self._numbers("wheel.order", self.data.wheel.order, pockets)
        for number in pockets:
            if number not in order:
                self.bad("wheel.order", f"{number} is missing")
        return Wheel(order)

    def _wagers(self, ground: catalogue.Ground) -> dict[str, Wager]:
        for key in self.data.wagers:
            if key not in list(Kind):
                self.bad(f"wagers.{key}", "there is no such kind of wager")
        racetrack = self.data.racetrack
        for key in racetrack.calls if racetrack is not None else ():
            if key not in CALLS:
                self.bad(f"racetrack.calls.{key}", "there is no such kind of wager")
        try:
            wagers = catalogue.one_piece_wagers(ground, self.data.wagers)
            if racetrack is not None:
                wagers |= catalogue.multi_piece_wagers(ground, racetrack, wagers)
        except catalogue.CatalogueError as error:
            self.bad(error.key, error.reason)
        return wagers

    def _check_zeros(self, pockets: tuple[str, ...], wagers: Mapping[str, Wager]) -> None:
        """The felt joins a zero to the numbers with which the book lets it win, and to no other."""
        for zero, terms in self.data.zeros.items():
            key = f"zeros.{zero}"
            allowed = (
                *self._numbers(key, zero, pockets),
                *self._numbers(key, terms.joins, pockets),
            )
            joining = [w for w in wagers.values() if w.kind in JOINING and zero in w.numbers]
            for wager in joining:
                for number in wager.numbers:
                    if number not in allowed:
                        self.bad(key, f"the felt joins it to {number} in {wager}")
            for number in allowed[1:]:
                if not any(number in wager.numbers for wager in joining):
                    self.bad(key, f"the felt does not join it to {number}")

    def _check_strategies(self) -> None:
        limits, recovery = self.data.limits, self.data.recovery
        if limits.policy == "honour-once-and-cap":
            for name in ("under_minimum", "over_maximum", "settled_stays"):
                if getattr(limits, name) is None:
                    self.bad(f"limits.{name}", f"{limits.policy} needs its clause")
        if recovery.strategy != "suspend":
            for name in ("voids", "continues"):
                if getattr(recovery, name) is None:
                    self.bad(f"recovery.{name}", f"{recovery.strategy} needs its clause")

    def _terminals(self, wagers: Mapping[str, Wager]) -> dict[str, TerminalProfile]:
        offered = {wager.kind for wager in wagers.values()} & {*MULTI_PIECE}
        for name, profile in self.data.terminals.items():
            for kind in profile.offers:
                if kind not in offered:
                    self.bad(f"terminals.{name}", f"{kind} is no racetrack wager of this book")
        return self.data.terminals

    def _bonus(self, pockets: tuple[str, ...]) -> Bonus | None:
        terms = self.data.bonus
        needed = [k for k in self.data.wagers if k in BONUS_KINDS]
        if terms is None:
            if needed:
                self.bad(f"wagers.{needed[0]}", "the book has no [bonus] section")
            return None
        links = {
            name: frozenset(self._numbers(f"bonus.links.{name}", text, pockets))
            for name, text in terms.links.items()
        }
        if sorted(n for link in links.values() for n in link) != sorted(pockets):
            self.bad("bonus.links", "the links must hold every number of the wheel once")
        if not 1 <= terms.count <= len(pockets):
            self.bad("bonus.count", f"{terms.count} of {len(pockets)} numbers cannot be drawn")
        return Bonus(terms.count, links)

    def _voids(self) -> dict[str, Irregularity]:
        voids: dict[str, Irregularity] = {}
        data = self.data
        for name, clause in data.irregularities.items():
            if name not in list(Irregularity):
                self.bad(f"irregularities.{name}", "there is no such irregularity")
            voids[clause] = Irregularity(name)
        if data.recovery.voids is not None:
            voids[data.recovery.voids] = Irregularity.POWER_FAILURE
        if data.no_spin is not None and data.no_spin.clause is not None:
            voids[data.no_spin.clause] = Irregularity.NO_SPIN
        if data.referral is not None and data.referral.clause is not None:
            voids[data.referral.clause] = Irregularity.UNCOVERED
        return voids

    def _readings(self) -> dict[int, Reading]:
        wanted = {number for _, value in _cited(self.data, "") for number in value.readings}
        if unknown := sorted(wanted - set(self.register)):
            self.bad("readings", f"the register has no reading {unknown[0]}")
        result = {}
        for number, reading in self.register.items():
            if number in wanted or self.data.id in reading.clauses:
                clauses = reading.clauses.get(self.data.id, ())
                for clause in clauses:
                    if clause not in self.data.clauses:
                        reason = f"{self.data.id} has no clause {clause}"
                        bad("readings.toml", f"reading {number}", reason)
                result[number] = Reading(number, reading.title, reading.says, clauses)
        return result


def _cited(value: object, path: str) -> Iterator[tuple[str, Cited]]:
    """Every value of the data that must have a source, with its key."""
    if isinstance(value, Cited):
        yield path, value
    if isinstance(value, msgspec.Struct):
        items: Any = ((name, getattr(value, name)) for name in value.__struct_fields__)
    elif isinstance(value, dict):
        items = value.items()
    else:
        return
    for name, inner in items:
        yield from _cited(inner, f"{path}.{name}".lstrip("."))


CITING = frozenset(
    {
        "accepted",
        "clause",
        "continues",
        "not_accepted",
        "over_maximum",
        "placed",
        "settled_stays",
        "under_minimum",
        "voids",
    }
)
"""The keys whose value is a clause."""


def citations(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The keys of a book's data by the clause they cite, in the order of the file."""
    found: dict[str, list[str]] = defaultdict(list)
    for clause, key in _walk(data, ""):
        if key not in found[clause]:
            found[clause].append(key)
    return {clause: tuple(keys) for clause, keys in found.items()}


def _walk(data: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    for name, value in data.items():
        if not path and name == "clauses":
            continue
        key = f"{path}.{name}".lstrip(".")
        if path == "irregularities":
            yield value, key
        elif name in CITING and isinstance(value, str):
            yield value, path if name == "clause" else key
        elif name == "also":
            yield from ((clause, path) for clause in value)
        elif isinstance(value, Mapping):
            yield from _walk(value, key)
