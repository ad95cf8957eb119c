"""Every start is on record: which program and which books, and what changed since the last one."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

import croupier
from croupier import books
from croupier.house.day import EndDay
from croupier.house.tray import CloseTable
from croupier.journal.entry import Entry
from croupier.journal.events import STARTED, Difference, Started, hash_of_sources
from croupier.journal.memory import MemoryStore
from croupier.round.opening import OpenBets
from croupier.rules.refusal import BookError
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM
from croupier.table.floor import TableSetting
from croupier.table.start import Start, start, this_program
from croupier.table.verifying import verify
from tests.table.floors import KEY, PROGRAM, SHIFT, SUPERVISOR, Serving, settings


def starts(entries: Sequence[Entry]) -> list[Started]:
    events = [CODEC.event(each) for each in entries if each.name == STARTED]
    return [event for event in events if isinstance(event, Started)]


def started(store: MemoryStore, program: Started = PROGRAM) -> Start:
    result = start(store, settings(), KEY, program, 1)
    store.append(result.entries)
    return result


def test_a_start_says_what_runs_and_by_which_books() -> None:
    (said,) = starts(started(MemoryStore()).entries)
    assert said.program == croupier.__version__
    assert said.program_sha256 == hash_of_sources(Path(croupier.__file__).parent)
    assert said.data_sha256 == {b: books.load(b).sha256 for b in books.ids()}


def test_the_first_start_has_nothing_to_compare_with_and_the_same_again_changes_nothing() -> None:
    store = MemoryStore()
    assert started(store).changed == []
    assert started(store).changed == []
    on_record = [each for each in store.read(HOUSE_STREAM) if each.name == STARTED]
    assert len(on_record) == 2


def test_another_program_is_told_and_on_record() -> None:
    store = MemoryStore()
    started(store)
    other = msgspec.structs.replace(PROGRAM, program_sha256="0" * 64)
    changed = started(store, other).changed
    assert changed == [Difference("program_sha256", PROGRAM.program_sha256, "0" * 64)]
    assert started(store, other).changed == []


def test_a_changed_book_is_refused_after_a_day_that_ended_too() -> None:
    """A start that begins from a snapshot does not read how the table was made."""

    async def a_day(store: MemoryStore) -> None:
        serving = await Serving(store).start()
        await serving.open("edz-2020")
        await serving.must("edz-2020", CloseTable(closer=10_000_000), by=SUPERVISOR)
        await serving.must("edz-2020", EndDay(), by=SHIFT)
        await serving.stop()

    store = MemoryStore()
    asyncio.run(a_day(store))
    changed = replace(books.load("edz-2020"), sha256="0" * 64)
    with pytest.raises(BookError, match="edz-2020") as caught:
        start(store, {"edz-2020": TableSetting("edz-2020", changed)}, KEY, PROGRAM, 1)
    assert caught.value.refusal.code == "book/not-the-tables"
    start(store, settings(), KEY, this_program([]), 1)


@pytest.mark.parametrize("ended", [False, True], ids=["from the entries", "from a snapshot"])
def test_a_table_adopts_no_other_book_than_its_own(*, ended: bool) -> None:
    async def some_play(store: MemoryStore) -> None:
        serving = await Serving(store).start()
        await serving.open("edz-2020")
        if ended:
            await serving.must("edz-2020", CloseTable(closer=10_000_000), by=SUPERVISOR)
            await serving.must("edz-2020", EndDay(), by=SHIFT)
        await serving.stop()

    store = MemoryStore()
    asyncio.run(some_play(store))
    other = settings() | {"edz-2020": TableSetting("edz-2020", books.load("sands-2019"))}
    with pytest.raises(BookError, match="sands-2019") as caught:
        start(store, other, KEY, PROGRAM, 1, adopt_books=True)
    assert caught.value.refusal.code == "book/not-the-tables"


def test_another_edition_of_a_book_is_adopted_between_rounds_and_verify_follows() -> None:
    async def days(store: MemoryStore) -> None:
        serving = await Serving(store).start()
        await serving.open("edz-2020", "ada")
        await serving.must("edz-2020", OpenBets())
        await serving.stop()

    store = MemoryStore()
    asyncio.run(days(store))
    other = replace(books.load("edz-2020"), sha256="0" * 64)
    changed = settings() | {"edz-2020": TableSetting("edz-2020", other)}
    with pytest.raises(BookError, match="croupier adopt"):
        start(store, changed, KEY, PROGRAM, 1)
    with pytest.raises(BookError, match="program it ran on before") as no:
        start(store, changed, KEY, PROGRAM, 1, adopt_books=True)
    assert no.value.code == "book/round-in-play"

    started(store)  # the book voids the round
    store.append(start(store, changed, KEY, PROGRAM, 2, adopt_books=True).entries)
    start(store, changed, KEY, PROGRAM, 3)
    known = {b: books.load(b) for b in books.ids()}
    assert [f.detail for f in verify(store, known).findings] == [
        "the table is run by another edz-2020 than is here"
    ]
    assert verify(store, known | {"edz-2020": other}).findings == []
    with pytest.raises(BookError, match="edz-2020"):
        start(store, settings(), KEY, PROGRAM, 4)
