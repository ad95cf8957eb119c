"""The absorbing chain over (state of the strategy, steps won or lost), compiled.

Each state has a row of chances, one for each number of steps it can be at; rows lie one behind the
other. A spin moves the whole row of a state by what its stake wins or loses into the rows of the
states that follow. What reaches a stop or cannot cover its stake is taken off the row's ends.
"""

from croupier.lab.compiled import Chances, Whole, compiled, np

NOTHING = 1e-290
"""Chances below this count as nothing: denormal numbers would slow everything down."""

RUIN, STOP_WIN, STOP_LOSS = 1, 2, 3


@compiled
def reach(
    least: Whole, moves: Whole, after: Whole, bottom: int, top: int, spins: int
) -> tuple[Whole, Whole]:
    """The lowest and the highest steps at which each state can be, before or at an end."""
    states, results = after.shape
    low = np.full(states, 1, np.int64)
    high = np.full(states, 0, np.int64)
    low[0] = high[0] = 0
    for _ in range(spins):
        changed = False
        before_low, before_high = low.copy(), high.copy()
        for state in range(states):
            begin = max(before_low[state], least[state], bottom + 1)
            end = min(before_high[state], top - 1)
            if begin > end:
                continue
            for result in range(results):
                to, by = after[state, result], moves[state, result]
                if to < 0:  # not asked for: too far away to be reached in time
                    continue
                new = low[to] > high[to]
                if new or begin + by < low[to]:
                    low[to] = begin + by
                    changed = True
                if new or end + by > high[to]:
                    high[to] = end + by
                    changed = True
        if not changed:
            break
    return low, high


@compiled
def walk(
    least: Whole,
    moves: Whole,
    after: Whole,
    chances: Chances,
    low: Whole,
    high: Whole,
    bottom: int,
    top: int,
    spins: int,
    marks: Whole,
) -> tuple[Chances, Chances, Chances]:
    """The final distribution, the chance of each end by spin, and the distributions at the marks.

    The first place of a distribution is the lowest step. Ends are counted by the spin after which
    they come; a session that plays all spins ends with the last, unless that brings a stop or ruin.
    """
    lowest = low.min()
    size = high.max() - lowest + 1
    distribution, ended = np.zeros(size), np.zeros((spins + 1, 4))
    on_the_way = np.zeros((marks.size, size))
    # Row by row: where step 0 of each would lie, and from where to where it holds anything.
    lengths = np.maximum(high - low + 1, 0)
    zero = np.cumsum(lengths) - lengths - low
    rows, next_rows = np.zeros(lengths.sum()), np.zeros(lengths.sum())
    held, next_held = np.empty((low.size, 2), np.int64), np.empty((low.size, 2), np.int64)
    empty(held)
    rows[zero[0]] = 1.0
    held[0] = 0
    mark = 0
    for spin in range(spins + 1):
        take_ends(rows, zero, held, least, bottom, top, distribution, lowest, ended[spin])
        if mark < marks.size and marks[mark] == spin:
            on_the_way[mark] = distribution
            add_rows(rows, zero, held, on_the_way[mark], lowest)
            mark += 1
        if spin < spins:
            empty(next_held)
            spin_once(rows, zero, held, moves, after, chances, next_rows, next_held)
            rows, next_rows = next_rows, rows
            held, next_held = next_held, held
    ended[spins, 0] = add_rows(rows, zero, held, distribution, lowest)
    return distribution, ended, on_the_way


@compiled
def empty(held: Whole) -> None:
    """Mark every row as empty."""
    held[:, 0] = 1
    held[:, 1] = 0


@compiled
def take_ends(
    rows: Chances,
    zero: Whole,
    held: Whole,
    least: Whole,
    bottom: int,
    top: int,
    distribution: Chances,
    lowest: int,
    ended: Chances,
) -> None:
    """Move what has ended from the rows to the distribution, and drop negligible chances."""
    for state in range(zero.size):
        first, last = held[state]
        row = zero[state]
        poor = max(bottom, least[state] - 1)
        while first <= last and (first <= poor or rows[row + first] < NOTHING):
            if first <= poor:
                distribution[first - lowest] += rows[row + first]
                ended[STOP_LOSS if first <= bottom else RUIN] += rows[row + first]
            rows[row + first] = 0.0
            first += 1
        while first <= last and (last >= top or rows[row + last] < NOTHING):
            if last >= top:
                distribution[last - lowest] += rows[row + last]
                ended[STOP_WIN] += rows[row + last]
            rows[row + last] = 0.0
            last -= 1
        held[state, 0], held[state, 1] = first, last


@compiled
def spin_once(
    rows: Chances,
    zero: Whole,
    held: Whole,
    moves: Whole,
    after: Whole,
    chances: Chances,
    next_rows: Chances,
    next_held: Whole,
) -> None:
    """Move every row by what each result wins or loses, and leave the old rows empty."""
    for state in range(zero.size):
        first, last = held[state]
        if first > last:
            continue
        here = rows[zero[state] + first : zero[state] + last + 1]
        for result in range(chances.size):
            to, by = after[state, result], moves[state, result]
            at = zero[to] + first + by
            there = next_rows[at : at + here.size]
            chance = chances[result]
            for place in range(here.size):  # as a loop: an array expression would make a copy
                there[place] += here[place] * chance
            if next_held[to, 0] > next_held[to, 1]:
                next_held[to, 0], next_held[to, 1] = first + by, last + by
            else:
                next_held[to, 0] = min(next_held[to, 0], first + by)
                next_held[to, 1] = max(next_held[to, 1], last + by)
        here[:] = 0.0


@compiled
def add_rows(rows: Chances, zero: Whole, held: Whole, distribution: Chances, lowest: int) -> float:
    """Add all rows to a distribution; the total added."""
    total = 0.0
    for state in range(zero.size):
        for at in range(held[state, 0], held[state, 1] + 1):
            distribution[at - lowest] += rows[zero[state] + at]
            total += rows[zero[state] + at]
    return total
