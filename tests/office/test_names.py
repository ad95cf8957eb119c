"""Names and texts on record cannot be made to say something else in a log or a notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.office import staff, terminals
from croupier.office.names import HOUSE, NAME_LENGTH_MAX, bad_name, cleaned
from croupier.rules.positions import Position
from croupier.rules.typed_reason import bad_reason
from tests.office.desk import Desk, code

BAD = [
    "",
    " ada",
    "ada ",
    "-ada",
    "ada\n",
    "ada\nstaff.added",
    "ada\x00",
    "a/b",
    "a:b",
    'a"b',
    "a\u202eb",
    "аda",  # the first letter is Cyrillic
    "a" * (NAME_LENGTH_MAX + 1),
    "house",
    "House",
    "automatic",
]


@pytest.mark.parametrize("name", BAD)
def test_bad_name_is_refused_for_people_and_devices(name: str) -> None:
    desk = Desk()
    assert code(staff.add(desk.state, name, Position.DEALER, HOUSE, 0)) == "staff/bad-name"
    assert code(terminals.enrol(desk.state, name, HOUSE)) == "terminal/bad-name"


@pytest.mark.parametrize("name", ["a", "Ada L. 2", "seat-3", "guest_4", "a" * NAME_LENGTH_MAX])
def test_good_name_is_taken(name: str) -> None:
    assert bad_name(name) is None


@given(st.text())
def test_name_that_passes_is_one_line_of_plain_letters(name: str) -> None:
    if bad_name(name) is None:
        assert name.isascii()
        assert name.isprintable()
        assert name == name.strip()
        assert not set(name) & set('/:,"\\')


@given(st.text())
def test_text_of_an_alert_becomes_one_line_and_a_bad_reason_is_refused(text: str) -> None:
    assert cleaned(text).isprintable()
    if bad_reason(text) is None:
        assert text.isprintable()
        assert text.strip()


def test_reason_is_needed_and_bounded() -> None:
    assert [bad_reason(text) is None for text in ("", "  ", "a\nb", "x" * 501, "why not")] == [
        False,
        False,
        False,
        False,
        True,
    ]


def test_names_that_read_the_same_are_one_name_to_people_and_devices() -> None:
    desk = Desk()
    desk.do(terminals.enrol(desk.state, "Seat-1", HOUSE))
    assert code(staff.add(desk.state, "SEAT-1", Position.DEALER, HOUSE, 0)) == "staff/name-taken"
    assert code(terminals.enrol(desk.state, "seat-1", HOUSE)) == "terminal/name-taken"
    assert code(terminals.enrol(desk.state, "Dora", HOUSE)) == "terminal/name-taken"
