"""Section 3: which wagers there are, what they cover, and what the racetrack is made of."""

from collections import Counter
from pathlib import Path

import pytest

from croupier import books
from croupier.rules.book import Book
from croupier.rules.refusal import BookError, WagerError
from croupier.rules.settlement import settle
from croupier.rules.wager import MULTI_PIECE, Kind
from croupier.words import in_units
from tests.clauses import cites, proves
from tests.rules.test_1_definitions import RED

AMERICAN = Path(__file__).parent.parent / "data" / "american-double-zero.toml"
FELTS = ("racetrack-2012", "sands-2017", "sands-2019", "edz-2020")
OUTSIDE = {
    "column:1": range(1, 37, 3),
    "column:2": range(2, 37, 3),
    "column:3": range(3, 37, 3),
    "dozen:1": range(1, 13),
    "dozen:2": range(13, 25),
    "dozen:3": range(25, 37),
    "low": range(1, 19),
    "high": range(19, 37),
    "odd": range(1, 37, 2),
    "even": range(2, 37, 2),
    "red": sorted(RED),
    "black": [n for n in range(1, 37) if n not in RED],
}


@proves("*", "3.4.1")
@pytest.mark.parametrize("book_id", books.ids())
def test_straight_up_is_on_each_number(book_id: str) -> None:
    book = books.load(book_id)
    for number in book.pockets:
        wager = book.wager(f"straight:{number}")
        assert wager.numbers == (number,)
        assert wager.title == "Straight Up"
        assert wager.placed == "3.4.1"


IN_ORDER = {
    "racetrack-2012": (
        "straight split corner street six-line column dozen low high black red odd even"
    ),
    "sands-2017": (
        "straight split corner street six-line top-line column dozen low high odd even black red "
        "green"
    ),
    "sands-2019": (
        "straight split corner street six-line top-line column dozen low high black red odd even "
        "green"
    ),
    "edz-2020": "straight split corner street six-line column dozen low high black red odd even",
    "fast-action-2020": "straight bonus-win super-bonus-win scatter-bonus",
}
"""The one-piece wagers in the order of 3.4.1 and on."""
NAMES = {
    "straight": "Straight Up",
    "six-line": "Six Line",
    "top-line": "Top Line",
    "low": "1 to 18",
    "high": "19 to 36",
}


@cites
@proves("*", "3.4.1", "3.4.2", "3.4.3", "3.4.4")
@proves("racetrack-2012 sands-2017 sands-2019 edz-2020", "3.4.5", "3.4.6", "3.4.7", "3.4.8")
@proves("racetrack-2012 sands-2017 sands-2019 edz-2020", "3.4.9", "3.4.10", "3.4.11", "3.4.12")
@proves("racetrack-2012 sands-2017 sands-2019 edz-2020", "3.4.13")
@proves("sands-2017 sands-2019", "3.4.14", "3.4.15")
@pytest.mark.parametrize("book_id", books.ids())
def test_each_kind_has_its_name_and_the_clauses_that_place_and_pay_it(book_id: str) -> None:
    one_piece = [wager for wager in books.load(book_id).wagers.values() if not wager.parts]
    kinds = IN_ORDER[book_id].split()
    assert {wager.kind for wager in one_piece} == {*kinds}
    for wager in one_piece:
        name = NAMES.get(wager.kind, wager.kind.replace("-", " ").title())
        assert wager.title == ("Dozens" if (book_id, name) == ("racetrack-2012", "Dozen") else name)
        assert wager.placed == f"3.4.{kinds.index(wager.kind) + 1}"
        assert wager.clause == ("4.2" if "bonus" in wager.kind else "4.1")


@proves("racetrack-2012", "3.4.10", "3.4.11")
@proves("sands-2017", "3.4.13", "3.4.14")
@proves("sands-2019", "3.4.11", "3.4.12")
@proves("edz-2020", "3.4.10", "3.4.11")
@pytest.mark.parametrize("notation", OUTSIDE)
@pytest.mark.parametrize("book_id", FELTS)
def test_outside_wagers_cover_their_numbers_and_never_a_zero(book_id: str, notation: str) -> None:
    wager = books.load(book_id).wager(notation)
    assert wager.numbers == tuple(map(str, OUTSIDE[notation]))


@proves("sands-2017 sands-2019", "3.4.6", "3.4.15")
@pytest.mark.parametrize("book_id", ["sands-2017", "sands-2019"])
def test_top_line_and_green_cover_the_three_zeros(book_id: str) -> None:
    book = books.load(book_id)
    assert book.wager("top-line").numbers == ("S", "0", "00", "1", "2", "3")
    assert book.wager("green").numbers == ("S", "0", "00")


@proves("fast-action-2020", "3.4.2", "3.4.3", "3.4.4")
def test_fast_action_has_straight_up_and_three_bonus_wagers_only() -> None:
    book = books.load("fast-action-2020")
    kinds = Counter(wager.kind for wager in book.wagers.values())
    assert kinds == {
        Kind.STRAIGHT: 40,
        Kind.BONUS_WIN: 1,
        Kind.SUPER_BONUS_WIN: 1,
        Kind.SCATTER_BONUS: 1,
    }
    for notation, placed in (
        ("bonus-win", "3.4.2"),
        ("super-bonus-win", "3.4.3"),
        ("scatter-bonus", "3.4.4"),
    ):
        assert book.wager(notation).numbers == ()
        assert book.wager(notation).placed == placed


TIERS = {f"split:{s}": 1 for s in ("5/8", "10/11", "13/16", "23/24", "27/30", "33/36")}
ORPHELINS = {"straight:1": 1, **{f"split:{s}": 1 for s in ("6/9", "14/17", "17/20", "31/34")}}
VOISINS = {
    "street:0/2/3": 2,
    **{f"split:{s}": 1 for s in ("4/7", "12/15", "18/21", "19/22")},
    "corner:25/26/28/29": 2,
    "split:32/35": 1,
}
ZERO_SPIEL = {"split:0/3": 1, "split:12/15": 1, "straight:26": 1, "split:32/35": 1}
CALL_BETS = {
    ("racetrack-2012", "tiers"): TIERS,
    ("racetrack-2012", "orphelins"): ORPHELINS,
    ("racetrack-2012", "voisins"): VOISINS,
    ("racetrack-2012", "zero-spiel"): ZERO_SPIEL,
    ("edz-2020", "tiers"): TIERS,
    ("edz-2020", "orphelins"): ORPHELINS,
    ("edz-2020", "voisins"): {"straight:00": 1, **VOISINS},
    ("edz-2020", "zero-spiel"): {"straight:00": 1, **ZERO_SPIEL},
}
PIECES = {
    ("racetrack-2012", "tiers"): 6,
    ("racetrack-2012", "orphelins"): 5,
    ("racetrack-2012", "voisins"): 9,
    ("racetrack-2012", "zero-spiel"): 4,
    ("edz-2020", "tiers"): 6,
    ("edz-2020", "orphelins"): 5,
    ("edz-2020", "voisins"): 10,
    ("edz-2020", "zero-spiel"): 5,
}


@proves("racetrack-2012", "3.5", "3.5.1", "3.5.2", "3.5.3", "3.5.4")
@proves("racetrack-2012", "Diagram D", "Diagram E", "Diagram F", "Diagram G")
@proves("edz-2020", "App. B", "App. C", "App. D", "App. E")
@pytest.mark.parametrize(("book_id", "call"), CALL_BETS)
def test_call_bets_are_made_of_the_pieces_the_book_lists(book_id: str, call: str) -> None:
    wager = books.load(book_id).wager(call)
    pieces = {piece.wager.notation: piece.count for piece in wager.pieces}
    assert pieces == CALL_BETS[book_id, call]
    assert wager.piece_count == PIECES[book_id, call]
    assert wager.pays is None
    assert set(wager.numbers) == {n for piece in wager.pieces for n in piece.wager.numbers}
    assert len(set(wager.numbers)) == len(wager.numbers)


@proves("racetrack-2012", "3.5.1", "3.5.2", "3.5.3", "3.5.4", "3.5.5")
@proves("edz-2020", "App. B", "App. C", "App. D", "App. E", "App. F", "App. H")
@pytest.mark.parametrize(
    ("book_id", "notation", "name", "clause"),
    [
        ("racetrack-2012", "tiers", "Tiers", "3.5.1"),
        ("racetrack-2012", "orphelins", "Orphelins", "3.5.2"),
        ("racetrack-2012", "voisins", "Voisins du Zero", "3.5.3"),
        ("racetrack-2012", "zero-spiel", "0-Spiel", "3.5.4"),
        ("racetrack-2012", "neighbours:17", "Neighbours", "3.5.5"),
        ("edz-2020", "tiers", "Small Series", "App. C"),
        ("edz-2020", "orphelins", "Orphans", "App. D"),
        ("edz-2020", "voisins", "Grand Series", "App. B"),
        ("edz-2020", "zero-spiel", "Zero Spiel", "App. E"),
        ("edz-2020", "neighbours:17", "Neighbours", "App. F"),
        ("edz-2020", "finales:4", "Finales", "App. H"),
    ],
)
def test_multi_piece_wagers_have_the_name_and_clause_of_the_book(
    book_id: str, notation: str, name: str, clause: str
) -> None:
    wager = books.load(book_id).wager(notation)
    assert (wager.title, wager.clause, wager.placed) == (name, clause, clause)
    assert wager.place is None


@proves("racetrack-2012", "3.5.5", "Diagram B", "Diagram H")
@proves("edz-2020", "App. F", "App. G")
def test_neighbours_are_two_on_each_side_on_the_wheel() -> None:
    racetrack, edz = books.load("racetrack-2012"), books.load("edz-2020")
    assert {*racetrack.wager("neighbours:17").numbers} == {"2", "25", "17", "34", "6"}
    assert {*edz.wager("neighbours:22").numbers} == {"22", "31", "9", "18", "29"}
    assert {*racetrack.wager("neighbours:0").numbers} == {"3", "26", "0", "32", "15"}
    assert {*edz.wager("neighbours:0").numbers} == {"3", "26", "0", "00", "32"}
    assert {*edz.wager("neighbours:00").numbers} == {"26", "0", "00", "32", "15"}
    assert racetrack.wheel.neighbours("17", 2) == ("2", "25", "17", "34", "6")
    assert racetrack.wheel.neighbours("0", 1) == ("26", "0", "32")
    for book in (racetrack, edz):
        for number in book.pockets:
            wager = book.wager(f"neighbours:{number}")
            assert wager.piece_count == 5
            assert all(piece.wager.kind is Kind.STRAIGHT for piece in wager.pieces)


def test_finales_are_all_numbers_with_the_same_last_digit() -> None:
    book = books.load("edz-2020")
    assert book.wager("finales:0").numbers == ("0", "00", "10", "20", "30")
    for digit in range(1, 10):
        expected = tuple(str(n) for n in range(digit, 37, 10))
        assert book.wager(f"finales:{digit}").numbers == expected
    with pytest.raises(WagerError, match="has no finales"):
        books.load("racetrack-2012").wager("finales:4")


@proves("edz-2020", "1.1.2", "3.5", "App. I")
def test_terminal_offers_what_its_profile_says_and_all_one_piece_wagers() -> None:
    book = books.load("edz-2020")
    assert book.wager("finales:4", terminal="standard").kind is Kind.FINALES
    with pytest.raises(WagerError) as caught:
        book.wager("finales:4", terminal="rapid-select")
    assert caught.value.code == "wager/not-offered-here"
    assert caught.value.clause == "App. I"
    assert str(caught.value) == (
        "the rapid-select terminal does not offer finales: "
        "it offers zero-spiel, voisins, orphelins, tiers, neighbours"
    )
    for text in ("tiers", "orphelins", "voisins", "zero-spiel", "neighbours:17", "split:0/00"):
        assert book.wager(text, terminal="rapid-select").notation == text
    assert set(book.terminals["standard"].offers) == set(MULTI_PIECE)


def test_unknown_terminal_profile_is_refused() -> None:
    said = "^edz-2020 has no terminal profile 'abacus': it has standard, rapid-select$"
    with pytest.raises(BookError, match=said):
        books.load("edz-2020").wager("red", terminal="abacus")
    with pytest.raises(BookError, match="it has none"):
        books.load("sands-2019").wager("red", terminal="abacus")


@pytest.mark.parametrize("book_id", books.ids())
def test_only_the_books_with_a_racetrack_have_multi_piece_wagers(book_id: str) -> None:
    book = books.load(book_id)
    multi = [wager for wager in book.wagers.values() if wager.parts]
    assert bool(multi) == (book.racetrack is not None)
    expected = {"racetrack-2012": 4 + 37, "edz-2020": 4 + 38 + 10}
    assert len(multi) == expected.get(book_id, 0)
    assert all(wager.kind in MULTI_PIECE for wager in multi)


TIERS_OF = '[racetrack.calls.tiers]\nname = "Tiers"\nclause = "3"\npieces = [{}]'


def with_racetrack(folder: Path, section: str) -> Book:
    """The sixth book of the tests, which has no racetrack, with one."""
    path = folder / "racetrack.toml"
    cited = f'[racetrack]\nclause = "3"\n{section}\n[stakes]'
    path.write_text(
        AMERICAN.read_text(encoding="utf-8").replace("[stakes]", cited, 1), encoding="utf-8"
    )
    return books.load_file(path)


@pytest.mark.parametrize(
    ("section", "kinds"),
    [
        ("[racetrack.calls]", {}),
        (TIERS_OF.format('"split:5/8"'), {"tiers": 1}),
        (
            "[racetrack.calls]\n[racetrack.neighbours]\n"
            'name = "Neighbours"\nclause = "3"\neach_side = 1',
            {"neighbours": 38},
        ),
        ('[racetrack.calls]\n[racetrack.finales]\nname = "Finales"\nclause = "3"', {"finales": 10}),
    ],
)
def test_racetrack_has_what_the_book_gives_it_and_no_more(
    tmp_path: Path, section: str, kinds: dict[str, int]
) -> None:
    book = with_racetrack(tmp_path, section)
    assert Counter(wager.kind for wager in book.wagers.values() if wager.parts) == kinds


def test_call_bet_may_lie_on_two_areas(tmp_path: Path) -> None:
    book = with_racetrack(tmp_path, TIERS_OF.format('"split:5/8", "2 x straight:17"'))
    for outcome, winnings, back in (("5", 1700, 100), ("17", 7000, 200), ("18", 0, 0)):
        _, settled, pieces = settle(book, [("a", "tiers", 300)], outcome).bets[0]
        assert (settled.amount, settled.winnings) == (300, winnings)
        assert settled.returned == winnings + back
        assert [piece.settled.amount for piece in pieces] == [100, 200]


def test_call_bet_names_each_area_once(tmp_path: Path) -> None:
    with pytest.raises(BookError) as caught:
        with_racetrack(tmp_path, TIERS_OF.format('"split:5/8", "split:5/8"'))
    said = "racetrack.toml: racetrack.calls.tiers: an area is listed twice: write 2 x"
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("wager", "amount", "lower", "higher"),
    [("voisins", 1000, 999, 1008), ("neighbours:5", 4, 5, 10), ("tiers", 13, 12, 18)],
)
def test_stake_that_does_not_divide_over_its_pieces_is_refused(
    wager: str, amount: int, lower: int, higher: int
) -> None:
    book = books.load("racetrack-2012")
    with pytest.raises(WagerError) as caught:
        settle(book, [("a", wager, amount)], "17")
    assert caught.value.code == "wager/not-divisible"
    assert caught.value.clause == book.wager(wager).clause
    pieces = book.wager(wager).piece_count
    assert str(caught.value) == (
        f"{in_units(amount)} does not divide into the {pieces} pieces of {wager}: "
        f"{in_units(lower)} or {in_units(higher)} would"
    )


def test_one_piece_wager_is_its_own_piece() -> None:
    wager = books.load("sands-2019").wager("red")
    assert [(piece.wager, piece.count) for piece in wager.pieces] == [(wager, 1)]
    assert str(wager) == "red"
