"""A house has as many file descriptors as the system lets it have, and says when those are few."""

import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.server import descriptors
from croupier.server.descriptors import OWN, raise_descriptors

SERVE = "import sys; from croupier.__main__ import main; sys.argv[0] = 'croupier'; main()"


@pytest.fixture
def limits() -> Iterator[tuple[int, int]]:
    """The soft limit may be changed by a test; the hard one never."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_soft_limit_is_raised_to_the_hard_one(limits: tuple[int, int]) -> None:
    _, hard = limits
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard // 2, hard))
    assert raise_descriptors(10) == hard
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)


@pytest.mark.parametrize(("spare", "says"), [(0, 0), (-1, 1)])
def test_too_few_are_told(
    limits: tuple[int, int], caplog: pytest.LogCaptureFixture, spare: int, says: int
) -> None:
    raise_descriptors(limits[1] - OWN - spare)
    assert len([one for one in caplog.records if one.name == descriptors.__name__]) == says


def test_a_house_that_is_served_has_raised_them(tmp_path: Path) -> None:
    """A process of its own, with a low soft limit and a hard one that is too low as well."""

    def low() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, 1000))

    with subprocess.Popen(
        [sys.executable, "-c", SERVE, "serve", "--data", str(tmp_path / "demo"), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        preexec_fn=low,
    ) as house:
        assert house.stdout is not None
        try:
            assert any("Ctrl-C stops the house." in line for line in house.stdout)
            assert resource.prlimit(house.pid, resource.RLIMIT_NOFILE) == (1000, 1000)
        finally:
            house.terminate()
