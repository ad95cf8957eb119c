"""Events to bytes and back, by names and versions of our own.

A package registers its events here; the names outlive its classes, which may be moved and
renamed at will. When an event changes its shape its version goes up by one, and an upcast turns
the fields of the old version into those of the new one, so that what was ever written can be read.
Nothing here knows what an event means.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from croupier.journal.entry import Entry
from croupier.journal.errors import EventError, EventNewer, EventUnfit, EventUnknown

Fields = dict[str, Any]
Upcast = Callable[[Fields], Fields]
"""The fields of one version turned into those of the next."""


class Registry:
    """The events of one package: the newest shape of each, and upcasts from older ones."""

    def __init__(self) -> None:
        self.shapes: dict[str, tuple[int, type[msgspec.Struct]]] = {}
        self.upcasts: dict[tuple[str, int], Upcast] = {}

    def register(self, name: str, version: int, shape: type[msgspec.Struct]) -> None:
        """Give an event its name, and the version that its shape has now."""
        if name in self.shapes:
            raise EventError(f"{name} is registered twice")
        if version < 1:
            raise EventError(f"{name}: versions count from 1, and {version} was given")
        _require_lasting(name, shape)
        self.shapes[name] = version, shape

    def upcast(self, name: str, from_version: int, function: Upcast) -> None:
        """Register how the fields of one version become those of the next."""
        if (name, from_version) in self.upcasts:
            raise EventError(f"{name} has two upcasts from version {from_version}")
        self.upcasts[name, from_version] = function


class Codec:
    """Encodes and decodes the events of all packages."""

    def __init__(self, *registries: Registry) -> None:
        self._names: dict[type[msgspec.Struct], tuple[str, int]] = {}
        self._readers: dict[str, tuple[int, msgspec.json.Decoder[Any]]] = {}
        self._upcasts: dict[tuple[str, int], Upcast] = {}
        for registry in registries:
            for name, (version, shape) in registry.shapes.items():
                self._add(name, version, shape)
            self._upcasts.update(registry.upcasts)
        self._require_whole_ways()
        # Sets and dicts in one order always: the same event gives the same bytes.
        self._write = msgspec.json.Encoder(order="deterministic").encode

    @property
    def versions(self) -> Mapping[str, int]:
        """The newest version of every event."""
        return {name: version for name, (version, _) in sorted(self._readers.items())}

    def encode(self, event: msgspec.Struct) -> tuple[str, int, bytes]:
        """An event's name, version and body."""
        try:
            name, version = self._names[type(event)]
        except KeyError:
            raise EventUnknown(f"{type(event).__name__} is not a registered event") from None
        return name, version, self._write(event)

    def decode(self, name: str, version: int, body: bytes) -> msgspec.Struct:
        """The event in a body of any version, in its newest shape."""
        try:
            newest, reader = self._readers[name]
        except KeyError:
            raise EventUnknown(f"there is no event {name!r} here") from None
        try:
            if version != newest:
                body = self._raised(name, version, newest, body)
            event: msgspec.Struct = reader.decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise EventUnfit(f"{name} version {version}: {error}") from error
        return event

    def entry(self, stream: str, seq: int, at_ms: int, event: msgspec.Struct) -> Entry:
        """The entry that puts an event on record."""
        name, version, body = self.encode(event)
        return Entry(stream, seq, at_ms, name, version, body)

    def event(self, entry: Entry) -> msgspec.Struct:
        """The event that an entry puts on record."""
        return self.decode(entry.name, entry.version, entry.body)

    def _add(self, name: str, version: int, shape: type[msgspec.Struct]) -> None:
        if name in self._readers:
            raise EventError(f"{name} is registered twice")
        if shape in self._names:
            raise EventError(f"{shape.__name__} is both {name} and {self._names[shape][0]}")
        self._names[shape] = name, version
        self._readers[name] = version, msgspec.json.Decoder(shape)

    def _require_whole_ways(self) -> None:
        """Raise if an older version has no upcast: it would be noticed only years later."""
        wanted = {(n, old) for n, (new, _) in self._readers.items() for old in range(1, new)}
        for name, version in sorted(wanted ^ self._upcasts.keys()):
            if (name, version) in wanted:
                raise EventError(f"{name} has no upcast from version {version}")
            raise EventError(f"{name} has an upcast from version {version}, which never was")

    def _raised(self, name: str, version: int, newest: int, body: bytes) -> bytes:
        if version > newest:
            raise EventNewer(f"{name} version {version} is newer than this program's {newest}")
        if version < 1:
            raise EventUnknown(f"{name} has no version {version}")
        fields = msgspec.json.decode(body, type=Fields)
        for step in range(version, newest):
            fields = self._upcasts[name, step](fields)
        # Through bytes again, so that a field means the same by either way in.
        return self._write(fields)


def _require_lasting(name: str, shape: type[msgspec.Struct]) -> None:
    """Raise for shapes whose bytes would change meaning when only code changes."""
    config = shape.__struct_config__
    if config.array_like:
        raise EventError(f"{name}: an array names no fields, and upcasts need them")
    if config.omit_defaults:
        raise EventError(f"{name}: a default left out would change with the program")
    if config.tag == shape.__name__:
        raise EventError(f"{name}: its class's name must not be in the record")
