"""Whose turn it is to write: a lease in the database's time, and the end of who hangs."""

import subprocess
import sys
import time
from threading import Event, Thread

import pytest

from croupier.journal import postgres_lease
from croupier.journal.errors import StoreFailed
from croupier.journal.postgres import PostgresStore
from croupier.journal.postgres_lease import wait_for_turn
from tests.journal.samples import entries, entry
from tests.postgres import Cluster

SECONDS = 60


class Waiting:
    """A server that waits for its turn, in a thread."""

    def __init__(self, address: str) -> None:
        self.given_up, self.asked, self.turn = Event(), Event(), Event()
        self.ended: str | None = None
        self._thread = Thread(target=self._run, args=[address])
        self._thread.start()

    def _run(self, address: str) -> None:
        self.ended = wait_for_turn(address, self._wait)
        self.turn.set()

    def _wait(self, seconds: float) -> bool:
        self.asked.set()
        return not self.given_up.wait(seconds)

    def close(self) -> None:
        self.given_up.set()
        self._thread.join()


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_lease, "RENEWED_S", 0.05)
    monkeypatch.setattr(postgres_lease, "ENDS_MS", 1500)
    monkeypatch.setattr(postgres_lease, "ASKED_S", 0.02)


def test_where_no_journal_is_nobody_waits(address: str) -> None:
    assert wait_for_turn(address, lambda seconds: False) is None


def test_a_server_waits_while_another_is_well(address: str) -> None:
    with PostgresStore(address, "one") as store:
        waiting = Waiting(address)
        assert waiting.asked.wait(SECONDS)
        for seq in range(1, 21):
            store.append([entry("a", seq)])
            time.sleep(0.1)
        assert not waiting.turn.is_set()
        assert store.failure is None
        store.close()
        assert waiting.turn.wait(SECONDS)
        waiting.close()
    assert waiting.ended is None


def test_who_is_killed_is_followed_at_once(address: str) -> None:
    code = (
        "import sys\n"
        "from croupier.journal.postgres import PostgresStore\n"
        "store = PostgresStore(sys.argv[1], 'one')\n"
        "print('open', flush=True)\n"
        "sys.stdin.read()\n"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, address], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        waiting = Waiting(address)
        assert waiting.asked.wait(SECONDS)
        other.kill()
        assert waiting.turn.wait(SECONDS)
        waiting.close()
    assert waiting.ended is None
    with PostgresStore(address) as store:
        assert store.epoch == 2


def test_who_hangs_is_ended_and_writes_no_more(address: str) -> None:
    old = PostgresStore(address, "one")
    old.append(entries("a", 1, 3))
    old.is_well = lambda: False  # type: ignore[method-assign]
    waiting = Waiting(address)
    assert waiting.turn.wait(SECONDS)
    waiting.close()
    assert waiting.ended == "one"
    with PostgresStore(address, "two") as new:
        new.append([entry("a", 4)])
        with pytest.raises(StoreFailed):
            old.append([entry("a", 4)])
        assert new.head("a").seq == 4
    old.close()


def test_who_was_replaced_learns_it_without_writing(address: str, postgres: Cluster) -> None:
    old = PostgresStore(address, "one")
    hangs = [True]
    old.is_well = lambda: not hangs[0]  # type: ignore[method-assign]
    waiting = Waiting(address)
    assert waiting.turn.wait(SECONDS)
    waiting.close()
    with PostgresStore(address, "two"):
        hangs.clear()
        hangs.append(False)
        end = time.monotonic() + SECONDS
        while old.failure is None:
            assert time.monotonic() < end
            time.sleep(0.02)
        assert "another server has taken the house over" in str(old.failure)
    old.close()


def test_a_lease_counts_the_time_of_the_database_alone(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PostgresStore(address) as store:
        monkeypatch.setattr(time, "time", lambda: 1e10)
        monkeypatch.setattr(time, "monotonic", lambda: 1e10)
        asked: list[float] = []

        def wait(seconds: float) -> bool:
            asked.append(seconds)
            return len(asked) < 3

        assert wait_for_turn(address, wait) is None
        assert len(asked) == 3
        assert store.failure is None
