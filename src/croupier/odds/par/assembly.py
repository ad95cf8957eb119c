"""A PAR sheet put together from a book."""

from croupier.odds.par import procedure
from croupier.odds.par.bonus_numbers import bonus_numbers
from croupier.odds.par.derivation import derivations
from croupier.odds.par.sheet import Game, Pocket, Sheet, Term
from croupier.odds.par.wagers import SPANS, book_families, call_line, example, wager_line
from croupier.rules.book import Book


def make_sheet(book: Book, made_by: str) -> Sheet:
    """The PAR sheet of a book; ``made_by`` names the program and its version.

    >>> from croupier.books import load
    >>> str(make_sheet(load("edz-2020"), "croupier").wagers[0].edge)
    '1/19'
    """
    lines = book_families(book)
    return Sheet(
        game=_game(book, made_by),
        terms=tuple(Term(term=term, means=means) for term, means in _terms(book).items()),
        pockets=tuple(Pocket(number=n, colour=book.colours[n]) for n in book.pockets),
        wheel=book.wheel.order,
        round=procedure.round_steps(book),
        wagers=tuple(wager_line(family) for family in lines),
        spans=SPANS,
        calls=tuple(call_line(book, family) for family in lines if family.example.parts),
        derivations=derivations(book, lines),
        bonus_numbers=bonus_numbers(book, lines),
        example=example(book, lines),
        voids=procedure.voids(book),
        interruptions=procedure.interruptions(book),
        late=procedure.late(book),
        limits=procedure.limits(book),
        limits_policy=procedure.POLICIES[book.says.limits.policy],
        readings=procedure.readings(book),
        clauses=procedure.clauses(book),
    )


def _game(book: Book, made_by: str) -> Game:
    return Game(
        id=book.id,
        title=book.title,
        version=book.version,
        effective=book.effective.isoformat(),
        operator=book.operator,
        data_sha256=book.sha256,
        made_by=made_by,
    )


def _terms(book: Book) -> dict[str, str]:
    pockets = len(book.pockets)
    chance = f"The ball rests in each of the {pockets} compartments equally often."
    if book.bonus is not None:
        chance += (
            f" Every set of {book.bonus.count} Bonus Numbers is equally likely and independent of "
            "the ball (reading 10)."
        )
    return {
        "Chance": chance,
        "Hit rate": "How often the wager wins; of a wager of several pieces, how often at least "
        "one piece wins.",
        "Return": "What comes back for each unit staked, the stake included, on average.",
        "House edge": "What the house keeps of each unit staked, on average: one less the return.",
        "Variance": "Of the net result of one unit on each piece; a piece that counts twice "
        "carries two units. Its root is the standard deviation.",
        "Rounds": "Figures are for rounds that are settled. A void round returns every stake and "
        "counts neither as won nor as lost (reading 12).",
        "Exactness": "Every figure is computed as a fraction of whole numbers from the pay table "
        "that settles the rounds. Percentages and decimals are rounded from the fraction, a half "
        "away from zero, and are for reading only.",
    }
