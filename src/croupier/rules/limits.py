"""The table's limits, and the books' two policies for wagers outside them.

Limits apply to one player's total on one playing area in one round, however it was built up:
repeats, call bets and neighbours add up (reading 13). A book either refuses such a wager when it
is placed, or honours it once and caps it when the round is settled (reading 14).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from croupier.rules.money import AMOUNT_MAX
from croupier.rules.refusal import LimitsError, Refusal, refusal
from croupier.rules.terms import LimitsTerms
from croupier.rules.wager import MULTI_PIECE, Kind, Wager
from croupier.words import in_units


@dataclass(frozen=True, slots=True)
class Range:
    """The minimum and maximum of one player on one area, in cents."""

    min: int
    max: int

    def __post_init__(self) -> None:
        if 1 <= self.min <= self.max <= AMOUNT_MAX:
            return
        if self.min < 1:
            reason = "below-one"
        elif self.min > self.max:
            reason = "crossed"
        else:
            reason = "too-high"
        limits = f"{in_units(self.min)} – {in_units(self.max)}"
        raise LimitsError(refusal("limits/bad", limits=limits, reason=reason, most=AMOUNT_MAX))


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a table: one range, and others for some kinds of wager.

    >>> limits = Limits(Range(500, 100_000), {Kind.STRAIGHT: Range(100, 5_000)})
    >>> limits.table.max, limits.kinds[Kind.STRAIGHT].max
    (100000, 5000)
    """

    table: Range = field(default_factory=lambda: Range(1, AMOUNT_MAX))
    kinds: Mapping[Kind, Range] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if kind in MULTI_PIECE:
                reason = "by-piece"
                raise LimitsError(refusal("limits/bad", limits=kind, reason=reason))

    def of(self, area: Wager) -> Range:
        """The range that applies to a one-piece wager."""
        return self.kinds.get(area.kind, self.table) if self.kinds else self.table


OPEN = Limits()
"""A table without limits."""


class Stake(msgspec.Struct, frozen=True, gc=False):
    """What one wager of one player puts on one area."""

    player: str
    area: Wager
    amount: int


class InPlay(msgspec.Struct, frozen=True, gc=False):
    """How much of a stake that the limits touched is in play, and the clause that says so."""

    amount: int
    clause: str | None


def refused(
    limits: Limits, terms: LimitsTerms, held: Mapping[str, int], stakes: Iterable[Stake]
) -> Refusal | None:
    """Why a book that refuses at placement refuses this wager, or nothing if it accepts.

    ``held`` is what the player already has on each area, by notation. The first placement on an
    area must reach the minimum; additions may be smaller; one bad piece refuses the whole wager.
    """
    if terms.policy != "refuse":
        return None
    for stake in stakes:
        area = stake.area.notation
        allowed, total = limits.of(stake.area), held.get(area, 0) + stake.amount
        if total < allowed.min:
            return refusal(
                "limits/under-minimum",
                terms.under_minimum,
                area=area,
                total=total,
                min=allowed.min,
            )
        if total > allowed.max:
            return refusal(
                "limits/over-maximum",
                terms.over_maximum,
                area=area,
                total=total,
                max=allowed.max,
            )
    return None


def in_play(
    limits: Limits, terms: LimitsTerms, stakes: Sequence[Stake], warned: Collection[str]
) -> tuple[list[InPlay | None], frozenset[str]]:
    """What of each stake is in play at settlement, and the players honoured under the minimum.

    None is a stake that the limits leave alone. ``warned`` are the players whose under-minimum
    wager was honoured in an earlier round: theirs are now returned. What exceeds the maximum is
    taken from the latest stake first.
    """
    counted: list[InPlay | None] = [None] * len(stakes)
    honoured: set[str] = set()
    if terms.policy == "refuse":  # nothing outside the limits was accepted
        return counted, frozenset()
    keys = [(stake.player, stake.area.notation) for stake in stakes]
    totals: dict[tuple[str, str], int] = {}
    for key, stake in zip(keys, stakes, strict=True):
        totals[key] = totals.get(key, 0) + stake.amount
    room: dict[tuple[str, str], int] = {}
    for at, (key, stake) in enumerate(zip(keys, stakes, strict=True)):
        allowed, total = limits.of(stake.area), totals[key]
        if allowed.min <= total <= allowed.max:
            continue
        if total > allowed.max:
            left = room.get(key, allowed.max)
            playing = min(stake.amount, left)
            room[key] = left - playing
            counted[at] = InPlay(playing, terms.over_maximum)
        elif total < allowed.min and stake.player in warned:
            counted[at] = InPlay(0, terms.under_minimum)
        else:
            honoured.add(stake.player)
            counted[at] = InPlay(stake.amount, terms.under_minimum)
    return counted, frozenset(honoured)
