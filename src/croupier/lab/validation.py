"""Validation as test laboratories do it: play a book's real rules and compare with the maths.

The ball (and the draw, where the book has Bonus Numbers) is simulated; every outcome that came is
settled by `rules.settlement`, with a draw that really came; the return of each wager is compared
with what it should be. For a book with stated figures (`books.figures`) that is the stated edge,
which its exact odds must equal; any other is compared with the exact odds of the reference book.
Only the statistics are floats.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import comb, sqrt
from typing import Literal

from croupier.books.loader import figures
from croupier.books.schema import Figures
from croupier.fair.p_values import chi_square_above, normal_p
from croupier.lab.chance import GRADES, origin, tally, tally_rounds
from croupier.lab.compiled import Chances, Whole, np
from croupier.lab.parallel import done_by
from croupier.lab.player import board_of
from croupier.odds import odds, sample_space
from croupier.rules.book import Book
from croupier.rules.settlement import settle

LEVEL = 0.001
"""The false-positive rate: how often a right book with a fair wheel is rejected."""
CHUNK_SPINS, CHUNK_ROUNDS = 2**26, 2**20


@dataclass(frozen=True, slots=True)
class WagerCheck:
    """One wager: its observed return and its exact one."""

    wager: str
    observed: float
    exact: float
    z: float
    p: float


@dataclass(frozen=True, slots=True)
class FairnessCheck:
    """One chi-square test of the randomness."""

    test: str
    statistic: float
    freedom: int
    p: float


@dataclass(frozen=True, slots=True)
class Validation:
    """The result of a validation."""

    book: Book
    against: Book
    spins: int
    seed: int
    wagers: tuple[WagerCheck, ...]
    fairness: tuple[FairnessCheck, ...]
    missing: tuple[str, ...]
    """Wagers in only one of the two books."""
    stated: Figures | None
    """The stated figures of the reference book."""
    misstated: tuple[str, ...]
    """What differs from the stated figures, exactly."""

    @property
    def reference(self) -> Literal["stated", "itself", "another"]:
        """What the book was compared with; a book compared with itself shows little."""
        if self.stated is not None:
            return "stated"
        return "itself" if self.against.sha256 == self.book.sha256 else "another"

    @property
    def wager_bar(self) -> float:
        """The p-value below which a wager fails: half the level, shared by all wagers."""
        return LEVEL / 2 / len(self.wagers)

    @property
    def fairness_bar(self) -> float:
        """The p-value below which a fairness test fails: half the level, shared by all tests."""
        return LEVEL / 2 / len(self.fairness)

    @property
    def failures(self) -> tuple[str, ...]:
        """The names of what failed."""
        wagers = [check.wager for check in self.wagers if check.p < self.wager_bar]
        tests = [check.test for check in self.fairness if check.p < self.fairness_bar]
        return (*self.missing, *self.misstated, *wagers, *tests)

    @property
    def passes(self) -> bool:
        """Whether nothing failed."""
        return not self.failures


@dataclass(slots=True)
class Counts:
    """Integer totals: outcomes, an example draw of each, and pairs."""

    outcomes: Whole
    """By number and standing; the standing is plain where nothing is drawn."""
    examples: Whole
    """The bits of a draw for each of them, or 0."""
    pairs: Whole
    """Of numbers that followed each other, or of numbers drawn together."""

    def add(self, other: "Counts") -> None:
        """Add other counts; the larger of two examples is kept, so that order does not matter."""
        self.outcomes += other.outcomes
        self.pairs += other.pairs
        np.maximum(self.examples, other.examples, out=self.examples)


@dataclass(frozen=True)
class Rounds:
    """Rounds of a book to play, in chunks."""

    book: Book
    spins: int
    seed: int
    chunk_size: int
    """How many spins a chunk has."""

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-self.spins // self.chunk_size)

    def do(self, chunk: int) -> Counts:
        """Play one chunk; without a draw, four spins at a time."""
        pockets = len(self.book.pockets)
        spins = min(self.chunk_size, self.spins - chunk * self.chunk_size)
        at = origin(self.seed, chunk)
        if self.book.bonus is not None:
            outcomes, examples, pairs = tally_rounds(at, spins, board_of(self.book))
            return Counts(outcomes, examples.astype(np.int64), pairs)
        pairs = tally(at, -(-spins // 4), pockets).reshape(pockets, pockets)
        outcomes = np.zeros((pockets, 6), np.int64)
        outcomes[:, 0] = pairs.sum(axis=0) + pairs.sum(axis=1)
        return Counts(outcomes, np.zeros_like(outcomes), pairs)


def validate(
    book: Book,
    spins: int,
    *,
    seed: int,
    against: Book | None = None,
    workers: int = 1,
    cluster: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Validation:
    """Play rounds of a book and judge it; ``against`` is the reference book."""
    plan = Rounds(book, spins, seed, CHUNK_SPINS if book.bonus is None else CHUNK_ROUNDS)
    counts: Counts | None = None
    done = 0
    # Interrupted, there is no verdict: fewer rounds show less than was asked for.
    with closing(done_by(plan, workers, cluster)) as results:
        for each in results:
            if counts is None:
                counts = each
            else:
                counts.add(each)
            done = int(counts.outcomes.sum())
            if progress is not None:
                progress(min(done, spins), spins)
    assert counts is not None, "there is at least one chunk"
    against = against or book
    both = [notation for notation in against.wagers if notation in book.wagers]
    missing = sorted(set(against.wagers) ^ set(book.wagers))
    stated = figures().get(against.id)
    wagers = tuple(_returns(book, against, both, stated, counts))
    fairness = tuple(_fairness(book, counts))
    misstated = tuple(_misstated(book, stated)) if stated is not None else ()
    return Validation(
        book, against, done, seed, wagers, fairness, tuple(missing), stated, misstated
    )


def _misstated(book: Book, stated: Figures) -> Iterable[str]:
    """How a book's exact odds differ from the stated ones."""
    one_piece = [wager for wager in book.wagers.values() if not wager.parts]
    if len(one_piece) != stated.one_piece:
        yield f"{len(one_piece)} one-piece wagers where {stated.one_piece} are stated"
    for notation, wager in book.wagers.items():
        edge, should = odds(book, notation).edge, stated.edge_of(wager.kind)
        if edge != should:
            yield f"{notation}: an edge of {edge} where {should} is stated"


def _returns(
    book: Book, against: Book, wagers: Sequence[str], stated: Figures | None, counts: Counts
) -> Iterable[WagerCheck]:
    """Every wager's return, with each outcome that came settled by the rules."""
    bets = [("", wager, book.wagers[wager].piece_count) for wager in wagers]
    returned = [0] * len(bets)
    for number, standing in zip(*np.nonzero(counts.outcomes), strict=True):
        often = int(counts.outcomes[number, standing])
        drawn = _labels(book, int(counts.examples[number, standing]))
        settled = settle(book, bets, book.pockets[number], bonus_numbers=drawn)
        for at, bet in enumerate(settled.bets):
            returned[at] += often * bet.settled.returned
    spins = int(counts.outcomes.sum())
    for (_, wager, pieces), back in zip(bets, returned, strict=True):
        should = odds(against, wager)
        edge = stated and stated.edge_of(against.wagers[wager].kind)
        observed, exact = back / (spins * pieces), float(1 - (edge or should.edge))
        error = sqrt(float(should.variance) / spins) / pieces
        z = (observed - exact) / error if error else (0.0 if observed == exact else 1e9)
        yield WagerCheck(wager, observed, exact, z, normal_p(z))


def _labels(book: Book, bits: int) -> list[str] | None:
    if book.bonus is None:
        return None
    return [number for at, number in enumerate(book.pockets) if bits >> at & 1]


def _fairness(book: Book, counts: Counts) -> Iterable[FairnessCheck]:
    pockets = len(book.pockets)
    spins = int(counts.outcomes.sum())
    yield _even("pockets", counts.outcomes.sum(axis=1).astype(np.float64))
    if book.bonus is None:
        yield _even("pairs of spins", counts.pairs.ravel().astype(np.float64))
        return
    yield _standings(book, counts, spins)
    drawn = book.bonus.count
    often = np.diag(counts.pairs).astype(np.float64)
    plain = _even("bonus numbers", often)
    # Within a draw numbers exclude each other: the plain statistic is too small by this much.
    statistic = plain.statistic * (pockets - 1) / (pockets - drawn)
    p = chi_square_above(statistic, pockets - 1)
    yield FairnessCheck("bonus numbers", statistic, pockets - 1, p)
    yield _drawn_pairs(counts.pairs, drawn, spins)


def _even(test: str, counts: Chances) -> FairnessCheck:
    """Chi-square against equal chances."""
    statistic = float(((counts - counts.mean()) ** 2).sum() / counts.mean())
    freedom = counts.size - 1
    return FairnessCheck(test, statistic, freedom, chi_square_above(statistic, freedom))


def _standings(book: Book, counts: Counts, spins: int) -> FairnessCheck:
    """Chi-square of the winning number's standing, all numbers together, against exact chances."""
    expected = np.zeros(6)
    for _, standing, ways in sample_space(book).outcomes:
        expected[2 * GRADES.index(standing.grade) + standing.scatter] += (
            ways / sample_space(book).ways
        )
    seen, should = counts.outcomes.sum(axis=0), expected * spins
    enough = should >= 5
    rest = seen[~enough].sum(), should[~enough].sum()
    statistic = float(((seen - should)[enough] ** 2 / should[enough]).sum())
    freedom = int(enough.sum()) - 1
    if rest[1] >= 1:
        statistic += (rest[0] - rest[1]) ** 2 / rest[1]
        freedom += 1
    return FairnessCheck("standings", statistic, freedom, chi_square_above(statistic, freedom))


def _drawn_pairs(pairs: Whole, drawn: int, rounds: int) -> FairnessCheck:
    """Chi-square of numbers drawn together, beyond how often each is drawn.

    Without the effects of the single numbers, what remains of the counts has the same variance in
    every direction, a - 2b + c, where a, b and c are the chances that two, three and four given
    numbers are all drawn (the Johnson scheme; croupier.fair.battery does the same).
    """
    size = len(pairs)
    a, b, c = (comb(size - k, drawn - k) / comb(size, drawn) for k in (2, 3, 4))
    upper = np.triu(pairs, 1).astype(np.float64)
    deviations = upper + upper.T - rounds * a
    np.fill_diagonal(deviations, 0.0)
    of_number = deviations.sum(axis=1) / (size - 2)
    left = deviations - of_number[:, None] - of_number[None, :]
    statistic = float((np.triu(left, 1) ** 2).sum() / (rounds * (a - 2 * b + c)))
    freedom = size * (size - 3) // 2
    return FairnessCheck("bonus pairs", statistic, freedom, chi_square_above(statistic, freedom))
