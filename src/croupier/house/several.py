"""Several wagers placed in one action: all of them, or none.

Each goes through the checks of a single wager, in the same order, after the ones before it: their
money is spent, and what they could win counts towards the maximum payout.
"""

from collections.abc import Callable
from dataclasses import replace

from croupier.house.permissions import not_allowed
from croupier.house.play import kept_out, unpayable
from croupier.house.state import ROUNDS_KEPT, Seat, TableState
from croupier.round import commands as r
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.round.several import Check, bets_of, double_each, place_each
from croupier.round.state import RoundState
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.terms import Chips

Place = Callable[[RoundState, Check], Decision]
"""What is placed in a round, if nothing else refuses any of it."""


def place(state: TableState, actor: Actor, command: r.PlaceWagers, now_ms: int) -> Decision:
    """Several wagers of a player's own."""
    bets = command.wagers
    return _all(state, actor, command, lambda now, check: place_each(now, actor.name, bets, check))


def double(state: TableState, actor: Actor, command: r.DoubleWagers, now_ms: int) -> Decision:
    """The same again on all that a player has lying."""
    return _all(state, actor, command, lambda now, check: double_each(now, actor.name, check))


def rebet(state: TableState, actor: Actor, command: r.Rebet, now_ms: int) -> Decision:
    """What a player had at stake when the last round ended in which they had anything."""

    def again(now: RoundState, check: Check) -> Decision:
        for ended in reversed(state.past.values()):
            aside = (placed for placed in ended.set_aside if placed.player == actor.name)
            if bets := bets_of((*ended.placed_by.get(actor.name, ()), *aside)):
                return place_each(now, actor.name, bets, check)
        return refusal("rebet/none", player=actor.name, kept=ROUNDS_KEPT)

    return _all(state, actor, command, again)


def _all(state: TableState, actor: Actor, command: r.Command, placing: Place) -> Decision:
    if actor.position is not None:
        return not_allowed(actor, command, "the player")
    player = actor.name
    round_, seat = state.round, state.seats.get(player)
    if not state.is_open or state.house.exclusion_of(player) or seat is None or round_ is None:
        return kept_out(state, player, command)
    return placing(round_, _payable(state, seat))


def _payable(state: TableState, seat: Seat) -> Check:
    """The checks of the house, which remember every wager that passed them."""
    spent: dict[Chips, int] = {}
    exposure = state.exposure
    if exposure is not None:
        exposure = replace(exposure, by_number=[*exposure.by_number])

    def check(placed: e.WagerPlaced) -> Refusal | None:
        chips, amount = placed.chips, placed.amount
        before = spent.get(chips, 0)
        if (no := unpayable(state, seat, placed, exposure, before)) is not None:
            return no
        spent[chips] = before + amount
        if exposure is not None:
            exposure.add(state.book.wagers[placed.wager], amount)
        return None

    return check
