"""Who manages staff and terminals, and what becomes of it."""

from collections.abc import Callable

import pytest

from croupier.house.tray import CloseTable
from croupier.office import approvals, checks, sign_in, staff, terminals
from croupier.office.names import HOUSE
from croupier.office.sign_in import SignInFailed
from croupier.office.staff import StaffMoved
from croupier.office.state import OfficeState
from croupier.round.base import Actor, Decision
from croupier.rules.positions import Position
from tests.office.desk import DEALER, MANAGER, PLAYER, SHIFT, STAFF, SUPERVISOR, Desk, code

MANAGING: dict[str, Callable[[OfficeState, Actor], Decision]] = {
    "add": lambda s, by: staff.add(s, "new", Position.DEALER, by, 0),
    "move": lambda s, by: staff.move(s, "other", Position.PIT_MANAGER, by, "promoted"),
    "disable": lambda s, by: staff.disable(s, "other", by, "left"),
    "enable": lambda s, by: staff.enable(s, "out", by, "back"),
    "password": lambda s, by: staff.change_password(s, "other", by, 0),
    "enrol": lambda s, by: terminals.enrol(s, "seat-2", by),
    "withdraw": lambda s, by: terminals.withdraw(s, "seat-1", by, "broken"),
}
LEAST = dict.fromkeys(MANAGING, Position.GAMING_SHIFT_MANAGER) | dict.fromkeys(
    ("enrol", "withdraw"), Position.PIT_MANAGER
)


def desk_with_others() -> Desk:
    desk = Desk()
    desk.do(staff.add(desk.state, "other", Position.DEALER, HOUSE, 0))
    desk.do(staff.add(desk.state, "out", Position.DEALER, HOUSE, 0))
    desk.do(staff.disable(desk.state, "out", HOUSE, "left"))
    desk.do(terminals.enrol(desk.state, "seat-1", HOUSE))
    return desk


@pytest.mark.parametrize("action", MANAGING)
@pytest.mark.parametrize("by", [PLAYER, HOUSE, *STAFF], ids=lambda actor: actor.name)
def test_position_by_action(action: str, by: Actor) -> None:
    allowed = by == HOUSE or (by.position is not None and by.position.at_least(LEAST[action]))
    decided = MANAGING[action](desk_with_others().state, by)
    assert code(decided) == (None if allowed else "position/not-allowed")


@pytest.mark.parametrize("action", MANAGING)
def test_position_that_someone_no_longer_has_is_not_believed(action: str) -> None:
    desk = desk_with_others()
    decide = MANAGING[action]
    gone = Actor("gone", Position.GAMING_SHIFT_MANAGER)
    assert code(decide(desk.state, gone)) == "staff/unknown"
    liar = Actor("dora", Position.GAMING_SHIFT_MANAGER)
    assert code(decide(desk.state, liar)) == "staff/not-serving"
    desk.do(staff.disable(desk.state, "gia", HOUSE, "left"))
    assert code(decide(desk.state, SHIFT)) == "staff/not-serving"


def test_nobody_manages_themselves_but_may_change_their_password() -> None:
    desk = Desk()
    assert code(staff.disable(desk.state, "gia", SHIFT, "oops")) == "staff/own-self"
    assert code(staff.move(desk.state, "gia", Position.DEALER, SHIFT, "why")) == "staff/own-self"
    assert desk.do(staff.change_password(desk.state, "dora", DEALER, 0))
    assert code(staff.change_password(desk.state, "sue", DEALER, 0)) == "position/not-allowed"
    assert code(staff.change_password(desk.state, "nobody", SHIFT, 0)) == "staff/unknown"


def test_move_says_before_after_and_why() -> None:
    desk = Desk()
    [moved] = desk.do(staff.move(desk.state, "dora", Position.PIT_SUPERVISOR, SHIFT, "promoted"))
    assert moved == StaffMoved(
        staff="dora",
        before=Position.DEALER,
        after=Position.PIT_SUPERVISOR,
        reason="promoted",
        by=SHIFT,
    )
    assert desk.state.actor("dora") == Actor("dora", Position.PIT_SUPERVISOR)
    again = staff.move(desk.state, "dora", Position.PIT_SUPERVISOR, SHIFT, "promoted")
    assert code(again) == "staff/same-position"


def test_disabled_person_cannot_sign_in_and_what_they_asked_for_is_declined() -> None:
    desk = Desk()
    close = CloseTable(closer=5)
    desk.do(approvals.ask(desk.state, "t", SUPERVISOR, close, "short", 0))
    desk.do(approvals.ask(desk.state, "t", MANAGER, close, "short", 0))
    desk.do(staff.disable(desk.state, "sue", SHIFT, "left"))
    assert [one.verdict for one in desk.state.approvals.values()] == ["declined", "pending"]
    assert code(sign_in.sign_in(desk.state, "sue", "::1")) == "sign-in/refused"
    assert code(staff.disable(desk.state, "sue", SHIFT, "left")) == "staff/disabled"
    desk.do(staff.enable(desk.state, "sue", SHIFT, "back"))
    assert code(sign_in.sign_in(desk.state, "sue", "::1")) is None
    assert code(staff.enable(desk.state, "sue", SHIFT, "back")) == "staff/enabled"
    assert code(staff.enable(desk.state, "sue", SHIFT, "")) == "reason/empty"


def test_failure_says_why_but_no_name_that_is_nobodys() -> None:
    desk = Desk()
    desk.do(staff.disable(desk.state, "sue", SHIFT, "left"))
    faults = [sign_in.fail(desk.state, name, "::1")[0] for name in ("dora", "sue", "hunter2 typed")]
    assert faults == [
        SignInFailed(staff="dora", why="password", address="::1"),
        SignInFailed(staff="sue", why="disabled", address="::1"),
        SignInFailed(staff=None, why="unknown", address="::1"),
    ]


def test_terminal_is_withdrawn_and_comes_back() -> None:
    desk = Desk()
    desk.do(terminals.enrol(desk.state, "seat-1", MANAGER, "rapid", ["rapid"]))
    assert checks.not_enrolled(desk.state, "seat-1") is None
    assert code(terminals.enrol(desk.state, "seat-1", MANAGER)) == "terminal/name-taken"
    assert code(terminals.withdraw(desk.state, "seat-1", MANAGER, " ")) == "reason/empty"
    desk.do(terminals.withdraw(desk.state, "seat-1", MANAGER, "broken"))
    no = checks.not_enrolled(desk.state, "seat-1")
    assert no is not None
    assert no.code == "terminal/withdrawn"
    assert code(terminals.withdraw(desk.state, "seat-1", MANAGER, "broken")) == "terminal/withdrawn"
    assert code(terminals.withdraw(desk.state, "seat-9", MANAGER, "broken")) == "terminal/none"
    desk.do(terminals.enrol(desk.state, "seat-1", MANAGER))
    assert checks.not_enrolled(desk.state, "seat-1") is None
    assert desk.state.terminals["seat-1"].enrolment == 2
