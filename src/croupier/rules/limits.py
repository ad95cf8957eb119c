"""The table's limits and the two ways in which the books treat a wager outside them.

Limits apply to one player's total on one playing area in one round, however it was built up:
repeats, call bets and neighbours add up (reading 13). A book either refuses such a wager when it
is placed, or honours it once and caps it when the round is settled (reading 14).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from croupier.rules.money import AMOUNT_MAX
from croupier.rules.refusal import LimitsError, Refusal, refusal
from croupier.rules.terms import LimitsTerms
from croupier.rules.wager import MULTI_PIECE, Kind, Wager


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the most cents of one player on one area."""

    min: int
    max: int

    def __post_init__(self) -> None:
        shown = f"{self.min} to {self.max}"
        if self.min < 1:
            raise LimitsError(refusal("limits/bad", limits=shown, reason="the minimum is below 1"))
        if self.min > self.max:
            reason = "the minimum is above the maximum"
            raise LimitsError(refusal("limits/bad", limits=shown, reason=reason))
        if self.max > AMOUNT_MAX:
            reason = f"the maximum is above {AMOUNT_MAX}"
            raise LimitsError(refusal("limits/bad", limits=shown, reason=reason))


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a table: one range, and others for some kinds of wager."""

    table: Range = field(default_factory=lambda: Range(1, AMOUNT_MAX))
    kinds: Mapping[Kind, Range] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if kind in MULTI_PIECE:
                reason = "limits apply to its pieces, by their own kinds"
                raise LimitsError(refusal("limits/bad", limits=kind, reason=reason))

    def of(self, area: Wager) -> Range:
        """The range that applies to a one-piece wager."""
        return self.kinds.get(area.kind, self.table)


OPEN = Limits()
"""A table without limits."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What one wager of one player puts on one area."""

    player: str
    area: Wager
    amount: int


@dataclass(frozen=True, slots=True)
class InPlay:
    """How much of a stake is in play, and the clause that says so where limits touched it."""

    amount: int
    clause: str | None = None


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
        area, before = stake.area.notation, held.get(stake.area.notation, 0)
        allowed, total = limits.of(stake.area), before + stake.amount
        if total < allowed.min:
            return refusal(
                "limits/under-minimum",
                terms.under_minimum,
                player=stake.player,
                area=area,
                total=total,
                min=allowed.min,
            )
        if total > allowed.max:
            return refusal(
                "limits/over-maximum",
                terms.over_maximum,
                player=stake.player,
                area=area,
                total=total,
                max=allowed.max,
            )
    return None


def in_play(
    limits: Limits, terms: LimitsTerms, stakes: Sequence[Stake], warned: Collection[str]
) -> tuple[list[InPlay], frozenset[str]]:
    """What of each stake is in play at settlement, and the players honoured under the minimum.

    ``warned`` are the players whose under-minimum wager was honoured in an earlier round: theirs
    are now returned. What exceeds the maximum is taken from the latest stake first.
    """
    totals: dict[tuple[str, str], int] = defaultdict(int)
    for stake in stakes:
        totals[stake.player, stake.area.notation] += stake.amount
    honoured: set[str] = set()
    room: dict[tuple[str, str], int] = {}
    result = []
    for stake in stakes:
        key = stake.player, stake.area.notation
        allowed = limits.of(stake.area)
        if totals[key] < allowed.min:
            if stake.player in warned:
                result.append(InPlay(0, terms.under_minimum))
            else:
                honoured.add(stake.player)
                result.append(InPlay(stake.amount, terms.under_minimum))
        elif totals[key] > allowed.max:
            left = room.get(key, allowed.max)
            counted = min(stake.amount, left)
            room[key] = left - counted
            result.append(InPlay(counted, terms.over_maximum))
        else:
            result.append(InPlay(stake.amount))
    return result, frozenset(honoured)
