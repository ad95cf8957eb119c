"""A round of 1,000,000 wagers of 100,000 players, from the ball to the settled round on record.

Every wager is placed through the table, checked and on the ledger. The bets close; then the number
is confirmed, and the clock runs until ``RoundSettled`` has happened: what each wager pays by the
book, every player's purse, the ledger, its audit and the meters; and until its entry is written
out. The plain path, wager by wager, is timed on the same round beside it. All in processor time.
"""

import random
from collections.abc import Sequence
from gc import freeze, unfreeze
from statistics import median
from time import process_time

from benchmarks.figures import Figure, cpu_ms, progress
from croupier import books
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.seats import TakeSeat
from croupier.house.tray import OpenTable
from croupier.journal.keys import SigningKey
from croupier.round.base import Actor, Command
from croupier.round.bets import PlaceWager
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.settling import paid, paid_one_by_one
from croupier.round.spin import SpinBall
from croupier.rules.limits import Limits, Range
from croupier.rules.positions import Position
from croupier.table.core import Request
from croupier.table.floor import Floor, TableSetting

WAGERS, PLAYERS, BATCH = 1_000_000, 100_000, 4096
CLOSE_MS, SETTLED_MS = 50, 300
TABLE = "sands-2019"
DEALER = Actor("dora", Position.DEALER)
SHIFT_MANAGER = Actor("gia", Position.GAMING_SHIFT_MANAGER)


def measure() -> list[Figure]:
    """Placing, the settlement alone by both paths, and end to end."""
    progress(f"a round of {WAGERS:,} wagers through the table, placed and settled once")
    floor = Floor(SigningKey.from_seed(bytes(32)))
    floor.make(TableSetting(TABLE, books.load(TABLE), Limits(Range(100, 2000))), 0)
    sit_down(floor)
    begun = process_time()
    place(floor)
    placing = process_time() - begun
    ask(floor, [(DEALER, SpinBall())])
    # What is in memory stays there: the collector need not look at a million wagers again.
    freeze()
    close_ms = cpu_ms(lambda: ask(floor, [(DEALER, CloseBets())]))
    ask(floor, [(DEALER, CallOutcome(number="17"))])
    state = floor.tables[TABLE].state.round
    assert state is not None
    bulk_ms = median(cpu_ms(lambda: paid(state, "17")) for _ in range(3))
    plain_ms = cpu_ms(lambda: paid_one_by_one(state, "17"))
    whole_ms = cpu_ms(lambda: ask(floor, [(DEALER, ConfirmOutcome(number="17"))]))
    snapshot_ms = cpu_ms(lambda: ask(floor, [(DEALER, OpenBets())]))
    unfreeze()
    work = "a round of 1 M wagers of 100,000 players"
    return [
        Figure(f"{work}: placed through the table", "wagers/s", WAGERS / placing),
        Figure(
            f"{work}: the close",
            "ms",
            close_ms,
            aim=f"≤ {CLOSE_MS} ms of CPU",
            reached=close_ms <= CLOSE_MS,
        ),
        Figure(f"{work}: what every purse gets", "ms", bulk_ms, "wager by wager", plain_ms),
        Figure(
            f"{work}: ball to RoundSettled, in ledger, meters and entry",
            "ms",
            whole_ms,
            "wager by wager, purses only",
            plain_ms,
            f"≤ {SETTLED_MS} ms of CPU",
            whole_ms <= SETTLED_MS,
        ),
        Figure(f"{work}: the snapshot before the next round", "ms", snapshot_ms),
    ]


def ask(floor: Floor, asked: Sequence[tuple[Actor, Command]]) -> None:
    """Ask for things that must all be granted."""
    stepped = floor.step(TABLE, [Request(*each) for each in asked], 1)
    refused = [answer for answer in stepped.answers if not answer.accepted]
    assert not refused, refused[0]


def sit_down(floor: Floor) -> None:
    """A day, an open table, and 100,000 players with money."""
    asked: list[tuple[Actor, Command]] = [
        (SHIFT_MANAGER, StartDay(day="2026-11-15")),
        (SHIFT_MANAGER, OpenTable(opener=10**12)),
    ]
    for at in range(PLAYERS):
        asked.append((DEALER, TakeSeat(player=f"p-{at}")))
        asked.append((DEALER, BuyIn(player=f"p-{at}", amount=10**6)))
    ask(floor, [*asked, (DEALER, OpenBets())])


def place(floor: Floor) -> None:
    """Random wagers, the same in every run: some under the minimum, some over the maximum."""
    chance = random.Random(2020)
    wagers = list(floor.tables[TABLE].state.book.wagers.values())
    players = [Actor(f"p-{at}") for at in range(PLAYERS)]
    for first in range(0, WAGERS, BATCH):
        count = min(BATCH, WAGERS - first)
        asked: list[tuple[Actor, Command]] = []
        for player, wager in zip(
            chance.choices(players, k=count), chance.choices(wagers, k=count), strict=True
        ):
            amount = chance.choice((50, 100, 500, 2500)) * wager.piece_count
            asked.append((player, PlaceWager(wager=wager.notation, amount=amount)))
        ask(floor, asked)
