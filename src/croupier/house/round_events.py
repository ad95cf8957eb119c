"""The round's events at a table: how each changes the table, its ledger and its meters.

Chips that are cashed out go to the cage and not back to the tray, so that the tray, the box and
the cage tell the win as a count of them would.
"""

from functools import singledispatch

from croupier.house.corrections import lost, reversal
from croupier.house.exposure import exposure_of
from croupier.house.ledger import (
    ESCROW,
    FLOAT,
    LedgerError,
    Posting,
    Postings,
    held_account,
    player_account,
)
from croupier.house.meters import Meters
from croupier.house.state import ROUNDS_KEPT, TableState
from croupier.round import settling
from croupier.round.base import ActionRefused, Purses, RoundEvent
from croupier.round.bets import WagerPlaced, WagerWithdrawn
from croupier.round.close import BetsClosed, StandingLeaveGranted, StandingLeaveWithdrawn
from croupier.round.correction import OutcomeCorrected, RoundResettled, SettledRoundVoided
from croupier.round.interruption import RoundAbandoned
from croupier.round.no_spin import NoSpinExplained
from croupier.round.opening import RoundOpened, opened
from croupier.round.outcome import RoundSettled
from croupier.round.referral import ReferralDecided, RoundReferred
from croupier.round.ruling import WagerRuled
from croupier.round.secret import SecretLost, SecretRevealed
from croupier.round.state import RoundState
from croupier.round.void import RoundVoided

# What changes at the table


@singledispatch
def change(event: RoundEvent, table: TableState) -> None:
    """Most events only change the round in play."""
    event.change(in_play(table))


def in_play(table: TableState) -> RoundState:
    """The round in play, which must exist."""
    if table.round is None:
        raise LookupError(f"no round is in play at {table.id}")
    return table.round


@change.register
def refused(event: ActionRefused, table: TableState) -> None:
    """Only recorded."""


@change.register
def round_opened(event: RoundOpened, table: TableState) -> None:
    table.round = opened(table.book, event, own_wheel=table.own_wheel)
    table.round.standing_leave = table.standing_leave is not None
    table.round_number = event.round
    table.exposure = exposure_of(table.book, table.maximum_payout)


@change.register
def placed(event: WagerPlaced, table: TableState) -> None:
    round_ = in_play(table)
    event.change(round_)
    if round_.columns is not None:
        round_.columns.lay(event.player, event.wager, event.amount, event.chips)
    elif len(round_.placed) == settling.BULK_FROM:
        settling.kept_up(round_)
    if table.exposure is not None:
        table.exposure.add(table.book.wagers[event.wager], event.amount)


@change.register
def withdrawn(event: WagerWithdrawn, table: TableState) -> None:
    round_ = in_play(table)
    columns = settling.kept_up(round_) if round_.columns is not None else None
    event.change(round_)
    if columns is not None:
        columns.take_off(event.player, event.wager, event.chips)
    if table.exposure is not None:
        table.exposure.add(table.book.wagers[event.wager], -event.amount)


@change.register
def bets_closed(event: BetsClosed, table: TableState) -> None:
    round_ = in_play(table)
    event.change(round_)
    settling.close_columns(round_)


@change.register
def ended(event: RoundVoided | RoundAbandoned, table: TableState) -> None:
    _end(event, table)


@change.register
def settled(event: RoundSettled, table: TableState) -> None:
    """Remember for the gaming day who was honoured under the minimum (reading 14)."""
    _end(event, table)
    table.honoured.update(dict.fromkeys(event.honoured, event.round))
    for player, purse in event.staked.items():
        table.tally(player, 1, sum(purse.values()), _sum_of(event.returned, player))


def _end(event: RoundEvent, table: TableState) -> None:
    """Nothing is left in play, the ledger is audited, and the round can be corrected."""
    round_ = in_play(table)
    event.change(round_)
    if left := table.ledger.balance(ESCROW):
        raise LedgerError(f"{left} cents are left in escrow after {event.name}")
    table.ledger.audit()
    table.past[round_.number], round_.columns = round_, None
    if len(table.past) > ROUNDS_KEPT:
        del table.past[next(iter(table.past))]
    table.round, table.exposure = None, None
    table.leavers.clear()


@change.register
def of_its_round(event: RoundReferred | ReferralDecided | WagerRuled, table: TableState) -> None:
    """The round in play, or the settled round that the event names."""
    past = None if event.round is None else table.past.get(event.round)
    event.change(past or in_play(table))


@change.register
def standing_leave(event: StandingLeaveGranted | StandingLeaveWithdrawn, table: TableState) -> None:
    table.standing_leave = event.by if isinstance(event, StandingLeaveGranted) else None
    if table.round is not None:
        event.change(table.round)


@change.register
def of_a_past_round(event: SecretRevealed | NoSpinExplained, table: TableState) -> None:
    event.change(table.past[event.round])


@change.register
def secret_lost(event: SecretLost, table: TableState) -> None:
    event.change(table.past.get(event.round) or in_play(table))


@change.register
def corrected(
    event: OutcomeCorrected | RoundResettled | SettledRoundVoided, table: TableState
) -> None:
    """Reading 19: what is made good of the house's loss, the player no longer has on top.

    A void round is not the first time under the minimum (reading 14).
    """
    past = table.past[event.round]
    event.change(past)
    for player in {**event.reversed, **event.returned}:
        more = _sum_of(event.returned, player) - _sum_of(event.reversed, player)
        table.tally(player, 0, 0, more)
    for player, amount in event.recovered.items():
        lost(past, player, -amount)
    if isinstance(event, SettledRoundVoided):
        table.honoured = {p: n for p, n in table.honoured.items() if n != event.round}


# What moves in the ledger


@singledispatch
def postings(event: RoundEvent, before: TableState) -> Postings:
    """Most events move no money."""
    return ()


@postings.register
def placed_postings(event: WagerPlaced, before: TableState) -> Postings:
    amount = event.amount
    return (before.seats[event.player].accounts[event.chips], -amount), (ESCROW, amount)


@postings.register
def withdrawn_postings(event: WagerWithdrawn, before: TableState) -> Postings:
    return (ESCROW, -event.amount), *_paid({event.player: event.chips}, before)


@postings.register
def settled_postings(event: RoundSettled, before: TableState) -> Postings:
    """Stakes leave the escrow; the tray pays winners and keeps lost stakes."""
    staked, paid = _sum(event.staked), _paid(event.returned, before)
    return (ESCROW, -staked), *paid, (FLOAT, staked - sum(amount for _, amount in paid))


@postings.register
def void_postings(event: RoundVoided | RoundAbandoned, before: TableState) -> Postings:
    """Reading 12: every stake is returned in full."""
    paid = _paid(event.returned, before)
    return (ESCROW, -sum(amount for _, amount in paid)), *paid


@postings.register
def correction_postings(
    event: OutcomeCorrected | RoundResettled | SettledRoundVoided, before: TableState
) -> Postings:
    return reversal(event, before)


def _paid(purses: Purses, before: TableState) -> list[Posting]:
    """To each player in front of them, and to those who left into what is held for them.

    What does not make whole colour chips is paid in cash chips (reading 23).
    """
    seats, found = before.seats, list[Posting]()
    for player, purse in purses.items():
        seat = seats.get(player)
        for chips, amount in purse.items():
            if seat is None:
                found.append((held_account(player), amount))
            elif chips != "colour-chips":
                # The name anew: looking at every seat for its account would take longer.
                found.append((player_account(player, chips), amount))
            elif odd := amount % seat.chip_value:
                found.append((seat.accounts[chips], amount - odd))
                found.append((seat.accounts[before.plain_chips], odd))
            else:
                found.append((seat.accounts[chips], amount))
    return found


# What meters count


@singledispatch
def count(event: RoundEvent, meters: Meters) -> None:
    """Most events change no meter."""


@count.register
def settled_count(event: RoundSettled, meters: Meters) -> None:
    figures, staked = meters.ever, meters.handled(event.staked, 1)
    figures.rounds += 1
    figures.turnover += staked
    figures.win += staked - _sum(event.returned)


@count.register
def void_count(event: RoundVoided | RoundAbandoned, meters: Meters) -> None:
    figures = meters.ever
    figures.rounds += 1
    figures.voids += 1
    figures.voided += _sum(event.returned)


@count.register
def correction_count(event: OutcomeCorrected | RoundResettled, meters: Meters) -> None:
    figures = meters.ever
    figures.corrections += 1
    figures.win += _sum(event.reversed) - _sum(event.returned)
    figures.uncollected -= sum(event.recovered.values())


@count.register
def void_after_count(event: SettledRoundVoided, meters: Meters) -> None:
    figures, staked = meters.ever, meters.handled(event.returned, -1)
    figures.corrections += 1
    figures.voids += 1
    figures.voided += staked
    figures.turnover -= staked
    figures.win += _sum(event.reversed) - staked
    figures.uncollected -= sum(event.recovered.values())


def _sum_of(purses: Purses, player: str) -> int:
    return sum(purses.get(player, {}).values())


def _sum(purses: Purses) -> int:
    return sum(map(sum, map(dict.values, purses.values())))
