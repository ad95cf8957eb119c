"""The outcome: entered, read back and confirmed, or drawn (3.8); it settles the round."""

from typing import ClassVar, Self

from croupier.round.base import (
    Actor,
    Decision,
    Event,
    Line,
    Permission,
    Purses,
    RoundCommand,
    RoundEvent,
)
from croupier.round.permissions import IN_PLAY, dealer
from croupier.round.phases import Phase, Step
from croupier.round.settling import paid
from croupier.round.state import RoundState
from croupier.rules.book import Book
from croupier.rules.refusal import refusal


class OutcomeCalled(RoundEvent, frozen=True, kw_only=True):
    """An outcome was entered and waits to be read back."""

    name: ClassVar[str] = "outcome.called"
    cites: ClassVar[str] = "outcome"
    seen_by = "everybody"
    in_trail = "never"
    by: Actor
    number: str
    clause: str | None
    seed: str | None = None
    """The hash of the entry that closed the bets, if the number was drawn by scheme 2."""

    def change(self, state: RoundState) -> None:
        state.take(Step.CALL)
        state.outcome, state.seed = self.number, self.seed or state.seed


class OutcomeConfirmed(RoundEvent, frozen=True, kw_only=True):
    """The outcome was read back and confirmed."""

    name: ClassVar[str] = "outcome.confirmed"
    seen_by = "everybody"
    in_trail = "never"
    by: Actor
    number: str
    clause: str | None

    def change(self, state: RoundState) -> None:
        state.outcome = self.number


class RoundSettled(RoundEvent, frozen=True, kw_only=True):
    """The round is settled: the amount returned to each player, including stakes."""

    name: ClassVar[str] = "round.settled"
    cites: ClassVar[str] = "round"
    seen_by = "everybody"
    ends_round = True
    in_trail = "never"
    round: int
    outcome: str
    staked: Purses
    returned: Purses
    honoured: tuple[str, ...] = ()
    """Players whose under-minimum wagers were honoured, which happens once."""
    warned: tuple[str, ...] | None = None
    """Players of the round whose under-minimum wagers are returned, since the house had honoured
    them before (reading 14); nothing in records of earlier programs."""

    def change(self, state: RoundState) -> None:
        state.take(Step.CONFIRM)
        state.returned = self.returned
        if self.warned is not None:
            state.warned = frozenset(self.warned)
        else:  # by an earlier program: who was under the minimum and not honoured
            state.warned = _under_minimum(state).difference(self.honoured)


def _under_minimum(state: RoundState) -> frozenset[str]:
    """Players under the minimum on an area, in a book that settles such wagers (5.15, 5.16)."""
    if state.book.says.limits.policy == "refuse":
        return frozenset()
    areas, limits = state.book.wagers, state.limits
    return frozenset(
        player
        for player, held in state.held.items()
        if any(total < limits.of(areas[area]).min for area, total in held.items())
    )


def _clause(book: Book) -> str | None:
    return book.says.outcome.clause


class CallOutcome(RoundCommand, frozen=True, kw_only=True, tag="call-outcome"):
    """The outcome is entered, to be read back; where the wheel is the system's own nobody enters
    it: a server puts in the number that the draw gives, and the round is settled at once."""

    allowed = Permission(dealer, IN_PLAY, _clause)
    lines = (Line("{by}: outcome {number}[, seed {seed}]", "dealer: outcome 17"),)
    leads_to = OutcomeCalled
    house_fields = ("drawn", "seed")
    number: str = ""
    drawn: bool = False
    """Whether the number was drawn; filled in by the server."""
    seed: str | None = None
    """The seed of the draw besides the round's secret; filled in by the server."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """A number that is entered waits to be read back (3.8).

        One that is drawn is not: nobody may know it and still be able to call the spin off, so the
        round is settled by it in the same step.
        """
        clause = _clause(state.book)
        if state.follow(Step.CALL) is None:
            return refusal("outcome/not-now", clause, phase=state.phase)
        if state.book.bonus is not None and not state.lit:
            return refusal("bonus/not-drawn" if state.drawn is None else "bonus/not-lit")
        if state.is_drawn and (not self.drawn or state.lacks_seed(self.seed)):
            return refusal("outcome/from-the-draw", clause)
        state.book.number(self.number)
        seed = self.seed if state.is_drawn else None
        called = OutcomeCalled(by=actor, number=self.number, clause=clause, seed=seed)
        at_once = state.is_drawn and state.is_seeded
        return [called, *_confirmed(state, actor, self.number)] if at_once else [called]

    @classmethod
    def trial(cls, book: Book, state: RoundState | None) -> Self:
        """As if it were drawn."""
        seed = state.seed if state is not None else None
        return cls(number=book.pockets[0], drawn=True, seed=seed)


class ConfirmOutcome(RoundCommand, frozen=True, kw_only=True, tag="confirm-outcome"):
    """The outcome is read back and confirmed: the round is settled."""

    allowed = Permission(dealer, (Phase.CALLED,), _clause)
    lines = (Line("{by}: confirms {number}", "dealer: confirms 17"),)
    leads_to = OutcomeConfirmed
    number: str

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """3.8: the second step; the round is settled at once."""
        if self.number != state.outcome:
            return refusal(
                "outcome/read-back-differs",
                _clause(state.book),
                called=state.outcome or "",
                read=self.number,
            )
        return _confirmed(state, actor, self.number)


def _confirmed(state: RoundState, actor: Actor, number: str) -> list[Event]:
    pays = paid(state, number)
    now = pays.warned - state.warned
    return [
        OutcomeConfirmed(by=actor, number=number, clause=_clause(state.book)),
        RoundSettled(
            round=state.number,
            outcome=number,
            staked=pays.staked,
            returned=pays.returned,
            honoured=tuple(sorted(filter(now.__contains__, pays.staked))),
            warned=tuple(sorted(state.warned & state.placed_by.keys())),
        ),
    ]
