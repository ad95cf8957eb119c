"""Settlement in bulk: a round of a million wagers, from the ball to every player in milliseconds.

It says the same as `settlement`, in arrays of whole numbers instead of objects. All that does not
depend on the ball is done at the close: the limits, and the stakes grouped by area. The ball then
only touches the areas that win. Needs numpy, which is imported with this module and never before.

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
from itertools import pairwise
from typing import Literal, NamedTuple

from croupier.rules.book import Book
from croupier.rules.bulk_arrays import Given, Whole, Words, added_up, is_whole, np, places
from croupier.rules.bulk_holdings import (
    Holdings,
    Stakes,
    bounds_of,
    first_outside,
    held,
    in_play,
    pieces_of,
    spread,
)
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
        self._pieces = pieces_of(book)
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
        uneven = np.flatnonzero(amount % self._pieces.count[wager])
        if uneven.size:
            at = uneven[0]
            stakes_of(self.players[player[at]], self.wagers[wager[at]], int(amount[at]))
        self._batches.append((player, wager, amount))

    def close(self, *, accepted: bool = False) -> "ClosedRound":
        """Apply the limits to all that was placed, and group it by area for the ball.

        Bets that a table has ``accepted`` already are not refused again for its limits.
        """
        player, wager, amount = map(np.concatenate, zip(*self._batches, strict=True))
        stakes = spread(self._pieces, player, wager, amount)
        self._check_size(stakes)
        holdings = held(stakes, len(self.players))
        playing, under = self._in_play(holdings, accepted)
        return ClosedRound(
            book=self.book,
            players=self.players,
            amount=amount,
            stakes=stakes,
            holdings=holdings,
            playing=playing,
            staked=added_up(amount, player, len(self.players)),
            out_of_play=added_up(holdings.amount - playing, holdings.player, len(self.players)),
            lots=_lots(self._pieces.areas, holdings, playing),
            warned=self.warned,
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

    def _check_size(self, stakes: Stakes) -> None:
        """Raise if the largest sums or the packed places could overflow."""
        total = sum(stakes.amount.tolist())
        most = max(_most(area) for area in self._pieces.areas)
        packed = len(self._pieces.areas) * len(self.players) * len(stakes.amount)
        if max(total * (most + 1), packed) > np.iinfo(np.int64).max:
            raise RoundError(
                refusal(
                    "round/too-large-for-bulk",
                    bets=sum(len(batch) for _, _, batch in self._batches),
                    players=len(self.players),
                    total=total,
                    most=most,
                )
            )

    def _in_play(self, holdings: Holdings, accepted: bool) -> tuple[Whole, Whole]:
        """The amount of each stake in play, and the players under the minimum."""
        bounds = bounds_of(self.limits, self._pieces.areas)
        if self.book.says.limits.policy != "refuse":
            warned = np.array([name in self.warned for name in self.players], np.bool_)
            return in_play(holdings, bounds, warned)
        outside = None if accepted else first_outside(holdings, bounds)
        if outside is not None:
            raise LimitsError(self._refusal(holdings, outside))
        return holdings.amount, np.zeros(0, np.int64)

    def _refusal(self, holdings: Holdings, at: int) -> Refusal:
        """Why the book refuses this stake, by the same check as on the plain path."""
        player, area = self.players[holdings.player[at]], self._pieces.areas[holdings.area[at]]
        amount = int(holdings.amount[at])
        before = {area.notation: int(holdings.so_far[at]) - amount}
        stake = Stake(player, area, amount)
        no = refused(self.limits, self.book.says.limits, before, [stake])
        assert no is not None, "the arrays and the limits agree"
        return no


class Lot(NamedTuple):
    """What the players have in play on one area, each player once."""

    player: Whole
    in_play: Whole


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ClosedRound:
    """A round whose bets are closed: it waits only for the ball."""

    book: Book
    players: tuple[str, ...]
    amount: Whole
    """The amount of each bet, in the order of placing."""
    stakes: Stakes
    holdings: Holdings
    playing: Whole
    """The amount of each stake in play, in the order of the holdings."""
    staked: Whole
    """By player."""
    out_of_play: Whole
    """By player: the amount returned on any outcome."""
    lots: Mapping[str, Lot]
    warned: frozenset[str]
    """Before this round."""
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
        returned = self.out_of_play.copy()
        for area, to_one in ball.pays.items():
            lot = self.lots[area]
            returned[lot.player] += lot.in_play * (to_one + 1)
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
        closed, amount = self.closed, self.closed.amount
        if self.status == "void":
            words = np.full(len(amount), "void")
            return BetResults(amount.copy(), np.zeros_like(amount), amount.copy(), words)
        times = np.array([self.pays.get(area, -1) + 1 for area in closed.lots], np.int64)
        back = times[closed.holdings.area]
        bet, playing = closed.stakes.bet[closed.holdings.stake], closed.playing
        in_play = added_up(playing, bet, len(amount))
        won = added_up(playing * back, bet, len(amount))
        winnings = won - added_up(playing * (back > 0), bet, len(amount))
        words = np.where(won > 0, "won", np.where(in_play > 0, "lost", "returned"))
        return BetResults(in_play, winnings, amount - in_play + won, words)


def _lots(areas: Sequence[Wager], holdings: Holdings, playing: Whole) -> dict[str, Lot]:
    """The stakes in play on each area: slices of the holdings, which are sorted by area."""
    player, lies_on = holdings.player[holdings.begin], holdings.area[holdings.begin]
    in_play = np.add.reduceat(playing, holdings.begin)
    edges = pairwise(np.searchsorted(lies_on, np.arange(len(areas) + 1)).tolist())
    return {
        area.notation: Lot(player[begin:end], in_play[begin:end])
        for area, (begin, end) in zip(areas, edges, strict=True)
    }


def _most(area: Wager) -> int:
    """The highest odds of an area."""
    pays = area.pays
    if isinstance(pays, BonusPays):
        return max(pays.plain, pays.bonus, pays.super_)
    assert pays is not None, "only a wager of several pieces pays nothing of its own"
    return pays
