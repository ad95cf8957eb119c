"""The state of a table and of the house: what is known, and questions about it.

``evolve`` is the only thing that changes either. The house's state is shared by all its tables,
because a voucher and an excluded player belong to none of them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import msgspec

from croupier.house.exposure import Exposure
from croupier.house.ledger import (
    HOUSE_MAY_OWE,
    TABLE_MAY_OWE,
    Ledger,
    LedgerError,
    held_account,
    player_account,
)
from croupier.house.lookalikes import ByName, likenesses
from croupier.house.meters import Box, Meters
from croupier.house.permissions import Thresholds
from croupier.round.base import Actor
from croupier.round.state import RoundState
from croupier.rules.book import Book
from croupier.rules.limits import OPEN, Limits
from croupier.rules.terms import Chips

DAY_MS = 24 * 3600 * 1000
ROUNDS_KEPT = 32
"""How many ended rounds a table keeps for corrections."""


@dataclass(slots=True)
class Voucher:
    """A voucher of the house."""

    amount: int
    expires_ms: int
    table: str
    player: str
    redeemed: bool = False
    alone: bool = False
    """Paid in cash by one person, and no second has looked at it since."""


class OwnLimits(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has limited themselves to; None where they have not."""

    loss: int | None = None
    """The most they may lose in a gaming day."""
    stake: int | None = None
    """The most they may stake in a gaming day."""
    minutes: int | None = None
    """How long they may sit at a table."""

    def looser_than(self, other: "OwnLimits") -> bool:
        """Whether any of them lets through what another set does not."""
        return self.tightest(other) != self

    def tightest(self, other: "OwnLimits") -> "OwnLimits":
        """Of each the tighter one."""
        return OwnLimits(
            loss=_tighter(self.loss, other.loss),
            stake=_tighter(self.stake, other.stake),
            minutes=_tighter(self.minutes, other.minutes),
        )


def _tighter(a: int | None, b: int | None) -> int | None:
    return min((each for each in (a, b) if each is not None), default=None)


class AskedLimits(msgspec.Struct, frozen=True):
    """Looser limits of their own that a player asked for, and from when they can set them."""

    limits: OwnLimits
    from_ms: int


class Played(msgspec.Struct):
    """What a player has played: of rounds that were settled, as corrected."""

    rounds: int = 0
    staked: int = 0
    returned: int = 0

    def add(self, rounds: int, staked: int, returned: int) -> None:
        """Some more, or less."""
        self.rounds += rounds
        self.staked += staked
        self.returned += returned


@dataclass(slots=True)
class HouseState:
    """What concerns every table: vouchers in transit, who may not play, and the tables."""

    vouchers: dict[str, Voucher] = field(default_factory=dict)
    excluded: dict[str, str] = field(default_factory=dict)
    """The reason, by player."""
    identities: dict[str, str] = field(default_factory=dict)
    """Whose document is known beside the name, as the server makes it unreadable."""
    own_limits: dict[str, OwnLimits] = field(default_factory=dict)
    """What players have limited themselves to."""
    asked_limits: dict[str, AskedLimits] = field(default_factory=dict)
    """The looser ones that they asked for."""
    time_outs: dict[str, int] = field(default_factory=dict)
    """Until when players do not play, by their own wish, in milliseconds."""
    ledger: Ledger = field(default_factory=lambda: Ledger(HOUSE_MAY_OWE))
    tables: "dict[str, TableState]" = field(default_factory=dict, repr=False, compare=False)
    """Each table by its id, since one asks the others whom they have honoured."""
    _alike: dict[str, str] | None = field(default=None, repr=False, compare=False)
    """The excluded by every form of their names, once somebody asks."""

    def exclusion_of(self, player: str, identity: str | None = None) -> str | None:
        """The excluded player whom this is, by a name that looks like theirs or by a document."""
        if not self.excluded:
            return None
        if self._alike is None:
            self._alike = {form: name for name in self.excluded for form in likenesses(name)}
        found = (name for form in likenesses(player) if (name := self._alike.get(form)))
        by_document = (name for name, known in self.identities.items() if known == identity)
        return next(found, None) or (next(by_document, None) if identity is not None else None)

    def is_kept_out(self, player: str) -> bool:
        """Whether a player is excluded or in a time-out."""
        return player in self.time_outs or self.exclusion_of(player) is not None

    def exclude(self, player: str, reason: str, identity: str | None = None) -> None:
        """Somebody may not play."""
        self.excluded[player], self._alike = reason, None
        if identity is not None:
            self.identities[player] = identity

    def readmit(self, player: str) -> None:
        """Somebody may play again."""
        del self.excluded[player]
        self.identities.pop(player, None)
        self.time_outs.pop(player, None)
        self._alike = None

    def cashed_before(self, voucher: Voucher) -> int:
        """What one person alone has paid for other vouchers of the same player that were issued
        within a day of this one."""
        return sum(
            other.amount
            for other in self.vouchers.values()
            if other.alone
            and other.player == voucher.player
            and abs(other.expires_ms - voucher.expires_ms) < DAY_MS
        )

    thresholds: Thresholds = field(default=Thresholds(), compare=False)
    """What takes a second person; a setting, of which nothing is on record."""


@dataclass(slots=True)
class Seat:
    """A player at the table, and their colour chips."""

    player: str
    accounts: dict[Chips, str]
    """The ledger's account of each kind of chips that the book takes."""
    colour: str | None = None
    value: int | None = None
    """What one colour chip is worth."""
    played: Played = field(default_factory=Played)
    """Since they sat down."""

    @property
    def chip_value(self) -> int:
        """The value of a colour chip of which there must be one."""
        if self.value is None:
            raise LedgerError(f"{self.player} has colour chips without a value")
        return self.value


def _none_given(player: str) -> None:
    """No terminal was enrolled with a make."""


@dataclass(slots=True)
class TableState:
    """Everything that is known of a table."""

    id: str
    book: Book
    house: HouseState
    limits: Limits = OPEN
    maximum_payout: int | None = None
    is_open: bool = False
    day: str | None = None
    last_day: str | None = None
    """The latest gaming day that began: the next one comes after it."""
    shift: str | None = None
    standing_leave: Actor | None = None
    """Who gave leave to close early in every round, until it is withdrawn (6.1)."""
    seats: ByName[Seat] = field(default_factory=ByName)
    leavers: dict[str, Seat] = field(default_factory=dict)
    """Who left during the round in play: their colour may lie on the felt until it ends."""
    slips: dict[str, dict[str, int]] = field(default_factory=dict)
    """The vouchers that each player was given in this sitting, with the latest round then: theirs
    to see until they leave."""
    honoured: dict[str, int] = field(default_factory=dict)
    """Players honoured under the minimum in the latest gaming day, and the round in which."""
    round: RoundState | None = None
    """The round in play."""
    past: dict[int, RoundState] = field(default_factory=dict)
    """The last ended rounds by number, the oldest first."""
    round_number: int = 0
    """The number of the latest round."""
    exposure: Exposure | None = None
    """What the round in play could pay, where the house has set a maximum."""
    ledger: Ledger = field(default_factory=lambda: Ledger(TABLE_MAY_OWE))
    meters: Meters = field(default_factory=Meters)
    own_wheel: bool = False
    """Whether the wheel is the system's own, or one of wood that people see."""
    terminal: str | None = None
    """The make of the terminals that have none of their own, where only what it offers may be
    wagered there."""
    profile_of: Callable[[str], str | None] = _none_given
    """The make of a player's own terminal, as it was enrolled."""

    def make_of(self, player: str) -> str | None:
        """The make of the terminal that a player has here (edz-2020 3.5, reading 24): its own,
        where this book names it, or the table's."""
        own = self.profile_of(player)
        return own if own in self.book.terminals else self.terminal

    sold_alone: dict[str, int] = field(default_factory=dict)
    """What one person alone sold each player for cash, since the gaming day began or a second
    person last looked at it."""
    paid_alone: dict[str, int] = field(default_factory=dict)
    """The same of cash that was paid to each."""

    sat_ms: dict[str, int] = field(default_factory=dict, compare=False)
    """When each player sat down, as the entries of the record have it."""
    played: dict[str, Played] = field(default_factory=dict)
    """What each player has played since the gaming day began."""

    def tally(self, player: str, rounds: int, staked: int, returned: int) -> None:
        """A round of a player was settled, or settled anew."""
        self.played.setdefault(player, Played()).add(rounds, staked, returned)
        seat = self.seats.get(player)
        if seat is not None:
            seat.played.add(rounds, staked, returned)

    def played_today(self, player: str) -> Played:
        """What a player has played in this gaming day at all tables of the house."""
        whole = Played()
        for table in self._of_today():
            if (there := table.played.get(player)) is not None:
                whole.add(there.rounds, there.staked, there.returned)
        return whole

    def sold_before(self, player: str) -> int:
        """What one person alone sold a player for cash today, at all tables of the house."""
        return sum(table.sold_alone.get(player, 0) for table in self._of_today())

    def paid_before(self, player: str) -> int:
        """The same of cash that was paid to them."""
        return sum(table.paid_alone.get(player, 0) for table in self._of_today())

    def _of_today(self) -> "list[TableState]":
        return [table for table in self.house.tables.values() if table.last_day == self.last_day]

    to_count: dict[str, Box] = field(default_factory=dict)
    """What the ended gaming days left, until it is counted."""
    serves: Callable[[str], str | None] = _none_given
    """The player whose terminal a cash device is bound to."""
    unattended: bool = False
    """Whether nobody is there to fill the tray."""

    def __post_init__(self) -> None:
        self.house.tables[self.id] = self

    @property
    def fills_itself(self) -> bool:
        """Whether the cage makes good what is sold beyond the tray: nobody fills one at a table
        without people, and credits are not chips that could run out."""
        return self.unattended or "credits" in self.book.says.stakes.kinds

    @property
    def warned(self) -> frozenset[str]:
        """Whose under-minimum wagers are returned: players honoured in this gaming day at any
        table of the book (sands-2019 5.15, fast-action-2020 5.16, reading 14)."""
        return frozenset(player for table in self._of_the_book() for player in table.honoured)

    def is_warned(self, player: str) -> bool:
        """Whether a player is one of them; nobody is where such wagers are refused at once."""
        if self.book.says.limits.policy == "refuse":
            return False
        return any(player in table.honoured for table in self._of_the_book())

    def _of_the_book(self) -> "Iterator[TableState]":
        """The tables of this book in this gaming day at which anybody was honoured."""
        book, day = self.book.id, self.last_day
        honoured = (table for table in self.house.tables.values() if table.honoured)
        return (t for t in honoured if t.book.id == book and t.last_day == day)

    @property
    def plain_chips(self) -> Chips:
        """The kind of chips that has its value printed on it: cash chips, or credits."""
        return next(kind for kind in self.book.says.stakes.kinds if kind != "colour-chips")

    def new_seat(self, player: str, colour: str | None = None, value: int | None = None) -> Seat:
        """A seat for a player, not yet taken."""
        kinds = self.book.says.stakes.kinds
        accounts = {chips: player_account(player, chips) for chips in kinds}
        return Seat(player, accounts, colour, value)

    def purse(self, player: str) -> dict[Chips, int]:
        """What lies in front of a player, by kind."""
        seat = self.seats.get(player)
        accounts, balances = seat.accounts if seat is not None else {}, self.ledger.accounts
        return {chips: there for chips, at in accounts.items() if (there := balances.get(at))}

    def held(self, player: str) -> int:
        """What is held for a player."""
        return self.ledger.balance(held_account(player))

    def in_play(self, player: str) -> dict[Chips, int]:
        """What a player has at stake in the round in play, by kind."""
        return self.round.staked.get(player, {}) if self.round is not None else {}

    def money_of(self, player: str) -> int:
        """All that is a player's here: in front of them, held for them and at stake."""
        there = sum(self.purse(player).values()) + sum(self.in_play(player).values())
        return there + self.held(player)

    def colour_out(self, player: str) -> bool:
        """Whether any colour chip of a player is in front of them or in play."""
        in_front = self.ledger.balance(player_account(player, "colour-chips"))
        return bool(in_front or self.in_play(player).get("colour-chips"))

    def marker(self, value: int) -> bool:
        """Whether a marker must show a colour chip's value (sands-2019 1.1.1, reading 23)."""
        terms = self.book.says.colour_chips
        shown = terms is not None and terms.marker == "above-minimum"
        return shown and value > self.limits.table.min


def by_hand(alone: dict[str, int], player: str, amount: int, approver: Actor | None) -> None:
    """Cash went from hand to hand; a second person has looked at all of it."""
    if approver is not None:
        alone.pop(player, None)
    else:
        alone[player] = alone.get(player, 0) + amount
