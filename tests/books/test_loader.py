"""The loader: what it refuses, naming file, key and reason."""

import re
from importlib import resources
from pathlib import Path

import pytest

from croupier import books
from croupier.rules.refusal import BookError
from croupier.rules.wager import Kind

AMERICAN = Path(__file__).parent.parent / "data" / "american-double-zero.toml"


def text_of(book_id: str) -> str:
    return (resources.files("croupier.books") / f"{book_id}.toml").read_text(encoding="utf-8")


def refused(tmp_path: Path, content: str | bytes) -> str:
    path = tmp_path / "a.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(BookError) as caught:
        books.load_file(path)
    assert caught.value.code == "book/bad-file"
    return str(caught.value)


def changed(book_id: str, old: str, new: str) -> str:
    """A book's file with one passage changed, which must be there."""
    text = text_of(book_id)
    assert old in text, old
    return text.replace(old, new, 1)


BROKEN = [
    ("sands-2019", 'id = "sands-2019"', 'id = "x y Z!"', "id", "small letters, digits and hyphens"),
    ("sands-2019", 'id = "sands-2019"', 'id = ""', "id", "small letters, digits and hyphens"),
    ("sands-2019", 'title = "Sands Roulette"', 'title = " "', "title", "words on one line"),
    ("sands-2019", "pays = 35", "pays = -35", "wagers.straight.pays", ">= 1"),
    ("sands-2019", "pays = 35", "pays = 0", "wagers.straight.pays", ">= 1"),
    ("sands-2019", "pays = 35", "pays = 35_000_000", "wagers.straight.pays", "<= 1000000"),
    ("sands-2019", "revolutions_min = 4", "revolutions_min = 0", "spin.revolutions_min", ">= 1"),
    ("sands-2019", "S 0 00 1-36", "S 0 00 1-999999999", "numbers.pockets", "is no number"),
    ("sands-2019", "S 0 00 1-36", "s 0 00 1-36", "numbers.pockets", "s is no number"),
    ("racetrack-2012", '"split:5/8"', '"0 x split:5/8"', "racetrack.calls.tiers", "not a place"),
    ("racetrack-2012", "each_side = 2", "each_side = 19", "racetrack.neighbours", "the wheel has"),
    ("racetrack-2012", "each_side = 2", "each_side = -2", "racetrack.neighbours", ">= 1"),
    ("sands-2019", 'id = "sands-2019"', 'id = "x"\nnonsense = 1', "the file", "unknown field"),
    ("sands-2019", 'title = "Sands Roulette"', "", "the file", "missing required field `title`"),
    ("sands-2019", "revolutions_min = 4", 'revolutions_min = "4"', "spin.revolutions_min", "int"),
    ("sands-2019", "revolutions_min = 4", "", "spin", "revolutions_min"),
    ("sands-2019", "[spin]", "[spin]\nspeed = 5", "spin", "unknown field `speed`"),
    ("sands-2019", 'strategy = "continue-unless-no-spin"', 'strategy = "hope"', "recovery", "hope"),
    ("sands-2019", 'by = "pit-supervisor"', 'by = "janitor"', "rulings.by", "janitor"),
    ("sands-2019", 'policy = "honour-once-and-cap"', 'policy = "shrug"', "limits.policy", "shrug"),
    (
        "sands-2019",
        '[shared_area]\nclause = "3.3.1"',
        "[shared_area]",
        "shared_area",
        "it has neither a clause nor a reading",
    ),
    ("sands-2019", 'pays = 35\nclause = "4.1"\n', "pays = 35\n", "wagers.straight", "clause"),
    ("sands-2019", 'placed = "3.4.1"\n', "", "wagers.straight", "missing required field `placed`"),
    (
        "sands-2019",
        'placed = "3.4.1"',
        'placed = "3.4.99"',
        "wagers.straight.placed",
        "clause 3.4.99 is not in [clauses]",
    ),
    (
        "sands-2019",
        '"5.17" =',
        '"5.18" = "More."\n"5.17" =',
        'clauses."5.18"',
        "no value of the book cites it",
    ),
    ("sands-2019", "S 0 00 1-36", "S 0 00 1-36 7", "numbers.pockets", "7 stands there twice"),
    ("sands-2019", 'green = "S 0 00"', 'green = "S 0"', "colours", "00 has no colour"),
    ("sands-2019", 'green = "S 0 00"', 'green = "S 0 00 1"', "colours.green", "1 is red already"),
    ("sands-2019", 'green = "S 0 00"', 'green = "S 0 00 37"', "colours.green", "37 is no number"),
    ("sands-2019", " 35 3 26", " 35 3", "wheel.order", "26 is missing"),
    ("sands-2019", " 35 3 26", " 35 3 26 3", "wheel.order", "3 stands there twice"),
    ("sands-2019", "wheel]\norder = ", "wheel]\norder = 5 #", "wheel.order", "Expected `str`"),
    (
        "sands-2019",
        "4        4        5        5        6        6",
        "4        4        5        5        6",
        "felt.picture",
        "row 4 has 7 squares, row 1 has 8",
    ),
    (
        "sands-2019",
        "4        4        5        5        6        6",
        "4        5        4        5        6        6",
        "felt.picture",
        "the squares of 4 do not make one rectangle",
    ),
    (
        "sands-2019",
        "column:3 column:3",
        ".        .       ",
        "wagers.column",
        "the felt needs column:1, column:2, column:3",
    ),
    (
        "sands-2019",
        "low   dozen:1    1 ",
        "tall  dozen:1    1 ",
        "felt.picture",
        "tall is no wager",
    ),
    ("sands-2019", "even  dozen:1    7", "even  dozen:2    7", "felt.picture", "rectangle"),
    ("sands-2019", "[wagers.green]", "[wagers.pink]", "wagers.pink", "no such kind of wager"),
    (
        "sands-2019",
        "[wagers.green]",
        "[wagers.tiers]",
        "wagers.tiers",
        "it belongs under racetrack",
    ),
    ("sands-2019", "green green ", "red   red   ", "felt.picture", "rectangle"),
    (
        "fast-action-2020",
        "[wagers.bonus-win]",
        "[wagers.street]",
        "wagers.street",
        "the felt has no place for it",
    ),
    (
        "sands-2019",
        "[wagers.top-line]",
        "[wagers.bonus-win]",
        "wagers.bonus-win",
        "the felt needs bonus-win",
    ),
    ("sands-2019", 'joins = "S 0 2 3"', 'joins = "S 0 2"', "zeros.00", "the felt joins it to 3"),
    (
        "sands-2017",
        'pockets = "S 0 00 1-36"',
        'pockets = "S"',
        "numbers.pockets",
        "a wheel has at least",
    ),
    (
        "sands-2019",
        'joins = "0 00"',
        'joins = "0 00 1"',
        "zeros.S",
        "the felt does not join it to 1",
    ),
    ("sands-2019", "[zeros.00]", "[zeros.37]", "zeros.37", "37 is no number of this wheel"),
    (
        "sands-2019",
        "ball-broke =",
        "ball-sang =",
        "irregularities.ball-sang",
        "no such irregularity",
    ),
    (
        "sands-2019",
        'under_minimum = "5.15"',
        'also = ["5.15"]',
        "limits.under_minimum",
        "honour-once-and-cap needs its clause",
    ),
    (
        "sands-2019",
        'voids = "5.11.1"',
        'also = ["5.11.1"]',
        "recovery.voids",
        "continue-unless-no-spin needs its clause",
    ),
    ("sands-2019", "readings = [16]", "readings = [99]", "readings", "has no reading 99"),
    (
        "racetrack-2012",
        '"split:5/8"',
        '"split:5/9"',
        "racetrack.calls.tiers",
        "'split:5/9' is not a",
    ),
    (
        "racetrack-2012",
        '"split:5/8"',
        '"split:10/11"',
        "racetrack.calls.tiers",
        "an area is listed twice: write 2 x",
    ),
    ("racetrack-2012", '"split:5/8"', '"two split:5/8"', "racetrack.calls.tiers", "is not a place"),
    ("racetrack-2012", "[racetrack.calls.tiers]", "[racetrack.calls.two]", None, "no such kind"),
    ("edz-2020", '"zero-spiel", "voisins"', '"red", "voisins"', "terminals.rapid-select", "red is"),
    ("fast-action-2020", "count = 10", "count = 41", "bonus.count", "41 of 40 numbers"),
    ("fast-action-2020", "count = 10", "count = 0", "bonus.count", "0 of 40 numbers"),
    ("fast-action-2020", 'j = "33 34 35 36"', 'j = "33 34 35"', "bonus.links", "every number"),
    ("fast-action-2020", 'j = "33 34 35 36"', 'j = "33 34 35 40"', "bonus.links.j", "40 is no"),
]


@pytest.mark.parametrize(("book_id", "old", "new", "key", "reason"), BROKEN)
def test_what_does_not_fit_is_refused_with_file_key_and_reason(
    tmp_path: Path, book_id: str, old: str, new: str, key: str | None, reason: str | None
) -> None:
    said = refused(tmp_path, changed(book_id, old, new))
    file, told_key, told = said.split(": ", 2)
    assert file == "a.toml"
    assert key is None or told_key.startswith(key)
    assert reason is None or reason in told


def test_a_book_with_bonus_wagers_needs_its_bonus_numbers(tmp_path: Path) -> None:
    text = AMERICAN.read_text(encoding="utf-8").replace("even ", "bonus-win ")
    said = refused(tmp_path, text)
    assert said == "a.toml: wagers.bonus-win: the book has no [bonus] section"


def test_columns_and_dozens_must_lie_beside_twelve_numbers(tmp_path: Path) -> None:
    text = AMERICAN.read_text(encoding="utf-8").replace("low   dozen:1 1 ", "low   .       1 ")
    assert refused(tmp_path, text) == "a.toml: felt.picture: dozen:1 covers 9 numbers"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "missing required field"),
        (b"id = ", "Invalid value"),
        (b"\xff\xfe", "can't decode"),
        (b"id = 1", "Expected `str`"),
    ],
)
def test_files_that_are_no_book_are_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    assert reason in refused(tmp_path, content)


@pytest.mark.parametrize(
    "name", ["sands-2020", "readings", "house-procedures", "", "SANDS-2019", "a b"]
)
def test_unknown_books_are_refused_with_what_there_is(name: str) -> None:
    with pytest.raises(BookError) as caught:
        books.load(name)
    assert caught.value.code == "book/unknown"
    assert str(caught.value).endswith(", ".join(books.ids()))


def test_missing_file_is_refused() -> None:
    with pytest.raises(BookError, match=r"nowhere\.toml cannot be read: No such file"):
        books.load("nowhere.toml")


@pytest.mark.parametrize("book_id", books.ids())
def test_every_value_of_a_book_has_a_source_and_every_clause_a_value(book_id: str) -> None:
    book = books.load(book_id)
    assert all(clause.values and clause.summary for clause in book.clauses.values())
    assert len(book.sha256) == 64


def test_register_holds_all_24_readings_tied_to_clauses_that_exist() -> None:
    assert [reading.number for reading in books.readings()] == list(range(1, 25))
    for reading in books.readings():
        assert reading.clauses, reading.title
        for book_id, clauses in reading.clauses.items():
            assert set(clauses) <= set(books.load(book_id).clauses)
            assert reading.number in books.load(book_id).readings


def test_house_procedures_rest_on_readings_and_cite_no_clause() -> None:
    procedures = {procedure.name: procedure for procedure in books.procedures()}
    assert set(procedures) == {
        *("correct-outcome", "void-after-outcome", "suspend-and-resume", "abandon-round"),
        "declare-interruption",
    }
    for procedure in procedures.values():
        assert 1 <= procedure.reading <= 24
        assert not re.search(r"\b\d\.\d", procedure.says)
    for name in ("correct-outcome", "void-after-outcome"):
        assert procedures[name].approved_by is not None


def test_books_own_sentences_are_not_the_books_words() -> None:
    """Summaries are short paraphrases: one sentence or two, never a table or a list."""
    for book_id in books.ids():
        for clause in books.load(book_id).clauses.values():
            assert len(clause.summary) < 300
            assert "shall" not in clause.summary.split()


def test_clause_is_found_in_any_case_and_its_neighbours_named() -> None:
    book = books.load("sands-2019")
    assert book.clause(" app. a ").number == "App. A"
    with pytest.raises(BookError, match=r"no clause '6\.9': the nearest are 6\.1, 6\.2"):
        book.clause("6.9")
    with pytest.raises(BookError, match="see croupier rules"):
        book.clause("9")


def test_kinds_are_listed_in_one_order() -> None:
    for book_id in books.ids():
        kinds = list(dict.fromkeys(w.kind for w in books.load(book_id).wagers.values()))
        assert kinds == [kind for kind in Kind if kind in kinds]
