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
from croupier.office import state as office
from croupier.office.state import Makers, OfficeState
from croupier.rules.refusal import BookError, refusal
from croupier.table.core import HOUSE_STREAM, Core
from croupier.table.oversight import Oversight

_encode = msgspec.json.encode


class CoreKept(msgspec.Struct, frozen=True):
    """A table between rounds, as its snapshot holds it."""

    table: Any
    own_wheel: bool
    last_ms: int
    newest: dict[str, int]
    oversight: Oversight = msgspec.field(default_factory=Oversight)
    """Not in what earlier programs wrote."""


def table_snapshot(core: Core, key: SigningKey) -> Snapshot:
    """The end of a table's gaming day."""
    state = core.state
    kept = CoreKept(
        table=plain.table_to_plain(state),
        own_wheel=state.own_wheel,
        last_ms=core.last_ms,
        newest=core.answers.newest,
        oversight=core.oversight,
    )
    return snapshot(core.stream, state.last_day or "", key, _encode(kept, order="deterministic"))


def house_snapshot(house: HouseState, staff: OfficeState, day: str, key: SigningKey) -> Snapshot:
    """The end of the house's gaming day."""
    return snapshot(HOUSE_STREAM, day, key, _house_kept(house, staff))


def _house_kept(house: HouseState, staff: OfficeState) -> bytes:
    kept = {**plain.house_to_plain(house), "office": office.to_plain(staff)}
    return _encode(kept, order="deterministic")


def house_differs(house: HouseState, staff: OfficeState, state: bytes) -> bool:
    """Whether a snapshot has another house than the one that its entries amount to.

    Who made which account is left out where an earlier program did not write it.
    """
    content = msgspec.json.decode(state)
    people = office.from_plain(content.get("office", {}))
    if makers_kept(state) is None:
        people.makers = staff.makers
    return _house_kept(plain.house_from_plain(content), people) != _house_kept(house, staff)


def makers_kept(state: bytes) -> Makers | None:
    """Who made which account, as a snapshot of the house says; nothing from an earlier program,
    after which the entries before are to be read for it."""
    said = msgspec.json.decode(state).get("office", {})
    return office.from_plain(said).makers if "makers" in said else None


def restore_table(core: Core, state: bytes) -> None:
    """Put a table back to where its snapshot has it."""
    kept = msgspec.json.decode(state, type=CoreKept)
    require_same_title(core, kept.table["book"])
    core.book_sha256 = kept.table["book_sha256"]
    before = core.state
    core.state = plain.table_from_plain(
        kept.table, core.state.book, core.state.house, own_wheel=kept.own_wheel
    )
    core.state.terminal, core.state.profile_of = before.terminal, before.profile_of
    core.state.unattended, core.state.serves = before.unattended, before.serves
    core.last_ms = core.since_ms = kept.last_ms
    core.answers.newest = kept.newest
    core.oversight = kept.oversight


def table_and_book(state: bytes) -> tuple[str, str]:
    """Which table a snapshot is of, and the id of the book that it is run by."""
    kept = msgspec.json.decode(state, type=CoreKept)
    return kept.table["id"], kept.table["book"]


def differs(core: Core, state: bytes) -> bool:
    """Whether a snapshot has another table than the one that its entries amount to.

    Limits are left out: the first ones of a table are settings, and every round has its own. So is
    the edition of the book, which later entries may have changed; what an earlier program did not
    write; and what ended a round, where the snapshot does not say it, since one that went on from
    an earlier program's does not.
    """
    said = msgspec.json.decode(state, type=CoreKept).table
    kept, replayed = plain.as_kept_now(said), plain.table_to_plain(core.state)
    for written, was, now in zip(said["past"], kept["past"], replayed["past"], strict=False):
        now |= {part: was[part] for part in now.keys() - written.keys()}
        if was["ended_by"] is None:
            now["ended_by"] = None
        if "honoured" not in said:
            now["warned"] = was["warned"]
    if "honoured" not in said:
        replayed["honoured"] = kept["honoured"]
    if "slips" not in said:
        replayed["slips"] = kept["slips"]
    apart = {"limits": None, "book_sha256": None}
    return _sorted({**kept, **apart}) != _sorted({**replayed, **apart})


def _sorted(kept: Any) -> bytes:
    return _encode(kept, order="sorted")


def by_older_program(state: bytes) -> bool:
    """Whether a snapshot leaves out what is kept of a table today: a start knows no more than it
    says, and neither may a replay that goes on from there."""
    table = msgspec.json.decode(state, type=CoreKept).table
    newer = {"honoured", "slips"} - table.keys()
    return bool(newer) or any("uncollected" not in past for past in table["past"])


def require_same_title(core: Core, book_id: str) -> None:
    """A table is never run by another book than it was made for."""
    book = core.state.book
    if book_id != book.id:
        raise BookError(
            refusal("book/not-the-tables", table=core.state.id, made=book_id, now=book.id)
        )


def require_same_book(core: Core) -> None:
    """A table goes on by the very book that it was run by, unless another edition is adopted."""
    book = core.state.book
    if core.book_sha256 != book.sha256:
        raise BookError(
            refusal(
                "book/not-the-tables",
                table=core.state.id,
                made=f"{book.id} {core.book_sha256[:12]}",
                now=f"{book.id} {book.sha256[:12]}",
            )
        )


def restore_house(house: HouseState, state: bytes) -> OfficeState:
    """Put the house, which all tables share, back to where its snapshot has it; give its office,
    of which days that ended before there was one say nothing."""
    content = msgspec.json.decode(state)
    kept = plain.house_from_plain(content)
    house.vouchers, house.ledger = kept.vouchers, kept.ledger
    house.excluded, house.identities = kept.excluded, kept.identities
    return office.from_plain(content.get("office", {}))
