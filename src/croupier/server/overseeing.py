"""Somebody looks at what one person decided: an alert for each decision about money once the
number was known, and one that names whoever does so often.

The decisions and the rates are folds of the tables' records, and what was told of them one of the
house's: after a start, what was not told yet is.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from croupier.history.words import changes_told
from croupier.office.events import AlertRaised, Result
from croupier.round.commands import Actor
from croupier.round.events import RoundVoided
from croupier.rules.money import in_units
from croupier.server.people import Office
from croupier.server.sections import Oversight
from croupier.table.core import Core
from croupier.table.events import DecisionWeighed
from croupier.table.oversight import Rate

TO_BE_LOOKED_AT = (DecisionWeighed, RoundVoided)
KINDS: Mapping[str, str] = {
    "rule-on-wager": "oversight/ruling",
    "revoke-ruling": "oversight/ruling",
    "decide-referral": "oversight/referral",
    "correct-outcome": "oversight/correction",
}
"""The kinds of alerts by what was asked; all others are voids."""


async def oversee(office: Office, core: Core) -> None:
    """Raise an alert of each decision at a table that none was raised of; the table is quiet."""
    for one in list(core.oversight.lately):
        if one.decision > office.state.overseen.get(core.state.id, 0):
            alert = alert_of(one, core.state.id, office.logbook.clock())
            if not await office.raise_decision(alert, core.state.id, one.decision):
                return


def alert_of(one: DecisionWeighed, table: str, now_ms: int) -> AlertRaised:
    """What is told of a decision."""
    results = [Result(name, each.without, each.now) for name, each in one.players.items()]
    return AlertRaised(
        id=0,
        table=table,
        kind=KINDS.get(one.asked, "oversight/void"),
        text=_text(one),
        at_ms=now_ms,
        about=people(one.by, one.approver),
        results=(*results, Result(None, one.house.without, one.house.now)),
    )


def people(by: Actor, approver: Actor | None = None) -> tuple[str, ...]:
    """Whom an alert is about: who did it, and who approved it."""
    return (by.name,) if approver is None else (by.name, approver.name)


def _text(one: DecisionWeighed) -> str:
    by = ", approved by ".join(people(one.by, one.approver))
    done = f"round {one.round}, {one.asked.replace('-', ' ')} by {by}"
    if one.number is None:
        return f"{done}, {moves(one)}: {one.reason}"
    return f"{done}, {moves(one)} ({changes_told(one)}): {one.reason}"


def moves(one: DecisionWeighed) -> str:
    """What a decision moves, in a few words."""
    if one.number is None:
        return "with no Bonus Numbers to settle by"
    on = f"on {one.number}" if one.entered else f"at most, if the number is {one.number}"
    if one.most > one.moved:
        on += f" as entered, {in_units(one.most)} if it is {one.most_on}"
    return f"moves {in_units(one.moved)} {on}"


class Day(NamedTuple):
    """What people did at a table in its latest gaming day, as far as it is on record."""

    day: str
    rates: Mapping[str, Rate]


def day_of(core: Core) -> Day:
    """The latest gaming day of a table that is quiet."""
    return Day(core.state.last_day or "", dict(core.oversight.rates))


def rates_of(office: Office, days: Collection[Day]) -> dict[str, Rate]:
    """What each of the staff did at all tables, in the newest gaming day or the one before it."""
    rates: dict[str, Rate] = {}
    for name, rate in (each for one in latest(days) for each in one.rates.items()):
        if name in office.state.staff:
            rates[name] = rates.get(name, Rate()).plus(rate)
    return rates


def latest(days: Collection[Day]) -> list[Day]:
    """The tables whose gaming day is the newest, or the one before it: not all begin at once."""
    known = {one.day: date.fromisoformat(one.day).toordinal() for one in days if one.day}
    since = max(known.values(), default=0) - 1
    return [one for one in days if one.day and known[one.day] >= since]


async def watch_rates(office: Office, days: Sequence[Day], most: Oversight) -> None:
    """Name whoever did more in the gaming day than the house lets pass, once for each measure."""
    for name, rate in rates_of(office, days).items():
        for measure in over(rate, most):
            newest = max(one.day for one in days)
            await office.raise_rate(name, measure, newest, told(name, rate))


def over(rate: Rate, most: Oversight) -> Iterator[str]:
    """What is above its threshold.

    >>> list(over(Rate(rounds=100, decisions=5, moved=1), Oversight(decisions=4)))
    ['decisions']
    """
    if rate.decisions > most.decisions:
        yield "decisions"
    if rate.moved > most.moved:
        yield "moved"
    often = (rate.decisions + rate.early) * 100 > most.share * rate.rounds
    if often and rate.rounds >= most.share_from:
        yield "share"


def told(name: str, rate: Rate) -> str:
    """A person's rate in words."""
    decided = f"{rate.decisions} decisions once the number was known"
    early = f"{rate.early} voids while the ball ran"
    rounds = f"{rate.rounds} rounds of this gaming day"
    return f"{name}: {decided}, moving {in_units(rate.moved)}, and {early}, in {rounds}"
