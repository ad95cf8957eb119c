"""What a correction moved, in words: taken back, paid out, and what could not be collected."""

from collections.abc import Iterator, Mapping

from croupier.house.corrections import Correction
from croupier.round.events import Purses
from croupier.rules.money import in_units


def moved(event: Correction, approver: str, given: str = "paid out") -> str:
    """What it really took and gave (reading 19), from whom it could not collect, and from whom it
    collected now what an earlier correction could not."""
    return "; ".join(_moved(event, approver, given))


def _moved(event: Correction, approver: str, given: str) -> Iterator[str]:
    lost, made_good = event.uncollected or {}, event.recovered
    taken = _all(event.reversed) - sum(lost.values()) + sum(made_good.values())
    # A record of an earlier program has only the losses before it to say what was not there.
    verb = "asked back" if event.uncollected is None else "taken back"
    yield (
        f"{in_units(taken)} {verb}, {in_units(_all(event.returned))} {given}, "
        f"approved by {approver}"
    )
    if lost:
        yield f"not collected, and the house's loss: {_of_each(lost)}"
    if made_good:
        yield f"collected after an earlier correction could not: {_of_each(made_good)}"


def _all(purses: Purses) -> int:
    return sum(sum(purse.values()) for purse in purses.values())


def _of_each(amounts: Mapping[str, int]) -> str:
    return ", ".join(f"{in_units(amount)} from {player}" for player, amount in amounts.items())
