"""An action sent again while it is being written: the second answer waits for the first's write."""

import asyncio
from collections.abc import Sequence
from threading import Event
from typing import TypeAlias

import pytest

from croupier.journal.entry import Entry
from croupier.journal.memory import Failure, MemoryStore
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.opening import OpenBets
from croupier.table.answers import Answer
from croupier.table.core import Request
from croupier.table.running import FloorStopped
from tests.table.floors import Serving

TABLE = "sands-2019"
Waiting: TypeAlias = "asyncio.Future[Answer]"
WAGER = Request(Actor("ada"), PlaceWager(wager="red", amount=500), "ada", 1)


class SlowStore(MemoryStore):
    """A store whose writes wait until they may end."""

    def __init__(self) -> None:
        super().__init__()
        self.may_end = Event()
        self.may_end.set()

    def append(self, entries: Sequence[Entry]) -> list[bytes]:
        assert self.may_end.wait(60)
        return super().append(entries)


async def sent_twice(store: SlowStore) -> tuple[Serving, Waiting, Waiting]:
    """A wager that is being written, and the same one again."""
    serving = await Serving(store).start()
    await serving.open(TABLE, "ada")
    await serving.must(TABLE, OpenBets())
    await serving.running.idle()
    store.may_end.clear()
    first = serving.running.ask(TABLE, WAGER)
    await asyncio.sleep(0.01)
    again = serving.running.ask(TABLE, WAGER)
    await asyncio.sleep(0.01)
    return serving, first, again


async def test_a_repeat_is_not_answered_before_the_first_is_durable() -> None:
    store = SlowStore()
    serving, first, again = await sent_twice(store)
    early = [one.done() for one in (first, again)]
    store.may_end.set()
    assert await first == await again
    assert early == [False, False], "told before it was durable"
    await serving.stop()


async def test_a_repeat_of_what_could_not_be_written_is_not_answered() -> None:
    store = SlowStore()
    serving, first, again = await sent_twice(store)
    store.failure_at = Failure(store.appends + 1, kept=False)
    store.may_end.set()
    for one in (first, again):
        with pytest.raises(FloorStopped):
            await one
    await serving.stop()
