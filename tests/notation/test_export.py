"""What is on record comes back from its file: the same events and the same settlement."""

from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from croupier.notation import Shift, export, read, walk, write
from croupier.round import events as e
from tests.notation.recording import RoundRecorder, TableRecorder

RECORDS = settings(deadline=None, max_examples=100)
CORRECTIONS = (e.OutcomeCorrected, e.SettledRoundVoided)
randoms = st.randoms(use_true_random=True, note_method_calls=False)


def _replayed(shift: Shift) -> list[e.Event]:
    """The events of a file that is written, read and walked, and holds what it says."""
    walked = walk(read(write(shift)))
    for one in walked:
        assert one.differences == ()
    return [event for one in walked for event in one.events]


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
