"""Simulate by the hour: ``python -m tests.simulation --seeds 1000 --from 0``.

Every failing seed is printed with the command that plays it again; the others go on.
"""

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import monotonic

from tests.simulation.seeds import SeedFailed, attempt, line
from tests.simulation.session import STEPS, Played

FAILURES_MAX = 10


def main() -> int:
    """Play the seeds that were asked for; 1 if one of them failed."""
    asked = _arguments()
    begun, failed, count, total = monotonic(), 0, 0, Counter[str]()
    for result in _results(asked.first, asked.seeds, asked.steps, asked.workers):
        count += 1
        if isinstance(result, str):
            failed += 1
            print(f"\n{result}", flush=True)
            if failed == FAILURES_MAX:
                break
            continue
        total += result.tally
        if asked.digests:
            print(result.seed, result.digest)
        else:
            _progress(count, asked.seeds, total, monotonic() - begun)
    print(f"{line(count, total)}, {failed} failed, {monotonic() - begun:.0f} s", file=sys.stderr)
    return 1 if failed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=100, help="how many (100)")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first (0)")
    parser.add_argument("--steps", type=int, default=STEPS, help=f"of each evening ({STEPS})")
    parser.add_argument("--workers", type=int, default=1, help="processes (1)")
    parser.add_argument("--digests", action="store_true", help="print the hash of all entries")
    return parser.parse_args()


def _results(first: int, count: int, steps: int, workers: int) -> Iterator[Played | str]:
    seeds, one = range(first, first + count), partial(_attempted, steps=steps)
    if workers == 1:
        yield from map(one, seeds)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(one, seeds, chunksize=4)


def _attempted(seed: int, steps: int) -> Played | str:
    try:
        return attempt(seed, steps)
    except SeedFailed as failed:
        where = "".join(traceback.format_exception(failed.__cause__))
        return f"{where}{failed}"


def _progress(count: int, wanted: int, total: Counter[str], seconds: float) -> None:
    """One line that is written over at a terminal, and now and then a line in a log."""
    rounds = total["round.settled"] + total["round.voided"] + total["round.abandoned"]
    text = f"{count:,} of {wanted:,} seeds, {rounds:,} rounds, {total['crashes']:,} crashes"
    if sys.stderr.isatty():
        print(f"\r{text}, {seconds:.0f} s", end="\n" * (count == wanted), file=sys.stderr)
    elif count % 100 == 0:
        print(f"{text}, {seconds:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
