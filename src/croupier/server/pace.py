"""How the event loop keeps up, so that nobody pays for a house that was busy.

A client cannot be read while the loop is held up: by a slow disk, a busy machine, somebody else's
flood. Deadlines count only the time in which the loop came round, and rates allow for what piled up
meanwhile.
"""

import asyncio
from collections.abc import Callable
from time import monotonic

BEAT_S = 0.25
LATE_S = 0.5
"""A beat that comes later than this was held up."""
AFTER_S = 2.0
"""For so long after a hold-up what piled up in it may still be coming in."""


class Pace:
    """A beat on the loop, by which time is counted.

    >>> now = [0.0]
    >>> pace = Pace(clock=lambda: now[0])
    >>> for at in (0.25, 0.5, 9.0, 9.25):
    ...     now[0] = at
    ...     pace.beat()
    >>> round(pace.attended, 2), pace.held_up()
    (1.0, 8.5)
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.attended = 0.0
        """Seconds in which the loop came round, as of the last beat but one.

        What was sent by then has been read since, however the loop orders timers and reading.
        """
        self.on_beat: list[Callable[[], object]] = []
        self._newest = 0.0
        self._last = clock()
        self._held_up = 0.0
        self._until = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Beat on the running loop from now on."""
        self._last = self.clock()
        self._next()

    def end(self) -> None:
        """Beat no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def held_up(self) -> float:
        """For how long the loop has lately not come round, in seconds; mostly zero."""
        now = self.clock()
        lately = self._held_up if now < self._until else 0.0
        since = now - self._last if self._timer is not None else 0.0
        return max(lately, since if since > LATE_S else 0.0)

    def beat(self) -> None:
        """Count the time since the last beat, as far as the loop was not held up in it."""
        now = self.clock()
        passed, self._last = now - self._last, now
        self.attended = self._newest
        self._newest += min(passed, LATE_S)
        if passed > LATE_S:
            self._held_up, self._until = max(passed, self.held_up()), now + AFTER_S

    def _next(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(BEAT_S, self._on_time)

    def _on_time(self) -> None:
        self._next()
        self.beat()
        for each in self.on_beat:
            each()
