"""The model's felt, many wagers at a time: all of what is asked for happens, or none of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy

from croupier.round.base import Actor, Command
from croupier.round.batch import ClearWagers, DoubleWagers, PlaceWagers, Rebet, UndoWager
from croupier.round.bets import WithdrawWager
from tests.simulation.felt import BETS_OPEN, lay, taken_back, withdraw
from tests.simulation.model import Felt, Judge, Table, going
from tests.simulation.paying import Lying

MANY = 500
Steps = Iterable[Callable[[], bool]]


def _all_or_none(table: Table, felt: Felt, name: str, steps: Steps) -> bool:
    """Each step sees what the one before it did; after a no all is as it was."""
    lying, chips = deepcopy(felt.lying), Counter(table.person(name).chips)
    if all(step() for step in steps):
        return True
    felt.lying, table.person(name).chips = lying, chips
    return False


def _lay_all(table: Table, name: str, wanted: list[tuple[str, int, str | None]]) -> bool:
    felt = table.round
    if felt is None or not 1 <= len(wanted) <= MANY:
        return False
    felt.acts += 1
    steps = (lambda one=one: lay(table, name, *one) for one in wanted)
    return _all_or_none(table, felt, name, steps)


def _added_up(lying: Iterable[Lying]) -> list[tuple[str, int, str | None]]:
    """One pile for each wager and kind of chips, in the order in which each began."""
    piles: dict[tuple[str, str], int] = {}
    for each in lying:
        piles[each.wager, each.chips] = piles.get((each.wager, each.chips), 0) + each.amount
    return [(wager, amount, chips) for (wager, chips), amount in piles.items()]


def _of(felt: Felt | None, name: str) -> list[Lying]:
    return [each for each in felt.lying if each.player == name] if felt else []


def place_all(table: Table, who: Actor, asked: PlaceWagers, now: int) -> bool:
    return _lay_all(table, who.name, [(one.wager, one.amount, one.chips) for one in asked.wagers])


def double(table: Table, who: Actor, asked: DoubleWagers, now: int) -> bool:
    return _lay_all(table, who.name, _added_up(_of(table.round, who.name)))


def rebet(table: Table, who: Actor, asked: Rebet, now: int) -> bool:
    """The last round that ended with anything of theirs, on the felt or set aside."""
    for number in sorted(table.past, reverse=True):
        felt = table.past[number]
        aside = [each for each in felt.aside if each.player == who.name]
        if theirs := [*_of(felt, who.name), *aside]:
            return _lay_all(table, who.name, _added_up(theirs))
    return False


def clear(table: Table, who: Actor, asked: ClearWagers, now: int) -> bool:
    """Whatever the minimum: nothing stays."""
    felt, name = going(table, *BETS_OPEN), who.name
    theirs = _of(felt, name)
    if felt is None or not theirs or not table.seated(name):
        return False
    wagers = {each.wager: felt.on(name, each.wager) for each in theirs}
    steps = (
        lambda wager=wager, amount=amount: taken_back(table, felt, name, wager, amount)
        for wager, amount in wagers.items()
    )
    return _all_or_none(table, felt, name, steps)


def undo(table: Table, who: Actor, asked: UndoWager, now: int) -> bool:
    """What they laid last, with all that they laid in the same breath, chip by chip."""
    theirs = _of(table.round, who.name)
    if table.round is None or not theirs:
        return False
    last = [each for each in reversed(theirs) if each.act == theirs[-1].act]
    back = [WithdrawWager(wager=each.wager, amount=each.amount) for each in last]
    steps = (lambda one=one: withdraw(table, who, one, now) for one in back)
    return _all_or_none(table, table.round, who.name, steps)


SEVERAL: Mapping[type[Command], Judge] = {
    PlaceWagers: place_all,
    DoubleWagers: double,
    Rebet: rebet,
    ClearWagers: clear,
    UndoWager: undo,
}
