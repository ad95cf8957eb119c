"""What no view of the record shows to anybody.

A round's secret is public once it is revealed, in an event of its own; until then it is on record
only sealed. A voucher's number is worth its money, and in records of earlier programs that
number is the voucher's id. A snapshot holds both. Fields of events that this program does not know
are hidden if their names sound like a secret.
"""

import re
from typing import Any

import msgspec

from croupier.journal.entry import Entry
from croupier.journal.events import SNAPSHOT
from croupier.round.secret import SecretRevealed

FIELDS = frozenset({"sealed", "voucher", "vouchers"})
SOUNDS_SECRET = re.compile(
    r"(^|_)(secret|secrets|password|passphrase|token|credential|credentials|pin|cookie|private)(_|$)"
)


def is_hidden(field: str) -> bool:
    """Whether a field of this name is shown to nobody.

    >>> is_hidden("voucher"), is_hidden("token_hash"), is_hidden("wager")
    (True, True, False)
    """
    return field in FIELDS or SOUNDS_SECRET.search(field) is not None


def shown(entry: Entry) -> dict[str, Any]:
    """What an entry says, by field, without what is hidden."""
    fields: dict[str, Any] = msgspec.json.decode(entry.body)
    if entry.name == SNAPSHOT:
        fields.pop("state", None)
    secret = fields.get("secret") if entry.name == SecretRevealed.name else None
    open_fields: dict[str, Any] = _without(fields)
    return open_fields if secret is None else {**open_fields, "secret": secret}


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without(inner) for key, inner in value.items() if not is_hidden(key)}
    return [_without(inner) for inner in value] if isinstance(value, list) else value
