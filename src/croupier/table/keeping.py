"""A record held against what the house has promised of it: at a start, and by a decision to go on.

The promises are the heads files, one beside the journal and one with the secrets. A record that
keeps less is not served until it is put back, or until somebody goes on without what is gone, on
record and with a reason.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from croupier.journal.disk import make_folder
from croupier.journal.errors import StoreDamaged
from croupier.journal.keys import SigningKey
from croupier.journal.memory import MemoryStore
from croupier.journal.promised import Lost, Promised, promised
from croupier.journal.sqlite import SqliteRecord, SqliteStore
from croupier.journal.sqlite_file import FILE, is_new
from croupier.journal.store import Record
from croupier.journal.walk import Finding, What
from croupier.office import alerts
from croupier.rules.refusal import CroupierError, refusal
from croupier.table.accepting import decision
from croupier.table.core import HOUSE_STREAM
from croupier.table.promises import kept_before, lost_of
from croupier.table.recovery import load

ACCEPTED = "record/loss-accepted"
"""The kind of the alert that somebody went on with less than was promised."""
SHOWN_MAX = 20


class Kept(NamedTuple):
    """What a start found of the heads files, when the record keeps all that they promise."""

    known: bool
    """Whether both are there, or were at an earlier start: one that is gone was taken away."""
    doubts: list[str]
    """What somebody has to know: files that were there before and are gone, or are not ours."""


class _Short(NamedTuple):
    lost: list[Lost]
    findings: list[Finding]


def require_kept(data: Path, secrets: Path, key: SigningKey) -> Kept:
    """Refuse a record that holds less than was promised; nothing is written, nothing mended."""
    found = promised((data, secrets), key.public)
    with _looked_at(data) as record:
        before = kept_before(record)
        short = _short(record, found, kept_before=before)
    if short.findings:
        where = {"data": data, "secrets": secrets}
        code = "house/entries-missing" if short.lost else "house/heads-missing"
        raise CroupierError(refusal(code, missing=_told(data, short.findings), **where))
    gone = [f"{path} is gone" for path in found.missing if before]
    doubts = [*gone, *(f"{path}: {why}" for path, why in found.doubted)]
    return Kept(before or not (found.missing or found.doubted), doubts)


def accept_losses(
    data: Path, secrets: Path, key: SigningKey, reason: str, now_ms: int
) -> list[Finding]:
    """Go on with what is there: what is gone, and why that is accepted, is on record from now on.

    The house must be stopped. It is an alert too, which stays until somebody acknowledges it.
    """
    found = promised((data, secrets), key.public)
    make_folder(data)
    with SqliteStore(data) as store:
        short = _short(store, found, kept_before=kept_before(store))
        if not short.findings:
            return []
        floor = load(store, {}, key)
        begins = HOUSE_STREAM not in store.streams()
        entries = [floor.begin(HOUSE_STREAM, now_ms)] if begins else []
        chosen = decision(short.findings, reason, short.lost)
        text = f"{_listed(short.findings)}: {reason}"
        raised = alerts.raised(floor.office, None, ACCEPTED, text, now_ms)
        entries += [floor.note(HOUSE_STREAM, event, now_ms) for event in (chosen, *raised)]
        store.append(entries)
        store.keep_heads(key, (data, secrets))
    return short.findings


@contextmanager
def _looked_at(data: Path) -> Iterator[Record]:
    """A record to be read, which is empty where there is none: its files stay as they are."""
    with MemoryStore() if is_new(data) else _read_only(data) as record:
        yield record


def _read_only(data: Path) -> Record:
    try:
        return SqliteRecord(data)
    except StoreDamaged:
        # Killed as it closed: SQLite must write before it can read such a file.
        return SqliteStore(data)


def _short(record: Record, found: Promised, *, kept_before: bool) -> _Short:
    """What of the promises the record does not keep, and nobody has accepted yet."""
    gone = lost_of(record, found)
    # The furthest of each stream: one file may be a moment behind the other.
    by_stream = {one.head.stream: one for one in sorted(gone, key=lambda one: one.head.seq)}
    findings = [one.finding for _, one in sorted(by_stream.items())]
    if not found.heads and (kept_before or found.doubted):
        findings.append(Finding("", 0, What.HEADS_MISSING, "; ".join(_why_none(found))))
    return _Short(gone, findings)


def _why_none(found: Promised) -> Iterable[str]:
    yield from (f"{path} is gone" for path in found.missing)
    yield from (f"{path}: {why}" for path, why in found.doubted)


def _told(data: Path, findings: list[Finding]) -> str:
    said = _listed(findings)
    return f"{FILE} is not there; {said}" if not (data / FILE).exists() else said


def _listed(findings: list[Finding]) -> str:
    shown = [f"{one.stream}: {one.detail}" if one.stream else one.detail for one in findings]
    more = len(shown) - SHOWN_MAX
    return "; ".join([*shown[:SHOWN_MAX], *([f"and {more} more"] if more > 0 else [])])
