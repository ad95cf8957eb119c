"""Events by own names and versions, and what was written long ago."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.journal.codec import Codec, Registry
from croupier.journal.entry import Entry
from croupier.journal.errors import EventError, EventNewer, EventUnfit, EventUnknown
from croupier.journal.events import EVENTS

FIXTURE = Path(__file__).parent / "data" / "wager-placed-versions.jsonl"


class Placed(msgspec.Struct, frozen=True):
    """The third shape of an event, which was first in dollars and then without a seat."""

    seat: str
    amount_cents: int
    secret: bytes = b""
    notes: dict[str, int] = {}


def registry() -> Registry:
    events = Registry()
    events.register("wager.placed", 3, Placed)
    events.upcast("wager.placed", 1, lambda old: {"amount_cents": old["dollars"] * 100})
    events.upcast("wager.placed", 2, lambda old: {**old, "seat": old.get("seat", "unknown")})
    return events


CODEC = Codec(registry())


def test_bytes_of_every_older_version_are_read_in_the_newest_shape() -> None:
    lines = FIXTURE.read_bytes().splitlines()
    read = [CODEC.decode("wager.placed", n, body) for n, body in enumerate(lines, start=1)]
    assert read == [
        Placed("unknown", 2500),
        Placed("unknown", 1250, b"\x00\xff"),
        Placed("p-1", 700, b"\x01", {"a": 1}),
    ]


def test_the_newest_bytes_are_those_that_were_kept() -> None:
    event = Placed("p-1", 700, b"\x01", {"a": 1})
    newest = FIXTURE.read_bytes().splitlines()[-1]
    assert CODEC.encode(event) == ("wager.placed", 3, newest)


def test_the_same_event_gives_the_same_bytes_in_any_order_of_its_notes() -> None:
    first = Placed("p", 1, notes={"a": 1, "b": 2})
    second = Placed("p", 1, notes={"b": 2, "a": 1})
    assert CODEC.encode(first) == CODEC.encode(second)


def test_an_entry_gives_its_event_back() -> None:
    event = Placed("p", 1)
    entry = CODEC.entry("table-1", 4, 99, event)
    assert (entry.stream, entry.seq, entry.at_ms, entry.version) == ("table-1", 4, 99, 3)
    assert CODEC.event(entry) == event


def test_no_class_is_named_in_the_bytes() -> None:
    entry = CODEC.entry("table-1", 1, 0, Placed("p", 1))
    assert b"Placed" not in entry.body
    assert "Placed" not in entry.name
    assert __name__.encode() not in entry.body


@pytest.mark.parametrize(
    ("name", "version", "body", "error", "said"),
    [
        ("wager.lost", 1, b"{}", EventUnknown, "wager.lost"),
        ("wager.placed", 4, b"{}", EventNewer, "version 4 is newer than this program's 3"),
        ("wager.placed", 0, b"{}", EventUnknown, "no version 0"),
        ("wager.placed", 3, b"{}", EventUnfit, "missing required field"),
        ("wager.placed", 3, b'{"seat":"p","amount_cents":"7"}', EventUnfit, "amount_cents"),
        ("wager.placed", 3, b"\xff", EventUnfit, "wager.placed version 3"),
        ("wager.placed", 1, b"[1]", EventUnfit, "wager.placed version 1"),
    ],
)
def test_what_cannot_be_read_is_named(
    name: str, version: int, body: bytes, error: type[EventError], said: str
) -> None:
    with pytest.raises(error, match=said):
        CODEC.event(Entry("a", 1, 0, name, version, body))


def test_an_event_that_is_not_registered_cannot_be_written() -> None:
    class Stranger(msgspec.Struct):
        pass

    with pytest.raises(EventUnknown, match="Stranger"):
        CODEC.encode(Stranger())


def twice() -> Codec:
    events = Registry()
    events.register("a", 1, Placed)
    events.register("a", 1, Placed)
    return Codec(events)


def twice_across() -> Codec:
    return Codec(registry(), registry())


def two_names() -> Codec:
    events = Registry()
    events.register("a", 1, Placed)
    events.register("b", 1, Placed)
    return Codec(events)


def no_way_up() -> Codec:
    events = Registry()
    events.register("a", 3, Placed)
    events.upcast("a", 2, dict)
    return Codec(events)


def way_from_nowhere() -> Codec:
    events = Registry()
    events.register("a", 1, Placed)
    events.upcast("a", 1, dict)
    return Codec(events)


def two_ways() -> Codec:
    events = registry()
    events.upcast("wager.placed", 1, dict)
    return Codec(events)


def version_zero() -> Codec:
    events = Registry()
    events.register("a", 0, Placed)
    return Codec(events)


def shaped(**config: Any) -> Callable[[], Codec]:
    def make() -> Codec:
        events = Registry()
        events.register("a", 1, msgspec.defstruct("Shape", [("x", int)], **config))
        return Codec(events)

    return make


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (twice, "a is registered twice"),
        (twice_across, "wager.placed is registered twice"),
        (two_names, "both b and a"),
        (no_way_up, "a has no upcast from version 1"),
        (way_from_nowhere, "a has an upcast from version 1, which never was"),
        (two_ways, "two upcasts from version 1"),
        (version_zero, "versions count from 1"),
        (shaped(array_like=True), "names no fields"),
        (shaped(omit_defaults=True), "default left out"),
        (shaped(tag=True), "class's name must not be in the record"),
    ],
)
def test_a_registry_that_would_not_last_is_refused(make: Callable[[], Codec], said: str) -> None:
    with pytest.raises(EventError, match=said):
        make()


def test_a_tag_of_its_own_is_no_class_name() -> None:
    assert shaped(tag="x")().versions == {"a": 1}


def test_the_journals_own_events_keep_their_names() -> None:
    assert Codec(EVENTS).versions == {
        "journal.begun": 1,
        "journal.key-rotated": 1,
        "journal.pruned": 1,
        "journal.signed": 1,
        "journal.snapshot": 1,
        "journal.started": 1,
    }
