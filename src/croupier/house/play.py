"""The round's commands at a table: the house's checks, the round's decision, then the money.

The order is fixed and the same for every wager: table open, player not excluded, player seated,
what the round decides, what the terminal offers, funds, maximum payout. The round is always asked.
"""

from dataclasses import replace
from functools import singledispatch

from croupier.house.checks import (
    barred,
    broken,
    closed,
    not_at_terminal,
    over_own_limit,
    seatless,
    too_low,
)
from croupier.house.corrections import booked
from croupier.house.exposure import Exposure
from croupier.house.permissions import not_allowed
from croupier.house.state import ROUNDS_KEPT, Seat, TableState
from croupier.round import COMMANDS
from croupier.round.base import Actor, Decision, Event, RoundCommand, tag_of
from croupier.round.batch import (
    Bet,
    Check,
    ClearWagers,
    PlaceWagers,
    PlacingBatch,
    Rebet,
    UndoWager,
    bets_of,
)
from croupier.round.bets import (
    PlaceForPlayer,
    PlaceWager,
    RecordWager,
    RecordWithdrawal,
    TakeBackForPlayer,
    WagerPlaced,
    WagerWithdrawn,
    WithdrawWager,
)
from croupier.round.close import GrantStandingLeave, WithdrawStandingLeave
from croupier.round.correction import (
    CorrectOutcome,
    OutcomeCorrected,
    RoundResettled,
    SettledRoundVoided,
    VoidAfterOutcome,
)
from croupier.round.decide import decide as decide_round
from croupier.round.no_spin import ExplainNoSpin
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.permissions import not_given
from croupier.round.referral import DecideReferral, Refer
from croupier.round.ruling import RuleOnWager, WagerRuled
from croupier.round.secret import RevealSecret
from croupier.round.state import RoundState
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.terms import Chips


@singledispatch
def ask(command: RoundCommand, table: TableState, actor: Actor) -> Decision:
    """Most commands: of the round in play, which decides alone."""
    return _of_round(command, table, actor)


@ask.register
def open_bets(command: OpenBets, table: TableState, actor: Actor) -> Decision:
    """The next round, with the limits of the moment, once the last has ended."""
    if (no := closed(table)) is not None:
        return no
    if any(ended.unexplained for ended in table.past.values()):
        return refusal("no-spin/unexplained", table.book.says.open.clause)
    return command.open(table.book, table.round_number + 1, table.limits, actor, table.round)


@ask.register
def explain_no_spin(command: ExplainNoSpin, table: TableState, actor: Actor) -> Decision:
    """Of the round that it ended."""
    for ended in table.past.values():
        if ended.unexplained:
            return decide_round(ended, actor, command)
    if (no := not_given(table.book, ExplainNoSpin, actor)) is not None:
        return no
    return refusal("no-spin/explained")


# Wagers


@ask.register
def place(command: PlaceWager, table: TableState, actor: Actor) -> Decision:
    """A player's own wager."""
    if actor.position is not None:
        return not_allowed(command, "player")
    return _place(command, table, actor, actor.name)


@ask.register
def place_for(command: PlaceForPlayer | RecordWager, table: TableState, actor: Actor) -> Decision:
    """Placed by staff, at the player's risk (3.5), or the player's own, recorded by staff."""
    return _place(command, table, actor, command.player)


def _place(command: RoundCommand, table: TableState, actor: Actor, player: str) -> Decision:
    # The checks of every wager, written out: this is where the table spends its time.
    round_, seat = table.round, table.seats.get(player)
    if not table.is_open or table.house.is_kept_out(player) or seat is None or round_ is None:
        return _kept_out(command, table, player)
    decided = decide_round(round_, actor, command)
    if isinstance(decided, Refusal):
        return decided
    placed = decided[0]
    assert type(placed) is WagerPlaced
    no = unpayable(table, seat, placed, table.exposure)
    return no or over_own_limit(table, player, placed.amount) or decided


@ask.register
def place_batch(command: PlacingBatch, table: TableState, actor: Actor) -> Decision:
    """Each wager goes through all checks of a single one, after the ones before it: their money
    is spent, and what they could win counts towards the maximum payout."""
    if actor.position is not None:
        return not_allowed(command, "player")
    player = actor.name
    round_, seat = table.round, table.seats.get(player)
    if not table.is_open or table.house.is_kept_out(player) or seat is None or round_ is None:
        return _kept_out(command, table, player)
    if isinstance(command, Rebet):
        bets = _last_bets(table, player)
        if not bets:
            return refusal("rebet/none", player=player, kept=ROUNDS_KEPT)
        command = PlaceWagers(wagers=tuple(bets))
    return command.place(round_, actor, _payable(table, seat))


def _last_bets(table: TableState, player: str) -> list[Bet]:
    """What a player had at stake when the last round ended in which they had anything."""
    for ended in reversed(table.past.values()):
        aside = (placed for placed in ended.set_aside if placed.player == player)
        if bets := bets_of((*ended.placed_by.get(player, ()), *aside)):
            return bets
    return []


def _payable(table: TableState, seat: Seat) -> Check:
    """The checks of the house, which remember every wager that passed them."""
    spent: dict[Chips, int] = {}
    exposure = table.exposure
    if exposure is not None:
        exposure = replace(exposure, by_number=[*exposure.by_number])

    def check(placed: WagerPlaced) -> Refusal | None:
        chips, amount = placed.chips, placed.amount
        before = spent.get(chips, 0)
        if (no := unpayable(table, seat, placed, exposure, before)) is not None:
            return no
        if (no := over_own_limit(table, placed.player, sum(spent.values()) + amount)) is not None:
            return no
        spent[chips] = before + amount
        if exposure is not None:
            exposure.add(table.book.wagers[placed.wager], amount)
        return None

    return check


def unpayable(
    table: TableState, seat: Seat, placed: WagerPlaced, exposure: Exposure | None, spent: int = 0
) -> Refusal | None:
    """Terminal, funds, whole chips, maximum payout: why a wager that the round accepts is refused.

    ``spent`` is what the same action has taken of these chips before it.
    """
    chips, amount = placed.chips, placed.amount
    if table.book.terminals and (no := not_at_terminal(table, placed)) is not None:
        return no
    if table.ledger.accounts.get(seat.accounts[chips], 0) < spent + amount:
        return too_low(table, seat, chips, spent + amount)
    if chips == "colour-chips":
        pieces = table.book.wagers[placed.wager].piece_count
        if (no := broken(amount, seat.value, pieces)) is not None:
            return no
    return None if exposure is None else exposure.over(table.book.wagers[placed.wager], amount)


@ask.register
def withdraw(
    command: WithdrawWager | ClearWagers | UndoWager, table: TableState, actor: Actor
) -> Decision:
    """Taking wagers back is not playing: excluded players may."""
    if actor.position is not None:
        return not_allowed(command, "player")
    return _withdraw(command, table, actor, actor.name)


@ask.register
def withdraw_for(
    command: RecordWithdrawal | TakeBackForPlayer, table: TableState, actor: Actor
) -> Decision:
    """What staff record as taken off the felt, or take back themselves."""
    return _withdraw(command, table, actor, command.player)


def _withdraw(command: RoundCommand, table: TableState, actor: Actor, player: str) -> Decision:
    no = closed(table) or seatless(table, player)
    if no is not None or table.round is None:
        return no or _no_round(command)
    decided = decide_round(table.round, actor, command)
    if isinstance(decided, Refusal):
        return decided
    for withdrawn in decided:
        assert isinstance(withdrawn, WagerWithdrawn)
        colour = withdrawn.chips.get("colour-chips", 0)
        pieces = table.book.wagers[withdrawn.wager].piece_count
        if colour and (no := broken(colour, table.seats[player].value, pieces)) is not None:
            return no
    return decided


# The end of a round, and what comes after it


@ask.register
def outcome(command: CallOutcome | ConfirmOutcome, table: TableState, actor: Actor) -> Decision:
    """Settled by what the house knows of its players at this moment (reading 14)."""
    if (no := closed(table)) is not None:
        return no
    if table.round is None:
        return _no_round(command)
    return decide_round(replace(table.round, warned=table.warned), actor, command)


@ask.register
def rule(command: RuleOnWager, table: TableState, actor: Actor) -> Decision:
    """A ruling on a part of a stack cuts no colour chip (reading 23)."""
    decided = _of_round(command, table, actor)
    return decided if isinstance(decided, Refusal) else _chip_cut(table, decided) or decided


@ask.register
def correct(
    command: CorrectOutcome | VoidAfterOutcome, table: TableState, actor: Actor
) -> Decision:
    """Reading 19, for any of the last rounds; what cannot be collected is booked first."""
    return _booked(_of_round(command, table, actor, command.round), table, actor)


@ask.register
def refer(command: Refer, table: TableState, actor: Actor) -> Decision:
    """What the book does not cover waits for its decision, in this round or a settled one."""
    return _of_round(command, table, actor, command.round)


@ask.register
def decide_referral(command: DecideReferral, table: TableState, actor: Actor) -> Decision:
    """The decision; what it changes in a settled round is booked as a correction (reading 19)."""
    decided = _of_round(command, table, actor, command.round)
    if isinstance(decided, Refusal):
        return decided
    return _chip_cut(table, decided) or _booked(decided, table, actor)


def _of_round(
    command: RoundCommand, table: TableState, actor: Actor, number: int | None = None
) -> Decision:
    """What is asked of the round in play, or of one of the last that can still be corrected."""
    if (no := closed(table)) is not None:
        return no
    if number is None:
        return decide_round(table.round, actor, command) if table.round else _no_round(command)
    if (found := _round_by(table, number)) is not None:
        return decide_round(found, actor, command)
    if 1 <= number <= table.round_number:
        return refusal("correct/too-old", round=number, kept=ROUNDS_KEPT)
    return refusal("correct/no-such-round", round=number)


def _booked(decided: Decision, table: TableState, actor: Actor) -> Decision:
    if isinstance(decided, Refusal):
        return decided
    *before, last = decided
    if isinstance(last, OutcomeCorrected | SettledRoundVoided | RoundResettled):
        return [*before, *booked(last, table, actor)]
    return decided


def _chip_cut(table: TableState, decided: list[Event]) -> Refusal | None:
    """Why a ruling on a part of a stack would cut a colour chip, or None if none does.

    What changes in a settled round is paid in cash chips (reading 19).
    """
    for ruled in decided:
        if not isinstance(ruled, WagerRuled) or ruled.amount is None:
            continue
        if ruled.round is not None or table.round is None:
            continue
        lots = table.round.latest(ruled.player, ruled.wager, ruled.amount)
        colour = sum(taken for placed, taken in lots if placed.chips == "colour-chips")
        if not colour:
            continue
        seat = table.seats.get(ruled.player) or table.leavers[ruled.player]
        pieces = table.book.wagers[ruled.wager].piece_count
        if (no := broken(colour, seat.value, pieces)) is not None:
            return no
    return None


@ask.register
def reveal(command: RevealSecret, table: TableState, actor: Actor) -> Decision:
    """Once, after the round; whether the secret fits is for its checker to say."""
    ended = _round_by(table, command.round)
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


@ask.register
def standing_leave(
    command: GrantStandingLeave | WithdrawStandingLeave, table: TableState, actor: Actor
) -> Decision:
    """The Pit Manager's, for every round until withdrawn, whether or not one is in play (6.1)."""
    if (no := not_given(table.book, type(command), actor)) is not None:
        return no
    return command.leave(table.book, actor, stands=table.standing_leave is not None)


def _round_by(table: TableState, number: int) -> RoundState | None:
    """A round by its number: one that is kept, or the one in play."""
    in_play = table.round
    return in_play if in_play and in_play.number == number else table.past.get(number)


def _kept_out(command: RoundCommand, table: TableState, player: str) -> Refusal:
    """The first reason, in the fixed order, for which a wager does not reach the round."""
    return barred(table, player) or _no_round(command)


def _no_round(command: RoundCommand) -> Refusal:
    return refusal("round/none", action=tag_of(type(command)))


PLAY = {kind: ask.dispatch(kind) for kind in COMMANDS}
"""How the house asks each of the round's commands."""
