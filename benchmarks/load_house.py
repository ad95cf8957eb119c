"""A house for the load benchmark, in a process of its own: it obeys lines on its standard input.

Tables run by commands alone, with terminals enrolled, seated and rich before anything is measured.
Every answer is one line of JSON on standard output; times are of the machine's monotonic clock,
which the other process reads too.
"""

import asyncio
import json
import resource
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import monotonic_ns, process_time_ns
from types import FrameType
from typing import Any

import uvloop

from croupier.bootstrap import served
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.seats import TakeSeat
from croupier.house.tray import OpenTable
from croupier.office.names import HOUSE
from croupier.round.base import Actor, Command
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.rules.positions import Position
from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import Listen, Table, TableLimits
from croupier.server.house import House
from croupier.table.core import Request

BOOK = "edz-2020"
SHIFT_MANAGER = Actor("gia", Position.GAMING_SHIFT_MANAGER)
DEALER = Actor("dora", Position.DEALER)


recorded: list[int] = []
"""When the ends of rounds were on record, and nobody had been told yet."""


SAMPLE_S = 0.001
sampled: Counter[tuple[str, ...]] = Counter()
"""How often each stack of the loop's thread was seen, by the processor time that passed."""


def sample(_number: int, frame: FrameType | None) -> None:
    """Note where the program is."""
    stack: list[str] = []
    while frame is not None:
        stack.append(f"{frame.f_globals['__name__']}:{frame.f_code.co_qualname}")
        frame = frame.f_back
    sampled[tuple(reversed(stack))] += 1


def watch(house: House) -> None:
    """Note when something is on record."""
    for channel in house.channels.values():
        tell = channel.recorded

        def noted(events: Any, entries: Any, tell: Any = tell) -> None:
            recorded.append(monotonic_ns())
            tell(events, entries)

        setattr(channel, "recorded", noted)  # noqa: B010


def said(**what: Any) -> None:
    """Answer with one line."""
    print(json.dumps(what), flush=True)


async def do(house: House, table: str, actor: Actor, *commands: Command) -> None:
    """Ask for things that must all be granted."""
    asked = [house.running.ask(table, Request(actor, command)) for command in commands]
    for answer in await asyncio.gather(*asked):
        assert answer.accepted, answer


async def prepare(house: House, terminals: int) -> dict[str, list[tuple[str, str]]]:
    """Open every table and seat its terminals; their keys by table."""
    names = {t: [f"{t}-{at:05}" for at in range(terminals)] for t in house.channels}
    tokens = await house.office.admit(
        {name: None for players in names.values() for name in players}, HOUSE
    )
    assert isinstance(tokens, dict), tokens
    for table, players in names.items():
        await do(house, table, SHIFT_MANAGER, StartDay(day="2026-11-16"), OpenTable(opener=0))
        for player in players:
            house.running.ask(table, Request(DEALER, TakeSeat(player=player)))
            house.running.ask(table, Request(DEALER, BuyIn(player=player, amount=10**9)))
        await house.running.idle()
    return {table: [(name, tokens[name]) for name in players] for table, players in names.items()}


async def obey(house: House, order: str) -> None:
    """One line of the other process."""
    word, *rest = order.split()
    if word == "open":
        for table in house.channels:
            await do(house, table, DEALER, OpenBets())
        said(done="open")
    elif word == "close":
        for table in house.channels:
            await do(house, table, DEALER, CloseBets())
        said(done="close")
    elif word == "settle":
        for table in house.channels:
            await do(house, table, DEALER, SpinBall(), CallOutcome(number=rest[0]))
        recorded.clear()
        for table in house.channels:
            await do(house, table, DEALER, ConfirmOutcome(number=rest[0]))
        said(done="settle", at_ns=min(recorded))
    elif word == "used":
        used = resource.getrusage(resource.RUSAGE_SELF)
        pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
        said(cpu_ns=process_time_ns(), rss=pages * resource.getpagesize(), peak_kb=used.ru_maxrss)
    elif word == "sample":
        signal.signal(signal.SIGPROF, sample)
        signal.setitimer(signal.ITIMER_PROF, SAMPLE_S, SAMPLE_S)
        said(done="sample")
    elif word == "sampled":
        signal.setitimer(signal.ITIMER_PROF, 0)
        said(stacks=[[stack, count] for stack, count in sampled.items()])


async def main(tables: int, terminals: int) -> None:
    """Serve until the input ends."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        limits = TableLimits(min=100, max=10**9)
        made = [
            Table(id=f"t{at:03}", book=BOOK, wheel="dealer", limits=limits) for at in range(tables)
        ]
        config = HouseConfig(
            name="load",
            data=Path(folder) / "data",
            secrets=Path(folder) / "secrets",
            listen=Listen(port=0),
            tables=tuple(made),
        )
        async with served(config) as (house, address):
            watch(house)
            said(address=address, tokens=await prepare(house, terminals))
            lines = asyncio.StreamReader()
            loop = asyncio.get_running_loop()
            await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
            while line := (await lines.readline()).decode():
                await obey(house, line)


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), int(sys.argv[2])))
