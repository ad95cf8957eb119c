"""The office's state: every event changes it or says not, and it comes back from plain values."""

import json

from croupier.history import audit
from croupier.house.tray import CloseTable
from croupier.office import EVENTS, alerts, approvals, staff, terminals
from croupier.office.alerts import AlertRaised
from croupier.office.approvals import ApprovalCarriedOut
from croupier.office.state import OfficeState, evolve, from_plain, to_plain
from croupier.round.base import Actor
from croupier.round.bets import WagerPlaced
from croupier.round.correction import OutcomeCorrected
from croupier.rules.positions import Position
from croupier.table.codec import CODEC
from croupier.words.message import as_typed
from tests.office.desk import DEALER, MANAGER, SHIFT, SUPERVISOR, Desk, code


def busy() -> Desk:
    """An office with a bit of everything."""
    desk = Desk()
    state = desk.state
    desk.do(staff.add(state, "ola", Position.DEALER, SHIFT, 7))
    desk.do(staff.disable(state, "ola", SHIFT, "left"))
    desk.do(staff.change_password(state, "max", MANAGER, 0))
    desk.do(terminals.enrol(state, "seat-1", MANAGER, "rapid", ["rapid"]))
    desk.do(terminals.withdraw(state, "seat-1", MANAGER, "broken"))
    desk.do(terminals.enrol(state, "seat-2", MANAGER))
    for _ in range(3):
        desk.do(approvals.ask(state, "t", SUPERVISOR, CloseTable(closer=1), "short", 5))
    desk.do(approvals.approve(state, 2, MANAGER, 6))
    desk.do([ApprovalCarriedOut(id=2, accepted=False, seq=9, code="table/closed", message="no")])
    desk.do(approvals.decline(state, 3, MANAGER, "not so", 7))
    desk.do(list(alerts.raised(state, "t", "sensor", [as_typed("no signal")], 8)))
    desk.do(list(alerts.raised(state, None, "disk", [as_typed("nearly full")], 9)))
    desk.do(alerts.acknowledge(state, 1, DEALER))
    return desk


def test_every_event_has_a_name_of_its_own() -> None:
    assert len({event.name for event in EVENTS}) == len(EVENTS)


def test_state_is_a_fold_over_its_events_written_and_read() -> None:
    desk = busy()
    replayed = OfficeState()
    for event in desk.events:
        read = CODEC.event(CODEC.entry("house", 1, 0, event))
        assert read == event
        evolve(read, replayed)
    assert replayed == desk.state


def test_state_comes_back_from_plain_values_through_json() -> None:
    state = busy().state
    back = from_plain(json.loads(json.dumps(to_plain(state))))
    assert back == state
    assert back.approvals[2].verdict == "refused"
    assert from_plain({}) == OfficeState()


def test_copy_changes_on_its_own() -> None:
    desk = busy()
    before, plain = desk.state.copy(), to_plain(desk.state)
    desk.do(approvals.approve(desk.state, 1, MANAGER, 9))
    desk.do(alerts.acknowledge(desk.state, 2, DEALER))
    desk.do(staff.enable(desk.state, "ola", SHIFT, "back"))
    desk.do(terminals.enrol(desk.state, "seat-3", MANAGER))
    assert to_plain(before) == plain
    assert to_plain(desk.state) != plain


def test_alert_stays_until_acknowledged_and_the_same_one_is_raised_once() -> None:
    desk = busy()
    assert set(desk.state.alerts) == {2}
    assert alerts.raised(desk.state, None, "disk", [as_typed("nearly full")], 99) == []
    assert alerts.raised(desk.state, "t", "sensor", [as_typed("no signal")], 99)
    assert code(alerts.acknowledge(desk.state, 1, DEALER)) == "alert/acknowledged"
    assert code(alerts.acknowledge(desk.state, 3, DEALER)) == "alert/unknown"
    stranger = Actor("eve", Position.DEALER)
    assert code(alerts.acknowledge(desk.state, 2, stranger)) == "staff/unknown"
    desk.do(alerts.acknowledge(desk.state, 2, DEALER))
    [again] = desk.do(alerts.raised(desk.state, None, "disk", [as_typed("nearly\nfull")], 99))
    assert isinstance(again, AlertRaised)
    assert (again.id, again.messages) == (3, (as_typed("nearly?full"),))


def test_audit_trail_says_who_what_why_before_and_after() -> None:
    lines = {line.what: line for event in busy().events if (line := audit.line(event))}
    disabled = lines["staff.disabled"]
    assert (disabled.who, disabled.about, disabled.why) == (SHIFT, "ola", "left")
    assert (disabled.before, disabled.after) == ("enabled", "disabled")
    corrected = OutcomeCorrected(
        round=3,
        was="1",
        now="2",
        by=SUPERVISOR,
        approver=MANAGER,
        reading=19,
        reversed={},
        returned={},
    )
    line = audit.line(corrected)
    assert line is not None
    assert (line.who, line.approver, line.about) == (SUPERVISOR, MANAGER, "3")
    assert (line.before, line.after) == ("1", "2")
    wager = WagerPlaced(player="ada", wager="red", amount=5, chips="credits")
    assert audit.line(wager) is None
