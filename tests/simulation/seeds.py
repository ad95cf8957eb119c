"""Many seeds one after the other, with one line that says what was tried."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from tests.simulation.session import STEPS, Played, play


class SeedFailed(AssertionError):  # noqa: N818
    """An evening went wrong; its seed plays it again, step for step."""

    def __init__(self, seed: int, steps: int, error: BaseException) -> None:
        again = replay(seed, steps)
        super().__init__(f"seed {seed}: {type(error).__name__}: {error}\nto play it again: {again}")
        self.seed = seed


def replay(seed: int, steps: int = STEPS) -> str:
    """The command that plays a seed again."""
    beside = "" if steps == STEPS else f" --steps {steps}"
    return f"python -m tests.simulation --from {seed} --seeds 1{beside}"


def attempt(seed: int, steps: int = STEPS) -> Played:
    """The evening of a seed, or its failure with the way to play it again."""
    try:
        return play(seed, steps)
    except Exception as error:
        raise SeedFailed(seed, steps, error) from error


def tried(evenings: Iterable[Played], told: Callable[[Played], object] = id) -> str:
    """Play, and say in one line what was tried."""
    total: Counter[str] = Counter()
    count = 0
    for played in evenings:
        count += 1
        total += played.tally
        told(played)
    return line(count, total)


def line(count: int, total: Counter[str]) -> str:
    """What was tried, in one line."""
    settled, voided = total["round.settled"], total["round.voided"] + total["round.abandoned"]
    return (
        f"simulated {count:,} seeds: {total['steps']:,} steps, {total['yes']:,} granted, "
        f"{total['no']:,} refused, {total['again']:,} repeats, {settled:,} rounds settled, "
        f"{voided:,} void, {total['crashes']:,} crashes, {total['failed writes']:,} failed writes, "
        f"{total['within the day']:,} snapshots within a day"
    )


def from_seed(first: int, count: int, steps: int = STEPS) -> Iterable[Played]:
    """The evenings of so many seeds."""
    return map(partial(attempt, steps=steps), range(first, first + count))
