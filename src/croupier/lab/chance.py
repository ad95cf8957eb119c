"""Chance for simulations: random words by counting, and pockets without bias, compiled.

Word i of a stream is SplitMix64's scrambling of (origin + i * GOLDEN): a word follows from its
number alone, so that a chunk of work has the same words wherever and whenever it runs. The
chunks of one seed take words that are far apart and never overlap.

A number below n is the high half of (32 random bits) * n; the few products whose low half is
below 2^32 mod n are thrown away, which makes all numbers equally likely (Lemire 2019). Here n is
the square of the pockets, or its square: half a word is two spins, or four.

It is for simulations only; a live table draws from the kernel's randomness (croupier.fair).
"""

from hashlib import sha256
from typing import NamedTuple

from croupier.lab.compiled import Codes, Whole, Words, compiled, inlined, np

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
CHUNK_WORDS = 2**34
"""So many words belong to each chunk of work."""
BLOCK = 4096
"""Words are made so many at a time: they stay in the processor's nearest cache."""

HALF = np.uint64(32)
_LOW = np.uint64(2**32 - 1)
_A, _B, _C = np.uint64(30), np.uint64(27), np.uint64(31)
_ONE, _TWO = np.uint64(1), np.uint64(2)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def origin(seed: int, chunk: int) -> np.uint64:
    """The state from which a chunk's words are made."""
    begin = int.from_bytes(sha256(f"croupier/lab/1\n{seed}\n".encode()).digest()[:8])
    return np.uint64((begin + chunk * CHUNK_WORDS * int(GOLDEN)) % 2**64)


@compiled
def fill(words: Words, at: np.uint64) -> np.uint64:
    """Fill a block with the next words; the state after them."""
    for i in range(words.size):
        word = at + np.uint64(i) * GOLDEN
        word = (word ^ (word >> _A)) * _MIX_1
        word = (word ^ (word >> _B)) * _MIX_2
        words[i] = word ^ (word >> _C)
    return at + np.uint64(words.size) * GOLDEN


@inlined
def product(half: np.uint64, size: np.uint64) -> np.uint64:
    """Half a word times a size: the high half is a number below the size, the low half its test."""
    return (half & _LOW) * size


@inlined
def is_fair(made: np.uint64, bar: np.uint64) -> np.bool_:
    """Whether a product is free of bias; the bar is 2^32 modulo the size."""
    return (made & _LOW) >= bar


@compiled
def fill_fair(words: Words, at: np.uint64, size: int) -> np.uint64:
    """Fill a block with words that are free of bias; a block with any other word is made again.

    Rejecting whole blocks is as fair as rejecting words, rare, and keeps the loops simple.
    """
    n, bar = np.uint64(size), np.uint64(2**32 % size)
    unfair = 1
    while unfair:
        at = fill(words, at)
        unfair = 0
        for i in range(words.size):
            unfair += not is_fair(product(words[i] >> HALF, n), bar)
            unfair += not is_fair(product(words[i], n), bar)
    return at


@compiled
def tally(at: np.uint64, quads: int, pockets: int) -> Whole:
    """Spin ``4 * quads`` times, and count pairs of consecutive pockets."""
    counts = np.zeros(pockets * pockets, np.int64)
    size = np.uint64(pockets * pockets)
    words = np.empty(BLOCK, np.uint64)
    for begin in range(0, quads, BLOCK):
        at = fill_fair(words, at, pockets * pockets)
        for word in words[: quads - begin]:
            counts[product(word >> HALF, size) >> HALF] += 1
            counts[product(word, size) >> HALF] += 1
    return counts


@compiled
def settle(at: np.uint64, quads: int, pockets: int, net_of_pair: Whole) -> int:
    """Spin ``4 * quads`` times, and settle pairs of spins by a table; the net total."""
    net = 0
    size = np.uint64(pockets * pockets)
    words = np.empty(BLOCK, np.uint64)
    for begin in range(0, quads, BLOCK):
        at = fill_fair(words, at, pockets * pockets)
        for word in words[: quads - begin]:
            net += net_of_pair[product(word >> HALF, size) >> HALF]
            net += net_of_pair[product(word, size) >> HALF]
    return net


@compiled
def wheel_codes(
    at: np.uint64, words: Words, pockets: int, code_of_pair: Codes, times: int, codes: Codes
) -> np.uint64:
    """Fill with codes of what four spins brought, or of two; half a word is four spins.

    The code of four is that of the first two, so many ``times``, and that of the others; where
    ``times`` is 0 each code is of two. What the first pair leaves over of its half chooses the
    second: together they are one number below the fourth power of the pockets.
    """
    size, bar = np.uint64(pockets * pockets), np.uint64(2**32 % (pockets**4))
    worth, made, wanted = np.uint16(times), np.uint64(0), np.uint64(codes.size)
    while made < wanted:
        at = fill(words, at)
        for word in words:
            a, b = product(word >> HALF, size), product(word, size)
            a_rest, b_rest = product(a, size), product(b, size)
            if not (is_fair(a_rest, bar) and is_fair(b_rest, bar)):
                continue
            first, second = code_of_pair[a >> HALF], code_of_pair[a_rest >> HALF]
            third, fourth = code_of_pair[b >> HALF], code_of_pair[b_rest >> HALF]
            if times:
                codes[made] = first * worth + second
                codes[made + _ONE] = third * worth + fourth
                made += _TWO
            else:
                codes[made], codes[made + _ONE] = first, second
                codes[made + _TWO], codes[made + _TWO + _ONE] = third, fourth
                made += _TWO + _TWO
            if made == wanted:
                break
    return at


ONE = np.uint64(1)
GRADES = ("plain", "bonus", "super")


class Board(NamedTuple):
    """A book for compiled code: how many numbers are drawn, and each number's link."""

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
    """A ball and a draw, from one more half words than are drawn, and whether they are unbiased."""
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
    """The standing of the ball's number: twice its grade, plus one if all links are lit."""
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
    """Split words into halves."""
    for at in range(words.size):
        halves[2 * at] = words[at] >> HALF
        halves[2 * at + 1] = words[at]


@compiled
def bonus_codes(
    at: np.uint64, words: Words, board: Board, result_of: Whole, spins: int, codes: Codes
) -> np.uint64:
    """Fill with codes of what so many spins each brought, the first in the highest digit.

    ``result_of`` is the result of the ball's number in each standing.
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
    """Play rounds; count numbers by standing, and pairs of drawn numbers.

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
