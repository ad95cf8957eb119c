"""Chance for simulations: random words by counting, and pockets without bias, compiled.

Word i of a stream is SplitMix64's scrambling of (origin + i * GOLDEN): a word follows from its
number alone, so that a chunk of work knows its own words whoever does it, and when. The chunks of
one seed take words that are far apart and never overlap.

A number below n is the high half of (32 random bits) * n; the few products whose low half is
below 2^32 mod n are thrown away, which makes all numbers equally likely (Lemire 2019). Here n is
the square of the pockets, or its square: half a word is two spins, or four.

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
_ONE, _TWO = np.uint64(1), np.uint64(2)
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
