"""``GET /api/books/{book}``: a rule book with everything a page needs to draw and explain it."""

from collections.abc import Iterable, Mapping
from typing import Any

from croupier.books import in_language
from croupier.pictures.cells import COLOURED
from croupier.pictures.felt_geometry import FIRST_NUMBER, ON_PAGES, Axis, Plan
from croupier.pictures.racetrack import Field, Track
from croupier.pictures.svg import Point, path_data
from croupier.pictures.wheel import ON_PAGES as ON_PAGES_RADII
from croupier.pictures.wheel import sector
from croupier.protocol import rulebook
from croupier.protocol.requests import ClauseShown, PieceShown, WagerShown
from croupier.rules.book import Book
from croupier.rules.layout import Cell, Layout
from croupier.rules.refusal import CroupierError, refusal
from croupier.rules.wager import Kind, Wager
from croupier.server.api.endpoint import LANGUAGE, Call, Endpoints, Query, for_good
from croupier.server.live.views import DENOMINATIONS

UNIT = 10.0
"""A hundredth of a racetrack's depth, in units of drawing."""
LENGTH_MIN, LENGTH_MAX = 130, 2000
LANE_MIN, LANE_MAX = 20, 40

WINS: Mapping[Kind, rulebook.Wins] = {
    Kind.BONUS_WIN: "bonus",
    Kind.SUPER_BONUS_WIN: "super",
    Kind.SCATTER_BONUS: "scatter",
}


ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/books/{book}", "A book with everything a page needs", query=(LANGUAGE,))
@for_good
async def book(call: Call) -> rulebook.BookWhole:
    return book_whole(in_language(call.book, call.query["language"]))


def in_brief(book: Book) -> dict[str, Any]:
    """The fields of a book in brief."""
    same = {name: getattr(book, name) for name in ("id", "title", "version", "pockets")}
    effective, order = book.effective.isoformat(), book.wheel.order
    return {**same, "effective": effective, "wheel": order, "colours": dict(book.colours)}


def wager_shown(wager: Wager) -> WagerShown:
    """A wager and the pieces it is made of."""
    pieces = (PieceShown(wager=each.wager.notation, count=each.count) for each in wager.pieces)
    return WagerShown.of(wager, wager=wager.notation, name=wager.title, pieces=tuple(pieces))


def clauses_shown(book: Book) -> list[ClauseShown]:
    """What each clause of a book asks."""
    return [ClauseShown(number=each.number, says=each.summary) for each in book.clauses.values()]


def book_whole(book: Book) -> rulebook.BookWhole:
    """Everything a page needs of a book."""
    says = book.says
    return rulebook.BookWhole(
        **in_brief(book),
        operator=book.operator,
        rotor=_rotor(book),
        felt=_felt(book),
        calls=tuple(wager_shown(wager) for wager in book.wagers.values() if wager.parts),
        racetrack=_racetrack(book),
        bonus=_bonus(book),
        opens=says.open,
        closes=says.close,
        closes_when=says.close.when,
        spin=says.spin,
        shown_by=says.outcome.shown_by,
        stakes=says.stakes.kinds,
        chips=DENOMINATIONS,
        limits_policy=says.limits.policy,
        limits_clause=says.limits.clause,
        displays=_displays(book),
        terminals=tuple(
            rulebook.ProfileShown.of(each, id=id_) for id_, each in book.terminals.items()
        ),
        voids=tuple(
            rulebook.VoidShown(what=what, clause=clause, says=book.clauses[clause].summary)
            for clause, what in book.voids.items()
        ),
        clauses=tuple(clauses_shown(book)),
        readings=tuple(book.readings.values()),
    )


def _rotor(book: Book) -> rulebook.RotorDrawn:
    order = book.wheel.order
    outer, inner, cone = ON_PAGES_RADII
    return rulebook.RotorDrawn(
        outer=outer,
        inner=inner,
        cone=cone,
        sectors=tuple(
            rulebook.SectorDrawn(
                number=number,
                path=path_data(*sector(at, len(order), outer, cone, Point(0, 0))),
                turn=at / len(order),
            )
            for at, number in enumerate(order)
        ),
    )


# The felt


def _felt(book: Book) -> rulebook.FeltShown:
    layout = book.layout
    first = layout.cells[FIRST_NUMBER]
    streets = layout.street_rows()
    ends = (streets[0][0], streets[-1][0]) if streets else None
    return rulebook.FeltShown(
        columns=tuple(_column(layout, x) for x in range(layout.width)),
        rows=tuple(_row(layout, y) for y in range(layout.height)),
        number_columns=first.right - first.left,
        cells=tuple(_cell(book, cell) for cell in layout.cells.values()),
        spots=tuple(_spot(book, wager) for wager in book.wagers.values() if not wager.parts),
        outer_line=(ends[0].left, ends[0].top, ends[1].bottom) if ends else None,
        lying=_drawn(book, upright=False),
        upright=_drawn(book, upright=True),
    )


def _drawn(book: Book, *, upright: bool) -> rulebook.FeltDrawn:
    plan = Plan.of(book.layout, upright=upright, of=ON_PAGES)
    across, down = plan.axes()
    between = (each for each in book.wagers.values() if not each.parts)
    outer = plan.outer_line()
    return rulebook.FeltDrawn(
        x=Axis(_short(across.lines), across.shares),
        y=Axis(_short(down.lines), down.shares),
        cells={
            cell.label: rulebook.CellDrawn(
                corners=tuple(_at(corner) for corner in plan.corners(cell)),
                middle=_at(plan.seat(cell)),
            )
            for cell in book.layout.cells.values()
        },
        spots={
            each.notation: (*_at(Point(*reach[:2])), *_at(Point(*reach[2:])))
            for each in between
            if plan.cell_of(each) is None
            for reach in (plan.reach(each),)
        },
        outer_line=(_at(outer[0]), _at(outer[1])) if outer is not None else None,
    )


def _short(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(value, 2) for value in values)


def _at(point: Point) -> tuple[float, float]:
    return round(point.x, 2), round(point.y, 2)


def _column(layout: Layout, x: int) -> rulebook.Line:
    return "number" if any(line[x] in layout.numbers for line in layout.squares) else "band"


def _row(layout: Layout, y: int) -> rulebook.Line:
    streets = layout.street_rows()
    if not layout.numbers.intersection(layout.squares[y]):
        return "foot"
    if streets and y < streets[0][0].top:
        return "head" if y else "crown"
    return "number"


def _cell(book: Book, cell: Cell) -> rulebook.CellShown:
    is_number = cell.label in book.layout.numbers
    wager = book.wagers[f"{Kind.STRAIGHT}:{cell.label}" if is_number else cell.label]
    return rulebook.CellShown.of(
        cell,
        kind="number" if is_number else "box",
        colour=book.colours[cell.label] if is_number else COLOURED.get(wager.kind),
        wager=wager.notation,
        head=Plan.of(book.layout, upright=True).is_head(cell),
    )


def _spot(book: Book, wager: Wager) -> rulebook.SpotShown:
    assert wager.place is not None, f"{wager} has no place"
    assert wager.pays is not None, f"{wager} pays nothing"
    label = wager.numbers[0] if wager.kind is Kind.STRAIGHT else wager.notation
    streets = book.layout.street_rows()
    return rulebook.SpotShown.of(
        wager,
        wager=wager.notation,
        name=wager.title,
        wins=WINS.get(wager.kind, "number"),
        cell=label if label in book.layout.cells else None,
        outer=bool(streets) and wager.place.x == 2 * streets[0][0].left,
    )


# The racetrack


def _racetrack(book: Book) -> rulebook.TrackShown | None:
    offered = book.racetrack
    if offered is None:
        return None
    track = Track.of(book, 1.0, upright=False)
    return rulebook.TrackShown(
        tip=track.tip,
        fields=tuple(
            rulebook.FieldShown(wager=field.wager.notation, runs=field.runs)
            for field in track.fields
        ),
        each_side=offered.neighbours.each_side if offered.neighbours is not None else None,
        clause=offered.clause,
    )


@ENDPOINTS.get(
    "/api/books/{book}/racetrack",
    "A book's racetrack, drawn to fit a page",
    query=(
        Query("length", int, "in hundredths of its depth", 520, most=LENGTH_MAX),
        Query("lane", int, "the width of the number lane, likewise", 25, most=LANE_MAX),
    ),
)
@for_good
async def racetrack(call: Call) -> rulebook.TrackDrawn:
    found = call.book
    if found.racetrack is None:
        raise CroupierError(refusal("book/no-racetrack", book=found.id))
    return track_drawn(found, call.query["length"], call.query["lane"])


def track_drawn(book: Book, length: int, lane: int) -> rulebook.TrackDrawn:
    """The racetrack of a book; both are in hundredths of its depth."""
    depth = 100 * UNIT
    length, lane = max(length, LENGTH_MIN), max(min(lane, LANE_MAX), LANE_MIN)
    track = Track.of(book, length * UNIT, upright=False, depth=depth, lane=lane * UNIT)
    return rulebook.TrackDrawn(
        width=track.size.x,
        height=track.size.y,
        lane=track.lane,
        pocket=track.oval.perimeter / len(track.pockets),
        pockets=tuple(_pocket_drawn(book, track, at) for at in range(len(track.pockets))),
        fields=tuple(_field_drawn(track, field) for field in track.fields),
    )


def _pocket_drawn(book: Book, track: Track, at: int) -> rulebook.PocketDrawn:
    number, middle = track.pockets[at], track.corner(at, 0.0)
    wager = f"{Kind.NEIGHBOURS}:{number}"
    return rulebook.PocketDrawn(
        number=number,
        path=path_data(*track.pocket(at)),
        x=round(middle.x, 2),
        y=round(middle.y, 2),
        wager=wager if wager in book.wagers else None,
    )


def _field_drawn(track: Track, field: Field) -> rulebook.FieldDrawn:
    middle, room = track.room(field)
    return rulebook.FieldDrawn(
        wager=field.wager.notation,
        path=path_data(*track.outline(field)),
        x=round(middle.x, 2),
        y=round(middle.y, 2),
        room=round(room, 2),
    )


def _bonus(book: Book) -> rulebook.BonusShown | None:
    if book.bonus is None:
        return None
    return rulebook.BonusShown(
        count=book.bonus.count,
        links=tuple(
            rulebook.LinkShown(
                name=name, numbers=tuple(each for each in book.pockets if each in numbers)
            )
            for name, numbers in book.bonus.links.items()
        ),
        clause=_bonus_clause(book),
    )


def _displays(book: Book) -> ClauseShown | None:
    clause = book.says.displays.clause if book.says.displays is not None else None
    return ClauseShown(number=clause, says=book.clauses[clause].summary) if clause else None


def _bonus_clause(book: Book) -> str | None:
    """The clause about the draw: the first one cited by the bonus section."""
    cited = (each.number for each in book.clauses.values() if "bonus" in each.values)
    return next(cited, None)
