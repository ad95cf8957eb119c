"""Evenings played by asking the strategy at every spin: slow, and what the tables must agree with.

For strategies with more states than a table holds, and for the tests.
"""

from fractions import Fraction

from croupier.lab.chance import BLOCK
from croupier.lab.compiled import Whole, np
from croupier.lab.play import Wheel, refill
from croupier.lab.session import ENDS, End, Session
from croupier.lab.strategy import Spin


def play_plain(
    session: Session, wheel: Wheel, at: np.uint64, marks: Whole, won: Whole, notes: Whole
) -> int:
    """Play an evening for each row, as `play.play` does; say how many units were staked."""
    results = _Results(wheel, at)
    staked = 0
    for evening in range(len(won)):
        player = _Player(session)
        for mark, until in enumerate(marks.tolist()):
            while player.spins < until and not player.has_ended():
                for result in results.code():
                    player.spin(result)
                    if player.has_ended() or player.spins == until:
                        break
            won[evening, mark] = player.won // session.step
        staked += player.staked
        notes[evening] = player.peak // session.step, player.spins, ENDS.index(player.end)
    return staked


class _Results:
    """The results of spins, a code of several at a time, from the same words as all others."""

    def __init__(self, wheel: Wheel, at: np.uint64) -> None:
        self._wheel, self._at = wheel, at
        self._words = np.empty(BLOCK, np.uint64)
        self._codes = np.empty(2 * BLOCK, np.uint16)
        self._used = self._codes.size

    def code(self) -> list[int]:
        if self._used == self._codes.size:
            # From compiled code a word comes back as a plain int, and could then be too large.
            self._at = np.uint64(refill(self._at, self._words, self._codes, self._wheel))
            self._used = 0
        self._used += 1
        digits: list[int] = self._wheel.digits[self._codes[self._used - 1]].tolist()
        return digits


class _Player:
    """One evening, in whole cents."""

    def __init__(self, session: Session) -> None:
        self.session, self.strategy = session, session.strategy
        self.state = self.strategy.start()
        self.won = self.peak = self.spins = self.staked = 0
        self.end: End = "spins"
        self._check()

    def has_ended(self) -> bool:
        return self.end != "spins"

    def spin(self, result: int) -> None:
        ticket, stake = self.session.ticket, self.stake
        net = ticket.nets[result]
        self.staked += stake
        self.won += stake * net
        self.peak = max(self.peak, self.won)
        self.spins += 1
        pays = Fraction(net, ticket.cost)
        whole = int(pays) if pays.denominator == 1 else pays
        self.state = self.strategy.after(self.state, Spin(stake, whole, self.session.most))
        self._check()

    @property
    def stake(self) -> int:
        return min(self.strategy.stake(self.state), self.session.most)

    def _check(self) -> None:
        session = self.session
        if session.stop_win is not None and self.won >= session.stop_win:
            self.end = "stop-win"
        elif session.stop_loss is not None and self.won <= -session.stop_loss:
            self.end = "stop-loss"
        elif session.bank + self.won < self.stake * session.ticket.cost:
            self.end = "ruin"
