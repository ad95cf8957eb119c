"""The structure of a PAR sheet, the report of a game's maths for regulators.

Fractions are exact; decimals are text, rounded from them. There is no date of making in it, so
that the same book and program give the same sheet, byte for byte.
"""

from fractions import Fraction

import msgspec


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the sheet."""


class Game(Part, frozen=True, kw_only=True):
    """The book of the sheet, and its sources."""

    id: str
    title: str
    version: str | None
    effective: str
    operator: str
    data_sha256: str
    made_by: str


class Term(Part, frozen=True, kw_only=True):
    """A term of the sheet and its meaning."""

    term: str
    means: str


class Pocket(Part, frozen=True, kw_only=True):
    """A compartment of the wheel."""

    number: str
    colour: str


class Cite(Part, frozen=True, kw_only=True):
    """A clause, in the project's own words."""

    clause: str
    says: str


class Step(Part, frozen=True, kw_only=True):
    """A step that the book defines, with its clauses and readings."""

    title: str
    clauses: tuple[Cite, ...]
    readings: tuple[int, ...]


class WagerLine(Part, frozen=True, kw_only=True, rename={"return_": "return"}):
    """Wagers of one kind that share their odds."""

    name: str
    notation: str
    wagers: int
    numbers: int
    """The count of numbers it covers; None for a wager on the Bonus Numbers."""
    pays: str
    pieces: int
    hit: Fraction
    return_: Fraction
    edge: Fraction
    variance: Fraction
    deviation: str
    spread_90: tuple[str, ...]
    """The 90 % spread of the return over each span, in per cent of the stakes."""
    clause: str
    placed: str


class PieceLine(Part, frozen=True, kw_only=True):
    """One area of a multi-piece wager."""

    wager: str
    count: int


class NetLine(Part, frozen=True, kw_only=True):
    """A net result, with its probability and numbers."""

    net: int
    probability: Fraction
    numbers: tuple[str, ...]


class CallLine(Part, frozen=True, kw_only=True):
    """A multi-piece wager: its pieces and its results."""

    name: str
    wager: str
    stands_for: int
    """The number of wagers of the same form."""
    clause: str
    pieces: tuple[PieceLine, ...]
    results: tuple[NetLine, ...]


class Formula(Part, frozen=True, kw_only=True):
    """One step of a derivation: the words and the arithmetic."""

    says: str
    formulas: tuple[str, ...]


class Derivation(Part, frozen=True, kw_only=True):
    """The derivation of a figure, step by step."""

    title: str
    steps: tuple[Formula, ...]


class StandingLine(Part, frozen=True, kw_only=True):
    """A standing of the winning number, and its number of draws."""

    link_size: int
    grade: str
    scatter: bool
    draws: int
    probability: Fraction


class CovarianceLine(Part, frozen=True, kw_only=True):
    """The covariance of the net results of two wagers, one unit on each."""

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
    """For every pair of kinds, including each with itself."""
    two_numbers: CovarianceLine
    """For two Straight Ups on different numbers."""


class Example(Part, frozen=True, kw_only=True, rename={"return_": "return"}):
    """One unit on one wager of each payout, placed together, and the results."""

    spread: tuple[str, ...]
    staked: int
    hit: Fraction
    return_: Fraction
    edge: Fraction
    variance: Fraction
    distribution: tuple[NetLine, ...]


class VoidLine(Part, frozen=True, kw_only=True):
    """An irregularity that voids a round."""

    clause: str
    irregularity: str
    says: str


class ReadingLine(Part, frozen=True, kw_only=True):
    """A reading, made because the book is silent or unclear."""

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
