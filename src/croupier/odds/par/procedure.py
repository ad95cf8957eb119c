"""The rules part of a PAR sheet: how a round goes, what voids it, limits, readings and clauses.

All its words come from the book's own data; a power that the book does not give is left out.
"""

from collections.abc import Iterable, Iterator

from croupier.odds.par.sheet import Cite, ReadingLine, Step, VoidLine
from croupier.rules.book import Book
from croupier.rules.terms import Cited

POLICIES = {
    "refuse": (
        "A wager outside the limits of the table is refused when it is placed, so that it is never "
        "part of a round."
    ),
    "honour-once-and-cap": (
        "A wager outside the limits of the table is found when the round is settled: under the "
        "minimum it is honoured once and later returned, over the maximum only the maximum is "
        "in play."
    ),
}


def round_steps(book: Book) -> tuple[Step, ...]:
    """The course of a round, in the order of play."""
    return tuple(_round_steps(book))


def _round_steps(book: Book) -> Iterator[Step]:
    says = book.says
    close = [("Bets close", says.close), ("Bets close early", says.early_close)]
    spin = [("The ball is spun", says.spin)]
    before = [
        ("What is wagered", says.stakes),
        ("Colour chips", says.colour_chips),
        ("Bets open", says.open),
        ("Several players on one area", says.shared_area),
        ("Staff place a wager for a player", says.staff_placing),
        *(close + spin if says.close.when == "before-spin" else spin + close),
    ]
    after = [
        ("The outcome", says.outcome),
        ("Unclear or moved wagers", says.rulings),
        ("Wagers count as they lie", says.as_it_lies),
    ]
    yield from _given(book, before)
    if book.bonus is not None:
        drawn = [number for number, clause in book.clauses.items() if "bonus" in clause.values]
        readings = sorted(n for n in book.readings if _rests_on(book, n, drawn))
        yield _step(book, "Bonus Numbers are drawn and lit", drawn, readings)
    yield from _given(book, after)
    pays = dict.fromkeys(wager.clause for wager in book.wagers.values() if not wager.parts)
    yield _step(book, "What wins is paid", pays, ())
    if any(zero.clause for zero in book.zeros.values()):
        zeros = dict.fromkeys(zero.clause for zero in book.zeros.values() if zero.clause)
        readings = sorted({n for zero in book.zeros.values() for n in zero.readings})
        yield _step(book, "What wins on the zeros", zeros, readings)
    yield from _given(book, [("The round ends", says.round), ("Displays", says.displays)])


def interruptions(book: Book) -> tuple[Step, ...]:
    """How an interrupted round is treated."""
    says, recovery, failure = book.says, book.says.recovery, book.says.terminal_failure
    steps = [_cited(book, "The round is interrupted", recovery, recovery.voids, recovery.continues)]
    if failure is not None:
        clauses = failure.accepted, failure.not_accepted
        steps.append(_cited(book, "Terminals are interrupted", failure, *clauses))
    rest = [
        ("No spin", says.no_spin),
        ("What the book does not cover", says.referral),
        ("A higher position acts", says.acting_up),
    ]
    return (*steps, *_given(book, rest))


def late(book: Book) -> tuple[Step, ...]:
    """How late wagers are treated."""
    return (
        _cited(book, "Placed or increased after the close", book.says.late.placed),
        _cited(book, "Withdrawn after the close", book.says.late.withdrawn),
    )


def limits(book: Book) -> tuple[Step, ...]:
    """How wagers outside the limits are treated."""
    terms = book.says.limits
    steps = [_cited(book, "The limits of the table", terms)]
    steps += [
        _step(book, title, [clause], terms.readings)
        for title, clause in (
            ("Under the minimum", terms.under_minimum),
            ("Over the maximum", terms.over_maximum),
            ("What earlier rounds settled", terms.settled_stays),
        )
        if clause is not None
    ]
    return tuple(steps)


def voids(book: Book) -> tuple[VoidLine, ...]:
    """The irregularities that void a round."""
    return tuple(
        VoidLine(clause=clause, irregularity=irregularity, says=book.clauses[clause].summary)
        for clause, irregularity in book.voids.items()
    )


def readings(book: Book) -> tuple[ReadingLine, ...]:
    """The readings that apply to the book."""
    return tuple(
        ReadingLine(
            number=reading.number,
            title=reading.title,
            says=reading.says.strip(),
            clauses=reading.clauses,
        )
        for reading in book.readings.values()
    )


def clauses(book: Book) -> tuple[Cite, ...]:
    """Every clause of the book."""
    return _cites(book, book.clauses)


def _given(book: Book, steps: Iterable[tuple[str, Cited | None]]) -> Iterator[Step]:
    for title, cited in steps:
        if cited is not None:
            yield _cited(book, title, cited)


def _cited(book: Book, title: str, cited: Cited, *more: str | None) -> Step:
    numbers = [number for number in (cited.clause, *cited.also, *more) if number is not None]
    return _step(book, title, numbers, cited.readings)


def _step(book: Book, title: str, clauses: Iterable[str], readings: Iterable[int]) -> Step:
    return Step(title=title, clauses=_cites(book, clauses), readings=tuple(readings))


def _cites(book: Book, clauses: Iterable[str]) -> tuple[Cite, ...]:
    return tuple(Cite(clause=number, says=book.clauses[number].summary) for number in clauses)


def _rests_on(book: Book, reading: int, clauses: Iterable[str]) -> bool:
    return not {*clauses}.isdisjoint(book.readings[reading].clauses)
