"""Settlement: what every wager of a round wins, loses or gets back, and by which clause.

Piece by piece: a multi-piece wager is settled as the areas it is made of and then added up
(reading 13). Money is conserved: what a stake does not lose is returned.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import msgspec

from croupier.rules.bonus import UNLIT, checked_draw
from croupier.rules.book import Book
from croupier.rules.limits import OPEN, InPlay, Limits, Stake, in_play, refused
from croupier.rules.money import checked_amount
from croupier.rules.refusal import (
    LimitsError,
    RoundError,
    WagerError,
    refusal,
    require_label,
)
from croupier.rules.shown import ShownAsPage
from croupier.rules.wager import Wager
from croupier.words import in_units

Result = Literal["won", "lost", "void", "returned"]


class Bet(NamedTuple):
    """A wager of a player with its whole stake in cents."""

    player: str
    wager: Wager
    amount: int


class Settled(msgspec.Struct, frozen=True, gc=False):
    """What became of a stake."""

    amount: int
    result: Result
    in_play: int
    winnings: int
    returned: int
    """All that is returned to the player, stake included."""
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


@dataclass(frozen=True, slots=True, repr=False)
class Settlement(ShownAsPage):
    """A round settled or void.

    >>> from croupier.books import load
    >>> settle(load("racetrack-2012"), [("Ada", "red", 500), ("Ben", "17", 100)], "1")
    <Settlement of racetrack-2012: settled on 1, 2 wagers, house -4.00>
    """

    book: Book
    status: Literal["settled", "void"]
    outcome: str | None
    bets: tuple[SettledBet, ...]
    warned: frozenset[str]
    """The players whose under-minimum wagers were honoured, in this round or before."""

    def __repr__(self) -> str:
        on = f" on {self.outcome}" if self.outcome is not None else ""
        wagers = f"{len(self.bets)} wager{'s' if len(self.bets) != 1 else ''}"
        house = in_units(self.house_net)
        return f"<Settlement of {self.book.id}: {self.status}{on}, {wagers}, house {house}>"

    @property
    def players(self) -> Mapping[str, Totals]:
        """Each player's totals, in the order in which they first wagered."""
        staked: dict[str, int] = {}
        returned: dict[str, int] = {}
        for (player, _, amount), settled, _ in self.bets:
            staked[player] = staked.get(player, 0) + amount
            returned[player] = returned.get(player, 0) + settled.returned
        return {player: Totals(staked[player], returned[player]) for player in staked}

    @property
    def house_net(self) -> int:
        """What the house is up or down."""
        return sum(settled.amount - settled.returned for _, settled, _ in self.bets)

    def rows(self) -> Iterator[dict[str, object]]:
        """Each wager as a row of plain values, for a table of pandas or polars.

        >>> from croupier.books import load
        >>> next(settle(load("racetrack-2012"), [("Ada", "red", 500)], "1").rows())
        {'player': 'Ada', 'wager': 'red', 'amount': 500, 'result': 'won', 'in_play': 500,
        'winnings': 500, 'returned': 1000, 'clause': '4.1'}
        """
        for (player, wager, amount), settled, _ in self.bets:
            yield {
                "player": player,
                "wager": wager.notation,
                "amount": amount,
                "result": settled.result,
                "in_play": settled.in_play,
                "winnings": settled.winnings,
                "returned": settled.returned,
                "clause": settled.clause,
            }

    def to_dict(self) -> dict[str, object]:
        """The settlement as plain values: what ``croupier settle --json`` prints."""
        return {
            "book": self.book.id,
            "status": self.status,
            "outcome": self.outcome,
            "wagers": list(self.rows()),
            "players": {
                player: {"staked": sums.staked, "returned": sums.returned, "net": sums.net}
                for player, sums in self.players.items()
            },
            "house": {"net": self.house_net},
        }


class Ball(NamedTuple):
    """The number on which the ball rests, and what each winning area then pays to one."""

    number: str
    pays: Mapping[str, int]


def stakes_of(player: str, wager: Wager, amount: int) -> list[Stake]:
    """The stakes that a bet puts on its areas, if it divides over them."""
    if not wager.parts:
        return [Stake(player, wager, amount)]
    unit, rest = divmod(amount, wager.piece_count)
    if rest:
        lower = max(amount - rest, wager.piece_count)
        raise WagerError(
            refusal(
                "wager/not-divisible",
                wager.clause,
                amount=amount,
                pieces=wager.piece_count,
                wager=wager.notation,
                lower=lower,
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
    accepted: bool = False,
) -> Settlement:
    """Settle one round by the book: bets in the order in which they were placed.

    A bet is a player, a wager and its whole stake in cents. ``irregularity`` is the clause that
    voids the round; then there is no outcome. ``warned`` are the players whose wager under the
    minimum was honoured once already, where the book honours it.

    >>> from croupier.books import load
    >>> settled = settle(load("sands-2019"), [("Ada", "split 0/00", 1000)], outcome="0")
    >>> settled.players["Ada"].net, settled.house_net
    (17000, -17000)
    >>> settle(load("sands-2019"), [("Ada", "red", 500)], irregularity="5.4").status
    'void'

    Bets that a table has ``accepted`` already are not refused again for amount or limits.
    """
    placed = [Bet(player, _of(book, wager), amount) for player, wager, amount in bets]
    if not accepted:
        for _, wager, amount in placed:
            checked_amount(amount, wager.notation)
    stakes = [stakes_of(*bet) for bet in placed]
    if not accepted:
        _check_limits(book, limits, stakes)
    before = frozenset(warned)
    if irregularity is not None:
        check_void(book, irregularity, outcome, bonus_numbers)
        return _void(book, placed, stakes, outcome, irregularity, before)
    ball = ball_at(book, outcome, bonus_numbers)
    flat = [stake for group in stakes for stake in group]
    counted, honoured = in_play(limits, book.says.limits, flat, before)
    results = [
        _settled(book, stake, playing, ball) for stake, playing in zip(flat, counted, strict=True)
    ]
    settled = _gathered(placed, stakes, results)
    return Settlement(book, "settled", ball.number, settled, honoured | before)


def returned_of(
    book: Book, stakes: Sequence[Stake], ball: Ball, limits: Limits, warned: frozenset[str]
) -> tuple[list[int], frozenset[str]]:
    """What is returned of every stake, in order, and the players honoured by now."""
    counted, honoured = in_play(limits, book.says.limits, stakes, warned)
    return _all_returned(stakes, counted, ball), honoured | warned


def returned_on_each(
    book: Book,
    stakes: Sequence[Stake],
    balls: Iterable[Ball],
    limits: Limits,
    warned: frozenset[str],
) -> Iterator[list[int]]:
    """The same for one ball after another, of which the limits know nothing."""
    counted, _ = in_play(limits, book.says.limits, stakes, warned)
    for ball in balls:
        yield _all_returned(stakes, counted, ball)


def _all_returned(
    stakes: Sequence[Stake], counted: Sequence[InPlay | None], ball: Ball
) -> list[int]:
    return [_returned(stake, playing, ball) for stake, playing in zip(stakes, counted, strict=True)]


def ball_at(book: Book, outcome: str | None, bonus_numbers: Collection[str] | None) -> Ball:
    """The ball at rest on a number of the book, under the draw where the book has one."""
    if outcome is not None:
        book.number(outcome)
    drawn = checked_draw(book.bonus, bonus_numbers, book.id, book.pockets)
    if outcome is None:
        raise RoundError(refusal("round/no-outcome", book=book.id))
    standing = book.bonus.standing(drawn, outcome) if book.bonus and drawn else UNLIT
    return Ball(outcome, book.paytable(outcome, standing))


def check_void(
    book: Book, irregularity: str, outcome: str | None, bonus_numbers: Collection[str] | None
) -> None:
    """Refuse an irregularity that does not void, and a ball or a draw that could not be."""
    if outcome is not None:
        book.number(outcome)
    if bonus_numbers is not None:
        checked_draw(book.bonus, bonus_numbers, book.id, book.pockets)
    if irregularity not in book.voids:
        raise RoundError(
            refusal(
                "round/does-not-void",
                given=repr(irregularity),
                book=book.id,
                known=tuple(book.voids),
            )
        )


def _of(book: Book, wager: Wager | str) -> Wager:
    if not isinstance(wager, Wager):
        require_label(wager)
    notation = wager.notation if isinstance(wager, Wager) else wager
    return book.wagers.get(notation) or book.wager(notation)


def _check_limits(book: Book, limits: Limits, stakes: Iterable[Sequence[Stake]]) -> None:
    """Refuse what a book refuses at placement, in the order of placing."""
    terms = book.says.limits
    if terms.policy != "refuse":
        return
    held: dict[str, dict[str, int]] = {}
    for group in stakes:
        areas = held.setdefault(group[0].player, {})
        if (no := refused(limits, terms, areas, group)) is not None:
            raise LimitsError(no)
        for stake in group:
            area = stake.area.notation
            areas[area] = areas.get(area, 0) + stake.amount


def _void(
    book: Book,
    placed: Sequence[Bet],
    stakes: Sequence[Sequence[Stake]],
    outcome: str | None,
    irregularity: str,
    warned: frozenset[str],
) -> Settlement:
    """Every stake back in full (reading 12), by the clause that voids."""

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


def _returned(stake: Stake, counted: InPlay | None, ball: Ball) -> int:
    """What is returned of one stake on one area: what is not in play; if it wins all, and more."""
    amount = stake.amount
    playing = amount if counted is None else counted.amount
    to_one = ball.pays.get(stake.area.notation)
    return amount - playing if to_one is None else amount + playing * to_one


def _settled(book: Book, stake: Stake, counted: InPlay | None, ball: Ball) -> Settled:
    """One stake on one area: the limits' clause decides where they touched it."""
    area, amount, returned = stake.area, stake.amount, _returned(stake, counted, ball)
    playing, clause = (counted.amount, counted.clause) if counted else (amount, None)
    if not playing and clause is not None:
        return Settled(amount, "returned", 0, 0, returned, clause)
    if area.notation not in ball.pays:
        clause = clause or book.losing_clause(area, ball.number)
        return Settled(amount, "lost", playing, 0, returned, clause)
    return Settled(amount, "won", playing, returned - amount, returned, clause or area.clause)


def _gathered(
    placed: Sequence[Bet], stakes: Sequence[Sequence[Stake]], results: Iterable[Settled]
) -> tuple[SettledBet, ...]:
    """Each bet with the results of its own stakes, which follow one another."""
    settled, following = [], iter(results)
    for bet, group in zip(placed, stakes, strict=True):
        if len(group) == 1:
            whole = next(following)
            pieces: tuple[SettledPiece, ...] = (SettledPiece(group[0].area, whole),)
        else:
            pieces = tuple([SettledPiece(stake.area, next(following)) for stake in group])
            whole = _added_up(bet.amount, [piece.settled for piece in pieces])
        settled.append(SettledBet(bet, whole, pieces))
    return tuple(settled)


def _added_up(amount: int, pieces: Sequence[Settled]) -> Settled:
    """The whole of a wager: won if any piece won, lost if any was in play, else returned."""
    results = [piece.result for piece in pieces]
    result: Result = "won" if "won" in results else "lost" if "lost" in results else "returned"
    return Settled(
        amount,
        result,
        sum(piece.in_play for piece in pieces),
        sum(piece.winnings for piece in pieces),
        sum(piece.returned for piece in pieces),
        pieces[results.index(result)].clause,
    )
