"""Bonus Numbers: their links, and the standing of the winning number.

Which numbers are drawn is never decided here: a draw is given, and this says what it means
(fast-action-2020 1.1.1, 1.1.8, 1.1.11; readings 10 and 11).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from croupier.rules.refusal import RoundError, refusal, require_label

Grade = Literal["plain", "bonus", "super"]


@dataclass(frozen=True, slots=True)
class Standing:
    """How the winning number is lit, and whether every link has a Bonus Number."""

    grade: Grade = "plain"
    scatter: bool = False


UNLIT = Standing()
"""The standing in a book without Bonus Numbers."""


class Lights(msgspec.Struct, frozen=True, kw_only=True):
    """What a draw lights up besides its numbers, in drawing order."""

    super_links: dict[str, int]
    """The full links, each with the count of numbers that completed it."""
    scatter: int | None
    """The count of numbers after which every link has one; None if that never happens."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """How many numbers are drawn, and the links."""

    count: int
    links: Mapping[str, frozenset[str]]

    def link_of(self, number: str) -> str:
        """The link of a number."""
        return next(name for name, numbers in self.links.items() if number in numbers)

    def super_links(self, drawn: Collection[str]) -> tuple[str, ...]:
        """The links whose numbers are all drawn."""
        lit = frozenset(drawn)
        return tuple(name for name, numbers in self.links.items() if numbers <= lit)

    def is_scatter(self, drawn: Collection[str]) -> bool:
        """Whether every link has a drawn number."""
        lit = frozenset(drawn)
        return all(numbers & lit for numbers in self.links.values())

    def lights(self, drawn: Sequence[str]) -> "Lights":
        """When each link is complete and when every link has a number, in drawing order."""
        first = [drawn[:count] for count in range(len(drawn) + 1)]
        return Lights(
            super_links={
                name: next(n for n, lit in enumerate(first) if name in self.super_links(lit))
                for name in self.super_links(drawn)
            },
            scatter=next((n for n, lit in enumerate(first) if self.is_scatter(lit)), None),
        )

    def standing(self, drawn: Collection[str], outcome: str) -> Standing:
        """The standing of an outcome under a draw."""
        scatter = self.is_scatter(drawn)
        if self.links[self.link_of(outcome)] <= frozenset(drawn):
            return Standing("super", scatter)
        return Standing("bonus" if outcome in drawn else "plain", scatter)


def checked_draw(
    bonus: Bonus | None, drawn: Collection[str] | None, book_id: str, numbers: Collection[str]
) -> frozenset[str] | None:
    """The draw as a set; raises if this book could not make it."""
    if bonus is None:
        if drawn is not None:
            raise RoundError(refusal("round/bonus-numbers-not-used", book=book_id))
        return None
    for number in drawn or ():
        require_label(number)
        if number not in numbers:
            raise RoundError(
                refusal(
                    "round/unknown-number",
                    number=repr(number),
                    book=book_id,
                    known=tuple(numbers),
                )
            )
    if drawn is None or len(drawn) != bonus.count or len(frozenset(drawn)) != bonus.count:
        raise RoundError(refusal("round/bonus-numbers-not-drawn", book=book_id, count=bonus.count))
    return frozenset(drawn)
