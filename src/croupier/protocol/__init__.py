"""The messages between a house's server and its clients.

frames    what goes over the WebSocket, each way
views     tables, seats and the floor as each kind of viewer may see them
requests  what is posted over HTTP, and the answers
rulebook  a book with all that a page draws
odds      exact odds, and sessions of many rounds
"""

VERSION = 2
"""Increased when a client of the earlier version could misunderstand."""

SUBPROTOCOL = f"croupier.{VERSION}"
