"""Whether the packets that arrive tell of now, or come late out of some buffer.

A wheel is heard every 500 ms, or as often as it is asked. After a silence what comes first may be
old: minutes of packets in one burst. Nothing is believed then until packets have come at the pace
of a live wheel again. The same holds when the line is opened.
"""

from enum import StrEnum

SILENCE_MS = 5_000
"""Without a status for so long, ten of them are missing: the wheel is not heard any more."""
PACE_MS = 50
"""A live wheel sends no two statuses closer than this: polls are 100 ms apart at least."""
PACED_MIN = 2
"""So many statuses in a row at the pace of a live wheel make it one."""


class Beat(StrEnum):
    """How to take a status packet."""

    LIVE = "live"
    WOKE = "woke"
    """Live again with this one: take its state as the start."""
    DOUBTED = "doubted"
    STALE = "stale"
    """The first of a burst after a silence; those that follow are doubted."""


class Pulse:
    """Listens for the beat of the wheel."""

    def __init__(self) -> None:
        self.live = False
        self._heard_ms: int | None = None
        self._silent = False
        self._stale_told = False
        self._paced = 0

    def opened(self, now_ms: int) -> None:
        """The line is open: from now on silence counts."""
        self._distrust()
        self._heard_ms = now_ms
        self._silent = False

    def lost(self) -> None:
        """The line is gone: no silence to wait for."""
        self._distrust()
        self._heard_ms = None

    def fell_silent(self, now_ms: int) -> bool:
        """Whether the wheel has fallen silent, told once."""
        if self._silent or self._heard_ms is None or now_ms - self._heard_ms < SILENCE_MS:
            return False
        self._distrust()
        self._silent = True
        return True

    def beat(self, now_ms: int) -> Beat:
        """A status packet has come: how to take it."""
        gap_ms = now_ms - (self._heard_ms if self._heard_ms is not None else now_ms)
        self._heard_ms = now_ms
        if self.live:
            return Beat.LIVE
        if gap_ms < PACE_MS:
            self._paced = 0
            told, self._stale_told = self._stale_told, True
            return Beat.STALE if self._silent and not told else Beat.DOUBTED
        self._paced += 1
        if self._paced < PACED_MIN:
            return Beat.DOUBTED
        self.live, self._silent = True, False
        return Beat.WOKE

    def _distrust(self) -> None:
        self.live = False
        self._stale_told = False
        self._paced = 0
