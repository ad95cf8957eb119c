"""The audit trail: of every significant event who, what, why, before and after (requirement 20).

What is ordinary play, such as a wager, is on record too and makes no line here. Secrets make none
either: a voucher's number, which is money, is left out.
"""

from typing import Any

import msgspec

from croupier.round.base import Actor, Event

ABOUT = ("staff", "device", "terminal", "player", "round", "day", "shift", "id", "table")
WHY = ("reason", "why", "clause", "message", "text")
BEFORE = ("before", "was", "expected", "reversed")
AFTER = ("after", "now", "closer", "returned", "position", "limits", "amount", "accepted")


class Line(msgspec.Struct, frozen=True):
    """One line of the audit trail; the entry has when and where."""

    what: str
    who: Actor | None = None
    approver: Actor | None = None
    about: str | None = None
    why: str | None = None
    before: Any = None
    after: Any = None


def line(event: Event) -> Line | None:
    """What the audit trail says of an event, or nothing where it is ordinary play."""
    if event.in_trail == "never":
        return None
    before, after = event.became or (_first(event, BEFORE), _first(event, AFTER))
    about, why = _first(event, ABOUT), _first(event, WHY)
    return Line(
        event.name,
        getattr(event, "by", None),
        getattr(event, "approver", None),
        None if about is None else str(about),
        None if why is None else str(why),
        msgspec.to_builtins(before),
        msgspec.to_builtins(after),
    )


def _first(event: Event, names: tuple[str, ...]) -> Any:
    """The first of these that an event says anything about."""
    return next((v for n in names if (v := getattr(event, n, None)) is not None), None)
