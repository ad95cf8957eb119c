"""Settlement in bulk: a round of a million wagers, from the ball to every player in milliseconds.

It says the same as `settlement`, in arrays of whole numbers instead of objects. What each player
has on each area is added up while wagers are placed, and held against the limits at the close. The
ball then only touches the areas that win. Needs numpy, which is imported with this module and never
before.

>>> from croupier import books
>>> round_ = BulkRound(books.load("sands-2019"), ["seat-1", "seat-2"])
>>> round_.place([0, 1, 1], ["red", "split:17/20", "even"], [500, 100, 200])
>>> settlement = round_.close().settle("17")
>>> settlement.returned.tolist(), settlement.net.tolist(), settlement.house_net
([0, 1800], [-500, 1500], -1000)
>>> settlement.bets().result.tolist()
['lost', 'won', 'lost']
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from croupier.rules.book import Book
from croupier.rules.bulk_arrays import Given, Whole, Words, added_up, is_whole, np, places
from croupier.rules.bulk_holdings import Holdings, bounds_of, first_outside, held, in_play, spread
from croupier.rules.bulk_totals import Counted, Totals, without_limits
from croupier.rules.limits import OPEN, Limits, Stake, refused
from croupier.rules.money import AMOUNT_MAX, checked_amount
from croupier.rules.refusal import LimitsError, Refusal, RoundError, refusal
from croupier.rules.settlement import ball_at, check_void, stakes_of
from croupier.rules.terms import BonusPays
from croupier.rules.wager import Wager


class BulkRound:
    """The wagers of many players in one round, taken in batches until bets close."""

    def __init__(
        self,
        book: Book,
        players: Sequence[str],
        *,
        limits: Limits = OPEN,
        warned: Collection[str] = (),
    ) -> None:
        self.book = book
        self.players = tuple(players)
        self.wagers = tuple(book.wagers.values())
        self.limits = limits
        self.warned = frozenset(warned)
        if len(frozenset(self.players)) != len(self.players):
            raise ValueError("a player is listed twice: limits apply to one player's total")
        self._place_of = {wager.notation: at for at, wager in enumerate(self.wagers)}
        self._totals = Totals(book)
        self._totals.seat(len(self.players))
        self._bounds = bounds_of(limits, self._totals.pieces.areas)
        self._shared = False
        """Whether a closed round has the totals too."""
        self._too_small = False
        """Whether a stake alone is below the minimum of its area."""
        none = np.zeros(0, np.int64)
        self._batches = [(none, none, none)]

    def place(self, players: Given, wagers: Given | Sequence[str | Wager], amounts: Given) -> None:
        """Take a batch of bets in the order of placing, or none of it if the rules refuse one.

        Players and wagers are places in ``players`` and ``wagers``; wagers may be notation too.
        """
        if not len(players) == len(wagers) == len(amounts):
            raise ValueError("a batch has a player, a wager and an amount for each bet")
        player = places(players, len(self.players), "players")
        wager = self._wager_places(wagers)
        amount = self._checked_amounts(amounts, wager)
        uneven = np.flatnonzero(amount % self._totals.pieces.count[wager])
        if uneven.size:
            at = uneven[0]
            stakes_of(self.players[player[at]], self.wagers[wager[at]], int(amount[at]))
        self._batches.append((player, wager, amount))
        if self._shared:
            self._totals, self._shared = self._totals.copy(), False
        least = self._totals.add(player, wager, amount)
        self._too_small |= bool((least < self._bounds.min).any())

    def close(self, *, accepted: bool = False) -> "ClosedRound":
        """Apply the limits to all that was placed.

        Bets that a table has ``accepted`` already are not refused again for its limits.
        """
        check_size(self._totals, sum(len(batch) for _, _, batch in self._batches))
        self._batches = [tuple(map(np.concatenate, zip(*self._batches, strict=True)))]  # type: ignore[list-item]
        capped = self.book.says.limits.policy != "refuse"
        counted = self._totals.counted(self._bounds)
        if not capped:
            if not accepted and (self._too_small or counted.over.any()):
                self._refuse()
            counted = without_limits(counted)
        self._shared = True
        under = np.flatnonzero(counted.under).tolist()
        return ClosedRound(
            book=self.book,
            players=self.players,
            bets=self._batches[0],
            totals=self._totals,
            counted=counted,
            staked=self._totals.staked[0],
            warned=self.warned,
            warned_at=np.array(
                [at for at, name in enumerate(self.players) if name in self.warned], np.int64
            ),
            warned_if_settled=self.warned.union(self.players[at] for at in under),
        )

    def _wager_places(self, given: Given | Sequence[str | Wager]) -> Whole:
        if not is_whole(given):
            given = [self._wager_place(each) for each in given]
        return places(given, len(self.wagers), "wagers")

    def _wager_place(self, given: int | str | Wager) -> int:
        text = given.notation if isinstance(given, Wager) else given
        return self._place_of[self.book.wager(text).notation] if isinstance(text, str) else text

    def _checked_amounts(self, given: Given, wager: Whole) -> Whole:
        if not is_whole(given):
            names = (self.wagers[at].notation for at in wager)
            return np.fromiter(map(checked_amount, given, names), np.int64, len(given))
        outside = np.flatnonzero((given < 1) | (given > AMOUNT_MAX))
        if outside.size:
            at = outside[0]
            checked_amount(int(given[at]), self.wagers[wager[at]].notation)
        return given.astype(np.int64)

    def _refuse(self) -> None:
        """Raise for the first bet, in the order of placing, that is outside the limits."""
        stakes = spread(self._totals.pieces, *self._batches[0])
        holdings = held(stakes, len(self.players))
        outside = first_outside(holdings, self._bounds)
        if outside is not None:
            raise LimitsError(self._refusal(holdings, outside))

    def _refusal(self, holdings: Holdings, at: int) -> Refusal:
        """Why the book refuses this stake, by the same check as on the plain path."""
        areas = self._totals.pieces.areas
        player, area = self.players[holdings.player[at]], areas[holdings.area[at]]
        amount = int(holdings.amount[at])
        before = {area.notation: int(holdings.so_far[at]) - amount}
        stake = Stake(player, area, amount)
        no = refused(self.limits, self.book.says.limits, before, [stake])
        assert no is not None, "the arrays and the limits agree"
        return no


def check_size(totals: Totals, bets: int) -> None:
    """Raise if the largest sums or the packed places could overflow."""
    areas = totals.pieces.areas
    most = max(_most(area) for area in areas)
    pieces = bets * int(totals.pieces.lengths.max())
    packed = len(areas) * totals.players * pieces
    if max(totals.cents * (most + 1), packed) > np.iinfo(np.int64).max:
        raise RoundError(
            refusal(
                "round/too-large-for-bulk",
                bets=bets,
                players=totals.players,
                total=totals.cents,
                most=most,
            )
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ClosedRound:
    """A round whose bets are closed: it waits only for the ball."""

    book: Book
    players: tuple[str, ...]
    bets: tuple[Whole, Whole, Whole]
    """Player, wager and amount of each, in the order of placing."""
    totals: Totals
    counted: Counted
    staked: Whole
    """By player."""
    warned: frozenset[str]
    """Before this round."""
    warned_at: Whole
    """Their places among the players."""
    warned_if_settled: frozenset[str]

    def settle(
        self,
        outcome: str | None = None,
        *,
        bonus_numbers: Collection[str] | None = None,
        irregularity: str | None = None,
    ) -> "BulkSettlement":
        """The returns of every player on an outcome, or in full if the irregularity voids."""
        if irregularity is not None:
            check_void(self.book, irregularity, outcome, bonus_numbers)
            back = self.staked.copy()
            return BulkSettlement(self, "void", outcome, {}, back, self.warned)
        ball = ball_at(self.book, outcome, bonus_numbers)
        (returned,) = self.totals.returned(self.counted, ball.pays, self.warned_at)
        return BulkSettlement(self, "settled", outcome, ball.pays, returned, self.warned_if_settled)


class BetResults(NamedTuple):
    """The result of each bet, in the order of placing."""

    in_play: Whole
    winnings: Whole
    returned: Whole
    result: Words


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BulkSettlement:
    """A settled or void round, by player in the order of the round's players."""

    closed: ClosedRound
    status: Literal["settled", "void"]
    outcome: str | None
    pays: Mapping[str, int]
    returned: Whole
    """The amount returned to each player, including stakes."""
    warned: frozenset[str]
    """Players whose under-minimum wagers were honoured, in this round or before."""

    @property
    def staked(self) -> Whole:
        """Each player's total stake."""
        return self.closed.staked

    @property
    def net(self) -> Whole:
        """Each player's net result."""
        return self.returned - self.staked

    @property
    def house_net(self) -> int:
        """The house's net result."""
        return -int(self.net.sum())

    def bets(self) -> BetResults:
        """The result of each bet, computed on demand."""
        closed, amount = self.closed, self.closed.bets[2]
        if self.status == "void":
            words = np.full(len(amount), "void")
            return BetResults(amount.copy(), np.zeros_like(amount), amount.copy(), words)
        pieces, bounds = closed.totals.pieces, closed.counted.bounds
        stakes = spread(pieces, *closed.bets)
        holdings = held(stakes, len(closed.players))
        warned = np.zeros(len(closed.players), np.bool_)
        warned[closed.warned_at] = True
        playing = holdings.amount if bounds is None else in_play(holdings, bounds, warned)
        times = np.array([self.pays.get(area.notation, -1) + 1 for area in pieces.areas], np.int64)
        back, bet = times[holdings.area], stakes.bet[holdings.stake]
        in_play_ = added_up(playing, bet, len(amount))
        won = added_up(playing * back, bet, len(amount))
        winnings = won - added_up(playing * (back > 0), bet, len(amount))
        words = np.where(won > 0, "won", np.where(in_play_ > 0, "lost", "returned"))
        return BetResults(in_play_, winnings, amount - in_play_ + won, words)


def _most(area: Wager) -> int:
    """The highest odds of an area."""
    pays = area.pays
    if isinstance(pays, BonusPays):
        return max(pays.plain, pays.bonus, pays.super_)
    assert pays is not None, "only a wager of several pieces pays nothing of its own"
    return pays
