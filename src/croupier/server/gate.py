"""Who may be connected: how many in all, of a kind and from one address, and for how long idle.

A connection that asks for nothing may stay until its deadline, and no longer than others need its
place. Time is counted by ``Pace``: nobody is cut off for what the house had not yet read.
"""

from collections import Counter
from collections.abc import Callable
from typing import Literal

from croupier.server.pace import Pace
from croupier.server.rates import Buckets
from croupier.server.sections import Connections
from croupier.server.throttle import address_key

Stage = Literal["idle", "header", "body", "answer"]
DEADLINES_S: dict[Stage, float] = {"idle": 20.0, "header": 20.0, "body": 60.0, "answer": 60.0}
"""For the first byte of a request, its header, its body, and until its answer is read."""
STALE_S = 2.0
"""Who has kept the house waiting for so long gives way to those who come when it is full."""
PROXIES = ("127.0.0.1", "::1")
"""Whom the house believes when it is behind a proxy (see ``serving``)."""
FINE = 20
"""So many arrivals a request costs that cannot be read: reading it costs as much."""
LEAST = 16
"""So many connections a house takes, however few its file descriptors are."""


class Slot:
    """The place of one connection."""

    __slots__ = ("address", "cut", "gate", "kind", "name", "paused", "since", "stage")

    def __init__(self, gate: "Gate", address: str | None) -> None:
        self.gate = gate
        self.address = address
        """What it counts under while nobody knows whose it is; nothing behind a proxy."""
        self.kind, self.name = "plain", ""
        self.stage: Stage | None = None
        """What the client is waited for with; nothing while it waits for the house."""
        self.since = 0.0
        self.cut: Callable[[], object] = int
        """Ends the connection at once."""
        self.paused: Callable[[], bool] = bool
        """Whether the house itself does not read now."""

    def wait(self, stage: Stage) -> None:
        """The client is to do something by a deadline."""
        self.stage, self.since = stage, self.gate.pace.attended
        self.gate.waiting.pop(self, None)
        self.gate.waiting[self] = None

    def busy(self) -> None:
        """The client waits for the house, or is at its table: no deadline."""
        self.stage = None
        self.gate.waiting.pop(self, None)

    def fine(self) -> None:
        """What came is no request: whoever goes on sending such is soon not let in."""
        if self.address is not None:
            self.gate.arrivals.drain(self.address, FINE)

    def leave(self) -> None:
        """The connection is gone."""
        self.busy()
        self.gate.left(self)


class Gate:
    """Every connection of a house, counted."""

    def __init__(self, limits: Connections, pace: Pace, *, behind_proxy: bool = False) -> None:
        self.pace = pace
        self.waiting: dict[Slot, None] = {}
        """Those who are waited for, longest first."""
        self.limits = limits
        self.slots: set[Slot] = set()
        self._behind_proxy = behind_proxy
        self._addresses: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._names: Counter[str] = Counter()
        self.arrivals = Buckets(limits.per_address, limits.requests_per_address, pace)
        pace.on_beat.append(self.sweep)

    def within(self, descriptors: int) -> None:
        """Take no more connections than there are descriptors for, and none that takes them all."""
        most = max(LEAST, min(self.limits.most, descriptors))
        self.limits = Connections(
            most=most,
            per_address=min(self.limits.per_address, most * 3 // 4),
            public=min(self.limits.public, most // 2),
            each=self.limits.each,
            requests_per_address=self.limits.requests_per_address,
        )

    def admit(self, peer: str) -> Slot | None:
        """A place for a connection from somewhere, unless there is none."""
        address = None if self._behind_proxy and peer in PROXIES else address_key(peer)
        if address is not None and not self.arrivals.take(address):
            return None
        crowded = address is not None and self._addresses[address] >= self.limits.per_address
        full = len(self.slots) >= self.limits.most
        if (crowded and not self.spare(address)) or (full and not self.spare()):
            return None
        slot = Slot(self, address)
        self.slots.add(slot)
        if address is not None:
            self._addresses[address] += 1
        return slot

    def spare(self, address: str | None = None) -> bool:
        """End the connection that has kept the house waiting longest; whether there was one."""
        for slot in self.waiting:
            if self.pace.attended - slot.since < STALE_S:
                return False
            if (address is None or slot.address == address) and not slot.paused():
                self._end(slot)
                return True
        return False

    def name(self, slot: Slot, kind: str, name: str) -> str | None:
        """It is known whose connection it is: why it cannot stay, or nothing if it can."""
        if kind == "public" and self._kinds[kind] >= self.limits.public:
            return "house/full"
        most = self.limits.per_address if kind == "public" else self.limits.each
        if self._names[name] >= most:
            return "rate/connections"
        slot.kind, slot.name = kind, name
        self._kinds[kind] += 1
        self._names[name] += 1
        if kind != "public" and slot.address is not None:
            # A whole floor may come back at once from behind one address.
            self.arrivals.give(slot.address)
            self._forget_address(slot)
        return None

    def left(self, slot: Slot) -> None:
        """A connection is gone."""
        if slot not in self.slots:
            return
        self.slots.discard(slot)
        self._forget_address(slot)
        if slot.name:
            self._kinds[slot.kind] -= 1
            _less(self._names, slot.name)

    def sweep(self) -> None:
        """End the connections that have missed their deadline."""
        now, late, shortest_s = self.pace.attended, [], min(DEADLINES_S.values())
        for slot in self.waiting:
            waited_s = now - slot.since
            if waited_s < shortest_s:
                break
            if slot.stage is not None and waited_s >= DEADLINES_S[slot.stage]:
                late.append(slot)
        for slot in late:
            if slot.paused() and slot.stage is not None:
                slot.wait(slot.stage)  # it is the house that did not read
            else:
                self._end(slot)

    def _end(self, slot: Slot) -> None:
        slot.leave()
        slot.cut()

    def _forget_address(self, slot: Slot) -> None:
        if slot.address is not None:
            _less(self._addresses, slot.address)
            slot.address = None


def _less(counter: Counter[str], name: str) -> None:
    counter[name] -= 1
    if counter[name] <= 0:
        del counter[name]
