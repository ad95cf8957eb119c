"""Bets open: a new round, with the current limits and the commitment to its secret."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

import msgspec

from croupier.round.base import (
    Actor,
    Decision,
    Line,
    OnRecord,
    Permission,
    RoundCommand,
    RoundEvent,
)
from croupier.round.permissions import dealer, not_given
from croupier.round.phases import ENDED
from croupier.round.state import RoundState
from croupier.rules.book import Book
from croupier.rules.limits import Limits, Range
from croupier.rules.refusal import refusal
from croupier.rules.wager import Kind


class RangeTaken(msgspec.Struct, frozen=True):
    """A range of limits as recorded."""

    min: int
    max: int


class LimitsTaken(msgspec.Struct, frozen=True):
    """The limits in force for a round, as recorded."""

    table: RangeTaken
    kinds: dict[str, RangeTaken] = {}


class RoundOpened(RoundEvent, frozen=True, kw_only=True):
    """Bets are open."""

    name: ClassVar[str] = "round.opened"
    cites: ClassVar[str] = "open"
    seen_by = "everybody"
    in_trail = "never"
    round: int
    by: Actor
    clause: str | None
    limits: LimitsTaken
    commitment: str | None = None
    sealed: str | None = None
    scheme: int = 1
    """How the round is drawn: by its secret alone, or by its secret and its seed."""


class OpenBets(RoundCommand, frozen=True, kw_only=True, tag="open-bets"):
    """Call for bets; the commitment to the round's secret, where there is one, is public first,
    and the secret itself comes along only sealed."""

    allowed = Permission(dealer, ENDED, lambda book: book.says.open.clause, held=True)
    lines = (
        Line(
            "{caller}: place your bets[, commitment {commitment}][, sealed {sealed}]"
            "[, scheme {scheme}]",
            "dealer: place your bets",
        ),
    )
    leads_to = RoundOpened
    house_fields = ("commitment", "sealed", "scheme")
    between_rounds = True
    tried_with: ClassVar[Mapping[str, Any]] = {}
    commitment: str | None = None
    sealed: str | None = None
    scheme: int | None = None
    """How the round is drawn (docs/fairness.md); the first scheme by default."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """The next round, with the same limits."""
        return self.open(state.book, state.number + 1, state.limits, actor, state)

    def open(
        self, book: Book, number: int, limits: Limits, actor: Actor, last: RoundState | None
    ) -> Decision:
        """Only after the previous round, if any, has ended (reading 12)."""
        clause = book.says.open.clause
        if (no := not_given(book, OpenBets, actor)) is not None:
            return no
        if last is not None and last.phase not in ENDED:
            return refusal("round/not-now", clause, action="open-bets", phase=last.phase)
        return [
            RoundOpened(
                round=number,
                by=actor,
                clause=clause,
                limits=limits_taken(limits),
                commitment=self.commitment,
                sealed=self.sealed,
                scheme=self.scheme or 1,
            )
        ]

    @classmethod
    def behind(cls, seen: OnRecord) -> Self:
        """A command without a scheme means the first."""
        held = cls.held_by(seen.event)
        return cls(**{**held, "scheme": seen.event.scheme if seen.event.scheme > 1 else None})


def opened(
    book: Book, event: RoundOpened, warned: frozenset[str] = frozenset(), *, own_wheel: bool = False
) -> RoundState:
    """The state of a round that has just opened."""
    limits, secret = limits_of(event.limits), (event.commitment, event.sealed)
    state = RoundState(book, event.round, limits, warned, *secret, own_wheel=own_wheel)
    state.scheme = event.scheme
    return state


def limits_taken(limits: Limits) -> LimitsTaken:
    """Limits as recorded."""
    return LimitsTaken(
        RangeTaken(limits.table.min, limits.table.max),
        {kind.value: RangeTaken(r.min, r.max) for kind, r in sorted(limits.kinds.items())},
    )


def limits_of(taken: LimitsTaken) -> Limits:
    """Limits from the record."""
    kinds = {Kind(name): Range(r.min, r.max) for name, r in taken.kinds.items()}
    return Limits(Range(taken.table.min, taken.table.max), kinds)
