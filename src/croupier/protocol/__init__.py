"""The messages between a house's server and its clients, and nothing else.

frames    what goes over the WebSocket, each way
views     what a table, a seat and a floor look like to those who may see them
requests  what is posted over HTTP, and what comes back
"""

VERSION = 1
"""Raised when a client that knows the earlier one could misunderstand."""

SUBPROTOCOL = f"croupier.{VERSION}"
