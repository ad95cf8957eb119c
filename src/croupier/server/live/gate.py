"""Who may be connected: how many in all, of a kind and from one address, and for how long idle.

A connection that asks for nothing may stay until its deadline, and no longer than others need its
place. Time is counted by ``Pace``: nobody is cut off for what the house had not yet read.

Connections are accepted here too, one at a time: the loops' own servers accept all that wait before
anybody else has a turn, go on when file descriptors run out, and log every attempt.
"""

import asyncio
import logging
import resource
import socket
import ssl
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

from croupier.server.config.settings import Connections
from croupier.server.live.rates import Buckets, Pace
from croupier.server.people.throttle import address_key

Stage = Literal["idle", "header", "body", "answer"]
DEADLINES_S: dict[Stage, float] = {"idle": 20.0, "header": 20.0, "body": 60.0, "answer": 60.0}
"""For the first byte of a request, its header, its body, and until its answer is read."""
STALE_S = 2.0
"""When the house is full, connections idle for so long make room for new ones."""
PROXIES = ("127.0.0.1", "::1")
"""Whom the house believes when it is behind a proxy (see ``serving``)."""
FINE = 20
"""So many arrivals a request costs that cannot be read: reading it costs as much."""
ENDED_AT_ONCE = 50
"""So many connections are ended at a beat: closing a thousand would hold up everybody else."""
LEAST = 16
"""So many connections a house takes, however few its file descriptors are."""
log = logging.getLogger(__name__)
GAP_S = 0.001
"""After each that came in: of a thousand that come at once most of the time is left to others. Who
is not let in costs little, and keeps nobody waiting."""
REST_S = 0.5
"""For so long nobody is accepted after it could not be done."""
OWN = 96
"""What a house needs for itself: its record and its readers, its worker, its wheels."""
PLENTY = 1 << 20


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
        """What came is no request: an address that goes on sending such is soon refused."""
        if self.address is not None:
            self.gate.arrivals.drain(self.address, FINE)

    def goes_on(self) -> bool:
        """One more piece came of a request that was not whole; whether it is to be read.

        Each costs as much as an arrival: a thousand requests that come byte by byte would keep the
        house reading. An address with none left is disconnected soon.
        """
        if self.address is None or self.gate.arrivals.take(self.address):
            return True
        self.gate.ending.append(self)
        return False

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
        self.ending = deque[Slot]()
        """Those who are read no more, and are ended when their turn comes."""
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
        address_full = address is not None and self._addresses[address] >= self.limits.per_address
        full = len(self.slots) >= self.limits.most
        if (address_full and not self.spare(address)) or (full and not self.spare()):
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
        """End the connections that have missed their deadline, some at a time."""
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
                slot.busy()
                self.ending.append(slot)
        for _ in range(min(ENDED_AT_ONCE, len(self.ending))):
            self._end(self.ending.popleft())

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


class Acceptor:
    """Accepts on a socket; looks like a server of the loop to uvicorn."""

    def __init__(
        self,
        listening: socket.socket,
        gate: Gate,
        made: Callable[[Slot], asyncio.Protocol],
        tls: ssl.SSLContext | None,
    ) -> None:
        self._listening = listening
        self._gate = gate
        self._made = made
        self._tls = tls
        self._loop = asyncio.get_running_loop()
        self._taking: set[asyncio.Task[None]] = set()
        self._resting: asyncio.TimerHandle | None = None
        self._loop.add_reader(listening, self._next)

    def close(self) -> None:
        """Accept nobody any more."""
        self._loop.remove_reader(self._listening)
        if self._resting is not None:
            self._resting.cancel()
        for task in self._taking:
            task.cancel()

    async def wait_closed(self) -> None:
        """Until those who were being accepted are gone."""
        await asyncio.gather(*self._taking, return_exceptions=True)

    def _next(self) -> None:
        """Accept one; those who are connected have their turn before the one after."""
        try:
            line, peer = self._listening.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError as error:
            self._rest(error)
            return
        slot = self._gate.admit(peer[0])
        if slot is None:
            line.close()
            return
        task = self._loop.create_task(self._take(line, slot))
        slot.cut = task.cancel
        slot.wait("idle")  # through a handshake of TLS too
        self._taking.add(task)
        task.add_done_callback(self._taking.discard)
        self._pause(GAP_S)

    async def _take(self, line: socket.socket, slot: Slot) -> None:
        try:
            line.setblocking(False)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self._loop.connect_accepted_socket(lambda: self._made(slot), line, ssl=self._tls)
        except (OSError, asyncio.CancelledError):
            # Gone already, no TLS, or nobody waits for it any more.
            slot.leave()
            line.close()

    def _rest(self, error: OSError) -> None:
        """No descriptors, most likely: those who wait longest make room, and then on we go."""
        log.warning("connections cannot be accepted: %s", error.strerror or error)
        with suppress(OSError):
            self._gate.spare()
        self._pause(REST_S)

    def _pause(self, seconds: float) -> None:
        self._loop.remove_reader(self._listening)
        self._resting = self._loop.call_later(seconds, self._go_on)

    def _go_on(self) -> None:
        self._resting = None
        self._loop.add_reader(self._listening, self._next)


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
