"""The one place that decides what each kind of viewer may see.

Everything here is a pure function of a table whose memory is on record. Nothing that is not made
here is sent to anyone, and nothing here reads a round's sealed secret.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from croupier.house.ledger import held_account
from croupier.house.state import TableState, Voucher
from croupier.office.state import Alert, Approval
from croupier.protocol import requests as q
from croupier.protocol import views as v
from croupier.round.commands import Actor, VoidAfterOutcome, VoidRound
from croupier.round.corrections import never_at_work
from croupier.round.events import Purses, WagerRuled
from croupier.round.felt import Placement
from croupier.round.permissions import may
from croupier.round.phases import BETS_OPEN, Phase
from croupier.round.results import areas_of, results_of, settlement_of, under_minimum_of
from croupier.round.settling import winnings
from croupier.round.state import RoundState, limits_taken
from croupier.round.voiding import founded, reason_needed
from croupier.rules.book import Book
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from croupier.rules.terms import Chips
from croupier.server.steps import steps
from croupier.table.core import Core
from croupier.table.dealer import Deals, Timetable, is_wanted
from croupier.table.oversight import Rate

RESULTS_SHOWN = 20
CORRECTIONS_SHOWN = 2
"""Corrections of so many last rounds: whoever is at the table now has had their money changed."""


READS_ALL = Position.PIT_SUPERVISOR
"""The least position that is shown the record of everyone: house procedure, by need."""
ROUNDS_AT_HAND = 2
"""So many of the latest rounds a Dealer sees in full: the one in play, and the one just paid."""


def reads_all(actor: Actor) -> bool:
    """Whether someone may look through the record of everyone."""
    return actor.position is not None and actor.position.at_least(READS_ALL)


def recalled_as(state: TableState, actor: Actor, number: int, *, here: bool) -> str | None:
    """As whom someone is shown a round again: a player as themselves, staff as nobody (none), who
    see all of it; and a Dealer an older round, or one of a table where they do not act now, as the
    public does (an empty name)."""
    if actor.position is None:
        return actor.name
    at_hand = number > state.round_number - ROUNDS_AT_HAND or number in _referred(state)
    return None if reads_all(actor) or (here and at_hand) else ""


def excluded_view(actor: Actor, player: str, reason: str) -> q.ExcludedShown:
    """Who may not play, which everybody on the floor must know, and why, which few must."""
    return q.ExcludedShown(player=player, reason=reason if reads_all(actor) else None)


def voucher_shown(voucher: Voucher) -> q.VoucherShown:
    """A voucher as whoever pays it sees it: never its number, which they have."""
    return q.VoucherShown(
        amount=voucher.amount, player=voucher.player, expires_ms=voucher.expires_ms
    )


def floor_for(floor: v.FloorView, actor: Actor) -> v.FloorView:
    """The floor as someone needs it: a Dealer's own requests, and no alerts about people."""
    if reads_all(actor):
        return floor
    return msgspec.structs.replace(
        floor,
        alerts=tuple(each for each in floor.alerts if not each.about),
        approvals=tuple(each for each in floor.approvals if each.asked_by == actor.name),
        rates=(),
    )


class Setting(msgspec.Struct, frozen=True):
    """What the house says of a table beside its state."""

    title: str
    times: Timetable | None = None
    """How long bets stay open, where a timetable runs the table."""
    calls: tuple[str, ...] = ()
    """The kinds of multi-piece wager that are offered."""
    self_service: bool = False
    deals: Deals = "always"
    """When rounds open by the timetable."""


def table_view(core: Core, setting: Setting, seq: int, *, watched: bool = True) -> v.TableView:
    """What everybody may see."""
    state, since_ms, times = core.state, core.since_ms, setting.times
    round_ = state.round
    phase = round_.phase if round_ is not None else None
    timed = round_ is not None and phase is Phase.BETTING and round_.waiting is None
    closes_ms = times.closes_ms(core, times.betting_ms) if timed and times else None
    return v.TableView(
        table=state.id,
        title=setting.title,
        book=state.book.id,
        seq=seq,
        is_open=state.is_open,
        day=state.day,
        round=state.round_number,
        phase=phase,
        waiting=round_.waiting if round_ is not None else None,
        words=_words(state, round_),
        since_ms=since_ms,
        closes_ms=closes_ms,
        limits=limits_taken(round_.limits if round_ is not None else state.limits),
        maximum_payout=state.maximum_payout,
        players=len(state.seats),
        calls=setting.calls,
        commitment=round_.commitment if round_ is not None else None,
        seed=round_.seed if round_ is not None else None,
        bonus_numbers=_shown_bonus(round_),
        results=tuple(map(_result, _newest(state.past.values()))),
        self_service=setting.self_service,
        is_idle=is_idle(state, setting, watched=watched),
    )


def is_idle(state: TableState, setting: Setting, *, watched: bool) -> bool:
    """Whether no round opens before somebody comes."""
    between = state.is_open and state.day is not None and state.round is None
    return between and not is_wanted(setting.deals, seated=bool(state.seats), watched=watched)


def _words(state: TableState, round_: RoundState | None) -> str | None:
    """What is announced now; the first of the wordings that the book allows."""
    if round_ is None or round_.waiting is not None:
        return None
    says = state.book.says
    return (says.open if round_.phase in BETS_OPEN else says.close).words[0]


def _shown_bonus(round_: RoundState | None) -> tuple[str, ...] | None:
    """Requirement 7: nobody sees a Bonus Number while bets are open."""
    if round_ is None or round_.phase in BETS_OPEN:
        return None
    return round_.drawn


def _newest(past: Iterable[RoundState]) -> list[RoundState]:
    return list(past)[: -RESULTS_SHOWN - 1 : -1]


def _result(ended: RoundState) -> v.Result:
    return v.Result(
        round=ended.number,
        status=_status(ended),
        outcome=ended.outcome if ended.phase is Phase.SETTLED else None,
        bonus_numbers=ended.drawn,
        secret=ended.revealed,
    )


def _status(ended: RoundState) -> v.Ending:
    if ended.phase is Phase.SETTLED:
        return "settled"
    return "void" if ended.phase is Phase.VOID else "abandoned"


Number = Callable[[TableState, str, str], str]
"""The number of a voucher as a player sees it at a table, by its id; nothing if they do not."""


def by_id(_state: TableState, _player: str, id_: str) -> str:
    """Every voucher, under its id."""
    return id_


def seat_view(state: TableState, player: str, last_id: int, number: Number = by_id) -> v.SeatView:
    """What a player may see beside what everybody sees: what is theirs."""
    seat, round_ = state.seats.get(player), state.round
    value = seat.value if seat is not None else None
    wagers = _wagers(round_.placed_by.get(player, ()) if round_ is not None else ())
    vouchers = [
        v.VoucherView(voucher=shown, amount=one.amount, expires_ms=one.expires_ms)
        for id_ in _slips(state, player)
        if (one := state.house.vouchers.get(id_)) is not None and not one.redeemed
        if (shown := number(state, player, id_))
    ]
    return v.SeatView(
        player=player,
        seated=seat is not None,
        excluded=state.house.exclusion_of(player) is not None,
        purse=state.purse(player),
        staked=sum(wager.amount for wager in wagers),
        wagers=wagers,
        held=state.held(player),
        colour=seat.colour if seat is not None else None,
        value=value,
        marker=value is not None and state.marker(value),
        warned=player in state.warned,
        last=_last_round(state, player),
        vouchers=tuple(vouchers),
        last_id=last_id,
        calls=calls_of(state.book, state.make_of(player)),
        corrections=tuple(each for each in _corrections(state, player) if each.changes),
    )


def _slips(state: TableState, player: str) -> Iterator[str]:
    """The vouchers of this sitting, since a terminal's next customer has the same name; without a
    seat, those of the latest round and of the one before it."""
    oldest = 0 if player in state.seats else state.round_number - 1
    for id_, given in state.slips.get(player, {}).items():
        if given >= oldest:
            yield id_


def _wagers(placed: Iterable[Placement]) -> tuple[v.WagerView, ...]:
    """What lies, added up by wager and chips, in the order in which it was first placed."""
    added: dict[tuple[str, Chips], int] = {}
    for each in placed:
        if each.amount:
            key = each.wager.notation, each.chips
            added[key] = added.get(key, 0) + each.amount
    return tuple(
        v.WagerView(wager=wager, amount=amount, chips=chips)
        for (wager, chips), amount in added.items()
    )


def _last_round(state: TableState, player: str) -> v.LastRound | None:
    for ended in reversed(state.past.values()):
        if player in ended.placed_by or player in ended.returned:
            return _last_of(ended, player, in_full=state.round is None)
    return None


def _last_of(ended: RoundState, player: str, *, in_full: bool) -> v.LastRound:
    """In full until the next round opens: then it is one of the player's past rounds."""
    staked = sum(each.amount for each in ended.placed_by.get(player, ()))
    staked += sum(p.amount for p in ended.set_aside if p.player == player)
    is_settled = ended.phase is Phase.SETTLED
    won = winnings(ended, player) if is_settled else 0
    returned = sum(ended.returned.get(player, {}).values())
    settlement = settlement_of(ended, player) if in_full else None
    return v.LastRound(
        round=ended.number,
        status=_status(ended),
        outcome=ended.outcome if is_settled else None,
        staked=staked,
        returned=returned,
        winnings=won,
        stake_back=returned - won,
        ended_by=ended.ended_by,
        results=tuple(results_of(settlement)),
        areas=tuple(areas_of(settlement)),
        under_minimum=next(under_minimum_of(settlement), None),
    )


@lru_cache
def calls_of(book: Book, terminal: str | None) -> tuple[str, ...]:
    """The kinds of multi-piece wager that a book has, and a make of terminal offers."""
    kinds = dict.fromkeys(wager.kind for wager in book.wagers.values() if wager.parts)
    offers = None if terminal is None else book.terminals[terminal].offers
    return tuple(kind.value for kind in kinds if offers is None or kind in offers)


def staff_view(
    state: TableState,
    actor: Actor,
    last_id: int,
    wheel: v.WheelView | None = None,
    away: Refusal | None = None,
) -> v.StaffView:
    """What staff in a position may see beside what everybody sees; those who are not assigned to
    the table now do nothing there."""
    round_ = state.round
    placed = round_.placed_by if round_ is not None else ()
    names = dict.fromkeys([*state.seats, *placed, *_owed(state)])
    return v.StaffView(
        players=tuple(_player(state, name) for name in names),
        called=round_.outcome if round_ is not None else None,
        drawn=_shown_bonus(round_),
        lit=round_.lit if round_ is not None else False,
        steps=tuple(steps(state, actor, away)),
        voids={clause: str(what) for clause, what in state.book.voids.items()},
        rulings=tuple(map(_ruling, round_.rulings if round_ is not None else ())),
        standing_leave=state.standing_leave.name if state.standing_leave is not None else None,
        referred=_referred(state),
        tray=state.ledger.balance("float"),
        shift=state.shift,
        figures=state.meters.day,
        last_id=last_id,
        may_void=tuple(_voids(round_, actor)) if round_ is not None and away is None else (),
        may_void_settled=tuple(_settled_voids(state, actor)) if away is None else (),
        wheel=wheel,
        own_wheel=state.own_wheel,
        corrections=tuple(_corrections(state)),
    )


def _corrections(state: TableState, player: str | None = None) -> Iterator[v.CorrectionView]:
    """The last rounds that were corrected, and what that did to everybody or to one player."""
    for ended in _newest(state.past.values())[:CORRECTIONS_SHOWN]:
        if (first := ended.settled_first) is not None:
            yield v.CorrectionView(
                round=ended.number,
                was=first.outcome,
                status=_status(ended),
                outcome=ended.outcome if ended.phase is Phase.SETTLED else None,
                changes=tuple(
                    change
                    for change in _changes(ended, first.returned)
                    if change.before != change.after and player in (None, change.player)
                ),
            )


def _changes(ended: RoundState, first: Purses) -> Iterator[v.PlayerChange]:
    """What was not collected of a player they have still (reading 19)."""
    for name in dict.fromkeys([*first, *ended.returned]):
        before, lost = sum(first.get(name, {}).values()), ended.uncollected.get(name, 0)
        after = sum(ended.returned.get(name, {}).values()) + lost
        yield v.PlayerChange(player=name, before=before, after=after, uncollected=lost)


def _ruling(ruled: WagerRuled) -> v.RulingView:
    return v.RulingView(
        number=ruled.number,
        player=ruled.player,
        wager=ruled.wager,
        ruling=ruled.ruling,
        to=ruled.to,
        amount=ruled.amount,
        reason=ruled.reason,
        by=ruled.by.name,
    )


def _voids(round_: RoundState, actor: Actor) -> Iterator[v.VoidView]:
    """What the round would take from this person, by the check that the command meets."""
    if may(round_, VoidRound, actor) is not None:
        return
    book, needed = round_.book, reason_needed(round_)
    for clause in founded(round_):
        yield v.VoidView(
            clause=clause,
            what=book.voids[clause],
            says=book.clauses[clause].summary,
            reason_needed=needed,
        )


def _settled_voids(state: TableState, actor: Actor) -> Iterator[v.SettledVoidView]:
    book = state.book
    shown = [
        ended
        for ended in _newest(state.past.values())
        if may(ended, VoidAfterOutcome, actor) is None
    ]
    for clause, what in book.voids.items():
        rounds = [ended.number for ended in shown if never_at_work(ended, clause, actor) is None]
        if rounds:
            says = book.clauses[clause].summary
            yield v.SettledVoidView(clause=clause, what=what, says=says, rounds=tuple(rounds))


def _owed(state: TableState) -> Iterator[str]:
    """Whoever left and has something held: they are to be found when they come for it."""
    held = held_account("")
    for account in state.ledger.accounts:
        if account.startswith(held):
            yield account.removeprefix(held)


def _player(state: TableState, player: str) -> v.PlayerView:
    seat, round_ = state.seats.get(player), state.round
    value = seat.value if seat is not None else None
    placed = round_.placed_by.get(player, ()) if round_ is not None else ()
    staked: v.Purse = {}
    for each in placed:
        if each.amount:
            staked[each.chips] = staked.get(each.chips, 0) + each.amount
    return v.PlayerView(
        player=player,
        seated=seat is not None,
        colour=seat.colour if seat is not None else None,
        value=value,
        marker=value is not None and state.marker(value),
        purse=state.purse(player),
        staked=staked,
        held=state.held(player),
        warned=player in state.warned,
        wagers=_wagers(placed),
    )


def table_row(state: TableState, table: v.TableView) -> v.TableRow:
    """A table in the pit's overview."""
    figures = state.meters.day
    return v.TableRow(
        table=table,
        figures=figures,
        hold=str(figures.hold) if figures.hold is not None else None,
        tray=state.ledger.balance("float"),
        referred=_referred(state),
    )


def _referred(state: TableState) -> tuple[int, ...]:
    return tuple(n for n, ended in state.past.items() if ended.waiting == "referral")


def alert_view(alert: Alert) -> v.AlertView:
    """An alert, which stays until someone acknowledges it."""
    return v.AlertView(
        id=alert.id,
        table=alert.table,
        kind=alert.kind,
        text=alert.text,
        at_ms=alert.at_ms,
        about=alert.about,
        results=tuple(
            v.ResultChange(player=each.player, without=each.without, now=each.now)
            for each in alert.results
        ),
    )


def rate_views(rates: Mapping[str, Rate]) -> tuple[v.RateView, ...]:
    """Who decided about money once the number was known; most money first."""
    decided = {name: rate for name, rate in rates.items() if rate.decisions or rate.early}
    return tuple(
        v.RateView(
            name=name,
            rounds=rate.rounds,
            decisions=rate.decisions,
            moved=rate.moved,
            early=rate.early,
        )
        for name, rate in sorted(decided.items(), key=lambda one: (-one[1].moved, one[0]))
    )


def approval_view(approval: Approval) -> v.ApprovalView:
    """What waits for a second person, or did."""
    second = approval.second
    return v.ApprovalView(
        id=approval.id,
        table=approval.table,
        asked_by=approval.by.name,
        position=approval.by.position,
        command=approval.asked,
        what=msgspec.Raw(approval.command.encode()),
        reason=approval.reason,
        asked_ms=approval.at_ms,
        lapses_ms=approval.lapses_ms,
        verdict=approval.verdict,
        second=second.name if second is not None else None,
        why_not=approval.why_not,
        round=approval.round,
    )
