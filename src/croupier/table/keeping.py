"""A record held against what the house has promised of it: at a start, and by a decision to go on.

The promises are the heads files, one beside the journal and one with the secrets. A record that
keeps less is not served until it is put back, or until somebody goes on without what is gone, on
record and with a reason.
"""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from croupier.journal.check import Lost, Promised, promised, taken_out
from croupier.journal.disk import make_folder
from croupier.journal.errors import RecordBroken, SignedByOther, StoreDamaged
from croupier.journal.keys import SigningKey
from croupier.journal.memory import MemoryStore
from croupier.journal.places import is_new, is_there, name_of, open_record, open_store
from croupier.journal.store import Record
from croupier.journal.walk import Finding, What, since_snapshot
from croupier.office import alerts
from croupier.rules.refusal import CroupierError, refusal
from croupier.table.accepting import decision
from croupier.table.core import HOUSE_STREAM
from croupier.table.promises import kept_before, lost_of
from croupier.table.recovery import load
from croupier.words.message import alert

log = logging.getLogger(__name__)
ACCEPTED = "record/loss-accepted"
"""The kind of the alert that somebody went on with less than was promised."""
SHOWN_MAX = 20


class _Short(NamedTuple):
    lost: list[Lost]
    findings: list[Finding]


def require_kept(data: Path, secrets: Path, key: SigningKey, *, had_people: bool) -> list[str]:
    """Refuse a record that holds less than was promised; nothing is written, nothing mended.

    ``had_people``: whether anybody has a credential of this house, whose record is then not empty.
    What somebody has to know: heads files that were there before and are gone, or are not ours.
    """
    found = promised((data, secrets), key.public)
    with _looked_at(data) as record:
        before = _kept_before(record, had_people=had_people)
        short = _short(record, found, key, kept_before=before)
        _require_ours(short, record, key, data, secrets)
    if short.findings:
        missing = _what_is_missing(data, short.findings)
        raise CroupierError(
            refusal("house/entries-missing", data=str(data), secrets=str(secrets), missing=missing)
            if short.lost
            else refusal("house/heads-missing", data=str(data), missing=missing)
        )
    for path, why in found.doubted:
        log.warning("a heads file does not hold", extra={"fields": {"file": str(path), "why": why}})
    doubted = [path for path, _ in found.doubted]
    return [str(path) for path in (*(found.missing if before else ()), *doubted)]


def accept_losses(
    data: Path, secrets: Path, key: SigningKey, reason: str, now_ms: int, *, had_people: bool
) -> list[Finding]:
    """Go on with what is there: what is gone, and why that is accepted, is on record from now on.

    The house must be stopped. It is an alert too, which stays until somebody acknowledges it.
    """
    found = promised((data, secrets), key.public)
    make_folder(data)
    with open_store(data) as store:
        before = _kept_before(store, had_people=had_people)
        short = _short(store, found, key, kept_before=before)
        if not short.findings:
            return []
        _require_ours(short, store, key, data, secrets)
        for one in taken_out(store, key):
            store.end_here(one.head.stream)
        floor = load(store, {}, key)
        begins = HOUSE_STREAM not in store.streams()
        entries = [floor.begin(HOUSE_STREAM, now_ms)] if begins else []
        chosen = decision(short.findings, reason, short.lost)
        gone = alert("record.loss-accepted", count=len(short.findings))
        messages = [gone, alert("reason", reason=reason)]
        raised = alerts.raised(floor.office, None, ACCEPTED, messages, now_ms)
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
        return open_record(data)
    except StoreDamaged:
        # Killed as it closed: SQLite must write before it can read such a file.
        return open_store(data)


def _kept_before(record: Record, *, had_people: bool) -> bool:
    """Whether heads files must be there: the record says so, or all of it is gone."""
    return kept_before(record) or (had_people and not record.streams())


def _short(record: Record, found: Promised, key: SigningKey, *, kept_before: bool) -> _Short:
    """What of the promises the record does not keep, and nobody has accepted yet."""
    gone = [*lost_of(record, found), *taken_out(record, key)]
    # The furthest of each stream: one file may be a moment behind the other.
    by_stream = {one.head.stream: one for one in sorted(gone, key=lambda one: one.head.seq)}
    findings = [one.finding for _, one in sorted(by_stream.items())]
    if not found.genuine and (kept_before or found.doubted):
        findings.append(Finding("", 0, What.HEADS_MISSING, "; ".join(_why_none(found))))
    return _Short(gone, findings)


def _require_ours(
    short: _Short, record: Record, key: SigningKey, data: Path, secrets: Path
) -> None:
    """Refuse another house's key: with it nothing of the record can be checked, or given up."""
    if not short.findings:
        return
    try:
        for _ in since_snapshot(record, HOUSE_STREAM, key.public):
            pass
    except SignedByOther:
        no = refusal("house/keys-missing", folder=str(secrets), data=str(data))
        raise CroupierError(no) from None
    except (RecordBroken, StoreDamaged):
        pass  # what is missing is reported first


def _why_none(found: Promised) -> Iterable[str]:
    yield from (f"{path} is gone" for path in found.missing)
    yield from (f"{path}: {why}" for path, why in found.doubted)


def _what_is_missing(data: Path, findings: list[Finding]) -> str:
    missing = _listed(findings)
    return f"{name_of(data)} is not there; {missing}" if not is_there(data) else missing


def _listed(findings: list[Finding]) -> str:
    shown = [f"{one.stream}: {one.detail}" if one.stream else one.detail for one in findings]
    more = len(shown) - SHOWN_MAX
    return "; ".join([*shown[:SHOWN_MAX], *([f"and {more} more"] if more > 0 else [])])
