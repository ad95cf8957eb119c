"""Describes what happened as messages, with the clause or the readings behind it.

It uses only what the table put on record: nothing is decided here, and no words are made. An event
is described by the message of its own name, with its fields; below are the events that need more.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import singledispatch
from typing import Any, NamedTuple

from croupier.house import TableState
from croupier.house.adjustment import BalanceAdjusted
from croupier.house.chips import ChipsBought
from croupier.house.day import DayCounted
from croupier.house.limits import LimitsSet, MaximumPayoutSet
from croupier.house.vouchers import VoucherIssued, VoucherRedeemed, last_of
from croupier.round.base import SYSTEM, ActionRefused, Actor, Event
from croupier.round.bets import WagerPlaced, WagerTakenBack, WagerWithdrawn
from croupier.round.bonus import BonusNumbersDrawn, BonusNumbersLit
from croupier.round.close import BetsClosed
from croupier.round.correction import (
    Correction,
    OutcomeCorrected,
    RoundResettled,
    SettledRoundVoided,
)
from croupier.round.interruption import BallStated, RoundInterrupted
from croupier.round.opening import RoundOpened
from croupier.round.outcome import OutcomeCalled
from croupier.round.phases import Phase
from croupier.round.referral import ReferralDecided
from croupier.round.ruling import WagerRuled
from croupier.round.spin import BallRested, BallSpun, SpinReported
from croupier.round.state import RoundState
from croupier.rules.book import Book
from croupier.rules.refusal import Refusal
from croupier.rules.terms import BonusPays, Cited
from croupier.rules.wager import Wager
from croupier.words import Value, filled
from croupier.words.message import Message, as_typed


class Description(NamedTuple):
    """What happened, and the clause or the readings behind it."""

    messages: tuple[Message, ...]
    cited: Cited = Cited()


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
"""The readings behind refusals without a clause, by prefix of their code."""

HELD = {"referral": 22, "suspended": 16, "ball": 17}
"""The readings by which a round is held."""

NOT_NOW = {
    "confirm-outcome": 18,
    "draw-bonus-numbers": 10,
    "open-bets": 12,
    "report-lights": 10,
    "revoke-ruling": 20,
    "rule-on-wager": 20,
}
"""The readings that give things their time; to all others that of close and spin gives it."""


def describe_refusal(no: Refusal, book: Book) -> Description:
    """A refusal: its clause, and the readings behind it."""
    readings = tuple(number for number in _behind(no, book) if number in book.readings)
    messages = (Message("action.refused"), as_typed(no.message))
    return Description(messages, Cited(clause=no.clause, readings=readings))


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


def actor_name(actor: Actor, language: str = "en") -> str:
    """A person's name for people.

    >>> from croupier.rules.positions import Position
    >>> actor_name(Actor("Ben", Position.PIT_MANAGER)), actor_name(Actor("dealer", Position.DEALER))
    ('Pit Manager Ben', 'Dealer')
    """
    return filled("{who:who}", {"who": person(actor)}, language)


def person(actor: Actor) -> Value:
    """Someone as a value: of the kind ``who``, words for a position and a name."""
    if actor == SYSTEM or actor.position is None:
        return actor.name
    position = f"acting-{actor.position}" if actor.acting else str(actor.position)
    return position if actor.name == actor.position else (position, actor.name)


def moment(at_ms: int) -> str:
    """A time, the same in every language."""
    return f"{datetime.fromtimestamp(at_ms // 1000, UTC):%Y-%m-%d %H:%M} UTC"


@singledispatch
def describe(event: Any, table: TableState | None) -> Description:
    """What an event means; ``table`` is its state after the event, if known."""
    return _plain(event, table)


def _by_section(event: Event, table: TableState | None, *messages: Message) -> Description:
    """Messages, by the clause of the event or of its section of the book."""
    says = table.book.says if table is not None else None
    section: Cited = getattr(says, event.cites, None) or Cited()
    reading: int | None = getattr(event, "reading", None)
    clause = getattr(event, "clause", None) or section.clause
    readings = (reading,) if reading is not None else section.readings or event.rests_on
    return Description(messages, Cited(clause=clause, readings=readings))


def values_of(event: Event) -> dict[str, Value]:
    """The fields of an event as values: people by position, purses by their sum."""
    found = ((name, getattr(event, name)) for name in event.__struct_fields__)
    values = {name: _value(name, value) for name, value in found}
    return {name: value for name, value in values.items() if value is not None}


def _value(name: str, value: object) -> Value | None:
    match value:
        case Actor():
            return person(value)
        case dict() if all(isinstance(each, int | dict) for each in value.values()):
            return _all(value)
        case bool():
            return None
        case int() if name.endswith("_ms"):
            return moment(value)
        case tuple():
            return tuple(map(str, value))
        case int() | str():
            return value
    return None


def _all(amounts: Mapping[Any, Any]) -> int:
    """The total of a purse, or of several."""
    return sum(each if isinstance(each, int) else _all(each) for each in amounts.values())


def _plain(event: Event, table: TableState | None) -> Description:
    """An event as the message of its name."""
    return _by_section(event, table, Message(event.name, values_of(event)))


def _of(table: TableState) -> RoundState | None:
    """The round that an event concerned: the one in play, or the last that ended."""
    return table.round or table.past.get(table.round_number)


# Wagers


def named(wager: Wager) -> Value:
    """Its name, and which of that name it is: of the kind ``book``."""
    selection = wager.notation.partition(":")[2]
    return (wager.title, selection) if selection else wager.title


def _made_of(wager: Wager, amount: int) -> tuple[str, dict[str, Value]]:
    """What a wager pays, or its pieces."""
    match wager.pays:
        case None:
            unit = amount // wager.piece_count
            return "wager.placed.pieces", {"count": wager.piece_count, "unit": unit}
        case BonusPays(plain, bonus, super_):
            return "wager.placed.by-light", {"plain": plain, "bonus": bonus, "super": super_}
        case pays:
            return "wager.placed.pays", {"pays": pays}


@describe.register
def _placed(event: WagerPlaced, table: TableState | None) -> Description:
    if table is None or (round_ := _of(table)) is None:
        return _plain(event, table)
    there = round_.amount_on(event.player, event.wager)
    wager, values = table.book.wagers[event.wager], values_of(event)
    values["wager"], values["there"] = named(wager), there
    id_, more = _made_of(wager, event.amount)
    if there > event.amount:
        id_, more = "wager.placed.more", {}
    messages = [Message(id_, values | more), *_recorded(event)]
    if event.placed_by is None:
        return Description(tuple(messages), Cited(clause=wager.placed))
    messages.append(Message("wager.placed-for", values))
    return Description(tuple(messages), table.book.says.staff_placing or Cited())


def _recorded(event: WagerPlaced | WagerWithdrawn) -> Iterator[Message]:
    if event.recorded_by is not None:
        yield Message("recorded", {"by": person(event.recorded_by)})


@describe.register
def _withdrawn(event: WagerWithdrawn, table: TableState | None) -> Description:
    if table is None or (round_ := _of(table)) is None:
        return _plain(event, table)
    left = round_.amount_on(event.player, event.wager)
    wager = table.book.wagers[event.wager]
    values = values_of(event) | {"wager": named(wager), "left": left}
    messages = (Message("wager.withdrawn.left", values), *_recorded(event))
    if not isinstance(event, WagerTakenBack):
        return Description(messages, Cited(clause=wager.placed))
    return _by_section(event, table, *messages, Message(event.name, values))


@describe.register
def _ruled(event: WagerRuled, table: TableState | None) -> Description:
    values = values_of(event)
    messages = [Message(f"wager.ruled.{event.ruling}", values)]
    if event.amount is not None:
        messages.append(Message("wager.ruled.part", values))
    return _by_section(event, table, *messages)


@describe.register
def _refused(event: ActionRefused, table: TableState | None) -> Description:
    why = as_typed(event.message)
    if event.figures is not None and "nth" not in event.figures:
        why = Message(event.code, dict(event.figures), "refusals")
    return _by_section(event, table, Message(event.name), why)


# A round


@describe.register
def _opened(event: RoundOpened, table: TableState | None) -> Description:
    words = table.book.says.open.words if table is not None else ()
    return _by_section(event, table, *_announced(words), Message(event.name))


@describe.register
def _closed(event: BetsClosed, table: TableState | None) -> Description:
    words = table.book.says.close.words if table is not None else ()
    return _by_section(event, table, *_announced(words), Message(event.name))


def _announced(words: tuple[str, ...]) -> Iterator[Message]:
    """What the dealer announces."""
    if words:
        yield Message("announced", {"words": words[0]})


@describe.register
def _spun(event: BallSpun, table: TableState | None) -> Description:
    messages = [Message(event.name)]
    if table is not None:
        messages.append(Message("spin.asked", {"least": table.book.says.spin.revolutions_min}))
    return _by_section(event, table, *messages)


@describe.register
def _drawn(event: BonusNumbersDrawn, table: TableState | None) -> Description:
    messages = [Message(event.name, {"count": len(event.numbers)})]
    bonus = table.book.bonus if table is not None else None
    if bonus is not None and (links := bonus.super_links(event.numbers)):
        messages.append(Message("bonus-numbers.super", {"links": tuple(links)}))
    if bonus is not None and bonus.is_scatter(event.numbers):
        messages.append(Message("bonus-numbers.scatter"))
    return Description(tuple(messages), Cited(clause=_cites_bonus(table), readings=(10,)))


@describe.register
def _lit(event: BonusNumbersLit, table: TableState | None) -> Description:
    return Description((Message(event.name),), Cited(clause=_cites_bonus(table)))


def _cites_bonus(table: TableState | None) -> str | None:
    """The first clause about the book's Bonus Numbers."""
    clauses = table.book.clauses.values() if table is not None else ()
    return next((clause.number for clause in clauses if "bonus" in clause.values), None)


@describe.register
def _reported(event: SpinReported, table: TableState | None) -> Description:
    found = [event.direction] if event.direction is not None else []
    messages = [Message(f"spin.{each}") for each in found]
    if event.revolutions is not None:
        messages.append(Message("spin.revolutions", {"times": event.revolutions}))
    messages += [Message("spin.happened", {"what": str(each)}) for each in event.happened]
    nothing = [Message("spin.nothing")]
    return _by_section(event, table, Message(event.name), *(messages or nothing))


@describe.register
def _rested(event: BallRested, table: TableState | None) -> Description:
    round_ = _of(table) if table is not None else None
    if round_ is not None and round_.phase is Phase.STRANDED:
        return Description((Message("ball.rested.stranded"),), Cited(readings=(21,)))
    return _by_section(event, table, Message(event.name))


@describe.register
def _called(event: OutcomeCalled, table: TableState | None) -> Description:
    if table is None:
        return _plain(event, table)
    values = values_of(event) | {"colour": table.book.colour(event.number)}
    return _by_section(event, table, Message("outcome.called.coloured", values))


@describe.register
def _decided(event: ReferralDecided, table: TableState | None) -> Description:
    settled = event.round is not None and event.decision == "resume"
    decision = "settled" if settled else event.decision
    return _by_section(event, table, Message(f"{event.name}.{decision}", values_of(event)))


@describe.register
def _interrupted(event: RoundInterrupted, table: TableState | None) -> Description:
    """What the clause demands: EDZ 5.13.1 voids, the others that do not wait go on."""
    messages = [Message(event.name if event.by is not None else "round.interrupted.recovered")]
    if event.waits:
        messages.append(Message("interrupted.waits"))
    elif table is not None:
        recovery = table.book.says.recovery
        voids = recovery.strategy == "void-unless-outcome" and event.clause == recovery.voids
        messages.append(Message("interrupted.void" if voids else "interrupted.goes-on"))
    return _by_section(event, table, *messages)


@describe.register
def _stated(event: BallStated, table: TableState | None) -> Description:
    return _by_section(event, table, Message(event.name if event.rests else "ball.stated.not"))


# After the round


@describe.register
def _corrected(event: OutcomeCorrected, table: TableState | None) -> Description:
    messages = (Message(event.name, values_of(event)), *_moved(event))
    displays = table.book.says.displays if table is not None else None
    found = _by_section(event, table, *messages)
    if displays is None:
        return found
    return Description(messages, Cited(clause=displays.clause, readings=found.cited.readings))


@describe.register
def _voided_after(event: SettledRoundVoided, table: TableState | None) -> Description:
    return _by_section(event, table, Message(event.name), *_moved(event, "correction.stakes"))


@describe.register
def _resettled(event: RoundResettled, table: TableState | None) -> Description:
    return _by_section(event, table, Message(event.name), *_moved(event))


def _moved(event: Correction, given: str = "correction.paid") -> Iterator[Message]:
    """What it really took and gave (reading 19), from whom it could not collect, and from whom it
    collected now what an earlier correction could not."""
    lost, made_good = event.uncollected or {}, event.recovered
    amount = _all(event.reversed) - sum(lost.values()) + sum(made_good.values())
    # A record of an earlier program has only the losses before it to say what was not there.
    taken = "correction.asked" if event.uncollected is None else "correction.taken"
    yield Message(taken, {"amount": amount})
    yield Message(given, {"amount": _all(event.returned)})
    yield _approved(event.approver)
    for player, left in lost.items():
        yield Message("correction.lost", {"amount": left, "player": player})
    for player, found in made_good.items():
        yield Message("correction.recovered", {"amount": found, "player": player})


def _approved(approver: Actor) -> Message:
    return Message("approved", {"approver": person(approver)})


# The house


@describe.register
def _bought(event: ChipsBought, table: TableState | None) -> Description:
    values = values_of(event)
    messages = [Message(event.name, values)]
    if event.value is None:
        return _by_section(event, table, *messages)
    messages.append(Message("chips.colour", values))
    if event.marker:
        messages.append(Message("chips.marker"))
    colour_chips = table.book.says.colour_chips if table is not None else None
    return Description(tuple(messages), colour_chips or Cited())


@describe.register
def _adjusted(event: BalanceAdjusted, table: TableState | None) -> Description:
    return _by_section(
        event, table, Message(event.name, values_of(event)), _approved(event.approver)
    )


@describe.register
def _counted(event: DayCounted, table: TableState | None) -> Description:
    return _by_section(event, table, Message(event.name, values_of(event)), *counts(event))


def counts(event: DayCounted) -> Iterator[Message]:
    """Each part of a count, with the recorded amount if it differs."""
    for part in event.counted.__struct_fields__:
        found, there = getattr(event.counted, part), getattr(event.expected, part)
        same = found == there
        values: dict[str, Value] = {"part": part, "found": found, "there": there}
        yield Message("count.same" if same else "count.differs", values, "alerts")


@describe.register
def _limits(event: LimitsSet, table: TableState | None) -> Description:
    limits = event.limits.table
    return _by_section(event, table, Message(event.name, {"min": limits.min, "max": limits.max}))


@describe.register
def _maximum(event: MaximumPayoutSet, table: TableState | None) -> Description:
    id_ = event.name if event.amount is not None else "maximum-payout.none"
    return _by_section(event, table, Message(id_, values_of(event)))


@describe.register
def _issued(event: VoucherIssued, table: TableState | None) -> Description:
    return _by_section(event, table, Message(event.name, _of_voucher(event)))


@describe.register
def _redeemed(event: VoucherRedeemed, table: TableState | None) -> Description:
    id_ = event.name if event.table is not None else "voucher.redeemed.cage"
    return _by_section(event, table, Message(id_, _of_voucher(event)))


def _of_voucher(event: VoucherIssued | VoucherRedeemed) -> dict[str, Value]:
    """Its fields, with only the last characters of its number."""
    return values_of(event) | {"voucher": last_of(event.voucher)}
