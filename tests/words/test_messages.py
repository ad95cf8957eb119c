"""Messages hold what can be read back."""

import msgspec

from croupier.notation.describe import values_of
from croupier.office.sign_in import StaffSignedIn
from croupier.round.base import Actor
from croupier.rules.positions import Position
from croupier.words.message import Message


def test_the_fields_of_an_event_are_read_back_as_they_were_put_on_record() -> None:
    """A value that no message can hold would make an entry that nobody can read."""
    signed_in = StaffSignedIn(
        by=Actor("sue", Position.PIT_SUPERVISOR), address="::1", unlocked=True
    )
    message = Message(signed_in.name, values_of(signed_in))
    assert msgspec.json.decode(msgspec.json.encode(message), type=Message) == message
