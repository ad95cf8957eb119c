"""Wager notation: forgiving to read, canonical to write, and clear about what is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import books
from croupier.rules.notation import spoken
from croupier.rules.refusal import CroupierError, NotationError, WagerError
from croupier.rules.spoken import names
from croupier.rules.wager import Wager


def every_wager() -> list[tuple[str, Wager]]:
    return [(b, wager) for b in books.ids() for wager in books.load(b).wagers.values()]


@pytest.mark.parametrize("book_id", books.ids())
def test_canonical_notation_reads_as_itself(book_id: str) -> None:
    book = books.load(book_id)
    for notation, wager in book.wagers.items():
        assert wager.notation == notation
        assert book.wager(notation) is wager


@given(st.data())
def test_reading_forgives_order_case_and_spaces(data: st.DataObject) -> None:
    book_id, wager = data.draw(st.sampled_from(every_wager()))
    kind, colon, selection = wager.notation.partition(":")
    numbers = data.draw(st.permutations(selection.split("/")))
    space = st.sampled_from(["", " ", "  ", "\t"])
    join = data.draw(st.sampled_from(["/", " / ", ", ", ",", " "]))
    kind = kind.replace("-", data.draw(st.sampled_from(["-", " ", "_", " - "])))
    colon = data.draw(st.sampled_from([":", " : ", " ", ": "])) if colon else ""
    text = data.draw(space) + kind + colon + join.join(numbers) + data.draw(space)
    text = data.draw(st.sampled_from([text, text.upper(), text.title(), text.lower()]))
    assert books.load(book_id).wager(text) is wager


SAID = st.lists(
    st.sampled_from(
        [
            *{word for name in names().wagers for word in name},
            *("17", "20", "0", "00", "S", "MBS", "1", "36", "99", "01", "zéro", "double zero"),
            *names().nothing,
            *(":", "-", "/", ",", "&", "to", "à", "?"),
        ]
    ),
    max_size=8,
)
"""What somebody might say, in any order."""


@given(
    st.text()
    | st.from_regex(r"[a-z -]{0,12}:?[0-9sSmMbB/, -]{0,20}", fullmatch=True)
    | SAID.map(" ".join)
    | SAID.map("".join)
)
def test_any_text_is_a_wager_or_a_clear_refusal(text: str) -> None:
    for book_id in books.ids():
        book = books.load(book_id)
        try:
            wager = book.wager(text)
        except CroupierError as error:
            refused = error.refusal
        else:
            assert book.wagers[wager.notation] is wager
            assert book.wager(wager.notation) is wager
            continue
        assert refused.code.startswith("wager/")
        assert refused.message


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("Small Series", "tiers"),
        ("Orphans", "orphelins"),
        ("Big Series", "voisins"),
        ("Grand Series", "voisins"),
        ("Voisins du Zero", "voisins"),
        ("0-Spiel", "zero-spiel"),
        ("0 Spiel", "zero-spiel"),
        ("Zero Spiel", "zero-spiel"),
        ("neighbors 17", "neighbours:17"),
        ("Neighbour: 00", "neighbours:00"),
        ("finale 4", "finales:4"),
        ("straight up 17", "straight:17"),
        ("1 to 18", "low"),
        ("1-18", "low"),
        ("19 to 36", "high"),
        ("19-36", "high"),
        ("Dozens: 2", "dozen:2"),
        ("columns 3", "column:3"),
        ("sixline 1 2 3 4 5 6", "six-line:1/2/3/4/5/6"),
    ],
)
def test_other_names_are_read(name: str, canonical: str) -> None:
    assert books.load("edz-2020").wager(name).notation == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("split:11/8", "split:8/11"),
        ("street 2/00/0", "street:0/00/2"),
        ("six-line:12/11/10/9/8/7", "six-line:7/8/9/10/11/12"),
    ],
)
def test_numbers_are_written_in_layout_order(text: str, canonical: str) -> None:
    assert books.load("sands-2019").wager(text).notation == canonical


def test_texts_of_up_to_200_characters_are_read() -> None:
    book = books.load("sands-2019")
    assert book.wager("red".ljust(200)).notation == "red"
    with pytest.raises(NotationError) as caught:
        book.wager("red".ljust(201))
    assert caught.value.code == "wager/empty"


def test_other_names_of_the_sands_books_are_read() -> None:
    assert books.load("sands-2017").wager("topline").notation == "top-line"
    fast = books.load("fast-action-2020")
    assert fast.wager("straight:mbs").notation == "straight:MBS"
    for name in ("bonus", "super bonus", "scatter"):
        assert fast.wager(name).notation.startswith(name.replace(" ", "-"))


def test_every_name_in_the_table_means_a_wager_of_some_book() -> None:
    known = {wager.notation for _, wager in every_wager()} | {w.kind for _, w in every_wager()}
    named = {key for keys in names().wagers.values() for key in keys}
    assert named <= known
    assert {wager.kind for _, wager in every_wager()} <= named


REFUSED = [
    ("", "wager/empty", None, "no wager was given: write one such as straight:17 or red"),
    ("  ", "wager/empty", None, None),
    ("red" * 100, "wager/empty", None, None),
    (
        "split:1/36",
        "wager/not-on-layout",
        "3.4.2",
        "split:1/36 is not on this layout: 1 and 36 do not touch (1 touches 0, 2 and 4)",
    ),
    (
        "split 4/3",
        "wager/not-on-layout",
        "3.4.2",
        "split:3/4 is not on this layout: 3 and 4 do not touch (3 touches 00, 2 and 6)",
    ),
    (
        "street:2/3/4",
        "wager/not-on-layout",
        "3.4.4",
        "street:2/3/4 is not on this layout: these numbers do not lie together; "
        "street:00/2/3 or street:1/2/3 would do",
    ),
    (
        "street:2/17/36",
        "wager/not-on-layout",
        "3.4.4",
        "street:2/17/36 is not on this layout: these numbers do not lie together; "
        "street:0/00/2, street:0/1/2, street:00/2/3 or street:1/2/3 would do",
    ),
    (
        "corner:1/2/3/4",
        "wager/not-on-layout",
        "3.4.3",
        "corner:1/2/3/4 is not on this layout: these numbers do not lie together; "
        "corner:1/2/4/5 would do",
    ),
    ("corner:S/0/00/2", "wager/not-on-layout", "3.4.3", None),
    (
        "column:4",
        "wager/not-on-layout",
        "3.4.7",
        "column:4 is not on this layout: choose one of 1, 2, 3",
    ),
    ("dozen:12", "wager/not-on-layout", "3.4.8", None),
    ("dozen:23", "wager/not-on-layout", "3.4.8", None),
    ("column", "wager/selection-missing", None, "column needs a selection, such as column:1"),
    ("split", "wager/selection-missing", None, "split needs a selection, such as split:1/2"),
    (
        "split:1",
        "wager/wrong-count",
        "3.4.2",
        "wrong count of numbers in 'split:1': split takes 2, not 1; write split:1/2",
    ),
    (
        "straight:1/2",
        "wager/wrong-count",
        "3.4.1",
        "wrong count of numbers in 'straight:1/2': straight takes 1, not 2; write straight:17",
    ),
    ("split:1/1", "wager/repeated-number", None, "'split:1/1' names 1 twice"),
    ("red:7", "wager/selection-not-wanted", None, "red takes no selection: write it without '7'"),
    (
        "straight:37",
        "wager/unknown-number",
        None,
        "'37' in 'straight:37' is no number of sands-2019: it has S, 0, 00, 1–36",
    ),
    ("straight:01", "wager/unknown-number", None, None),
    ("straight:-1", "wager/unknown-number", None, None),
    ("straight:１７", "wager/unknown-number", None, None),
    ("straight:MBS", "wager/unknown-number", None, None),
    ("37", "wager/unknown-number", None, None),
    ("1/36", "wager/not-on-layout", "3.4.2", None),
    ("17:1", "wager/unknown-kind", None, "'17:1' is not a wager: write straight:17 for the number"),
    ("rde", "wager/unknown-kind", None, "'rde' is not a wager: did you mean red?"),
    ("splitt:1/2", "wager/unknown-kind", None, "'splitt:1/2' is not a wager: did you mean split?"),
    ("tier 5", "wager/unknown-kind", None, None),
    (":17", "wager/unknown-kind", None, None),
    ("tiers", "wager/not-offered", None, None),
    ("neighbours:17", "wager/not-offered", None, None),
    ("finales:10", "wager/not-on-layout", None, None),
]


@pytest.mark.parametrize(("text", "code", "clause", "message"), REFUSED)
def test_what_is_wrong_and_what_would_be_right(
    text: str, code: str, clause: str | None, message: str | None
) -> None:
    with pytest.raises((NotationError, WagerError)) as caught:
        books.load("sands-2019").wager(text)
    assert caught.value.code == code
    assert caught.value.clause == clause
    if message is not None:
        assert str(caught.value) == message


def test_number_that_touches_only_one_other_is_told_so() -> None:
    with pytest.raises(WagerError, match=r"00 and 5 do not touch \(00 touches 0\)$"):
        books.load("edz-2020").wager("split:00/5")


def test_bad_syntax_is_told_from_a_wager_the_book_has_not() -> None:
    book = books.load("sands-2019")
    for text in ("split:1/1", "17:1", "split:1", "red:7", "column"):
        with pytest.raises(NotationError):
            book.wager(text)
    for text in ("split:1/36", "tiers", "column:9"):
        with pytest.raises(WagerError):
            book.wager(text)


def test_kind_that_the_book_has_not_lists_what_it_has() -> None:
    with pytest.raises(WagerError) as caught:
        books.load("fast-action-2020").wager("split:1/2")
    assert str(caught.value) == (
        "fast-action-2020 has no split wager: "
        "it has straight, bonus-win, super-bonus-win, scatter-bonus"
    )
    with pytest.raises(NotationError, match="the kinds are straight, split, street"):
        books.load("sands-2019").wager("xyzzy")


def test_wagers_of_one_book_are_equal_by_notation() -> None:
    book = books.load("sands-2019")
    assert book.wager("red") == book.wager("RED")
    assert book.wager("red") != book.wager("black")
    assert len({book.wager("red"), book.wager("Red")}) == 1


def test_numbers_of_a_wheel_are_said_shortly() -> None:
    assert spoken(books.load("fast-action-2020").pockets) == ("S", "MBS", "0", "00", "1–36")
