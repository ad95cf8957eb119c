"""A hand that plays: the tables of a session, made for the compiled code and grown on need."""

from itertools import product

from croupier.lab.automaton import Automaton
from croupier.lab.compiled import Codes, Whole, np
from croupier.lab.deal import GRADES, Board
from croupier.lab.lines import paper_of, play_lines
from croupier.lab.plain import play_plain
from croupier.lab.play import Tables, Wheel, play, strides
from croupier.lab.session import Session
from croupier.lab.strategies import Labouchere
from croupier.odds import law
from croupier.rules.book import Book

EXPLORED, EXPLORED_MORE = 2_000, 30
"""Most strategies have fewer states; of the others some more are asked for when one is met."""
STATES_MAX = 200_000
"""A strategy with more states than this is asked at every spin."""
SPINS_A_STATE = 20
"""What it costs to put one more state into the table, in spins at which the strategy is asked."""
STRIDES_MAX = 2**18
"""Places in the table of strides: what the nearer caches hold."""


class Hand:
    """Plays the evenings of a session, chunk by chunk."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.wheel = wheel_of(session)
        self.automaton = Automaton(session)
        if not isinstance(session.strategy, Labouchere):
            self.automaton.explore(EXPLORED)
        self.tables = self._tables()

    def play(self, at: np.uint64, evenings: int, marks: Whole) -> tuple[Whole, Whole, int]:
        """What each evening has won at each mark, its peak, spins and end; and all stakes in units.

        Where states are met that the table does not hold, they are asked for and the chunk is
        played again from its beginning: the words are the same, so that nothing else changes.
        """
        won = np.empty((evenings, marks.size), np.int64)
        notes = np.empty((evenings, 3), np.int64)
        if isinstance(self.session.strategy, Labouchere):
            return won, notes, play_lines(at, self.wheel, paper_of(self.session), marks, won, notes)
        unknown = np.empty(evenings, np.int64)
        worth = evenings * int(marks[-1]) // SPINS_A_STATE
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
    """Where the results of a session's wagers come from."""
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
    """What each number brings in each standing, from what each outcome of the law brings."""
    place = {number: at for at, number in enumerate(book.pockets)}
    brings = np.zeros((len(book.pockets), 6), np.int64)
    for result, (number, standing, _) in zip(result_of, law(book).outcomes, strict=True):
        brings[place[number], 2 * GRADES.index(standing.grade) + standing.scatter] = result
    return brings
