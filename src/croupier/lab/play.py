"""Sessions played from tables, compiled.

The tables hold what a strategy does after one spin, and after a whole stride of two or four: what
it has won by then, its highest point on the way, and between which bounds that holds, which is
where nobody can come to an end within the stride. Near an end, single spins are played.
"""

from typing import NamedTuple

from croupier.lab.chain import RUIN, STOP_LOSS, STOP_WIN
from croupier.lab.chance import BLOCK, Board, bonus_codes, wheel_codes
from croupier.lab.compiled import Codes, Whole, Words, compiled, np
from croupier.lab.session import Session
from croupier.lab.strategies import Labouchere

AFTER, NET, PEAK, STAKED, FROM, TO = (np.uint64(column) for column in range(6))
"""What a stride holds: the state after it, what it brings and takes, and where it may be used."""
COLUMNS = 8
"""Two more than there are: a stride then is one line of the processor's cache."""
NEVER = 2**62

UNKNOWN = -1


class Tables(NamedTuple):
    """A strategy as tables, in steps."""

    stake: Whole
    """Of each state, in units."""
    least: Whole
    """The least steps at which each state's stake can be paid."""
    moves: Whole
    """What each result wins or loses in each state."""
    after: Whole
    """The state after each result, or UNKNOWN."""
    strides: Whole
    """By state, code and column, flat: the states in it are where their strides begin."""
    bottom: int
    top: int


class Wheel(NamedTuple):
    """The source of results: the ball alone, or ball and draw."""

    pockets: int
    code_of_pair: Codes
    times: int
    spins: int
    """In a code."""
    digits: Whole
    """The results that make up each code."""
    board: Board
    result_of: Whole
    """By number and standing; the board draws nothing where the book has no Bonus Numbers."""


@compiled
def refill(at: np.uint64, words: Words, codes: Codes, wheel: Wheel) -> np.uint64:
    """Spin for the next codes."""
    if wheel.board.drawn:
        return bonus_codes(at, words, wheel.board, wheel.result_of, wheel.spins, codes)
    return wheel_codes(at, words, wheel.pockets, wheel.code_of_pair, wheel.times, codes)


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
    """The strides of the first states."""
    table = np.zeros((hot, digits.shape[0], COLUMNS), np.int64)
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
            row[AFTER] = state * digits.shape[0] * COLUMNS
    return table.ravel()


@compiled
def play(
    at: np.uint64,
    wheel: Wheel,
    tables: Tables,
    marks: Whole,
    won: Whole,
    notes: Whole,
    unknown: Whole,
) -> tuple[int, int]:
    """Play a session for each row; how much was staked, and how often a state was UNKNOWN.

    ``won`` is filled with what is won at each mark, ``notes`` with the peak, the spins played and
    the end. The last mark is the number of spins. A session that comes to a state of which it is
    not known what follows is given up, and the state is put down in ``unknown``.
    """
    words, codes = np.empty(BLOCK, np.uint64), np.empty(2 * BLOCK, np.uint16)
    used = codes.size
    staked = met = 0
    strides, length = tables.strides, wheel.spins
    # A state is written as where its strides begin: the one sum that every next step waits for.
    scale = wheel.digits.shape[0] * COLUMNS
    for index in range(won.shape[0]):
        begin = steps = peak = spins = 0
        end = RUIN if tables.least[0] > 0 else 0
        for mark in range(marks.size):
            until = marks[mark]
            while spins < until and end == 0:
                if used == codes.size:
                    at = refill(at, words, codes, wheel)
                    used = 0
                code = codes[used]
                used += 1
                row = np.uint64(begin + code * COLUMNS)  # unsigned: never counted from the end
                if (
                    begin < strides.size
                    and until - spins >= length
                    and strides[row + FROM] <= steps <= strides[row + TO]
                ):
                    peak = max(peak, steps + strides[row + PEAK])
                    steps += strides[row + NET]
                    staked += strides[row + STAKED]
                    begin = strides[row + AFTER]
                    spins += length
                    continue
                state = begin // scale
                for result in wheel.digits[code]:
                    staked += tables.stake[state]
                    steps += tables.moves[state, result]
                    peak = max(peak, steps)
                    spins += 1
                    following = tables.after[state, result]
                    if following == UNKNOWN:
                        unknown[met] = state
                        met += 1
                        end = STOP_LOSS
                        break
                    state = following
                    begin = state * scale
                    if steps >= tables.top:
                        end = STOP_WIN
                    elif steps <= tables.bottom:
                        end = STOP_LOSS
                    elif steps < tables.least[state]:
                        end = RUIN
                    if end or spins == until:
                        break
            won[index, mark] = steps
        notes[index, 0], notes[index, 1], notes[index, 2] = peak, spins, end
    return staked, met


class Paper(NamedTuple):
    """What is known before the first spin."""

    line: Whole
    reverse: bool
    moves: Whole
    """What each result of a unit wins or loses, in steps."""
    most: int
    """Units."""
    bank: int
    cost: int
    step: int
    bottom: int
    top: int


def paper_of(session: Session) -> Paper:
    """The data for a session of Labouchere."""
    strategy = session.strategy
    assert isinstance(strategy, Labouchere), "others have no line"
    money = (session.most, session.bank, session.ticket.cost, session.step)
    line = np.array(strategy.line, np.int64)
    moves = np.array(session.moves, np.int64)
    return Paper(line, strategy.reverse, moves, *money, *session.bounds)


@compiled
def play_lines(
    at: np.uint64, wheel: Wheel, paper: Paper, marks: Whole, won: Whole, notes: Whole
) -> int:
    """Play a session for each row, as ``play`` does; how much was staked."""
    words, codes = np.empty(BLOCK, np.uint64), np.empty(2 * BLOCK, np.uint16)
    used, staked = codes.size, 0
    line = np.empty(paper.line.size + marks[-1] + 1, np.int64)
    for index in range(won.shape[0]):
        steps = peak = spins = 0
        first, last = begin(line, paper)
        stake = stake_of(line, first, last, paper)
        end = RUIN if paper.bank < stake * paper.cost else 0
        for mark in range(marks.size):
            until = marks[mark]
            while spins < until and end == 0:
                if used == codes.size:
                    at = refill(at, words, codes, wheel)
                    used = 0
                code = codes[used]
                used += 1
                for result in wheel.digits[code]:
                    staked += stake
                    steps += stake * paper.moves[result]
                    peak = max(peak, steps)
                    spins += 1
                    first, last = after(line, first, last, stake, paper.moves[result], paper)
                    stake = stake_of(line, first, last, paper)
                    if steps >= paper.top:
                        end = STOP_WIN
                    elif steps <= paper.bottom:
                        end = STOP_LOSS
                    elif paper.bank + steps * paper.step < stake * paper.cost:
                        end = RUIN
                    if end or spins == until:
                        break
            won[index, mark] = steps
        notes[index, 0], notes[index, 1], notes[index, 2] = peak, spins, end
    return staked


@compiled
def begin(line: Whole, paper: Paper) -> tuple[int, int]:
    """Rewrite the line; the places of its first and last number."""
    line[: paper.line.size] = paper.line
    return 0, paper.line.size - 1


@compiled
def stake_of(line: Whole, first: int, last: int, paper: Paper) -> int:
    """The stake: first plus last, or the only number, up to the maximum."""
    both: int = line[first] + line[last] if first < last else line[first]
    return min(both, paper.most)


@compiled
def after(
    line: Whole, first: int, last: int, stake: int, move: int, paper: Paper
) -> tuple[int, int]:
    """Cross out or append; when all is crossed out, begin again."""
    if move == 0:
        return first, last
    if (move > 0) == paper.reverse:
        line[last + 1] = stake
        return first, last + 1
    if last - first < 2:
        return begin(line, paper)
    return first + 1, last - 1
