"""Logs: a JSON object a line on standard error, without secrets or anything that breaks lines."""

import json
import logging
import sys
from datetime import UTC, datetime

from croupier.rules.refusal import CroupierError, refusal

LEVELS = ("debug", "info", "warning", "error")
TEXT_MAX = 2000


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
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=True, default=str)


def begin(level: str) -> None:
    """Log from now on, at a level and above."""
    if level not in LEVELS:
        reason = f"--log is one of {', '.join(LEVELS)}"
        raise CroupierError(refusal("usage/bad-arguments", reason=reason))
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Line())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    # These say each connection and request: the metrics count them.
    for noisy in ("uvicorn.access", "uvicorn.error", "websockets", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
