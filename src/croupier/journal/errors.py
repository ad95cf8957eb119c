"""Everything that can go wrong with the record, each with a stable code.

JournalError
├── EventError             an event and its bytes do not fit
│   ├── EventUnknown       no such event or version is registered here
│   ├── EventNewer         a newer program wrote it
│   └── EventUnfit         the body is not that of its event
├── StoreError
│   ├── SequenceConflict   not the next entry of its stream; nothing was written
│   ├── StoreFailed        a write failed; whether it is on the disk, a new start will show
│   │   └── StoreStopped   nothing was tried, because an earlier write failed
│   ├── StoreClosed        it was closed
│   ├── StoreRefused       the store cannot be opened
│   │   ├── StoreBusy      another process writes it
│   │   ├── StoreUnreachable  its database does not answer
│   │   ├── FormatRefused  it is not a journal of this format
│   │   └── NotDurable     it would not keep what it is given
│   ├── StoreDamaged       what is there cannot be read
│   └── EntriesArchived    the entries asked for are in an archive
├── CommitterClosed        it takes no more submissions
├── HeadUnreadable         a text that is no signed head
├── HeadsRefused           a heads file that is not whole or not genuine
├── ArchiveDamaged         an archive that is not whole
├── RetentionRefused       there is nothing closed to archive there
└── RecordBroken           a chain that does not hold, met while reading for a start
    └── SignedByOther      another key signs it
"""

# ruff: noqa: N818 - named by what happened, as an operator would say it

from typing import ClassVar


class JournalError(Exception):
    """Something is wrong with the record."""

    code: ClassVar[str] = "journal/error"


class EventError(JournalError):
    """An event and its bytes do not match."""

    code = "journal/event"


class EventUnknown(EventError):
    """No such event or version is registered here."""

    code = "journal/event-unknown"


class EventNewer(EventError):
    """A newer program wrote it."""

    code = "journal/event-newer"


class EventUnfit(EventError):
    """The body does not fit its event."""

    code = "journal/event-unfit"


class StoreError(JournalError):
    """A store refused or failed."""

    code = "journal/store"


class SequenceConflict(StoreError):
    """An entry is not the next of its stream; nothing was written."""

    code = "journal/sequence-conflict"

    def __init__(self, stream: str, expected: int, given: int) -> None:
        super().__init__(f"the next entry of {stream} is {expected}, and {given} was given")
        self.stream, self.expected, self.given = stream, expected, given


class StoreFailed(StoreError):
    """A write failed; only a restart shows whether it reached the disk."""

    code = "journal/store-failed"


class StoreStopped(StoreFailed):
    """Nothing was attempted, because an earlier write failed."""

    code = "journal/store-stopped"


class StoreClosed(StoreError):
    """The store is closed."""

    code = "journal/store-closed"


class StoreRefused(StoreError):
    """The store cannot be opened."""

    code = "journal/store-refused"


class StoreBusy(StoreRefused):
    """Another process has the journal open for writing."""

    code = "journal/store-busy"


class StoreUnreachable(StoreRefused):
    """The database does not answer."""

    code = "journal/store-unreachable"


class FormatRefused(StoreRefused):
    """The file is not a journal of this format."""

    code = "journal/format-refused"


class NotDurable(StoreRefused):
    """The store would not be durable."""

    code = "journal/not-durable"


class StoreDamaged(StoreError):
    """The content cannot be read."""

    code = "journal/store-damaged"

    def __init__(self, reason: str, stream: str = "", seq: int = 0) -> None:
        where = f"{stream} at {seq}" if stream else "the store"
        super().__init__(f"{where} cannot be read: {reason}")
        self.reason, self.stream, self.seq = reason, stream, seq


class EntriesArchived(StoreError):
    """The entries asked for are in an archive."""

    code = "journal/entries-archived"


class CommitterClosed(JournalError):
    """The committer is closed."""

    code = "journal/committer-closed"


class HeadUnreadable(JournalError):
    """The text is not a signed head."""

    code = "journal/head-unreadable"


class HeadsRefused(JournalError):
    """A heads file is incomplete or not genuine."""

    code = "journal/heads-refused"


class ArchiveDamaged(JournalError):
    """An archive is damaged."""

    code = "journal/archive-damaged"


class RetentionRefused(JournalError):
    """There is no closed day to archive."""

    code = "journal/retention-refused"


class RecordBroken(JournalError):
    """The chain is broken, found while reading it for a start."""

    code = "journal/record-broken"


class SignedByOther(RecordBroken):
    """Another key signs it."""

    code = "journal/signed-by-other"
