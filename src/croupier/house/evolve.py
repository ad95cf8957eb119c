"""How each event changes a table, its ledger and its meters; and the house.

``evolve`` never refuses: what it is given has happened. It raises ``LedgerError`` if the money
would no longer add up, before anything else is changed, and the table must stop.
"""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.house import events as e
from croupier.house.corrections import Correction
from croupier.house.exposure import exposure_of
from croupier.house.ledger import ESCROW, LedgerError
from croupier.house.meters import COUNTED
from croupier.house.postings import POSTED, house_postings
from croupier.house.state import ROUNDS_KEPT, HouseState, TableState, Voucher
from croupier.round import events as r
from croupier.round.state import CHANGES as OF_ROUND
from croupier.round.state import RoundState, limits_of, opened

place_in_round = OF_ROUND[r.WagerPlaced]
Change = Callable[[Any, TableState], None]


def evolve(event: r.Event, state: TableState) -> None:
    """Change a table by what happened there, or the house that it belongs to."""
    kind = type(event)
    if (poster := POSTED.get(kind)) is not None:
        state.ledger.post(poster(event, state))
    CHANGES[kind](event, state)
    if (counted := COUNTED.get(kind)) is not None:
        counted(event, state.meters)


# The round


def _round_in_play(state: TableState) -> RoundState:
    if state.round is None:
        raise LookupError(f"no round is in play at {state.id}")
    return state.round


def _in_round(event: r.Event, state: TableState) -> None:
    OF_ROUND[type(event)](event, _round_in_play(state))


def _round_opened(event: r.RoundOpened, state: TableState) -> None:
    state.round = opened(state.book, event, own_wheel=state.own_wheel)
    state.round.standing_leave = state.standing_leave is not None
    state.round_number = event.round
    state.exposure = exposure_of(state.book, state.maximum_payout)


def _placed(event: r.WagerPlaced, state: TableState) -> None:
    place_in_round(event, _round_in_play(state))
    if state.exposure is not None:
        state.exposure.add(state.book.wagers[event.wager], event.amount)


def _withdrawn(event: r.WagerWithdrawn, state: TableState) -> None:
    _in_round(event, state)
    if state.exposure is not None:
        state.exposure.add(state.book.wagers[event.wager], -event.amount)


def _ended(event: r.Event, state: TableState) -> None:
    """Nothing is left in play, the ledger is added up anew, and the round can be corrected."""
    _in_round(event, state)
    if left := state.ledger.balance(ESCROW):
        raise LedgerError(f"{left} cents are left in escrow after {event.name}")
    state.ledger.audit()
    ended = _round_in_play(state)
    state.past[ended.number] = ended
    if len(state.past) > ROUNDS_KEPT:
        del state.past[next(iter(state.past))]
    state.round, state.exposure = None, None
    state.leavers.clear()


def _settled(event: r.RoundSettled, state: TableState) -> None:
    """Who was honoured under the minimum is known for the gaming day (reading 14)."""
    _ended(event, state)
    state.honoured.update(dict.fromkeys(event.honoured, event.round))


def _of_its_round(
    event: r.RoundReferred | r.ReferralDecided | r.WagerRuled, state: TableState
) -> None:
    """The round in play, or the settled one that the event names."""
    ended = None if event.round is None else state.past.get(event.round)
    OF_ROUND[type(event)](event, ended or _round_in_play(state))


def _leave_changed(
    event: r.StandingLeaveGranted | r.StandingLeaveWithdrawn, state: TableState
) -> None:
    state.standing_leave = event.by if isinstance(event, r.StandingLeaveGranted) else None
    if state.round is not None:
        OF_ROUND[type(event)](event, state.round)


Late = r.OutcomeCorrected | r.SettledRoundVoided | r.RoundResettled | r.SecretRevealed


def _in_past(event: Late, state: TableState) -> None:
    OF_ROUND[type(event)](event, state.past[event.round])


def _secret_lost(event: r.SecretLost, state: TableState) -> None:
    OF_ROUND[type(event)](event, state.past.get(event.round) or _round_in_play(state))


def _corrected(event: Correction, state: TableState) -> None:
    """Reading 19: what is made good of the house's loss, the player no longer has on top."""
    _in_past(event, state)
    for player, amount in event.recovered.items():
        _lost(state.past[event.round], player, -amount)


def _uncollected(event: e.CorrectionUncollected, state: TableState) -> None:
    _lost(state.past[event.round], event.player, event.amount)


def _lost(ended: RoundState, player: str, amount: int) -> None:
    total = ended.uncollected.pop(player, 0) + amount
    assert total >= 0, f"more was made good of {player} than was lost in round {ended.number}"
    if total:
        ended.uncollected[player] = total


def _voided_after(event: r.SettledRoundVoided, state: TableState) -> None:
    """A void round is not the first time under the minimum (reading 14)."""
    _corrected(event, state)
    state.honoured = {p: n for p, n in state.honoured.items() if n != event.round}


# The table


def _table_opened(event: e.TableOpened, state: TableState) -> None:
    state.is_open = True


def _table_closed(event: e.TableClosed, state: TableState) -> None:
    state.is_open = False


def _day_started(event: e.DayStarted, state: TableState) -> None:
    state.day = state.last_day = event.day
    state.honoured, state.sold_alone, state.paid_alone = {}, {}, {}


def _day_ended(event: e.DayEnded, state: TableState) -> None:
    state.day = None
    if event.to_count is not None:
        state.to_count[event.day] = event.to_count


def _day_counted(event: e.DayCounted, state: TableState) -> None:
    del state.to_count[event.day]


def _shift_started(event: e.ShiftStarted, state: TableState) -> None:
    state.shift = event.shift


def _shift_ended(event: e.ShiftEnded, state: TableState) -> None:
    state.shift = None


def _limits_set(event: e.LimitsSet, state: TableState) -> None:
    state.limits = limits_of(event.limits)


def _maximum_set(event: e.MaximumPayoutSet, state: TableState) -> None:
    state.maximum_payout = event.amount


def _seat_taken(event: e.SeatTaken, state: TableState) -> None:
    state.leavers.pop(event.player, None)
    state.slips.pop(event.player, None)
    state.seats[event.player] = state.new_seat(event.player, event.colour, event.value)


def _seat_left(event: e.SeatLeft, state: TableState) -> None:
    seat = state.seats.pop(event.player)
    state.slips.pop(event.player, None)
    if state.round is not None:
        state.leavers[event.player] = seat


def _terms_agreed(event: e.ChipsBought | e.ChipsChanged, state: TableState) -> None:
    if event.value is not None:
        seat = state.seats[event.player]
        seat.colour, seat.value = event.colour, event.value


def _chips_bought(event: e.ChipsBought, state: TableState) -> None:
    _terms_agreed(event, state)
    if event.paid_with in ("cash", "desk"):
        _by_hand(state.sold_alone, event, event.amount)


def _by_hand(
    alone: dict[str, int], event: e.ChipsBought | e.ChipsCashedOut | e.HeldCollected, amount: int
) -> None:
    """Cash went from hand to hand; a second person has looked at all of it."""
    if event.approver is not None:
        alone.pop(event.player, None)
    else:
        alone[event.player] = alone.get(event.player, 0) + amount


def _cashed_out(event: e.ChipsCashedOut, state: TableState) -> None:
    _paid_out(event, state, sum(event.purse.values()))


def _held_collected(event: e.HeldCollected, state: TableState) -> None:
    _paid_out(event, state, event.amount)


def _paid_out(event: e.ChipsCashedOut | e.HeldCollected, state: TableState, amount: int) -> None:
    if event.paid == "cash":
        _by_hand(state.paid_alone, event, amount)
    if event.voucher is not None:
        state.slips.setdefault(event.player, {})[event.voucher] = state.round_number


def _nothing(event: r.Event, state: TableState) -> None:
    """On record, and in the ledger where it moves money."""


def _of_house(event: e.HouseEvent, state: TableState) -> None:
    evolve_house(event, state.house)


CHANGES: Mapping[type[r.Event], Change] = {
    **dict.fromkeys(r.ALL, _in_round),
    r.RoundOpened: _round_opened,
    r.WagerPlaced: _placed,
    r.WagerWithdrawn: _withdrawn,
    r.WagerTakenBack: _withdrawn,
    r.RoundSettled: _settled,
    r.RoundVoided: _ended,
    r.RoundAbandoned: _ended,
    r.OutcomeCorrected: _corrected,
    r.SettledRoundVoided: _voided_after,
    r.RoundResettled: _corrected,
    r.RoundReferred: _of_its_round,
    r.ReferralDecided: _of_its_round,
    r.WagerRuled: _of_its_round,
    r.StandingLeaveGranted: _leave_changed,
    r.StandingLeaveWithdrawn: _leave_changed,
    r.SecretRevealed: _in_past,
    r.SecretLost: _secret_lost,
    r.ActionRefused: _nothing,
    e.DayStarted: _day_started,
    e.DayEnded: _day_ended,
    e.DayCounted: _day_counted,
    e.ShiftStarted: _shift_started,
    e.ShiftEnded: _shift_ended,
    e.TableOpened: _table_opened,
    e.TableClosed: _table_closed,
    e.FloatFilled: _nothing,
    e.FloatCredited: _nothing,
    e.LimitsSet: _limits_set,
    e.MaximumPayoutSet: _maximum_set,
    e.SeatTaken: _seat_taken,
    e.SeatLeft: _seat_left,
    e.ChipsBought: _chips_bought,
    e.ChipsChanged: _terms_agreed,
    e.ChipsCashedOut: _cashed_out,
    e.HeldCollected: _held_collected,
    e.BalanceAdjusted: _nothing,
    e.CorrectionUncollected: _uncollected,
    **dict.fromkeys((kind for kind in e.OWN if issubclass(kind, e.HouseEvent)), _of_house),
}


def evolve_house(event: r.Event, house: HouseState) -> None:
    """Change the house by what happened in it."""
    house.ledger.post(house_postings(event, house))
    match event:
        case e.VoucherIssued():
            house.vouchers[event.voucher] = Voucher(
                event.amount, event.expires_ms, event.table, event.player
            )
        case e.VoucherRedeemed():
            _redeemed(event, house)
        case e.VouchersLapsed():
            for voucher in event.vouchers:
                del house.vouchers[voucher]
        case e.PlayerExcluded():
            house.exclude(event.player, event.reason, event.identity)
        case e.PlayerReadmitted():
            house.readmit(event.player)
        case _:
            raise TypeError(f"{event.name} does not concern the whole house")


def _redeemed(event: e.VoucherRedeemed, house: HouseState) -> None:
    voucher = house.vouchers[event.voucher]
    voucher.redeemed = True
    voucher.alone = event.table is None and event.approver is None
    if event.approver is not None:
        for other in house.vouchers.values():
            other.alone = other.alone and other.player != voucher.player
