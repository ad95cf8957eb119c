"""The end of a gaming day as one entry: all that a stream amounts to, to start from.

With a table goes the newest action id of every terminal: an old action sent again after a day's
end must not count a second time.
"""

from typing import Any

import msgspec

from croupier.house import HouseState
from croupier.house import snapshot as plain
from croupier.journal.events import Snapshot, snapshot
from croupier.journal.keys import SigningKey
from croupier.table.core import Core

_encode = msgspec.json.encode


class CoreKept(msgspec.Struct, frozen=True):
    """A table between rounds, as its snapshot holds it."""

    table: Any
    own_wheel: bool
    last_ms: int
    newest: dict[str, int]


def table_snapshot(core: Core, key: SigningKey) -> Snapshot:
    """The end of a table's gaming day."""
    state = core.state
    kept = CoreKept(plain.table_to_plain(state), core.own_wheel, core.last_ms, core.answers.newest)
    return snapshot(state.last_day or "", key, _encode(kept, order="deterministic"))


def house_snapshot(house: HouseState, day: str, key: SigningKey) -> Snapshot:
    """The end of the house's gaming day."""
    return snapshot(day, key, _encode(plain.house_to_plain(house), order="deterministic"))


def restore_table(core: Core, state: bytes) -> None:
    """Put a table back to where its snapshot has it."""
    kept = msgspec.json.decode(state, type=CoreKept)
    core.state = plain.table_from_plain(kept.table, core.state.book, core.state.house)
    core.own_wheel, core.last_ms = kept.own_wheel, kept.last_ms
    core.since_ms = kept.last_ms
    core.answers.newest = kept.newest


def restore_house(house: HouseState, state: bytes) -> None:
    """Put the house, which all tables share, back to where its snapshot has it."""
    kept = plain.house_from_plain(msgspec.json.decode(state))
    house.vouchers, house.excluded, house.ledger = kept.vouchers, kept.excluded, kept.ledger
