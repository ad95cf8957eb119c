"""What a client may send over its WebSockets: messages, frames of any kind, and bytes.

A terminal or a session of staff has one meter, however many connections it opens. A connection of
nobody in particular has its own, and shares a wider one with all others of its address.
"""

from croupier.server.pace import Pace
from croupier.server.rates import Bucket, Kept
from croupier.server.throttle import address_key

BURST, PER_SECOND = 60, 20
"""Messages: more are refused."""
FRAMES_BURST, FRAMES_PER_SECOND = 120, 50
"""Frames, with pings, pongs and pieces of messages: more end the connection."""
BYTES_BURST, BYTES_PER_SECOND = 1 << 20, 128 << 10
AT_ADDRESS = 20
"""So many displays may be behind one address before they share what there is."""


class Meter:
    """What one client has sent lately."""

    __slots__ = ("_bytes", "_frames", "messages")

    def __init__(self, pace: Pace, times: int = 1) -> None:
        self.messages = Bucket(BURST * times, PER_SECOND * times, pace)
        self._frames = Bucket(FRAMES_BURST * times, FRAMES_PER_SECOND * times, pace)
        self._bytes = Bucket(BYTES_BURST * times, BYTES_PER_SECOND * times, pace)

    def counts(self, frames: int, size: int) -> bool:
        """Whether so much is within the rates; bytes are not, once no frame is left for them."""
        if size and (self._frames.is_empty() or not self._bytes.take(size)):
            return False
        return not frames or self._frames.take(frames)


class Meters:
    """The meters of all clients."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._named = Kept(lambda: Meter(pace))
        self._addresses = Kept(lambda: Meter(pace, AT_ADDRESS))

    def of(self, name: str | None, address: str) -> tuple[Meter, ...]:
        """The meters of a new connection: of a terminal or session, or of an address."""
        if name is not None:
            return (self._named[name],)
        return (Meter(self._pace), self._addresses[address_key(address)])
