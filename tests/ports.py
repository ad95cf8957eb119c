"""Ports of this machine for houses that are tried out."""

import socket


def free_port() -> int:
    """A port of this machine that nobody listens on,."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
