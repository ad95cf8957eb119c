"""Secrets that the house cannot open any more, and what becomes of their rounds.

A round in play that still needs its secret is ended by its book; what was drawn before stays. The
loss is on record for every round, and every check of the round reports it.
"""

from croupier.fair.sealed import SealError, SealingKey, unseal
from croupier.house.decide import made_good
from croupier.journal.entry import Entry
from croupier.round.base import Actor, Event
from croupier.round.interruption import RoundAbandoned
from croupier.round.no_spin import CallNoSpin
from croupier.round.secret import SecretLost
from croupier.round.state import RoundState
from croupier.rules.refusal import Refusal
from croupier.table.core import Core
from croupier.table.floor import Floor

Unopened = list[tuple[Core, RoundState]]


def unopened(floor: Floor, key: SealingKey) -> Unopened:
    """The rounds, ended or in play, whose secret is still to be shown and does not open."""
    return [
        (core, each)
        for core in floor.tables.values()
        for each in (*core.state.past.values(), core.state.round)
        if each is not None and each.is_hidden and not _opens(core, each, key)
    ]


def declare_lost(shut: Unopened, by: Actor, reason: str, now_ms: int) -> list[Entry]:
    """Put the loss on record, and end the rounds that cannot go on without their secret."""
    entries: list[Entry] = []
    for core, each in shut:
        if each is core.state.round and _is_needed(each):
            entries += core.record(made_good(core.state, by, _ended(each, by, reason)), now_ms)
        entries += core.record([SecretLost(round=each.number, by=by, reason=reason)], now_ms)
    return entries


def _opens(core: Core, round_: RoundState, key: SealingKey) -> bool:
    assert round_.sealed is not None
    try:
        unseal(round_.sealed, key, core.state.id, round_.number)
    except SealError:
        return False
    return True


def _is_needed(round_: RoundState) -> bool:
    """Whether something is still to be drawn."""
    lights = round_.book.bonus is not None and round_.drawn is None
    return lights or (round_.is_drawn and round_.outcome is None)


def _ended(round_: RoundState, by: Actor, reason: str) -> list[Event]:
    """By "no spin" where the book has it, which is for every irregularity; otherwise as a round
    that cannot be resumed and that no clause ends (reading 16)."""
    if round_.book.says.no_spin is not None:
        called = CallNoSpin(reason=reason).decide(round_, by)
        assert not isinstance(called, Refusal), called
        return called
    abandoned = RoundAbandoned(
        round=round_.number, reading=16, reason=reason, by=by, returned=round_.staked
    )
    return [abandoned]
