"""``GET /api/books/{book}``: a rule book with all that a page needs to draw and explain it."""

from collections.abc import Mapping, Sequence

from croupier.draw.boxes import COLOURED
from croupier.draw.plan import FIRST_NUMBER
from croupier.draw.racetrack import Track
from croupier.protocol import book as b
from croupier.protocol.requests import ClauseShown, PieceShown
from croupier.rules.book import Book
from croupier.rules.layout import Cell, Layout
from croupier.rules.refusal import CroupierError, refusal
from croupier.rules.wager import Kind, Wager
from croupier.server.endpoint import Call, Endpoint
from croupier.server.kept import for_good

WINS: Mapping[Kind, b.Wins] = {
    Kind.BONUS_WIN: "bonus",
    Kind.SUPER_BONUS_WIN: "super",
    Kind.SCATTER_BONUS: "scatter",
}


async def book(call: Call) -> b.BookWhole:
    known = call.house.books
    found = known.get(call.path["book"])
    if found is None:
        given = call.path["book"][:40]
        raise CroupierError(refusal("book/unknown", book=given, known=", ".join(known)))
    return book_whole(found)


def book_whole(book: Book) -> b.BookWhole:
    """All that a page needs of a book."""
    says = book.says
    return b.BookWhole(
        id=book.id,
        title=book.title,
        version=book.version,
        effective=book.effective.isoformat(),
        operator=book.operator,
        pockets=book.pockets,
        wheel=book.wheel.order,
        colours=dict(book.colours),
        felt=_felt(book),
        calls=tuple(_call(wager) for wager in book.wagers.values() if wager.parts),
        racetrack=_racetrack(book),
        bonus=_bonus(book),
        opens=b.WordsShown(words=says.open.words, clause=says.open.clause),
        closes=b.WordsShown(words=says.close.words, clause=says.close.clause),
        closes_when=says.close.when,
        spin=b.SpinShown(revolutions_min=says.spin.revolutions_min, clause=says.spin.clause),
        shown_by=says.outcome.shown_by,
        stakes=says.stakes.kinds,
        limits_policy=says.limits.policy,
        limits_clause=says.limits.clause,
        displays=_displays(book),
        terminals=tuple(
            b.ProfileShown(id=id_, name=each.name, offers=each.offers, clause=each.clause)
            for id_, each in book.terminals.items()
        ),
        voids=tuple(
            b.VoidShown(what=what, clause=clause, says=book.clauses[clause].summary)
            for clause, what in book.voids.items()
        ),
        clauses=tuple(
            ClauseShown(number=each.number, says=each.summary) for each in book.clauses.values()
        ),
        readings=tuple(
            b.ReadingShown(
                number=each.number, title=each.title, says=each.says, clauses=each.clauses
            )
            for each in book.readings.values()
        ),
    )


# The felt


def _felt(book: Book) -> b.FeltShown:
    layout = book.layout
    first = layout.cells[FIRST_NUMBER]
    streets = layout.street_rows()
    ends = (streets[0][0], streets[-1][0]) if streets else None
    return b.FeltShown(
        columns=tuple(_column(layout, x) for x in range(layout.width)),
        rows=tuple(_row(layout, y) for y in range(layout.height)),
        number_columns=first.right - first.left,
        cells=tuple(_cell(book, cell) for cell in layout.cells.values()),
        spots=tuple(_spot(book, wager) for wager in book.wagers.values() if not wager.parts),
        outer_line=(ends[0].left, ends[0].top, ends[1].bottom) if ends else None,
    )


def _column(layout: Layout, x: int) -> b.Line:
    return "number" if any(line[x] in layout.numbers for line in layout.squares) else "band"


def _row(layout: Layout, y: int) -> b.Line:
    streets = layout.street_rows()
    if not layout.numbers.intersection(layout.squares[y]):
        return "foot"
    if streets and y < streets[0][0].top:
        return "head" if y else "crown"
    return "number"


def _cell(book: Book, cell: Cell) -> b.CellShown:
    is_number = cell.label in book.layout.numbers
    wager = book.wagers[f"{Kind.STRAIGHT}:{cell.label}" if is_number else cell.label]
    return b.CellShown(
        label=cell.label,
        left=cell.left,
        top=cell.top,
        right=cell.right,
        bottom=cell.bottom,
        kind="number" if is_number else "box",
        colour=book.colours[cell.label] if is_number else COLOURED.get(wager.kind),
        wager=wager.notation,
    )


def _spot(book: Book, wager: Wager) -> b.SpotShown:
    assert wager.place is not None, f"{wager} lies nowhere"
    assert wager.pays is not None, f"{wager} pays nothing"
    label = wager.numbers[0] if wager.kind is Kind.STRAIGHT else wager.notation
    streets = book.layout.street_rows()
    return b.SpotShown(
        wager=wager.notation,
        kind=wager.kind,
        name=wager.name,
        numbers=wager.numbers,
        pays=wager.pays,
        wins=WINS.get(wager.kind, "number"),
        clause=wager.clause,
        placed=wager.placed,
        place=b.PlaceShown(x=wager.place.x, y=wager.place.y),
        cell=label if label in book.layout.cells else None,
        outer=bool(streets) and wager.place.x == 2 * streets[0][0].left,
    )


# What is made of several pieces


def _call(wager: Wager) -> b.CallShown:
    return b.CallShown(
        wager=wager.notation,
        kind=wager.kind,
        name=wager.name,
        numbers=wager.numbers,
        pieces=tuple(
            PieceShown(wager=piece.wager.notation, count=piece.count) for piece in wager.pieces
        ),
        piece_count=wager.piece_count,
        clause=wager.clause,
    )


def _racetrack(book: Book) -> b.TrackShown | None:
    offered = book.racetrack
    if offered is None:
        return None
    track = Track.of(book, 1.0, upright=False)
    return b.TrackShown(
        tip=track.tip,
        fields=tuple(
            b.FieldShown(
                wager=field.wager.notation,
                runs=tuple(b.RunShown(first=run.first, count=run.count) for run in field.runs),
            )
            for field in track.fields
        ),
        each_side=offered.neighbours.each_side if offered.neighbours is not None else None,
        clause=offered.clause,
    )


def _bonus(book: Book) -> b.BonusShown | None:
    if book.bonus is None:
        return None
    return b.BonusShown(
        count=book.bonus.count,
        links=tuple(
            b.LinkShown(name=name, numbers=tuple(each for each in book.pockets if each in numbers))
            for name, numbers in book.bonus.links.items()
        ),
        clause=_bonus_clause(book),
    )


def _displays(book: Book) -> ClauseShown | None:
    clause = book.says.displays.clause if book.says.displays is not None else None
    return ClauseShown(number=clause, says=book.clauses[clause].summary) if clause else None


def _bonus_clause(book: Book) -> str | None:
    """The clause that draws the numbers: the first that gives the bonus section."""
    cited = (each.number for each in book.clauses.values() if "bonus" in each.values)
    return next(cited, None)


ENDPOINTS: Sequence[Endpoint] = (
    Endpoint(
        "GET", "/api/books/{book}", "A book with all that a page needs", for_good(book), b.BookWhole
    ),
)
