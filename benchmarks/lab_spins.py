"""Spin and settle one wager, very often: one core, every spin settled by the payout table."""

from collections.abc import Callable
from time import process_time

import numpy as np
from pyroulette import Placement, Player, Strategy, spin_wheel

from benchmarks.figures import Figure, by_turns, per_second, progress
from benchmarks.lab_c import kernel
from benchmarks.penny import PennyAnte
from croupier import books, lab

SPINS, TURNS, SECONDS = 100_000_000, 5, 0.3
AIM = 1e9


def measure() -> list[Figure]:
    """Spins a second of processor time, each side with red on a single zero."""
    progress("spin and settle one wager")
    red = lab.ticket(books.load("racetrack-2012"), [("red", 100)])
    net = np.array([red.nets[result] for result in red.result_of])
    c, chance = kernel(), np.random.default_rng(1)
    penny = PennyAnte()
    bet = penny.bets()[5]
    player = Player(200, Strategy(200, placements=[Placement(1, 1, "red")]))

    def paid() -> int:
        penny.game.spin_wheel()
        return int(bet.calculate_payout(penny.game.current_space))

    seeds = iter(range(1000))
    sides = {
        "C": lambda: rate(SPINS // 2, lambda: c.settle(SPINS // 2, net.ctypes.data)),
        "NumPy": lambda: rate(SPINS // 20, lambda: net[chance.integers(0, 37, SPINS // 20)].sum()),
        "penny-ante": lambda: per_second(paid, SECONDS),
        "pyroulette": lambda: per_second(lambda: spin_wheel([player]), SECONDS),
    }
    lab.spin_and_settle(red, 4, seed=1)
    ours, *theirs = by_turns(
        TURNS,
        lambda: rate(SPINS, lambda: lab.spin_and_settle(red, SPINS, seed=next(seeds))),
        *sides.values(),
    )
    work = "spin and settle one wager, one core"
    return [
        Figure(work, "spins/s", ours, peer, rate_, "≥ 1 G on one core", ours >= AIM)
        for peer, rate_ in zip(sides, theirs, strict=True)
    ]


def rate(count: int, play: Callable[[], object]) -> float:
    """So many in how much processor time."""
    begun = process_time()
    play()
    return count / (process_time() - begun)
