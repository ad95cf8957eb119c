"""What lies on the felt: wagers placed, increased and withdrawn while bets are open.

It raises what the book refuses for its limits or its pieces. It does not know whether bets are
open, and it settles nothing.
"""

from collections import defaultdict
from collections.abc import Iterable

from croupier.rules.limits import Limits, Stake, refused
from croupier.rules.money import checked_amount
from croupier.rules.refusal import LimitsError
from croupier.rules.settlement import Bet, stakes_of
from croupier.rules.terms import LimitsTerms
from croupier.rules.wager import Wager


class Felt:
    """The wagers of one round, in the order in which they were placed."""

    def __init__(self, limits: Limits, terms: LimitsTerms) -> None:
        self.limits = limits
        self.terms = terms
        self.bets: list[Bet] = []

    def held(self, player: str, wager: Wager) -> int:
        """What a player has on a wager."""
        return sum(bet.amount for bet in self.bets if bet[:2] == (player, wager))

    def place(self, bet: Bet) -> None:
        """Place a wager, or raise what the book refuses."""
        self._check(stakes_of(bet), self._areas(bet.player, self.bets))
        self.bets.append(bet)

    def increase(self, added: Bet) -> None:
        """Add to the latest of a player's wagers of this kind, which must be there."""
        self._check(stakes_of(added), self._areas(added.player, self.bets))
        at = max(at for at, bet in enumerate(self.bets) if bet[:2] == added[:2])
        total = checked_amount(self.bets[at].amount + added.amount, added.wager.notation)
        self.bets[at] = added._replace(amount=total)

    def withdraw(self, taken: Bet) -> None:
        """Take back an amount that is there, from the latest first.

        Where limits are refused at placement, nothing or the minimum must stay (reading 14).
        """
        left, kept = taken.amount, []
        for bet in reversed(self.bets):
            off = min(left, bet.amount) if bet[:2] == taken[:2] else 0
            left -= off
            if bet.amount > off:
                kept.append(bet._replace(amount=bet.amount - off))
        kept.reverse()
        remaining = self._areas(taken.player, kept)
        for piece in taken.wager.pieces:
            if amount := remaining.get(piece.wager.notation, 0):
                self._check([Stake(taken.player, piece.wager, amount)], {})
        self.bets = kept

    def _check(self, stakes: Iterable[Stake], held: dict[str, int]) -> None:
        if (no := refused(self.limits, self.terms, held, stakes)) is not None:
            raise LimitsError(no)

    @staticmethod
    def _areas(player: str, bets: Iterable[Bet]) -> dict[str, int]:
        """What a player has on each area: repeats and call bets add up (reading 13)."""
        areas: dict[str, int] = defaultdict(int)
        for bet in bets:
            if bet.player == player:
                for stake in stakes_of(bet):
                    areas[stake.area.notation] += stake.amount
        return areas
