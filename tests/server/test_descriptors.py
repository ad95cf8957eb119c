"""A house has as many file descriptors as the system lets it have, and says when those are few."""

import logging
import resource
from collections.abc import Iterator

import pytest

from croupier.server.config.settings import Connections
from croupier.server.live import gate as descriptors
from croupier.server.live.gate import OWN, Gate, raise_descriptors
from croupier.server.live.rates import Pace


@pytest.fixture
def limits() -> Iterator[tuple[int, int]]:
    """The soft limit may be changed by a test; the hard one never."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def gate(most: int) -> Gate:
    return Gate(Connections(most=most), Pace())


def test_the_soft_limit_is_raised_to_the_hard_one(limits: tuple[int, int]) -> None:
    _, hard = limits
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard // 2, hard))
    assert raise_descriptors(gate(16)) == hard
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)


@pytest.mark.parametrize(
    ("spare", "level", "demonstration"),
    [(0, None, False), (-1, logging.WARNING, False), (-1, logging.INFO, True)],
)
def test_too_few_are_told(
    limits: tuple[int, int],
    caplog: pytest.LogCaptureFixture,
    spare: int,
    level: int | None,
    demonstration: bool,
) -> None:
    caplog.set_level(logging.INFO)
    have = limits[1] - OWN
    one = gate(have - spare)
    raise_descriptors(one, demonstration=demonstration)
    said = [record.levelno for record in caplog.records if record.name == descriptors.__name__]
    assert said == ([] if level is None else [level])
    assert one.limits.most == have
