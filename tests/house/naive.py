"""A naive model of a table's money: what each player owns, as one number, and what lies in play.

It knows nothing of accounts, chips or events: it does the sums that anyone at the table could.
"""

from collections import Counter
from dataclasses import dataclass, field

from croupier import Book, settle
from croupier.rules.limits import Limits


@dataclass
class Lying:
    """A wager on the felt."""

    player: str
    wager: str
    amount: int


@dataclass
class Played:
    """An ended round, for corrections."""

    lying: list[Lying]
    aside: list[Lying]
    drawn: tuple[str, ...] | None
    limits: Limits
    warned: frozenset[str]
    outcome: str
    honoured: frozenset[str]
    lost: Counter[str] = field(default_factory=Counter)
    """What each player had of the round and could not be collected."""

    def returned(self, book: Book, outcome: str) -> Counter[str]:
        """What each player gets back on an outcome."""
        bets = [(each.player, each.wager, each.amount) for each in self.lying]
        settled = settle(
            book,
            bets,
            outcome,
            bonus_numbers=self.drawn,
            limits=self.limits,
            warned=self.warned,
            accepted=True,
        )
        back = Counter({player: totals.returned for player, totals in settled.players.items()})
        for each in self.aside:
            back[each.player] += each.amount
        self.honoured = settled.warned - self.warned
        return back

    def staked(self) -> Counter[str]:
        """What each player put in."""
        back: Counter[str] = Counter()
        for each in (*self.lying, *self.aside):
            back[each.player] += each.amount
        return back


@dataclass
class Naive:
    """Who owns what."""

    book: Book
    owns: Counter[str] = field(default_factory=Counter)
    seated: set[str] = field(default_factory=set)
    excluded: set[str] = field(default_factory=set)
    lying: list[Lying] = field(default_factory=list)
    vouchers: dict[str, int] = field(default_factory=dict)
    past: dict[int, Played] = field(default_factory=dict)
    honoured: dict[str, int] = field(default_factory=dict)
    cash_in: int = 0
    cash_out: int = 0
    uncollected: int = 0
    win: int = 0
    tray: int = 0

    def buys(self, player: str, amount: int) -> None:
        self.owns[player] += amount
        self.tray = max(0, self.tray - amount)

    def places(self, player: str, wager: str, amount: int) -> None:
        assert player in self.seated
        assert player not in self.excluded
        assert self.owns[player] >= amount
        self.owns[player] -= amount
        self.lying.append(Lying(player, wager, amount))

    def withdraws(self, player: str, wager: str, amount: int | None) -> None:
        for each in reversed(self.lying):
            if each.player == player and each.wager == wager:
                taken = each.amount if amount is None else min(amount, each.amount)
                each.amount -= taken
                self.owns[player] += taken
                amount = None if amount is None else amount - taken
        assert not amount
        self.lying = [each for each in self.lying if each.amount]

    def settles(self, number: int, played: Played) -> None:
        back = played.returned(self.book, played.outcome)
        won = sum(played.staked().values()) - sum(back.values())
        self.owns += back
        self.win += won
        self.tray = max(0, self.tray + won)
        self.past[number] = played
        self.lying = []
        self.honoured.update(dict.fromkeys(played.honoured, number))

    def voids(self) -> None:
        for each in self.lying:
            self.owns[each.player] += each.amount
        self.lying = []

    def corrects(self, number: int, outcome: str | None) -> None:
        """The outcome of a round was another, or there was none."""
        played = self.past[number]
        old = played.returned(self.book, played.outcome)
        if outcome is None:
            new = played.staked()
            del self.past[number]
            self.honoured = {p: at for p, at in self.honoured.items() if at != number}
        else:
            new = played.returned(self.book, outcome)
            played.outcome = outcome
        given = 0
        for player in {*old, *new}:
            due = new[player] - (old[player] + played.lost[player])
            short = max(0, -(self.owns[player] + due))
            self.owns[player] += due + short
            self.uncollected += short - played.lost[player]
            played.lost[player] = short
            given += due + short
            self.win -= new[player] - old[player]
        self.tray = max(0, self.tray - given)
