"""Round notation reads what it writes and writes what it read, for every kind of line."""

from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier import books
from croupier.house import AnyCommand
from croupier.notation import Asked, Round, Shift, read, write
from croupier.notation import actions as a
from croupier.notation.grammar import ACTIONS, BESIDE, CommandForm
from croupier.notation.line_templates import Form, filled_by, read_line, write_line
from croupier.notation.settlement_lines import RESULTS
from croupier.round.base import Actor, Command, walk
from croupier.round.batch import DoubleWagers, PlaceWagers, Rebet, UndoWager
from croupier.round.bets import PlaceWager
from croupier.round.no_spin import CallNoSpin
from croupier.round.outcome import CallOutcome
from croupier.round.spin import SpinBall
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
    return f"{form.kind.__name__}: {form.line.template}"


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
            line = read_line(form.line.example, forms, books.load(book_id))
        except CroupierError:
            continue
        assert next(one for one in forms if one.fits(line)) is form
        assert write_line(line, forms) == form.line.example
        return
    pytest.fail(f"no book reads {form.line.example!r}")


@pytest.mark.parametrize("form", [*ACTIONS, *RESULTS], ids=_name)
def test_every_field_of_a_line_is_in_its_template(form: Form[Any]) -> None:
    filled = {name for word in form.words for name in filled_by(word)}
    if not isinstance(form, CommandForm):
        assert filled == set(form.kind.__dataclass_fields__) - {"verdict", "lines"}
        return
    said = filled - {*BESIDE} - ({"player"} if form.by_player else set())
    assert said <= set(form.kind.__struct_fields__)
    of_the_house = set(form.kind.house_fields)
    unsaid = set(form.kind.__struct_fields__) - said - set(form.line.fixed) - of_the_house
    defaults = {name for name in unsaid if _default(form.kind, name) in (None, ())}
    assert unsaid == defaults, "a line says everything that its command holds"


def _default(command: type[Any], name: str) -> object:
    fields = command.__struct_fields__
    at = fields.index(name) - len(fields) + len(command.__struct_defaults__)
    return command.__struct_defaults__[at] if at >= 0 else ...


@pytest.mark.parametrize("kind", get_args(AnyCommand), ids=lambda kind: kind.__name__)
def test_every_command_says_which_lines_it_has_or_that_it_has_none(kind: type[Command]) -> None:
    assert "lines" in vars(kind), f"{kind.__name__} has no lines; where it needs none, lines = ()"
    batch = {PlaceWagers, DoubleWagers, Rebet, UndoWager}  # other commands' lines lead to the same
    assert (kind.lines == ()) == (kind in batch)


def test_what_is_only_told_has_a_line_too() -> None:
    kinds = set(walk(a.Action, "croupier.notation")) - {Asked}
    assert all(kind.lines for kind in kinds)
    assert kinds == {form.kind for form in ACTIONS if not isinstance(form, CommandForm)}


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
        (Asked(CallNoSpin(reason=""), DEALER), 'dealer: no spin, ""'),
        (Asked(SpinBall(), Actor("two words", Position.DEALER)), 'dealer "two words": spin'),
        (Asked(PlaceWager(wager="red", amount=5), Actor("dealer")), '"dealer": red 5'),
    ],
)
def test_names_and_texts_that_would_mislead_stand_in_quotes(action: a.Action, line: str) -> None:
    assert write_line(action, ACTIONS) == line
    assert read_line(line, ACTIONS, books.load("edz-2020")) == action


@pytest.mark.parametrize(
    "action",
    [
        Asked(PlaceWager(wager="red", amount=0), Actor("seat-1")),
        Asked(PlaceWager(wager="Red", amount=5), Actor("seat-1")),
        Asked(SpinBall(), DEALER, remark="lost"),
        Asked(CallOutcome(number="37"), DEALER),
        a.Note("x" * 2000),
    ],
)
def test_what_would_not_read_back_is_not_written(action: a.Action) -> None:
    with pytest.raises(NotationError) as caught:
        write(Shift("edz-2020", "Not writable", (Round((action,)),)))
    assert caught.value.code == "notation/bad"
