"""How the tests are run: hypothesis without deadlines, since machines are shared; coroutines in
a loop of their own.

With ``HYPOTHESIS_PROFILE=mutation`` (see ``make mutate``) the examples are few and always the same,
and every test builds its books anew, so that a mutant cannot hide behind a book built before it.

Colours that the caller forces are left out: they are for people, and the tests read words.
"""

import asyncio
import os
from collections.abc import Iterator
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING

import pytest
from hypothesis import Phase, settings

from croupier.books import loader

if TYPE_CHECKING:
    from tests.postgres import Cluster

for name in ("FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS", "TTY_COMPATIBLE", "GITHUB_ACTIONS"):
    os.environ.pop(name, None)

PATIENCE_S = 300
"""What takes longer never comes."""
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "croupier")

settings.register_profile("croupier", deadline=None)
settings.register_profile(
    "mutation",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=25,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile(PROFILE)


def pytest_runtest_setup() -> None:
    if PROFILE == "mutation":
        loader.load.cache_clear()


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Cluster]":
    """A PostgreSQL server, one for each process of the tests that asks for it."""
    from tests.postgres import cluster

    with cluster() as server:
        yield server


@pytest.fixture
def address(postgres: "Cluster", monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a new journal, as a house file has it."""
    monkeypatch.setenv("PGPASSWORD", postgres.password)
    return postgres.open()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine; what never comes fails it."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**given), PATIENCE_S))
    return True
