"""Counters and latencies of a running house, in Prometheus' text format."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

BOUNDS_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""Upper bounds of the latency histogram."""


class Metrics:
    """All counters since the start."""

    def __init__(self) -> None:
        self.answers: Counter[tuple[str, str]] = Counter()
        """Verdicts by table and by whether they were accepted or refused, repeats included."""
        self.messages = 0
        self.problems: Counter[str] = Counter()
        """Rejected messages, by code."""
        self.connections: Counter[str] = Counter()
        """Open connections by kind of viewer."""
        self._waits = [0] * (len(BOUNDS_MS) + 1)
        self._wait_sum_ms = 0

    def answered(self, table: str, accepted: bool, wait_ms: int) -> None:
        """Count a verdict on an action, and its latency."""
        wait_ms = max(wait_ms, 0)
        self.answers[table, "accepted" if accepted else "refused"] += 1
        self._waits[bisect_left(BOUNDS_MS, wait_ms)] += 1
        self._wait_sum_ms += wait_ms

    def lines(self) -> Iterator[str]:
        """All metrics as lines of text."""
        yield from _kind("croupier_verdicts_total", "counter", "Durable verdicts on actions.")
        for (table, verdict), count in sorted(self.answers.items()):
            yield f'croupier_verdicts_total{{table="{table}",verdict="{verdict}"}} {count}'
        yield from _kind("croupier_messages_total", "counter", "Messages received.")
        yield f"croupier_messages_total {self.messages}"
        yield from _kind("croupier_problems_total", "counter", "Rejected messages.")
        for code, count in sorted(self.problems.items()):
            yield f'croupier_problems_total{{code="{code}"}} {count}'
        yield from _kind("croupier_connections", "gauge", "Open WebSocket connections.")
        for viewer, count in sorted(self.connections.items()):
            yield f'croupier_connections{{viewer="{viewer}"}} {count}'
        yield from self._histogram()

    def _histogram(self) -> Iterator[str]:
        name = "croupier_verdict_milliseconds"
        yield from _kind(name, "histogram", "How long an action waited for its durable verdict.")
        total = 0
        for bound, count in zip(BOUNDS_MS, self._waits, strict=False):
            total += count
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        total += self._waits[-1]
        yield f'{name}_bucket{{le="+Inf"}} {total}'
        yield f"{name}_sum {self._wait_sum_ms}"
        yield f"{name}_count {total}"


def _kind(name: str, kind: str, help_: str) -> Iterator[str]:
    yield f"# HELP {name} {help_}"
    yield f"# TYPE {name} {kind}"
