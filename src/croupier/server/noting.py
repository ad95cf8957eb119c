"""What is on no record is in the log: what was refused, to whom and from where; devices coming in.

Nothing that a client sent is in such a line but the address it asked for. Lines of one code are
folded when there are many (``logs``), so that nobody fills a disk by being refused.
"""

import logging

from starlette.types import Scope

from croupier.rules.refusal import Refusal

ASKED_MAX = 80
NOT_THERE = ("table/unknown", "record/", "book/unknown", "request/unknown-address")
"""Who asks for what is not there tries nothing."""

log = logging.getLogger(__name__)


def note_refused(no: Refusal, asked: str, address: str, name: str | None = None) -> None:
    """Log that something was refused; who it was is not known where it has no name."""
    if not no.code.startswith(NOT_THERE):
        fields = {"who": name, "address": address, "asked": asked[:ASKED_MAX]}
        log.info("refused: " + no.code, extra={"fields": fields})


def note_device(terminal: str, address: str) -> None:
    """Log that a device has given its token and is a terminal from now on."""
    log.info("a device came in", extra={"fields": {"who": terminal, "address": address}})


def note_refused_request(no: Refusal, scope: Scope) -> None:
    """The same of a request that goes no further, whoever sent it."""
    client = scope.get("client")
    note_refused(no, scope["path"], client[0] if client else "")
