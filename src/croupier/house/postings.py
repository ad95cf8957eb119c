"""What each event moves in the ledger: a pure function of the event and the state before it.

Chips that are cashed out go to the cage and not back to the tray, so that the tray, the box and
the cage tell the win as a count of them would.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from croupier.house import events as e
from croupier.house.corrections import reversal
from croupier.house.ledger import (
    CAGE,
    DROP,
    ESCROW,
    FLOAT,
    LAPSED,
    PATRONS,
    TABLES,
    UNCOLLECTED,
    VARIANCE,
    VOUCHERS,
    Posting,
    held_account,
)
from croupier.house.state import HouseState, TableState
from croupier.round import events as r

Postings = tuple[Posting, ...]
Poster = Callable[[Any, TableState], Postings]


def postings(event: r.Event, before: TableState) -> Postings:
    """The transaction that an event makes in its table's ledger, or in the house's own."""
    poster = POSTED.get(type(event))
    return poster(event, before) if poster is not None else ()


def _moved(source: str, target: str, amount: int) -> Postings:
    return (source, -amount), (target, amount)


# Wagers


def _placed(event: r.WagerPlaced, before: TableState) -> Postings:
    amount = event.amount
    return (before.seats[event.player].accounts[event.chips], -amount), (ESCROW, amount)


def _withdrawn(event: r.WagerWithdrawn, before: TableState) -> Postings:
    return (ESCROW, -event.amount), *_paid({event.player: event.chips}, before)


def _settled(event: r.RoundSettled, before: TableState) -> Postings:
    """Every stake leaves the escrow; the tray pays the winners and keeps what was lost."""
    staked = sum(sum(purse.values()) for purse in event.staked.values())
    paid = tuple(_paid(event.returned, before))
    return (ESCROW, -staked), *paid, (FLOAT, staked - sum(amount for _, amount in paid))


def _returned(event: r.RoundVoided | r.RoundAbandoned, before: TableState) -> Postings:
    """Reading 12: every stake goes back in full."""
    paid = tuple(_paid(event.returned, before))
    return (ESCROW, -sum(amount for _, amount in paid)), *paid


def _paid(purses: r.Purses, before: TableState) -> Iterator[Posting]:
    """To each player in front of them, and to those who left into what is held for them.

    What does not make whole colour chips is paid in cash chips (reading 23).
    """
    for player, purse in purses.items():
        seat = before.seats.get(player)
        for chips, amount in purse.items():
            if seat is None:
                yield held_account(player), amount
                continue
            if chips != "colour-chips":
                yield seat.accounts[chips], amount
                continue
            odd = amount % seat.chip_value
            yield seat.accounts[chips], amount - odd
            if odd:
                yield seat.accounts[before.plain_chips], odd


# Chips and money


def _bought(event: e.ChipsBought, before: TableState) -> Postings:
    """Into the box and out of the tray; at the desk both are the cage's."""
    account = before.seats[event.player].accounts[event.chips]
    if event.paid_with == "desk":
        return _moved(PATRONS, account, event.amount)
    source = VOUCHERS if event.paid_with == "voucher" else PATRONS
    return *_moved(source, DROP, event.amount), *_moved(FLOAT, account, event.amount)


def _changed(event: e.ChipsChanged, before: TableState) -> Postings:
    accounts = before.seats[event.player].accounts
    return _moved(accounts[event.out_of], accounts[event.into], event.amount)


def _cashed_out(event: e.ChipsCashedOut, before: TableState) -> Postings:
    accounts, amounts = before.seats[event.player].accounts, event.purse
    given = tuple((accounts[chips], -amount) for chips, amount in amounts.items())
    target = PATRONS if event.paid == "cash" else VOUCHERS
    return *given, (target, sum(amounts.values()))


def _left(event: e.SeatLeft, before: TableState) -> Postings:
    accounts, amounts = before.seats[event.player].accounts, event.purse
    given = tuple((accounts[chips], -amount) for chips, amount in amounts.items())
    return *given, (held_account(event.player), sum(amounts.values()))


def _collected(event: e.HeldCollected, before: TableState) -> Postings:
    if event.paid == "chips":
        target = before.seats[event.player].accounts[before.plain_chips]
    else:
        target = PATRONS if event.paid == "cash" else VOUCHERS
    return _moved(held_account(event.player), target, event.amount)


def _adjusted(event: e.BalanceAdjusted, before: TableState) -> Postings:
    seat = before.seats.get(event.player)
    account = held_account(event.player) if seat is None else seat.accounts[event.chips]
    return _moved(FLOAT, account, event.amount)


def _uncollected(event: e.CorrectionUncollected, before: TableState) -> Postings:
    """The player is lent what the reversal will take; it is the patrons' debt in name only."""
    seat = before.seats.get(event.player)
    plain = before.plain_chips
    account = held_account(event.player) if seat is None else seat.accounts[plain]
    lent = _moved(FLOAT, account, event.amount)
    return *lent, *_moved(PATRONS, UNCOLLECTED, event.amount)


# Tray, box and cage


def _opened(event: e.TableOpened, before: TableState) -> Postings:
    return _moved(CAGE, FLOAT, event.opener)


def _filled(event: e.FloatFilled, before: TableState) -> Postings:
    return _moved(CAGE, FLOAT, event.amount)


def _credited(event: e.FloatCredited, before: TableState) -> Postings:
    return _moved(FLOAT, CAGE, event.amount)


def _closed(event: e.TableClosed, before: TableState) -> Postings:
    missed = event.expected - event.closer
    return (FLOAT, -event.expected), (CAGE, event.closer), (VARIANCE, missed)


def _counted(event: e.DayEnded, before: TableState) -> Postings:
    return _moved(DROP, CAGE, event.box)


def _day_counted(event: e.DayCounted, before: TableState) -> Postings:
    """The cage has what was counted; what is missing of it is the variance."""
    found, due = _in_hand(event.counted), _in_hand(event.expected)
    return _moved(CAGE, VARIANCE, due - found)


def _in_hand(box: e.Box) -> int:
    return box.cash + box.bills + box.vouchers + box.desk - box.paid


POSTED: Mapping[type[r.Event], Poster] = {
    r.WagerPlaced: _placed,
    r.WagerWithdrawn: _withdrawn,
    r.WagerTakenBack: _withdrawn,
    r.RoundSettled: _settled,
    r.RoundVoided: _returned,
    r.RoundAbandoned: _returned,
    r.OutcomeCorrected: reversal,
    r.SettledRoundVoided: reversal,
    r.RoundResettled: reversal,
    e.ChipsBought: _bought,
    e.ChipsChanged: _changed,
    e.ChipsCashedOut: _cashed_out,
    e.SeatLeft: _left,
    e.HeldCollected: _collected,
    e.BalanceAdjusted: _adjusted,
    e.CorrectionUncollected: _uncollected,
    e.TableOpened: _opened,
    e.FloatFilled: _filled,
    e.FloatCredited: _credited,
    e.TableClosed: _closed,
    e.DayEnded: _counted,
    e.DayCounted: _day_counted,
}
"""The events that move money at a table; the others move none."""


def house_postings(event: r.Event, before: HouseState) -> Postings:
    """The transaction that an event makes in the house's ledger."""
    if isinstance(event, e.VoucherIssued):
        return _moved(TABLES, VOUCHERS, event.amount)
    if isinstance(event, e.VoucherRedeemed):
        return _moved(VOUCHERS, CAGE if event.table is None else TABLES, event.amount)
    if isinstance(event, e.VouchersLapsed):
        return _moved(VOUCHERS, LAPSED, event.amount)
    return ()
