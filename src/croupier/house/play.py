"""The round's commands at a table: the house's checks, the round's decision, then the money.

The order is fixed and the same for every wager: table open, player not excluded, player seated,
what the round decides, what the terminal offers, funds, maximum payout.
"""

from dataclasses import replace

from croupier.house.checks import (
    broken,
    closed,
    excluded,
    not_at_terminal,
    seatless,
    too_low,
)
from croupier.house.corrections import booked
from croupier.house.exposure import Exposure
from croupier.house.permissions import not_allowed
from croupier.house.state import ROUNDS_KEPT, Seat, TableState
from croupier.round import commands as r
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.decide import decide as decide_round
from croupier.round.decide import decide_open
from croupier.round.deciding import Decision
from croupier.round.permissions import may
from croupier.round.state import RoundState
from croupier.round.wagers import placed_on
from croupier.rules.refusal import Refusal, refusal


def open_bets(state: TableState, actor: Actor, command: r.OpenBets, now_ms: int) -> Decision:
    """The next round, with the limits of the moment, once the last has ended."""
    if (no := closed(state)) is not None:
        return no
    number = state.round_number + 1
    return decide_open(state.book, number, state.limits, actor, command, state.round)


def place(state: TableState, actor: Actor, command: r.PlaceWager, now_ms: int) -> Decision:
    """A player's own wager."""
    if actor.position is not None:
        return not_allowed(actor, command, "the player")
    return _place(state, actor.name, command, None)


def place_for(state: TableState, actor: Actor, command: r.PlaceForPlayer, now_ms: int) -> Decision:
    """3.5: placed by staff, with the player's chips and at the player's risk."""
    return _place(state, command.player, command, actor)


def record(state: TableState, actor: Actor, command: r.RecordWager, now_ms: int) -> Decision:
    """A player's own wager on the felt, recorded by staff: the checks are those of a wager."""
    return _place(state, command.player, command, None, actor)


def _place(
    state: TableState,
    player: str,
    command: r.PlaceWager | r.PlaceForPlayer | r.RecordWager,
    placed_by: Actor | None,
    recorded_by: Actor | None = None,
) -> Decision:
    # The checks of every wager, written out: this is where the table spends its time.
    round_, seat = state.round, state.seats.get(player)
    if not state.is_open or state.house.exclusion_of(player) or seat is None or round_ is None:
        return kept_out(state, player, command)
    staff, held = placed_by or recorded_by, round_.held.get(player, {})
    if staff is not None and (no := may(round_, type(command), staff)) is not None:
        return no
    placed = placed_on(round_, player, command, held, placed_by, recorded_by)
    if isinstance(placed, Refusal):
        return placed
    return unpayable(state, seat, placed, state.exposure) or [placed]


def unpayable(
    state: TableState, seat: Seat, placed: e.WagerPlaced, exposure: Exposure | None, spent: int = 0
) -> Refusal | None:
    """Terminal, funds, whole chips, maximum payout: why a wager that the round accepts is refused.

    ``spent`` is what the same action has taken of these chips before it.
    """
    chips, amount = placed.chips, placed.amount
    if state.book.terminals and (no := not_at_terminal(state, placed)) is not None:
        return no
    if state.ledger.accounts.get(seat.accounts[chips], 0) < spent + amount:
        return too_low(state, seat, chips, spent + amount)
    if chips == "colour-chips":
        pieces = state.book.wagers[placed.wager].piece_count
        if (no := broken(amount, seat.value, pieces)) is not None:
            return no
    return None if exposure is None else exposure.over(state.book.wagers[placed.wager], amount)


def withdraw(
    state: TableState,
    actor: Actor,
    command: r.WithdrawWager | r.ClearWagers | r.UndoWager,
    now_ms: int,
) -> Decision:
    """Taking wagers back is not playing: excluded players may."""
    if actor.position is not None:
        return not_allowed(actor, command, "the player")
    return _withdraw(state, actor, actor.name, command)


def withdraw_for(
    state: TableState,
    actor: Actor,
    command: r.RecordWithdrawal | r.TakeBackForPlayer,
    now_ms: int,
) -> Decision:
    """What staff record as taken off the felt, or take back themselves."""
    return _withdraw(state, actor, command.player, command)


def _withdraw(state: TableState, actor: Actor, player: str, command: r.Command) -> Decision:
    no = closed(state) or seatless(state, player)
    if no is not None or state.round is None:
        return no or _no_round(command)
    decided = decide_round(state.round, actor, command)
    if isinstance(decided, Refusal):
        return decided
    for withdrawn in decided:
        assert isinstance(withdrawn, e.WagerWithdrawn)
        colour = withdrawn.chips.get("colour-chips", 0)
        pieces = state.book.wagers[withdrawn.wager].piece_count
        if colour and (no := broken(colour, state.seats[player].value, pieces)) is not None:
            return no
    return decided


def run(state: TableState, actor: Actor, command: r.Command, now_ms: int) -> Decision:
    """What staff ask of the round in play: the round decides alone."""
    if (no := closed(state)) is not None:
        return no
    return decide_round(state.round, actor, command) if state.round else _no_round(command)


def outcome(
    state: TableState, actor: Actor, command: r.CallOutcome | r.ConfirmOutcome, now_ms: int
) -> Decision:
    """Settled by what the house knows of its players at this moment (reading 14)."""
    if (no := closed(state)) is not None:
        return no
    if state.round is None:
        return _no_round(command)
    return decide_round(replace(state.round, warned=state.warned), actor, command)


def rule(state: TableState, actor: Actor, command: r.RuleOnWager, now_ms: int) -> Decision:
    """A ruling on a part of a stack cuts no colour chip (reading 23)."""
    decided = run(state, actor, command, now_ms)
    if isinstance(decided, Refusal):
        return decided
    (ruled,) = decided
    assert isinstance(ruled, e.WagerRuled)
    return chip_cut(state, ruled) or decided


def chip_cut(state: TableState, ruled: e.WagerRuled) -> Refusal | None:
    """Why the part of a stack that is ruled on would cut a colour chip, or nothing if not.

    What changes in a settled round is paid in cash chips (reading 19).
    """
    if ruled.amount is None or ruled.round is not None or state.round is None:
        return None
    lots = state.round.latest(ruled.player, ruled.wager, ruled.amount)
    colour = sum(taken for placed, taken in lots if placed.chips == "colour-chips")
    if not colour:
        return None
    seat = state.seats.get(ruled.player) or state.leavers[ruled.player]
    return broken(colour, seat.value, state.book.wagers[ruled.wager].piece_count)


def correct(
    state: TableState,
    actor: Actor,
    command: r.CorrectOutcome | r.VoidAfterOutcome,
    now_ms: int,
) -> Decision:
    """Reading 19, for any of the last rounds; what cannot be collected is booked first."""
    if (no := closed(state)) is not None:
        return no
    ended = kept_round(state, command.round)
    if isinstance(ended, Refusal):
        return ended
    decided = decide_round(ended, actor, command)
    if isinstance(decided, Refusal):
        return decided
    (correction,) = decided
    assert isinstance(correction, e.OutcomeCorrected | e.SettledRoundVoided)
    return booked(correction, state, actor)


def reveal(state: TableState, actor: Actor, command: r.RevealSecret, now_ms: int) -> Decision:
    """Once, after the round; whether the secret fits is for its checker to say."""
    ended = _round_of(state, command.round)
    if ended is None:
        return refusal("secret/not-ended", round=command.round)
    decided = decide_round(ended, actor, command)
    if isinstance(decided, Refusal):
        return decided
    if ended.commitment is None:
        return refusal("secret/none", round=command.round)
    if ended.revealed is not None:
        return refusal("secret/revealed", round=command.round)
    if not command.secret:
        return refusal("secret/sealed", round=command.round)
    return decided


def kept_round(state: TableState, number: int) -> RoundState | Refusal:
    """A round of this table that can still be corrected, or why there is none."""
    if (found := _round_of(state, number)) is not None:
        return found
    if 1 <= number <= state.round_number:
        return refusal("correct/too-old", round=number, kept=ROUNDS_KEPT)
    return refusal("correct/no-such-round", round=number)


def _round_of(state: TableState, number: int) -> RoundState | None:
    """A round by its number: one that is kept, or the one in play."""
    in_play = state.round
    return in_play if in_play and in_play.number == number else state.past.get(number)


def kept_out(state: TableState, player: str, command: r.Command) -> Refusal:
    """The first reason, in the fixed order, for which a wager does not reach the round."""
    no = closed(state) or excluded(state, player) or seatless(state, player)
    return no or _no_round(command)


def _no_round(command: r.Command) -> Refusal:
    return refusal("round/none", action=type(command).__struct_config__.tag)
