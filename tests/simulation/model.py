"""The naive model: what everyone at a table could keep count of with a pencil.

It knows no events, entries or accounts. Each thing that is asked gets a plain yes or no, and a yes
changes a few sums. ``cashier`` and ``croupiers`` hold what may be asked for.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from croupier.round.base import Actor
from tests.simulation.papers import Paper
from tests.simulation.paying import Bounds, Lying, pay

MOST = 10**12
"""The most cents of anything."""
KEPT = 32
"""Ended rounds that can be corrected."""


@dataclass
class Slip:
    """A voucher."""

    amount: int
    expires_ms: int
    used: bool = False


@dataclass
class House:
    """What all tables share."""

    slips: dict[str, Slip] = field(default_factory=dict)
    excluded: set[str] = field(default_factory=set)
    tables: "list[Table]" = field(default_factory=list)
    lapsed: int = 0
    cashed: int = 0


@dataclass
class Person:
    """A player at one table."""

    chips: Counter[str] = field(default_factory=Counter)
    held: int = 0
    seated: bool = False
    colour: str | None = None
    value: int | None = None


@dataclass
class Felt:
    """A round: what lies on the felt, and how far it is."""

    number: int
    bounds: Bounds
    maximum: int | None
    has_secret: bool
    phase: str = "betting"
    waits: str | None = None
    failed: bool = False
    """Whether something failed during the round."""
    stopped: bool = False
    """Whether that holds the round."""
    referred: bool = False
    acts: int = 0
    """How often anyone tried to lay something."""
    lying: list[Lying] = field(default_factory=list)
    aside: list[Lying] = field(default_factory=list)
    unruled: tuple[list[Lying], list[Lying]] | None = None
    """What lay, and what was aside, before the first ruling."""
    rulings: dict[int, Any] = field(default_factory=dict)
    """Those that hold, by number."""
    rulings_made: int = 0
    leave: bool = False
    drawn: tuple[str, ...] | None = None
    lit: bool = False
    outcome: str | None = None
    given: Counter[str] = field(default_factory=Counter)
    warned: frozenset[str] = frozenset()
    """Who had been honoured when it was settled."""
    lost: Counter[str] = field(default_factory=Counter)
    """What players have of the round beyond that, since it could not be collected."""
    revealed: bool = False

    def on(self, player: str, wager: str) -> int:
        """What a player has on a wager."""
        here = (player, wager)
        return sum(each.amount for each in self.lying if (each.player, each.wager) == here)

    def on_area(self, paper: Paper, player: str, area: str) -> int:
        """What a player has on an area, with every wager that reaches it."""
        total = 0
        for each in self.lying:
            if each.player == player:
                areas = paper.wagers[each.wager]
                total += each.amount // len(areas) * areas.count(area)
        return total

    def staked(self) -> Counter[tuple[str, str]]:
        """What each player put in, by kind of chips."""
        total: Counter[tuple[str, str]] = Counter()
        for each in (*self.lying, *self.aside):
            total[each.player, each.chips] += each.amount
        return total


@dataclass
class Table:
    """One table."""

    id: str
    paper: Paper
    own_wheel: bool
    bounds: Bounds
    house: House
    maximum: int | None = None
    is_open: bool = False
    day: str | None = None
    last_day: str | None = None
    shift: str | None = None
    people: dict[str, Person] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    """Who left during the round in play."""
    honoured: dict[str, int] = field(default_factory=dict)
    """Who was honoured under the minimum in the latest day, and in which round."""
    standing: bool = False
    """Whether bets may be closed early in every round."""
    round: Felt | None = None
    past: dict[int, Felt] = field(default_factory=dict)
    number: int = 0
    tray: int = 0
    box: int = 0
    vouchers: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    at_day: Counter[str] = field(default_factory=Counter)
    at_shift: Counter[str] = field(default_factory=Counter)
    handle: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.house.tables.append(self)

    @property
    def plays(self) -> bool:
        """Whether seats, money and wagers are taken at all."""
        return self.is_open and self.day is not None

    @property
    def plain(self) -> str:
        """The chips that have their value printed on them."""
        return self.paper.chips[0]

    def person(self, name: str) -> Person:
        """A player, known or not."""
        return self.people.setdefault(name, Person())

    def seated(self, name: str) -> bool:
        """Whether a player has a seat."""
        return name in self.people and self.people[name].seated

    def welcome(self, name: str) -> bool:
        """Whether a player may play here now."""
        return self.plays and name not in self.house.excluded and self.seated(name)

    def colour_out(self, name: str) -> bool:
        """Whether any colour chip of a player is in front of them or in play."""
        in_play = self.round.staked()[name, "colour-chips"] if self.round else 0
        return bool(self.person(name).chips["colour-chips"] or in_play)

    def warned(self) -> frozenset[str]:
        """Whom any table of the book has honoured in this gaming day."""
        alike = [
            table
            for table in self.house.tables
            if table.paper is self.paper and table.last_day == self.last_day
        ]
        return frozenset(name for table in alike for name in table.honoured)

    def sold_out(self, amount: int) -> bool:
        """Whether chips are asked for that do not lie in the tray; credits never run out."""
        return "credits" not in self.paper.chips and amount > self.tray

    def gives(self, amount: int) -> None:
        """The tray gives so much, or takes it; what it lacks the cage makes good."""
        short = max(0, amount - self.tray)
        self.counts["fills"] += short
        self.tray += short - amount

    # Money to players

    def give(self, amounts: Counter[tuple[str, str]]) -> None:
        """Pay out: to those who left into what is held; no colour chip is cut."""
        for (name, chips), amount in amounts.items():
            person = self.person(name)
            if not person.seated:
                person.held += amount
            elif chips != "colour-chips":
                person.chips[chips] += amount
            else:
                odd = amount % (person.value or 1)
                person.chips[chips] += amount - odd
                person.chips[self.plain] += odd

    def returned(self, felt: Felt, outcome: str) -> tuple[Counter[tuple[str, str]], set[str]]:
        """What a round gives back on an outcome, and who is honoured under the minimum."""
        paid = pay(self.paper, felt.lying, outcome, felt.drawn, felt.bounds, felt.warned)
        back: Counter[tuple[str, str]] = Counter()
        for each, amount in zip(felt.lying, paid.back, strict=True):
            back[each.player, each.chips] += amount
        for each in felt.aside:
            back[each.player, each.chips] += each.amount
        return back, paid.honoured

    def end(self, phase: str, back: Counter[tuple[str, str]]) -> Felt:
        """The round is over, with so much back to the players."""
        felt = self.round
        assert felt is not None
        self.give(back)
        felt.phase, felt.waits = phase, None
        felt.given = Counter()
        for (name, _), amount in back.items():
            felt.given[name] += amount
        self.past[felt.number] = felt
        for old in sorted(self.past)[:-KEPT]:
            del self.past[old]
        self.round = None
        self.gone.clear()
        self.counts["rounds"] += 1
        return felt

    def void(self, phase: str = "void") -> bool:
        """Every stake goes back in full."""
        assert self.round is not None
        staked = self.round.staked()
        self.counts["voids"] += 1
        self.counts["voided"] += staked.total()
        self.end(phase, staked)
        return True

    def fail(self) -> None:
        """Power or system failed and has come back."""
        felt, what = self.round, self.paper.after_failure
        if felt is None:
            return
        felt.failed = True
        if what == "waits":
            felt.waits, felt.stopped = "suspended", True
        elif what == "void without outcome" and felt.phase not in ("rested", "called"):
            if self.own_wheel or felt.phase == "betting":
                self.void()
            else:
                felt.waits, felt.stopped = "ball", True


Judge = Callable[[Table, Actor, Any, int], bool]
"""A table, who asks, for what, and when: whether it is granted."""


def whole(amount: object) -> bool:
    """Whether an amount is one that can be paid."""
    return isinstance(amount, int) and 1 <= amount <= MOST


def good_name(name: str) -> bool:
    """Whether a name can be on record."""
    return 0 < len(name) <= 64 and name.isprintable() and "/" not in name


def colour_free(table: Table, name: str, colour: str) -> bool:
    """Whether nobody else has a colour."""
    others: Collection[Person] = [
        person
        for other, person in table.people.items()
        if other != name and (person.seated or other in table.gone)
    ]
    fits = "colour-chips" in table.paper.chips and good_name(colour)
    return fits and all(person.colour != colour for person in others)


def going(table: Table, *phases: str) -> Felt | None:
    """The round in play, if it is not held and in one of these phases."""
    felt = table.round
    if felt is None or felt.waits or not table.plays or (phases and felt.phase not in phases):
        return None
    return felt
