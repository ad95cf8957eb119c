"""How the lines of the players are walked: wagers placed, increased and withdrawn."""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.notation import actions as a
from croupier.notation.play import RoundInPlay
from croupier.notation.step import Step
from croupier.rules.money import in_units
from croupier.rules.settlement import Bet
from croupier.rules.terms import BonusPays
from croupier.rules.wager import Wager


def placed(action: a.Placing, at: RoundInPlay) -> Step:
    """A wager goes onto the felt."""
    if (no := _not_now(action, at)) is not None:
        return no
    bet = _bet(action, at)
    at.felt.place(bet)
    return _accepted(action, at, bet.wager, f"{in_units(bet.amount)} on {described(bet)}")


def increased(action: a.Increase, at: RoundInPlay) -> Step:
    """An amount is added to a wager on the felt."""
    if (no := _not_now(action, at)) is not None:
        return no
    bet = _bet(action, at)
    before = at.felt.held(bet.player, bet.wager)
    if not before:
        says = f"refused: {bet.player} has nothing on {bet.wager} to add to; place it first"
        return Step(action, "refused", says, bet.wager.placed)
    at.felt.increase(bet)
    says = f"{in_units(bet.amount)} more: {in_units(before + bet.amount)} on {bet.wager.name}"
    return _accepted(action, at, bet.wager, says)


def withdrawn(action: a.Withdrawal, at: RoundInPlay) -> Step:
    """A wager is taken back, while bets are open."""
    player, wager = action.player, at.book.wager(action.wager)
    held = at.felt.held(player, wager)
    if held == 0 or (action.amount or 0) > held:
        says = f"refused: {player} has {in_units(held)} on {wager} to take back"
        return Step(action, "refused", says)
    if at.phase != "open":
        says = f"too late: {in_units(held)} on {wager} stays in play"
        return Step.by(at.book.says.late.withdrawn, action, "refused", says)
    amount = held if action.amount is None else action.amount
    at.felt.withdraw(Bet(player, wager, amount))
    says = f"{in_units(amount)} back, {in_units(held - amount)} left on {wager}"
    return Step(action, "ok", says, wager.placed)


def described(bet: Bet) -> str:
    """A wager in words, with what it pays or is made of."""
    wager = bet.wager
    selection = wager.notation.partition(":")[2]
    name = f"{wager.name} {selection}" if selection else wager.name
    match wager.pays:
        case None:
            unit = in_units(bet.amount // wager.piece_count)
            return f"{name}: {wager.piece_count} pieces of {unit}"
        case BonusPays(plain, bonus, super_):
            return f"{name}, {plain}, {bonus} or {super_} to 1"
        case pays:
            return f"{name}, {pays} to 1"


def _bet(action: a.Placing | a.Increase, at: RoundInPlay) -> Bet:
    """The wager, if the player's terminal offers it."""
    wager = at.book.wager(action.wager, at.table.terminals.get(action.player))
    return Bet(action.player, wager, action.amount)


def _not_now(action: a.Placing | a.Increase, at: RoundInPlay) -> Step | None:
    """Why nothing can be placed at this moment or by this person, if so."""
    says = at.book.says
    if at.phase == "waiting":
        return Step.by(says.open, action, "refused", "refused: bets are not open yet")
    if at.phase != "open":
        what = "the increase is" if isinstance(action, a.Increase) else "the wager is"
        return Step.by(
            says.late.placed, action, "refused", f"refused: bets are closed, {what} late"
        )
    if action.by is None:
        return None
    if says.staff_placing is None:
        return Step(action, "refused", "refused: this book lets no staff place for a player")
    if not at.may(action.by, says.staff_placing.by):
        return Step.by(
            says.staff_placing, action, "refused", f"refused: not for {action.by.spoken}"
        )
    return None


def _accepted(action: a.Placing | a.Increase, at: RoundInPlay, wager: Wager, says: str) -> Step:
    if action.by is None:
        return Step(action, "ok", says, wager.placed)
    asked = f"{says}, placed by {action.by.spoken} at {action.player}'s request"
    return Step.by(at.book.says.staff_placing, action, "ok", asked)


LINES: Mapping[type[a.Action], Callable[[Any, RoundInPlay], Step]] = {
    a.Placing: placed,
    a.Increase: increased,
    a.Withdrawal: withdrawn,
}
"""How each line about a wager is walked."""
