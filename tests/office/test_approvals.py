"""Two different people: the whole matrix of who may ask and who may approve (requirement 16)."""

import itertools

import msgspec
import pytest

from croupier import books
from croupier.house.adjustment import AdjustBalance
from croupier.house.base import Procedure
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn
from croupier.house.day import CountDay
from croupier.house.tray import CloseTable
from croupier.house.vouchers import CashVoucher
from croupier.office import approvals, staff
from croupier.office.approvals import (
    IN_PLAY,
    LAPSES_AFTER_MS,
    PENDING_MAX,
    TWO_PERSON,
    ApprovalAsked,
    ApprovalLapsed,
)
from croupier.office.names import HOUSE
from croupier.office.state import APPROVALS_KEPT
from croupier.round.base import Actor, Command, RoundCommand
from croupier.round.correction import CorrectOutcome, VoidAfterOutcome
from croupier.round.interruption import AbandonRound
from croupier.round.no_spin import CallNoSpin
from croupier.round.permissions import APPROVER
from croupier.round.referral import DecideReferral
from croupier.round.ruling import RevokeRuling, RuleOnWager
from croupier.round.spin import SpinBall
from croupier.round.void import VoidRound
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from tests.office.desk import DEALER, MANAGER, PLAYER, SHIFT, STAFF, SUPERVISOR, Desk, code

NOBODY = Actor("")
COMMANDS: list[Command] = [
    CorrectOutcome(round=3, number="17", approver=NOBODY),
    VoidAfterOutcome(round=3, clause="5.4", approver=NOBODY),
    DecideReferral(decision="void", round=3),
    AdjustBalance(player="ada", amount=-5, reason="miscount", approver=NOBODY),
    CountDay(day="2026-11-15", cash=0, bills=0, vouchers=0, desk=0, paid=0),
    CloseTable(closer=100),
]
COUNTER: list[Command] = [
    BuyIn(player="ada", amount=5),
    CashOut(player="ada"),
    CollectHeld(player="ada"),
    CashVoucher(voucher="00041061050R3GG28A1C60T3GF"),
]
"""House procedure: above the house's amounts these take two people too."""
CLOSE = COMMANDS[-1]
NOW = 1_000_000


def asked(desk: Desk, by: Actor = SUPERVISOR, command: Command = CLOSE, now_ms: int = NOW) -> int:
    [event] = desk.do(approvals.ask(desk.state, "t", by, command, "the wrong chips", now_ms))
    assert isinstance(event, ApprovalAsked)
    return event.id


def test_commands_for_two_are_those_with_an_approver() -> None:
    always = {type(command) for command in COMMANDS}
    assert always | {type(command) for command in COUNTER} | IN_PLAY == TWO_PERSON
    decide = {RuleOnWager, RevokeRuling, CallNoSpin, VoidRound, AbandonRound}
    assert {*decide, DecideReferral} == IN_PLAY
    book = books.load(books.ids()[0])
    for kind in always:
        if issubclass(kind, Procedure):
            assert kind.allowed.least == APPROVER
            continue
        assert issubclass(kind, RoundCommand)
        assert kind.allowed is not None
        if kind is DecideReferral:
            decides = kind.allowed.who(books.load("sands-2019"))
            assert decides == (Position.GAMING_SHIFT_MANAGER,), "6.2: by the table, not the office"
        else:
            assert kind.allowed.who(book) == (APPROVER,)
            assert kind.allowed.house


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("first", [PLAYER, *STAFF], ids=lambda actor: actor.name)
def test_who_may_ask(first: Actor, command: Command) -> None:
    decided = approvals.ask(Desk().state, "t", first, command, "why", NOW)
    allowed = first in (SUPERVISOR, MANAGER, SHIFT)
    assert code(decided) == (None if allowed else "position/not-allowed")


@pytest.mark.parametrize("command", COUNTER, ids=lambda each: type(each).__name__)
def test_who_may_do_it_alone_may_ask_for_more_and_never_approve_it(command: Command) -> None:
    """A Dealer asks for a large buy-in; no Dealer is a second person."""
    desk = Desk()
    assert isinstance(command, Procedure)
    least = command.allowed.least
    for first in (PLAYER, *STAFF):
        decided = approvals.ask(desk.state, "t", first, command, "a large note", NOW)
        allowed = first.position is not None and first.position.at_least(least)
        assert code(decided) == (None if allowed else "position/not-allowed")
    id_ = asked(desk, SUPERVISOR, command)
    assert code(approvals.approve(desk.state, id_, DEALER, NOW)) == "approval/position"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize(
    ("first", "second"),
    list(itertools.product((SUPERVISOR, MANAGER, SHIFT), (PLAYER, *STAFF))),
    ids=lambda actor: actor.name,
)
def test_who_may_approve(first: Actor, second: Actor, command: Command) -> None:
    desk = Desk()
    id_ = asked(desk, first, command)
    expected = None
    if second.name == first.name:
        expected = "approval/same-person"
    elif second in (PLAYER, DEALER):
        expected = "approval/position"
    assert code(approvals.approve(desk.state, id_, second, NOW)) == expected
    assert code(approvals.decline(desk.state, id_, second, "not so", NOW)) == (
        expected if expected != "approval/same-person" else None
    )


def test_one_decision_on_a_referral_waits_at_a_time() -> None:
    """6.2: two that wait for one round could not both be carried out."""
    desk = Desk()
    void = DecideReferral(decision="void", round=3)
    id_ = asked(desk, SHIFT, void)
    again = approvals.ask(desk.state, "t", SHIFT, void, "once more", NOW)
    assert isinstance(again, Refusal)
    assert again.code == "approval/asked-already"
    assert f"approval {id_}" in again.message
    for table, command in (("u", void), ("t", msgspec.structs.replace(void, round=4))):
        assert code(approvals.ask(desk.state, table, SHIFT, command, "another", NOW)) is None
    assert code(approvals.ask(desk.state, "t", SHIFT, void, "later", NOW + LAPSES_AFTER_MS)) is None
    desk.do(approvals.decline(desk.state, id_, SUPERVISOR, "not so", NOW))
    assert asked(desk, SHIFT, void) > id_


def test_one_count_of_a_day_waits_at_a_time() -> None:
    desk = Desk()
    count = CountDay(day="2026-11-15", cash=0, bills=0, vouchers=0, desk=0, paid=0)
    asked(desk, SUPERVISOR, count)
    again = msgspec.structs.replace(count, cash=5)
    for by in (SUPERVISOR, SHIFT):
        no = approvals.ask(desk.state, "t", by, again, "once more", NOW)
        assert code(no) == "approval/asked-already"
    other = msgspec.structs.replace(count, day="2026-11-16")
    for table, command in (("u", count), ("t", other)):
        assert code(approvals.ask(desk.state, table, SHIFT, command, "another", NOW)) is None


def test_second_person_of_the_same_name_in_another_position_is_the_same_person() -> None:
    desk = Desk()
    id_ = asked(desk)
    other = Actor("sue", Position.GAMING_SHIFT_MANAGER)
    assert code(approvals.approve(desk.state, id_, other, NOW)) == "approval/same-person"


def test_second_person_must_be_on_the_staff_now() -> None:
    desk = Desk()
    id_ = asked(desk)
    stranger = Actor("eve", Position.PIT_MANAGER)
    assert code(approvals.approve(desk.state, id_, stranger, NOW)) == "staff/unknown"
    promoted = Actor("dora", Position.PIT_MANAGER)
    assert code(approvals.approve(desk.state, id_, promoted, NOW)) == "staff/not-serving"
    desk.do(staff.disable(desk.state, "max", HOUSE, "left"))
    assert code(approvals.approve(desk.state, id_, MANAGER, NOW)) == "staff/not-serving"


def test_first_person_must_still_be_there() -> None:
    desk = Desk()
    id_ = asked(desk)
    desk.do(staff.move(desk.state, "sue", Position.DEALER, SHIFT, "moved"))
    assert code(approvals.approve(desk.state, id_, MANAGER, NOW)) == "approval/asker-gone"


def test_it_lapses_after_thirty_minutes_noted_or_not() -> None:
    desk = Desk()
    id_ = asked(desk)
    assert LAPSES_AFTER_MS == 30 * 60 * 1000
    last, late = NOW + LAPSES_AFTER_MS - 1, NOW + LAPSES_AFTER_MS
    assert code(approvals.approve(desk.state, id_, MANAGER, last)) is None
    assert approvals.lapse(desk.state, last) == []
    assert code(approvals.approve(desk.state, id_, MANAGER, late)) == "approval/lapsed"
    assert code(approvals.decline(desk.state, id_, MANAGER, "no", late)) == "approval/lapsed"
    assert desk.do(approvals.lapse(desk.state, late)) == [ApprovalLapsed(id=id_)]
    assert approvals.lapse(desk.state, late) == []
    assert code(approvals.approve(desk.state, id_, MANAGER, NOW)) == "approval/lapsed"


def test_it_is_decided_once() -> None:
    desk = Desk()
    given, declined, own = asked(desk), asked(desk), asked(desk)
    desk.do(approvals.approve(desk.state, given, MANAGER, NOW))
    desk.do(approvals.decline(desk.state, declined, MANAGER, "not so", NOW))
    desk.do(approvals.decline(desk.state, own, SUPERVISOR, "my mistake", NOW))
    for id_ in (given, declined, own):
        assert code(approvals.approve(desk.state, id_, SHIFT, NOW)) == "approval/decided"
        assert code(approvals.decline(desk.state, id_, SHIFT, "not so", NOW)) == "approval/decided"
    for unknown in (0, -1, 4):
        assert code(approvals.approve(desk.state, unknown, SHIFT, NOW)) == "approval/unknown"


def test_numbers_count_up_in_the_order_of_approval() -> None:
    desk = Desk()
    first, second = asked(desk), asked(desk)
    desk.do(approvals.approve(desk.state, second, MANAGER, NOW))
    desk.do(approvals.approve(desk.state, first, MANAGER, NOW))
    assert [desk.state.approvals[id_].number for id_ in (first, second)] == [2, 1]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: type(each).__name__)
def test_command_is_kept_as_asked_and_carried_out_with_the_second_person(command: Command) -> None:
    desk = Desk()
    planted = approvals.with_approver(command, SHIFT)
    kept = desk.state.approvals[asked(desk, command=planted)]
    assert "approver" not in kept.command
    assert kept.asked == command.__struct_config__.tag
    done = approvals.with_approver(kept.command, MANAGER)
    assert done == approvals.with_approver(command, MANAGER)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: type(each).__name__)
def test_command_is_read_from_json_without_an_approver(command: Command) -> None:
    fields = msgspec.to_builtins(command)
    fields.pop("approver")
    read = approvals.read_command(msgspec.json.encode(fields))
    assert read == approvals.with_approver(command, NOBODY)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"nonsense",
        b'"close-table"',
        b'{"type":"spin-ball"}',
        b'{"type":"close-table"}',
        b'{"type":["close-table"]}',
        b'{"type":"close-table","closer":"1"}',
        b'{"type":"close-table","closer":1,"more":2}',
        b'{"type":"close-table","closer":1e999}',
        b"\xff",
    ],
)
def test_what_is_no_command_for_two_is_refused(text: bytes) -> None:
    read = approvals.read_command(text)
    assert isinstance(read, Refusal)
    assert read.code == "approval/bad-command"
    assert read.message.isprintable()


def test_what_one_person_may_do_is_not_asked_of_two() -> None:
    decided = approvals.ask(Desk().state, "t", SHIFT, SpinBall(), "why", NOW)
    assert code(decided) == "approval/not-needed"


def test_bounds_of_reason_of_command_and_of_how_many_wait() -> None:
    desk = Desk()
    assert code(approvals.ask(desk.state, "t", SHIFT, CLOSE, "\n", NOW)) == "reason/empty"
    long = CorrectOutcome(round=1, number="1" * 5000, approver=NOBODY)
    assert code(approvals.ask(desk.state, "t", SHIFT, long, "why", NOW)) == "approval/bad-command"
    for _ in range(PENDING_MAX):
        last = asked(desk)
    assert (
        code(approvals.ask(desk.state, "t", SUPERVISOR, CLOSE, "so!", NOW)) == "approval/too-many"
    )
    assert code(approvals.ask(desk.state, "t", MANAGER, CLOSE, "why", NOW)) is None
    desk.do(approvals.decline(desk.state, last, MANAGER, "not so", NOW))
    assert code(approvals.ask(desk.state, "t", SUPERVISOR, CLOSE, "why", NOW)) is None


def test_memory_of_what_is_decided_is_bounded_and_what_is_open_stays() -> None:
    desk = Desk()
    pending = asked(desk, MANAGER)
    ids = []
    for _ in range(APPROVALS_KEPT + 10):
        ids.append(asked(desk))
        desk.do(approvals.decline(desk.state, ids[-1], SUPERVISOR, "not so", NOW))
    asked(desk)
    assert len(desk.state.approvals) == APPROVALS_KEPT + 2
    assert desk.state.approvals[pending].verdict == "pending"
    assert ids[0] not in desk.state.approvals
    assert code(approvals.approve(desk.state, ids[0], SHIFT, NOW)) == "approval/decided"
