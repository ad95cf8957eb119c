"""The shape of a PAR sheet: what a game mathematician hands to a regulator, as values.

Fractions are exact; decimals are text, rounded from them. There is no date of making in it, so
that the same book and program give the same sheet, byte for byte.
"""

from fractions import Fraction

import msgspec


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the sheet."""


class Game(Part, frozen=True, kw_only=True):
    """Which book the sheet is of, and what it was made from."""

    id: str
    title: str
    version: str | None
    effective: str
    operator: str
    data_sha256: str
    made_by: str


class Term(Part, frozen=True, kw_only=True):
    """A word of the sheet and what it means there."""

    term: str
    means: str


class Pocket(Part, frozen=True, kw_only=True):
    """A compartment of the wheel."""

    number: str
    colour: str


class Cite(Part, frozen=True, kw_only=True):
    """A clause and what it asks, in the project's own words."""

    clause: str
    says: str


class Step(Part, frozen=True, kw_only=True):
    """Something that the book settles, by its clauses and the readings of them."""

    title: str
    clauses: tuple[Cite, ...]
    readings: tuple[int, ...]


class WagerLine(Part, frozen=True, kw_only=True, rename={"return_": "return"}):
    """Wagers of one kind that share their odds."""

    name: str
    notation: str
    wagers: int
    numbers: int
    """How many numbers it covers; none for a wager on the Bonus Numbers."""
    pays: str
    pieces: int
    hit: Fraction
    return_: Fraction
    edge: Fraction
    variance: Fraction
    deviation: str
    spread_90: tuple[str, ...]
    """By how many per cent of what was staked the return over each span may stray, nine times
    in ten."""
    clause: str
    placed: str


class PieceLine(Part, frozen=True, kw_only=True):
    """One area of a multi-piece wager."""

    wager: str
    count: int


class NetLine(Part, frozen=True, kw_only=True):
    """A net result, how often it comes and on which numbers."""

    net: int
    probability: Fraction
    numbers: tuple[str, ...]


class CallLine(Part, frozen=True, kw_only=True):
    """A multi-piece wager: what it is made of and what it brings."""

    name: str
    wager: str
    stands_for: int
    """How many wagers are made in the same way."""
    clause: str
    pieces: tuple[PieceLine, ...]
    results: tuple[NetLine, ...]


class Formula(Part, frozen=True, kw_only=True):
    """One step of a derivation: the words and the arithmetic."""

    says: str
    formulas: tuple[str, ...]


class Derivation(Part, frozen=True, kw_only=True):
    """How a figure follows, step by step."""

    title: str
    steps: tuple[Formula, ...]


class StandingLine(Part, frozen=True, kw_only=True):
    """How the winning number may stand, and in how many draws it does."""

    link_size: int
    grade: str
    scatter: bool
    draws: int
    probability: Fraction


class CovarianceLine(Part, frozen=True, kw_only=True):
    """How the net results of two wagers go together, one unit on each."""

    one: str
    other: str
    covariance: Fraction
    correlation: str


class BonusNumbers(Part, frozen=True, kw_only=True):
    """The combinatorics of the draw."""

    count: int
    links: dict[str, tuple[str, ...]]
    draws: int
    derivation: Derivation
    standings: tuple[StandingLine, ...]
    covariances: tuple[CovarianceLine, ...]
    """Of every pair of kinds, each with itself too."""
    two_numbers: CovarianceLine
    """Of two Straight Ups on different numbers."""


class Example(Part, frozen=True, kw_only=True, rename={"return_": "return"}):
    """One unit on one wager of each payout, laid together, and what that brings."""

    spread: tuple[str, ...]
    staked: int
    hit: Fraction
    return_: Fraction
    edge: Fraction
    variance: Fraction
    distribution: tuple[NetLine, ...]


class VoidLine(Part, frozen=True, kw_only=True):
    """What voids a round."""

    clause: str
    irregularity: str
    says: str


class ReadingLine(Part, frozen=True, kw_only=True):
    """A decision where the book is silent or unclear."""

    number: int
    title: str
    says: str
    clauses: tuple[str, ...]


class Sheet(Part, frozen=True, kw_only=True):
    """A PAR sheet."""

    game: Game
    terms: tuple[Term, ...]
    pockets: tuple[Pocket, ...]
    wheel: tuple[str, ...]
    round: tuple[Step, ...]
    wagers: tuple[WagerLine, ...]
    spans: tuple[int, ...]
    """The numbers of rounds over which ``spread_90`` is given."""
    calls: tuple[CallLine, ...]
    derivations: tuple[Derivation, ...]
    bonus_numbers: BonusNumbers | None
    example: Example
    voids: tuple[VoidLine, ...]
    interruptions: tuple[Step, ...]
    late: tuple[Step, ...]
    limits: tuple[Step, ...]
    limits_policy: str
    readings: tuple[ReadingLine, ...]
    clauses: tuple[Cite, ...]
