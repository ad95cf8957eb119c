"""The base of every matter of the office: events, and changes requested by one person.

A matter is a module: its events and how they change the office, and how they are decided. No list
of them is kept: the codec and the reader of changes walk the classes.
"""

from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from croupier.house.base import HouseEvent
from croupier.round.base import Actor, Decision

if TYPE_CHECKING:
    from croupier.office.state import OfficeState


SessionEnd = Literal[
    "asked",
    "expired",
    "replaced",
    "disabled",
    "moved",
    "password-changed",
    "second-factor-reset",
]
"""Why a session ended."""


class OfficeEvent(HouseEvent, frozen=True, kw_only=True):
    """Something that changes the office, or that the audit trail must know.

    Who did it and why is with each, and what was before and after where something changed. Nothing
    secret is ever in one: of passwords and tokens only that they changed, and by whom.
    """

    def change_office(self, office: "OfficeState") -> None:
        """Apply the event to the office; some events are only for the audit trail."""


class Change(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Something that changes one member of the staff, or makes a cash device; a password or token
    is never in it."""

    founds: ClassVar[bool] = False
    """Whether the command line may make it while founding a house."""
    of_money: ClassVar[bool] = False
    """Whether it creates something that reports money, which always takes two people."""
    ends_session: ClassVar[SessionEnd | None] = None
    """Why it ends the person's sessions; None if they continue."""
    name: str

    def decide(self, office: "OfficeState", by: Actor, reason: str, now_ms: int) -> Decision:
        """The events it leads to if this person makes it, or a refusal."""
        raise NotImplementedError
