"""Sitting down and leaving."""

from croupier.house import commands as c
from croupier.house import events as e
from croupier.house.checks import bad_name, closed, excluded, mixed, not_taken, seatless
from croupier.house.likeness import alike
from croupier.house.permissions import not_allowed
from croupier.house.state import TableState
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.rules.positions import Position
from croupier.rules.reason import bad_reason
from croupier.rules.refusal import Refusal, refusal


def take(state: TableState, actor: Actor, command: c.TakeSeat, now_ms: int) -> Decision:
    """A seat for a player who has none; coming back to chips in play, with the same colour."""
    player = command.player
    if command.identity and actor.position is None:
        # Whose document is excluded is not for a player to find out.
        return not_allowed(actor, command, Position.DEALER)
    if (no := closed(state) or excluded(state, player) or bad_name(player)) is not None:
        return no
    if (no := mixed(player) or _known(state, command)) is not None:
        return no
    if player in state.seats:
        return refusal("seat/taken", player=player)
    if (other := next((name for name in state.seats if alike(name, player)), None)) is not None:
        return refusal("seat/alike", player=player, other=other)
    before = state.leavers.get(player)
    if before is not None and state.colour_out(player):
        if command.colour not in (None, before.colour):
            return refusal("colour/out", player=player, colour=before.colour)
        return [
            e.SeatTaken(player=player, by=actor, colour=before.colour, value=before.value),
        ]
    if command.colour is not None and (no := colour_free(state, player, command.colour)):
        return no
    return [e.SeatTaken(player=player, by=actor, colour=command.colour)]


def _known(state: TableState, command: c.TakeSeat) -> Refusal | None:
    """Somebody under another name whose document is that of an excluded player."""
    if not command.identity or state.house.exclusion_of(command.player, command.identity) is None:
        return None
    return refusal("player/excluded", player=command.player)


def leave(state: TableState, actor: Actor, command: c.LeaveSeat, now_ms: int) -> Decision:
    """Reading 12: wagers stay in play; reading 23: colour chips turn into cash chips."""
    player = command.player
    if (no := seatless(state, player)) is not None:
        return no
    if command.reason is not None:
        own = not_allowed(actor, command, Position.DEALER) if actor.position is None else None
        if (no := own or bad_reason(command.reason)) is not None:
            return no
    purse = state.purse(player)
    return [e.SeatLeft(player=player, purse=purse, by=actor, reason=command.reason)]


def colour_free(state: TableState, player: str, colour: str) -> Refusal | None:
    """Why a player cannot have a colour, or nothing if they can: colour chips are one player's
    (1.1.1 or 1.1.3, reading 23)."""
    if (no := not_taken(state, "colour-chips") or bad_name(colour)) is not None:
        return no
    for other in (*state.seats.values(), *state.leavers.values()):
        if other.colour == colour and other.player != player:
            terms = state.book.says.colour_chips
            clause = terms.clause if terms is not None else None
            return refusal("colour/taken", clause, colour=colour)
    return None
