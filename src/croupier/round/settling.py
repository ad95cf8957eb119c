"""What a round pays as it lies on the felt."""

from croupier.round import events as e
from croupier.round.state import RoundState, purses
from croupier.rules.settlement import Settlement, settle


def settled(state: RoundState, outcome: str) -> Settlement:
    """The settlement of the round as it lies, on an outcome."""
    return settle(
        state.book,
        [(placed.player, placed.wager, placed.amount) for placed in state.placements],
        outcome,
        bonus_numbers=state.drawn,
        limits=state.limits,
        warned=state.warned,
        accepted=True,
    )


def returned_by(state: RoundState, settlement: Settlement) -> e.Purses:
    """What goes back to each player, in the chips it was placed with (reading 23)."""
    settled_ = zip(state.placements, settlement.bets, strict=True)
    back = [(placed.player, placed.chips, bet.settled.returned) for placed, bet in settled_]
    aside = [(placed.player, placed.chips, placed.amount) for placed in state.set_aside]
    return purses(back + aside)
