"""What a correction takes from each player and gives them, after they have played on.

Reading 19: reversing entries, then the new settlement. What a player already cashed out is not
clawed back; what they are owed is theirs, held for them if they have left. A correction is paid
and collected in cash chips or credits, because colour chips may have another value by now; what
is missing comes from what is held for the player, then from their colour chips. Stakes in play
are not touched.
"""

from collections.abc import Iterator

from croupier.house import events as e
from croupier.house.ledger import FLOAT, Posting, held_account
from croupier.house.state import TableState
from croupier.round import events as r
from croupier.round.commands import Actor

Correction = r.OutcomeCorrected | r.SettledRoundVoided | r.RoundResettled


def uncollected(event: Correction, state: TableState, by: Actor) -> list[r.Event]:
    """The house's losses that a correction leads to, to be booked before it."""
    losses: list[r.Event] = []
    for player, due in _due(event).items():
        there = sum(state.purse(player).values()) + state.held(player)
        if there + due < 0:
            short = -(there + due)
            losses.append(
                e.CorrectionUncollected(round=event.round, player=player, amount=short, by=by)
            )
    return losses


def reversal(event: Correction, before: TableState) -> tuple[Posting, ...]:
    """The old settlement taken back and the new one given, in one transaction."""
    return tuple(
        posting for player in _due(event) for posting in _player_reversal(event, player, before)
    )


def _player_reversal(event: Correction, player: str, before: TableState) -> Iterator[Posting]:
    seat, held = before.seats.get(player), held_account(player)
    account = held if seat is None else seat.accounts[before.plain_chips]
    taken = sum(event.reversed.get(player, {}).values())
    given = sum(event.returned.get(player, {}).values())
    yield from ((account, -taken), (FLOAT, taken), (account, given), (FLOAT, -given))
    missing = taken - given - before.ledger.balance(account)
    if seat is None or missing <= 0:
        return
    from_held = min(missing, before.ledger.balance(held))
    yield from ((held, -from_held), (account, from_held))
    missing -= from_held
    if missing and "colour-chips" in seat.accounts:
        # Whole colour chips are taken and the change stays with the player in cash chips.
        chips = -(-missing // seat.chip_value) * seat.chip_value
        yield from ((seat.accounts["colour-chips"], -chips), (account, chips))


def _due(event: Correction) -> dict[str, int]:
    """What each player is owed by the correction, or owes where it is below zero."""
    players = {**event.reversed, **event.returned}
    return {
        player: sum(event.returned.get(player, {}).values())
        - sum(event.reversed.get(player, {}).values())
        for player in players
    }
