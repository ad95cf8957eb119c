"""Views of tables, seats and the floor. Amounts are whole cents, times UTC milliseconds."""

from typing import Literal, Self

import msgspec

from croupier.house.meters import Figures
from croupier.house.state import AskedLimits, OwnLimits
from croupier.office.state import Alert
from croupier.round.opening import LimitsTaken
from croupier.round.phases import Phase
from croupier.round.results import AreaResult, UnderMinimum, WagerResult
from croupier.rules.bonus import Lights
from croupier.rules.positions import Position
from croupier.rules.terms import Chips
from croupier.words import Values
from croupier.words.message import Message

Purse = dict[Chips, int]


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A view."""

    @classmethod
    def of(cls, source: object, **more: object) -> Self:
        """A view of something: its fields of the same names, and those given here.

        A view sends only the fields it declares, so it decides what is left out.
        """
        names = [name for name in cls.__struct_fields__ if name not in more]
        return cls(**{n: getattr(source, n) for n in names if hasattr(source, n)}, **more)


Ending = Literal["settled", "void", "abandoned"]


class Result(View, frozen=True, kw_only=True):
    """How a round ended."""

    round: int
    status: Ending
    outcome: str | None = None
    bonus_numbers: tuple[str, ...] | None = None
    secret: str | None = None
    """Revealed after the end, so that anyone can verify the draw."""
    ended_by: str | None = None
    """The clause by which the round was void, or the reading if the book has none."""


class TableView(View, frozen=True, kw_only=True):
    """The public state of a table."""

    table: str
    title: str
    book: str
    seq: int
    """The last entry of the table's stream; while bets are open, the one that opened them, so that
    nobody can count other players' wagers."""
    is_open: bool
    day: str | None
    round: int
    """The number of the round in play, or of the last one."""
    phase: Phase | None
    """None between rounds."""
    waiting: str | None
    """What a held round waits for."""
    words: str | None
    """The current announcement, in the book's words."""
    since_ms: int
    closes_ms: int | None
    """When bets will close, if there is a timetable."""
    limits: LimitsTaken
    maximum_payout: int | None
    players: int
    calls: tuple[str, ...]
    """The kinds of multi-piece wager offered here; a terminal may offer others."""
    commitment: str | None
    seed: str | None = None
    """The other input to the draw besides the secret, once bets are closed: the hash of the record
    at the close."""
    bonus_numbers: tuple[str, ...] | None
    results: tuple[Result, ...]
    """The last rounds, newest first. An outcome appears once it is confirmed."""
    self_service: bool = False
    """Whether players exchange vouchers without staff."""
    is_idle: bool = False
    """Whether an automatic table waits for players before it opens a round."""
    bets_open: bool = False
    """Whether bets are accepted now."""
    ball_runs: bool = False
    """Whether the ball is running or its number is not confirmed yet."""
    lights: Lights | None = None
    """What the Bonus Numbers of the current round light up, or of the last round."""
    chips: tuple[int, ...] = ()
    """The values of chips to offer, within the limits."""


class WagerView(View, frozen=True, kw_only=True):
    """A wager on the felt."""

    wager: str
    amount: int
    chips: Chips


class LastRound(View, frozen=True, kw_only=True):
    """A player's result of the last round in which they wagered."""

    round: int
    status: Ending
    outcome: str | None
    staked: int
    returned: int
    """Stakes included."""
    winnings: int = 0
    """Winnings without the stake, after corrections."""
    stake_back: int = 0
    """Stakes returned: of winning wagers, and what was not in play or void."""
    ended_by: str | None = None
    """The clause by which the round was void, or the reading if the book has none."""
    results: tuple[WagerResult, ...] = ()
    """The result of each wager, with its clause; until the next round opens."""
    areas: tuple[AreaResult, ...] = ()
    """The same by area, for the chips on the felt at the end."""
    under_minimum: UnderMinimum | None = None
    """A notice of a wager under the minimum; until the next round opens."""


class VoucherView(View, frozen=True, kw_only=True):
    """An unused voucher, for its owner."""

    voucher: str
    amount: int
    expires_ms: int


class PlayerChange(View, frozen=True, kw_only=True):
    """What a player got from a round, and what they would get instead.

    `after` minus `before` is the change of their purse.
    """

    player: str
    before: int
    after: int
    uncollected: int = 0
    """The part of `after` that could not be collected: the house's loss."""


class CorrectionView(View, frozen=True, kw_only=True):
    """A recent round that was corrected after settlement (readings 18, 19 and 22)."""

    round: int
    was: str
    """The outcome of the first settlement."""
    status: Ending
    outcome: str | None
    """The valid outcome; null if the round is now void."""
    changes: tuple[PlayerChange, ...]
    """Whose money changed: everybody's for staff, their own for a player."""


class SessionView(View, frozen=True, kw_only=True):
    """What a player has played since they sat down."""

    since_ms: int
    rounds: int
    """Settled ones with a wager of theirs."""
    staked: int
    returned: int
    """Stakes included, after corrections."""


class SeatView(View, frozen=True, kw_only=True):
    """A player's own state at a table."""

    player: str
    seated: bool
    excluded: bool
    purse: Purse
    staked: int
    wagers: tuple[WagerView, ...]
    held: int
    """Held by the house until collected."""
    colour: str | None
    value: int | None
    marker: bool = False
    """Whether a marker shows the value of the colour chips."""
    warned: bool
    """Whether an under-minimum wager was already honoured."""
    last: LastRound | None
    vouchers: tuple[VoucherView, ...]
    last_id: int
    """The highest action id of this terminal that the table answered."""
    calls: tuple[str, ...] = ()
    """The kinds of multi-piece wager this terminal offers here."""
    corrections: tuple[CorrectionView, ...] = ()
    """Corrections of the last two rounds that affected this player."""
    chips: tuple[int, ...] = ()
    """Amounts of the player's colour chips to offer, if they have a value."""
    session: SessionView | None = None
    own_limits: OwnLimits | None = None
    """What they have limited themselves to."""
    asked_limits: AskedLimits | None = None
    """Looser limits that they asked for and can set from a moment on."""
    time_out_ms: int | None = None
    """Until when they do not play, by their own wish."""


class StepView(View, frozen=True, kw_only=True):
    """Whether this position may give a command now, and if not, why."""

    command: str
    allowed: bool
    code: str | None = None
    clause: str | None = None
    message: str | None = None
    figures: Values | None = None
    """The figures of the refusal, by name."""
    no_outcome: bool = False
    """Whether the round can have no outcome after it, so that it is confirmed first."""


class VoidView(View, frozen=True, kw_only=True):
    """A clause by which this person could void the round in play now."""

    clause: str
    what: str
    """The irregularity, by its name."""
    says: str
    """The clause in our own words."""
    reason_needed: bool
    """Whether a reason is required."""


class SettledVoidView(View, frozen=True, kw_only=True):
    """A clause by which this person could void settled rounds, together with a second person."""

    clause: str
    what: str
    says: str
    rounds: tuple[int, ...]
    """The recent rounds to which the clause could apply."""


class PlayerView(View, frozen=True, kw_only=True):
    """A player as staff see them."""

    player: str
    seated: bool
    colour: str | None
    value: int | None
    marker: bool
    purse: Purse
    staked: Purse
    held: int
    warned: bool
    wagers: tuple[WagerView, ...]


class WheelView(View, frozen=True, kw_only=True):
    """A wheel with a sensor, as staff see it."""

    state: Literal["ready", "silent", "blocked"]
    """Blocked: after a fault, the dealer enters this round's number."""
    hint: tuple[Message, ...] = ()
    """A hint from the wheel to the dealer, who decides."""
    fault: tuple[Message, ...] = ()
    """The last fault in this round, or why there is no signal."""


class RulingView(View, frozen=True, kw_only=True):
    """A ruling in the round in play."""

    number: int
    player: str
    wager: str
    ruling: str
    to: str | None
    amount: int | None
    """The part of the stack; null for all of it."""
    reason: str | None
    by: str


class StaffView(View, frozen=True, kw_only=True):
    """A table as staff see it, in addition to its public state."""

    players: tuple[PlayerView, ...]
    called: str | None
    """The entered outcome that waits for confirmation."""
    drawn: tuple[str, ...] | None
    lit: bool
    steps: tuple[StepView, ...]
    voids: dict[str, str]
    """What can void the round, by clause."""
    rulings: tuple[RulingView, ...]
    """Rulings of the round in play; each can be revoked until settlement."""
    standing_leave: str | None
    """Who permitted early closes in every round, if anyone."""
    referred: tuple[int, ...]
    """Settled rounds that were referred and wait for a decision."""
    tray: int
    shift: str | None
    figures: Figures
    """Of this gaming day."""
    last_id: int
    may_void: tuple[VoidView, ...] = ()
    """Voids of the round in play that would be accepted from this person now."""
    reason_needed: bool = False
    """Whether "no spin" or a void takes its reason first, because the ball rests."""
    may_void_settled: tuple[SettledVoidView, ...] = ()
    wheel: WheelView | None = None
    """Null without a sensor."""
    own_wheel: bool = False
    """Whether the server draws the number, so that nobody enters one."""
    corrections: tuple[CorrectionView, ...] = ()
    """Corrections of the last two rounds, newest first."""


class TableRow(View, frozen=True, kw_only=True):
    """A table in the pit's overview."""

    table: TableView
    figures: Figures
    hold: str | None
    """Win divided by drop, an exact fraction."""
    tray: int
    referred: tuple[int, ...] = ()
    """Settled rounds that were referred and wait for a decision."""


class RateView(View, frozen=True, kw_only=True):
    """A person's decisions about money with the number known, in this gaming day."""

    name: str
    rounds: int
    """Rounds in which they acted as staff."""
    decisions: int
    moved: int
    """The total effect of the decisions on players, in either direction."""
    early: int
    """Voids while the ball ran."""


class ApprovalView(View, frozen=True, kw_only=True):
    """A request that waits for a second person, or did."""

    id: int
    table: str
    asked_by: str
    position: Position | None
    command: str
    """Its name."""
    what: msgspec.Raw
    """The command itself."""
    reason: str
    asked_ms: int
    lapses_ms: int
    verdict: str
    second: str | None = None
    """Who approved or declined."""
    why_not: str | None = None
    round: int = 0
    """The round in play that waits for it; 0 if none."""


class FloorView(View, frozen=True, kw_only=True):
    """All tables, as the pit sees them."""

    tables: tuple[TableRow, ...]
    alerts: tuple[Alert, ...]
    approvals: tuple[ApprovalView, ...]
    acting: dict[str, Position] = {}
    """Who acts in a higher position (6.3), by name."""
    rates: tuple[RateView, ...] = ()
    """Staff who decided about money with the number known, or voided a round while the ball ran;
    most money first."""
    gaming_day: str = ""
    """The gaming day by the house's clock: the name of a day that begins now."""
    closes: str = ""
    """The hour at which gaming days end, and its time zone."""
