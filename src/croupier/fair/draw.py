r"""What follows from a round's secret and seed: the Bonus Numbers, and the pocket of an own wheel.

Anybody can make it again from the published secret and seed:

1. Bytes. Block i (0, 1, 2 …) is HMAC-SHA-256 with the secret's 32 bytes as key over the UTF-8 text
   "croupier/draw/2/" label "\n" table "\n" round "\n" seed "\n" i "\n", numbers in decimal; label
   is "bonus" or "pocket", and the seed is 64 lower-case hexadecimal digits. The blocks one after
   the other are the bytes. In rounds of scheme 1 there is no seed: the text is
   "croupier/draw/1/" label "\n" table "\n" round "\n" i "\n".
2. A number below n. Take the next byte, or, where n is above 256, as few bytes as can hold n - 1,
   the highest first. Let m be the largest multiple of n that so many bytes can count to. From m up,
   throw them away and take the next; below m, the number is the remainder by n. (A remainder alone,
   such as byte % 40, would favour the low numbers: 256 is no multiple of 40.)
3. A draw of k from n labels. Sort them by their UTF-8 bytes. For i from 0 to k - 1 let j be i plus
   a number below n - i, and exchange the labels at i and j: the label now at i is drawn.

The labels are sorted so that the order in which a record lists them cannot change the draw. The
pocket is a draw of one. Nothing here knows where a secret or a seed comes from, or who may see it.
"""

import hmac
from collections.abc import Collection, Iterator
from itertools import count as counting
from itertools import islice
from typing import Literal

from croupier.fair.secret import FIRST_SCHEME, SCHEME, Secret, framed

Label = Literal["bonus", "pocket"]


def stream(
    secret: Secret, label: Label, table: str, round_number: int, seed: str | None = None
) -> Iterator[int]:
    """An endless stream of bytes for a label and a round; scheme 1 if there is no seed."""
    scheme = FIRST_SCHEME if seed is None else SCHEME
    lines = framed(f"croupier/draw/{scheme}/{label}", table, round_number)
    lines += b"" if seed is None else f"{seed.lower()}\n".encode()
    for block in counting():
        yield from hmac.digest(secret.expose(), lines + b"%d\n" % block, "sha256")


def below(limit: int, numbers: Iterator[int]) -> int:
    """A uniform number below the limit, from random bytes.

    >>> below(40, iter([255, 240, 239]))
    39
    """
    if limit < 1:
        raise ValueError(f"there is no number below {limit}")
    width = max(1, ((limit - 1).bit_length() + 7) // 8)
    reach = 256**width
    accepted = reach - reach % limit
    while True:
        taken = bytes(islice(numbers, width))
        if len(taken) < width:
            raise ValueError("the bytes ended before a number was found")
        if (number := int.from_bytes(taken)) < accepted:
            return number % limit


def select(count: int, labels: Collection[str], numbers: Iterator[int]) -> tuple[str, ...]:
    """Draw labels without replacement; every set in every order is equally likely.

    >>> select(2, ["a", "b", "c"], iter([2, 0]))
    ('c', 'b')
    """
    if len(set(labels)) != len(labels):
        raise ValueError("the labels to draw from are not all different")
    if not 0 <= count <= len(labels):
        raise ValueError(f"{count} cannot be drawn from {len(labels)}")
    drawn = sorted(labels, key=str.encode)
    for at in range(count):
        other = at + below(len(drawn) - at, numbers)
        drawn[at], drawn[other] = drawn[other], drawn[at]
    return tuple(drawn[:count])


def draw_bonus(
    secret: Secret,
    table: str,
    round_number: int,
    pockets: Collection[str],
    count: int,
    seed: str | None = None,
) -> tuple[str, ...]:
    """The Bonus Numbers of a round, in the order drawn, from all numbers of the wheel (reading 10).

    Drawing again gives the same numbers: repeating an interrupted draw changes nothing.
    """
    return select(count, pockets, stream(secret, "bonus", table, round_number, seed))


def draw_pocket(
    secret: Secret,
    table: str,
    round_number: int,
    wheel_order: Collection[str],
    seed: str | None = None,
) -> str:
    """The winning pocket of a wheel without a physical ball."""
    return select(1, wheel_order, stream(secret, "pocket", table, round_number, seed))[0]
