"""Rounds with Bonus Numbers, compiled: the ball and a whole draw each time, nothing assumed.

A draw is a set of bits, one a number, made by Floyd's way of choosing so many out of all: every
set is equally likely. How the ball's number stands is read off the bits and the links.
"""

from typing import NamedTuple

from croupier.lab.chance import BLOCK, HALF, fill, is_fair, product
from croupier.lab.compiled import Codes, Whole, Words, compiled, np

ONE = np.uint64(1)
GRADES = ("plain", "bonus", "super")


class Board(NamedTuple):
    """What the compiled code knows of a book: how many are drawn, and each number's link."""

    pockets: int
    drawn: int
    link_of: Words
    """The bits of the link in which each number lies."""
    links: Words
    """The bits of each link."""
    bars: Words
    """For the ball and then for each number drawn: what 2^32 leaves over, as `is_fair` asks."""


@compiled
def deal(halves: Words, board: Board) -> tuple[np.int64, np.uint64, np.bool_]:
    """A ball and a draw from as many halves of words and one more, and whether that is fair."""
    ball = product(halves[0], np.uint64(board.pockets))
    fair = is_fair(ball, board.bars[0])
    lit = np.uint64(0)
    for at in range(board.drawn):
        size = np.uint64(board.pockets - board.drawn + at + 1)
        made = product(halves[at + 1], size)
        fair &= is_fair(made, board.bars[at + 1])
        bit = ONE << (made >> HALF)
        lit |= bit if not lit & bit else ONE << (size - ONE)
    return np.int64(ball >> HALF), lit, fair


@compiled
def standing(ball: np.int64, lit: np.uint64, board: Board) -> int:
    """How the ball's number stands: its grade, doubled, and one more where all links are lit."""
    link = board.link_of[ball]
    grade = 0
    if lit & link == link:
        grade = 2
    elif lit >> np.uint64(ball) & ONE:
        grade = 1
    for each in board.links:
        if not lit & each:
            return 2 * grade
    return 2 * grade + 1


@compiled
def split(words: Words, halves: Words) -> None:
    """The halves of words, one behind the other."""
    for at in range(words.size):
        halves[2 * at] = words[at] >> HALF
        halves[2 * at + 1] = words[at]


@compiled
def bonus_codes(
    at: np.uint64, words: Words, board: Board, result_of: Whole, spins: int, codes: Codes
) -> np.uint64:
    """Fill with codes of what so many spins each brought, the first in the highest digit.

    ``result_of`` says what the ball's number brings in each standing.
    """
    results = result_of.max() + 1
    halves = np.empty(2 * words.size, np.uint64)
    used, taken = halves.size, board.drawn + 1
    for made in range(codes.size):
        code = 0
        left = spins
        while left > 0:
            if used + taken > halves.size:
                at = fill(words, at)
                split(words, halves)
                used = 0
            ball, lit, fair = deal(halves[used : used + taken], board)
            used += taken
            if fair:
                code = code * results + result_of[ball, standing(ball, lit, board)]
                left -= 1
        codes[made] = code
    return at


@compiled
def tally_rounds(at: np.uint64, rounds: int, board: Board) -> tuple[Whole, Words, Whole]:
    """Play so many rounds; count numbers with their standing, and pairs of drawn numbers.

    Also a draw that was seen for each number and standing: the rules settle by it afterwards.
    Pairs of a number with itself count how often it was drawn.
    """
    counts = np.zeros((board.pockets, 6), np.int64)
    examples = np.zeros((board.pockets, 6), np.uint64)
    pairs = np.zeros((board.pockets, board.pockets), np.int64)
    words = np.empty(BLOCK, np.uint64)
    halves = np.empty(2 * BLOCK, np.uint64)
    drawn = np.empty(board.drawn, np.int64)
    used, taken = halves.size, board.drawn + 1
    left = rounds
    while left > 0:
        if used + taken > halves.size:
            at = fill(words, at)
            split(words, halves)
            used = 0
        ball, lit, fair = deal(halves[used : used + taken], board)
        used += taken
        if not fair:
            continue
        stands = standing(ball, lit, board)
        counts[ball, stands] += 1
        examples[ball, stands] = lit
        count_pairs(lit, drawn, pairs)
        left -= 1
    return counts, examples, pairs


@compiled
def count_pairs(lit: np.uint64, drawn: Whole, pairs: Whole) -> None:
    """Count every pair of numbers that are lit."""
    found = number = 0
    while found < drawn.size:
        if lit & ONE:
            drawn[found] = number
            found += 1
        lit >>= ONE
        number += 1
    for i in range(found):
        for j in range(i, found):
            pairs[drawn[i], drawn[j]] += 1
