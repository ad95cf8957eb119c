"""The stakes of a round as arrays, for the result of each bet in bulk settlement.

The stakes are sorted by area, then player, then placing. A player's total on an area, so far and in
all, then follows from running sums. `bulk_totals` has the totals alone, which are enough to pay the
players; `bulk` needs these stakes only for single bets.
"""

from dataclasses import dataclass
from typing import NamedTuple

from croupier.rules.book import Book
from croupier.rules.bulk_arrays import Marks, Whole, np
from croupier.rules.limits import Limits
from croupier.rules.wager import Wager


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of every wager of a book; those of one wager are consecutive."""

    areas: tuple[Wager, ...]
    begin: Whole
    """By wager, as the three below: where its pieces begin."""
    lengths: Whole
    count: Whole
    """The number of equal pieces of its stake."""
    area: Whole
    """By piece, as the one below: the area on which it lies."""
    repeats: Whole
    """The number of equal pieces there."""


def pieces_of(book: Book) -> Pieces:
    """The pieces of the book's wagers, in the book's order."""
    wagers = tuple(book.wagers.values())
    areas = tuple(wager for wager in wagers if not wager.parts)
    place = {area.notation: at for at, area in enumerate(areas)}
    flat = [piece for wager in wagers for piece in wager.pieces]
    lengths = np.array([len(wager.pieces) for wager in wagers], np.int64)
    return Pieces(
        areas,
        np.cumsum(lengths) - lengths,
        lengths,
        np.array([wager.piece_count for wager in wagers], np.int64),
        np.array([place[piece.wager.notation] for piece in flat], np.int64),
        np.array([piece.count for piece in flat], np.int64),
    )


class Stakes(NamedTuple):
    """The stakes of the bets on areas, in the order of placing."""

    bet: Whole
    player: Whole
    area: Whole
    amount: Whole


def spread(pieces: Pieces, player: Whole, wager: Whole, amount: Whole) -> Stakes:
    """The bets divided into their pieces; the amounts must be divisible."""
    lengths = pieces.lengths[wager]
    bet = np.repeat(np.arange(len(wager)), lengths)
    shift = pieces.begin[wager] - (np.cumsum(lengths) - lengths)
    piece = np.arange(len(bet)) + np.repeat(shift, lengths)
    unit = amount // pieces.count[wager]
    return Stakes(bet, player[bet], pieces.area[piece], unit[bet] * pieces.repeats[piece])


class Holdings(NamedTuple):
    """The stakes sorted by area, then player, then placing."""

    stake: Whole
    """Its index in the order of placing."""
    player: Whole
    area: Whole
    amount: Whole
    so_far: Whole
    """The player's total on the area up to this stake."""
    in_all: Whole
    """The player's total on the area at the close."""
    begin: Whole
    """Where each player's stakes on an area begin."""


def held(stakes: Stakes, player_count: int) -> Holdings:
    """The holdings of every player on every area."""
    count = max(len(stakes.amount), 1)
    # Area, player and place packed in one number: sorting them is six times faster than a stable
    # sort of the places by area and player.
    lot = stakes.area * player_count + stakes.player
    lot, stake = np.divmod(np.sort(lot * count + np.arange(len(lot))), count)
    begins = np.diff(lot, prepend=-1) != 0
    begin, lot = np.flatnonzero(begins), np.cumsum(begins) - 1
    amount = stakes.amount[stake]
    running = np.cumsum(amount)
    before = (running - amount)[begin]
    return Holdings(
        stake,
        stakes.player[stake],
        stakes.area[stake],
        amount,
        running - before[lot],
        np.add.reduceat(amount, begin)[lot],
        begin,
    )


class Bounds(NamedTuple):
    """The minimum and maximum of one player on each area."""

    min: Whole
    max: Whole


def bounds_of(limits: Limits, areas: tuple[Wager, ...]) -> Bounds:
    """The limits of every area."""
    ranges = [limits.of(area) for area in areas]
    return Bounds(
        np.array([allowed.min for allowed in ranges], np.int64),
        np.array([allowed.max for allowed in ranges], np.int64),
    )


def first_outside(holdings: Holdings, bounds: Bounds) -> int | None:
    """The first stake in the order of placing that leaves its player outside the limits.

    Where a first placement reaches the minimum, no addition is below it.
    """
    so_far, area = holdings.so_far, holdings.area
    outside = np.flatnonzero((so_far < bounds.min[area]) | (so_far > bounds.max[area]))
    if not outside.size:
        return None
    return int(outside[np.argmin(holdings.stake[outside])])


def in_play(holdings: Holdings, bounds: Bounds, warned: Marks) -> Whole:
    """How much of each stake is in play.

    ``warned`` marks the players whose under-minimum wagers are returned. The latest stakes give way
    first, because a stake only has the room that the earlier ones left.
    """
    area, player, amount = holdings.area, holdings.player, holdings.amount
    room = bounds.max[area] - (holdings.so_far - amount)
    playing = np.minimum(amount, np.maximum(room, 0))
    playing[(holdings.in_all < bounds.min[area]) & warned[player]] = 0
    return playing
