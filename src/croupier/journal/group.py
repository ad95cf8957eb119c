"""Many submissions, one transaction: what a group commit does, whoever gathers the group.

Two submissions for the same stream may be in one group. Nothing shows afterwards which entries
were written together.
"""

from collections.abc import Sequence

from croupier.journal.entry import Entry
from croupier.journal.errors import StoreFailed
from croupier.journal.store import Store

Outcome = list[bytes] | Exception
"""The hashes of a submission's entries, or why it is not on record."""


def commit_group(store: Store, submissions: Sequence[Sequence[Entry]]) -> list[Outcome]:
    """Write submissions in their order, durably, and say for each how it went."""
    try:
        hashes = store.append([entry for entries in submissions for entry in entries])
    except StoreFailed as failure:
        # One for each: an exception gathers the traces of all who raise it.
        return [type(failure)(*failure.args) for _ in submissions]
    except Exception as refused:
        if len(submissions) == 1:
            return [refused]
        # Nothing was written: one by one, so that only the one to blame is refused, and those
        # that built on it.
        return [commit_group(store, [entries])[0] for entries in submissions]
    return _shared_out(hashes, submissions)


def _shared_out(hashes: list[bytes], submissions: Sequence[Sequence[Entry]]) -> list[Outcome]:
    outcomes: list[Outcome] = []
    at = 0
    for entries in submissions:
        outcomes.append(hashes[at : at + len(entries)])
        at += len(entries)
    return outcomes
