"""Several wagers in one action, placed or taken back: all of them, or none.

Each is decided as if it came alone after the ones before it, and the first refusal refuses all.
What a player had in earlier rounds is not known here.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from croupier.round import commands as c
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.deciding import Decision, decides
from croupier.round.felt import Placement
from croupier.round.state import RoundState
from croupier.round.wagers import closed_to_wagers, left_too_little, placed_on
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.rules.settlement import stakes_of
from croupier.rules.terms import Chips

WAGERS_MAX = 500
"""How many wagers one action may place."""

Check = Callable[[e.WagerPlaced], Refusal | None]
"""What else may refuse a wager, after all those before it."""


@decides(c.PlaceWagers)
def place_wagers(command: c.PlaceWagers, state: RoundState, actor: Actor) -> Decision:
    return place_each(state, actor.name, command.wagers)


@decides(c.DoubleWagers)
def double_wagers(command: c.DoubleWagers, state: RoundState, actor: Actor) -> Decision:
    return double_each(state, actor.name)


def double_each(state: RoundState, player: str, check: Check = lambda placed: None) -> Decision:
    """The same again on all that a player has lying."""
    bets = bets_of(state.placed_by.get(player, ()))
    return place_each(state, player, bets, check) if bets else _none_lying(player)


def bets_of(placements: Iterable[Placement]) -> list[c.Bet]:
    """What lies, as one bet for each wager and kind of chips, in the order in which they came."""
    added: dict[tuple[str, Chips], int] = {}
    for placed in placements:
        if placed.amount:
            key = placed.wager.notation, placed.chips
            added[key] = added.get(key, 0) + placed.amount
    return [c.Bet(wager, amount, chips) for (wager, chips), amount in added.items()]


def place_each(
    state: RoundState, player: str, bets: Sequence[c.Bet], check: Check = lambda placed: None
) -> Decision:
    """All of the bets, or why the first that is refused is; it is named."""
    if not 1 <= len(bets) <= WAGERS_MAX:
        return refusal("wager/bad-count", count=len(bets), max=WAGERS_MAX)
    held = dict(state.held.get(player, {}))
    placed: list[e.Event] = []
    for nth, bet in enumerate(bets, 1):
        one = _one(state, player, bet, held, check)
        if isinstance(one, Refusal):
            name = f", {bet.wager}" if bet.wager in state.book.wagers else ""
            return replace(one, about=f"wager {nth} of {len(bets)}{name}")
        placed.append(one)
        for stake in stakes_of(player, state.book.wagers[one.wager], one.amount):
            area = stake.area.notation
            held[area] = held.get(area, 0) + stake.amount
    return placed


def _one(
    state: RoundState, player: str, bet: c.Bet, held: dict[str, int], check: Check
) -> e.WagerPlaced | Refusal:
    try:
        placed = placed_on(state, player, bet, held)
    except CroupierError as error:
        return error.refusal
    return placed if isinstance(placed, Refusal) else check(placed) or placed


@decides(c.ClearWagers)
def clear_wagers(command: c.ClearWagers, state: RoundState, actor: Actor) -> Decision:
    """Wager by wager, the latest first; it leaves nothing, so no minimum is asked for."""
    if (no := closed_to_wagers(state, "all that lies", "clear-wagers")) is not None:
        return no
    player = actor.name
    chips: dict[str, dict[Chips, int]] = {}
    for placed in _lying(state, player):
        purse = chips.setdefault(placed.wager.notation, {})
        purse[placed.chips] = purse.get(placed.chips, 0) + placed.amount
    return [
        e.WagerWithdrawn(player=player, wager=wager, amount=sum(purse.values()), chips=purse)
        for wager, purse in chips.items()
    ] or _none_lying(player)


@decides(c.UndoWager)
def undo_wager(command: c.UndoWager, state: RoundState, actor: Actor) -> Decision:
    """Placement by placement, the latest first, each as if it were withdrawn alone."""
    if (no := closed_to_wagers(state, "all that lies", "undo-wager")) is not None:
        return no
    player, lying = actor.name, _lying(state, actor.name)
    if not lying:
        return _none_lying(player)
    held = dict(state.held[player])
    withdrawn: list[e.Event] = []
    for placed in _of_latest_action(lying):
        wager, amount = placed.wager, placed.amount
        stakes = stakes_of(player, wager, amount)
        if (no := left_too_little(state, held, stakes)) is not None:
            return no
        for stake in stakes:
            held[stake.area.notation] -= stake.amount
        chips = {placed.chips: amount}
        withdrawn.append(
            e.WagerWithdrawn(player=player, wager=wager.notation, amount=amount, chips=chips)
        )
    return withdrawn


def _lying(state: RoundState, player: str) -> list[Placement]:
    """What a player has lying, the latest first."""
    return [placed for placed in reversed(state.placed_by.get(player, ())) if placed.amount]


def _of_latest_action(lying: Sequence[Placement]) -> Iterable[Placement]:
    """Those that the latest was placed with; what no terminal asked for was placed alone."""
    group = lying[0].group
    return takewhile(lambda placed: placed.group == group, lying) if group else lying[:1]


def _none_lying(player: str) -> Refusal:
    return refusal("wager/none-lying", player=player)
