"""Round notation reads what it writes and writes what it read, for every kind of line."""

import re
from dataclasses import fields, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier import books
from croupier.notation import Round, Shift, read, write
from croupier.notation import actions as a
from croupier.notation.fields import WORDS
from croupier.notation.forms import Form, read_line, write_line
from croupier.notation.grammar import ACTIONS
from croupier.notation.settled import RESULTS
from croupier.notation.staff import Staff
from croupier.rules.positions import Position
from croupier.rules.refusal import CroupierError, NotationError
from tests.notation import strategies

BY_HAND = """
# Comments, spaces and other spellings are read and need not survive.
format = 1
book = 'sands-2019'
title = 'By hand'
limits = { min = 500, max = 100000, kinds = { straight = { min = 100 } } }
actions = [
    "Dealer:   Place your bets",
    "seat-1: Split 00/0 01000",
    "seat-1: Straight S 500",
    "pit-supervisor Ana as DEALER: spin => OK by 3.6",
]
"""


@given(strategies.shifts())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_is_written_reads_back_as_it_was(shift: Shift) -> None:
    text = write(shift)
    assert read(text) == shift
    assert write(read(text)) == text


@pytest.mark.parametrize("form", ACTIONS, ids=lambda form: form.line.__name__)
@given(data=st.data())
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_kind_of_action_survives(form: Form[a.Action], data: st.DataObject) -> None:
    book = books.load(data.draw(st.sampled_from(books.ids())))
    action = data.draw(strategies.line(form.line, book))
    shift = Shift(book.id, "one line", (Round((action,)),))
    assert read(write(shift)) == shift


@pytest.mark.parametrize("form", [*ACTIONS, *RESULTS], ids=lambda form: form.line.__name__)
def test_the_example_of_every_form_is_canonical(form: Form[object]) -> None:
    forms = ACTIONS if form in ACTIONS else RESULTS
    for book_id in books.ids():
        try:
            line = read_line(form.example, forms, books.load(book_id))
        except CroupierError:
            continue
        assert type(line) is form.line
        assert write_line(line, forms) == form.example
        return
    pytest.fail(f"no book reads {form.example!r}")


@pytest.mark.parametrize("form", [*ACTIONS, *RESULTS], ids=lambda form: form.line.__name__)
def test_every_field_of_a_line_is_in_its_template(form: Form[object]) -> None:
    in_template = set(re.findall(r"{(\w+)}", form.template))
    assert in_template == {one.name for one in fields(form.line)} - {"verdict"}  # type: ignore[arg-type]
    assert in_template <= set(WORDS)


def test_every_action_has_one_form() -> None:
    kinds = [
        kind
        for kind in vars(a).values()
        if isinstance(kind, type) and issubclass(kind, a.Action) and kind is not a.Action
    ]
    assert sorted(map(str, kinds)) == sorted(str(form.line) for form in ACTIONS)


def test_reading_forgives_and_writing_is_canonical() -> None:
    shift = read(BY_HAND)
    assert write(shift) == (
        "format = 1\n"
        'book = "sands-2019"\n'
        'title = "By hand"\n'
        "limits = { min = 500, max = 100000, kinds = { straight = { min = 100, max = 100000 } } }\n"
        "actions = [\n"
        '    "dealer: place your bets",\n'
        '    "seat-1: split:0/00 1000",\n'
        '    "seat-1: straight:S 500",\n'
        '    "pit-supervisor Ana as dealer: spin => ok by 3.6",\n'
        "]\n"
    )


def test_one_round_with_a_title_of_its_own_stays_a_list_of_rounds() -> None:
    shift = Shift("edz-2020", "A shift", (Round((), title="Round 1"),))
    assert "[[rounds]]" in write(shift)
    assert "[[rounds]]" not in write(replace(shift, rounds=(Round(()),)))


@pytest.mark.parametrize(
    "action",
    [
        a.Note(" begins with a space"),
        a.Note("ends like a verdict => refused"),
        a.NoSpin(Staff(Position.DEALER), ""),
        a.Spin(Staff(Position.DEALER, "two words")),
        a.Placing("dealer", "red", 500),
        a.Placing("seat-1", "red", 0),
        a.BuyIn("seat-1", 500, "colour-chips", colour="blue"),
        a.BuyIn("seat-1", 500, "colour-chips", value=5),
    ],
)
def test_what_would_not_read_back_is_not_written(action: a.Action) -> None:
    with pytest.raises(NotationError) as caught:
        write(Shift("edz-2020", "Not writable", (Round((action,)),)))
    assert caught.value.code == "notation/bad"
