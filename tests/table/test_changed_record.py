"""A record that somebody changed is not served: the first doubt ends the start."""

import asyncio
import sqlite3
from pathlib import Path

import msgspec
import pytest

from croupier import books
from croupier.house.day import EndDay
from croupier.house.seats import LeaveSeat
from croupier.house.tray import CloseTable
from croupier.journal.entry import chain
from croupier.journal.errors import RecordBroken
from croupier.journal.events import SIGNED, SNAPSHOT, Snapshot, snapshot
from croupier.journal.keys import SigningKey
from croupier.journal.sqlite import SqliteStore
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM, table_stream
from croupier.table.start import start
from croupier.table.verifying import verify
from tests.table.floors import KEY, MANAGER, PROGRAM, SHIFT, Serving, settings

TABLE = "sands-2017"


async def a_day(folder: Path, *, ends: bool) -> None:
    with SqliteStore(folder) as store:
        serving = await Serving(store).start()
        await serving.open(TABLE, "ada")
        await serving.must(TABLE, OpenBets())
        await serving.bet(TABLE, "ada", "red", 500)
        await serving.must(TABLE, SpinBall(), CloseBets(), CallOutcome(number="1"))
        await serving.must(TABLE, ConfirmOutcome(number="1"), LeaveSeat(player="ada"))
        if ends:
            tray = serving.floor.tables[TABLE].state.ledger.balance("float")
            await serving.must(TABLE, CloseTable(closer=tray), by=MANAGER)
            await serving.must(TABLE, EndDay(), by=SHIFT)
        await serving.stop()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET body = CAST(replace(body, '500', '900') AS BLOB)"
        " WHERE name = 'wager.placed'",
        "DELETE FROM entries WHERE name = 'bets.closed'",
        "DELETE FROM entries WHERE name = 'seat.left'",
    ],
    ids=["a wager changed", "an entry taken out", "the end cut off"],
)
def test_a_changed_record_is_not_served(tmp_path: Path, statement: str) -> None:
    asyncio.run(a_day(tmp_path, ends=False))
    connection = sqlite3.connect(tmp_path / "journal.sqlite3")
    assert connection.execute(statement).rowcount == 1
    connection.commit()
    connection.close()
    with SqliteStore(tmp_path) as store, pytest.raises(RecordBroken):
        start(store, settings(), KEY, PROGRAM, 1)


def forged(store: SqliteStore, key: SigningKey | None = None) -> None:
    """Ada is owed 8,000 more in the snapshot, which is chained anew, mostly without the key."""
    stream = table_stream(TABLE)
    *_, before, last, signature = store.read(stream)
    assert (last.name, signature.name) == (SNAPSHOT, SIGNED)
    event = CODEC.event(last)
    assert isinstance(event, Snapshot)
    state = msgspec.json.decode(event.state)
    state["table"]["accounts"]["held/ada"] += 800_000
    state["table"]["accounts"]["cage"] -= 800_000
    content = msgspec.json.encode(state)
    lie = msgspec.structs.replace(event, state=content)
    if key is not None:
        lie = snapshot(stream, event.day, key, content)
    entry = CODEC.entry(stream, last.seq, last.at_ms, lie)
    digest = chain(before.hash, entry)
    change = "UPDATE entries SET body = ?, hash = ? WHERE hash = ?"
    store._writer.execute(change, (entry.body, digest, last.hash))
    store._writer.execute("DELETE FROM entries WHERE hash = ?", (signature.hash,))
    change = "UPDATE streams SET head_hash = ?, head_seq = ? WHERE name = ?"
    store._writer.execute(change, (digest, last.seq, stream))


def test_a_forged_snapshot_is_not_served(tmp_path: Path) -> None:
    asyncio.run(a_day(tmp_path, ends=True))
    with SqliteStore(tmp_path) as store:
        forged(store)
        with pytest.raises(RecordBroken):
            start(store, settings(), KEY, PROGRAM, 1)


def test_a_snapshot_that_the_key_holder_made_up_is_found_by_verify(tmp_path: Path) -> None:
    """Signed rightly, and still not what the entries before it amount to."""
    asyncio.run(a_day(tmp_path, ends=True))
    with SqliteStore(tmp_path) as store:
        forged(store, KEY)
        start(store, settings(), KEY, PROGRAM, 1)
        found = verify(store, {b: books.load(b) for b in books.ids()}).findings
    assert [one.detail for one in found] == ["the snapshot does not follow from the entries"]


def test_every_day_that_ends_is_signed_in_both_streams(tmp_path: Path) -> None:
    asyncio.run(a_day(tmp_path, ends=True))
    with SqliteStore(tmp_path) as store:
        for stream in (table_stream(TABLE), HOUSE_STREAM):
            *_, snapshot, signature = store.read(stream)
            assert (snapshot.name, signature.name) == (SNAPSHOT, SIGNED)
        assert verify(store, {b: books.load(b) for b in books.ids()}).findings == []
