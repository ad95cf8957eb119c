"""Every wager of a book, derived from its felt, its pay table and its racetrack.

Inside wagers are not listed anywhere: they follow from where the numbers touch (reading 3).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from croupier.rules.layout import Cell, Layout, Place, Spot
from croupier.rules.terms import Racetrack, WagerTerms
from croupier.rules.wager import CALLS, Kind, Piece, Wager
from croupier.rules.wheel import Wheel

ORDINARY = tuple(str(n) for n in range(1, 37))
"""1 to 36: the only numbers that odd, even, low, high, columns and dozens cover (reading 2)."""

TWELVE = 12


class CatalogueError(ValueError):
    """A wager without a place on the felt, a box without a wager, or a piece without an area."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key = key
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Ground:
    """The data from which the wagers of a book are derived."""

    book: str
    """The book's id."""
    layout: Layout
    pockets: tuple[str, ...]
    colours: Mapping[str, str]
    wheel: Wheel

    def ordered(self, numbers: Iterable[str]) -> tuple[str, ...]:
        """Numbers in layout order, the order of canonical notation."""
        return tuple(sorted(numbers, key=self.pockets.index))

    def coloured(self, colour: str) -> frozenset[str]:
        """All numbers of a colour."""
        return frozenset(number for number in self.pockets if self.colours[number] == colour)


def one_piece_wagers(ground: Ground, terms: Mapping[str, WagerTerms]) -> dict[str, Wager]:
    """All wagers placed on one spot of the felt, by notation."""
    wagers = {
        notation: Wager(
            ground.book,
            notation,
            kind,
            terms[kind].name,
            numbers,
            terms[kind].pays,
            terms[kind].clause,
            terms[kind].placed,
            place,
        )
        for kind in Kind
        if kind in terms
        for notation, numbers, place in _places(ground, kind, terms[kind])
    }
    for box in ground.layout.areas():
        if box.label not in wagers:
            raise CatalogueError("felt.picture", f"{box.label} is no wager of this book")
    return wagers


def multi_piece_wagers(
    ground: Ground, racetrack: Racetrack, one_piece: Mapping[str, Wager]
) -> dict[str, Wager]:
    """All wagers of the racetrack, by notation."""

    def wager(notation: str, kind: Kind, name: str, clause: str, parts: list[Piece]) -> Wager:
        numbers = ground.ordered({number for part in parts for number in part.wager.numbers})
        return Wager(
            ground.book, notation, kind, name, numbers, None, clause, clause, parts=tuple(parts)
        )

    def straights(numbers: Iterable[str]) -> list[Piece]:
        return [Piece(one_piece[f"straight:{number}"], 1) for number in ground.ordered(numbers)]

    wagers = [
        wager(kind.value, kind, call.name, call.clause, _pieces(kind, call.pieces, one_piece))
        for kind in CALLS
        if (call := racetrack.calls.get(kind)) is not None
    ]
    straight = any(wager.kind is Kind.STRAIGHT for wager in one_piece.values())
    if not straight and (racetrack.neighbours or racetrack.finales):
        raise CatalogueError("racetrack", "its pieces need straight wagers")
    if (near := racetrack.neighbours) is not None:
        if 2 * near.each_side >= len(ground.pockets):
            raise CatalogueError("racetrack.neighbours.each_side", "more than the wheel has")
        for number in ground.pockets:
            around = straights(ground.wheel.neighbours(number, near.each_side))
            notation = f"{Kind.NEIGHBOURS}:{number}"
            wagers.append(wager(notation, Kind.NEIGHBOURS, near.name, near.clause, around))
    if (finales := racetrack.finales) is not None:
        for digit in "0123456789":
            ending = straights(number for number in ground.pockets if number.endswith(digit))
            if not ending:
                raise CatalogueError("racetrack.finales", f"no number ends in {digit}")
            notation = f"{Kind.FINALES}:{digit}"
            wagers.append(wager(notation, Kind.FINALES, finales.name, finales.clause, ending))
    return {wager.notation: wager for wager in wagers}


def _pieces(key: str, texts: Iterable[str], one_piece: Mapping[str, Wager]) -> list[Piece]:
    pieces = []
    for text in texts:
        match = re.fullmatch(r"(?:([1-9][0-9]?) x )?(\S+)", text)
        if match is None or match[2] not in one_piece:
            raise CatalogueError(f"racetrack.calls.{key}", f"{text!r} is not a place on this felt")
        pieces.append(Piece(one_piece[match[2]], int(match[1] or 1)))
    if len({piece.wager for piece in pieces}) != len(pieces):
        raise CatalogueError(f"racetrack.calls.{key}", "an area is listed twice: write 2 x")
    return pieces


def _places(
    ground: Ground, kind: Kind, terms: WagerTerms
) -> Iterator[tuple[str, tuple[str, ...], Place]]:
    """Notation, numbers and place of each wager of one kind, in layout order."""
    if kind in _INSIDE:
        spots = [(ground.ordered(s.numbers), s.place) for s in _INSIDE[kind](ground.layout, terms)]
        spots.sort(key=lambda spot: [ground.pockets.index(number) for number in spot[0]])
        found = [
            (kind.value if kind is Kind.TOP_LINE else f"{kind}:{'/'.join(numbers)}", numbers, place)
            for numbers, place in spots
        ]
    elif kind in _BOXES:
        cells = ground.layout.cells
        labels = [f"{kind}:{n}" for n in (1, 2, 3)] if kind in _BY_TWELVE else [kind.value]
        if not {*labels} <= {*cells}:
            raise CatalogueError(f"wagers.{kind}", f"the felt needs {', '.join(labels)}")
        found = [
            (label, _covered(ground, kind, cells[label]), cells[label].middle) for label in labels
        ]
    else:
        raise CatalogueError(f"wagers.{kind}", "it belongs under racetrack")
    if not found:
        raise CatalogueError(f"wagers.{kind}", "the felt has no place for it")
    for notation, numbers, place in found:
        if kind in _BY_TWELVE and len(numbers) != TWELVE:
            raise CatalogueError("felt.picture", f"{notation} covers {len(numbers)} numbers")
        yield notation, numbers, place


def _covered(ground: Ground, kind: Kind, box: Cell) -> tuple[str, ...]:
    numbers = [*_BOXES[kind](ground, box)]
    for number in numbers:
        if number not in ground.pockets:
            raise CatalogueError(f"wagers.{kind}", f"the wheel has no {number}")
    if not numbers and kind not in _ON_THE_DRAW:
        raise CatalogueError(f"wagers.{kind}", "it covers no number")
    return ground.ordered(numbers)


_INSIDE: Mapping[Kind, Callable[[Layout, WagerTerms], Iterable[Spot]]] = {
    Kind.STRAIGHT: lambda felt, _: felt.straights(),
    Kind.SPLIT: lambda felt, _: felt.splits(),
    Kind.STREET: lambda felt, t: chain(felt.streets(), felt.trios() if t.trios else ()),
    Kind.CORNER: lambda felt, t: chain(felt.corners(), felt.first_four() if t.first_four else ()),
    Kind.SIX_LINE: lambda felt, _: felt.six_lines(),
    Kind.TOP_LINE: lambda felt, _: felt.top_line(),
}

_BY_TWELVE = (Kind.COLUMN, Kind.DOZEN)

_ON_THE_DRAW = (Kind.BONUS_WIN, Kind.SUPER_BONUS_WIN, Kind.SCATTER_BONUS)
"""Kinds that win by the Bonus Numbers and cover no number of their own."""

_BOXES: Mapping[Kind, Callable[[Ground, Cell], Iterable[str]]] = {
    Kind.COLUMN: lambda ground, box: ground.layout.column(box),
    Kind.DOZEN: lambda ground, box: ground.layout.beside(box),
    Kind.LOW: lambda *_: ORDINARY[:18],
    Kind.HIGH: lambda *_: ORDINARY[18:],
    Kind.RED: lambda ground, _: ground.coloured("red"),
    Kind.BLACK: lambda ground, _: ground.coloured("black"),
    Kind.ODD: lambda *_: ORDINARY[::2],
    Kind.EVEN: lambda *_: ORDINARY[1::2],
    Kind.GREEN: lambda ground, _: ground.coloured("green"),
    Kind.BONUS_WIN: lambda *_: (),
    Kind.SUPER_BONUS_WIN: lambda *_: (),
    Kind.SCATTER_BONUS: lambda *_: (),
}
