"""The model's back office: limits, vouchers at the cage, players who may not play, corrections."""

from collections import Counter
from collections.abc import Mapping

from croupier.house.exclusion import ExcludePlayer, ReadmitPlayer
from croupier.house.limits import SetLimits, SetMaximumPayout
from croupier.house.vouchers import CashVoucher, LapseVouchers
from croupier.round.base import Actor, Command
from croupier.round.correction import CorrectOutcome, VoidAfterOutcome
from croupier.round.secret import RevealSecret
from tests.simulation.croupiers import said
from tests.simulation.model import Felt, Judge, Table, good_name, whole
from tests.simulation.papers import VOIDS
from tests.simulation.paying import Bounds
from tests.simulation.staff import approves


def set_limits(table: Table, who: Actor, asked: SetLimits, now: int) -> bool:
    known = {area.split(":")[0] for areas in table.paper.wagers.values() for area in areas}
    limits = asked.limits
    kinds = {kind: (each.min, each.max) for kind, each in limits.kinds.items()}
    ranges = [(limits.table.min, limits.table.max), *kinds.values()]
    if not set(kinds) <= known or any(not (whole(a) and whole(b) and a <= b) for a, b in ranges):
        return False
    table.bounds = Bounds(ranges[0], tuple(sorted(kinds.items())))
    return True


def set_maximum(table: Table, who: Actor, asked: SetMaximumPayout, now: int) -> bool:
    if asked.amount is not None and not whole(asked.amount):
        return False
    table.maximum = asked.amount
    return True


def cash_voucher(table: Table, who: Actor, asked: CashVoucher, now: int) -> bool:
    slip = table.house.slips.get(asked.voucher)
    if slip is None or slip.used or now >= slip.expires_ms:
        return False
    slip.used = True
    table.house.cashed += slip.amount
    return True


def lapse(table: Table, who: Actor, asked: LapseVouchers, now: int) -> bool:
    house = table.house
    past = [number for number, slip in house.slips.items() if now >= slip.expires_ms]
    for number in past:
        slip = house.slips.pop(number)
        house.lapsed += 0 if slip.used else slip.amount
    return bool(past)


def exclude(table: Table, who: Actor, asked: ExcludePlayer, now: int) -> bool:
    if asked.player in table.house.excluded or not good_name(asked.player):
        return False
    table.house.excluded.add(asked.player)
    return True


def readmit(table: Table, who: Actor, asked: ReadmitPlayer, now: int) -> bool:
    there = asked.player in table.house.excluded
    table.house.excluded.discard(asked.player)
    return there


# Corrections, and the secret of a round


def correct(table: Table, who: Actor, asked: CorrectOutcome, now: int) -> bool:
    felt = _correctable(table, who, asked.round, asked.approver)
    if felt is None or asked.number not in table.paper.pockets or asked.number == felt.outcome:
        return False
    if table.own_wheel and felt.has_secret:
        return False
    back, _ = table.returned(felt, asked.number)
    new = _by_player(back)
    table.counts["corrections"] += 1
    table.counts["win"] += felt.given.total() - new.total()
    _put_right(table, felt, new)
    felt.outcome, felt.given = asked.number, new
    return True


def void_after(table: Table, who: Actor, asked: VoidAfterOutcome, now: int) -> bool:
    felt = _correctable(table, who, asked.round, asked.approver)
    if felt is None or not said(asked.reason) or not _at_work(table, felt, who, asked.clause):
        return False
    new = _by_player(felt.staked())
    counts, staked = table.counts, new.total()
    counts["corrections"] += 1
    counts["voids"] += 1
    counts["voided"] += staked
    counts["turnover"] -= staked
    counts["win"] -= staked - felt.given.total()
    table.handle.subtract(new)
    table.honoured = {p: at for p, at in table.honoured.items() if at != felt.number}
    _put_right(table, felt, new)
    felt.phase, felt.given = "void", new
    return True


def _at_work(table: Table, felt: Felt, who: Actor, clause: str) -> bool:
    """Whether a clause can have voided a round that was settled, and this person says so."""
    if clause in VOIDS:
        return not table.own_wheel
    if clause == "5.11":
        return table.paper.bonus
    if clause == "5.13.1":
        return table.paper.after_failure == "void without outcome" and felt.failed
    uncovered = clause in table.paper.other_voids and clause.startswith("6.")
    return uncovered and who.position == "gaming-shift-manager"


def reveal(table: Table, who: Actor, asked: RevealSecret, now: int) -> bool:
    felt = table.past.get(asked.round)
    if felt is None or not felt.has_secret or felt.revealed:
        return False
    felt.revealed = True
    return True


def _correctable(table: Table, who: Actor, number: int, second: Actor) -> Felt | None:
    felt = table.past.get(number)
    if felt is None or felt.phase != "settled" or not table.plays or not approves(who, second):
        return None
    return felt


def _by_player(amounts: Counter[tuple[str, str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for (name, _), amount in amounts.items():
        total[name] += amount
    return total


def _put_right(table: Table, felt: Felt, new: Counter[str]) -> None:
    """What each player is owed, or owes; what they no longer have is the house's loss."""
    given = 0
    for name in {**felt.given, **new}:
        had, person = felt.given[name] + felt.lost[name], table.person(name)
        due = new[name] - had
        short = max(0, -(person.chips.total() + person.held + due))
        table.counts["uncollected"] += short - felt.lost[name]
        felt.lost[name] = short
        given += due + short
        if not person.seated:
            person.held += due + short
            continue
        plain = table.plain
        person.chips[plain] += due + short
        from_held = min(person.held, max(0, -person.chips[plain]))
        person.held -= from_held
        person.chips[plain] += from_held
        if (missing := -person.chips[plain]) > 0 and person.value:
            # Whole colour chips, and the change in cash chips.
            taken = -(-missing // person.value) * person.value
            person.chips["colour-chips"] -= taken
            person.chips[plain] += taken
    table.gives(given)


OFFICE: Mapping[type[Command], Judge] = {
    SetLimits: set_limits,
    SetMaximumPayout: set_maximum,
    CashVoucher: cash_voucher,
    LapseVouchers: lapse,
    ExcludePlayer: exclude,
    ReadmitPlayer: readmit,
    CorrectOutcome: correct,
    VoidAfterOutcome: void_after,
    RevealSecret: reveal,
}
