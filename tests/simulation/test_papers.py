"""The model's own notes and the books say the same: every wager, every pocket, every payment."""

import random

import pytest

from croupier import books
from croupier.rules.bonus import UNLIT
from tests.simulation.papers import PAPERS, VOIDS
from tests.simulation.paying import pays


@pytest.mark.parametrize("book_id", books.ids())
def test_same_wagers_of_the_same_pieces(book_id: str) -> None:
    book, paper = books.load(book_id), PAPERS[book_id]
    written = {
        wager.notation: sorted(
            piece.wager.notation for piece in wager.pieces for _ in range(piece.count)
        )
        for wager in book.wagers.values()
    }
    assert {wager: sorted(areas) for wager, areas in paper.wagers.items()} == written
    assert paper.pockets == book.pockets
    assert paper.chips == book.says.stakes.kinds
    assert {*VOIDS, *paper.other_voids} == set(book.voids)


@pytest.mark.parametrize("book_id", books.ids())
def test_same_payments_on_every_number(book_id: str) -> None:
    book, paper = books.load(book_id), PAPERS[book_id]
    chance = random.Random(book_id)
    for number in book.pockets:
        drawn = tuple(chance.sample(book.pockets, 10)) if book.bonus else None
        if book.bonus and chance.random() < 0.5:
            link = next(each for each in book.bonus.links.values() if number in each)
            rest = [each for each in book.pockets if each not in link]
            drawn = (*sorted(link), *chance.sample(rest, 6))
        standing = book.bonus.standing(drawn, number) if book.bonus and drawn else UNLIT
        for area in {area for areas in paper.wagers.values() for area in areas}:
            ours = book.paytable(number, standing).get(area)
            assert pays(area, number, drawn) == ours, (area, number, drawn)
