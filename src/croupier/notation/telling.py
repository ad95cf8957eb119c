"""What a line did, in words, with the clause or the readings behind it.

Told from what the table put on record, or from its refusal: nothing is decided here.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from croupier.house import TableState
from croupier.house import events as h
from croupier.notation.corrected import moved
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.phases import Phase
from croupier.round.state import RoundState
from croupier.round.voiding import SYSTEM
from croupier.rules.book import Book
from croupier.rules.money import in_units
from croupier.rules.refusal import Refusal
from croupier.rules.terms import BonusPays, Cited
from croupier.rules.wager import Wager

Told = tuple[str, Cited | None]
"""Words, and where they come from."""
Teller = Callable[[Any, TableState], Told]

REFUSED_BY_READING: Mapping[str, int] = {
    "abandon/": 16,
    "approval/": 19,
    "bonus/": 10,
    "close/": 21,
    "colour/": 23,
    "correct/": 19,
    "held/": 12,
    "outcome/not-now": 21,
    "outcome/read-back-differs": 18,
    "position/": 22,
    "reason/": 18,
    "referral/": 22,
    "round/bonus-numbers": 10,
    "round/none": 12,
    "round/not-interrupted": 17,
    "round/not-suspended": 16,
    "round/stopped": 16,
    "ruling/": 20,
    "spin/again": 21,
    "spin/bad-revolutions": 21,
    "spin/contradiction": 21,
    "void/": 21,
}
"""The readings behind refusals for which the books have no words, by the beginning of the code."""

HELD = {"referral": 22, "suspended": 16, "ball": 17}
"""The readings by which a round waits."""

NOT_NOW = {
    "confirm-outcome": 18,
    "draw-bonus-numbers": 10,
    "open-bets": 12,
    "report-lights": 10,
    "revoke-ruling": 20,
    "rule-on-wager": 20,
}
"""The readings that give things their time; to all others that of close and spin gives it."""


def refused(no: Refusal, book: Book) -> Told:
    """A refusal: its clause, and the readings behind it."""
    readings = tuple(number for number in _behind(no, book) if number in book.readings)
    return f"refused: {no.message}", Cited(clause=no.clause, readings=readings)


def _behind(no: Refusal, book: Book) -> Iterable[int]:
    match no.code.partition("/")[0], no.figures:
        case "late", _:
            return book.says.late.placed.readings
        case "limits", _:
            return book.says.limits.readings
        case "round", {"waiting": str(waiting), "action": _}:
            return (HELD[waiting],)
        case "round", {"phase": _, "action": str(action)}:
            return (NOT_NOW.get(action, 21),)
        case _:
            return (n for code, n in REFUSED_BY_READING.items() if no.code.startswith(code))


def happened(event: e.Event, table: TableState) -> Told:
    """What an event means; the table is as it is afterwards."""
    return TELLS[type(event)](event, table)


def spoken(actor: Actor) -> str:
    """Someone, as people say it.

    >>> from croupier.rules.positions import Position
    >>> spoken(Actor("Ben", Position.PIT_MANAGER)), spoken(Actor("dealer", Position.DEALER))
    ('Pit Manager Ben', 'the Dealer')
    """
    if actor == SYSTEM:
        return "the system"
    if actor.position is None:
        return actor.name
    acting = "acting " if actor.acting else ""
    title = acting + actor.position.replace("-", " ").title()
    return f"the {title}" if actor.name == actor.position else f"{title} {actor.name}"


def _named(wager: Wager) -> str:
    """Its name, and which of that name it is."""
    selection = wager.notation.partition(":")[2]
    return f"{wager.name} {selection}" if selection else wager.name


def described(wager: Wager, amount: int) -> str:
    """A wager in words, with what it pays or is made of."""
    name = _named(wager)
    match wager.pays:
        case None:
            unit = in_units(amount // wager.piece_count)
            return f"{name}: {wager.piece_count} pieces of {unit}"
        case BonusPays(plain, bonus, super_):
            return f"{name}, {plain}, {bonus} or {super_} to 1"
        case pays:
            return f"{name}, {pays} to 1"


def _of(table: TableState) -> RoundState:
    """The round that an event was about: the one in play, or the last that ended."""
    return table.round or table.past[table.round_number]


def _all(purses: e.Purses) -> int:
    return sum(sum(purse.values()) for purse in purses.values())


def _as(words: str, section: str = "", *readings: int) -> Teller:
    """Words with the event's fields in them, by its own clause or that of a section of the book.

    Sums are told as money, people by their positions.
    """

    def told(event: Any, table: TableState) -> Told:
        says = table.book.says
        cited: Cited = getattr(says, section, None) or Cited()
        by = Cited(
            clause=getattr(event, "clause", None) or cited.clause,
            readings=readings or cited.readings,
        )
        fields = {name: _spoken(getattr(event, name)) for name in event.__struct_fields__}
        least = says.spin.revolutions_min
        return words.format(**fields, open=says.open, close=says.close, least=least), by

    return told


def _spoken(value: Any) -> object:
    if isinstance(value, Actor):
        return spoken(value)
    if isinstance(value, dict):
        return in_units(sum(v if isinstance(v, int) else sum(v.values()) for v in value.values()))
    return in_units(value) if type(value) is int else value


def _placed(event: e.WagerPlaced, table: TableState) -> Told:
    wager, says = table.book.wagers[event.wager], table.book.says
    there = _of(table).amount_on(event.player, event.wager)
    amount = in_units(event.amount)
    told = f"{amount} on {described(wager, event.amount)}"
    if there > event.amount:
        told = f"{amount} more: {in_units(there)} on {_named(wager)}"
    if event.recorded_by is not None:
        told += f", recorded by {spoken(event.recorded_by)}"
    if event.placed_by is None:
        return told, Cited(clause=wager.placed)
    asked = f"{told}, placed by {spoken(event.placed_by)} at {event.player}'s request"
    return asked, says.staff_placing


def _withdrawn(event: e.WagerWithdrawn, table: TableState) -> Told:
    left = _of(table).amount_on(event.player, event.wager)
    wager = table.book.wagers[event.wager]
    told = f"{in_units(event.amount)} back, {in_units(left)} left on {_named(wager)}"
    if event.recorded_by is not None:
        told += f", recorded by {spoken(event.recorded_by)}"
    return told, Cited(clause=wager.placed)


def _taken_back(event: e.WagerTakenBack, table: TableState) -> Told:
    told, _ = _withdrawn(event, table)
    return f"{told}: placed by mistake, taken back by {spoken(event.by)}", Cited(
        clause=event.clause, readings=(20,)
    )


def _drawn(event: e.BonusNumbersDrawn, table: TableState) -> Told:
    bonus = table.book.bonus
    assert bonus is not None
    told = f"{bonus.count} Bonus Numbers are drawn"
    if links := bonus.super_links(event.numbers):
        told += f"; all of link {' and '.join(links)}: Super Bonus"
    if bonus.is_scatter(event.numbers):
        told += "; one in every link: Scatter Bonus"
    return told, Cited(clause=_cites("bonus", table.book), readings=(10,))


def _lit(event: e.BonusNumbersLit, table: TableState) -> Told:
    drawn = _of(table).drawn or ()
    return f"all {len(drawn)} are lit", Cited(clause=_cites("bonus", table.book))


def _cites(section: str, book: Book) -> str | None:
    """The first clause that a section of the book's data cites."""
    return next((c.number for c in book.clauses.values() if section in c.values), None)


def _rested(event: e.BallRested, table: TableState) -> Told:
    if _of(table).phase is Phase.STRANDED:
        return "before the close: no outcome can come of it", Cited(readings=(21,))
    return "the compartment decides the outcome", table.book.says.outcome


def _called(event: e.OutcomeCalled, table: TableState) -> Told:
    colour = table.book.colour(event.number)
    return f"{event.number} {colour} is announced; to be confirmed", table.book.says.outcome


def _settled(event: e.RoundSettled, table: TableState) -> Told:
    house = _all(event.staked) - _all(event.returned)
    ended = f"the house is {'up' if house >= 0 else 'down'} {in_units(abs(house))}"
    return f"settled on {event.outcome}: {ended}", table.book.says.round


def _ruled(event: e.WagerRuled, table: TableState) -> Told:
    became = {
        "stands": "stands as it lies",
        "moved": f"belongs on {event.to}",
        "returned": "is off the felt and goes back when the round ends",
    }
    part = "" if event.amount is None else f"{in_units(event.amount)} on "
    told = f"{part}{event.wager} of {event.player} {became[event.ruling]}"
    return told, _by_ruling(event, table)


def _revoked(event: e.RulingRevoked, table: TableState) -> Told:
    told = f"ruling {event.number} no longer holds: {event.wager} of {event.player} lies as before"
    return told, _by_ruling(event, table)


def _by_ruling(event: e.WagerRuled | e.RulingRevoked, table: TableState) -> Cited:
    rulings = table.book.says.rulings or Cited()
    return Cited(clause=event.clause, readings=rulings.readings or (20,))


def _interrupted(event: e.RoundInterrupted, table: TableState) -> Told:
    told = {
        None: "play goes on, and the round is played to its end",
        "ball": "the round waits: does the ball rest after a valid spin?",
        "suspended": "the round is suspended where it is",
        "referral": "the round still waits for the decision",
    }
    readings = table.book.says.recovery.readings
    return told[_of(table).waiting], Cited(clause=event.clause, readings=readings)


def _corrected(event: e.OutcomeCorrected, table: TableState) -> Told:
    told = f"{event.now} instead of {event.was}: {moved(event, spoken(event.approver))}"
    decides = table.book.says.displays or table.book.says.outcome
    return told, Cited(clause=decides.clause, readings=(event.reading,))


def _voided_after(event: e.SettledRoundVoided, table: TableState) -> Told:
    told = f"void after all: {moved(event, spoken(event.approver), 'returned as stakes')}"
    return told, Cited(clause=event.clause, readings=(18,))


def _resettled(event: e.RoundResettled, table: TableState) -> Told:
    told = f"settled anew by the rulings: {moved(event, spoken(event.approver))}"
    return told, Cited(clause=event.clause, readings=(22,))


def _bought(event: h.ChipsBought, table: TableState) -> Told:
    told = f"{in_units(event.amount)} in {event.chips.replace('-', ' ')} for {event.paid_with}"
    if event.value is None:
        return told, table.book.says.stakes
    shown = ", with a marker" if event.marker else ""
    told += f": {event.colour}, {in_units(event.value)} a chip{shown}"
    return told, table.book.says.colour_chips


TELLS: Mapping[type[e.Event], Teller] = {
    e.RoundOpened: _as('"{open.words[0]}": the bets are open', "open"),
    e.WagerPlaced: _placed,
    e.WagerWithdrawn: _withdrawn,
    e.WagerTakenBack: _taken_back,
    e.EarlyCloseGranted: _as("{by} lets the bets close before the spin", "early_close"),
    e.StandingLeaveGranted: _as(
        "{by} lets the bets close before the spin in every round", "early_close"
    ),
    e.StandingLeaveWithdrawn: _as(
        "a close before the spin needs leave in each round again", "early_close"
    ),
    e.BallSpun: _as(
        "the ball is off: it must run against the wheel, {least} times round or more", "spin"
    ),
    e.BetsClosed: _as('"{close.words[0]}": the bets are closed', "close"),
    e.BonusNumbersDrawn: _drawn,
    e.BonusNumbersLit: _lit,
    e.SpinReported: _as("as the book asks: against the wheel, {least} times or more", "spin"),
    e.BallRested: _rested,
    e.OutcomeCalled: _called,
    e.RoundSettled: _settled,
    e.RoundVoided: _as("void: every wager goes back, {returned} in all", "", 12),
    e.RoundAbandoned: _as("given up: every wager goes back, {returned} in all", "", 16),
    e.WagerRuled: _ruled,
    e.RulingRevoked: _revoked,
    e.RoundReferred: _as("the round waits for the Gaming Shift Manager", "referral"),
    e.ReferralDecided: _as("the round goes on where it was", "referral"),
    e.RoundSuspended: _as("the round is held as it stands", "", 16),
    e.RoundResumed: _as("the round goes on where it was", "", 16),
    e.RoundInterrupted: _interrupted,
    e.BallStated: _as("there is an outcome: the round is played to its end", "recovery"),
    e.OutcomeCorrected: _corrected,
    e.SettledRoundVoided: _voided_after,
    e.RoundResettled: _resettled,
    e.SecretRevealed: _as("anyone can check the round against its commitment"),
    h.ChipsBought: _bought,
    h.ChipsChanged: _as("{amount} of {out_of} into {into}", "colour_chips"),
    h.ChipsCashedOut: _as("{purse} paid out as {paid}"),
    h.SeatTaken: _as("{player} has a seat"),
    h.SeatLeft: _as("what is in front of {player} is held; wagers stay in play", "", 12),
    h.HeldCollected: _as("{amount} that was held is paid as {paid}"),
    h.BalanceAdjusted: _as("{player} is put right by {amount}, approved by {approver}"),
    h.DayStarted: _as("the gaming day {day} begins"),
    h.DayEnded: _as("the gaming day ends with {box} in the box"),
    h.DayCounted: _as("what the gaming day {day} left is counted"),
    h.ShiftStarted: _as("the shift {shift} begins"),
    h.ShiftEnded: _as("the shift {shift} ends"),
    h.TableOpened: _as("the table opens with {opener} in the tray"),
    h.FloatFilled: _as("{amount} from the cage into the tray"),
    h.FloatCredited: _as("{amount} from the tray to the cage"),
    h.TableClosed: _as("the table closes: {closer} counted, {expected} on record"),
    h.LimitsSet: _as("limits of the rounds to come", "limits"),
    h.MaximumPayoutSet: _as("the most that a round to come may pay: {amount}"),
    h.VoucherRedeemed: _as("a voucher over {amount} is paid at the cage"),
    h.VouchersLapsed: _as("vouchers over {amount} lapse"),
    h.PlayerExcluded: _as("{player} may no longer play in this house"),
    h.PlayerReadmitted: _as("{player} may play again"),
}
"""How the last event of a line is told."""
