"""penny-ante, the package to be ahead of, driven the way its own game drives itself."""

import tempfile
from pathlib import Path

from penny_ante import Bet, BettingRules, BetType, Game

TEN: tuple[tuple[BetType, list[str]], ...] = (
    (BetType.STRAIGHT_UP, ["17"]),
    (BetType.SPLIT, ["8", "11"]),
    (BetType.STREET, ["1", "2", "3"]),
    (BetType.CORNER, ["1", "2", "4", "5"]),
    (BetType.SIX_LINE, ["1", "2", "3", "4", "5", "6"]),
    (BetType.RED, []),
    (BetType.ODD, []),
    (BetType.LOW, []),
    (BetType.FIRST_DOZEN, []),
    (BetType.THIRD_COLUMN, []),
)
"""The same ten wagers as ours."""


class PennyAnte:
    """A European table with one player who does not run out of chips."""

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            config = str(Path(folder) / "rules.yaml")
            BettingRules.create_default_config(config)
            self.game = Game("EUROPEAN", betting_rules_config=config)
        self.game.add_player("a")
        self.game.players["a"].buy_chips(count=10**9)

    def bets(self) -> list[Bet]:
        """The ten wagers, new."""
        layout, rules = self.game.table.layout, self.game.betting_rules
        return [Bet(kind, spaces, 10, None, layout, rules) for kind, spaces in TEN]

    def play(self) -> int:
        """A whole round: open, place, spin, settle."""
        self.game.open_betting()
        for bet in self.bets():
            self.game.place_bet(bet, "a")
        self.game.spin_wheel()
        paid = self.paid(self.game.active_bets)
        self.game.players["a"].chips.change_chips(count=paid)
        return paid

    def paid(self, bets: list[Bet]) -> int:
        """What the bets pay on the number on which the ball rests."""
        space = self.game.current_space
        return sum(bet.calculate_payout(space) for bet in bets)
