"""A table whose wheel has a sensor, served: nothing wrong is ever settled, and nothing is lost."""

from pathlib import Path

import msgspec
import pytest

from croupier.client import Client
from croupier.client.web import WebError
from croupier.protocol import frames as f
from croupier.protocol import requests as q
from croupier.round.close import CloseBets
from croupier.round.interruption import ResumeRound
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.round.void import VoidRound
from croupier.table.core import HOUSE_STREAM
from croupier.words.message import joined
from tests.server.wheels import Pit, pit
from tests.wheels.game import game, status

RACETRACK, EDZ = "racetrack-2012", "edz-2020"


async def order(at: Pit, given: str, reason: str | None = None) -> f.Verdict:
    """The dealer gives the wheel an order over HTTP."""
    body = {"order": given, "reason": reason}
    return await at.dealer.web.post(f"/api/tables/{at.felt.id}/wheel", body, f.Verdict)


async def test_a_whole_game_with_the_close_while_the_ball_turns(tmp_path: Path) -> None:
    async with pit(tmp_path, RACETRACK) as at:
        await at.woken()
        await at.opened()
        await at.spinning()
        assert at.by("ball.spun") == ["automatic"]
        await at.says(*[status(3)] * 4, status(4))
        await at.until(lambda: "about to drop" in joined(at.told.hint))
        assert at.phase == "spinning", "a suggestion closes nothing"
        await at.felt.do(CloseBets())
        await at.until(lambda: not at.told.hint)
        await at.says(status(4), b"*X;4;14*X;*X;4;146; 9;0;158;0\r\n", status(4))
        assert joined((await at.alert("garbled")).says) == "round 1: the line to the wheel is noisy"
        await at.adds(b"20\n\r")
        await at.says(b"*X;5;011;20;0;165;1\n\r")
        await at.until(lambda: at.felt.staff.called == "20")
        assert at.by("outcome.called") == ["automatic"]
        assert at.settled == [], "the dealer confirms, and nobody else"
        await at.until(lambda: "5.3" in joined(at.told.hint))
        assert at.told.state == "ready"
        wrong = await at.felt.ask(ConfirmOutcome(number="23"))
        assert wrong.code == "outcome/read-back-differs"
        await at.felt.do(ConfirmOutcome(number="20"))
        assert at.settled == ["20"]
        assert at.by("outcome.confirmed") == ["dora"]


async def test_the_ball_is_launched_after_the_close_where_the_book_closes_first(
    tmp_path: Path,
) -> None:
    async with pit(tmp_path, EDZ) as at:
        await at.woken()
        await at.opened()
        await at.says(status(2), status(2))
        assert b"*u 1" not in at.wheel.commands
        with pytest.raises(WebError, match="wheel/not-now"):
            await order(at, "start-game")
        await at.felt.do(CloseBets())
        await at.ordered(b"*u 1")
        await at.answers_until(lambda: at.phase == "running", status(3))
        await at.says(*[status(3)] * 4, *[status(4)] * 4)
        assert not at.told.hint, "state 4 is no close here"
        await at.adds(b"00\r\n")
        await at.says(status(5, "00"))
        await at.until(lambda: at.felt.staff.called == "00")
        await at.felt.do(ConfirmOutcome(number="00"))
        assert (at.settled, at.alerts) == (["00"], ())
        assert at.wheel.commands.count(b"*u 1") == 1


async def test_numbers_that_differ_are_never_settled(tmp_path: Path) -> None:
    async with pit(tmp_path, RACETRACK) as at:
        await at.woken()
        await at.opened()
        await at.closed()
        await at.adds(b"20\r\n")
        await at.says(b"*X;5;008;23;0;165;1\r\n", *[status(5, "23")] * 4, status(1, "23"))
        alert = await at.alert("numbers-differ")
        assert "20" in joined(alert.says)
        assert "23" in joined(alert.says)
        await at.until(lambda: at.told.state == "blocked")
        assert at.entries("outcome.called") == []
        assert (await at.by_hand("23")).outcome == "23"
        assert [one.id for one in at.alerts] == [alert.id], "it stays until acknowledged"
        assert (await at.acknowledge(alert.id)).accepted
        assert at.alerts == ()
        await at.woken()
        await at.felt.do(OpenBets())
        await at.until(lambda: at.told.state == "ready")


async def test_a_number_that_a_fault_comes_after_is_entered_anew(tmp_path: Path) -> None:
    async with pit(tmp_path, RACETRACK) as at:
        await at.woken()
        await at.opened()
        await at.closed()
        await at.adds(b"20\r\n")
        await at.says(status(5, "20"))
        await at.until(lambda: at.felt.staff.called == "20")
        await at.says(status(5, "23"))
        await at.alert("numbers-differ")
        no = await at.felt.ask(ConfirmOutcome(number="20"))
        assert (no.accepted, no.code, at.settled) == (False, "wheel/doubted", [])
        assert (await at.by_hand("23")).outcome == "23"
        assert at.by("outcome.called") == ["automatic", "dora"]


async def test_the_dealers_number_counts_and_someone_is_told_that_the_wheel_says_another(
    tmp_path: Path,
) -> None:
    async with pit(tmp_path, RACETRACK) as at:
        await at.woken()
        await at.opened()
        await at.closed()
        await at.felt.do(CallOutcome(number="17"))
        await at.adds(b"20\r\n")
        await at.says(status(5, "20"))
        alert = await at.alert("numbers-differ")
        assert joined(alert.says) == "round 1: 17 was entered and the wheel says 20"
        assert at.by("outcome.called") == ["dora"]
        await at.felt.do(ConfirmOutcome(number="17"))
        assert at.settled == ["17"]


@pytest.mark.parametrize(
    ("warnings", "every_ms", "kind", "clauses"),
    [
        (2, 250, "ball-with-wheel", "clause 5.1"),
        (8, 500, "launch-failed", "clause 5.3"),
        (1, 250, "ball-removed", "clause 5.6, 5.10"),
    ],
)
async def test_what_the_ball_does_wrong_is_raised_and_no_number_of_it_counts(
    tmp_path: Path, warnings: int, every_ms: int, kind: str, clauses: str
) -> None:
    async with pit(tmp_path, RACETRACK) as at:
        await at.woken()
        await at.opened()
        await at.spinning()
        await at.felt.do(CloseBets())
        await at.says(*[status(3, warnings=warnings)] * 12, every_ms=every_ms)
        assert clauses in joined((await at.alert(kind)).says)
        await at.until(lambda: at.told.state == "blocked")
        await at.says(*[status(4)] * 4)
        await at.adds(b"20\r\n")
        await at.says(*[status(5, "20")] * 3)
        assert at.entries("outcome.called", "round.voided") == [], "staff decide, no machine"
        await at.felt.do(VoidRound(clause=clauses.removeprefix("clause ").split(",")[0]))
        assert at.settled == []
        assert [one.kind for one in at.alerts] == [f"wheel/{kind}"]


async def test_two_minutes_of_silence_and_then_a_burst_of_stale_packets(tmp_path: Path) -> None:
    async with pit(tmp_path, RACETRACK) as at:
        await at.woken()
        await at.opened()
        await at.closed()
        at.wheel.now_ms += 120_000
        await at.alert("silence")
        await at.until(lambda: at.told.state == "silent")
        await at.adds(b"".join(game("20")))
        await at.alert("stale")
        await at.answers_until(lambda: at.shown.state == "blocked", status(1))
        await at.adds(b"20\r\n")
        await at.says(*[status(5, "20")] * 3, status(1))
        assert at.entries("outcome.called") == []
        assert (await at.by_hand("7")).outcome == "7"
        assert at.by("outcome.called") == ["dora"]
        assert {one.kind for one in at.alerts} >= {"wheel/silence", "wheel/stale"}


async def test_a_line_that_is_not_there_or_breaks_is_tried_again(tmp_path: Path) -> None:
    async with pit(tmp_path, RACETRACK, plugged=False) as at:
        lost = await at.alert("line-lost")
        assert at.shown.state == "silent"
        await at.felt.do(OpenBets())
        for step in (SpinBall(), CloseBets()):
            await at.felt.do(step)
        assert (await at.by_hand("0")).outcome == "0"
        at.plug.symlink_to(at.wheel.device)
        await at.woken()
        await at.acknowledge(lost.id)
        await at.opened()
        await at.closed()
        at.unplug()
        again = await at.alert("line-lost")
        assert again.id != lost.id
        at.plug_in_another()
        await at.answers_until(lambda: at.shown.state == "blocked", status(4))
        await at.adds(b"20\r\n")
        await at.says(status(5, "20"), status(5, "20"))
        assert (await at.by_hand("20")).outcome == "20"
        assert at.by("outcome.called") == ["dora", "dora"]


async def test_a_round_that_was_open_at_a_start_gets_no_number_of_the_wheel(tmp_path: Path) -> None:
    async with pit(tmp_path, RACETRACK) as at:
        await at.woken()
        await at.opened()
        threads = [wheel._thread for wheel in at.house.wheels.values()]
        assert all(thread.is_alive() for thread in threads)
    assert not any(thread.is_alive() for thread in threads), "the line is let go of"
    async with pit(tmp_path, RACETRACK, again=True) as at:
        await at.alert("silence")
        await at.answers_until(lambda: at.shown.state == "blocked", status(2))
        if at.felt.now.waiting is not None:
            await at.felt.do(ResumeRound())
        await at.says(*[status(3)] * 4)
        await at.felt.do(SpinBall())
        await at.felt.do(CloseBets())
        await at.says(*[status(4)] * 4)
        await at.adds(b"20\r\n")
        await at.says(*[status(5, "20")] * 3)
        assert at.entries("outcome.called") == []
        assert (await at.by_hand("3")).outcome == "3"
        assert at.by("outcome.called") == ["dora"]


async def test_orders_of_the_staff_are_on_record_before_they_are_given(tmp_path: Path) -> None:
    async with pit(tmp_path, RACETRACK) as at:
        await at.woken()
        assert (await order(at, "self-test", "the display flickers")).accepted
        await at.ordered(b"*F")
        assert (await order(at, "restart")).accepted
        await at.ordered(b"*R")
        ordered = [
            msgspec.json.decode(one.body)
            for one in at.house.store.read(HOUSE_STREAM)
            if one.name == "wheel.ordered"
        ]
        assert [(one["order"], one["reason"], one["by"]["name"]) for one in ordered] == [
            ("self-test", "the display flickers", "dora"),
            ("restart", None, "dora"),
        ]
        await at.opened()
        await at.spinning()
        with pytest.raises(WebError, match="wheel/not-now"):
            await order(at, "self-test")


async def test_only_staff_give_the_wheel_orders(tmp_path: Path) -> None:
    async with pit(tmp_path, RACETRACK) as at, Client(at.dealer.web.address) as stranger:
        path, body = f"/api/tables/{RACETRACK}/wheel", q.WheelOrder(order="restart")
        with pytest.raises(WebError, match="staff/not-signed-in"):
            await stranger.web.post(path, body, f.Verdict)
