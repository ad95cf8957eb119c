"""Every player's total on every area, in arrays that are updated while wagers are placed.

Limits apply to a player's total on an area (reading 13), so the totals are enough to settle: a ball
touches only the rows of the winning areas. There is one exception. Where a total above the maximum
was placed in several kinds of chips, the latest wager gives way first; such players are marked, and
settled wager by wager.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from croupier.rules.book import Book
from croupier.rules.bulk_arrays import Marks, Whole, np
from croupier.rules.bulk_holdings import Bounds, Stakes, pieces_of, spread

BLOCK = 1 << 14
"""The number of players in one array, whose rows are areas: a new player moves no others."""
CHUNK = 1 << 16
"""The number of wagers that are divided over their pieces at once."""


class Counted(NamedTuple):
    """The totals held against the limits; amounts by kind of chips, then player."""

    bounds: Bounds | None
    """The limits that settlement applies; None where wagers outside them were refused."""
    over: Whole
    """Amounts above the maximum, returned on any outcome."""
    under: Marks
    """Players with less than the minimum on an area."""
    mixed: Marks
    """Players above the maximum in several kinds of chips: their other figures do not count."""


class Totals:
    """The totals of all players of a round, by kind of chips where the book has several."""

    def __init__(self, book: Book, kinds: int = 1) -> None:
        self.pieces = pieces_of(book)
        self.cents = 0
        """The sum of all stakes, as an int: it cannot overflow."""
        self.players = 0
        self._kinds = kinds
        self._used = 1
        """Kinds from this one on have no stakes."""
        self._area = {area.notation: at for at, area in enumerate(self.pieces.areas)}
        self._blocks: list[Whole] = []
        self._staked = np.zeros((kinds, 0), np.int64)

    @property
    def staked(self) -> Whole:
        """What each player staked, by kind of chips."""
        return self._staked[:, : self.players].copy()

    def copy(self) -> "Totals":
        """An independent copy."""
        twin = object.__new__(Totals)
        blocks, staked = [block.copy() for block in self._blocks], self._staked.copy()
        twin.__dict__.update(self.__dict__, _blocks=blocks, _staked=staked)
        return twin

    def seat(self, players: int) -> None:
        """Make room for this many players, counted from 0."""
        self.players = max(self.players, players)
        while len(self._blocks) * BLOCK < self.players:
            self._blocks.append(np.zeros((self._kinds, len(self._area), BLOCK), np.int64))
            more = np.zeros((self._kinds, BLOCK), np.int64)
            self._staked = np.concatenate([self._staked, more], axis=1)

    def add(self, player: Whole, wager: Whole, amount: Whole, kind: Whole | None = None) -> Whole:
        """Add wagers, or remove them where amounts are negative; return the smallest stake that
        was added on each area."""
        least = np.full(len(self._area), np.iinfo(np.int64).max)
        for begin in range(0, len(amount), CHUNK):
            part = slice(begin, begin + CHUNK)
            stakes = spread(self.pieces, player[part], wager[part], amount[part])
            self.cents += sum(amount[part].tolist())
            of_kind = np.zeros_like(player[part]) if kind is None else kind[part]
            self._used = max(self._used, int(of_kind.max()) + 1)
            purse = of_kind * self._staked.shape[1] + player[part]
            np.add.at(self._staked.reshape(-1), purse, amount[part])
            self._put(stakes, (of_kind[stakes.bet] * len(self._area) + stakes.area) * BLOCK)
            np.minimum.at(least, stakes.area, stakes.amount)
        return least

    def _put(self, stakes: Stakes, row: Whole) -> None:
        block, column = np.divmod(stakes.player, BLOCK)
        for at, totals in enumerate(self._blocks):
            here = slice(None) if len(self._blocks) == 1 else np.flatnonzero(block == at)
            np.add.at(totals.reshape(-1), row[here] + column[here], stakes.amount[here])

    def counted(self, bounds: Bounds | None) -> Counted:
        """The totals held against the limits, if there are any to apply."""
        none = np.zeros(self.players, np.bool_)
        sums = Counted(bounds, np.zeros((self._kinds, self.players), np.int64), none, none.copy())
        if bounds is None:
            return sums
        for players, block in self._parts():
            rows = block[: self._used]
            room = np.empty((3, rows.shape[2]), np.int64)
            for area in range(len(self._area)):
                _count(sums, players, rows[:, area], bounds.min[area], bounds.max[area], room)
        return sums

    def returned(self, counted: Counted, pays: Mapping[str, int], warned: Whole) -> Whole:
        """Amounts returned to each player, by kind, when these areas win at these odds.

        ``warned`` are the players whose under-minimum wagers are returned.
        """
        back, bounds = counted.over.copy(), counted.bounds
        for notation, to_one in pays.items():
            area = self._area[notation]
            for players, block in self._parts():
                row = block[: self._used, area]
                playing = row if bounds is None else np.minimum(row, bounds.max[area])
                back[: self._used, players] += playing * (to_one + 1)
        if bounds is not None:
            for begin in range(0, len(strict := warned[counted.under[warned]]), BLOCK // 8):
                part = strict[begin : begin + BLOCK // 8]
                back[:, part] = self._returned_strictly(part, bounds, pays)
        return back

    def _returned_strictly(self, players: Whole, bounds: Bounds, pays: Mapping[str, int]) -> Whole:
        """The same for players whose totals under the minimum are not in play."""
        held = np.stack([self._blocks[at // BLOCK][:, :, at % BLOCK] for at in players.tolist()], 2)
        under = held.sum(0) < bounds.min[:, None]
        playing = np.where(under, 0, np.minimum(held, bounds.max[:, None]))
        times = np.zeros(len(self._area), np.int64)
        for notation, to_one in pays.items():
            times[self._area[notation]] = to_one + 1
        returned: Whole = (held - playing + playing * times[:, None]).sum(1)
        return returned

    def _parts(self) -> Iterator[tuple[slice, Whole]]:
        """Each block's players and their totals."""
        for at, block in enumerate(self._blocks):
            count = min(BLOCK, self.players - at * BLOCK)
            yield slice(at * BLOCK, at * BLOCK + count), block[:, :, :count]


def _count(sums: Counted, players: slice, rows: Whole, least: int, most: int, room: Whole) -> None:
    """Hold one area against its limits; ``room`` is scratch space for all areas."""
    total = rows[0] if len(rows) == 1 else np.add.reduce(rows, out=room[0])
    if least > 1:
        sums.under[players] |= (total < least) & (total > 0)
    if total.max() <= most:
        return
    for row, over in zip(rows, sums.over[:, players], strict=False):
        np.subtract(row, np.minimum(row, most, out=room[1]), out=room[2])
        over += room[2]
    if len(rows) > 1:
        sums.mixed[players] |= (total > most) & (np.count_nonzero(rows, axis=0) > 1)


def without_limits(counted: Counted) -> Counted:
    """The same with everything in play."""
    none = np.zeros_like(counted.under)
    return Counted(None, np.zeros_like(counted.over), none, none)
