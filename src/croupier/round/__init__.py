"""One round as a pure state machine: commands in, events or a refusal out.

A matter is a module. All of them are imported here, so that a walk over the classes finds every
command and every event (``COMMANDS``, ``EVENTS``) wherever the package is first used.
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
from croupier.round.base import RoundEvent, commands_of, events_of, walk

COMMANDS = commands_of(__name__)
EVENTS = events_of(__name__)
ENDS = tuple(kind for kind in walk(RoundEvent, __name__) if kind.ends_round)
"""The events with which a round ends."""
CALLED_OFF = tuple(kind for kind in walk(RoundEvent, __name__) if kind.calls_off)
"""The events by which every wager of a round is returned."""
