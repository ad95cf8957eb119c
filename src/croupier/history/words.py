"""What an entry says, in one plain sentence, with the clause or the readings behind it.

The words are those of round notation wherever it has them for what happened; here are those for
events that follow from others, and that no line of a file has by itself.
"""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.history.hidden import is_hidden
from croupier.house import TableState
from croupier.house import events as h
from croupier.house.vouchers import last_of
from croupier.journal import events as j
from croupier.notation.telling import TELLS, Told, spoken
from croupier.office import events as o
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.rules.money import in_units
from croupier.rules.terms import Cited
from croupier.table.events import ClockStepped, DecisionWeighed, TableMade

Teller = Callable[[Any], Told]


def said(event: object, table: TableState | None) -> Told:
    """An event as a sentence; the table is as it is afterwards, where it is known."""
    try:
        words, cited = _told(event, table)
    except LookupError:  # it is about a round that is not at hand
        words, cited = by_fields(event), None
    return sentence(words), cited or Cited()


def _told(event: object, table: TableState | None) -> Told:
    if isinstance(event, e.RoundInterrupted):
        return _interrupted(event, table)
    if (own := _OWN.get(type(event))) is not None:
        return own(event)
    if table is not None and isinstance(event, e.Event) and type(event) in TELLS:
        return TELLS[type(event)](event, table)
    return by_fields(event), None


def sentence(words: str) -> str:
    """Words with a capital and a full stop.

    >>> sentence("the bets are open")
    'The bets are open.'
    """
    ended = words if words.endswith((".", "!", "?")) else f"{words}."
    return f"{ended[:1].upper()}{ended[1:]}"


def by_fields(event: Any) -> str:
    """An event of which nothing is known but its fields, without what is hidden."""
    if not isinstance(event, dict):
        event = {name: getattr(event, name) for name in event.__struct_fields__}
    left_out = ("action", "by", "approver", "reason")
    shown = {k: v for k, v in event.items() if v is not None and k not in left_out}
    told = (f"{k.replace('_', ' ')} {worded(v)}" for k, v in shown.items() if not is_hidden(k))
    return "; ".join(told) or "it happened"


def worded(value: object) -> str:
    """A value of a field, for a person."""
    match value:
        case Actor():
            return spoken(value)
        case {"name": name, "position": position}:
            return f"{name} ({position or 'player'})"
        case dict():
            inner = (f"{k} {worded(v)}" for k, v in value.items() if not is_hidden(str(k)))
            return ", ".join(inner) or "nothing"
        case list() | tuple():
            return " ".join(map(worded, value)) or "nothing"
        case bool():
            return "yes" if value else "no"
        case bytes():
            return value.hex()
    return str(value)


def _sum(purses: e.Purses) -> int:
    return sum(sum(purse.values()) for purse in purses.values())


def _settled(event: e.RoundSettled) -> Told:
    staked, returned = in_units(_sum(event.staked)), in_units(_sum(event.returned))
    return f"settled on {event.outcome}: {staked} staked, {returned} go back", None


def _confirmed(event: e.OutcomeConfirmed) -> Told:
    return f"{event.number} is read back and confirmed", Cited(clause=event.clause)


def _no_spin(event: e.NoSpinCalled) -> Told:
    return '"no spin" is announced', Cited(clause=event.clause)


def _reported(event: e.SpinReported) -> Told:
    ways = {"opposite": "against the wheel", "with-wheel": "with the wheel"}
    told = [ways[event.direction]] if event.direction is not None else []
    if event.revolutions is not None:
        told.append(f"{event.revolutions} times round")
    told += [one.value.replace("-", " ") for one in event.happened]
    return f"the spin is reported: {', '.join(told) or 'nothing to remark'}", None


def _decided(event: e.ReferralDecided) -> Told:
    words = {
        "resume": "the round goes on where it was",
        "void": "the round is void",
        "rule": "named wagers are ruled on",
    }
    if event.round is not None and event.decision == "resume":
        words["resume"] = f"round {event.round} stays settled as it is"
    return f"the decision: {words[event.decision]}", Cited(clause=event.clause)


def _stated(event: e.BallStated) -> Told:
    rests = "the ball rests after a valid spin: there is an outcome"
    words = rests if event.rests else "the ball does not rest after a valid spin"
    return words, Cited(clause=event.clause)


def _interrupted(event: e.RoundInterrupted, table: TableState | None) -> Told:
    told = "power or system failed and came back" if event.by is None else "a failure is declared"
    return f"{told}{_after(event, table)}", Cited(clause=event.clause)


def _after(event: e.RoundInterrupted, table: TableState | None) -> str:
    """What the clause demands: EDZ 5.13.1 voids, the others that do not wait go on."""
    if event.waits:
        return ": the round waits for someone"
    if table is None:
        return ""
    recovery = table.book.says.recovery
    voids = recovery.strategy == "void-unless-outcome" and event.clause == recovery.voids
    return ": the round is void" if voids else ": the round goes on"


def _refused(event: e.ActionRefused) -> Told:
    return f"refused: {event.message}", Cited(clause=event.clause)


def _uncollected(event: h.CorrectionUncollected) -> Told:
    amount = in_units(event.amount)
    told = f"{amount} that the correction asks back of {event.player} is not there"
    return f"{told}: it is the house's loss", Cited(readings=(19,))


def _maximum(event: h.MaximumPayoutSet) -> Told:
    if event.amount is None:
        return "a round to come may pay any sum", None
    return f"the most that a round to come may pay: {in_units(event.amount)}", None


def _limits(event: h.LimitsSet) -> Told:
    table = event.limits.table
    return f"limits of the rounds to come: {in_units(table.min)} to {in_units(table.max)}", None


def _counted(event: h.DayCounted) -> Told:
    return f"what the gaming day {event.day} left is counted: {count_told(event)}", None


def count_told(event: h.DayCounted) -> str:
    """Each part of a count, and what is on record where that is another amount."""
    told = []
    for name in event.counted.__struct_fields__:
        found, there = getattr(event.counted, name), getattr(event.expected, name)
        record = "" if found == there else f" ({in_units(there)} on record)"
        told.append(f"{name} {in_units(found)}{record}")
    return ", ".join(told)


def _made(event: TableMade) -> Told:
    wheel = "the system's own wheel" if event.own_wheel else "a wheel of its own"
    return f"the table is set up by {event.book} with {wheel}", None


def _stepped(event: ClockStepped) -> Told:
    return f"the clock went back by {event.before_ms - event.now_ms} ms", None


def _lost(event: e.SecretLost) -> Told:
    return f"the secret of round {event.round} is lost: nobody can check its draw", None


def _weighed(event: DecisionWeighed) -> Told:
    done = event.asked.replace("-", " ")
    told = f"{done} in round {event.round} moves {in_units(event.moved)}"
    if event.number is None:
        return f"{done} in round {event.round} with no Bonus Numbers to settle by", None
    on = f"by {event.number}" if event.entered else f"at most, if the number is {event.number}"
    return f"{told} {on}: {changes_told(event)}", None


def changes_told(event: DecisionWeighed) -> str:
    """What a decision changed for the house and for each player that it names."""
    results = {**event.players, "the house": event.house}
    told = [
        f"{name} {in_units(each.now)} instead of {in_units(each.without)}"
        for name, each in results.items()
    ]
    if left := event.concerned - len(event.players):
        told.append(f"{left} more players")
    return ", ".join(told)


def _as(words: str) -> Teller:
    """Words with the event's fields in them, sums as money."""

    def told(event: Any) -> Told:
        values = {name: getattr(event, name) for name in event.__struct_fields__}
        sums = {k: in_units(v) if type(v) is int else v for k, v in values.items()}
        return words.format(**sums), None

    return told


def _voucher(words: str) -> Teller:
    """Words about a voucher, with the last characters of its number."""
    told = _as(words)
    return lambda event: (f"{told(event)[0]} (…{last_of(event.voucher)})", None)


def _redeemed(event: h.VoucherRedeemed) -> Told:
    where = "is paid in cash at the cage" if event.table is None else "is redeemed at table {table}"
    return _voucher(f"a voucher over {{amount}} {where}")(event)


def _alert(event: o.AlertRaised) -> Told:
    return f"alert {event.id}, {event.kind}: {event.text}", None


_OWN: Mapping[type, Teller] = {
    e.RoundSettled: _settled,
    e.OutcomeConfirmed: _confirmed,
    e.NoSpinCalled: _no_spin,
    e.SpinReported: _reported,
    e.ReferralDecided: _decided,
    e.BallStated: _stated,
    e.ActionRefused: _refused,
    h.CorrectionUncollected: _uncollected,
    h.DayCounted: _counted,
    h.MaximumPayoutSet: _maximum,
    h.LimitsSet: _limits,
    h.VoucherIssued: _voucher("a voucher over {amount} leaves table {table} with {player}"),
    h.VoucherRedeemed: _redeemed,
    h.VouchersLapsed: _as("vouchers over {amount} lapse"),
    h.PlayerExcluded: _as("{player} may no longer play in this house"),
    h.PlayerReadmitted: _as("{player} may play again"),
    o.AlertRaised: _alert,
    TableMade: _made,
    ClockStepped: _stepped,
    e.SecretLost: _lost,
    DecisionWeighed: _weighed,
    j.Begun: _as("the record begins"),
    j.Signed: _as("the record up to here is signed"),
    j.KeyRotated: _as("another key signs from here on"),
    j.Snapshot: _as("the gaming day {day} is closed with a snapshot"),
    j.Started: _as("croupier {program} started"),
}
"""How an event is told that no line of a file has by itself."""
