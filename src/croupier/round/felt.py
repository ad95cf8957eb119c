"""Wagers as they lie on the felt, and what rulings do to them (3.9, 6.2 or 6.1; reading 20).

A ruling may be revoked until the round is settled: then the felt is laid again as it was before
the first ruling after the close, and those that still hold are applied in their order. Nothing is
placed or withdrawn after the close, so that nothing else can be lost by it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.round.events import WagerRuled
from croupier.round.phases import BETS_OPEN
from croupier.rules.terms import Chips
from croupier.rules.wager import Wager

if TYPE_CHECKING:
    from croupier.round.state import RoundState


class Placement(msgspec.Struct, gc=False):
    """An accepted wager, as it lies on the felt; there may be very many of them."""

    player: str
    wager: Wager
    amount: int
    chips: Chips
    group: int = 0
    """The same for all that one action placed; 0 where no terminal's action did, or long ago."""
    by_staff: bool = False
    """Whether staff placed it for the player."""
    returned_by: str | None = None
    """The clause by which a decision on a referral returned it; otherwise that of rulings."""


class Unruled(NamedTuple):
    """The felt before a ruling."""

    placed: Sequence[Placement]
    set_aside: Sequence[Placement]
    rulings: Sequence[WagerRuled]
    """Those that were made while bets were open: they stay."""


def rule(ruling: WagerRuled, state: "RoundState") -> None:
    """A ruling is made."""
    if state.unruled is None and state.phase not in BETS_OPEN:
        state.unruled = Unruled(
            _copied(state.placements), _copied(state.set_aside), tuple(state.rulings)
        )
    state.rulings_made += 1
    state.rulings.append(ruling)
    apply(ruling, state)


def revoke(number: int, state: "RoundState") -> None:
    """A ruling no longer holds."""
    for ruling in lay_unruled(number, state):
        apply(ruling, state)


def lay_unruled(number: int, state: "RoundState") -> list[WagerRuled]:
    """Lay the felt as it was before the rulings; those to be made again, without one of them."""
    assert state.unruled is not None, "nothing was ruled after the close"
    placed, set_aside, earlier = state.unruled
    later = [each for each in state.rulings[len(earlier) :] if each.number != number]
    state.placed, state.placed_by, state.held = [], {}, {}
    state.set_aside, state.withdrawn = _copied(set_aside), False
    for each in placed:
        state.lay(msgspec.structs.replace(each))
    state.rulings = [*earlier, *later]
    return later


def apply(ruling: WagerRuled, state: "RoundState") -> None:
    """Moved and returned wagers change what lies on the felt; one that stands does not."""
    if ruling.ruling == "stands":
        return
    rulings = state.book.says.rulings
    player, notation = ruling.player, ruling.wager
    amount = ruling.amount or state.amount_on(player, notation)
    state.add(player, state.book.wagers[notation], -amount)
    lots = [_lot(placed, taken, state) for placed, taken in state.latest(player, notation, amount)]
    if ruling.to is None:
        if rulings is None or ruling.clause != rulings.clause:
            for placed in lots:
                placed.returned_by = ruling.clause
        state.set_aside += lots
        aside = set(map(id, lots))
        for among in (state.placed, state.placed_by[player]):
            among[:] = [placed for placed in among if id(placed) not in aside]
        return
    target = state.book.wagers[ruling.to]
    for placed in lots:
        placed.wager = target
    state.add(player, target, amount)


def _lot(placed: Placement, taken: int, state: "RoundState") -> Placement:
    """A placement, or the part of it that is taken: that lies right after the rest."""
    if taken == placed.amount:
        return placed
    placed.amount -= taken
    lot = msgspec.structs.replace(placed, amount=taken)
    for among in (state.placed, state.placed_by[placed.player]):
        among.insert(next(at for at, each in enumerate(among, 1) if each is placed), lot)
    return lot


def on_trial(state: "RoundState") -> "RoundState":
    """The same round with a felt of its own, to see what rulings would do to it."""
    trial = replace(
        state,
        placed=[],
        placed_by={},
        held={},
        set_aside=_copied(state.set_aside),
        rulings=list(state.rulings),
        withdrawn=False,
    )
    for placed in state.placements:
        trial.lay(msgspec.structs.replace(placed))
    return trial


def _copied(placements: Iterable[Placement]) -> list[Placement]:
    return [msgspec.structs.replace(placed) for placed in placements]
