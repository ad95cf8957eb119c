"""House procedures: what every table does besides its book, never cited as a clause."""

import msgspec

from croupier.rules.positions import Position


class Procedure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A procedure of the house, the reading it rests on, and who asks for and approves it."""

    name: str
    title: str
    says: str
    reading: int
    asked_by: Position
    approved_by: Position | None = None
    """The lowest position of a second person, if one is needed."""
