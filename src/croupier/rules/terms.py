"""The terms a rule book can set, as typed values, each with the clause it comes from.

These are the shapes of the sections of a book's data file. A section that a book leaves out is a
power or a duty that the book does not give; the code asks for the section, never for the book.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from croupier.rules.positions import Position

SLUG = r"\A[a-z0-9]+(-[a-z0-9]+)*\Z"
Slug = Annotated[str, Meta(pattern=SLUG, max_length=60)]
"""A name for programs."""
LINE = r"\A[^\s\x00-\x1f\x7f-\x9f]([^\x00-\x1f\x7f-\x9f]*\S)?\Z"
Line = Annotated[str, Meta(pattern=LINE)]
"""A text that is displayed."""
Count = Annotated[int, Meta(ge=1, le=1000)]
"""A count."""
ToOne = Annotated[int, Meta(ge=1, le=1_000_000)]
"""Odds: what a wager pays for each unit staked. The largest stake times these fits 63 bits."""
Positions = Annotated[tuple[Position, ...], Meta(min_length=1)]


class Cited(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A value with its source: a clause of the book, or a reading if the book is silent."""

    clause: str | None = None
    also: tuple[str, ...] = ()
    readings: tuple[int, ...] = ()


class Numbers(Cited, frozen=True, kw_only=True):
    """The pockets of the wheel, in layout order (the order of canonical notation)."""

    pockets: str


class Colours(Cited, frozen=True, kw_only=True):
    """The colour of every pocket."""

    red: str
    black: str
    green: str


class WheelOrder(Cited, frozen=True, kw_only=True):
    """The pockets clockwise round the wheel."""

    order: str


class Felt(Cited, frozen=True, kw_only=True):
    """The felt drawn as text: one word per grid square, ``.`` for an empty one."""

    picture: str


class BonusPays(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"super_": "super"}
):
    """The odds of a wager by how its number is lit: not, as a bonus, or in a full link."""

    plain: ToOne
    bonus: ToOne
    super_: ToOne


class WagerTerms(Cited, frozen=True, kw_only=True):
    """One kind of wager: its name, its odds, and its place on the felt."""

    clause: str
    name: Line
    pays: ToOne | BonusPays
    placed: str
    trios: bool = False
    """Streets also lie on the points where three numbers meet."""
    first_four: bool = False
    """Corners also lie on the outer line between a lone zero and the first street."""


class CallBet(Cited, frozen=True, kw_only=True):
    """A racetrack wager made of the pieces listed, such as ``2 x street:0/2/3``."""

    clause: str
    name: Line
    pieces: Annotated[tuple[str, ...], Meta(min_length=1)]


class NeighboursTerms(Cited, frozen=True, kw_only=True):
    """A number and its neighbours on each side on the wheel."""

    clause: str
    name: Line
    each_side: Count


class FinalesTerms(Cited, frozen=True, kw_only=True):
    """A straight-up piece on every number with the same last digit."""

    clause: str
    name: Line


class Racetrack(Cited, frozen=True, kw_only=True):
    """The multi-piece wagers that the book offers."""

    calls: dict[str, CallBet]
    neighbours: NeighboursTerms | None = None
    finales: FinalesTerms | None = None


class TerminalProfile(Cited, frozen=True, kw_only=True):
    """The kinds of multi-piece wager that one make of Player Terminal offers."""

    name: Line
    offers: tuple[str, ...]


class BonusTerms(Cited, frozen=True, kw_only=True):
    """How many Bonus Numbers a round has, and the links that make them Super or Scatter."""

    count: int
    links: dict[str, str]


class Announcement(Cited, frozen=True, kw_only=True):
    """An announcement that opens or closes the bets, and who makes it."""

    by: Literal["dealer", "terminal"]
    words: Annotated[tuple[Line, ...], Meta(min_length=1)]


class Closing(Announcement, frozen=True, kw_only=True):
    """The close of bets, and its time."""

    when: Literal["while-ball-spins", "before-spin"]


class EarlyClose(Cited, frozen=True, kw_only=True):
    """A close before the spin in a book that otherwise closes later."""

    leave_of: Position


Chips = Literal["cash-chips", "colour-chips", "credits"]
"""Kinds of chips."""


class Stakes(Cited, frozen=True, kw_only=True):
    """The kinds of chips that a player wagers with."""

    kinds: Annotated[tuple[Chips, ...], Meta(min_length=1)]


class ColourChips(Cited, frozen=True, kw_only=True):
    """Chips without a denomination: who sets their value and when a marker must show it."""

    value: Literal["named-at-purchase"]
    marker: Literal["above-minimum"] | None = None


class SharedArea(Cited, frozen=True, kw_only=True):
    """Several players may wager on one playing area."""


class StaffPlacing(Cited, frozen=True, kw_only=True):
    """Who may place a wager for a player who asks for it before the close."""

    by: Positions


class Spin(Cited, frozen=True, kw_only=True):
    """What makes a spin valid."""

    direction: Literal["opposite"]
    revolutions_min: Count


class RoundOfPlay(Cited, frozen=True, kw_only=True):
    """What ends a round of play."""

    ends: Literal["announced-and-settled", "shown-and-settled"]


class OutcomeTerms(Cited, frozen=True, kw_only=True):
    """What decides the outcome and what shows it."""

    decided_by: Literal["compartment"]
    shown_by: Literal["dolly", "terminals"]


class Rulings(Cited, frozen=True, kw_only=True):
    """Who rules on wagers placed unclearly or moved by accident."""

    by: Position


class AsItLies(Cited, frozen=True, kw_only=True):
    """Wagers count as they lie on the felt at the close."""


class Zero(Cited, frozen=True, kw_only=True):
    """The inside wagers that win on this zero: those joining it to these numbers."""

    joins: str


class NoSpin(Cited, frozen=True, kw_only=True):
    """Who may call "no spin" and so void the round."""

    by: Positions


class Recovery(Cited, frozen=True, kw_only=True):
    """How a failure affects a round: the name of a strategy in the code."""

    strategy: Literal["continue-unless-no-spin", "void-unless-outcome", "suspend"]
    voids: str | None = None
    continues: str | None = None


class TerminalFailure(Cited, frozen=True, kw_only=True):
    """A failure of some or all terminals: the round goes on, accepted wagers stay in play."""

    accepted: str
    not_accepted: str


class Late(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How wagers placed, increased or withdrawn after the close are treated."""

    placed: Cited
    withdrawn: Cited


class LimitsTerms(Cited, frozen=True, kw_only=True):
    """How wagers outside the table's limits are treated: the name of a policy in the code."""

    policy: Literal["refuse", "honour-once-and-cap"]
    under_minimum: str | None = None
    over_maximum: str | None = None
    settled_stays: str | None = None


class Referral(Cited, frozen=True, kw_only=True):
    """Who decides on an irregularity that the book does not cover."""

    to: Position


class ActingUp(Cited, frozen=True, kw_only=True):
    """A higher position may do what the book gives to a lower one."""


class Displays(Cited, frozen=True, kw_only=True):
    """Displays inform only."""
