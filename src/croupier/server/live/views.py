"""The one place that decides what each kind of viewer sees of a table as it stands.

Everything here is a pure function of a table's durable state, and nothing here reads a round's
encrypted secret. Earlier rounds are filtered by ``history.visible``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from croupier.house.ledger import held_account
from croupier.house.state import Seat, TableState, Voucher
from croupier.office.state import Approval
from croupier.protocol import requests, views
from croupier.round.base import Actor, Purses
from croupier.round.correction import VoidAfterOutcome, never_at_work
from croupier.round.opening import limits_taken
from croupier.round.permissions import refusal_for
from croupier.round.phases import BETS_OPEN, Phase
from croupier.round.results import areas_of, results_of, settlement_of, under_minimum_of
from croupier.round.settling import winnings
from croupier.round.state import Placement, RoundState
from croupier.round.void import VoidRound, founded, reason_needed
from croupier.rules.bonus import Lights
from croupier.rules.book import Book
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from croupier.server.live.steps import steps
from croupier.table.core import Core
from croupier.table.dealer import Deals, Timetable, is_wanted
from croupier.table.oversight import Rate

RESULTS_SHOWN = 20
DENOMINATIONS = (100, 500, 1000, 2500, 10_000, 50_000, 100_000, 500_000)
"""The denominations of cash chips and credits, in cents."""
CHIPS_SHOWN = 6
STACKS = (1, 5, 10, 20, 50, 100)
"""The stacks of colour chips to offer."""
BALL_RUNS = frozenset({Phase.SPINNING, Phase.RUNNING, Phase.RESTED, Phase.CALLED})
CORRECTIONS_SHOWN = 2
"""The number of recent rounds whose corrections are shown to the players concerned."""


FIGURES = "figures/"
"""Alerts about a table's figures, for those who may read everybody's record."""
READS_ALL = Position.PIT_SUPERVISOR
"""The lowest position that may read everybody's record; house procedure."""
ROUNDS_AT_HAND = 2
"""The recent rounds a Dealer sees in full: the one in play and the one just paid."""


def reads_all(actor: Actor) -> bool:
    """Whether someone may read everybody's record."""
    return actor.position is not None and actor.position.at_least(READS_ALL)


def recalled_as(state: TableState, actor: Actor, number: int, *, here: bool) -> str | None:
    """Whose view of a past round someone gets: a player their own, staff all of it (None), a Dealer
    the public one (an empty name) of an older round or of a table where they do not work now."""
    if actor.position is None:
        return actor.name
    at_hand = number > state.round_number - ROUNDS_AT_HAND or number in _referred(state)
    return None if reads_all(actor) or (here and at_hand) else ""


def excluded_view(actor: Actor, player: str, reason: str) -> requests.ExcludedShown:
    """An excluded player; only a Pit Supervisor or above sees the reason."""
    return requests.ExcludedShown(player=player, reason=reason if reads_all(actor) else None)


def voucher_shown(voucher: Voucher) -> requests.VoucherShown:
    """A voucher for the person who pays it, who already has its number."""
    return requests.VoucherShown.of(voucher)


def floor_for(floor: views.FloorView, actor: Actor) -> views.FloorView:
    """The floor as someone may see it: a Dealer only their own requests, and no alerts about
    people."""
    if reads_all(actor):
        return floor
    return msgspec.structs.replace(
        floor,
        alerts=tuple(
            each for each in floor.alerts if not each.about and not each.kind.startswith(FIGURES)
        ),
        approvals=tuple(each for each in floor.approvals if each.asked_by == actor.name),
        rates=(),
    )


class Setting(msgspec.Struct, frozen=True):
    """What a table's view shows beside its state."""

    title: str
    times: Timetable | None = None
    """How long bets stay open, if there is a timetable."""
    calls: tuple[str, ...] = ()
    """The kinds of multi-piece wager offered."""
    self_service: bool = False
    deals: Deals = "always"
    """When rounds open by the timetable."""


def table_view(core: Core, setting: Setting, seq: int, *, watched: bool = True) -> views.TableView:
    """The public view of a table."""
    state, since_ms, times = core.state, core.since_ms, setting.times
    round_ = state.round
    phase = round_.phase if round_ is not None else None
    timed = round_ is not None and phase is Phase.BETTING and round_.waiting is None
    closes_ms = times.closes_ms(core, times.betting_ms) if timed and times else None
    return views.TableView(
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
        bets_open=phase in BETS_OPEN and round_ is not None and round_.waiting is None,
        ball_runs=phase in BALL_RUNS,
        lights=_lights(state, round_),
        chips=chips_for(DENOMINATIONS, state),
    )


def _lights(state: TableState, round_: RoundState | None) -> Lights | None:
    bonus, last = state.book.bonus, next(reversed(state.past.values()), None)
    ended = last.drawn if last is not None else None
    drawn = _shown_bonus(round_) if round_ is not None else ended
    return bonus.lights(drawn) if bonus is not None and drawn else None


def chips_for(values: Iterable[int], state: TableState) -> tuple[int, ...]:
    """The lowest of these values that can be wagered: from the least minimum of any area to the
    greatest maximum; at least one."""
    limits = state.round.limits if state.round is not None else state.limits
    ranges = (limits.table, *limits.kinds.values())
    most, least = max(each.max for each in ranges), min(each.min for each in ranges)
    first, *others = values
    within = (first, *(each for each in others if each <= most))
    return (tuple(each for each in within if each >= least) or within[-1:])[:CHIPS_SHOWN]


def is_idle(state: TableState, setting: Setting, *, watched: bool) -> bool:
    """Whether the table waits for players."""
    between = state.is_open and state.day is not None and state.round is None
    return between and not is_wanted(setting.deals, seated=bool(state.seats), watched=watched)


def _words(state: TableState, round_: RoundState | None) -> str | None:
    """The current announcement, in the first of the book's wordings."""
    if round_ is None or round_.waiting is not None:
        return None
    says = state.book.says
    return (says.open if round_.phase in BETS_OPEN else says.close).words[0]


def _shown_bonus(round_: RoundState | None) -> tuple[str, ...] | None:
    """Nobody sees a Bonus Number while bets are open (requirement 7)."""
    if round_ is None or round_.phase in BETS_OPEN:
        return None
    return round_.drawn


def _newest(past: Iterable[RoundState]) -> list[RoundState]:
    return list(past)[: -RESULTS_SHOWN - 1 : -1]


def _result(ended: RoundState) -> views.Result:
    return views.Result(
        round=ended.number,
        status=_status(ended),
        outcome=ended.outcome if ended.phase is Phase.SETTLED else None,
        bonus_numbers=ended.drawn,
        secret=ended.revealed,
        ended_by=ended.ended_by,
    )


def _status(ended: RoundState) -> views.Ending:
    if ended.phase is Phase.SETTLED:
        return "settled"
    return "void" if ended.phase is Phase.VOID else "abandoned"


Number = Callable[[TableState, str, str], str]
"""The number of a voucher as its player may see it, by its id; empty if they may not."""


def by_id(_state: TableState, _player: str, id_: str) -> str:
    """Every voucher under its id."""
    return id_


def wagered_view(
    state: TableState, before: views.SeatView, last_id: int, counted: int = 0
) -> views.SeatView:
    """A seated player's view updated from the previous one, if only wagers changed and perhaps a
    round opened; then the last round is no longer shown in full. The previous one has so many of
    the player's placements counted in its wagers, of which none has changed since."""
    round_, player, last = state.round, before.player, before.last
    placed = round_.placed_by.get(player, ()) if round_ is not None else ()
    wagers = _wagers(placed[counted:], before.wagers if counted else ())
    if round_ is not None and last is not None and last.areas:
        last = msgspec.structs.replace(last, results=(), areas=(), under_minimum=None)
    return msgspec.structs.replace(
        before,
        last=last,
        purse=state.purse(player),
        staked=sum([wager.amount for wager in wagers]),
        wagers=wagers,
        warned=state.is_warned(player),
        last_id=last_id,
    )


def seat_view(
    state: TableState, player: str, last_id: int, number: Number = by_id
) -> views.SeatView:
    """A player's own view, beside the public one."""
    seat, round_ = state.seats.get(player), state.round
    value = seat.value if seat is not None else None
    house = state.house
    wagers = _wagers(round_.placed_by.get(player, ()) if round_ is not None else ())
    vouchers = [
        views.VoucherView(voucher=shown, amount=one.amount, expires_ms=one.expires_ms)
        for id_ in _slips(state, player)
        if (one := state.house.vouchers.get(id_)) is not None and not one.redeemed
        if (shown := number(state, player, id_))
    ]
    return views.SeatView(
        player=player,
        seated=seat is not None,
        excluded=house.exclusion_of(player) is not None,
        purse=state.purse(player),
        staked=sum(wager.amount for wager in wagers),
        wagers=wagers,
        held=state.held(player),
        colour=seat.colour if seat is not None else None,
        value=value,
        marker=value is not None and state.marker(value),
        warned=state.is_warned(player),
        last=_last_round(state, player),
        vouchers=tuple(vouchers),
        last_id=last_id,
        calls=calls_of(state.book, state.make_of(player)),
        corrections=tuple(each for each in _corrections(state, player) if each.changes),
        chips=chips_for((value * many for many in STACKS), state) if value is not None else (),
        session=_session(state, seat) if seat is not None else None,
        own_limits=house.own_limits.get(player),
        asked_limits=house.asked_limits.get(player),
        time_out_ms=house.time_outs.get(player),
    )


def _session(state: TableState, seat: Seat) -> views.SessionView:
    since_ms = state.sat_ms.get(seat.player, 0)
    return views.SessionView.of(seat.played, since_ms=since_ms)


def _slips(state: TableState, player: str) -> Iterator[str]:
    """The vouchers of this sitting, because a terminal's next customer has the same name; without a
    seat, those of the last two rounds."""
    oldest = 0 if player in state.seats else state.round_number - 1
    for id_, given in state.slips.get(player, {}).items():
        if given >= oldest:
            yield id_


def _wagers(
    placed: Iterable[Placement], before: Iterable[views.WagerView] = ()
) -> tuple[views.WagerView, ...]:
    """The wagers on the felt, summed by wager and chips, in the order first placed; those that
    were summed before are added to."""
    added = {(one.wager, one.chips): one for one in before}
    for each in placed:
        if amount := each.amount:
            key = each.wager.notation, each.chips
            if (had := added.get(key)) is not None:
                amount += had.amount
            added[key] = views.WagerView(wager=key[0], amount=amount, chips=key[1])
    return tuple(added.values())


def _last_round(state: TableState, player: str) -> views.LastRound | None:
    for ended in reversed(state.past.values()):
        if player in ended.placed_by or player in ended.returned:
            return _last_of(ended, player, in_full=state.round is None)
    return None


def _last_of(ended: RoundState, player: str, *, in_full: bool) -> views.LastRound:
    """In full until the next round opens; then it is in the player's history."""
    staked = sum(each.amount for each in ended.placed_by.get(player, ()))
    staked += sum(p.amount for p in ended.set_aside if p.player == player)
    is_settled = ended.phase is Phase.SETTLED
    won = winnings(ended, player) if is_settled else 0
    returned = sum(ended.returned.get(player, {}).values())
    settlement = settlement_of(ended, player) if in_full else None
    return views.LastRound(
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
    """The kinds of multi-piece wager in a book that a make of terminal offers."""
    kinds = dict.fromkeys(wager.kind for wager in book.wagers.values() if wager.parts)
    offers = None if terminal is None else book.terminals[terminal].offers
    return tuple(kind.value for kind in kinds if offers is None or kind in offers)


def staff_view(
    state: TableState,
    actor: Actor,
    last_id: int,
    wheel: views.WheelView | None = None,
    away: Refusal | None = None,
) -> views.StaffView:
    """The view of staff in a position, beside the public one; without an assignment to the table
    now, nothing is allowed."""
    round_ = state.round
    placed = round_.placed_by if round_ is not None else ()
    names = dict.fromkeys([*state.seats, *placed, *_owed(state)])
    return views.StaffView(
        players=tuple(_player(state, name) for name in names),
        called=round_.outcome if round_ is not None else None,
        drawn=_shown_bonus(round_),
        lit=round_.lit if round_ is not None else False,
        steps=tuple(steps(state, actor, away)),
        voids={clause: str(what) for clause, what in state.book.voids.items()},
        rulings=tuple(
            views.RulingView.of(each, by=each.by.name)
            for each in (round_.rulings if round_ is not None else ())
        ),
        standing_leave=state.standing_leave.name if state.standing_leave is not None else None,
        referred=_referred(state),
        tray=state.ledger.balance("float"),
        shift=state.shift,
        figures=state.meters.day,
        last_id=last_id,
        may_void=tuple(_voids(round_, actor)) if round_ is not None and away is None else (),
        reason_needed=round_ is not None and reason_needed(round_),
        may_void_settled=tuple(_settled_voids(state, actor)) if away is None else (),
        wheel=wheel,
        own_wheel=state.own_wheel,
        corrections=tuple(_corrections(state)),
    )


def _corrections(state: TableState, player: str | None = None) -> Iterator[views.CorrectionView]:
    """Recently corrected rounds, and their effect on everybody or on one player."""
    for ended in _newest(state.past.values())[:CORRECTIONS_SHOWN]:
        if (first := ended.settled_first) is not None:
            yield views.CorrectionView(
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


def _changes(ended: RoundState, first: Purses) -> Iterator[views.PlayerChange]:
    """An uncollected amount still counts as the player's (reading 19)."""
    for name in dict.fromkeys([*first, *ended.returned]):
        before, lost = sum(first.get(name, {}).values()), ended.uncollected.get(name, 0)
        after = sum(ended.returned.get(name, {}).values()) + lost
        yield views.PlayerChange(player=name, before=before, after=after, uncollected=lost)


def _voids(round_: RoundState, actor: Actor) -> Iterator[views.VoidView]:
    """The voids the round would accept from this person, by the command's own check."""
    if refusal_for(round_, VoidRound, actor) is not None:
        return
    book, needed = round_.book, reason_needed(round_)
    for clause in founded(round_):
        yield views.VoidView(
            clause=clause,
            what=book.voids[clause],
            says=book.clauses[clause].summary,
            reason_needed=needed,
        )


def _settled_voids(state: TableState, actor: Actor) -> Iterator[views.SettledVoidView]:
    book = state.book
    shown = [
        ended
        for ended in _newest(state.past.values())
        if refusal_for(ended, VoidAfterOutcome, actor) is None
    ]
    for clause, what in book.voids.items():
        rounds = [ended.number for ended in shown if never_at_work(ended, clause, actor) is None]
        if rounds:
            says = book.clauses[clause].summary
            yield views.SettledVoidView(clause=clause, what=what, says=says, rounds=tuple(rounds))


def _owed(state: TableState) -> Iterator[str]:
    """Players who left with something held for them."""
    held = held_account("")
    for account in state.ledger.accounts:
        if account.startswith(held):
            yield account.removeprefix(held)


def _player(state: TableState, player: str) -> views.PlayerView:
    seat, round_ = state.seats.get(player), state.round
    value = seat.value if seat is not None else None
    placed = round_.placed_by.get(player, ()) if round_ is not None else ()
    staked: views.Purse = {}
    for each in placed:
        if each.amount:
            staked[each.chips] = staked.get(each.chips, 0) + each.amount
    return views.PlayerView(
        player=player,
        seated=seat is not None,
        colour=seat.colour if seat is not None else None,
        value=value,
        marker=value is not None and state.marker(value),
        purse=state.purse(player),
        staked=staked,
        held=state.held(player),
        warned=state.is_warned(player),
        wagers=_wagers(placed),
    )


def table_row(state: TableState, table: views.TableView) -> views.TableRow:
    """A table in the pit's overview."""
    figures = state.meters.day
    return views.TableRow(
        table=table,
        figures=figures,
        hold=str(figures.hold) if figures.hold is not None else None,
        tray=state.ledger.balance("float"),
        referred=_referred(state),
    )


def _referred(state: TableState) -> tuple[int, ...]:
    return tuple(n for n, ended in state.past.items() if ended.waiting == "referral")


def rate_views(rates: Mapping[str, Rate]) -> tuple[views.RateView, ...]:
    """Staff who decided about money with the number known; most money first."""
    decided = {name: rate for name, rate in rates.items() if rate.decisions or rate.early}
    return tuple(
        views.RateView.of(rate, name=name)
        for name, rate in sorted(decided.items(), key=lambda one: (-one[1].moved, one[0]))
    )


def approval_view(approval: Approval) -> views.ApprovalView:
    """A request that waits for a second person, or did."""
    second = approval.second
    return views.ApprovalView.of(
        approval,
        asked_by=approval.by.name,
        position=approval.by.position,
        command=approval.asked,
        what=msgspec.Raw(approval.command.encode()),
        asked_ms=approval.at_ms,
        second=second.name if second is not None else None,
    )
