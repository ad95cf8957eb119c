"""What follows from a secret: fixed vectors, and that nothing is favoured, counted in full."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import books
from croupier.fair.draw import below, draw_bonus, draw_pocket, select, stream
from croupier.fair.secret import Secret
from tests.clauses import proves

FAST = books.load("fast-action-2020")
EDZ = books.load("edz-2020")
SECRET = Secret(bytes(range(32)))


def test_the_bytes_are_those_that_the_documentation_describes() -> None:
    lines = b"croupier/draw/1/bonus\nfast-1\n42\n"
    blocks = [hmac.new(bytes(range(32)), lines + b"%d\n" % i, "sha256").digest() for i in (0, 1)]
    given = stream(SECRET, "bonus", "fast-1", 42)
    assert bytes(next(given) for _ in range(64)) == b"".join(blocks)
    assert blocks[0].hex() == "1d61f3d13bf894fa490348cab508704804b8aafb43ba3155816520f02b346c96"


def test_with_a_seed_they_are_those_of_the_second_scheme() -> None:
    lines = b"croupier/draw/2/pocket\nfast-1\n42\n" + b"5e" * 32 + b"\n"
    blocks = [hmac.new(bytes(range(32)), lines + b"%d\n" % i, "sha256").digest() for i in (0, 1)]
    given = stream(SECRET, "pocket", "fast-1", 42, "5E" * 32)
    assert bytes(next(given) for _ in range(64)) == b"".join(blocks)


def test_vectors() -> None:
    assert draw_bonus(SECRET, "fast-1", 42, FAST.pockets, 10) == tuple(
        "34 26 27 30 8 2 18 17 22 10".split()
    )
    assert draw_bonus(SECRET, "fast-1", 43, FAST.pockets, 10) == tuple(
        "34 15 7 27 30 36 31 20 14 18".split()
    )
    assert draw_pocket(SECRET, "edz-1", 42, EDZ.wheel.order) == "21"
    assert draw_pocket(SECRET, "edz-2", 42, EDZ.wheel.order) == "10"
    assert draw_pocket(Secret(bytes(32)), "edz-1", 42, EDZ.wheel.order) == "27"


def test_an_independent_implementation_agrees() -> None:
    """The recipe in the module's words, written without a look at its code."""
    key, labels = bytes(range(32)), sorted(FAST.pockets, key=lambda label: label.encode())
    data = b"".join(
        hmac.new(key, f"croupier/draw/1/bonus\nt\n7\n{i}\n".encode(), hashlib.sha256).digest()
        for i in range(10)
    )
    at = 0
    drawn: list[str] = []
    while len(drawn) < 10:
        left = 40 - len(drawn)
        byte, at = data[at], at + 1
        if byte < 256 // left * left:
            i = len(drawn)
            j = i + byte % left
            labels[i], labels[j] = labels[j], labels[i]
            drawn.append(labels[i])
    assert draw_bonus(SECRET, "t", 7, FAST.pockets, 10) == tuple(drawn)


@pytest.mark.parametrize("limit", range(1, 257))
def test_every_number_comes_from_as_many_bytes(limit: int) -> None:
    counts = Counter[int]()
    for byte in range(256):
        numbers = iter([byte])
        try:
            counts[below(limit, numbers)] += 1
        except ValueError:
            continue
    assert set(counts) == set(range(limit))
    assert set(counts.values()) == {256 // limit}


def test_above_256_every_number_comes_from_as_many_pairs_of_bytes() -> None:
    counts = Counter[int]()
    for pair in product(range(256), repeat=2):
        try:
            counts[below(300, iter(pair))] += 1
        except ValueError:
            continue
    assert set(counts) == set(range(300))
    assert set(counts.values()) == {65536 // 300}


def test_every_draw_in_every_order_comes_from_as_many_bytes() -> None:
    counts = Counter[tuple[str, ...]]()
    for pair in product(range(256), repeat=2):
        try:
            counts[select(2, ["a", "b", "c"], iter(pair))] += 1
        except ValueError:
            continue
    assert set(counts) == set(permutations("abc", 2))
    assert set(counts.values()) == {85 * 128}


@given(st.permutations(FAST.pockets), st.integers(0, 40))
def test_the_order_of_the_list_does_not_change_the_draw(order: list[str], count: int) -> None:
    drawn = draw_bonus(SECRET, "t", 1, order, count)
    assert drawn == draw_bonus(SECRET, "t", 1, FAST.pockets, count)
    assert len(set(drawn)) == count
    assert set(drawn) <= set(FAST.pockets)


@proves("fast-action-2020", "1.1.1")
def test_a_draw_has_ten_numbers_of_forty_and_drawing_again_gives_the_same() -> None:
    assert FAST.bonus is not None
    first = draw_bonus(SECRET, "fast-1", 5, FAST.pockets, FAST.bonus.count)
    assert len(set(first)) == 10
    assert draw_bonus(SECRET, "fast-1", 5, FAST.pockets, FAST.bonus.count) == first


def test_what_cannot_be_drawn_is_a_bug_and_raises() -> None:
    with pytest.raises(ValueError, match="41 cannot be drawn from 40"):
        draw_bonus(SECRET, "t", 1, FAST.pockets, 41)
    with pytest.raises(ValueError, match="not all different"):
        draw_bonus(SECRET, "t", 1, ["1", "1"], 1)
    with pytest.raises(ValueError, match="no number below 0"):
        below(0, iter([1]))
    with pytest.raises(ValueError, match="one printable line"):
        draw_pocket(SECRET, "two\nlines", 1, ["1"])
    with pytest.raises(ValueError, match="-1 is below"):
        draw_pocket(SECRET, "t", -1, ["1"])
