"""The audit trail: of every significant event who, what, why, before and after (requirement 20).

What is ordinary play, such as a wager, is on record too and makes no line here. Secrets make none
either: a voucher's number, which is money, is left out.
"""

from typing import Any

import msgspec

from croupier.house import events as h
from croupier.office import events as o
from croupier.round import events as r
from croupier.round.commands import Actor
from croupier.round.events import Event

ORDINARY: frozenset[type[Event]] = frozenset(
    {
        r.RoundOpened,
        r.WagerPlaced,
        r.WagerWithdrawn,
        r.BallSpun,
        r.BetsClosed,
        r.BonusNumbersDrawn,
        r.OutcomeCalled,
        r.OutcomeConfirmed,
        r.RoundSettled,
        r.SecretRevealed,
    }
)
ABOUT = ("staff", "device", "terminal", "player", "round", "day", "shift", "id", "table")
WHY = ("reason", "why", "clause", "message", "text")
BEFORE = ("before", "was", "expected", "reversed")
AFTER = ("after", "now", "closer", "returned", "position", "limits", "amount", "accepted")
CHANGED: dict[type[Event], tuple[str, str]] = {
    h.PlayerExcluded: ("may play", "excluded"),
    h.PlayerReadmitted: ("excluded", "may play"),
    o.StaffDisabled: ("enabled", "disabled"),
    o.StaffEnabled: ("disabled", "enabled"),
    o.TerminalEnrolled: ("not enrolled", "enrolled"),
    o.TerminalWithdrawn: ("enrolled", "withdrawn"),
    o.DeviceEnrolled: ("not enrolled", "enrolled"),
    o.DeviceWithdrawn: ("enrolled", "withdrawn"),
    o.ApprovalGiven: ("pending", "given"),
    o.ApprovalDeclined: ("pending", "declined"),
    o.ApprovalLapsed: ("pending", "lapsed"),
    o.AlertAcknowledged: ("standing", "acknowledged"),
}


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
    if type(event) in ORDINARY:
        return None
    before, after = CHANGED.get(type(event)) or (_first(event, BEFORE), _first(event, AFTER))
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
