"""One round as a pure state machine: commands in, events or a refusal out.

A matter is a module. All of them are imported here, so that a walk over the classes finds every
command and every event (``COMMANDS``, ``EVENTS``) wherever the package is first used.

>>> from croupier.books import load
>>> from croupier.rules.limits import OPEN
>>> from croupier.rules.positions import Position
>>> dealer, ada = Actor("Dora", Position.DEALER), Actor("Ada")
>>> state = RoundState(load("racetrack-2012"), 1, OPEN)
>>> for actor, command in (
...     (ada, PlaceWager(wager="17/20", amount=500)),
...     (dealer, SpinBall()),
...     (dealer, CloseBets()),
...     (dealer, CallOutcome(number="20")),
...     (dealer, ConfirmOutcome(number="20")),
... ):
...     for event in decide(state, actor, command):
...         evolve(event, state)
>>> state.phase.value, settlement_of(state)
('settled', <Settlement of racetrack-2012: settled on 20, 1 wager, house -85.00>)

What cannot be done is refused, and changes nothing:

>>> print(decide(state, ada, PlaceWager(wager="red", amount=500)).message)
cannot place bets now (phase: Settled)
"""

from croupier.round import (  # noqa: F401
    batch,
    bets,
    bonus,
    close,
    correction,
    interruption,
    no_spin,
    opening,
    outcome,
    referral,
    ruling,
    secret,
    spin,
    void,
)
from croupier.round.base import Actor, RoundCommand, RoundEvent, commands_of, events_of, walk
from croupier.round.bets import PlaceWager, WithdrawWager
from croupier.round.close import CloseBets
from croupier.round.decide import decide, evolve
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.phases import Phase
from croupier.round.results import settlement_of
from croupier.round.spin import SpinBall
from croupier.round.state import RoundState
from croupier.round.void import VoidRound

COMMANDS = commands_of(__name__)
EVENTS = events_of(__name__)
ENDS = tuple(kind for kind in walk(RoundEvent, __name__) if kind.ends_round)
"""The events with which a round ends."""
CALLED_OFF = tuple(kind for kind in walk(RoundEvent, __name__) if kind.calls_off)
"""The events by which every wager of a round is returned."""

__all__ = [
    "CALLED_OFF",
    "COMMANDS",
    "ENDS",
    "EVENTS",
    "Actor",
    "CallOutcome",
    "CloseBets",
    "ConfirmOutcome",
    "OpenBets",
    "Phase",
    "PlaceWager",
    "RoundCommand",
    "RoundEvent",
    "RoundState",
    "SpinBall",
    "VoidRound",
    "WithdrawWager",
    "decide",
    "evolve",
    "settlement_of",
]
