"""The state of a round, and how each event changes it.

``evolve`` is the only thing that changes a state. It never refuses: what it is given has happened.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from croupier.round import events as e
from croupier.round.felt import Placement, Unruled, revoke, rule
from croupier.round.phases import TRANSITIONS, Phase, Step
from croupier.rules.book import Book
from croupier.rules.limits import Limits, Range
from croupier.rules.terms import Chips
from croupier.rules.wager import Kind, Wager

Waiting = Literal["referral", "suspended", "ball"]


class Settled(NamedTuple):
    """What a round was settled by, and what went back to each player."""

    outcome: str
    returned: e.Purses


@dataclass(slots=True)
class RoundState:
    """Everything that is known of one round."""

    book: Book
    number: int
    limits: Limits
    warned: frozenset[str] = frozenset()
    """Players whose under-minimum wagers are returned, as they were honoured before: the house
    knows whose when the round is settled (reading 14)."""
    commitment: str | None = None
    sealed: str | None = None
    revealed: str | None = None
    own_wheel: bool = False
    """Whether the wheel is the system's own: its number comes from the round's draw alone."""
    phase: Phase = Phase.BETTING
    waiting: Waiting | None = None
    """What the round waits for before it goes on, if it is held."""
    placed: list[Placement] = field(default_factory=list)
    """Accepted wagers in their order; one that was withdrawn in full has an amount of 0."""
    placed_by: dict[str, list[Placement]] = field(default_factory=dict)
    """The same by player, so that a withdrawal looks at no one else's."""
    placing: e.Action | None = None
    """The latest action that placed a wager."""
    withdrawn: bool = False
    """Whether anything was withdrawn."""
    held: dict[str, dict[str, int]] = field(default_factory=dict)
    """What each player has on each area, by notation."""
    early_close_granted: bool = False
    standing_leave: bool = False
    """Whether the table has leave to close early in every round."""
    drawn: tuple[str, ...] | None = None
    lit: bool = False
    interrupted: bool = False
    """Whether power, wheel, table or system failed during the round."""
    stopped: bool = False
    """Whether the round is held by such a failure, and not merely suspended."""
    referred: bool = False
    """Whether a decision is still due, also while the round waits for something else first."""
    outcome: str | None = None
    set_aside: list[Placement] = field(default_factory=list)
    """Wagers ruled returned: off the felt, and back to their players when the round ends."""
    rulings: list[e.WagerRuled] = field(default_factory=list)
    """Those that hold."""
    rulings_made: int = 0
    """Those that were revoked included."""
    unruled: Unruled | None = None
    """The felt before the first ruling after the close, so that any of them can be revoked."""
    returned: e.Purses = field(default_factory=dict)
    """What went back to each player when the round ended."""
    ended_by: str | None = None
    """The clause by which it was void, or the reading where the book has no clause."""
    scheme: int = 1
    """How the round is drawn: by its secret alone, or by its secret and its seed."""
    seed: str | None = None
    """The hash of the entry that closed the bets, once that is durable; none in scheme 1."""
    uncollected: dict[str, int] = field(default_factory=dict)
    """What corrections asked back of each player and did not get: they have it still."""
    settled_first: Settled | None = None
    """How it was settled before it was corrected: for showing alone."""
    lost: bool = False
    """Whether its secret was declared lost."""

    @property
    def is_hidden(self) -> bool:
        """Whether the round has a secret that is still to be shown."""
        return self.sealed is not None and self.revealed is None and not self.lost

    @property
    def is_drawn(self) -> bool:
        """Whether the number comes from the round's draw, and from nowhere else."""
        return self.own_wheel and self.commitment is not None

    @property
    def is_seeded(self) -> bool:
        """Whether the draw takes a seed beside the round's secret."""
        return self.commitment is not None and self.scheme > 1

    @property
    def may_draw(self) -> bool:
        """Whether all is fixed that the draw depends on."""
        return self.seed is not None or not self.is_seeded

    @property
    def placements(self) -> list[Placement]:
        """What lies on the felt, in the order in which it was placed."""
        return [each for each in self.placed if each.amount] if self.withdrawn else self.placed

    @property
    def staked(self) -> e.Purses:
        """What each player has in play, by what it was placed with."""
        return purses(
            [(each.player, each.chips, each.amount) for each in self.placements + self.set_aside]
        )

    @property
    def wagered(self) -> dict[str, dict[str, int]]:
        """What each player has on each wager as it was placed, by notation."""
        added: dict[str, dict[str, int]] = {}
        for placed in self.placements:
            theirs, notation = added.setdefault(placed.player, {}), placed.wager.notation
            theirs[notation] = theirs.get(notation, 0) + placed.amount
        return added

    def amount_on(self, player: str, notation: str) -> int:
        """What a player has on a wager as it was placed."""
        theirs = self.placed_by.get(player, ())
        return sum(placed.amount for placed in theirs if placed.wager.notation == notation)

    def by_staff_on(self, player: str, notation: str) -> int:
        """What of that staff have placed for them."""
        theirs = (placed for placed in self.placed_by.get(player, ()) if placed.by_staff)
        return sum(placed.amount for placed in theirs if placed.wager.notation == notation)

    def latest(
        self, player: str, notation: str, amount: int, *, by_staff: bool = False
    ) -> list[tuple[Placement, int]]:
        """The placements that an amount comes off, the latest first, and how much of each."""
        found = []
        for placed in reversed(self.placed_by[player]):
            if by_staff and not placed.by_staff:
                continue
            if amount and placed.amount and placed.wager.notation == notation:
                taken = min(placed.amount, amount)
                amount -= taken
                found.append((placed, taken))
        return found

    def follow(self, step: Step) -> Phase | None:
        """The phase to which a step leads from here by the book, if it may be taken."""
        return TRANSITIONS[self.book.says.close.when].get((self.phase, step))

    def lay(self, placed: Placement) -> None:
        """An accepted wager comes onto the felt."""
        player, wager = placed.player, placed.wager
        self.placed.append(placed)
        theirs = self.placed_by.get(player)
        if theirs is None:
            self.placed_by[player], self.held[player] = [placed], {}
        else:
            theirs.append(placed)
        if wager.parts:
            self.add(player, wager, placed.amount)
            return
        areas, area = self.held[player], wager.notation
        areas[area] = areas.get(area, 0) + placed.amount

    def add(self, player: str, wager: Wager, sign_amount: int) -> None:
        """Put an amount on a wager, or take it off where the amount is negative."""
        areas = self.held[player]
        if not wager.parts:
            _add(areas, wager.notation, sign_amount)
            return
        unit = sign_amount // wager.piece_count
        for piece in wager.parts:
            _add(areas, piece.wager.notation, unit * piece.count)


def purses(amounts: Iterable[tuple[str, Chips, int]]) -> e.Purses:
    """Amounts added up by player and chips."""
    added: e.Purses = {}
    for player, chips, amount in amounts:
        purse = added.get(player)
        if purse is None:
            purse = added[player] = {}
        purse[chips] = purse.get(chips, 0) + amount
    return added


def _add(amounts: dict[str, int], key: str, amount: int) -> None:
    total = amounts.get(key, 0) + amount
    assert total >= 0, f"{key} would go below zero"
    if total:
        amounts[key] = total
    else:
        del amounts[key]


def limits_taken(limits: Limits) -> e.LimitsTaken:
    """Limits as the record holds them."""
    return e.LimitsTaken(
        e.RangeTaken(limits.table.min, limits.table.max),
        {kind.value: e.RangeTaken(r.min, r.max) for kind, r in sorted(limits.kinds.items())},
    )


def limits_of(taken: e.LimitsTaken) -> Limits:
    """Limits from the record."""
    kinds = {Kind(name): Range(r.min, r.max) for name, r in taken.kinds.items()}
    return Limits(Range(taken.table.min, taken.table.max), kinds)


def opened(
    book: Book,
    event: e.RoundOpened,
    warned: frozenset[str] = frozenset(),
    *,
    own_wheel: bool = False,
) -> RoundState:
    """The state of a round that has just opened."""
    limits, secret = limits_of(event.limits), (event.commitment, event.sealed)
    state = RoundState(book, event.round, limits, warned, *secret, own_wheel=own_wheel)
    state.scheme = event.scheme
    return state


Change = Callable[[Any, RoundState], None]

CHANGES: dict[type[e.Event], Change] = {}
"""How each event changes a state."""


def evolve(event: e.Event, state: RoundState) -> None:
    """Change the state by what happened."""
    CHANGES[type(event)](event, state)


def changes(*kinds: type[e.Event]) -> Callable[[Change], Change]:
    """Put a function into the table of changes."""

    def put(change: Change) -> Change:
        for kind in kinds:
            CHANGES[kind] = change
        return change

    return put


@changes(e.WagerPlaced)
def _wager_placed(event: e.WagerPlaced, state: RoundState) -> None:
    group = _group(event.action, state) if event.action is not None else 0
    wager = state.book.wagers[event.wager]
    by_staff = event.placed_by is not None
    state.lay(Placement(event.player, wager, event.amount, event.chips, group, by_staff))


def _group(action: e.Action, state: RoundState) -> int:
    """What one action places comes one after the other; terminals count alike, so ids may meet."""
    if action == state.placing:
        return state.placed[-1].group
    state.placing = action
    return len(state.placed) + 1


@changes(e.WagerWithdrawn, e.WagerTakenBack)
def _wager_withdrawn(event: e.WagerWithdrawn, state: RoundState) -> None:
    state.add(event.player, state.book.wagers[event.wager], -event.amount)
    by_staff = isinstance(event, e.WagerTakenBack)
    for placed, taken in state.latest(event.player, event.wager, event.amount, by_staff=by_staff):
        placed.amount -= taken
    state.withdrawn = True


@changes(e.WagerRuled)
def _wager_ruled(event: e.WagerRuled, state: RoundState) -> None:
    rule(event, state)


@changes(e.RulingRevoked)
def _ruling_revoked(event: e.RulingRevoked, state: RoundState) -> None:
    revoke(event.number, state)


def _steps(step: Step) -> Callable[[e.Event, RoundState], None]:
    def move(event: e.Event, state: RoundState) -> None:
        following = state.follow(step)
        assert following is not None, f"{event.name} cannot follow {state.phase}"
        state.phase = following

    return move


changes(e.BallSpun)(_steps(Step.SPIN))
changes(e.BallRested)(_steps(Step.REST))


@changes(e.BetsClosed)
def _bets_closed(event: e.BetsClosed, state: RoundState) -> None:
    _steps(Step.CLOSE_EARLY if event.early else Step.CLOSE)(event, state)


@changes(e.OutcomeCalled)
def _outcome_called(event: e.OutcomeCalled, state: RoundState) -> None:
    _steps(Step.CALL)(event, state)
    state.outcome, state.seed = event.number, event.seed or state.seed


@changes(e.OutcomeConfirmed)
def _outcome_confirmed(event: e.OutcomeConfirmed, state: RoundState) -> None:
    state.outcome = event.number


@changes(e.RoundSettled)
def _round_settled(event: e.RoundSettled, state: RoundState) -> None:
    _steps(Step.CONFIRM)(event, state)
    state.returned = event.returned
    if event.warned is not None:
        state.warned = frozenset(event.warned)
    else:  # by an earlier program: who was under the minimum and not honoured
        state.warned = _under_minimum(state).difference(event.honoured)


def _under_minimum(state: RoundState) -> frozenset[str]:
    """Players with less than the minimum on an area, where such wagers are settled (5.15, 5.16)."""
    if state.book.says.limits.policy == "refuse":
        return frozenset()
    areas, limits = state.book.wagers, state.limits
    return frozenset(
        player
        for player, held in state.held.items()
        if any(total < limits.of(areas[area]).min for area, total in held.items())
    )


@changes(e.RoundVoided)
def _round_voided(event: e.RoundVoided, state: RoundState) -> None:
    state.phase, state.waiting, state.returned = Phase.VOID, None, event.returned
    state.ended_by = event.clause


@changes(e.RoundAbandoned)
def _round_abandoned(event: e.RoundAbandoned, state: RoundState) -> None:
    state.phase, state.waiting, state.returned = Phase.ABANDONED, None, event.returned
    state.ended_by = f"reading {event.reading}"


@changes(e.OutcomeCorrected)
def _outcome_corrected(event: e.OutcomeCorrected, state: RoundState) -> None:
    _was_settled(state)
    state.outcome, state.returned = event.now, event.returned


@changes(e.SettledRoundVoided)
def _settled_round_voided(event: e.SettledRoundVoided, state: RoundState) -> None:
    _was_settled(state)
    state.phase, state.returned, state.ended_by = Phase.VOID, event.returned, event.clause


def _was_settled(state: RoundState) -> None:
    if state.settled_first is None:
        state.settled_first = Settled(state.outcome or "", state.returned)


@changes(e.EarlyCloseGranted)
def _early_close_granted(event: e.EarlyCloseGranted, state: RoundState) -> None:
    state.early_close_granted = True


@changes(e.BonusNumbersDrawn)
def _bonus_numbers_drawn(event: e.BonusNumbersDrawn, state: RoundState) -> None:
    state.drawn, state.seed = event.numbers, event.seed or state.seed


@changes(e.BonusNumbersLit)
def _bonus_numbers_lit(event: e.BonusNumbersLit, state: RoundState) -> None:
    state.lit = True


@changes(e.RoundReferred)
def _round_referred(event: e.RoundReferred, state: RoundState) -> None:
    state.waiting, state.referred = "referral", True


@changes(e.RoundSuspended)
def _round_suspended(event: e.RoundSuspended, state: RoundState) -> None:
    state.waiting = "suspended"


@changes(e.RoundInterrupted)
def _round_interrupted(event: e.RoundInterrupted, state: RoundState) -> None:
    state.interrupted = True
    if event.waits:
        state.stopped = True
        resumes_by_statement = state.book.says.recovery.strategy == "void-unless-outcome"
        state.waiting = "ball" if resumes_by_statement else "suspended"


@changes(e.RoundResumed)
def _round_resumed(event: e.RoundResumed, state: RoundState) -> None:
    state.waiting, state.stopped = None, False


@changes(e.ReferralDecided)
def _referral_decided(event: e.ReferralDecided, state: RoundState) -> None:
    state.waiting, state.referred = None, False


@changes(e.BallStated)
def _ball_stated(event: e.BallStated, state: RoundState) -> None:
    """EDZ 5.13: a ball that rests after a valid spin gives an outcome; the round goes on."""
    state.waiting, state.stopped = "referral" if state.referred else None, False
    if event.rests:
        state.phase = Phase.RESTED


@changes(e.RoundResettled)
def _round_resettled(event: e.RoundResettled, state: RoundState) -> None:
    _was_settled(state)
    state.returned = event.returned


@changes(e.StandingLeaveGranted)
def _standing_leave_granted(event: e.StandingLeaveGranted, state: RoundState) -> None:
    state.standing_leave = True


@changes(e.StandingLeaveWithdrawn)
def _standing_leave_withdrawn(event: e.StandingLeaveWithdrawn, state: RoundState) -> None:
    state.standing_leave = False


@changes(e.SecretRevealed)
def _secret_revealed(event: e.SecretRevealed, state: RoundState) -> None:
    state.revealed = event.secret


@changes(e.SecretLost)
def _secret_lost(event: e.SecretLost, state: RoundState) -> None:
    state.lost = True


@changes(e.NoSpinCalled, e.SpinReported, e.ActionRefused)
def _no_spin_called(event: e.Event, state: RoundState) -> None:
    """On record, and nothing else."""
