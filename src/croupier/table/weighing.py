"""What a decision changes in money, once the number is known or can be seen on the floor.

House procedure: the books let one person rule on wagers and announce "no spin", and that stays so.
From the moment the ball rests, a decision can be made for whom it helps; so the decision is weighed
by the settlement of the rules, with it and without it. By phase:

- ``rested`` and ``stranded``: people on the floor see the number and it is not entered. What is
  decided is weighed by the number on which it would move most.
- ``called``: a number is entered, and is what it is weighed by; but another may be entered until
  one is confirmed, so what counts is the most that it could move.
- ``settled``: what the round paid before and pays now.
- ``spinning`` and ``running``: rulings, since the ball may rest before anybody says so. Voids are
  only counted.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from croupier.house.permissions import Thresholds, above
from croupier.house.state import TableState
from croupier.round.base import Actor, Command, Event, Purses
from croupier.round.correction import Correction
from croupier.round.decide import evolve
from croupier.round.interruption import RoundAbandoned
from croupier.round.permissions import not_approved
from croupier.round.phases import BALL_RESTS, Phase
from croupier.round.referral import ReferralDecided
from croupier.round.ruling import RulingRevoked, WagerRuled, on_trial
from croupier.round.settling import nets_on_each, settled
from croupier.round.state import RoundState
from croupier.round.void import RoundVoided
from croupier.rules.refusal import Refusal, refusal
from croupier.table.events import Change, DecisionWeighed

NUMBER_KNOWN = (*BALL_RESTS, Phase.SETTLED)
RULED_ON = (Phase.SPINNING, Phase.RUNNING, *NUMBER_KNOWN)
RULED = (WagerRuled, RulingRevoked)
ENDED = (RoundVoided, RoundAbandoned)
DECIDED = (*RULED, *ENDED, ReferralDecided, Correction)
PLAYERS_KEPT = 20
"""So many players are named in what is on record of a decision."""

Changes = Mapping[str, Change]


def weighed(
    state: TableState, actor: Actor, command: Command, decided: Sequence[Event], number: int
) -> DecisionWeighed | None:
    """What a decision changes, before it has happened; nothing where none needs to be looked at."""
    if not any(isinstance(event, DECIDED) for event in decided):
        return None
    round_ = _round_of(state, decided)
    ruled = any(isinstance(event, RULED) for event in decided)
    if round_ is None or round_.phase not in (RULED_ON if ruled else NUMBER_KNOWN):
        return None
    most_on, heaviest = _heaviest(round_, decided)
    on, changes = most_on, heaviest
    if round_.phase is Phase.CALLED and most_on is not None and round_.outcome is not None:
        [(on, changes)] = _weigher(round_, decided)([round_.outcome])
    house = Change(
        -sum(each.without for each in changes.values()), -sum(each.now for each in changes.values())
    )
    most = sorted(changes, key=lambda player: (-_size(changes[player]), player))[:PLAYERS_KEPT]
    return DecisionWeighed(
        decision=number,
        round=round_.number,
        asked=str(type(command).__struct_config__.tag),
        by=actor,
        approver=getattr(command, "approver", None),
        reason=getattr(command, "reason", None),
        number=on,
        entered=round_.outcome is not None,
        most=moved(heaviest),
        most_on=most_on,
        moved=moved(changes),
        house=house,
        players={player: changes[player] for player in most},
        concerned=len(changes),
    )


def alone_no_more(
    actor: Actor,
    command: Command,
    weighs: DecisionWeighed,
    decided: Sequence[Event],
    most: Thresholds,
    before: int = 0,
) -> Refusal | None:
    """House procedure: why a decision takes a second person that moves so much, with what was
    moved in the same round before and nobody else has looked at."""
    ends = any(isinstance(one, ENDED) for one in decided)
    what, highest = ("void", most.void) if ends else ("ruling", most.ruling)
    if weighs.approver is not None:
        return not_approved(actor, weighs.approver)
    if highest is None or not (ends or any(isinstance(one, RULED) for one in decided)):
        return None
    if weighs.number is None:
        return refusal("approval/unweighed", what=what)
    return above(what, weighs.at_most, highest, before)


def moved(changes: Changes) -> int:
    """The sum of what changes, whichever way."""
    return sum(map(_size, changes.values()))


def _size(change: Change) -> int:
    return abs(change.now - change.without)


def _round_of(state: TableState, decided: Iterable[Event]) -> RoundState | None:
    """The round that is decided about: the one in play, or a settled one that the events name."""
    named = next((n for one in decided if (n := getattr(one, "round", None)) is not None), None)
    if state.round is not None and named in (None, state.round.number):
        return replace(state.round, warned=state.warned)
    return state.past.get(named or 0)


def _heaviest(round_: RoundState, decided: Sequence[Event]) -> tuple[str | None, Changes]:
    """The number by which most would change, and what; of a settled round, its own."""
    correction = next((one for one in decided if isinstance(one, Correction)), None)
    if correction is not None:
        return round_.outcome, _corrected(round_, correction)
    if round_.book.bonus is not None and round_.drawn is None:
        return None, {}
    weigh = _weigher(round_, decided)
    settled_on = round_.outcome if round_.phase is Phase.SETTLED else None
    numbers = list(round_.book.pockets) if settled_on is None else [settled_on]
    return max(weigh(numbers), key=lambda one: (moved(one[1]), one[0] == round_.outcome))


Weigher = Callable[[Iterable[str]], Iterable[tuple[str, Changes]]]


def _weigher(round_: RoundState, decided: Sequence[Event]) -> Weigher:
    """What a decision changes on one number after another."""
    if any(isinstance(one, ENDED) for one in decided):
        return lambda numbers: (
            (number, _changed({p: (net, 0) for p, net in nets.items()}))
            for number, nets in nets_on_each(round_, numbers)
        )
    rulings = [one for one in decided if isinstance(one, RULED)]
    trial = on_trial(round_)
    for ruling in rulings:
        evolve(ruling, trial)
    players = {ruling.player for ruling in rulings}
    return lambda numbers: (
        (n, _changed({p: (_net(round_, n, p), _net(trial, n, p)) for p in players}))
        for n in numbers
    )


def _corrected(round_: RoundState, event: Correction) -> Changes:
    staked = round_.staked
    return _changed(
        {
            player: (
                _sum(event.reversed, player) - _sum(staked, player),
                _sum(event.returned, player) - _sum(staked, player),
            )
            for player in {**event.reversed, **event.returned}
        }
    )


def _changed(results: Mapping[str, tuple[int, int]]) -> Changes:
    return {player: Change(*both) for player, both in results.items() if both[0] != both[1]}


def _net(round_: RoundState, number: str, player: str) -> int:
    """What one player would win or lose; what a ruling returned is neither won nor lost."""
    totals = settled(round_, number, player).players.get(player)
    return totals.net if totals is not None else 0


def _sum(purses: Purses, player: str) -> int:
    return sum(purses.get(player, {}).values())
