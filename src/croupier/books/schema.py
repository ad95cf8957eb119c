"""The shape of a book's data file: which sections there are, and which a book may leave out."""

from datetime import date

import msgspec

from croupier.rules import terms
from croupier.rules.procedure import Procedure


class BookFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A book's TOML file, section by section."""

    id: str
    title: str
    version: str | None = None
    effective: date
    operator: str
    numbers: terms.Numbers
    colours: terms.Colours
    wheel: terms.WheelOrder
    felt: terms.Felt
    wagers: dict[str, terms.WagerTerms]
    racetrack: terms.Racetrack | None = None
    terminals: dict[str, terms.TerminalProfile] = {}
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
    clauses: dict[str, str]


class RegisteredReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A reading as the register holds it, with the clauses of each book it rests on."""

    number: int
    title: str
    says: str
    clauses: dict[str, tuple[str, ...]]


class ReadingsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The register of readings."""

    reading: tuple[RegisteredReading, ...]


class HouseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The procedures of the house."""

    procedure: tuple[Procedure, ...]
