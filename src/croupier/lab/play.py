"""Evenings played one after the other from tables, compiled.

The tables hold what a strategy does after one spin, and after a whole stride of two or four: what
it has won by then, its highest point on the way, and between which bounds that holds, which is
where nobody can come to an end within the stride. Near an end, single spins are played.
"""

from typing import NamedTuple

from croupier.lab.chance import BLOCK, wheel_codes
from croupier.lab.compiled import Codes, Whole, compiled, np
from croupier.lab.deal import Board, bonus_codes

AFTER, NET, PEAK, STAKED, FROM, TO = 0, 1, 2, 3, 4, 5
"""The columns of a stride: the state after it, and what it brings and takes."""
NEVER = 2**62

UNKNOWN = -1
FINISHED = -1


class Tables(NamedTuple):
    """A strategy as it is played; in steps, as the session counts."""

    stake: Whole
    """Of each state, in units."""
    least: Whole
    """The least steps at which each state's stake can be paid."""
    moves: Whole
    """What each result wins or loses in each state."""
    after: Whole
    """The state after each result, or UNKNOWN."""
    strides: Whole
    """By state, code and column."""
    digits: Whole
    """The results that make up each code."""
    bottom: int
    top: int


class Wheel(NamedTuple):
    """Where results come from: the wheel alone, or, where numbers are drawn, ball and draw."""

    pockets: int
    code_of_pair: Codes
    times: int
    spins: int
    """In a code."""
    board: Board
    result_of: Whole
    """By number and standing; the board draws nothing where the book has no Bonus Numbers."""


@compiled
def strides(
    stake: Whole,
    least: Whole,
    moves: Whole,
    after: Whole,
    digits: Whole,
    bottom: int,
    top: int,
    hot: int,
) -> Whole:
    """The strides of the first so many states."""
    table = np.zeros((hot, digits.shape[0], 6), np.int64)
    for first in range(hot):
        for code in range(digits.shape[0]):
            row = table[first, code]
            row[FROM], row[TO] = -NEVER, NEVER
            state = first
            for result in digits[code]:
                row[STAKED] += stake[state]
                row[NET] += moves[state, result]
                state = after[state, result]
                if state == UNKNOWN:
                    row[FROM], row[TO] = NEVER, -NEVER
                    break
                row[PEAK] = max(row[PEAK], row[NET])
                row[FROM] = max(row[FROM], max(least[state], bottom + 1) - row[NET])
                row[TO] = min(row[TO], top - 1 - row[NET])
            row[AFTER] = state
    return table


@compiled
def play(
    at: np.uint64, wheel: Wheel, tables: Tables, marks: Whole, won: Whole, notes: Whole
) -> tuple[int, int, int]:
    """Play an evening for each row; say how much was staked, and a result that led nowhere known.

    ``won`` is filled with what is won at each mark, ``notes`` with the peak, the spins played and
    the end. The last mark is the number of spins. The last answer is the row of a state and a
    result of the table that is UNKNOWN, or FINISHED.
    """
    words = np.empty(BLOCK, np.uint64)
    codes = np.empty(2 * BLOCK, np.uint16)
    used = codes.size
    staked = 0
    hot, results = tables.strides.shape[0], tables.after.shape[1]
    length = wheel.spins
    for evening in range(won.shape[0]):
        state = steps = peak = spins = end = 0
        if steps < tables.least[0]:
            end = 1
        for mark in range(marks.size):
            until = marks[mark]
            while spins < until and end == 0:
                if used == codes.size:
                    if wheel.board.drawn:
                        at = bonus_codes(at, words, wheel.board, wheel.result_of, length, codes)
                    else:
                        times = wheel.times
                        at = wheel_codes(
                            at, words, wheel.pockets, wheel.code_of_pair, times, codes
                        )
                    used = 0
                code = codes[used]
                used += 1
                if state < hot and until - spins >= length:
                    row = tables.strides[state, code]
                    if row[FROM] <= steps <= row[TO]:
                        peak = max(peak, steps + row[PEAK])
                        steps += row[NET]
                        staked += row[STAKED]
                        state = row[AFTER]
                        spins += length
                        continue
                for result in tables.digits[code]:
                    staked += tables.stake[state]
                    steps += tables.moves[state, result]
                    peak = max(peak, steps)
                    spins += 1
                    following = tables.after[state, result]
                    if following == UNKNOWN:
                        return staked, state, result
                    state = following
                    if steps >= tables.top:
                        end = 2
                    elif steps <= tables.bottom:
                        end = 3
                    elif steps < tables.least[state]:
                        end = 1
                    if end or spins == until:
                        break
            won[evening, mark] = steps
        notes[evening, 0], notes[evening, 1], notes[evening, 2] = peak, spins, end
    return staked, FINISHED, FINISHED
