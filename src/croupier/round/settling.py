"""What a round pays with its current felt.

A round of very many wagers is settled in arrays where numpy is there; both ways say the same.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from croupier.round.base import Purses
from croupier.round.state import Placement, RoundState, purses
from croupier.rules.refusal import RoundError
from croupier.rules.settlement import (
    Ball,
    Settlement,
    ball_at,
    returned_of,
    returned_on_each,
    settle,
    stakes_of,
)
from croupier.rules.terms import Chips

if TYPE_CHECKING:
    from croupier.round.bulk import Columns

BULK_FROM = 20_000
"""The number of wagers from which arrays are worth filling."""


class Paid(NamedTuple):
    """Each player's stakes and returns, in the chips that they placed."""

    staked: Purses
    returned: Purses
    warned: frozenset[str]
    """The players whose under-minimum wagers were honoured, in this round or before."""


def on_felt(state: RoundState, player: str | None = None) -> list[Placement]:
    """The placements on the felt, everybody's or one player's, in order."""
    if player is None:
        return state.placements
    return [placed for placed in state.placed_by.get(player, ()) if placed.amount]


def settled(state: RoundState, outcome: str, player: str | None = None) -> Settlement:
    """The settlement of the round as it lies, on an outcome, wager by wager.

    One player's alone comes to the same: limits and warnings are each player's own (reading 13).
    """
    return settle(
        state.book,
        [(placed.player, placed.wager, placed.amount) for placed in on_felt(state, player)],
        outcome,
        bonus_numbers=state.drawn,
        limits=state.limits,
        warned=state.warned,
        accepted=True,
    )


def winnings(state: RoundState, player: str) -> int:
    """What a player won in a settled round, without returned stakes."""
    ball = ball_at(state.book, state.outcome, state.drawn)
    stakes = [
        stake
        for placed in on_felt(state, player)
        for stake in stakes_of(player, placed.wager, placed.amount)
    ]
    returned, _ = returned_of(state.book, stakes, ball, state.limits, state.warned)
    return sum(max(0, back - stake.amount) for stake, back in zip(stakes, returned, strict=True))


def paid(state: RoundState, outcome: str) -> Paid:
    """What the round pays each player on an outcome (reading 23)."""
    in_bulk = _in_bulk(state, outcome) if len(state.placements) >= BULK_FROM else None
    return in_bulk or paid_one_by_one(state, outcome)


def nets_on_each(
    state: RoundState, outcomes: Iterable[str]
) -> Iterator[tuple[str, dict[str, int]]]:
    """What each player would win or lose as it lies, on one outcome after another; what a ruling
    returned is neither won nor lost."""
    stakes = [
        stake
        for placed in state.placements
        for stake in stakes_of(placed.player, placed.wager, placed.amount)
    ]
    numbers = list(outcomes)
    balls = [ball_at(state.book, number, state.drawn) for number in numbers]
    each = returned_on_each(state.book, stakes, balls, state.limits, state.warned)
    for number, returned in zip(numbers, each, strict=True):
        nets = dict.fromkeys((stake.player for stake in stakes), 0)
        for stake, back in zip(stakes, returned, strict=True):
            nets[stake.player] += back - stake.amount
        yield number, nets


def paid_one_by_one(state: RoundState, outcome: str) -> Paid:
    """The plain way, for any number of wagers."""
    ball = ball_at(state.book, outcome, state.drawn)
    back, warned = returned_one_by_one(state, state.placements, ball)
    back += [(placed.player, placed.chips, placed.amount) for placed in state.set_aside]
    return Paid(state.staked, purses(back), warned)


def returned_one_by_one(
    state: RoundState, placements: Iterable[Placement], ball: Ball
) -> tuple[list[tuple[str, Chips, int]], frozenset[str]]:
    """The amounts returned of some players' wagers, and the players honoured by now."""
    stakes = [
        (placed.chips, stake)
        for placed in placements
        for stake in stakes_of(placed.player, placed.wager, placed.amount)
    ]
    on_areas = [stake for _, stake in stakes]
    returned, warned = returned_of(state.book, on_areas, ball, state.limits, state.warned)
    back = [
        (stake.player, chips, amount)
        for (chips, stake), amount in zip(stakes, returned, strict=True)
    ]
    return back, warned


def kept_up(state: RoundState) -> "Columns | None":
    """The arrays of a crowded round, up to date; None without numpy, or once a ruling has changed
    the felt."""
    if state.rulings_made:
        state.columns = None
    elif state.columns is None and len(state.placed) >= BULK_FROM:
        try:
            from croupier.round.bulk import Columns
        except ModuleNotFoundError:
            return None
        state.columns = Columns(state)
    if state.columns is not None:
        state.columns.take_in(state.placed)
    return state.columns


def close_columns(state: RoundState) -> None:
    """Compute what does not depend on the ball, when bets close."""
    columns = kept_up(state)
    try:
        if columns is not None:
            columns.closed()
    except RoundError:  # too large for arrays
        state.columns = None


def _in_bulk(state: RoundState, outcome: str) -> Paid | None:
    """Settlement in arrays, or None without numpy or if the sums are too large."""
    try:
        from croupier.round.bulk import paid_in_bulk

        return paid_in_bulk(state, outcome)
    except (ModuleNotFoundError, RoundError):
        return None
