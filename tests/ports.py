"""Ports of this machine for houses that are tried out."""

import errno
import random
import socket

BELOW_THE_KERNELS = range(20_000, 32_000)
"""Not among those that the kernel gives to whoever connects: a house that was killed finds its own
port free again."""


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    while True:
        port = random.choice(BELOW_THE_KERNELS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
            else:
                return port
