"""Any past round again, step by step, as the record has it: for staff, or as one player may see it.

The round is rebuilt from its own entries, with the limits of its time.
What a player sees is folded from their own wagers alone, so that nothing of anybody else can show:
other players' entries are left out before anything is described, staff go by their positions, and
reasons that someone typed are not shown.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from croupier.history.describe import described
from croupier.history.rounds import RoundSummary
from croupier.history.table import TableHistory
from croupier.history.visible import as_seen_by
from croupier.house import EVENTS as OF_THE_HOUSE
from croupier.house import HouseState, TableState
from croupier.journal.entry import Stored
from croupier.round import EVENTS
from croupier.round.base import Actor, Event
from croupier.round.close import BetsClosed
from croupier.round.decide import evolve
from croupier.round.opening import LimitsTaken, RangeTaken, RoundOpened, opened
from croupier.round.phases import ENDED, Phase
from croupier.round.results import (
    AreaResult,
    UnderMinimum,
    WagerResult,
    areas_of,
    results_of,
    settlement_of,
    under_minimum_of,
)
from croupier.round.state import RoundState
from croupier.rules.bonus import Lights
from croupier.rules.refusal import RoundError, refusal
from croupier.table.codec import CODEC

Areas = dict[str, dict[str, int]]
"""Cents on each area of the felt, by player."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the round, and the felt after it."""

    seq: int
    at_ms: int
    name: str
    who: Actor | None
    says: str
    why: str | None
    clause: str | None
    readings: tuple[int, ...]
    phase: Phase
    waiting: str | None
    outcome: str | None
    bonus_numbers: tuple[str, ...] | None
    lies: Areas
    """The areas that changed, with their new total; 0 if empty."""


class Recalled(msgspec.Struct, frozen=True, kw_only=True):
    """A past round, rebuilt from the record."""

    table: str
    book: str
    number: int
    day: str | None
    status: str
    outcome: str | None
    bonus_numbers: tuple[str, ...] | None
    lights: Lights | None
    """What the Bonus Numbers lit up."""
    ended_by: str | None
    commitment: str | None
    secret: str | None
    """None until it is revealed."""
    lost: bool
    """Whether the house declared the secret lost: the round cannot be checked."""
    scheme: int
    seed: str | None
    """What the round was drawn with beside its secret: the hash of the entry that closed its bets,
    in scheme 2."""
    limits: LimitsTaken
    steps: tuple[Step, ...]
    results: tuple[WagerResult, ...]
    """For an ended round, after corrections."""
    areas: tuple[AreaResult, ...] = ()
    """The same by area, for the chips on the felt at the end."""
    under_minimum: tuple[UnderMinimum, ...] = ()
    """Players with wagers under the minimum, and how those were treated."""

    def felt(self, after_seq: int) -> Areas:
        """The whole felt after an entry."""
        lay: Areas = {}
        for step in self.steps:
            if step.seq > after_seq:
                break
            for player, areas in step.lies.items():
                theirs = {**lay.get(player, {}), **areas}
                lay[player] = {area: amount for area, amount in theirs.items() if amount}
        return {player: areas for player, areas in lay.items() if areas}


def recall(
    history: TableHistory, number: int, player: str | None = None, language: str = "en"
) -> Recalled:
    """A round in full for staff, or as this player may see it."""
    summary = history.round(number)
    if player is not None and summary.status == "in-play":
        raise RoundError(refusal("record/round-in-play", table=history.table, round=number))
    recalling = Recalling(history, summary, player, language)
    steps = tuple(recalling.steps(history.entries_of(summary)))
    return recalling.recalled(steps)


class Recalling:
    """A round being rebuilt from its entries."""

    def __init__(
        self,
        history: TableHistory,
        summary: RoundSummary,
        player: str | None = None,
        language: str = "en",
    ) -> None:
        self._history, self._summary, self._player = history, summary, player
        self._language = language
        self._shell = TableState(history.table, history.book, HouseState())
        self._round: RoundState | None = None
        self._limits = LimitsTaken(RangeTaken(0, 0))

    @property
    def round(self) -> RoundState:
        """The round so far."""
        if self._round is None:
            raise LookupError("the round has no opening")
        return self._round

    def fold(self, entries: Iterable[Stored]) -> RoundState:
        """The round after all its entries, without descriptions."""
        for stored in entries:
            event = CODEC.event(stored)
            if type(event) in _OF_ROUND:
                self._happen(event)
        return self.round

    def _closed(self, stored: Stored) -> None:
        """The hash of the close is the seed of the draw, even if nothing was drawn."""
        if stored.name == BetsClosed.name and self.round.is_seeded:
            self.round.seed = stored.hash.hex()

    def steps(self, entries: Iterable[Stored]) -> Iterator[Step]:
        """Each visible entry, described."""
        for stored in entries:
            event = CODEC.event(stored)
            if not isinstance(event, Event) or not isinstance(event, OF_THE_HOUSE):
                continue
            seen = event if self._player is None else as_seen_by(self._player, event)
            if seen is not None:
                yield self._step(stored, seen)

    def recalled(self, steps: tuple[Step, ...]) -> Recalled:
        """The round after all its entries."""
        state, summary = self.round, self._summary
        settlement, bonus = settlement_of(state), self._history.book.bonus
        return Recalled(
            table=self._history.table,
            book=self._history.book.id,
            number=state.number,
            day=summary.day,
            status=summary.status,
            outcome=state.outcome if state.phase is Phase.SETTLED else None,
            bonus_numbers=state.drawn,
            lights=bonus.lights(state.drawn) if bonus is not None and state.drawn else None,
            ended_by=summary.ended_by,
            commitment=state.commitment,
            secret=state.revealed,
            lost=state.lost,
            scheme=state.scheme,
            seed=state.seed,
            limits=self._limits,
            steps=steps,
            results=tuple(results_of(settlement)),
            areas=tuple(areas_of(settlement)),
            under_minimum=tuple(under_minimum_of(settlement)),
        )

    def _step(self, stored: Stored, event: Event) -> Step:
        before = self._held(event)
        if type(event) in _OF_ROUND:
            self._happen(event)
            self._closed(stored)
        after, state = self._held(event), self.round
        words, cited = described(event, self._shell, self._language)
        player = getattr(event, "player", "")
        changed = {
            area: after.get(area, 0)
            for area in {**before, **after}
            if before.get(area) != after.get(area)
        }
        return Step(
            seq=stored.seq,
            at_ms=stored.at_ms,
            name=stored.name,
            who=who_of(event),
            says=words,
            why=getattr(event, "reason", None) or None,
            clause=cited.clause,
            readings=cited.readings,
            phase=state.phase,
            waiting=state.waiting,
            outcome=state.outcome,
            bonus_numbers=state.drawn,
            lies={player: changed} if changed else {},
        )

    def _happen(self, event: Any) -> None:
        if isinstance(event, RoundOpened):
            self._round = opened(self._history.book, event, own_wheel=self._history.own_wheel)
            self._shell.round, self._limits = self._round, event.limits
            self._shell.round_number = event.round
            return
        evolve(event, self.round)
        if self.round.phase in ENDED:
            self._shell.round, self._shell.past = None, {self.round.number: self.round}

    def _held(self, event: Event) -> dict[str, int]:
        """The stakes of an event's player on each area."""
        player = getattr(event, "player", None)
        if self._round is None or player is None:
            return {}
        return dict(self._round.held.get(player, {}))


_OF_ROUND = frozenset(EVENTS)


def who_of(event: object) -> Actor | None:
    """The person behind an event."""
    by = getattr(event, "by", None) or getattr(event, "placed_by", None)
    if isinstance(by, Actor):
        return by
    player = getattr(event, "player", None)
    return Actor(player) if isinstance(player, str) else None
