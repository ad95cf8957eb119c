"""The house's office: staff, terminals, approvals and alerts.

Pure, as the house is: functions decide on the state and give events or a refusal, and ``evolve``
applies events. It must not know passwords, tokens, clocks, randomness or storage.
"""

from croupier.office import (  # noqa: F401
    alerts,
    appointments,
    approvals,
    assignments,
    devices,
    sign_in,
    staff,
    terminals,
    wheels,
)
from croupier.round.base import events_of

EVENTS = events_of(__name__)
