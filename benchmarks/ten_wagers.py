"""Ten wagers of one player, in memory, against a whole round of penny-ante.

Twice: settled at once by `settle` (wagers read from notation, amounts and limits checked, each
settled with its clause), and as a whole round of `croupier.round`, command by command, with
positions, phases and events. The number comes from the system's randomness on both sides.
"""

from collections.abc import Callable
from functools import partial
from secrets import choice

import croupier
from benchmarks.figures import Figure, by_turns, per_second, progress
from benchmarks.penny import PennyAnte
from croupier.round.base import Actor, Decision, Event, RoundCommand
from croupier.round.bets import PlaceWager
from croupier.round.close import CloseBets
from croupier.round.decide import decide, evolve
from croupier.round.opening import OpenBets, RoundOpened, opened
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.round.state import RoundState
from croupier.rules.refusal import Refusal

TEN = (
    "straight:17",
    "split:8/11",
    "street:1/2/3",
    "corner:1/2/4/5",
    "six-line:1/2/3/4/5/6",
    "red",
    "odd",
    "low",
    "dozen:1",
    "column:3",
)
LIMITS = croupier.Limits(croupier.Range(5, 1000))
DEALER, PLAYER = Actor("dealer", croupier.Position.DEALER), Actor("a")
TURNS, SECONDS = 9, 0.4


def measure() -> list[Figure]:
    """Rounds a second, for a book that refuses at placement and one that caps at settlement."""
    progress(f"ten wagers, {TURNS} turns each")
    plays: dict[str, Callable[[], object]] = {}
    for book in (croupier.load("racetrack-2012"), croupier.load("sands-2019")):
        plays[f"ten wagers settled at once, {book.id}"] = partial(settled, book)
        plays[f"ten wagers, the whole round by commands, {book.id}"] = partial(played, book)
    sides = [partial(per_second, play, SECONDS) for play in (PennyAnte().play, *plays.values())]
    theirs, *ours = by_turns(TURNS, *sides)
    aim = "ahead, with every rule checked"
    return [
        Figure(work, "rounds/s", rate, "penny-ante", theirs, aim, rate > theirs)
        for work, rate in zip(plays, ours, strict=True)
    ]


def settled(book: croupier.Book) -> int:
    """What the player is up or down."""
    bets = [("a", wager, 10) for wager in TEN]
    return croupier.settle(book, bets, choice(book.pockets), limits=LIMITS).players["a"].net


def played(book: croupier.Book) -> object:
    """What went back to the player: open, ten times place, spin, close, call, confirm."""
    (event,) = _accepted(OpenBets().open(book, 1, LIMITS, DEALER, None))
    assert isinstance(event, RoundOpened)
    state = opened(book, event, frozenset())
    for wager in TEN:
        _do(state, PLAYER, PlaceWager(wager=wager, amount=10))
    number = choice(book.pockets)
    _do(state, DEALER, SpinBall())
    _do(state, DEALER, CloseBets())
    _do(state, DEALER, CallOutcome(number=number))
    _do(state, DEALER, ConfirmOutcome(number=number))
    return state.returned


def _do(state: RoundState, actor: Actor, command: RoundCommand) -> None:
    for happened in _accepted(decide(state, actor, command)):
        evolve(happened, state)


def _accepted(decided: Decision) -> list[Event]:
    assert not isinstance(decided, Refusal), decided.message
    return decided
