"""What a house does by itself when it opens: what its file says, and tables without people."""

from collections.abc import Callable

from croupier.house import commands as h
from croupier.house.closing import ClosingHour
from croupier.round import commands as r
from croupier.round.commands import Actor, Command
from croupier.rules.positions import Position
from croupier.server.config import HouseConfig, Table
from croupier.table.core import Request
from croupier.table.dealer import AUTOMATIC
from croupier.table.running import RunningFloor

BY_FILE = Actor("house.toml", Position.GAMING_SHIFT_MANAGER)
"""Whoever wrote the house's file."""


async def follow_the_file(
    config: HouseConfig, running: RunningFloor, hidden: Callable[[str], str]
) -> None:
    """What the house's file says and the record does not.

    What it says of a table counts when the table is new: after that the pit sets it at the table.
    ``hidden`` makes the number of a document unreadable.
    """
    first, house = config.tables[0].id, running.floor.house
    for one in config.excluded:
        if house.exclusion_of(one.player) is None:
            known = hidden(one.identity) if one.identity is not None else None
            exclude = h.ExcludePlayer(player=one.player, reason=one.reason, identity=known)
            await _do(running, first, BY_FILE, exclude)
    for table in config.tables:
        is_new = running.floor.tables[table.id].state.last_day is None
        if is_new and table.maximum_payout is not None:
            most = h.SetMaximumPayout(amount=table.maximum_payout)
            await _do(running, table.id, BY_FILE, most)


async def open_by_itself(
    table: Table, running: RunningFloor, closing: ClosingHour, now_ms: int
) -> None:
    """A table without people: its day begins, it opens, and it resumes where it was."""
    state = running.floor.tables[table.id].state
    if state.day is None:
        day = closing.next_day(state.last_day, now_ms)
        await _do(running, table.id, BY_FILE, h.StartDay(day=day))
    if not state.is_open:
        await _do(running, table.id, BY_FILE, h.OpenTable(opener=table.opener))
    if state.round is not None and state.round.waiting == "suspended":
        await _do(running, table.id, AUTOMATIC, r.ResumeRound())


async def _do(running: RunningFloor, table: str, actor: Actor, command: Command) -> None:
    answer = await running.ask(table, Request(actor, command))
    if not answer.accepted:
        raise RuntimeError(f"{table} refused {command}: {answer.message}")
