"""The line: noise, silence, stale packets, what is sent, and the wheels that can be served."""

import pytest

from croupier import books
from croupier.wheels.slingshot import Settings, Slingshot
from croupier.wheels.slingshot.packets import Labels
from croupier.wheels.source import (
    Fault,
    FaultKind,
    Order,
    SourceReady,
    WheelError,
)
from croupier.words.message import alert, joined
from tests.wheels.game import DOUBLE_ZERO, SINGLE_ZERO, Heard, game, status

BEFORE_SPIN = Settings(close_before_spin=True)


class TestLine:
    def test_a_corrupt_burst_is_raised_once_and_the_game_goes_on(self) -> None:
        heard = Heard().closed()
        heard.say(b"*X;4;14*X;*X;4;146; 9;0;158;0\r\n", b"25\r\n", status(5, "25"))
        assert heard.faults == [FaultKind.GARBLED]
        assert not heard.last_fault.blocks
        assert heard.numbers == ["25"]

    def test_what_noise_says_is_shown_harmlessly(self) -> None:
        heard = Heard().awake()
        heard.say(b"\x1b[31m<script>\r\n")
        assert "\x1b" not in joined(heard.last_fault.messages)

    def test_two_minutes_of_silence_and_a_burst_of_stale_packets(self) -> None:
        heard = Heard().closed()
        assert heard.wait(120_000) == [
            Fault(heard.now_ms - 120_000 + 5_000, FaultKind.SILENCE, (alert("wheel.silent"),))
        ]
        heard.say(*game(), *game("17", "25"), every_ms=0)
        assert heard.faults == [FaultKind.SILENCE, FaultKind.STALE]
        assert heard.numbers == []
        assert not heard.sensor.live
        assert heard.say(status(2), status(2)) == [SourceReady(heard.now_ms)]
        heard.say(*game("8 "))
        assert heard.numbers == [], "the round that fell silent gets no number"
        heard.order(Order.ROUND_OPENED)
        heard.order(Order.BETS_CLOSED)
        heard.say(*game("17"))
        assert heard.numbers == ["17"]

    def test_the_same_where_nobody_looked_at_the_clock_meanwhile(self) -> None:
        heard = Heard().closed()
        heard.now_ms += 120_000
        heard.say(b"".join(game()))
        assert heard.faults == [FaultKind.SILENCE, FaultKind.STALE]
        assert heard.numbers == []

    def test_a_stale_game_while_bets_are_open(self) -> None:
        heard = Heard().awake()
        heard.wait(120_000)
        heard.order(Order.BETS_CLOSED)
        heard.say(*game(), every_ms=0)
        heard.say(*[status(5, "25")] * 3, b"25\r\n", *game("25", "25"))
        assert heard.numbers == []

    def test_a_round_opened_while_the_wheel_is_not_heard(self) -> None:
        heard = Heard()
        [fault] = heard.order(Order.ROUND_OPENED)
        assert isinstance(fault, Fault)
        assert (fault.kind, fault.blocks) == (FaultKind.SILENCE, True)

    def test_a_line_that_breaks_in_a_game(self) -> None:
        heard = Heard().closed()
        heard.reports += heard.sensor.line_lost(heard.now_ms)
        assert heard.last_fault == Fault(
            heard.now_ms, FaultKind.LINE_LOST, (alert("wheel.line-lost"),)
        )
        assert heard.wait(60_000) == [], "a lost line is not silent, too"
        heard.sensor.line_opened(heard.now_ms)
        heard.say(*[status(4)] * 3, b"25\r\n", status(5, "25"))
        assert heard.numbers == []

    @pytest.mark.parametrize(
        "states", [(2, 4), (2, 5), (3, 5), (3, 4, 3), (4, 5, 4), (4, 5, 3), (5, 3)]
    )
    def test_states_out_of_step_give_no_number(self, states: tuple[int, ...]) -> None:
        heard = Heard().awake()
        heard.order(Order.BETS_CLOSED)
        lead = range(3, states[0] + 1)
        heard.say(*[status(state, "25") for state in (*lead, *states)])
        heard.say(status(4), b"25\r\n", status(5, "25"))
        assert FaultKind.OUT_OF_STEP in heard.faults
        assert len(heard.numbers) == 0

    def test_a_ball_without_a_round(self) -> None:
        heard = Heard()
        heard.say(status(2), status(2), *game())
        assert heard.faults == [FaultKind.OUTSIDE_ROUND]
        assert heard.numbers == []

    def test_a_round_opened_while_another_ball_runs(self) -> None:
        heard = Heard()
        heard.say(*[status(2)] * 2, *[status(3)] * 4)
        heard.order(Order.ROUND_OPENED)
        heard.order(Order.BETS_CLOSED)
        heard.say(*[status(4)] * 4, b"25\r\n", status(5, "25"))
        assert heard.faults == [FaultKind.OUTSIDE_ROUND, FaultKind.OUT_OF_STEP]
        assert heard.numbers == []


class TestSending:
    def test_polled(self) -> None:
        sensor = Slingshot(DOUBLE_ZERO, Settings(close_before_spin=True, poll_ms=100))
        sensor.line_opened(0)
        assert sensor.to_send(0) == b"*T z 38\r\n*P 0\r\n*X\r\n"
        assert sensor.to_send(99) == b""
        assert sensor.to_send(100) == b"*X\r\n"
        sensor.line_lost(150)
        sensor.line_opened(200)
        assert sensor.to_send(200) == b"*T z 38\r\n*P 0\r\n*X\r\n", "the wheel never answered"

    def test_automatic(self) -> None:
        heard = Heard()
        assert heard.sensor.to_send(0) == b"*T z 37\r\n*P 1\r\n"
        assert heard.sensor.to_send(1_000) == b""
        heard.awake()
        heard.sensor.line_opened(heard.now_ms)
        assert heard.sensor.to_send(heard.now_ms) == b"", "a wheel in a game is left alone"

    def test_restart_and_self_test(self) -> None:
        heard = Heard().awake()
        heard.sensor.to_send(0)
        heard.order(Order.RESTART)
        heard.order(Order.SELF_TEST)
        assert heard.sensor.to_send(0) == b"*R\r\n*F\r\n"
        heard.say(status(3))
        heard.order(Order.SELF_TEST)
        assert heard.faults == [FaultKind.ORDER_REFUSED]
        assert heard.sensor.to_send(0) == b""

    def test_closing_without_a_round_changes_nothing(self) -> None:
        assert Heard().order(Order.BETS_CLOSED) == []

    def test_polling_too_fast_is_refused(self) -> None:
        with pytest.raises(WheelError, match="takes 100 or more"):
            Slingshot(SINGLE_ZERO, Settings(close_before_spin=False, poll_ms=99))


class TestPockets:
    @pytest.mark.parametrize("book_id", books.ids())
    def test_it_knows_37_and_38_pockets_only(self, book_id: str) -> None:
        book = books.load(book_id)
        if len(book.pockets) <= 38:
            Slingshot(book.wheel.order, BEFORE_SPIN)
            return
        with pytest.raises(WheelError) as caught:
            Slingshot(book.wheel.order, BEFORE_SPIN)
        assert f"this wheel has {len(book.pockets)}" in str(caught.value)
        assert "dealer's entry" in str(caught.value)

    def test_nor_any_other_37(self) -> None:
        with pytest.raises(WheelError):
            Slingshot([*SINGLE_ZERO[:-1], "S"], BEFORE_SPIN)

    def test_the_code_of_00_is_a_setting(self) -> None:
        assert Labels(DOUBLE_ZERO).pocket("37") is None
        labels = Labels(DOUBLE_ZERO, "37")
        assert (labels.pocket("37"), labels.pocket("00")) == ("00", None)
        assert labels.pocket(" 0") == labels.pocket("0 ") == "0"
        assert Labels(SINGLE_ZERO, "37").pocket("37") is None

    @pytest.mark.parametrize("code", ["0", "25", "DZ", "000", " 0", "٠٠"])
    def test_a_code_that_cannot_be_00(self, code: str) -> None:
        with pytest.raises(WheelError, match="double_zero"):
            Labels(DOUBLE_ZERO, code)
