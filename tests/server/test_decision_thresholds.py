"""House procedure: above an amount, a decision once the number is known takes a second person."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome
from croupier.round.referral import Refer
from croupier.round.spin import ReportRest
from croupier.server.config.settings import Approvals
from tests.server.houses import (
    DEALER,
    MANAGER,
    SECOND,
    SHIFT,
    STAFF,
    SUPERVISOR,
    Hosted,
    configured,
    dealt,
    hosting,
)

TABLE = "sands-2019"
WHY = "the chip was pushed over"
MOST = 100_000
MOVE = {
    "type": "rule-on-wager",
    "player": "ada",
    "wager": "straight:16",
    "ruling": "moved",
    "to": "straight:17",
    "reason": WHY,
}
NO_SPIN = {"type": "call-no-spin", "reason": "the wheel felt slow"}
VOID = {"type": "void-round", "clause": "5.3", "reason": "it hopped out and in"}
REPORT = {"type": "report-spin", "happened": ["ball-left-wheel"], "reason": "it left the wheel"}


class Clock:
    """It stands until the test moves it."""

    now_ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now_ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hosted(tmp_path: Path, clock: Clock) -> Iterator[Hosted]:
    rules = Approvals(ruling_above=MOST, void_above=MOST, second_factor=False)
    with hosting(configured(tmp_path, [dealt(TABLE)], approvals=rules), clock=clock) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.open(TABLE, "ada"))
        yield hosted


def resting(hosted: Hosted, called: str | None = "17", amount: int = 20_000) -> None:
    """Ada lies on 16, the ball rests, and a number is called or only seen."""
    bet = PlaceWager(wager="straight:16", amount=amount)
    hosted.run(hosted.must(TABLE, OpenBets()))
    hosted.run(hosted.must(TABLE, bet, by=Actor("ada")))
    hosted.run(hosted.close_bets(TABLE))
    hosted.run(hosted.must(TABLE, ReportRest()))
    if called is not None:
        hosted.run(hosted.must(TABLE, CallOutcome(number=called)))


def code(hosted: Hosted, who: Actor, command: object) -> str | None:
    answer = hosted.act(who, TABLE, command).json
    said: str | None = answer.get("error", answer).get("code")
    return said


def asked(hosted: Hosted, who: Actor, command: object) -> int:
    body = {"table": TABLE, "command": command, "reason": WHY}
    reply = hosted.http("POST", "/api/approvals", body, who)
    assert reply.status == 200, reply.content
    id_: int = reply.json["approval"]
    return id_


def decided(hosted: Hosted, who: Actor, id_: int, how: str = "approve", **body: object) -> Any:
    reply = hosted.http("POST", f"/api/approvals/{id_}/{how}", body, who)
    return reply.json.get("code") if reply.status == 200 else reply.code


def confirm(hosted: Hosted, number: str = "17") -> str | None:
    return code(hosted, DEALER, {"type": "confirm-outcome", "number": number})


def purse(hosted: Hosted) -> int:
    hosted.run(hosted.house.running.idle())
    return sum(hosted.house.floor.tables[TABLE].state.purse("ada").values())


def test_one_supervisor_cannot_move_so_much_and_two_can(hosted: Hosted) -> None:
    resting(hosted)
    before = purse(hosted)
    assert code(hosted, SUPERVISOR, MOVE) == "approval/above"
    named = MOVE | {"approver": {"name": "sam", "position": "pit-supervisor"}}
    assert code(hosted, SUPERVISOR, named) == "approval/needed", "nobody names their own second"
    id_ = asked(hosted, SUPERVISOR, MOVE)
    assert decided(hosted, SUPERVISOR, id_) == "approval/same-person"
    assert decided(hosted, DEALER, id_) == "approval/position"
    assert decided(hosted, SECOND, id_) is None
    assert confirm(hosted) is None
    assert purse(hosted) - before == 720_000
    (one,) = hosted.house.floor.tables[TABLE].oversight.lately
    assert (one.by, one.approver) == (SUPERVISOR, SECOND)


@pytest.mark.parametrize("first", ["5", None])
def test_a_wrong_number_entered_first_is_no_way_round_it(hosted: Hosted, first: str | None) -> None:
    resting(hosted, first)
    assert code(hosted, SUPERVISOR, MOVE) == "approval/above"
    assert code(hosted, DEALER, NO_SPIN) == "approval/above"


def test_the_second_person_is_shown_whom_it_helps_and_by_how_much(hosted: Hosted) -> None:
    resting(hosted, "5")
    id_ = asked(hosted, SUPERVISOR, MOVE)
    shown = hosted.http("GET", f"/api/approvals/{id_}/effect", None, SECOND).json
    assert shown["says"][-1] == "It moves 0.00 on 5; 7,200.00 if it is 16."
    hosted.run(hosted.must(TABLE, CallOutcome(number="17")))
    changed = hosted.http("GET", f"/api/approvals/{id_}/effect", None, SECOND).json
    (ada,) = changed["players"]
    assert (ada["player"], ada["before"], ada["after"]) == ("ada", -20_000, 700_000)
    assert decided(hosted, SECOND, id_, seen=shown["seen"]) == "approval/changed"
    assert decided(hosted, SECOND, id_, seen=changed["seen"]) is None


def test_small_rulings_in_one_round_add_up(hosted: Hosted) -> None:
    resting(hosted, amount=4_000)
    part = MOVE | {"amount": 2_000}
    assert code(hosted, SUPERVISOR, part) is None
    assert code(hosted, SUPERVISOR, part) == "approval/above-together"
    assert decided(hosted, SECOND, asked(hosted, SUPERVISOR, part)) is None


@pytest.mark.parametrize("command", [NO_SPIN, VOID, REPORT], ids=lambda one: str(one["type"]))
@pytest.mark.parametrize("called", ["16", None], ids=["called", "only seen"])
def test_one_dealer_cannot_void_so_much(
    hosted: Hosted, command: dict[str, object], called: str | None
) -> None:
    resting(hosted, called)
    assert code(hosted, DEALER, command) == "approval/above"
    if command is not REPORT:
        assert decided(hosted, SECOND, asked(hosted, DEALER, command)) is None
        assert hosted.house.floor.tables[TABLE].state.round is None


def test_below_the_amount_one_person_decides_as_the_book_says(hosted: Hosted) -> None:
    resting(hosted, amount=1_000)
    assert code(hosted, SUPERVISOR, MOVE) is None
    assert code(hosted, DEALER, NO_SPIN) is None


def test_before_the_ball_rests_one_person_announces_no_spin_whatever_lies(hosted: Hosted) -> None:
    hosted.run(hosted.must(TABLE, OpenBets()))
    bet = PlaceWager(wager="straight:16", amount=20_000)
    hosted.run(hosted.must(TABLE, bet, by=Actor("ada")))
    hosted.run(hosted.close_bets(TABLE))
    assert code(hosted, DEALER, NO_SPIN) is None


def test_a_decision_on_a_referral_is_no_way_round_it(hosted: Hosted) -> None:
    resting(hosted, "16")
    hosted.run(hosted.must(TABLE, Refer(reason="a quarrel about it")))
    void = {"type": "decide-referral", "decision": "void", "reason": WHY}
    assert code(hosted, SHIFT, void) == "approval/above"
    assert decided(hosted, MANAGER, asked(hosted, SHIFT, void)) is None
    assert hosted.house.floor.tables[TABLE].state.round is None


def test_the_round_waits_and_goes_on_when_it_is_declined(hosted: Hosted) -> None:
    resting(hosted)
    id_ = asked(hosted, SUPERVISOR, MOVE)
    assert confirm(hosted) == "approval/awaited"
    assert decided(hosted, SECOND, id_, "decline", reason="it lay on 16") is None
    assert confirm(hosted) is None


def test_the_round_waits_no_longer_than_the_approval(hosted: Hosted, clock: Clock) -> None:
    resting(hosted)
    id_ = asked(hosted, SUPERVISOR, MOVE)
    clock.now_ms += 5 * 60_000 - 1
    assert confirm(hosted) == "approval/awaited"
    clock.now_ms += 1
    assert confirm(hosted) is None
    assert decided(hosted, SECOND, id_) == "approval/lapsed"


def test_a_suspicion_stops_the_round_at_once(hosted: Hosted) -> None:
    """Only the decision about the money waits."""
    resting(hosted, "16")
    assert code(hosted, DEALER, NO_SPIN) == "approval/above"
    assert code(hosted, DEALER, {"type": "suspend-round", "reason": "the wheel felt slow"}) is None
    assert confirm(hosted, "16") == "round/held"
    assert decided(hosted, SECOND, asked(hosted, DEALER, NO_SPIN)) is None
    assert hosted.house.floor.tables[TABLE].state.round is None


def test_what_was_approved_for_one_round_counts_in_no_other(hosted: Hosted) -> None:
    resting(hosted, "16")
    id_ = asked(hosted, SUPERVISOR, MOVE)
    assert decided(hosted, SECOND, asked(hosted, DEALER, NO_SPIN)) is None
    resting(hosted)
    assert decided(hosted, SECOND, id_) == "approval/other-round"
    assert confirm(hosted) is None
