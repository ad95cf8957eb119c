"""The state of a round, and questions about it.

Only the ``change`` of an event alters a state.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from croupier.round.base import Action, Purses
from croupier.round.phases import TRANSITIONS, Phase, Step
from croupier.rules.book import Book
from croupier.rules.limits import Limits
from croupier.rules.terms import Chips
from croupier.rules.wager import Wager

if TYPE_CHECKING:
    from croupier.round.bulk import Columns
    from croupier.round.ruling import WagerRuled

Waiting = Literal["referral", "suspended", "ball"]


class Placement(msgspec.Struct, gc=False):
    """An accepted wager on the felt; there may be very many of them."""

    player: str
    wager: Wager
    amount: int
    chips: Chips
    group: int = 0
    """Shared by all placements of one action; 0 without a terminal, or in old records."""
    by_staff: bool = False
    """Whether staff placed it for the player."""
    returned_by: str | None = None
    """The clause by which a referral returned it; None for the clause of rulings."""


class Unruled(NamedTuple):
    """The felt before a ruling."""

    placed: Sequence[Placement]
    set_aside: Sequence[Placement]
    rulings: "Sequence[WagerRuled]"
    """Those made while bets were open; they stay."""


class Settled(NamedTuple):
    """How a round was settled, and the amount returned to each player."""

    outcome: str
    returned: Purses


@dataclass(slots=True)
class RoundState:
    """The state of one round."""

    book: Book
    number: int
    limits: Limits
    warned: frozenset[str] = frozenset()
    """Players whose under-minimum wagers are returned, as they were honoured before: the house
    knows whose when the round is settled (reading 14)."""
    commitment: str | None = None
    sealed: str | None = None
    revealed: str | None = None
    own_wheel: bool = False
    """Whether the server draws the number, by the round's secret."""
    phase: Phase = Phase.BETTING
    waiting: Waiting | None = None
    """What a held round waits for."""
    placed: list[Placement] = field(default_factory=list)
    """Accepted wagers in order; a fully withdrawn one has an amount of 0."""
    placed_by: dict[str, list[Placement]] = field(default_factory=dict)
    """The same by player, so that a withdrawal does not search all of them."""
    placing: Action | None = None
    """The latest action that placed a wager."""
    withdrawn: bool = False
    """Whether anything was withdrawn."""
    held: dict[str, dict[str, int]] = field(default_factory=dict)
    """Each player's stakes by area."""
    early_close_granted: bool = False
    standing_leave: bool = False
    """Whether the table may close early in every round."""
    drawn: tuple[str, ...] | None = None
    lit: bool = False
    interrupted: bool = False
    """Whether the power, the wheel, the table or the system failed during the round."""
    stopped: bool = False
    """Whether such a failure holds the round, which is more than a suspension."""
    referred: bool = False
    """Whether a decision is still due, even while the round waits for something else."""
    unexplained: bool = False
    """Whether "no spin" was called and its reason is still to be given."""
    outcome: str | None = None
    set_aside: list[Placement] = field(default_factory=list)
    """Wagers ruled returned: off the felt, and paid back when the round ends."""
    rulings: "list[WagerRuled]" = field(default_factory=list)
    """The rulings in force."""
    rulings_made: int = 0
    """The number of rulings, including revoked ones."""
    unruled: Unruled | None = None
    """The felt before the first ruling after the close, so that rulings can be revoked."""
    returned: Purses = field(default_factory=dict)
    """The amount returned to each player when the round ended."""
    ended_by: str | None = None
    """The clause by which it was void, or the reading where the book has no clause."""
    scheme: int = 1
    """How the round is drawn: by its secret alone, or by its secret and its seed."""
    seed: str | None = None
    """The hash of the entry that closed the bets, once durable; None in scheme 1."""
    uncollected: dict[str, int] = field(default_factory=dict)
    """Amounts that corrections could not collect from each player."""
    settled_first: Settled | None = None
    """The settlement before a correction; for display only."""
    lost: bool = False
    """Whether the secret was declared lost."""
    columns: "Columns | None" = field(default=None, repr=False, compare=False)
    """Totals of a crowded round in play, as arrays; see ``settling``."""

    @property
    def is_hidden(self) -> bool:
        """Whether the round has a secret that is still to be shown."""
        return self.sealed is not None and self.revealed is None and not self.lost

    @property
    def is_drawn(self) -> bool:
        """Whether the number comes from the round's draw."""
        return self.own_wheel and self.commitment is not None

    @property
    def is_seeded(self) -> bool:
        """Whether the draw takes a seed besides the round's secret."""
        return self.commitment is not None and self.scheme > 1

    @property
    def may_draw(self) -> bool:
        """Whether everything that the draw depends on is fixed."""
        return self.seed is not None or not self.is_seeded

    @property
    def placements(self) -> list[Placement]:
        """The placements on the felt, in order."""
        return [each for each in self.placed if each.amount] if self.withdrawn else self.placed

    @property
    def staked(self) -> Purses:
        """Each player's stakes, by kind of chips."""
        return purses(
            [(each.player, each.chips, each.amount) for each in self.placements + self.set_aside]
        )

    @property
    def wagered(self) -> dict[str, dict[str, int]]:
        """Each player's stakes by wager, in notation."""
        added: dict[str, dict[str, int]] = {}
        for placed in self.placements:
            theirs, notation = added.setdefault(placed.player, {}), placed.wager.notation
            theirs[notation] = theirs.get(notation, 0) + placed.amount
        return added

    def amount_on(self, player: str, notation: str) -> int:
        """A player's stake on a wager."""
        theirs = self.placed_by.get(player, ())
        return sum(placed.amount for placed in theirs if placed.wager.notation == notation)

    def by_staff_on(self, player: str, notation: str) -> int:
        """The part of it that staff placed for them."""
        theirs = (placed for placed in self.placed_by.get(player, ()) if placed.by_staff)
        return sum(placed.amount for placed in theirs if placed.wager.notation == notation)

    def latest(
        self, player: str, notation: str, amount: int, *, by_staff: bool = False
    ) -> list[tuple[Placement, int]]:
        """The placements from which an amount is taken, latest first, and how much of each."""
        found = []
        for placed in reversed(self.placed_by[player]):
            if by_staff and not placed.by_staff:
                continue
            if amount and placed.amount and placed.wager.notation == notation:
                taken = min(placed.amount, amount)
                amount -= taken
                found.append((placed, taken))
        return found

    def follow(self, step: Step) -> Phase | None:
        """The phase that a step leads to by the book, or None if it is not possible now."""
        return TRANSITIONS[self.book.says.close.when].get((self.phase, step))

    def take(self, step: Step) -> None:
        """Take a step: the round enters the phase that it leads to."""
        following = self.follow(step)
        assert following is not None, f"{step} cannot follow {self.phase}"
        self.phase = following

    def lacks_seed(self, seed: str | None) -> bool:
        """Whether this is not the seed of this round, which is the hash of its close."""
        return self.is_seeded and (seed is None or self.seed not in (None, seed))

    def lay(self, placed: Placement) -> None:
        """Put an accepted wager on the felt."""
        player, wager = placed.player, placed.wager
        self.placed.append(placed)
        theirs = self.placed_by.get(player)
        if theirs is None:
            self.placed_by[player], self.held[player] = [placed], {}
        else:
            theirs.append(placed)
        if wager.parts:
            self.add(player, wager, placed.amount)
            return
        areas, area = self.held[player], wager.notation
        areas[area] = areas.get(area, 0) + placed.amount

    def add(self, player: str, wager: Wager, sign_amount: int) -> None:
        """Add an amount to a wager, or remove it if negative."""
        areas = self.held[player]
        if not wager.parts:
            _add(areas, wager.notation, sign_amount)
            return
        unit = sign_amount // wager.piece_count
        for piece in wager.parts:
            _add(areas, piece.wager.notation, unit * piece.count)


def purses(amounts: Iterable[tuple[str, Chips, int]]) -> Purses:
    """Sums by player and kind of chips."""
    added: Purses = {}
    for player, chips, amount in amounts:
        purse = added.get(player)
        if purse is None:
            purse = added[player] = {}
        purse[chips] = purse.get(chips, 0) + amount
    return added


def _add(amounts: dict[str, int], key: str, amount: int) -> None:
    total = amounts.get(key, 0) + amount
    assert total >= 0, f"{key} would go below zero"
    if total:
        amounts[key] = total
    else:
        del amounts[key]
