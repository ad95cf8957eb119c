"""All that a stream amounts to as one entry, to start from: at the end of a gaming day, and within
one when much has been written.

With a table go the answers that its terminals were given and the newest action id of each: an
action that is sent again after a start from here counts once, and is answered the same.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from croupier.house import HouseState
from croupier.house import snapshot as plain
from croupier.journal.events import Snapshot, Started, snapshot
from croupier.journal.keys import SigningKey
from croupier.office import state as office
from croupier.office.state import Makers, OfficeState
from croupier.rules.refusal import BookError, refusal
from croupier.table.answers import Answers, AnswersKept, HouseAnswers
from croupier.table.core import Core
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
    day_since_ms: int = 0
    answers: AnswersKept | None = None
    """Not in what earlier programs wrote, at the end of a day alone."""
    sat_ms: dict[str, int] = {}


def table_snapshot(core: Core, key: SigningKey, *, within: bool = False) -> Snapshot:
    """A table between rounds: the end of its gaming day, or within it."""
    state = core.state
    kept = CoreKept(
        table=plain.table_to_plain(state),
        own_wheel=state.own_wheel,
        last_ms=core.last_ms,
        newest=core.answers.newest,
        oversight=core.oversight,
        day_since_ms=core.day_since_ms,
        answers=core.answers.kept(),
        sat_ms=state.sat_ms,
    )
    whole = _encode(kept, order="deterministic")
    return snapshot(core.stream, state.last_day or "", key, whole, within=within)


def house_kept(
    house: HouseState, staff: OfficeState, answers: Answers, started: Started | None
) -> bytes:
    """The house, as its snapshot holds it."""
    kept = {
        **plain.house_to_plain(house),
        "office": office.to_plain(staff),
        "newest": answers.newest,
        "answers": answers.kept(),
        "started": started,
    }
    return _encode(kept, order="deterministic")


def house_differs(
    house: HouseState, staff: OfficeState, state: bytes, answers: Answers, started: Started | None
) -> bool:
    """Whether a snapshot has another house than the one that its entries amount to.

    What an earlier program did not write is left out.
    """
    restored, answered = HouseState(), HouseAnswers()
    people = restore_house(restored, state, answered)
    if makers_kept(state) is None:
        people.makers = staff.makers
    if is_older_house(state):
        answered.restore(answers.newest, answers.kept())
        for id_, voucher in restored.vouchers.items():
            voucher.alone = id_ in house.vouchers and house.vouchers[id_].alone
    start = started if is_older_house(state) else started_kept(state)
    return house_kept(restored, people, answered, start) != house_kept(
        house, staff, answers, started
    )


def is_older_house(state: bytes) -> bool:
    """Whether a snapshot of the house leaves out what is kept of it today."""
    return "answers" not in msgspec.json.decode(state)


def started_kept(state: bytes) -> Started | None:
    """What ran when a snapshot of the house was taken; nothing from an earlier program."""
    return msgspec.convert(msgspec.json.decode(state).get("started"), Started | None)


def makers_kept(state: bytes) -> Makers | None:
    """Who made which account, as a snapshot of the house says; nothing from an earlier program,
    after which the entries before are to be read for it."""
    kept = msgspec.json.decode(state).get("office", {})
    return office.from_plain(kept).makers if "makers" in kept else None


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
    core.answers.restore(kept.newest, kept.answers)
    core.oversight = kept.oversight
    core.day_since_ms = kept.day_since_ms
    core.state.sat_ms = kept.sat_ms


def table_and_book(state: bytes) -> tuple[str, str]:
    """Which table a snapshot is of, and the id of the book that it is run by."""
    kept = msgspec.json.decode(state, type=CoreKept)
    return kept.table["id"], kept.table["book"]


def differs(core: Core, state: bytes, of_the_house: Mapping[str, int] | None = None) -> bool:
    """Whether a snapshot has another table than the one that its entries amount to, beside the
    actions that are on the house's stream, of which the newest of each terminal is given.

    Limits are left out: the first ones of a table are settings, and every round has its own. So is
    the edition of the book, which later entries may have changed; what an earlier program did not
    write; and what ended a round, where the snapshot does not say it, since one that went on from
    an earlier program's does not.
    """
    whole = msgspec.json.decode(state, type=CoreKept)
    table = whole.table
    kept, replayed = plain.as_kept_now(table), plain.table_to_plain(core.state)
    for written, was, now in zip(table["past"], kept["past"], replayed["past"], strict=False):
        now |= {part: was[part] for part in now.keys() - written.keys()}
        if was["ended_by"] is None:
            now["ended_by"] = None
        if "honoured" not in table:
            now["warned"] = was["warned"]
    if "honoured" not in table:
        replayed["honoured"] = kept["honoured"]
    for part in {"slips", "sold_alone", "paid_alone", "played"} - table.keys():
        replayed[part] = kept[part]
    for player, seat in table["seats"].items():
        if "played" not in seat and player in replayed["seats"]:
            replayed["seats"][player]["played"] = kept["seats"][player]["played"]
    apart = {"limits": None, "book_sha256": None}
    if _sorted({**kept, **apart}) != _sorted({**replayed, **apart}):
        return True
    return whole.answers is not None and _differs_beside(core, whole, of_the_house or {})


def _differs_beside(core: Core, recorded: CoreKept, of_the_house: Mapping[str, int]) -> bool:
    """The same of what a table is not asked for: answers, oversight, when the day began."""
    answers = Answers()
    answers.restore(recorded.newest, recorded.answers)
    kept, replayed = (
        (recorded.oversight, recorded.day_since_ms),
        (core.oversight, core.day_since_ms),
    )
    return not answers.agree(core.answers, of_the_house) or kept != replayed


def _sorted(kept: Any) -> bytes:
    return _encode(kept, order="sorted")


def by_older_program(state: bytes) -> bool:
    """Whether a snapshot leaves out what is kept of a table today: a start knows no more than it
    says, and neither may a replay that goes on from there."""
    return msgspec.json.decode(state, type=CoreKept).answers is None


def require_same_title(core: Core, book_id: str) -> None:
    """A table is never run by another book than it was made for."""
    book = core.state.book
    if book_id != book.id:
        raise BookError(
            refusal("book/not-the-tables", table=core.state.id, made=book_id, now=book.id)
        )


def require_same_book(core: Core, *, adopt_books: bool = False) -> None:
    """A table goes on by the very book that it was run by, unless another edition is adopted, and
    a round ends by the one with which it began."""
    book, round_ = core.state.book, core.state.round
    if core.book_sha256 == book.sha256 or (adopt_books and round_ is None):
        return
    made, now = f"{book.id} {core.book_sha256[:12]}", f"{book.id} {book.sha256[:12]}"
    table, number = core.state.id, core.state.round_number
    if not adopt_books:
        raise BookError(refusal("book/not-the-tables", table=table, made=made, now=now))
    raise BookError(refusal("book/round-in-play", table=table, round=number, made=made, now=now))


def restore_house(house: HouseState, state: bytes, answers: Answers | None = None) -> OfficeState:
    """Put the house, which all tables share, back to where its snapshot has it, and what it was
    asked; give its office, of which days that ended before there was one say nothing."""
    content = msgspec.json.decode(state)
    kept = plain.house_from_plain(content)
    house.vouchers, house.ledger = kept.vouchers, kept.ledger
    house.excluded, house.identities = kept.excluded, kept.identities
    house.own_limits, house.asked_limits = kept.own_limits, kept.asked_limits
    house.time_outs = kept.time_outs
    if answers is not None and "answers" in content:
        answers.restore(content["newest"], msgspec.convert(content["answers"], AnswersKept))
    return office.from_plain(content.get("office", {}))
