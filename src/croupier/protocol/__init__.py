"""The messages between a house's server and its clients.

frames    what goes over the WebSocket, each way
views     tables, seats and the floor as each kind of viewer may see them
requests  what is posted over HTTP, and the answers
"""

VERSION = 2
"""Increased when a client of the earlier version could misunderstand."""

SUBPROTOCOL = f"croupier.{VERSION}"
