"""How the lines of the table are walked: open, close, spin, draw, outcome, and what voids.

The order comes from the book's data alone (readings 10, 18 and 21).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal

from croupier.notation import actions as a
from croupier.notation.felt import Felt
from croupier.notation.play import RoundInPlay
from croupier.notation.staff import TERMINALS, titled
from croupier.notation.step import Step
from croupier.rules.bonus import checked_draw
from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity
from croupier.rules.limits import Limits, Range
from croupier.rules.money import in_units
from croupier.rules.terms import Announcement, Cited

ORDER = Cited(readings=(21,))
VOID = Cited(readings=(12,))
BONUS = Cited(readings=(10,))
DUAL_CONTROL = Cited(readings=(18,))


def opened(action: a.Opening, at: RoundInPlay) -> Step:
    """The bets open."""
    if at.table.unfinished:
        return Step.by(VOID, action, "refused", "refused: the round before is not over")
    if at.phase != "waiting":
        return _refused(at.book.says.open, action, "the bets were opened already")
    at.felt = Felt(at.table.limits, at.book.says.limits)
    return _called(at.book.says.open, action, at, "open")


def closed(action: a.Closing, at: RoundInPlay) -> Step:
    """The bets close, in the book's own moment or earlier with leave."""
    close, early = at.book.says.close, at.book.says.early_close
    if at.phase != "open":
        return _refused(close, action, "the bets are not open")
    if at.spun or close.when == "before-spin":
        return _called(close, action, at, "closed")
    if early is None:
        return _refused(ORDER, action, "in this book the bets close only while the ball runs")
    if not at.leave_to_close:
        position = titled(early.leave_of)
        return _refused(early, action, f"a close before the spin needs leave of the {position}")
    return replace(_called(close, action, at, "closed"), clause=early.clause)


def leave_given(action: a.EarlyLeave, at: RoundInPlay) -> Step:
    """Leave to close the bets before the spin."""
    early = at.book.says.early_close
    if early is None:
        return Step(action, "refused", "refused: this book knows no early close")
    if not at.may(action.by, [early.leave_of]):
        return _refused(early, action, f"only the {titled(early.leave_of)} may give leave")
    at.leave_to_close = True
    return Step.by(early, action, "ok", f"{action.by.spoken} lets the bets close before the spin")


def spun(action: a.Spin, at: RoundInPlay) -> Step:
    """The ball is sent round the wheel."""
    says = at.book.says
    if at.phase == "waiting":
        return _refused(says.open, action, "the bets are not open yet")
    if at.spun:
        return _refused(ORDER, action, "the ball is never spun again within a round")
    if at.phase == "open" and says.close.when == "before-spin":
        return _refused(says.close, action, "in this book the bets close before the spin")
    at.spun = True
    least = says.spin.revolutions_min
    says_so = f"the ball is off: it must run against the wheel, {least} times round or more"
    return Step.by(says.spin, action, "ok", says_so)


def direction_reported(action: a.DirectionReport, at: RoundInPlay) -> Step:
    """Which way the ball ran: with the wheel voids the round by itself."""
    if (no := _not_running(action, at)) is not None:
        return no
    if action.direction == "with":
        return _irregular(action, at, Irregularity.BALL_WITH_WHEEL)
    return Step.by(at.book.says.spin, action, "ok", "as the book asks")


def revolutions_reported(action: a.RevolutionsReport, at: RoundInPlay) -> Step:
    """How often the ball went round: too few void the round by themselves."""
    if (no := _not_running(action, at)) is not None:
        return no
    spin = at.book.says.spin
    if action.revolutions < spin.revolutions_min:
        return _irregular(action, at, Irregularity.TOO_FEW_REVOLUTIONS)
    return Step.by(spin, action, "ok", f"enough: {spin.revolutions_min} are needed")


def faulted(action: a.SpinFault, at: RoundInPlay) -> Step:
    """Something went wrong with the ball or the wheel."""
    return _irregular(action, at, action.irregularity)


def rested(action: a.BallAtRest, at: RoundInPlay) -> Step:
    """The ball lies in a compartment; nothing follows until the outcome is entered."""
    if (no := _not_running(action, at)) is not None:
        return no
    if at.phase == "open":
        return Step.by(ORDER, action, "noted", "before the close: no outcome may be recorded")
    return Step.by(at.book.says.outcome, action, "ok", "the compartment decides the outcome")


def drawn(action: a.Draw, at: RoundInPlay) -> Step:
    """The Bonus Numbers are drawn, once, after the close."""
    bonus = at.book.bonus
    if bonus is None:
        return Step(action, "refused", "refused: this book has no Bonus Numbers")
    checked_draw(bonus, action.numbers, at.book.id, at.book.pockets)
    if at.phase != "closed":
        return _refused(BONUS, action, "Bonus Numbers are drawn between the close and the outcome")
    if at.drawn is not None:
        return _refused(BONUS, action, "the Bonus Numbers of a round are drawn once")
    at.drawn = action.numbers
    says = f"{bonus.count} Bonus Numbers light up"
    if links := bonus.super_links(action.numbers):
        says += f"; all of link {' and '.join(links)}: Super Bonus"
    if bonus.is_scatter(action.numbers):
        says += "; one in every link: Scatter Bonus"
    return Step(action, "ok", says, _clause_of("bonus", at.book), BONUS.readings)


def lit(action: a.Lights, at: RoundInPlay) -> Step:
    """The drawn numbers were shown; one that stays dark voids the round."""
    if at.drawn is None:
        return _refused(BONUS, action, "no Bonus Numbers were drawn")
    if not set(action.dark) <= set(at.drawn):
        return _refused(BONUS, action, "a number that was not drawn cannot stay dark")
    if action.dark:
        return _irregular(action, at, Irregularity.BONUS_NUMBER_DARK)
    return Step(action, "ok", f"all {len(at.drawn)} are lit", _clause_of("bonus", at.book))


def entered(action: a.OutcomeEntry, at: RoundInPlay) -> Step:
    """The outcome is announced and entered, to be confirmed."""
    if at.phase != "closed":
        return _refused(ORDER, action, "no outcome is recorded before the close")
    if (no := _not_running(action, at)) is not None:
        return no
    if at.book.bonus is not None and at.drawn is None:
        return _refused(BONUS, action, f"the {at.book.bonus.count} Bonus Numbers come first")
    at.entered = action.number
    says = f"{action.number} {at.book.colour(action.number)} is announced; to be confirmed"
    return Step.by(at.book.says.outcome, action, "ok", says)


def confirmed(action: a.OutcomeConfirmation, at: RoundInPlay) -> Step:
    """The outcome is confirmed, and the round is settled on it."""
    if at.phase != "closed" or at.entered is None:
        return _refused(DUAL_CONTROL, action, "there is no outcome to confirm")
    if at.entered != action.number:
        return _refused(DUAL_CONTROL, action, f"{at.entered} was entered, not {action.number}")
    at.settle(action.number)
    assert at.settlement is not None
    house = at.settlement.house_net
    ended = f"the house is {'up' if house >= 0 else 'down'} {in_units(abs(house))}"
    return Step.by(at.book.says.round, action, "ok", f"settled on {action.number}: {ended}")


def voided(action: a.Void, at: RoundInPlay) -> Step:
    """The round is void by a clause that is named."""
    return _void(action, at, action.clause)


def no_spin(action: a.NoSpin, at: RoundInPlay) -> Step:
    """ "No spin" voids the round until the outcome is confirmed."""
    terms = at.book.says.no_spin
    if terms is None or terms.clause is None:
        return Step(action, "refused", 'refused: this book knows no "no spin"')
    if not at.may(action.by, terms.by):
        return _refused(terms, action, f"not for {action.by.spoken}")
    return _void(action, at, terms.clause)


def limits_changed(action: a.LimitsChange, at: RoundInPlay) -> Step:
    """New limits hold from the next opening on."""
    limits, given = at.table.limits, Range(action.least, action.most)
    if action.of_kind is None:
        limits = Limits(given, limits.kinds)
    else:
        limits = Limits(limits.table, {**limits.kinds, action.of_kind: given})
    at.table = replace(at.table, limits=limits)
    what = action.of_kind or "the table"
    says = f"limits of {what} from the next opening: {in_units(given.min)} to {in_units(given.max)}"
    return Step.by(at.book.says.limits, action, "ok", says)


def noted(action: a.Note, at: RoundInPlay) -> Step:
    """A remark."""
    return Step(action, "noted", action.text)


def _refused(cited: Cited, action: a.Action, why: str) -> Step:
    return Step.by(cited, action, "refused", f"refused: {why}")


def _not_running(action: a.Action, at: RoundInPlay) -> Step | None:
    """The refusal of a line about a ball that was not spun in this round."""
    return None if at.spun else _refused(at.book.says.spin, action, "the ball was not spun")


def _called(
    call: Announcement,
    action: a.Opening | a.Closing,
    at: RoundInPlay,
    phase: Literal["open", "closed"],
) -> Step:
    """The words of the book are said or shown, and the bets are open or closed."""
    if action.caller == TERMINALS and call.by != "terminal":
        return _refused(call, action, f"in this book the {call.by.title()} calls it")
    at.phase = phase
    return Step.by(call, action, "ok", f'"{call.words[0]}": the bets are {phase}')


def _irregular(action: a.Action, at: RoundInPlay, irregularity: Irregularity) -> Step:
    """The clause by which the book voids a round for this."""
    for clause, found in at.book.voids.items():
        if found is irregularity:
            return _void(action, at, clause)
    return Step(action, "refused", f"refused: this book has no clause for {irregularity}")


def _void(action: a.Action, at: RoundInPlay, clause: str) -> Step:
    """The round is void and everything goes back in full (reading 12)."""
    if at.phase == "waiting":
        return _refused(at.book.says.open, action, "no round has begun")
    if at.phase == "over":
        return _refused(DUAL_CONTROL, action, "the round is over: that takes two people now")
    at.settle(None, clause)
    staked = in_units(sum(bet.amount for bet in at.felt.bets))
    return Step(action, "void", f"void: every wager goes back, {staked} in all", clause, (12,))


def _clause_of(section: str, book: Book) -> str | None:
    """The first clause that a section of the book's data cites."""
    return next((c.number for c in book.clauses.values() if section in c.values), None)


Played = Callable[[Any, RoundInPlay], Step]


def _until_over(played: Played) -> Played:
    """Lines that a round takes only until it is settled or void."""

    def in_play(action: a.Action, at: RoundInPlay) -> Step:
        if at.phase == "over":
            return _refused(VOID, action, "the round is over")
        return played(action, at)

    return in_play


UNTIL_OVER: Mapping[type[a.Action], Played] = {
    a.Opening: opened,
    a.Closing: closed,
    a.EarlyLeave: leave_given,
    a.Spin: spun,
    a.DirectionReport: direction_reported,
    a.RevolutionsReport: revolutions_reported,
    a.SpinFault: faulted,
    a.BallAtRest: rested,
    a.Draw: drawn,
    a.Lights: lit,
    a.OutcomeEntry: entered,
    a.OutcomeConfirmation: confirmed,
}
LINES: Mapping[type[a.Action], Played] = {
    **{kind: _until_over(played) for kind, played in UNTIL_OVER.items()},
    a.Void: voided,
    a.NoSpin: no_spin,
    a.LimitsChange: limits_changed,
    a.Note: noted,
}
"""How each line of the table is walked."""
