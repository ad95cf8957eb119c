"""Logs: one JSON object per line on standard error, `event` and fields, without secrets.

Repeated lines are written a few times and then counted, so that no client fills the disk. What the
record does not have is logged: refused requests and newly enrolled devices. Of what a client sent,
such a line holds only the address it asked for.
"""

import json
import logging
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from threading import Timer
from time import monotonic
from typing import Any, NamedTuple, TextIO

from croupier.rules.refusal import CroupierError, Refusal, refusal

LEVELS = ("debug", "info", "warning", "error")
TEXT_MAX = 2000
TRACE_MAX = 20_000
FOLD_S = 60.0
"""Repeats within this time are counted ..."""
FOLD_AFTER = 10
"""... after this many lines."""
KINDS_MAX = 1000
ASKED_MAX = 80
NOT_THERE = ("table/unknown", "record/", "book/unknown", "request/unknown-address")
"""Codes that are not logged: asking for something unknown is no attack."""
log = logging.getLogger(__name__)


class Line(logging.Formatter):
    """A record as one line of JSON; what a client sent stays within its string."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage()[:TEXT_MAX],
        }
        fields = getattr(record, "fields", None)
        if isinstance(fields, dict):
            line |= fields
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)[-TRACE_MAX:]
        return json.dumps(line, ensure_ascii=True, default=str)


class Kind(NamedTuple):
    """What makes two lines repeats of each other."""

    name: str
    level: int
    event: str
    code: str
    error: str


class Folded(logging.StreamHandler[TextIO]):
    """Writes the first lines of a kind, then once a minute how many more there were."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(stream)
        self._clock = clock
        self._since = clock()
        self._counts: dict[Kind, int] = {}
        self._timer: Timer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or count it."""
        if self._clock() - self._since >= FOLD_S:
            self.write_counts()
        kind = _kind(record)
        if kind not in self._counts and len(self._counts) >= KINDS_MAX:
            kind = Kind(record.name, record.levelno, "other lines", "", "")
        self._counts[kind] = count = self._counts.get(kind, 0) + 1
        if count <= FOLD_AFTER:
            super().emit(record)
        elif self._timer is None:
            self._timer = Timer(FOLD_S, self.write_counts)
            self._timer.daemon = True
            self._timer.start()

    def write_counts(self) -> None:
        """Write how many lines of each kind were left out, and start over."""
        with self.lock:  # type: ignore[union-attr]
            counts, self._counts = self._counts, {}
            self._since = self._clock()
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            for kind, count in counts.items():
                if count > FOLD_AFTER:
                    self._write_count(kind, count - FOLD_AFTER)

    def _write_count(self, kind: Kind, more: int) -> None:
        line = logging.LogRecord(kind.name, kind.level, "", 0, "repeated", (), None)
        line.fields = {"of": kind.event, "times": more} | ({"code": kind.code} if kind.code else {})
        super().emit(line)

    def close(self) -> None:
        """Write the counts so far."""
        self.write_counts()
        super().close()


def _kind(record: logging.LogRecord) -> Kind:
    error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
    code = str(getattr(record, "fields", {}).get("code", ""))
    return Kind(record.name, record.levelno, str(record.msg)[:TEXT_MAX], code, error)


def begin(level: str) -> None:
    """Start logging, at a level and above."""
    if level not in LEVELS:
        reason = f"--log is one of {', '.join(LEVELS)}"
        raise CroupierError(refusal("usage/bad-arguments", reason=reason))
    handler = Folded(sys.stderr)
    handler.setFormatter(Line())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    # These log each connection and request, which the metrics count.
    for noisy in ("uvicorn.access", "uvicorn.error", "websockets", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def note_refused(no: Refusal, asked: str, address: str, name: str | None = None) -> None:
    """Log a refusal, with the name of the person who asked, if known."""
    if not no.code.startswith(NOT_THERE):
        fields = {"code": no.code, "who": name, "address": address, "asked": asked[:ASKED_MAX]}
        log.info("request refused", extra={"fields": fields})


def note_device(terminal: str, address: str) -> None:
    """Log that a device has used its token and is now a terminal."""
    log.info("terminal enrolled", extra={"fields": {"who": terminal, "address": address}})


def note_refused_request(no: Refusal, scope: Mapping[str, Any]) -> None:
    """The same of a request refused before its sender is known."""
    client = scope.get("client")
    note_refused(no, scope["path"], client[0] if client else "")
