"""What must hold for any round whatever: money, order, and the splitting of wagers."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from croupier import books
from croupier.rules.book import Book
from croupier.rules.limits import Limits, Range
from croupier.rules.settlement import Settlement, settle

Bets = Sequence[tuple[str, str, int]]
PLAYERS = ("a", "b", "c")


class Played(NamedTuple):
    """A round that can be settled."""

    book: Book
    bets: Bets
    outcome: str
    drawn: tuple[str, ...] | None
    limits: Limits
    warned: frozenset[str]

    def settled(self, bets: Bets | None = None) -> Settlement:
        return settle(
            self.book,
            self.bets if bets is None else bets,
            self.outcome,
            bonus_numbers=self.drawn,
            limits=self.limits,
            warned=self.warned,
        )


@st.composite
def rounds(draw: st.DrawFn) -> Played:
    book = books.load(draw(st.sampled_from(books.ids())))
    capping = book.says.limits.policy == "honour-once-and-cap"
    least = draw(st.integers(1, 50))
    limits = Limits(Range(least, draw(st.integers(least, 400)))) if capping else Limits()
    # Few wagers and players, so that they meet on the same areas.
    few = draw(st.lists(st.sampled_from(sorted(book.wagers)), min_size=1, max_size=4))
    bets = [
        (player, wager, units * book.wagers[wager].piece_count)
        for player, wager, units in draw(
            st.lists(
                st.tuples(st.sampled_from(PLAYERS), st.sampled_from(few), st.integers(1, 300)),
                max_size=12,
            )
        )
    ]
    drawn = None
    if book.bonus:
        drawn = tuple(draw(st.permutations(book.pockets))[: book.bonus.count])
    outcome = draw(st.sampled_from(book.pockets))
    warned = draw(st.frozensets(st.sampled_from(PLAYERS)))
    return Played(book, bets, outcome, drawn, limits, warned)


def nets(settlement: Settlement) -> dict[str, int]:
    return {player: totals.net for player, totals in sorted(settlement.players.items())}


@given(rounds())
def test_money_is_conserved(played: Played) -> None:
    settlement = played.settled()
    assert settlement.house_net + sum(t.net for t in settlement.players.values()) == 0
    for bet, result, pieces in settlement.bets:
        assert 0 <= result.in_play <= result.amount == bet.amount
        lost = sum(p.settled.in_play for p in pieces if p.settled.result == "lost")
        assert result.returned == bet.amount - lost + result.winnings
        assert (result.winnings > 0) == (result.result == "won")
        for field in ("amount", "in_play", "winnings", "returned"):
            total = sum(getattr(piece.settled, field) for piece in pieces)
            assert total == getattr(result, field)


@given(rounds(), st.randoms(use_true_random=False))
def test_settlement_does_not_depend_on_the_order_of_wagers(
    played: Played, shuffler: Random
) -> None:
    shuffled = list(played.bets)
    shuffler.shuffle(shuffled)
    straight, mixed = played.settled(), played.settled(shuffled)
    assert nets(straight) == nets(mixed)
    assert straight.warned == mixed.warned


@given(rounds(), st.data())
def test_splitting_a_wager_in_two_changes_nothing_for_the_player(
    played: Played, data: st.DataObject
) -> None:
    halved: list[tuple[str, str, int]] = []
    for player, wager, amount in played.bets:
        pieces = played.book.wagers[wager].piece_count
        first = data.draw(st.integers(0, amount // pieces)) * pieces
        parts = [part for part in (first, amount - first) if part]
        halved += [(player, wager, part) for part in parts]
    assert nets(played.settled()) == nets(played.settled(halved))


@given(rounds())
def test_pieces_placed_one_by_one_are_the_call_bet(played: Played) -> None:
    spread = [
        (player, piece.wager.notation, amount // wager.piece_count * piece.count)
        for player, notation, amount in played.bets
        for wager in [played.book.wagers[notation]]
        for piece in wager.pieces
    ]
    assert nets(played.settled()) == nets(played.settled(spread))


@given(rounds())
def test_other_players_change_nothing(played: Played) -> None:
    alone = [bet for bet in played.bets if bet[0] == "a"]
    together, apart = nets(played.settled()), nets(played.settled(alone))
    assert together.get("a", 0) == apart.get("a", 0)
