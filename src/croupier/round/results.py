"""The results of an ended round by wager and by area, for everything that shows them.

The round settles; here it is only gathered. All that a player put on one wager is one wager.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from croupier.round.phases import ENDED, Phase
from croupier.round.settling import on_felt, settled
from croupier.round.state import Placement, RoundState
from croupier.rules.settlement import (
    Bet,
    Result,
    Settled,
    SettledBet,
    SettledPiece,
    Settlement,
    stakes_of,
)


class WagerResult(msgspec.Struct, frozen=True):
    """The result of one wager of a player, repeats included."""

    player: str
    wager: str
    amount: int
    result: Result
    in_play: int
    winnings: int
    returned: int
    """The amount returned to the player, including the stake."""
    clause: str


class AreaResult(msgspec.Struct, frozen=True):
    """The result of a player's total on one area when the round ended."""

    player: str
    area: str
    amount: int
    result: Result


class UnderMinimum(msgspec.Struct, frozen=True):
    """How a player's wagers under the minimum were treated (5.15 or 5.16, reading 14)."""

    player: str
    was: Literal["honoured", "returned"]
    """Whether they were honoured, which happens once, or returned."""
    clause: str


def settlement_of(state: RoundState, player: str | None = None) -> Settlement | None:
    """The settlement of an ended round, for everybody or for one player.

    A void round cites the clause or the reading that ended it. Wagers ruled returned are there too.
    """
    if state.phase not in ENDED:
        return None
    aside = [placed for placed in state.set_aside if player in (None, placed.player)]
    if state.phase is Phase.SETTLED:
        made = settled(state, state.outcome or "", player)
        rulings = state.book.says.rulings
        by = rulings.clause if rulings is not None and rulings.clause is not None else ""
        bets = _whole((*made.bets, *_back(aside, "returned", by)))
        return Settlement(state.book, "settled", made.outcome, bets, made.warned)
    by = state.ended_by or ""
    in_full = _void(on_felt(state, player), by)
    return Settlement(
        state.book,
        "void",
        state.outcome,
        _whole((*in_full, *_back(aside, "void", by))),
        state.warned,
    )


def results_of(settlement: Settlement | None) -> Iterator[WagerResult]:
    """The result of every wager, if the round is over."""
    for (player, wager, amount), done, _ in settlement.bets if settlement is not None else ():
        yield WagerResult(
            player,
            wager.notation,
            amount,
            done.result,
            done.in_play,
            done.winnings,
            done.returned,
            done.clause,
        )


def areas_of(settlement: Settlement | None) -> Iterator[AreaResult]:
    """The result of every area on which a player had a stake when the round ended."""
    gathered: dict[tuple[str, str], list[Settled]] = {}
    for bet, _, pieces in settlement.bets if settlement is not None else ():
        for area, done in pieces:
            gathered.setdefault((bet.player, area.notation), []).append(done)
    for (player, notation), parts in gathered.items():
        amount = sum(part.amount for part in parts)
        yield AreaResult(player, notation, amount, _leading(parts).result)


def under_minimum_of(settlement: Settlement | None) -> Iterator[UnderMinimum]:
    """Players under the minimum, whom the Dealer informs."""
    if settlement is None or settlement.status == "void":
        return
    clause = settlement.book.says.limits.under_minimum
    counted: dict[str, bool] = {}
    for bet, _, pieces in settlement.bets if clause is not None else ():
        for done in (done for _, done in pieces if done.clause == clause):
            counted[bet.player] = counted.get(bet.player, False) or done.in_play > 0
    for player, honoured in counted.items():
        yield UnderMinimum(player, "honoured" if honoured else "returned", clause or "")


def _void(placements: Iterable[Placement], by: str) -> Iterator[SettledBet]:
    """The wagers of a void round, returned in full."""
    for placed in placements:
        bet = Bet(placed.player, placed.wager, placed.amount)
        pieces = tuple(
            SettledPiece(stake.area, _in_full(stake.amount, "void", by))
            for stake in stakes_of(*bet)
        )
        yield SettledBet(bet, _in_full(placed.amount, "void", by), pieces)


def _back(aside: Iterable[Placement], result: Result, by: str) -> Iterator[SettledBet]:
    """Wagers that a ruling took off the felt: on no area, returned in full."""
    for placed in aside:
        source = placed.returned_by or by if result == "returned" else by
        whole = _in_full(placed.amount, result, source)
        yield SettledBet(Bet(placed.player, placed.wager, placed.amount), whole, ())


def _in_full(amount: int, result: Result, by: str) -> Settled:
    in_play = 0 if result == "returned" else amount
    return Settled(amount, result, in_play, 0, amount, by)


def _whole(bets: Iterable[SettledBet]) -> tuple[SettledBet, ...]:
    """Repeats of a player's wager added up, in the order of first placement."""
    gathered: dict[tuple[str, str], list[SettledBet]] = {}
    for bet in bets:
        aside = bet.settled.result == "returned" and not bet.pieces
        key = bet.bet.player, f"{bet.bet.wager.notation}{' aside' if aside else ''}"
        gathered.setdefault(key, []).append(bet)
    return tuple(one if not more else _added(one, *more) for one, *more in gathered.values())


def _added(*bets: SettledBet) -> SettledBet:
    (player, wager, _), results = bets[0].bet, [bet.settled for bet in bets]
    leading = _leading(results)
    amount, in_play, winnings, returned = (
        sum(getattr(one, name) for one in results)
        for name in ("amount", "in_play", "winnings", "returned")
    )
    whole = Settled(amount, leading.result, in_play, winnings, returned, leading.clause)
    pieces = tuple(piece for bet in bets for piece in bet.pieces)
    return SettledBet(Bet(player, wager, amount), whole, pieces)


def _leading(results: list[Settled]) -> Settled:
    """The part that decides the overall result: won if any won, else lost if any lost."""
    won = next((one for one in results if one.result == "won"), None)
    return won or next((one for one in results if one.result == "lost"), results[0])
