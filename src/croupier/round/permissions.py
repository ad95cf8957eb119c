"""May this be done now, by this position? One answer, which pages can ask too.

Checked in a fixed order: does the book give this power at all; does this position have it; is the
round held; is this the time for it. ``decide`` then checks what was asked for in particular.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from croupier.round import commands as c
from croupier.round.commands import Actor
from croupier.round.phases import BETS_OPEN, ENDED, Phase
from croupier.round.state import RoundState
from croupier.rules.book import Book
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal

Positions = tuple[Position, ...]
IN_PLAY = frozenset(Phase) - {*ENDED}
BEFORE_OUTCOME = frozenset({Phase.CLOSED, Phase.RUNNING, Phase.RESTED})
"""Bets are closed and no outcome is entered: the time of the Bonus Numbers (reading 10)."""
REFERABLE = IN_PLAY | {Phase.SETTLED}


@dataclass(frozen=True, slots=True)
class Permission:
    """Who may do a thing, and when."""

    who: Callable[[Book], Positions | None]
    """The positions that the book gives it to; None where the book gives it to nobody."""
    when: Collection[Phase]
    clause: Callable[[Book], str | None] = lambda book: None
    held: bool = False
    """Whether it may be done while the round is held."""
    house: bool = False
    """Any position from the one named up, also in a book without acting up: a house procedure, or
    what the book gives to nobody by name (reading 21)."""


def _dealer(book: Book) -> Positions:
    return (Position.DEALER,)


def _everyone(book: Book) -> Positions:
    return tuple(Position)


def _supervisor(book: Book) -> Positions:
    return (Position.PIT_SUPERVISOR,)


def _pit_manager(book: Book) -> Positions:
    return (Position.PIT_MANAGER,)


def _at_the_felt(book: Book) -> Positions | None:
    """Chips lie on a felt; credits are wagered at a terminal alone (3.3, reading 23)."""
    return None if "credits" in book.says.stakes.kinds else (Position.DEALER,)


def _ruling(book: Book) -> Positions | None:
    """3.9: the position that the book names, or above."""
    rulings = book.says.rulings
    return tuple(p for p in Position if p.at_least(rulings.by)) if rulings else None


def _ruling_clause(book: Book) -> str | None:
    return book.says.rulings.clause if book.says.rulings else None


PERMISSIONS: Mapping[type[c.Command], Permission] = {
    c.PlaceForPlayer: Permission(
        lambda book: book.says.staff_placing.by if book.says.staff_placing else None,
        BETS_OPEN,
        lambda book: book.says.staff_placing.clause if book.says.staff_placing else None,
    ),
    c.TakeBackForPlayer: Permission(
        lambda book: book.says.staff_placing.by if book.says.staff_placing else None,
        frozenset(Phase),
        lambda book: book.says.staff_placing.clause if book.says.staff_placing else None,
        held=True,
    ),
    # Whether it is late is for the wager itself to say, by its own clause.
    c.RecordWager: Permission(_at_the_felt, frozenset(Phase), held=True, house=True),
    c.RecordWithdrawal: Permission(_at_the_felt, frozenset(Phase), held=True, house=True),
    c.GrantEarlyClose: Permission(
        lambda book: (book.says.early_close.leave_of,) if book.says.early_close else None,
        frozenset({Phase.BETTING}),
        lambda book: book.says.early_close.clause if book.says.early_close else None,
    ),
    c.GrantStandingLeave: Permission(
        lambda book: (book.says.early_close.leave_of,) if book.says.early_close else None,
        frozenset(Phase),
        lambda book: book.says.early_close.clause if book.says.early_close else None,
        held=True,
    ),
    c.WithdrawStandingLeave: Permission(
        lambda book: (book.says.early_close.leave_of,) if book.says.early_close else None,
        frozenset(Phase),
        lambda book: book.says.early_close.clause if book.says.early_close else None,
        held=True,
    ),
    c.SpinBall: Permission(_dealer, IN_PLAY, lambda book: book.says.spin.clause),
    c.CloseBets: Permission(_dealer, IN_PLAY, lambda book: book.says.close.clause),
    c.DrawBonusNumbers: Permission(
        lambda book: (Position.DEALER,) if book.bonus else None, BEFORE_OUTCOME
    ),
    c.ReportLights: Permission(
        lambda book: (Position.DEALER,) if book.bonus else None, BEFORE_OUTCOME
    ),
    c.ReportSpin: Permission(
        _dealer,
        IN_PLAY - {Phase.BETTING, Phase.CLOSED},
        lambda book: book.says.spin.clause,
        house=True,
    ),
    c.ReportRest: Permission(
        _dealer,
        frozenset({Phase.SPINNING, Phase.RUNNING}),
        lambda book: book.says.outcome.clause,
    ),
    c.CallOutcome: Permission(_dealer, IN_PLAY, lambda book: book.says.outcome.clause),
    c.ConfirmOutcome: Permission(
        _dealer, frozenset({Phase.CALLED}), lambda book: book.says.outcome.clause
    ),
    c.CallNoSpin: Permission(
        lambda book: book.says.no_spin.by if book.says.no_spin else None,
        IN_PLAY,
        lambda book: book.says.no_spin.clause if book.says.no_spin else None,
        held=True,
    ),
    c.VoidRound: Permission(_dealer, IN_PLAY, held=True, house=True),
    c.RuleOnWager: Permission(_ruling, frozenset({Phase.RESTED, Phase.CALLED}), _ruling_clause),
    c.RevokeRuling: Permission(_ruling, frozenset({Phase.RESTED, Phase.CALLED}), _ruling_clause),
    c.Refer: Permission(
        lambda book: tuple(Position) if book.says.referral else None,
        REFERABLE,
        lambda book: book.says.referral.clause if book.says.referral else None,
    ),
    c.DecideReferral: Permission(
        lambda book: (book.says.referral.to,) if book.says.referral else None,
        REFERABLE,
        lambda book: book.says.referral.clause if book.says.referral else None,
        held=True,
    ),
    c.SuspendRound: Permission(_everyone, IN_PLAY, house=True),
    c.ResumeRound: Permission(_everyone, IN_PLAY, held=True, house=True),
    c.DeclareInterruption: Permission(
        _dealer, IN_PLAY, lambda book: book.says.recovery.clause, held=True, house=True
    ),
    c.StateBall: Permission(_dealer, IN_PLAY, lambda book: book.says.recovery.clause, held=True),
    c.AbandonRound: Permission(_pit_manager, IN_PLAY, held=True, house=True),
    c.RevealSecret: Permission(_dealer, ENDED, held=True, house=True),
    c.CorrectOutcome: Permission(_supervisor, frozenset({Phase.SETTLED}), held=True, house=True),
    c.VoidAfterOutcome: Permission(_supervisor, frozenset({Phase.SETTLED}), held=True, house=True),
}
"""What staff may do. Players place and withdraw: that is asked of ``decide`` alone."""


def may(state: RoundState, kind: type[c.Command], actor: Actor) -> Refusal | None:
    """Why this may not be done now by this position, or None if it may."""
    if (no := not_given(state.book, kind, actor)) is not None:
        return no
    permission, action = PERMISSIONS[kind], kind.__struct_config__.tag
    if state.waiting is not None and not permission.held:
        return refusal("round/held", action=action, waiting=state.waiting)
    if state.phase not in permission.when:
        clause = permission.clause(state.book)
        return refusal("round/not-now", clause, action=action, phase=state.phase)
    return None


def not_theirs(book: Book, actor: Actor, who: Position, action: str, clause: str) -> Refusal | None:
    """Why what the book gives to one position is not for this person to decide."""
    if _holds(book, actor, (who,), house=False):
        return None
    return _not_allowed(actor, who, action, clause)


def not_given(book: Book, kind: type[c.Command], actor: Actor) -> Refusal | None:
    """Why the book does not give this to this position, whatever the moment."""
    permission, action = PERMISSIONS[kind], kind.__struct_config__.tag
    who, clause = permission.who(book), permission.clause(book)
    if who is None:
        return refusal("position/no-such-power", clause, book=book.id, action=action)
    if _holds(book, actor, who, house=permission.house):
        return None
    return _not_allowed(actor, " or ".join(who), action, clause)


def _not_allowed(actor: Actor, who: str, action: object, clause: str | None) -> Refusal:
    return refusal(
        "position/not-allowed",
        clause,
        name=actor.name,
        position=actor.position or "player",
        action=action,
        who=who,
    )


def _holds(book: Book, actor: Actor, who: Positions, *, house: bool) -> bool:
    """A position has what is its own, and a lower one's where the book or the house says so."""
    if actor.position is None:
        return False
    if actor.position in who:
        return True
    acts_up = house or book.says.acting_up is not None
    return acts_up and any(actor.position.at_least(position) for position in who)
