"""Plays sessions: makes the tables for the compiled code, and grows them as states are met.

A strategy with more states than a table holds is asked at every spin instead: slow, and what the
tables must agree with.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import sqrt

from croupier.lab.automaton import Automaton
from croupier.lab.chance import BLOCK, GRADES, Board, origin, settle, tally_rounds
from croupier.lab.compiled import Codes, Whole, np
from croupier.lab.play import Tables, Wheel, paper_of, play, play_lines, refill, strides
from croupier.lab.session import ENDS, End, Session, Ticket
from croupier.lab.strategies import Labouchere, Spin
from croupier.odds import sample_space
from croupier.rules.book import Book

EXPLORED, EXPLORED_MORE = 2_000, 30
"""Most strategies have fewer states; of the others some more are asked for when one is met."""
STATES_MAX = 200_000
"""A strategy with more states than this is asked at every spin."""
SPINS_A_STATE = 20
"""What it costs to put one more state into the table, in spins at which the strategy is asked."""
STRIDES_MAX = 2**18
"""Places in the table of strides: what the nearer caches hold."""


class SessionPlayer:
    """Plays one session again and again, chunk by chunk."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.wheel = wheel_of(session)
        self.automaton = Automaton(session)
        if not isinstance(session.strategy, Labouchere):
            self.automaton.explore(EXPLORED)
        self.tables = self._tables()

    def play(self, at: np.uint64, sessions: int, marks: Whole) -> tuple[Whole, Whole, int]:
        """Play sessions: results at the marks; peak, spins and end of each; units staked in all.

        Where states are met that the table does not hold, they are asked for and the chunk is
        played again from its beginning: the words are the same, so that nothing else changes.
        """
        won = np.empty((sessions, marks.size), np.int64)
        notes = np.empty((sessions, 3), np.int64)
        if isinstance(self.session.strategy, Labouchere):
            return won, notes, play_lines(at, self.wheel, paper_of(self.session), marks, won, notes)
        unknown = np.empty(sessions, np.int64)
        worth = sessions * int(marks[-1]) // SPINS_A_STATE
        while len(self.automaton) <= min(STATES_MAX, max(EXPLORED, worth)):
            staked, met = play(at, self.wheel, self.tables, marks, won, notes, unknown)
            if not met:
                return won, notes, staked
            for state in set(unknown[:met].tolist()):
                self.automaton.explore(EXPLORED_MORE, begin=state)
            self.tables = self._tables()
        return won, notes, play_plain(self.session, self.wheel, at, marks, won, notes)

    def _tables(self) -> Tables:
        stake, least, moves, after = self.automaton.tables()
        bottom, top = self.session.bounds
        digits = self.wheel.digits
        hot = min(len(stake), max(1, STRIDES_MAX // (6 * len(digits))))
        table = strides(stake, least, moves, after, digits, bottom, top, hot)
        return Tables(stake, least, moves, after, table, bottom, top)


def wheel_of(session: Session) -> Wheel:
    """The source of results for a session's wagers."""
    ticket, results = session.ticket, len(session.moves)
    book = ticket.book
    spins = 4 if results <= 3 else 2
    # The results that make up each code, the first spin first.
    digits = np.array(list(product(range(results), repeat=spins)), np.int64)
    board = board_of(book)
    if book.bonus is not None:
        brings = by_standing(book, ticket.result_of)
        return Wheel(len(book.pockets), np.zeros(1, np.uint16), 0, spins, digits, board, brings)
    pairs = [a * results + b for a, b in product(ticket.result_of, repeat=2)]
    codes: Codes = np.array(pairs, np.uint16)
    times = results**2 if spins == 4 else 0
    nothing = np.zeros((1, 6), np.int64)
    return Wheel(len(book.pockets), codes, times, spins, digits, board, nothing)


def board_of(book: Book) -> Board:
    """The links of a book as bits; a book without Bonus Numbers draws none."""
    if book.bonus is None:
        none = np.zeros(1, np.uint64)
        return Board(len(book.pockets), 0, none, none, none)
    place = {number: at for at, number in enumerate(book.pockets)}
    bits = {
        name: sum(1 << place[number] for number in numbers)
        for name, numbers in book.bonus.links.items()
    }
    of_number = [bits[book.bonus.link_of(number)] for number in book.pockets]
    links = np.array(list(bits.values()), np.uint64)
    pockets, count = len(book.pockets), book.bonus.count
    sizes = (pockets, *range(pockets - count + 1, pockets + 1))
    bars = np.array([2**32 % size for size in sizes], np.uint64)
    return Board(pockets, count, np.array(of_number, np.uint64), links, bars)


def by_standing(book: Book, result_of: tuple[int, ...]) -> Whole:
    """The result of each number in each standing, from the result of each outcome."""
    place = {number: at for at, number in enumerate(book.pockets)}
    brings = np.zeros((len(book.pockets), 6), np.int64)
    for result, (number, standing, _) in zip(result_of, sample_space(book).outcomes, strict=True):
        brings[place[number], 2 * GRADES.index(standing.grade) + standing.scatter] = result
    return brings


def play_plain(
    session: Session, wheel: Wheel, at: np.uint64, marks: Whole, won: Whole, notes: Whole
) -> int:
    """Play a session for each row, as ``play`` does; how many units were staked."""
    results = _Results(wheel, at)
    staked = 0
    for index in range(len(won)):
        player = _Player(session)
        for mark, until in enumerate(marks.tolist()):
            while player.spins < until and not player.has_ended():
                for result in results.code():
                    player.spin(result)
                    if player.has_ended() or player.spins == until:
                        break
            won[index, mark] = player.won // session.step
        staked += player.staked
        notes[index] = player.peak // session.step, player.spins, ENDS.index(player.end)
    return staked


class _Results:
    """The results of spins, several at a time, from the same words as the compiled code."""

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
    """One session in play, in whole cents."""

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


@dataclass(frozen=True, slots=True)
class Settled:
    """The result of many spins with a unit on each."""

    spins: int
    net: int
    """In cents."""
    z: float
    """How many standard errors that lies from what is to be expected."""


def spin_and_settle(laid: Ticket, spins: int, *, seed: int) -> Settled:
    """Settle this many spins (rounded up to a multiple of four) with a unit on each.

    >>> from croupier.books import load
    >>> from croupier.lab.session import ticket
    >>> abs(spin_and_settle(ticket(load("edz-2020"), [("red", 100)]), 1000, seed=1).z) < 5
    True
    """
    book = laid.book
    brings = [laid.nets[result] for result in laid.result_of]
    played = -(-spins // 4) * 4
    if book.bonus is None:
        pairs = np.array([a + b for a, b in product(brings, repeat=2)], np.int64)
        net = int(settle(origin(seed, 0), played // 4, len(book.pockets), pairs))
    else:
        outcomes, _, _ = tally_rounds(origin(seed, 0), played, board_of(book))
        nets = np.array(laid.nets, np.int64)[by_standing(book, laid.result_of)]
        net = int((outcomes * nets).sum())
    mean = sum(chance * net for chance, net in zip(laid.chances, laid.nets, strict=True))
    square = sum(chance * net**2 for chance, net in zip(laid.chances, laid.nets, strict=True))
    error = sqrt(float(square - mean**2) * played)
    return Settled(played, net, (net - float(mean) * played) / error if error else 0.0)
