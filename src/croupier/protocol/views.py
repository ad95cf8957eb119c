"""What a table, a seat and a floor look like. Amounts are whole cents, times UTC milliseconds."""

from typing import Literal

import msgspec

from croupier.house.meters import Figures
from croupier.round.events import LimitsTaken
from croupier.round.phases import Phase
from croupier.round.results import AreaResult, UnderMinimum, WagerResult
from croupier.rules.positions import Position
from croupier.rules.terms import Chips

Purse = dict[Chips, int]


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something that is shown."""


Ending = Literal["settled", "void", "abandoned"]


class Result(View, frozen=True, kw_only=True):
    """How a round ended."""

    round: int
    status: Ending
    outcome: str | None = None
    bonus_numbers: tuple[str, ...] | None = None
    secret: str | None = None
    """Revealed after the end, so that anyone can check the draw."""


class TableView(View, frozen=True, kw_only=True):
    """What everybody may see of a table, the public display included."""

    table: str
    title: str
    book: str
    seq: int
    """The last entry of the table's stream; while bets are open the one that opened them, so that
    nobody counts others' wagers."""
    is_open: bool
    day: str | None
    round: int
    """The number of the round in play, or of the last one."""
    phase: Phase | None
    """None between rounds."""
    waiting: str | None
    """What the round waits for, where it is held."""
    words: str | None
    """What is announced now, in the book's own terms."""
    since_ms: int
    closes_ms: int | None
    """When bets will close, where a timetable says so."""
    limits: LimitsTaken
    maximum_payout: int | None
    players: int
    calls: tuple[str, ...]
    """The kinds of multi-piece wager that are offered here; a terminal may have fewer or more."""
    commitment: str | None
    seed: str | None = None
    """What the draw of the round in play takes beside its secret, once bets are closed: the hash of
    the record up to the close."""
    bonus_numbers: tuple[str, ...] | None
    results: tuple[Result, ...]
    """The last rounds, the newest first. An outcome is here once it is confirmed."""
    self_service: bool = False
    """Whether players redeem and are given vouchers here by themselves."""
    is_idle: bool = False
    """Whether a table without a dealer waits for players: no round opens before somebody comes."""


class WagerView(View, frozen=True, kw_only=True):
    """A wager on the felt."""

    wager: str
    amount: int
    chips: Chips


class LastRound(View, frozen=True, kw_only=True):
    """What the last round in which a player wagered did to them."""

    round: int
    status: Ending
    outcome: str | None
    staked: int
    returned: int
    """Stakes included."""
    winnings: int = 0
    """What was won, without the stake: by the settlement, as it stands after corrections."""
    stake_back: int = 0
    """What came back of the stakes: of those that won, and what was not in play or void."""
    ended_by: str | None = None
    """The clause by which the round was void, or the reading where the book has no clause."""
    results: tuple[WagerResult, ...] = ()
    """What became of each wager, and by which clause; until the next round opens."""
    areas: tuple[AreaResult, ...] = ()
    """The same, area by area, of what lay on the felt at the end."""
    under_minimum: UnderMinimum | None = None
    """Where a wager was under the minimum: the player is told; until the next round opens."""


class VoucherView(View, frozen=True, kw_only=True):
    """A voucher that its owner has not used yet."""

    voucher: str
    amount: int
    expires_ms: int


class PlayerChange(View, frozen=True, kw_only=True):
    """What a player has had of a round, and what they would have had of it instead.

    `after` less `before` is what comes into their purse, or leaves it.
    """

    player: str
    before: int
    after: int
    uncollected: int = 0
    """What of `after` is not theirs, and could not be collected: the house's loss."""


class CorrectionView(View, frozen=True, kw_only=True):
    """One of the last rounds that was corrected after it was settled (readings 18, 19 and 22)."""

    round: int
    was: str
    """The outcome by which it was settled first."""
    status: Ending
    outcome: str | None
    """The outcome that holds; none where the round is void after all."""
    changes: tuple[PlayerChange, ...]
    """Whose money it changed: to staff of everybody, to a player of themselves."""


class SeatView(View, frozen=True, kw_only=True):
    """What a player sees of what is theirs."""

    player: str
    seated: bool
    excluded: bool
    purse: Purse
    staked: int
    wagers: tuple[WagerView, ...]
    held: int
    """Held by the house until it is collected."""
    colour: str | None
    value: int | None
    marker: bool = False
    """Whether a marker shows the value of the colour chips."""
    warned: bool
    """Whether an under-minimum wager was honoured already."""
    last: LastRound | None
    vouchers: tuple[VoucherView, ...]
    last_id: int
    """The highest action id of this terminal that the table has answered."""
    calls: tuple[str, ...] = ()
    """The kinds of multi-piece wager that this terminal offers here."""
    corrections: tuple[CorrectionView, ...] = ()
    """Those of the last two rounds that changed what this player got."""


class StepView(View, frozen=True, kw_only=True):
    """Whether a command may be given now by this position, and why not."""

    command: str
    allowed: bool
    code: str | None = None
    clause: str | None = None
    message: str | None = None


class VoidView(View, frozen=True, kw_only=True):
    """A clause by which this person could void the round in play now."""

    clause: str
    what: str
    """The irregularity, by its name."""
    says: str
    """What the clause asks, in our own words."""
    reason_needed: bool
    """Whether a reason must be given; otherwise it may be."""


class SettledVoidView(View, frozen=True, kw_only=True):
    """A clause by which this person could void settled rounds, together with a second person."""

    clause: str
    what: str
    says: str
    rounds: tuple[int, ...]
    """Those of the last rounds in which the clause could have been at work."""


class PlayerView(View, frozen=True, kw_only=True):
    """What staff see of a player."""

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
    """What staff see of a wheel that has a sensor."""

    state: Literal["ready", "silent", "blocked"]
    """Blocked: after a fault the sensor gives this round no number, and the dealer does."""
    hint: str | None
    """What the wheel suggests to the dealer, who decides."""
    fault: str | None
    """The last fault in this round, or why the wheel is not heard."""


class RulingView(View, frozen=True, kw_only=True):
    """A ruling of the round in play that holds."""

    number: int
    player: str
    wager: str
    ruling: str
    to: str | None
    amount: int | None
    """The part of the stack; all of it where none is named."""
    reason: str | None
    by: str


class StaffView(View, frozen=True, kw_only=True):
    """What staff see of a table beside what everybody sees."""

    players: tuple[PlayerView, ...]
    called: str | None
    """The outcome that was entered and waits to be read back."""
    drawn: tuple[str, ...] | None
    lit: bool
    steps: tuple[StepView, ...]
    voids: dict[str, str]
    """What can void the round, by clause."""
    rulings: tuple[RulingView, ...]
    """Those of the round in play; each may be revoked until it is settled."""
    standing_leave: str | None
    """Who gave leave to close early in every round, if anyone did."""
    referred: tuple[int, ...]
    """Settled rounds that were referred and wait for a decision."""
    tray: int
    shift: str | None
    figures: Figures
    """Of this gaming day."""
    last_id: int
    may_void: tuple[VoidView, ...] = ()
    """What would be accepted now from this person as a void of the round in play."""
    may_void_settled: tuple[SettledVoidView, ...] = ()
    wheel: WheelView | None = None
    """Where the wheel has a sensor."""
    own_wheel: bool = False
    """Whether the number is the house's own draw, so that nobody enters one."""
    corrections: tuple[CorrectionView, ...] = ()
    """Those of the last two rounds, the newest round first."""


class TableRow(View, frozen=True, kw_only=True):
    """A table in the pit's overview."""

    table: TableView
    figures: Figures
    hold: str | None
    """Win for drop, an exact fraction."""
    tray: int
    referred: tuple[int, ...] = ()
    """Settled rounds that were referred and wait for a decision."""


class ResultChange(View, frozen=True, kw_only=True):
    """A result of a round in cents, won or lost: without a decision, and with it."""

    player: str | None
    """The house where it is nobody's."""
    without: int
    now: int


class RateView(View, frozen=True, kw_only=True):
    """How often somebody decided about money once the number was known, in this gaming day."""

    name: str
    rounds: int
    """Rounds in which they did anything as staff."""
    decisions: int
    moved: int
    """What the decisions changed for players in all, whichever way."""
    early: int
    """Voids while the ball ran."""


class AlertView(View, frozen=True, kw_only=True):
    """Something that someone must look at."""

    id: int
    table: str | None
    kind: str
    text: str
    at_ms: int
    about: tuple[str, ...] = ()
    """The people whom it is about: somebody else acknowledges it."""
    results: tuple[ResultChange, ...] = ()
    """What a decision changed in money."""


class ApprovalView(View, frozen=True, kw_only=True):
    """Something that waits for a second person."""

    id: int
    table: str
    asked_by: str
    position: Position | None
    command: str
    """By name."""
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
    """The round in play that waits for it, if one does."""


class FloorView(View, frozen=True, kw_only=True):
    """What the pit sees of all tables."""

    tables: tuple[TableRow, ...]
    alerts: tuple[AlertView, ...]
    approvals: tuple[ApprovalView, ...]
    acting: dict[str, Position] = {}
    """Who acts in a higher position than their own (6.3), by name."""
    rates: tuple[RateView, ...] = ()
    """Those of the staff who decided about money once the number was known, or voided a round
    while the ball ran; most money first."""
    gaming_day: str = ""
    """The gaming day by the house's own clock: what a day that begins now is called."""
    closes: str = ""
    """The hour at which gaming days end, and the zone of the clock that shows it."""
