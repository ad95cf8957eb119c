"""A round's secret: made before bets open, sealed on record, drawn from, and revealed at the end.

What is drawn depends on the secret and on the round's seed, which nobody knows before the close.

The secret is nowhere but sealed in the record and, for the moment of a draw, in memory: nothing
that is shown, logged or exported comes from here before the round has ended.
"""

from croupier.fair.draw import draw_bonus, draw_pocket
from croupier.fair.sealed import SealingKey, seal, unseal
from croupier.fair.secret import SCHEME, Entropy, Secret, commit, new_secret
from croupier.round.bonus import DrawBonusNumbers
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome
from croupier.round.secret import RevealSecret
from croupier.round.state import RoundState

SALT_BYTES = 16


class Draws:
    """The draws of one table."""

    def __init__(self, table: str, key: SealingKey, entropy: Entropy) -> None:
        self._table = table
        self._key = key
        self._entropy = entropy

    def open_bets(self, number: int) -> OpenBets:
        """Call for bets of a round with a secret of its own."""
        secret = new_secret(self._entropy)
        return OpenBets(
            commitment=commit(secret, self._table, number, SCHEME),
            sealed=seal(secret, self._key, self._table, number, self._entropy),
            scheme=SCHEME,
        )

    def close_bets(self) -> CloseBets:
        """No more bets, at a moment whose entry nobody can foresee."""
        return CloseBets(salt=self._entropy(SALT_BYTES).hex())

    def bonus_numbers(self, state: RoundState) -> DrawBonusNumbers:
        """The Bonus Numbers of a round whose bets are closed (reading 10)."""
        assert state.book.bonus is not None
        numbers = draw_bonus(
            self._secret(state),
            self._table,
            state.number,
            state.book.pockets,
            state.book.bonus.count,
            self._seed(state),
        )
        return DrawBonusNumbers(numbers=numbers, seed=state.seed)

    def pocket(self, state: RoundState) -> str:
        """Where the ball of a wheel of the system's own comes to rest."""
        order, seed = state.book.wheel.order, self._seed(state)
        return draw_pocket(self._secret(state), self._table, state.number, order, seed)

    def outcome(self, state: RoundState) -> CallOutcome:
        """That number, to be entered."""
        return CallOutcome(number=self.pocket(state), drawn=True, seed=state.seed)

    def reveal(self, state: RoundState) -> RevealSecret:
        """The secret of a round that has ended."""
        return RevealSecret(round=state.number, secret=self._secret(state).reveal())

    def _seed(self, state: RoundState) -> str | None:
        assert state.may_draw, f"the close of round {state.number} is not durable"
        return state.seed

    def _secret(self, state: RoundState) -> Secret:
        assert state.sealed is not None, f"round {state.number} has no secret"
        return unseal(state.sealed, self._key, self._table, state.number)
