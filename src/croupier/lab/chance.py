"""Chance for simulations: random words by counting, and pockets without bias, compiled.

Word i of a stream is SplitMix64's scrambling of (origin + i * GOLDEN): a word follows from its
number alone, so that a chunk of work knows its own words whoever does it, and when. The chunks of
one seed take words that are far apart and never overlap.

A number below n is the high half of (32 random bits) * n; the few products whose low half is
below 2^32 mod n are thrown away, which makes all numbers equally likely (Lemire 2019). Here n is
the square of the pockets: each half of a word is two spins.

It is for simulations only; a live table draws from the kernel's randomness (croupier.fair).
"""

from hashlib import sha256

from croupier.lab.compiled import Codes, Whole, Words, compiled, inlined, np

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
CHUNK_WORDS = 2**34
"""So many words belong to each chunk of work."""
BLOCK = 4096
"""Words are made so many at a time: they stay in the processor's nearest cache."""

HALF = np.uint64(32)
_LOW = np.uint64(2**32 - 1)
_A, _B, _C = np.uint64(30), np.uint64(27), np.uint64(31)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def origin(seed: int, chunk: int) -> np.uint64:
    """Where the words of a chunk begin."""
    begin = int.from_bytes(sha256(f"croupier/lab/1\n{seed}\n".encode()).digest()[:8])
    return np.uint64((begin + chunk * CHUNK_WORDS * int(GOLDEN)) % 2**64)


@compiled
def fill(words: Words, at: np.uint64) -> np.uint64:
    """Fill a block with the next words, and say where the words after them begin."""
    for i in range(words.size):
        word = at + np.uint64(i) * GOLDEN
        word = (word ^ (word >> _A)) * _MIX_1
        word = (word ^ (word >> _B)) * _MIX_2
        words[i] = word ^ (word >> _C)
    return at + np.uint64(words.size) * GOLDEN


@inlined
def product(half: np.uint64, size: np.uint64) -> np.uint64:
    """Of half a word and a size: its high half is a number below the size, its low half decides."""
    return (half & _LOW) * size


@inlined
def is_fair(made: np.uint64, bar: np.uint64) -> np.bool_:
    """Whether a product may be used; the bar is what 2^32 leaves over when divided by the size."""
    return (made & _LOW) >= bar


@compiled
def fill_fair(words: Words, at: np.uint64, size: int) -> np.uint64:
    """Fill a block with words both of whose halves may be used; another block is thrown away whole.

    Which is as fair as to throw away single words, seldom, and leaves simple loops.
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
    """Spin four times so often, and count the pairs of pockets that follow each other."""
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
    """Spin four times so often, and settle each by a table: what is won or lost in all."""
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
    """Fill with codes of what four spins brought, or of two; half a word is two spins.

    The code of four is that of the first two, so many ``times``, and that of the others; where
    ``times`` is 0 each code is of two.
    """
    size = np.uint64(pockets * pockets)
    each = 1 if times else 2
    for begin in range(0, codes.size, each * words.size):
        at = fill_fair(words, at, pockets * pockets)
        some = codes[begin : begin + each * words.size]
        for i in range(words.size):
            first = code_of_pair[product(words[i] >> HALF, size) >> HALF]
            second = code_of_pair[product(words[i], size) >> HALF]
            if times:
                some[i] = first * times + second
            else:
                some[2 * i], some[2 * i + 1] = first, second
    return at
