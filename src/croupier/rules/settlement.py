"""Settlement: what every wager of a round wins, loses or gets back, and by which clause.

Piece by piece: a multi-piece wager is settled as the areas it is made of and then added up
(reading 13). Money is conserved: what a stake does not lose goes back.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from croupier.rules.bonus import UNLIT, checked_draw
from croupier.rules.book import Book
from croupier.rules.limits import OPEN, InPlay, Limits, Stake, in_play, refused
from croupier.rules.money import checked_amount
from croupier.rules.refusal import LimitsError, RoundError, WagerError, refusal
from croupier.rules.wager import Wager

Result = Literal["won", "lost", "void", "returned"]


class Bet(NamedTuple):
    """A wager of a player with its whole stake in cents."""

    player: str
    wager: Wager
    amount: int


class Settled(NamedTuple):
    """What became of a stake."""

    amount: int
    result: Result
    in_play: int
    winnings: int
    returned: int
    """All that goes back to the player, stake included."""
    clause: str


class SettledPiece(NamedTuple):
    """What became of the part of a wager that lay on one area."""

    area: Wager
    settled: Settled


class SettledBet(NamedTuple):
    """What became of a wager, in all and area by area."""

    bet: Bet
    settled: Settled
    pieces: tuple[SettledPiece, ...]


@dataclass(frozen=True, slots=True)
class Totals:
    """What a player staked and got back."""

    staked: int
    returned: int

    @property
    def net(self) -> int:
        """What the player is up or down."""
        return self.returned - self.staked


@dataclass(frozen=True, slots=True)
class Settlement:
    """A round settled or void."""

    book: Book
    status: Literal["settled", "void"]
    outcome: str | None
    bets: tuple[SettledBet, ...]
    warned: frozenset[str]
    """The players whose under-minimum wagers were honoured, in this round or before."""

    @property
    def players(self) -> Mapping[str, Totals]:
        """Each player's totals, in the order in which they first wagered."""
        staked: dict[str, int] = defaultdict(int)
        returned: dict[str, int] = defaultdict(int)
        for bet, settled, _ in self.bets:
            staked[bet.player] += bet.amount
            returned[bet.player] += settled.returned
        return {player: Totals(staked[player], returned[player]) for player in staked}

    @property
    def house_net(self) -> int:
        """What the house is up or down."""
        return sum(settled.amount - settled.returned for _, settled, _ in self.bets)


def stakes_of(bet: Bet) -> list[Stake]:
    """The stakes that a bet puts on its areas, if it divides over them."""
    player, wager, amount = bet
    if not wager.parts:
        return [Stake(player, wager, amount)]
    unit, rest = divmod(amount, wager.piece_count)
    if rest:
        lower = amount - rest
        raise WagerError(
            refusal(
                "wager/not-divisible",
                wager.clause,
                amount=amount,
                pieces=wager.piece_count,
                wager=wager.notation,
                lower=lower or lower + 2 * wager.piece_count,
                higher=lower + wager.piece_count,
            )
        )
    return [Stake(player, piece.wager, unit * piece.count) for piece in wager.pieces]


def settle(
    book: Book,
    bets: Iterable[tuple[str, Wager | str, int]],
    outcome: str | None = None,
    *,
    bonus_numbers: Collection[str] | None = None,
    irregularity: str | None = None,
    limits: Limits = OPEN,
    warned: Collection[str] = (),
) -> Settlement:
    """Settle one round by the book: bets in the order in which they were placed."""
    placed = [Bet(player, _of(book, wager), amount) for player, wager, amount in bets]
    for bet in placed:
        checked_amount(bet.amount, bet.wager.notation)
    stakes = [stakes_of(bet) for bet in placed]
    _check_limits(book, limits, stakes)
    if outcome is not None:
        book.number(outcome)
    drawn = None
    if irregularity is None or bonus_numbers is not None:
        drawn = checked_draw(book.bonus, bonus_numbers, book.id, book.pockets)
    if irregularity is not None:
        return _void(book, placed, stakes, outcome, irregularity, frozenset(warned))
    if outcome is None:
        raise RoundError(refusal("round/no-outcome", book=book.id))
    standing = book.bonus.standing(drawn, outcome) if book.bonus and drawn else UNLIT
    pays = book.paytable(outcome, standing)
    flat = [stake for group in stakes for stake in group]
    playing, honoured = in_play(limits, book.says.limits, flat, warned)
    settled, at = [], 0
    for bet, group in zip(placed, stakes, strict=True):
        share = playing[at : at + len(group)]
        at += len(group)
        pieces = tuple(
            SettledPiece(stake.area, _settled(book, stake, counted, pays, outcome))
            for stake, counted in zip(group, share, strict=True)
        )
        settled.append(SettledBet(bet, _added_up(bet, pieces), pieces))
    return Settlement(book, "settled", outcome, tuple(settled), honoured | frozenset(warned))


def _of(book: Book, wager: Wager | str) -> Wager:
    return book.wager(wager if isinstance(wager, str) else wager.notation)


def _check_limits(book: Book, limits: Limits, stakes: Iterable[Sequence[Stake]]) -> None:
    """Refuse what the book refuses at placement, in the order of placing."""
    held: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for group in stakes:
        areas = held[group[0].player]
        if (no := refused(limits, book.says.limits, areas, group)) is not None:
            raise LimitsError(no)
        for stake in group:
            areas[stake.area.notation] += stake.amount


def _void(
    book: Book,
    placed: Sequence[Bet],
    stakes: Sequence[Sequence[Stake]],
    outcome: str | None,
    irregularity: str,
    warned: frozenset[str],
) -> Settlement:
    """Every stake back in full (reading 12), by the clause that voids."""
    if irregularity not in book.voids:
        raise RoundError(
            refusal(
                "round/does-not-void",
                given=irregularity,
                book=book.id,
                known=", ".join(book.voids),
            )
        )

    def back(amount: int) -> Settled:
        return Settled(amount, "void", amount, 0, amount, irregularity)

    bets = tuple(
        SettledBet(
            bet,
            back(bet.amount),
            tuple(SettledPiece(stake.area, back(stake.amount)) for stake in group),
        )
        for bet, group in zip(placed, stakes, strict=True)
    )
    return Settlement(book, "void", outcome, bets, warned)


def _settled(
    book: Book, stake: Stake, counted: InPlay, pays: Mapping[str, int], outcome: str
) -> Settled:
    """One stake on one area: the limits' clause decides where they touched it."""
    amount, playing = stake.amount, counted.amount
    if not playing and counted.clause is not None:
        return Settled(amount, "returned", 0, 0, amount, counted.clause)
    to_one = pays.get(stake.area.notation)
    if to_one is None:
        clause = counted.clause or book.losing_clause(stake.area, outcome)
        return Settled(amount, "lost", playing, 0, amount - playing, clause)
    winnings = playing * to_one
    return Settled(
        amount, "won", playing, winnings, amount + winnings, counted.clause or stake.area.clause
    )


def _added_up(bet: Bet, pieces: Sequence[SettledPiece]) -> Settled:
    """The whole of a wager: won if any piece won, lost if any was in play, else returned."""
    if len(pieces) == 1:
        return pieces[0].settled
    settled = [piece.settled for piece in pieces]
    deciding = min(settled, key=lambda piece: ("won", "lost", "returned").index(piece.result))
    return Settled(
        bet.amount,
        deciding.result,
        sum(piece.in_play for piece in settled),
        sum(piece.winnings for piece in settled),
        sum(piece.returned for piece in settled),
        deciding.clause,
    )
