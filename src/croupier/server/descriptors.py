"""File descriptors: each connection takes one, and a house without any can do nothing."""

import logging
import resource

from croupier.server.gate import Gate

log = logging.getLogger(__name__)

OWN = 96
"""What a house needs for itself: its record and its readers, its worker, its wheels."""
PLENTY = 1 << 20


def raise_descriptors(gate: Gate, *, demonstration: bool = False) -> int:
    """Raise the limit as far as the system lets us, and have the gate keep within it.

    How many there are now.
    """
    have, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if have != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            have = hard
        except (OSError, ValueError) as error:
            log.warning("the limit of file descriptors stays as it is: %s", error)
    if have == resource.RLIM_INFINITY:
        have = PLENTY
    asked = gate.limits.most
    gate.within(have - OWN)
    if gate.limits.most < asked:
        # A demonstration is for the people at one machine, whatever that has.
        level = logging.INFO if demonstration else logging.WARNING
        fields = {
            "descriptors": have,
            "connections": gate.limits.most,
            "asked": asked,
            "remedy": f"give it {asked + OWN} (LimitNOFILE, ulimit -n), or lower connections.most",
        }
        log.log(level, "fewer connections than the house file asks for", extra={"fields": fields})
    return have
