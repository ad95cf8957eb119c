"""Settlement of 1,000,000 wagers of 100,000 players: from the ball to every player's result.

The wagers are random over all of a book's, call bets included. penny-ante is timed on a sample of
one-piece wagers and extrapolated; it and the NumPy table say only what each wager is paid, the bulk
path what each player has.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle
from statistics import median

import numpy as np
from numpy.typing import NDArray

import croupier
from benchmarks.figures import Figure, by_turns, milliseconds, progress
from benchmarks.penny import PennyAnte
from croupier.rules.bulk import BulkRound, ClosedRound

WAGERS, PLAYERS = 1_000_000, 100_000
NAMES = [f"seat-{n}" for n in range(PLAYERS)]
MOST_MS = 5
SAMPLE = 2_000
"""Wagers that penny-ante pays in one turn."""


@dataclass(frozen=True)
class Placed:
    """The wagers of a round, by place in the book."""

    book: croupier.Book
    limits: croupier.Limits
    players: NDArray[np.int64]
    wagers: NDArray[np.int64]
    units: NDArray[np.int64]
    """Cents on each piece."""
    amounts: NDArray[np.int64]


def measure() -> list[Figure]:
    """The bulk path for a book that refuses and for one that caps, and the plain path beside it."""
    refusing, capping = placed("racetrack-2012", 5, 10**6), placed("sands-2019", 1, 150)
    return [*in_bulk(refusing), *in_bulk(capping), plainly(refusing)]


def placed(book_id: str, least: int, most: int) -> Placed:
    """Random wagers, the same in every run; below a least of 5 the minimum is missed too."""
    book, chance = croupier.load(book_id), np.random.default_rng(2020)
    players = chance.integers(0, PLAYERS, WAGERS)
    wagers = chance.integers(0, len(book.wagers), WAGERS)
    units = chance.integers(least, 100, WAGERS)
    pieces = np.array([wager.piece_count for wager in book.wagers.values()])
    limits = croupier.Limits(croupier.Range(5, most))
    return Placed(book, limits, players, wagers, units, units * pieces[wagers])


def in_bulk(laid: Placed) -> list[Figure]:
    """From the ball to every player, and the close that comes before."""
    numbers = laid.book.pockets
    progress(f"{WAGERS:,} wagers of {laid.book.id} in bulk, {len(numbers)} numbers in turn")
    round_ = BulkRound(laid.book, NAMES, limits=laid.limits, warned=NAMES[::100])
    round_.place(laid.players, laid.wagers, laid.amounts)
    close_ms = median(milliseconds(round_.close) for _ in range(3))
    ours, numpy_ms, penny_ms = by_turns(
        len(numbers), bulk_turn(round_.close()), table_turn(laid), penny_turn()
    )
    work = f"1 M wagers, ball to every player, {laid.book.id}"
    aim, reached = f"≤ {MOST_MS} ms", ours <= MOST_MS
    return [
        Figure(work, "ms", ours, "penny-ante, extrapolated", penny_ms, aim, reached),
        Figure(work, "ms", ours, "NumPy table, wagers only", numpy_ms),
        Figure(f"the close before it, limits applied, {laid.book.id}", "ms", close_ms),
    ]


def bulk_turn(closed: ClosedRound) -> Callable[[], float]:
    """From the ball to what every player gets back and is up or down."""
    numbers = cycle(closed.book.pockets)
    return lambda: milliseconds(lambda: closed.settle(next(numbers)).net)


def table_turn(laid: Placed) -> Callable[[], float]:
    """The plain use of NumPy: what each wager gets back, looked up by number and wager."""
    wagers = laid.book.wagers.values()
    tables = []
    for number in laid.book.pockets:
        pays = laid.book.paytable(number)
        back = [
            sum(piece.count * (pays.get(piece.wager.notation, -1) + 1) for piece in wager.pieces)
            for wager in wagers
        ]
        tables.append(np.array(back))
    turns = cycle(tables)
    return lambda: milliseconds(lambda: next(turns)[laid.wagers] * laid.units)


def penny_turn() -> Callable[[], float]:
    """penny-ante paying a sample of wagers, made and checked beforehand."""
    penny = PennyAnte()
    penny.play()
    made = [bet for _ in range(SAMPLE // 10) for bet in penny.bets()]
    return lambda: milliseconds(lambda: penny.paid(made)) * (WAGERS // SAMPLE)


def plainly(laid: Placed) -> Figure:
    """The plain path: wagers read, divided over their areas, checked and settled with clauses."""
    progress(f"{WAGERS:,} wagers of {laid.book.id} by the plain path, once")
    wagers = list(laid.book.wagers)
    columns = (laid.players.tolist(), laid.wagers.tolist(), laid.amounts.tolist())
    bets = [
        (NAMES[player], wagers[at], amount) for player, at, amount in zip(*columns, strict=True)
    ]
    ours = milliseconds(lambda: croupier.settle(laid.book, bets, "17", limits=laid.limits).players)
    return Figure(f"1 M wagers by the plain path, placing included, {laid.book.id}", "ms", ours)
