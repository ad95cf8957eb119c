"""The schema of a book's data file: its sections, and which of them are optional."""

from datetime import date
from fractions import Fraction

import msgspec

from croupier.rules import terms
from croupier.rules.house_procedure import Procedure


class BookFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A book's TOML file, section by section."""

    id: terms.Slug
    title: terms.Line
    version: terms.Line | None = None
    effective: date
    operator: terms.Line
    numbers: terms.Numbers
    colours: terms.Colours
    wheel: terms.WheelOrder
    felt: terms.Felt
    wagers: dict[str, terms.WagerTerms]
    racetrack: terms.Racetrack | None = None
    terminals: dict[terms.Slug, terms.TerminalProfile] = {}
    bonus: terms.BonusTerms | None = None
    stakes: terms.Stakes
    colour_chips: terms.ColourChips | None = None
    shared_area: terms.SharedArea | None = None
    staff_placing: terms.StaffPlacing | None = None
    open: terms.Announcement
    close: terms.Closing
    early_close: terms.EarlyClose | None = None
    spin: terms.Spin
    outcome: terms.OutcomeTerms
    round: terms.RoundOfPlay
    rulings: terms.Rulings | None = None
    as_it_lies: terms.AsItLies | None = None
    zeros: dict[str, terms.Zero] = {}
    irregularities: dict[str, str]
    recovery: terms.Recovery
    terminal_failure: terms.TerminalFailure | None = None
    no_spin: terms.NoSpin | None = None
    late: terms.Late
    limits: terms.LimitsTerms
    referral: terms.Referral | None = None
    acting_up: terms.ActingUp | None = None
    displays: terms.Displays | None = None
    clauses: dict[terms.Line, terms.Line]


class RegisteredReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A reading in the register, with the clauses of each book it rests on."""

    number: int
    title: str
    says: str
    clauses: dict[str, tuple[str, ...]]


class ReadingsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The register of readings."""

    reading: tuple[RegisteredReading, ...]


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The stated house edges of a book: one for all wagers, or one for each kind."""

    id: str
    one_piece: int
    """The number of its one-piece wagers."""
    edge: str | None = None
    edges: dict[str, str] = {}

    def edge_of(self, kind: str) -> Fraction | None:
        """The stated edge of a kind of wager, or None."""
        stated = self.edges.get(kind, self.edge)
        return None if stated is None else Fraction(stated)


class FiguresFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stated figures of the books."""

    book: tuple[Figures, ...]


class HouseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The procedures of the house."""

    procedure: tuple[Procedure, ...]
