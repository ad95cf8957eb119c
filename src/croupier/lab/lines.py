"""Labouchere evenings, compiled: the one strategy whose states nobody can list.

It is `strategies.Labouchere` with the line written on a long paper; a test plays both with the
same spins and finds the same evenings.
"""

from typing import NamedTuple

from croupier.lab.chain import RUIN, STOP_LOSS, STOP_WIN
from croupier.lab.chance import BLOCK
from croupier.lab.compiled import Whole, compiled, np
from croupier.lab.play import Wheel, refill
from croupier.lab.session import Session
from croupier.lab.strategies import Labouchere


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
    """The paper for an evening of Labouchere."""
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
    """Play an evening for each row, as `play.play` does; say how much was staked."""
    words, codes = np.empty(BLOCK, np.uint64), np.empty(2 * BLOCK, np.uint16)
    used, staked = codes.size, 0
    line = np.empty(paper.line.size + marks[-1] + 1, np.int64)
    for evening in range(won.shape[0]):
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
            won[evening, mark] = steps
        notes[evening, 0], notes[evening, 1], notes[evening, 2] = peak, spins, end
    return staked


@compiled
def begin(line: Whole, paper: Paper) -> tuple[int, int]:
    """Write the line anew; say where its first and its last number stand."""
    line[: paper.line.size] = paper.line
    return 0, paper.line.size - 1


@compiled
def stake_of(line: Whole, first: int, last: int, paper: Paper) -> int:
    """First and last, or the only one, as far as the table allows."""
    both: int = line[first] + line[last] if first < last else line[first]
    return min(both, paper.most)


@compiled
def after(
    line: Whole, first: int, last: int, stake: int, move: int, paper: Paper
) -> tuple[int, int]:
    """Cross out or write behind; where all is crossed out, begin again."""
    if move == 0:
        return first, last
    if (move > 0) == paper.reverse:
        line[last + 1] = stake
        return first, last + 1
    if last - first < 2:
        return begin(line, paper)
    return first + 1, last - 1
