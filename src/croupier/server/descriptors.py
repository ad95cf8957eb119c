"""File descriptors: each connection takes one, and a house without any can take nobody."""

import logging
import resource

log = logging.getLogger(__name__)

OWN = 256
"""What a house needs for itself: its record, its pages, its worker, its logs."""


def raise_descriptors(connections: int) -> int:
    """Raise the soft limit as far as the hard one lets us, and say where that is too little.

    How many there are now.
    """
    have, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if have != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            have = hard
        except (OSError, ValueError) as error:
            log.warning("the descriptors stay as they are: %s", error)
    if have != resource.RLIM_INFINITY and have < connections + OWN:
        fields = {"descriptors": have, "connections": connections, "remedy": "raise ulimit -n"}
        log.warning("there may be more connections than descriptors", extra={"fields": fields})
    return have
