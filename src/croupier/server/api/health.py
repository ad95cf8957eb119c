"""The health of a house: what is blocked and why, for operators and load balancers.

It is public and contains nothing about wagers, numbers or people beyond the tables' public views.
"""

from shutil import disk_usage
from typing import Any, Literal

import msgspec

from croupier.server.house import House
from croupier.table import turning
from croupier.table.core import Core

ROOM_MIN = 100 << 20
"""With less free space than this on the data disk, the status is attention; in bytes."""
WRITE_MS_MAX = 2_000
"""A write that takes longer than this is slow."""
STALL_MS = 30_000
"""A step of the automatic dealer that is this late counts as missed."""
DEALER_MS = 30 * 60_000
"""A round that a Dealer runs, and that has been in one phase for so long, stands still."""

Status = Literal["ok", "attention", "stopped"]
Standing = Literal["dealing", "idle", "waits", "closed"]


class TableHealth(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The state of a table."""

    status: Standing
    for_: str | None = msgspec.field(default=None, name="for")
    """What it waits for: see docs/operations.md."""
    since_ms: int | None = None


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """The health of a house."""

    status: Status
    tables: dict[str, TableHealth]
    disk_free_bytes: int
    disk_nearly_full: bool
    write_waits_ms: int
    """How long the oldest non-durable batch has waited; 0 if none."""
    clock_step: dict[str, int] | None
    """The last time the clock was set since the start, and by how much."""


def health(house: House) -> Health:
    """The health of a running house, from memory."""
    tables = {id_: _table(house, core) for id_, core in house.floor.tables.items()}
    free, waits_ms = disk_usage(house.config.data).free, house.running.write_waits_ms()
    well = free >= ROOM_MIN and waits_ms <= WRITE_MS_MAX
    well = well and all(table.status != "waits" for table in tables.values())
    return Health(
        status="ok" if well else "attention",
        tables=tables,
        disk_free_bytes=free,
        disk_nearly_full=free < ROOM_MIN,
        write_waits_ms=waits_ms,
        clock_step=house.watch.clock.last,
    )


def stopped(house: House) -> bool:
    """Whether the house has stopped accepting requests."""
    return house.stopped.is_set() or house.running.stopped is not None


def lines(found: Health) -> list[str]:
    """The same as metrics."""
    gauges: dict[str, tuple[str, Any]] = {
        "croupier_tables_waiting": (
            "Tables that wait for somebody or something.",
            sum(table.status == "waits" for table in found.tables.values()),
        ),
        "croupier_disk_free_bytes": ("Free space on the data disk.", found.disk_free_bytes),
        "croupier_write_waits_milliseconds": (
            "How long the oldest non-durable batch has waited.",
            found.write_waits_ms,
        ),
    }
    return [
        line
        for name, (help_, value) in gauges.items()
        for line in (f"# HELP {name} {help_}", f"# TYPE {name} gauge", f"{name} {value}")
    ]


def _table(house: House, core: Core) -> TableHealth:
    state, now_ms = core.state, house.clock()
    round_ = state.round
    if not state.is_open or state.day is None:
        return TableHealth(status="closed")
    if round_ is not None and round_.waiting is not None:
        return TableHealth(status="waits", for_=round_.waiting, since_ms=core.held_ms)
    if round_ is not None and core.awaited is not None and core.awaited(round_.number, now_ms):
        return TableHealth(status="waits", for_="second-person", since_ms=core.since_ms)
    wheel = house.channels[state.id].wheel
    if wheel is not None and wheel.state != "ready":
        return TableHealth(status="waits", for_="wheel")
    closing = house.floor.closing
    if closing is not None and turning.overdue(core, closing, now_ms) is not None:
        return TableHealth(status="waits", for_="day-end")
    times = house.channels[state.id].setting.times
    if round_ is not None:
        late_ms = house.running.steady() - max(core.since_ms, core.resumed_ms)
        if late_ms > (DEALER_MS if times is None else max(times) + STALL_MS):
            who = "dealer" if times is None else "next-step"
            return TableHealth(status="waits", for_=who, since_ms=core.since_ms)
    return TableHealth(status="idle" if house.channels[state.id].is_idle else "dealing")
