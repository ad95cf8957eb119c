"""Packets to reports: a whole game, the close, the launch, and the warnings that void."""

import pytest

from croupier.rules.irregularities import Irregularity
from croupier.wheels.source import (
    BallInRim,
    Fault,
    FaultKind,
    NoMoreBetsSuggested,
    Order,
    SourceReady,
    SpinStarted,
    WinningNumber,
)
from croupier.words.message import joined
from tests.wheels.game import DOUBLE_ZERO, Heard, game, status


class TestWholeGame:
    def test_closed_while_the_ball_turns(self) -> None:
        heard = Heard()
        assert heard.say(status(1), status(2)) == [SourceReady(heard.now_ms)]
        assert heard.order(Order.ROUND_OPENED) == []
        assert heard.say(*[status(2)] * 5) == []
        assert heard.say(*[status(3)] * 8) == [BallInRim(heard.now_ms - 7 * 500)]
        assert heard.say(*[status(4)] * 4) == [NoMoreBetsSuggested(heard.now_ms - 3 * 500)]
        assert heard.order(Order.BETS_CLOSED) == []
        assert heard.say(*[status(4)] * 20) == []
        assert heard.say(b"25\r\n") == []
        assert heard.say(status(5, "25"), every_ms=20) == [
            WinningNumber(heard.now_ms, "25", revolutions_seen=False)
        ]
        assert heard.say(*[status(5, "25")] * 3, *[status(1, "25")] * 3, status(2, "25")) == []
        assert not heard.faults

    def test_the_status_may_come_before_the_bare_line(self) -> None:
        heard = Heard().closed()
        heard.say(status(5, " 7"), b" 7\n\r", status(5, " 7"))
        assert heard.numbers == ["7"]
        assert not heard.faults

    def test_several_rounds(self) -> None:
        heard = Heard().awake()
        for number, before in (("25", " 9"), (" 0", "25"), ("36", " 0")):
            heard.order(Order.ROUND_OPENED)
            heard.order(Order.BETS_CLOSED)
            heard.say(*game(number, before))
        assert heard.numbers == ["25", "0", "36"]
        assert not heard.faults

    def test_it_counts_no_revolutions_and_says_so(self) -> None:
        heard = Heard().closed()
        heard.say(b"25\r\n", status(5, "25"))
        number = heard.reports[-1]
        assert isinstance(number, WinningNumber)
        assert not number.revolutions_seen

    def test_the_number_of_the_game_that_is_over_may_be_repeated(self) -> None:
        heard = Heard().closed()
        heard.say(b"25\r\n", status(5, "25"), b"25\r\n", status(1, "25"))
        heard.order(Order.ROUND_OPENED)
        assert heard.say(b"25\r\n", status(2, "25")) == []
        assert heard.numbers == ["25"]


class TestCloseBeforeSpin:
    """EDZ 3.7: the close comes first, and state 4 is never taken for it."""

    def test_state_4_suggests_no_close(self) -> None:
        heard = Heard(DOUBLE_ZERO, close_before_spin=True).awake()
        heard.order(Order.BETS_CLOSED)
        heard.say(*game("00"))
        assert [type(report) for report in heard.reports] == [BallInRim, WinningNumber]
        assert heard.numbers == ["00"]

    def test_the_ball_is_launched_only_after_the_close(self) -> None:
        heard = Heard(DOUBLE_ZERO, close_before_spin=True).awake()
        heard.sensor.to_send(heard.now_ms)
        [refused] = heard.order(Order.START_GAME)
        assert isinstance(refused, Fault)
        assert refused.kind is FaultKind.ORDER_REFUSED
        assert not refused.blocks
        assert "bets close before the spin" in joined(refused.messages)
        assert heard.sensor.to_send(heard.now_ms) == b""
        heard.order(Order.BETS_CLOSED)
        assert heard.order(Order.START_GAME) == [SpinStarted(heard.now_ms)]
        assert heard.sensor.to_send(heard.now_ms) == b"*u 1\r\n"

    def test_a_ball_that_runs_before_the_close_gives_no_number(self) -> None:
        heard = Heard(close_before_spin=True).awake()
        heard.say(*[status(3)] * 8)
        heard.order(Order.BETS_CLOSED)
        heard.say(*[status(4)] * 9, b"25\r\n", status(5, "25"))
        assert heard.faults == [FaultKind.SPIN_BEFORE_CLOSE]
        assert heard.numbers == []


class TestLaunch:
    def test_it_is_never_launched_twice_in_a_round(self) -> None:
        heard = Heard().awake()
        assert heard.order(Order.START_GAME) == [SpinStarted(heard.now_ms)]
        heard.order(Order.START_GAME)
        assert "never spun again" in joined(heard.last_fault.messages)
        heard.order(Order.ROUND_OPENED)
        assert heard.order(Order.START_GAME) == [SpinStarted(heard.now_ms)]

    def test_it_is_not_launched_out_of_turn(self) -> None:
        heard = Heard()
        heard.order(Order.START_GAME)
        assert "no round is open" in joined(heard.last_fault.messages)
        heard.order(Order.ROUND_OPENED)
        heard.order(Order.START_GAME)
        assert "silent" in joined(heard.last_fault.messages)
        heard = Heard().closed()
        heard.say(b"25\r\n", status(5, "25"))
        heard.order(Order.ROUND_OPENED)
        heard.order(Order.START_GAME)
        assert "still in its last game" in joined(heard.last_fault.messages)

    def test_a_launch_that_was_not_sent_when_the_line_broke_is_never_sent(self) -> None:
        heard = Heard().awake()
        heard.order(Order.START_GAME)
        heard.sensor.line_lost(heard.now_ms)
        heard.sensor.line_opened(heard.now_ms + 1000)
        assert heard.sensor.to_send(heard.now_ms + 1000) == b""


class TestWarnings:
    def test_the_ball_runs_with_the_wheel(self) -> None:
        heard = Heard().launched()
        heard.say(*[status(3, warnings=2)] * 3)
        assert heard.faults == [FaultKind.BALL_WITH_WHEEL]
        assert heard.last_fault.irregularities == (Irregularity.BALL_WITH_WHEEL,)

    def test_outside_the_rim_the_direction_is_a_fault_without_a_clause(self) -> None:
        heard = Heard().closed()
        heard.say(status(4, warnings=2))
        assert heard.faults == [FaultKind.BALL_WITH_WHEEL]
        assert heard.last_fault.irregularities == ()

    def test_the_launch_failed(self) -> None:
        heard = Heard().launched()
        heard.say(*[status(3, warnings=8)] * 5)
        assert heard.faults == [], "ignored in the first 3 s of state 3"
        heard.say(status(3, warnings=8))
        assert heard.faults == [FaultKind.LAUNCH_FAILED]
        assert heard.last_fault.irregularities == (Irregularity.TOO_FEW_REVOLUTIONS,)

    def test_after_a_failed_launch_a_second_ball_gives_no_number(self) -> None:
        heard = Heard().awake()
        heard.order(Order.START_GAME)
        heard.say(status(2, warnings=8), status(2))
        assert heard.faults == [FaultKind.LAUNCH_FAILED]
        heard.order(Order.BETS_CLOSED)
        heard.order(Order.START_GAME)
        heard.say(*game())
        assert heard.numbers == []
        heard.order(Order.ROUND_OPENED)
        heard.order(Order.BETS_CLOSED)
        heard.say(*game("17"))
        assert heard.numbers == ["17"]

    def test_a_ball_that_runs_twice_in_a_round_gives_no_number(self) -> None:
        heard = Heard().launched()
        heard.order(Order.BETS_CLOSED)
        heard.say(status(1))
        assert heard.faults == [FaultKind.NO_NUMBER]
        heard.say(*game())
        assert heard.faults == [FaultKind.NO_NUMBER, FaultKind.SPUN_AGAIN]
        assert heard.numbers == []

    def test_a_failed_launch_of_an_earlier_round_is_not_this_ones(self) -> None:
        heard = Heard()
        heard.say(*[status(2, warnings=8)] * 3)
        heard.order(Order.ROUND_OPENED)
        heard.say(*[status(2, warnings=8)] * 3)
        assert heard.faults == []
        heard.say(status(2), status(2, warnings=8))
        assert heard.faults == [FaultKind.LAUNCH_FAILED]

    def test_a_ball_that_is_gone_was_thrown_out_or_taken_and_staff_decide(self) -> None:
        heard = Heard().launched()
        heard.say(status(3, warnings=1))
        assert heard.faults == [FaultKind.BALL_REMOVED]
        assert heard.last_fault.irregularities == (
            Irregularity.BALL_LEFT_WHEEL,
            Irregularity.INTERFERENCE,
        )

    def test_a_ball_that_leaves_the_rim_is_not_removed(self) -> None:
        heard = Heard().launched()
        heard.order(Order.BETS_CLOSED)
        heard.say(*[status(4, warnings=1)] * 10)
        assert heard.faults == [], "ignored in state 4 for 5 s"
        heard.say(status(4, warnings=1))
        assert heard.faults == [FaultKind.BALL_REMOVED]

    def test_the_ball_is_taken_out_after_the_number(self) -> None:
        heard = Heard().closed()
        heard.say(b"25\r\n", status(5, "25"), status(5, "25", 1), status(1, "25", 1))
        assert heard.faults == []
        heard.order(Order.ROUND_OPENED)
        heard.say(status(2, "25", 1))
        assert heard.faults == []

    def test_a_round_opened_while_the_last_number_is_shown_is_not_troubled_by_it(self) -> None:
        heard = Heard().closed()
        heard.say(b"25\r\n", status(5, "25"))
        heard.order(Order.ROUND_OPENED)
        heard.order(Order.BETS_CLOSED)
        heard.say(status(5, "25", 1), b"25\r\n", status(1, "25", 1), *game("17", "25"))
        assert heard.numbers == ["25", "17"]
        assert heard.faults == []

    def test_sensor_or_motor(self) -> None:
        heard = Heard()
        heard.say(status(2), status(2), *[status(2, warnings=4)] * 3)
        assert heard.faults == [FaultKind.SENSOR_OR_MOTOR]
        assert heard.last_fault.irregularities == ()
        heard.order(Order.ROUND_OPENED)
        heard.order(Order.BETS_CLOSED)
        heard.say(status(2, warnings=4))
        assert heard.last_fault.blocks
        heard.say(*game())
        assert heard.numbers == []

    @pytest.mark.parametrize("bits", range(1, 16))
    @pytest.mark.parametrize("state", [3, 4, 5])
    def test_no_warning_is_settled_through(self, state: int, bits: int) -> None:
        heard = Heard().awake()
        heard.order(Order.BETS_CLOSED)
        lines = [*[status(2)] * 4, *[status(3)] * 8, *[status(4)] * 12, status(5, "25"), b"25\r\n"]
        marked = [
            line.replace(b";0;165", b";%X;165" % bits) if line[3:4] == b"%d" % state else line
            for line in lines
        ]
        heard.say(*marked)
        assert heard.numbers == []
        assert heard.faults
