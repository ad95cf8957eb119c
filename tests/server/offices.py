"""Offices for tests: a running floor in memory, quick hashes, and clocks that the test moves."""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from argon2 import PasswordHasher

from croupier.journal.entry import Stored
from croupier.journal.store import Store
from croupier.office.names import HOUSE
from croupier.round.base import Actor, Event
from croupier.rules.refusal import Refusal
from croupier.server.config.house import USUAL, Accounts
from croupier.server.people.credentials import Credentials
from croupier.server.people.office import Office
from croupier.server.people.sign_in import SignedIn
from croupier.table.core import HOUSE_STREAM
from tests.table.floors import DEALER, MANAGER, SHIFT, SUPERVISOR, Serving

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
STAFF = (DEALER, SUPERVISOR, MANAGER, SHIFT)
ADDRESS = "192.0.2.7"
T = TypeVar("T")


def password_of(name: str) -> str:
    """A password that a scan of the record can look for."""
    return f"A quiet heron, {name[1:]}."


@dataclass
class Ticks:
    """A clock that stands until the test moves it."""

    now_ms: int = 5_000

    def __call__(self) -> int:
        return self.now_ms


@dataclass
class AtWork:
    """An office on a store, with one of each position on its staff."""

    store: Store
    secrets: Path
    ticks: Ticks = field(default_factory=Ticks)
    told: list[Event] = field(default_factory=list)
    accounts: Accounts = USUAL

    async def start(self) -> "AtWork":
        """A new house, or one that goes on from its record and its credentials."""
        self.serving = await Serving(self.store).start()
        path, data = self.secrets / "credentials.json", self.secrets / "data"
        opened = Credentials.load if path.exists() else Credentials.make
        self.credentials = opened(path, data, QUICK)
        self.office = Office(
            *(self.serving.running, self.credentials, self.serving.clock, self.ticks, self._tell),
            accounts=self.accounts,
        )
        await self.office.resume()
        if not self.office.state.staff:
            for actor in STAFF:
                assert actor.position is not None
                await must(
                    self.office.add_staff(
                        actor.name, actor.position, password_of(actor.name), HOUSE
                    )
                )
        return self

    def _tell(self, events: Sequence[Event]) -> None:
        self.told += events

    async def sign_in(self, actor: Actor, replaces: str | None = None) -> SignedIn:
        return await must(
            self.office.door.sign_in(actor.name, password_of(actor.name), ADDRESS, replaces)
        )

    def names(self) -> list[str]:
        """What is on the house's stream, signatures aside."""
        return [one.name for one in self.entries() if not one.name.startswith("journal.")]

    def entries(self) -> list[Stored]:
        return list(self.store.read(HOUSE_STREAM))

    async def stop(self) -> None:
        await self.office.logbook.idle()
        await self.serving.stop()


async def must(work: Awaitable[T | Refusal]) -> T:
    """What must not be refused."""
    done = await work
    assert not isinstance(done, Refusal), done.message
    return done


async def code(work: Awaitable[object]) -> str | None:
    """Why something was refused; its words must be made without an error."""
    done = await work
    if isinstance(done, Refusal):
        assert done.message
        return done.code
    return None
