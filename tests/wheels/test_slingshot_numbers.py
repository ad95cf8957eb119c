"""A number counts only if two lines agree on it and nothing is wrong; whatever the bytes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rules.irregularities import Irregularity
from croupier.wheels.source import (
    BallInRim,
    Fault,
    FaultKind,
    Order,
    WinningNumber,
)
from croupier.words.message import joined
from tests.wheels.game import Heard, game, status


class TestNumbers:
    def test_two_lines_that_differ_are_raised_and_never_settled(self) -> None:
        heard = Heard().closed()
        heard.say(b"20\r\n", b"*X;5;008;23;0;165;1\r\n", status(5, "23"), b"23\r\n", status(1))
        assert heard.faults == [FaultKind.NUMBERS_DIFFER]
        assert "20 and 23" in joined(heard.last_fault.messages)
        assert heard.numbers == []

    def test_nor_when_the_driver_has_only_just_started(self) -> None:
        heard = Heard()
        heard.say(b"20\r\n", b"*X;5;008;23;0;165;1\r\n", *[status(5, "23")] * 4, b"23\r\n")
        assert heard.numbers == []

    def test_a_later_line_that_differs_contests_the_number(self) -> None:
        heard = Heard().closed()
        heard.say(b"25\r\n", status(5, "25"), status(5, "26"))
        assert heard.numbers == ["25"]
        assert heard.faults == [FaultKind.NUMBERS_DIFFER]

    @pytest.mark.parametrize("line", [b"25\r\n", status(5, "25")])
    def test_one_line_alone_is_no_number(self, line: bytes) -> None:
        heard = Heard().closed()
        heard.say(line)
        heard.wait(4_000)
        assert heard.faults == [FaultKind.NUMBER_UNCONFIRMED]
        heard.say(b"25\r\n", status(5, "25"))
        assert heard.numbers == []

    def test_a_game_that_is_over_without_its_bare_line(self) -> None:
        heard = Heard().closed()
        heard.say(status(5, "25"), status(1, "25"))
        assert heard.faults == [FaultKind.NUMBER_UNCONFIRMED]

    @pytest.mark.parametrize("sent", ["37", "00", "99", "07", "  "])
    def test_a_number_that_the_wheel_has_not(self, sent: str) -> None:
        heard = Heard().closed()
        heard.say(status(5, sent), sent.encode() + b"\r\n", status(5, sent))
        assert FaultKind.NUMBER_UNKNOWN in heard.faults
        assert heard.numbers == []

    def test_a_number_while_the_ball_runs(self) -> None:
        heard = Heard().launched()
        heard.order(Order.BETS_CLOSED)
        heard.say(b"25\r\n")
        assert heard.faults == [FaultKind.NUMBER_STRAY]
        heard.say(status(4), b"25\r\n", status(5, "25"))
        assert heard.numbers == []

    def test_a_number_while_bets_are_open_harms_no_later_one(self) -> None:
        heard = Heard().awake()
        heard.say(b"25\r\n")
        assert not heard.last_fault.blocks
        heard.order(Order.BETS_CLOSED)
        heard.say(*game("17"))
        assert heard.numbers == ["17"]

    def test_a_ball_at_rest_before_the_close(self) -> None:
        heard = Heard().launched()
        heard.say(*[status(4)] * 9, status(5, "25"))
        heard.order(Order.BETS_CLOSED)
        heard.say(b"25\r\n", status(5, "25"))
        assert heard.faults == [FaultKind.RESTED_BEFORE_CLOSE]
        assert heard.last_fault.irregularities == (Irregularity.NO_SPIN, Irregularity.UNCOVERED)
        assert heard.numbers == []


def heard_game(lines: list[bytes]) -> Heard:
    """A round closed early, so that only the line decides what comes of it."""
    heard = Heard().awake()
    heard.order(Order.BETS_CLOSED)
    for line in lines:
        heard.say(line)
    return heard


@settings(max_examples=300)
@given(st.data())
def test_a_corrupt_line_never_makes_another_number(data: st.DataObject) -> None:
    """Any replacement, loss or insertion of bytes in any one line."""
    lines = game("25")
    at = data.draw(st.integers(0, len(lines) - 1))
    line = bytearray(lines[at])
    for _ in range(data.draw(st.integers(1, 4))):
        where = data.draw(st.integers(0, len(line)))
        wild = data.draw(st.one_of(st.binary(max_size=3), st.sampled_from([b"*", b"\r", b"6"])))
        line[where : where + data.draw(st.integers(0, 3))] = wild
    lines[at] = bytes(line)
    assert set(heard_game(lines).numbers) <= {"25"}


@given(st.integers(0, 8), st.integers(0, 255))
def test_a_flipped_byte_in_any_place_of_the_result_never_makes_another_number(
    at: int, byte: int
) -> None:
    lines = game("25")
    result = bytearray(b"".join(lines[24:28]))
    for place in range(at, len(result), 9):
        flipped = bytes([*result[:place], byte, *result[place + 1 :]])
        assert set(heard_game([*lines[:24], flipped, *lines[28:]]).numbers) <= {"25"}


@given(st.lists(st.tuples(st.binary(max_size=40), st.integers(0, 10_000)), max_size=20))
def test_any_bytes_at_any_time_give_no_number(pieces: list[tuple[bytes, int]]) -> None:
    heard = Heard().awake()
    heard.order(Order.BETS_CLOSED)
    for piece, gap_ms in pieces:
        heard.say(piece, every_ms=gap_ms)
    assert heard.numbers == []


lines_of_any_kind = st.one_of(
    st.builds(
        status,
        st.integers(1, 6),
        st.sampled_from([" 9", "25", "37"]),
        st.sampled_from([0, 0, 0, 1, 2, 4, 8, 15]),
    ),
    st.sampled_from([b"25\r\n", b" 9\r\n", b"noise\r\n"]),
    st.sampled_from(Order),
)


@settings(max_examples=500)
@given(st.lists(st.tuples(lines_of_any_kind, st.sampled_from([0, 500, 6_000])), max_size=40))
def test_a_number_comes_only_after_close_and_ball_and_never_after_a_fault(
    said: list[tuple[bytes | Order, int]],
) -> None:
    heard = Heard().awake()
    closed = ball = blocked = given = False
    for line, gap_ms in said:
        if isinstance(line, Order):
            reports = heard.order(line)
            if line is Order.ROUND_OPENED:
                closed = ball = blocked = given = False
            closed |= line is Order.BETS_CLOSED
        else:
            reports = heard.say(line, every_ms=gap_ms)
        for report in reports:
            ball |= isinstance(report, BallInRim)
            if isinstance(report, Fault):
                blocked |= report.blocks
            if isinstance(report, WinningNumber):
                assert closed
                assert ball
                assert not blocked
                assert not given
                given = True
