"""Wagers placed or taken back in one action: all of them, or none.

Each is decided as if it came alone after the ones before it, and the first refusal refuses all.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile

import msgspec

from croupier.round.base import Actor, Decision, Event, Line, RoundCommand
from croupier.round.bets import (
    WagerPlaced,
    WagerWithdrawn,
    WithdrawWager,
    closed_to_wagers,
    left_too_little,
    placed_on,
)
from croupier.round.state import Placement, RoundState
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.rules.settlement import stakes_of
from croupier.rules.terms import Chips

WAGERS_MAX = 500
"""The most wagers that one action may place."""

Check = Callable[[WagerPlaced], Refusal | None]
"""A further check of a wager that the round accepts, given those before it."""


def _nothing_else(placed: WagerPlaced) -> None:
    """No further check."""


class Bet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One wager of a batch; its fields are those of ``PlaceWager``."""

    wager: str
    amount: int
    chips: Chips | None = None


class PlacingBatch(RoundCommand, frozen=True, kw_only=True):
    """A player places wagers in one action."""

    at_seat = "plays"

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        return self.place(state, actor, _nothing_else)

    def place(self, state: RoundState, actor: Actor, check: Check) -> Decision:
        """The same decision, with a further check of each wager."""
        bets = self.bets(state, actor.name)
        return bets if isinstance(bets, Refusal) else _each_placed(state, actor.name, bets, check)

    def bets(self, state: RoundState, player: str) -> Sequence[Bet] | Refusal:
        """The bets to place, or a refusal if there are none."""
        raise NotImplementedError


class PlaceWagers(PlacingBatch, frozen=True, kw_only=True, tag="place-wagers"):
    """A player places several wagers at once: all of them, or none."""

    lines = ()
    wagers: tuple[Bet, ...]

    def bets(self, state: RoundState, player: str) -> Sequence[Bet]:
        return self.wagers


class DoubleWagers(PlacingBatch, frozen=True, kw_only=True, tag="double-wagers"):
    """A player doubles everything that they have on the felt, in the same chips."""

    lines = ()

    def bets(self, state: RoundState, player: str) -> Sequence[Bet] | Refusal:
        return bets_of(state.placed_by.get(player, ())) or _nothing_placed(player)


class Rebet(PlacingBatch, frozen=True, kw_only=True, tag="rebet"):
    """A player repeats their bets of the last round in which they wagered."""

    lines = ()

    def bets(self, state: RoundState, player: str) -> Refusal:
        """A round knows no earlier one; the table asks for those wagers again."""
        return refusal("rebet/none", player=player, kept=0)


class ClearWagers(RoundCommand, frozen=True, kw_only=True, tag="clear-wagers"):
    """A player takes back everything that they have on the felt."""

    lines = (Line("{player}: withdraws everything", "seat-2: withdraws everything"),)
    leads_to = WagerWithdrawn
    at_seat = "plays"

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """Wager by wager, latest first; nothing is left, so no minimum applies."""
        if (no := closed_to_wagers(state, "all", "clear-wagers")) is not None:
            return no
        player = actor.name
        chips: dict[str, dict[Chips, int]] = {}
        for placed in _latest_first(state, player):
            purse = chips.setdefault(placed.wager.notation, {})
            purse[placed.chips] = purse.get(placed.chips, 0) + placed.amount
        return [
            WagerWithdrawn(player=player, wager=wager, amount=sum(purse.values()), chips=purse)
            for wager, purse in chips.items()
        ] or _nothing_placed(player)

    @classmethod
    def asker(cls, event: WagerWithdrawn) -> Actor | None:
        """Wager by wager, too little might be left on an area for a moment."""
        return WithdrawWager.asker(event)


class UndoWager(RoundCommand, frozen=True, kw_only=True, tag="undo-wager"):
    """A player takes back what is left on the felt of their latest action."""

    lines = ()
    at_seat = "plays"

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """Placement by placement, latest first, each as if withdrawn alone."""
        if (no := closed_to_wagers(state, "all", "undo-wager")) is not None:
            return no
        player, on_felt = actor.name, _latest_first(state, actor.name)
        if not on_felt:
            return _nothing_placed(player)
        held = dict(state.held[player])
        withdrawn: list[Event] = []
        for placed in _of_latest_action(on_felt):
            wager, amount = placed.wager, placed.amount
            stakes = stakes_of(player, wager, amount)
            if (no := left_too_little(state, held, stakes)) is not None:
                return no
            for stake in stakes:
                held[stake.area.notation] -= stake.amount
            chips = {placed.chips: amount}
            withdrawn.append(
                WagerWithdrawn(player=player, wager=wager.notation, amount=amount, chips=chips)
            )
        return withdrawn


def bets_of(placements: Iterable[Placement]) -> list[Bet]:
    """Placements as one bet for each wager and kind of chips, in order."""
    added: dict[tuple[str, Chips], int] = {}
    for placed in placements:
        if placed.amount:
            key = placed.wager.notation, placed.chips
            added[key] = added.get(key, 0) + placed.amount
    return [Bet(wager, amount, chips) for (wager, chips), amount in added.items()]


def _each_placed(state: RoundState, player: str, bets: Sequence[Bet], check: Check) -> Decision:
    """The events of all bets, or the refusal of the first that is refused, which it names."""
    if not 1 <= len(bets) <= WAGERS_MAX:
        return refusal("wager/bad-count", count=len(bets), max=WAGERS_MAX)
    held = dict(state.held.get(player, {}))
    placed: list[Event] = []
    for nth, bet in enumerate(bets, 1):
        one = _one(state, player, bet, held, check)
        if isinstance(one, Refusal):
            bet_known = bet.wager if bet.wager in state.book.wagers else ""
            return one.of_several(nth, len(bets), bet_known)
        placed.append(one)
        for stake in stakes_of(player, state.book.wagers[one.wager], one.amount):
            area = stake.area.notation
            held[area] = held.get(area, 0) + stake.amount
    return placed


def _one(
    state: RoundState, player: str, bet: Bet, held: dict[str, int], check: Check
) -> WagerPlaced | Refusal:
    try:
        placed = placed_on(state, player, bet, held)
    except CroupierError as error:
        return error.refusal
    return placed if isinstance(placed, Refusal) else check(placed) or placed


def _latest_first(state: RoundState, player: str) -> list[Placement]:
    """A player's placements on the felt, latest first."""
    return [placed for placed in reversed(state.placed_by.get(player, ())) if placed.amount]


def _of_latest_action(on_felt: Sequence[Placement]) -> Iterable[Placement]:
    """Those placed by the same action as the latest; without a terminal, that one alone."""
    group = on_felt[0].group
    return takewhile(lambda placed: placed.group == group, on_felt) if group else on_felt[:1]


def _nothing_placed(player: str) -> Refusal:
    return refusal("wager/none-lying", player=player)
