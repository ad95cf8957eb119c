"""What a client may send over its WebSockets: messages, frames of any kind, and bytes; and how
many wagers it may have written, by whatever way they come.

A terminal or a session of staff has one meter, however many connections it opens. A connection of
nobody in particular has its own, and shares a wider one with all others of its address.
"""

from croupier.house.state import TableState
from croupier.round import commands as r
from croupier.server.pace import Pace
from croupier.server.rates import Bucket, Buckets, Kept
from croupier.server.throttle import address_key

BURST, PER_SECOND = 60, 20
"""Messages: more are refused."""
FRAMES_BURST, FRAMES_PER_SECOND = 120, 50
"""Frames, with pings, pongs and pieces of messages: more end the connection."""
BYTES_BURST, BYTES_PER_SECOND = 1 << 20, 128 << 10
WAGERS_BURST, WAGERS_PER_SECOND = 600, 60
"""Wagers placed or taken back: one message may hold hundreds, and each is an entry."""
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
        self.wagers = Buckets(WAGERS_BURST, WAGERS_PER_SECOND, pace)

    def of(self, name: str | None, address: str) -> tuple[Meter, ...]:
        """The meters of a new connection: of a terminal or session, or of an address."""
        if name is not None:
            return (self._named[name],)
        return (Meter(self._pace), self._addresses[address_key(address)])


def wagers_in(command: r.Command, table: TableState, player: str) -> int:
    """How many wagers of a player an action places or takes back, at most; one for any other."""
    if isinstance(command, r.PlaceWagers):
        return len(command.wagers) or 1
    if isinstance(command, r.ClearWagers | r.UndoWager | r.DoubleWagers):
        lies = table.round.placed_by.get(player, ()) if table.round is not None else ()
        return len(lies) or 1
    if isinstance(command, r.Rebet):
        return max((len(one.placed_by.get(player, ())) for one in table.past.values()), default=1)
    return 1
