"""Logs: a JSON object a line on standard error, without secrets or anything that breaks lines.

What is said again and again is said a few times and then counted: no client writes a disk full.
"""

import json
import logging
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Timer
from time import monotonic
from typing import NamedTuple, TextIO

from croupier.rules.refusal import CroupierError, refusal

LEVELS = ("debug", "info", "warning", "error")
TEXT_MAX = 2000
TRACE_MAX = 20_000
FOLD_S = 60.0
"""What is said again within so many seconds is counted ..."""
FOLD_AFTER = 10
"""... once it was said so often."""
KINDS_MAX = 1000


class Line(logging.Formatter):
    """A record as one line of JSON: whatever a client sent stays within its string."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage()[:TEXT_MAX],
        }
        fields = getattr(record, "fields", None)
        if isinstance(fields, dict):
            said |= fields
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)[-TRACE_MAX:]
        return json.dumps(said, ensure_ascii=True, default=str)


class Kind(NamedTuple):
    """What counts as saying the same, whatever the figures in it."""

    name: str
    level: int
    says: str
    error: str


class Folded(logging.StreamHandler[TextIO]):
    """Writes the first lines of a kind, and then how many more there were, once a minute."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(stream)
        self._clock = clock
        self._since = clock()
        self._counts: dict[Kind, int] = {}
        self._timer: Timer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or count it."""
        if self._clock() - self._since >= FOLD_S:
            self.say_counts()
        kind = _kind(record)
        if kind not in self._counts and len(self._counts) >= KINDS_MAX:
            kind = Kind(record.name, record.levelno, "other lines", "")
        self._counts[kind] = count = self._counts.get(kind, 0) + 1
        if count <= FOLD_AFTER:
            super().emit(record)
        elif self._timer is None:
            self._timer = Timer(FOLD_S, self.say_counts)
            self._timer.daemon = True
            self._timer.start()

    def say_counts(self) -> None:
        """Say how often each was said and not written, and begin anew."""
        with self.lock:  # type: ignore[union-attr]
            counts, self._counts = self._counts, {}
            self._since = self._clock()
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            for kind, count in counts.items():
                if count > FOLD_AFTER:
                    self._say_count(kind, count - FOLD_AFTER)

    def _say_count(self, kind: Kind, more: int) -> None:
        said = logging.LogRecord(kind.name, kind.level, "", 0, "said again: %s", (kind.says,), None)
        said.fields = {"times": more}
        super().emit(said)

    def close(self) -> None:
        """Say what was only counted so far."""
        self.say_counts()
        super().close()


def _kind(record: logging.LogRecord) -> Kind:
    error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
    return Kind(record.name, record.levelno, str(record.msg)[:TEXT_MAX], error)


def begin(level: str) -> None:
    """Log from now on, at a level and above."""
    if level not in LEVELS:
        reason = f"--log is one of {', '.join(LEVELS)}"
        raise CroupierError(refusal("usage/bad-arguments", reason=reason))
    handler = Folded(sys.stderr)
    handler.setFormatter(Line())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    # These say each connection and request: the metrics count them.
    for noisy in ("uvicorn.access", "uvicorn.error", "websockets", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
