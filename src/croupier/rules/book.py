"""A rule book in memory.

A book is made by the loader from its data file. Nothing here or above asks which book it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from croupier.rules import notation
from croupier.rules import terms as t
from croupier.rules.bonus import UNLIT, Bonus, Standing
from croupier.rules.irregularities import Irregularity
from croupier.rules.layout import Layout
from croupier.rules.refusal import BookError, RoundError, WagerError, refusal, require_label
from croupier.rules.shown import ShownAsPicture
from croupier.rules.wager import Kind, Wager
from croupier.rules.wheel import Wheel


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a book: its number, what it asks in our own words, and the data it gives."""

    number: str
    summary: str
    values: tuple[str, ...]
    """The keys of the book's data that cite it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A decision where a book is silent or unclear, with the clauses of this book it rests on."""

    number: int
    title: str
    says: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Says:
    """What the book says about playing a round; what it leaves out is None."""

    stakes: t.Stakes
    open: t.Announcement
    close: t.Closing
    spin: t.Spin
    outcome: t.OutcomeTerms
    round: t.RoundOfPlay
    recovery: t.Recovery
    late: t.Late
    limits: t.LimitsTerms
    colour_chips: t.ColourChips | None
    shared_area: t.SharedArea | None
    staff_placing: t.StaffPlacing | None
    early_close: t.EarlyClose | None
    rulings: t.Rulings | None
    as_it_lies: t.AsItLies | None
    terminal_failure: t.TerminalFailure | None
    no_spin: t.NoSpin | None
    referral: t.Referral | None
    acting_up: t.ActingUp | None
    displays: t.Displays | None


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Book(ShownAsPicture):
    """One rule book.

    >>> from croupier.books import load
    >>> load("sands-2019")
    <Book sands-2019: Sands Roulette, Version 2, 39 numbers, 166 wagers>
    """

    id: str
    title: str
    version: str | None
    effective: date
    operator: str
    sha256: str
    """Of the data file it was loaded from."""
    pockets: tuple[str, ...]
    """The numbers of the wheel in layout order: S, MBS, 0, 00, then 1 to 36."""
    colours: Mapping[str, str]
    wheel: Wheel
    layout: Layout
    wagers: Mapping[str, Wager]
    """Every wager of the book by its canonical notation."""
    wager_terms: Mapping[str, t.WagerTerms]
    zeros: Mapping[str, t.Zero]
    racetrack: t.Racetrack | None
    terminals: Mapping[str, t.TerminalProfile]
    bonus: Bonus | None
    says: Says
    voids: Mapping[str, Irregularity]
    """The irregularity that voids a round, by clause."""
    clauses: Mapping[str, Clause]
    readings: Mapping[int, Reading]
    _paytables: dict[tuple[str, Standing], dict[str, int]] = field(
        default_factory=dict, init=False, repr=False
    )

    @property
    def name(self) -> str:
        """The title with its version."""
        return f"{self.title}, Version {self.version}" if self.version else self.title

    def __repr__(self) -> str:
        counts = f"{len(self.pockets)} numbers, {len(self.wagers)} wagers"
        return f"<Book {self.id}: {self.name}, {counts}>"

    def to_dict(self) -> dict[str, object]:
        """The book in brief as plain values, as ``croupier books --json`` prints it."""
        return {
            "id": self.id,
            "title": self.title,
            "version": self.version,
            "effective": self.effective.isoformat(),
            "pockets": list(self.pockets),
            "wheel": list(self.wheel.order),
        }

    def wager(self, text: str, terminal: str | None = None) -> Wager:
        """The wager of a text, in wager notation or as people name it.

        >>> from croupier.books import load
        >>> book = load("racetrack-2012")
        >>> book.wager("17/20"), book.wager("1st dozen"), book.wager("17 and the neighbours")
        (<Wager split:17/20 of racetrack-2012>,
        <Wager dozen:1 of racetrack-2012>, <Wager neighbours:17 of racetrack-2012>)

        With the name of a terminal profile, only what that terminal offers.
        """
        found = self.wagers.get(text) or notation.read(text, self)
        if terminal is not None:
            self._check_offered(found, terminal)
        return found

    def colour(self, number: str) -> str:
        """The colour of a number."""
        return self.colours[self.number(number)]

    def number(self, label: str) -> str:
        """The label, if it is a number of this book's wheel."""
        require_label(label)
        if label not in self.colours:
            known = notation.spoken(self.pockets)
            raise RoundError(
                refusal("round/unknown-number", number=repr(label), book=self.id, known=known)
            )
        return label

    def clause(self, number: str) -> Clause:
        """A clause by its number, such as ``5.15`` or ``App. B``."""
        for clause in self.clauses.values():
            if clause.number.casefold() == number.strip().casefold():
                return clause
        section = [known for known in self.clauses if known.split(".")[0] == number.split(".")[0]]
        hint = "nearest" if section else "see-rules"
        raise BookError(
            refusal(
                "book/unknown-clause",
                book=self.id,
                given=repr(number),
                hint=hint,
                near=tuple(section),
            )
        )

    def paytable(self, outcome: str, standing: Standing = UNLIT) -> Mapping[str, int]:
        """The odds that each winning one-piece wager pays, by notation; the others lose."""
        key = outcome, standing
        if key not in self._paytables:
            self._paytables[key] = {
                wager.notation: pays
                for wager in self.wagers.values()
                if (pays := _pays(wager, outcome, standing)) is not None
            }
        return self._paytables[key]

    def losing_clause(self, wager: Wager, outcome: str) -> str:
        """The clause by which a wager loses: that of the zero, if the book has one."""
        zero = self.zeros.get(outcome)
        return zero.clause if zero is not None and zero.clause else wager.clause

    def _check_offered(self, wager: Wager, terminal: str) -> None:
        profile = self.terminals.get(terminal)
        if profile is None:
            known = tuple(self.terminals)
            raise BookError(
                refusal("book/unknown-terminal", book=self.id, given=repr(terminal), known=known)
            )
        if wager.parts and wager.kind not in profile.offers:
            raise WagerError(
                refusal(
                    "wager/not-offered-here",
                    profile.clause,
                    profile=terminal,
                    kind=wager.kind,
                    known=tuple(profile.offers),
                )
            )


def _pays(wager: Wager, outcome: str, standing: Standing) -> int | None:
    """The odds that a one-piece wager pays on this outcome, or None if it loses."""
    pays = wager.pays
    if pays is None:
        return None
    if isinstance(pays, t.BonusPays):
        by_grade = {"plain": pays.plain, "bonus": pays.bonus, "super": pays.super_}
        return by_grade[standing.grade] if outcome in wager.numbers else None
    if wager.kind in _WINS_BY_STANDING:
        return pays if _WINS_BY_STANDING[wager.kind](standing) else None
    return pays if outcome in wager.numbers else None


_WINS_BY_STANDING = {
    Kind.BONUS_WIN: lambda standing: standing.grade != "plain",
    Kind.SUPER_BONUS_WIN: lambda standing: standing.grade == "super",
    Kind.SCATTER_BONUS: lambda standing: standing.scatter,
}
