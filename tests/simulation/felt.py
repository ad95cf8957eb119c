"""The model's felt: wagers placed, taken back and ruled on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from croupier.round.base import Actor, Command
from croupier.round.bets import (
    PlaceForPlayer,
    PlaceWager,
    RecordWager,
    RecordWithdrawal,
    TakeBackForPlayer,
    WithdrawWager,
)
from croupier.round.opening import OpenBets
from croupier.round.ruling import RevokeRuling, RuleOnWager, Ruling
from tests.simulation.model import Felt, Judge, Table, going, whole
from tests.simulation.paying import Lying, could_pay

BETS_OPEN = ("betting", "spinning")


def open_bets(table: Table, who: Actor, asked: OpenBets, now: int) -> bool:
    if not table.plays or table.round is not None:
        return False
    table.number += 1
    table.round = Felt(
        table.number,
        table.bounds,
        table.maximum,
        has_secret=asked.commitment is not None,
    )
    return True


def place(table: Table, who: Actor, asked: PlaceWager, now: int) -> bool:
    return _place(table, who.name, asked)


def place_for(table: Table, who: Actor, asked: PlaceForPlayer, now: int) -> bool:
    if not _place(table, asked.player, asked):
        return False
    assert table.round is not None
    table.round.lying[-1].by_staff = True
    return True


def record(table: Table, who: Actor, asked: RecordWager, now: int) -> bool:
    return _place(table, asked.player, asked)


def _place(table: Table, name: str, asked: PlaceWager | PlaceForPlayer | RecordWager) -> bool:
    if table.round is not None:
        table.round.acts += 1
    return lay(table, name, asked.wager, asked.amount, asked.chips)


def lay(table: Table, name: str, wager: str, amount: int, kind: str | None) -> bool:
    """A wager comes onto the felt, if it may."""
    felt, chips = going(table, *BETS_OPEN), kind or table.plain
    if felt is None or not table.welcome(name) or chips not in table.paper.chips:
        return False
    new, areas = Lying(name, wager, amount, chips, felt.acts), table.paper.wagers.get(wager)
    if areas is None or not whole(new.amount) or new.amount % len(areas):
        return False
    person = table.people[name]
    if person.chips[chips] < new.amount or not _fits(table, felt, new):
        return False
    pieces = len(areas)
    if chips == "colour-chips" and (not person.value or new.amount % (person.value * pieces)):
        return False
    person.chips[chips] -= new.amount
    felt.lying.append(new)
    return True


def _fits(table: Table, felt: Felt, new: Lying) -> bool:
    """Within the limits where they refuse, and within what the round may cost the house."""
    areas = table.paper.wagers[new.wager]
    if table.paper.outside_limits == "refused":
        for area in areas:
            on = felt.on_area(table.paper, new.player, area)
            on += new.amount // len(areas) * areas.count(area)
            least, most = felt.bounds.of(area)
            if not least <= on <= most:
                return False
    if felt.maximum is None:
        return True
    return all(
        could_pay(table.paper, [*felt.lying, new], number) <= felt.maximum
        for number in table.paper.pockets
        if could_pay(table.paper, [new], number)
    )


def withdraw(table: Table, who: Actor, asked: WithdrawWager, now: int) -> bool:
    return _take(table, who.name, asked)


def record_withdrawal(table: Table, who: Actor, asked: RecordWithdrawal, now: int) -> bool:
    return _take(table, asked.player, asked)


def take_back(table: Table, who: Actor, asked: TakeBackForPlayer, now: int) -> bool:
    return _take(table, asked.player, asked, by_staff=True)


def _take(
    table: Table,
    name: str,
    asked: WithdrawWager | RecordWithdrawal | TakeBackForPlayer,
    *,
    by_staff: bool = False,
) -> bool:
    felt = going(table, *BETS_OPEN)
    areas = table.paper.wagers.get(asked.wager)
    if felt is None or areas is None or not table.seated(name):
        return False
    theirs = [each for each in felt.lying if (each.player, each.wager) == (name, asked.wager)]
    there = sum(each.amount for each in theirs if each.by_staff or not by_staff)
    amount = there if asked.amount is None else asked.amount
    if not there or not whole(amount) or amount > there or amount % len(areas):
        return False
    if table.paper.outside_limits == "refused":
        for area in areas:
            left = felt.on_area(table.paper, name, area)
            left -= amount // len(areas) * areas.count(area)
            if 0 < left < felt.bounds.of(area)[0]:
                return False
    return taken_back(table, felt, name, asked.wager, amount, by_staff=by_staff)


def taken_back(
    table: Table, felt: Felt, name: str, wager: str, amount: int, *, by_staff: bool = False
) -> bool:
    """The latest chips first; no colour chip is cut."""
    taken, left = [], amount
    for each in reversed(felt.lying):
        if by_staff and not each.by_staff:
            continue
        if left and (each.player, each.wager) == (name, wager):
            taken.append((each, min(left, each.amount)))
            left -= taken[-1][1]
    person, pieces = table.people[name], len(table.paper.wagers[wager])
    colour = sum(some for each, some in taken if each.chips == "colour-chips")
    if colour and (not person.value or colour % (person.value * pieces)):
        return False
    for each, some in taken:
        each.amount -= some
        person.chips[each.chips] += some
    felt.lying = [each for each in felt.lying if each.amount]
    return True


def rule(table: Table, who: Actor, asked: RuleOnWager, now: int) -> bool:
    felt = going(table, "rested", "called")
    return felt is not None and rule_each(table, felt, [asked])


def rule_each(table: Table, felt: Felt, asked: Sequence[RuleOnWager | Ruling]) -> bool:
    """All of the rulings, or none; what was ruled while bets were open stays so."""
    before = copied(felt.lying), copied(felt.aside)
    trial = replace(felt, lying=copied(felt.lying), aside=copied(felt.aside))
    if not all(_ruled(table, trial, each) for each in asked):
        return False
    felt.lying, felt.aside = trial.lying, trial.aside
    for each in asked:
        felt.rulings_made += 1
        if felt.phase not in BETS_OPEN:
            felt.unruled = felt.unruled or before
            felt.rulings[felt.rulings_made] = each
    return True


def _ruled(table: Table, felt: Felt, asked: RuleOnWager | Ruling) -> bool:
    here, paper = (asked.player, asked.wager), table.paper
    there = felt.on(*here)
    amount = there if asked.amount is None else asked.amount
    if not there or not whole(amount) or amount > there or amount % len(paper.wagers[asked.wager]):
        return False
    person, left, taken = table.people[asked.player], amount, []
    for each in reversed(felt.lying):
        if left and (each.player, each.wager) == here:
            taken.append((each, min(left, each.amount)))
            left -= taken[-1][1]
    colour = sum(some for each, some in taken if each.chips == "colour-chips")
    pieces = len(paper.wagers[asked.wager])
    if asked.amount is not None and colour and colour % ((person.value or 1) * pieces):
        return False
    areas = paper.wagers.get(asked.to or "")
    if asked.ruling == "moved" and (areas is None or any(n % len(areas) for _, n in taken)):
        return False
    for each, some in taken if asked.ruling != "stands" else ():
        at = next(at for at, one in enumerate(felt.lying) if one is each)
        part = replace(each, amount=some)
        rest = [replace(each, amount=each.amount - some)] if some < each.amount else []
        if asked.ruling == "returned":
            # The latest comes off the felt first.
            felt.aside.append(part)
            felt.lying[at : at + 1] = rest
        else:
            felt.lying[at : at + 1] = [*rest, replace(part, wager=asked.to or "")]
    return True


def revoke(table: Table, who: Actor, asked: RevokeRuling, now: int) -> bool:
    """All over again without it, if the others can still be made."""
    felt = going(table, "rested", "called")
    if felt is None or asked.number not in felt.rulings or felt.unruled is None:
        return False
    if isinstance(felt.rulings[asked.number], Ruling):
        return False  # the decision on a referral
    again = replace(felt, lying=copied(felt.unruled[0]), aside=copied(felt.unruled[1]))
    others = {nth: one for nth, one in felt.rulings.items() if nth != asked.number}
    if not all(_ruled(table, again, one) for one in others.values()):
        return False
    felt.lying, felt.aside, felt.rulings = again.lying, again.aside, others
    return True


def copied(lying: list[Lying]) -> list[Lying]:
    return [replace(each) for each in lying]


FELT: Mapping[type[Command], Judge] = {
    OpenBets: open_bets,
    PlaceWager: place,
    PlaceForPlayer: place_for,
    RecordWager: record,
    WithdrawWager: withdraw,
    RecordWithdrawal: record_withdrawal,
    TakeBackForPlayer: take_back,
    RuleOnWager: rule,
    RevokeRuling: revoke,
}
