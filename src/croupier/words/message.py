"""A message independent of language: the id of its words and the values for their holes.

A record and a frame hold messages, and the reader's side words them. A sentence is one message or
several, one after the other.
"""

from collections.abc import Sequence

import msgspec

from croupier.words import Value, catalogue, text


class Message(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The words with an id in an area, and the values for their holes."""

    id: str
    values: dict[str, Value] = {}
    area: str = "events"

    def words(self, language: str = "en") -> str:
        """The message in a language."""
        return text(self.area, self.id, self.values, language)


def alert(id_: str, **values: Value) -> Message:
    """A part of an alert, or of a hint to staff."""
    return Message(id_, values, "alerts")


def as_typed(typed: str) -> Message:
    """Text typed by somebody or written by an earlier program: the same in every language."""
    return alert("as-typed", text=typed)


def joined(messages: Sequence[Message], language: str = "en") -> str:
    """Messages one after the other, as a part of a line; one that ends in a colon leads to the
    next."""
    between, words = catalogue("terms", language)["between.messages"], ""
    for each in messages:
        if words:
            words += {":": " ", "：": ""}.get(words[-1], between)
        words += each.words(language)
    return words


def sentence(messages: Sequence[Message], language: str = "en") -> str:
    """Messages with a capital and a full stop.

    >>> sentence([Message("bets.closed")])
    'The bets are closed.'
    """
    words = joined(messages, language)
    stop = catalogue("terms", language)["full-stop"]
    ended = words if words.endswith((".", "!", "?", stop)) else f"{words}{stop}"
    return f"{ended[:1].upper()}{ended[1:]}"
