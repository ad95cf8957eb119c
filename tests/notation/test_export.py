"""What is on record comes back from its file: the same events and the same settlement."""

from copy import deepcopy
from random import Random

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from croupier import books
from croupier.house import COMMANDS, EVENTS
from croupier.house.base import HouseEvent
from croupier.house.cashing import CashOut
from croupier.house.corrections import CorrectionUncollected
from croupier.house.vouchers import VoucherIssued
from croupier.notation import Shift, export, read, walk, write
from croupier.notation import actions as a
from croupier.round.base import Action, ActionRefused, Event
from croupier.round.correction import (
    CorrectOutcome,
    OutcomeCorrected,
    RoundResettled,
    SettledRoundVoided,
)
from croupier.round.outcome import RoundSettled
from croupier.round.secret import SecretLost
from croupier.rules.refusal import NotationError
from tests.house.at_table import SECOND, SUPERVISOR, AtTable
from tests.notation.recording import RoundRecorder, TableRecorder
from tests.notation.test_walk import walked

RECORDS = settings(deadline=None, max_examples=100)
CORRECTIONS = (OutcomeCorrected, SettledRoundVoided)
randoms = st.randoms(use_true_random=True, note_method_calls=False)
ROUND = (
    "dealer: place your bets",
    "seat-1: red 500",
    "dealer: spin",
    "dealer: no more bets",
    "seat-1: red 500",
    "dealer: outcome 3",
    "dealer: confirms 3",
)
SANDS = books.load("sands-2019")


def _replayed(shift: Shift) -> list[Event]:
    """The events of a file that is written, read and walked, and holds what it says."""
    all_walked = walk(read(write(shift)))
    for one in all_walked:
        assert one.differences == ()
    return [event for one in all_walked for event in one.events]


@given(randoms)
@RECORDS
def test_any_rounds_replay_from_their_file_to_the_same_events(random: Random) -> None:
    made = RoundRecorder(random)
    shift = export(made.record, made.book, own_wheel=made.own_wheel)
    assert _replayed(shift) == made.record


@given(randoms)
@RECORDS
def test_any_shift_replays_from_its_file_to_the_same_events(random: Random) -> None:
    made = TableRecorder(random)
    shift = export(made.record, made.book, own_wheel=made.own_wheel)
    assert _replayed(shift) == made.record


@given(randoms)
@RECORDS
def test_any_part_of_a_shift_replays_on_the_table_as_it_was(random: Random) -> None:
    made = TableRecorder(random)
    at, before = made.before
    record = made.record[at:]
    corrected = [event.round for event in record if isinstance(event, CORRECTIONS)]
    assume(all(number > before.round_number for number in corrected))
    shift = export(record, made.book, before=before, own_wheel=made.own_wheel)
    assert _replayed(shift) == record


def test_a_round_as_people_would_write_it() -> None:
    shift = export(walked("sands-2019", *ROUND).events, SANDS, title="Red wins")
    assert write(shift) == (
        "format = 1\n"
        'book = "sands-2019"\n'
        'title = "Red wins"\n'
        "players.seat-1 = {}\n"
        "actions = [\n"
        '    "dealer: place your bets",\n'
        '    "seat-1: red 500",\n'
        '    "dealer: spin",\n'
        '    "dealer: no more bets",\n'
        '    "seat-1: red 500 => refused by 5.13",\n'
        '    "dealer: outcome 3",\n'
        '    "dealer: confirms 3",\n'
        "]\n"
        "settlement = [\n"
        '    "settled on 3",\n'
        '    "seat-1: red 500 won 500, back 1000, by 4.1",\n'
        '    "seat-1: net +500",\n'
        '    "house: net -500",\n'
        "]\n"
    )


def test_a_round_from_the_middle_of_an_evening_keeps_its_number_and_limits() -> None:
    head = 'number = 4711\nlimits = { min = 600, max = 5000 }\nwarned = ["seat-1"]\n'
    one = walked("sands-2019", *ROUND, head=head)
    shift = export(one.events, SANDS, warned=["seat-1"])
    assert (shift.number, shift.limits.table.min) == (4711, 600)
    assert shift.title == "Sands Roulette, Version 2, round 4711"
    assert _replayed(shift) == list(one.events)
    # Whom the file does not name in its head was honoured somewhere else.
    other = export(one.events, SANDS)
    assert a.HonouredElsewhere("seat-1") in other.rounds[0].actions
    assert _replayed(other) == list(one.events)
    # By an earlier program, which did not say so, it would be another record.
    early = [
        msgspec.structs.replace(event, warned=None) if isinstance(event, RoundSettled) else event
        for event in one.events
    ]
    assert export(early, SANDS, warned=["seat-1"]) == shift
    with pytest.raises(NotationError, match=r"outcome\.confirmed"):
        export(early, SANDS)


def test_a_correction_of_an_earlier_program_did_not_say_what_it_could_not_collect() -> None:
    table = AtTable("sands-2019")
    table.sit("ada", 1000)
    at, before = len(table.record), deepcopy(table.state)
    number = table.play("17", ("straight:17", 1000))
    table.do(CashOut(player="ada", amount=36_000))
    table.do(CorrectOutcome(round=number, number="0", approver=SECOND), SUPERVISOR)
    record = table.record[at:]
    corrected = record[-1]
    assert isinstance(corrected, OutcomeCorrected)
    assert corrected.uncollected == {"ada": 36_000}
    early = [*record[:-1], msgspec.structs.replace(corrected, uncollected=None)]
    assert export(early, SANDS, before=before) == export(record, SANDS, before=before)


def test_the_actions_of_terminals_are_left_out() -> None:
    events = walked("sands-2019", *ROUND).events
    action = Action("terminal-7", 12, "5e")
    numbered = [msgspec.structs.replace(event, action=action) for event in events]
    assert export(numbered, SANDS) == export(events, SANDS)


def test_what_a_table_notes_about_itself_is_left_out() -> None:
    class ClockStepped(Event, frozen=True, kw_only=True):
        name = "clock.stepped"

    events = walked("sands-2019", *ROUND).events
    assert export([ClockStepped(), *events], SANDS) == export(events, SANDS)


@pytest.mark.parametrize("missing", [0, 1, 2, 3, 5])
def test_a_record_to_which_no_lines_lead_is_refused(missing: int) -> None:
    events = walked("sands-2019", *ROUND).events
    with pytest.raises(NotationError, match="no line leads to it here"):
        export([*events[:missing], *events[missing + 1 :]], SANDS)


def test_a_refusal_that_says_too_little_is_told_as_it_is() -> None:
    one = walked("sands-2019", ROUND[0], "dealer: outcome 17", "dealer: spin")
    assert write(export(one.events, SANDS)).splitlines()[6:8] == [
        '    "refused dealer: call-outcome, outcome/not-now by 3.8, '
        'a number cannot be entered now (phase: Bets open)",',
        '    "dealer: spin",',
    ]


def test_a_tables_own_record_is_told_without_the_whole_houses() -> None:
    until = "2020-04-18T00:00:00.000+00:00"
    out = f"ada: cashes out to voucher 00041061050R3GG28A1C60T3GF until {until}"
    one = walked("edz-2020", out, head="players.ada = { credits = 700 }\n")
    own = [event for event in one.events if not isinstance(event, HouseEvent)]
    assert len(own) == len(one.events) - 1
    shift = export(own, books.load("edz-2020"))
    told = [x for x in _replayed(shift) if not isinstance(x, HouseEvent)]
    assert told == own


def test_every_event_follows_from_a_line() -> None:
    by_itself = {RoundSettled, RoundResettled}
    with_the_next = {event for event in EVENTS if vars(event).get("booked_ahead") is True}
    in_its_own_way = {ActionRefused}
    of_the_house_itself = {SecretLost}
    led_to = {kind.leads_to for kind in COMMANDS if kind.leads_to is not None}
    assert with_the_next == {CorrectionUncollected, VoucherIssued}
    assert led_to | by_itself | with_the_next | in_its_own_way | of_the_house_itself == set(EVENTS)


def test_what_is_cleared_at_once_is_told_at_once_where_it_could_not_be_told_one_by_one() -> None:
    """Reading 14: the neighbours alone would leave a chip on 17 that is under the minimum."""
    told = (
        "dealer: place your bets",
        "seat-1: straight:17 500",
        "seat-1: neighbours:17 2500",
        "seat-1: withdraws 400 of straight:17",
        "seat-1: withdraws everything",
    )
    one = walked("racetrack-2012", *told, head="limits = { min = 500, max = 100000 }\n")
    assert [event.name for event in one.events[-2:]] == ["wager.withdrawn"] * 2
    shift = export(one.events, books.load("racetrack-2012"))
    assert [step.line for step in walk(shift)[0].steps] == list(told)
    assert _replayed(shift) == list(one.events)
