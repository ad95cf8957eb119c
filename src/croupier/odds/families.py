"""Wagers of one kind that share their odds, so that a table needs one row for them all."""

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.odds.results import Odds
from croupier.rules.notation import COUNTS
from croupier.rules.wager import Wager

LISTED_MAX = 6
"""Up to so many one-word selections are listed instead of being shown as a letter."""


@dataclass(frozen=True, slots=True)
class Family:
    """Wagers of one kind with the same odds."""

    odds: Odds
    """The odds of its example, and so of every one."""
    wagers: tuple[Wager, ...]

    @property
    def example(self) -> Wager:
        """The wager that speaks for the family."""
        return self.odds.wager

    @property
    def pattern(self) -> str:
        """The notation of its wagers, with N where a number goes.

        >>> from croupier.books import load
        >>> from croupier.odds.results import odds_of_all
        >>> [family.pattern for family in families(odds_of_all(load("edz-2020")))][:6]
        ['straight:N', 'split:N/N', 'street:N/N/N', 'corner:N/N/N/N',
        'six-line:N/N/N/N/N/N', 'column:1|2|3']
        """
        if len(self.wagers) == 1:
            return self.example.notation
        kind, _, selection = self.example.notation.partition(":")
        numbers = selection.split("/")
        if len(numbers) == 1 and len(self.wagers) <= LISTED_MAX:
            choices = "|".join(wager.notation.partition(":")[2] for wager in self.wagers)
            return f"{kind}:{choices}"
        return f"{kind}:{'/'.join('N' for _ in numbers)}"


def families(odds: Iterable[Odds]) -> tuple[Family, ...]:
    """The wagers grouped by kind and odds, in the order in which they came."""
    found: dict[tuple[object, ...], list[Odds]] = {}
    for one in odds:
        wager = one.wager
        same = (wager.kind, wager.pays, len(wager.numbers), one.pieces, one.hit, one.variance)
        found.setdefault((*same, one.edge), []).append(one)
    return tuple(
        Family(_example(group), tuple(one.wager for one in group)) for group in found.values()
    )


def _example(group: list[Odds]) -> Odds:
    """The one that the project writes everywhere, such as ``straight:17``, or else the first."""
    _, usual = COUNTS.get(group[0].wager.kind, (0, ""))
    return next((one for one in group if one.wager.notation == usual), group[0])
