"""Round notation reads what it writes and writes what it read, for every kind of line."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier import books
from croupier.house import commands as h
from croupier.notation import Asked, Round, Shift, read, write
from croupier.notation import actions as a
from croupier.notation.fields import WORDS
from croupier.notation.forms import Form, filled_by, read_line, write_line
from croupier.notation.grammar import ACTIONS, BESIDE, WAGER_BY_WAGER, CommandForm
from croupier.notation.settled import RESULTS
from croupier.round import commands as c
from croupier.round.commands import Actor
from croupier.rules.positions import Position
from croupier.rules.refusal import CroupierError, NotationError
from croupier.server.completing import OF_THE_HOUSE
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
    "pit-supervisor Ana: spin => OK by 3.6",
    "spin report by Dealer dealer: Against the wheel , 9 Revolutions",
]
"""
DEALER = Actor("dealer", Position.DEALER)


@given(strategies.shifts())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_is_written_reads_back_as_it_was(shift: Shift) -> None:
    text = write(shift)
    assert read(text) == shift
    assert write(read(text)) == text


def _name(form: Form[Any]) -> str:
    return f"{form.line.__name__}: {form.template}"


@pytest.mark.parametrize("form", ACTIONS, ids=_name)
@given(data=st.data())
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_kind_of_line_survives(form: Form[a.Action], data: st.DataObject) -> None:
    book = books.load(data.draw(st.sampled_from(books.ids())))
    action = data.draw(strategies.line(form, book))
    shift = Shift(book.id, "one line", (Round((action,)),))
    assert read(write(shift)) == shift


@pytest.mark.parametrize("form", [*ACTIONS, *RESULTS], ids=_name)
def test_the_example_of_every_form_is_canonical(form: Form[Any]) -> None:
    forms: Any = ACTIONS if form in ACTIONS else RESULTS
    for book_id in books.ids():
        try:
            line = read_line(form.example, forms, books.load(book_id))
        except CroupierError:
            continue
        assert next(one for one in forms if one.fits(line)) is form
        assert write_line(line, forms) == form.example
        return
    pytest.fail(f"no book reads {form.example!r}")


@pytest.mark.parametrize("form", [*ACTIONS, *RESULTS], ids=_name)
def test_every_field_of_a_line_is_in_its_template(form: Form[Any]) -> None:
    assert set(form.words) <= set(WORDS)
    filled = {name for word in form.words for name in filled_by(word)}
    if not isinstance(form, CommandForm):
        assert filled == set(form.line.__dataclass_fields__) - {"verdict"}
        return
    said = filled - {*BESIDE} - ({"player"} if form.by_player else set())
    assert said <= set(form.line.__struct_fields__)
    of_the_house = set(OF_THE_HOUSE.get(form.line, ()))
    unsaid = set(form.line.__struct_fields__) - said - set(form.fixed) - of_the_house
    defaults = {name for name in unsaid if _default(form.line, name) in (None, ())}
    assert unsaid == defaults, "a line says everything that its command holds"


def _default(command: type[Any], name: str) -> object:
    fields = command.__struct_fields__
    at = fields.index(name) - len(fields) + len(command.__struct_defaults__)
    return command.__struct_defaults__[at] if at >= 0 else ...


def test_every_command_has_a_line_unless_it_is_told_wager_by_wager() -> None:
    known = {form.line for form in ACTIONS if isinstance(form, CommandForm)}
    assert known == set(h.Any.__args__) - {*WAGER_BY_WAGER}


def test_every_other_action_has_one_form() -> None:
    kinds = {
        kind
        for kind in vars(a).values()
        if isinstance(kind, type) and issubclass(kind, a.Action) and kind not in (a.Action, Asked)
    }
    assert kinds == {form.line for form in ACTIONS if not isinstance(form, CommandForm)}


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
        '    "pit-supervisor Ana: spin => ok by 3.6",\n'
        '    "spin report by dealer: against the wheel, 9 revolutions",\n'
        "]\n"
    )


def test_one_round_with_a_title_of_its_own_stays_a_list_of_rounds() -> None:
    shift = Shift("edz-2020", "A shift", (Round((), title="Round 1"),))
    assert "[[rounds]]" in write(shift)
    assert "[[rounds]]" not in write(replace(shift, rounds=(Round(()),)))


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (a.Note(" begins with a space"), 'note: " begins with a space"'),
        (a.Note("ends like a verdict => ok"), 'note: "ends like a verdict =\\u003e ok"'),
        (Asked(c.CallNoSpin(reason=""), DEALER), 'dealer: no spin, ""'),
        (Asked(c.SpinBall(), Actor("two words", Position.DEALER)), 'dealer "two words": spin'),
        (Asked(c.PlaceWager(wager="red", amount=5), Actor("dealer")), '"dealer": red 5'),
    ],
)
def test_names_and_texts_that_would_mislead_stand_in_quotes(action: a.Action, line: str) -> None:
    assert write_line(action, ACTIONS) == line
    assert read_line(line, ACTIONS, books.load("edz-2020")) == action


@pytest.mark.parametrize(
    "action",
    [
        Asked(c.PlaceWager(wager="red", amount=0), Actor("seat-1")),
        Asked(c.PlaceWager(wager="Red", amount=5), Actor("seat-1")),
        Asked(c.SpinBall(), DEALER, remark="lost"),
        Asked(c.CallOutcome(number="37"), DEALER),
        a.Note("x" * 2000),
    ],
)
def test_what_would_not_read_back_is_not_written(action: a.Action) -> None:
    with pytest.raises(NotationError) as caught:
        write(Shift("edz-2020", "Not writable", (Round((action,)),)))
    assert caught.value.code == "notation/bad"
