"""One person who makes accounts to be two people: every scheme of it is refused for good."""

import json

import pytest

from croupier.house.tray import CloseTable
from croupier.office import alerts, approvals, staff
from croupier.office.alerts import AlertRaised
from croupier.office.approvals import ApprovalAsked
from croupier.office.names import HOUSE
from croupier.office.state import from_plain, to_plain
from croupier.round.base import Actor
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from croupier.words.message import as_typed
from tests.office.desk import DEALER, MANAGER, SHIFT, SUPERVISOR, Desk, code

NOW = 100 * 3_600_000
DAY_MS = 24 * 3_600_000
CLOSE = CloseTable(closer=100)


def asked(desk: Desk, by: Actor) -> int:
    [event] = desk.do(approvals.ask(desk.state, "t", by, CLOSE, "the wrong chips", NOW))
    assert isinstance(event, ApprovalAsked)
    return event.id


def made(
    desk: Desk,
    name: str,
    by: Actor,
    position: Position = Position.PIT_SUPERVISOR,
    since_ms: int = 1,
) -> Actor:
    """Someone new, who has chosen a password of their own since."""
    own = Actor(name, position)
    desk.do(staff.add(desk.state, name, position, by, since_ms))
    desk.do(staff.change_password(desk.state, name, own, NOW - 1))
    return own


def tried(desk: Desk, first: Actor, second: Actor) -> str | None:
    """Why the second cannot approve for the first."""
    return code(approvals.approve(desk.state, asked(desk, first), second, NOW))


def refused_either_way(desk: Desk, one: Actor, other: Actor) -> bool:
    return {tried(desk, one, other), tried(desk, other, one)} == {"approval/same-hands"}


def test_a_maker_and_what_they_made_are_one_person_either_way_round() -> None:
    desk = Desk()
    puppet = made(desk, "pet", SHIFT)
    assert refused_either_way(desk, SHIFT, puppet)
    no = approvals.approve(desk.state, asked(desk, SHIFT), puppet, NOW)
    assert isinstance(no, Refusal)
    assert no.figures["maker"] == "gia"


def test_two_accounts_of_one_maker_are_one_person() -> None:
    desk = Desk()
    assert refused_either_way(desk, made(desk, "pet", SHIFT), made(desk, "pat", SHIFT))


def test_a_puppet_that_makes_puppets_changes_nothing() -> None:
    desk = Desk()
    between = made(desk, "pet", SHIFT, Position.GAMING_SHIFT_MANAGER)
    far = made(desk, "pat", between)
    assert refused_either_way(desk, SHIFT, far)
    assert refused_either_way(desk, made(desk, "pim", SHIFT), far)


@pytest.mark.parametrize("since", ["", "changed", "reset by the house", "moved and enabled"])
def test_an_account_that_someone_reset_is_theirs_too(since: str) -> None:
    desk = Desk()
    desk.do(staff.change_password(desk.state, "max", SHIFT, 1))
    if since == "changed":
        desk.do(staff.change_password(desk.state, "max", MANAGER, 0))
    elif since == "reset by the house":
        desk.do(staff.change_password(desk.state, "max", HOUSE, 0))
    elif since:
        for position in (Position.DEALER, Position.PIT_MANAGER):
            desk.do(staff.move(desk.state, "max", position, HOUSE, "moved"))
        desk.do(staff.disable(desk.state, "max", HOUSE, "left"))
        desk.do(staff.enable(desk.state, "max", HOUSE, "back"))
    assert refused_either_way(desk, SHIFT, MANAGER)
    assert refused_either_way(desk, made(desk, "pet", SHIFT), MANAGER)
    assert tried(desk, MANAGER, SUPERVISOR) is None, "who has nothing to do with it approves"


def test_two_who_reset_each_other_are_one_person() -> None:
    desk = Desk()
    other = made(desk, "ola", HOUSE, Position.GAMING_SHIFT_MANAGER)
    assert tried(desk, SHIFT, other) is None
    desk.do(staff.change_password(desk.state, "ola", SHIFT, 0))
    desk.do(staff.change_password(desk.state, "gia", other, 0))
    assert refused_either_way(desk, SHIFT, other)


def test_people_of_the_house_itself_and_of_two_makers_are_two() -> None:
    """The very first people are made from the command line, on record as the house's."""
    desk = Desk()
    other = made(desk, "ola", HOUSE, Position.GAMING_SHIFT_MANAGER)
    for first, second in ((SHIFT, SUPERVISOR), (SUPERVISOR, MANAGER), (MANAGER, SHIFT)):
        assert tried(desk, first, second) is None
    assert tried(desk, SUPERVISOR, made(desk, "pet", SHIFT)) is None
    assert tried(desk, made(desk, "pat", SHIFT), made(desk, "pim", other)) is None


@pytest.mark.parametrize("how", ["made", "reset", "second factor"])
def test_an_account_that_somebody_made_or_reset_waits_before_it_approves(how: str) -> None:
    desk = Desk()
    since, second = NOW - DAY_MS + 1, MANAGER
    if how == "made":
        second = made(desk, "pet", SHIFT, since_ms=since)
    elif how == "reset":
        desk.do(staff.change_password(desk.state, second.name, SHIFT, since))
        desk.do(staff.change_password(desk.state, second.name, second, NOW - 5))
    else:
        desk.do(staff.change_password(desk.state, second.name, second, NOW - 5))
        desk.do(staff.reset_second_factor(desk.state, second.name, SHIFT, "it is lost", since))
    assert tried(desk, SUPERVISOR, second) == "approval/too-new"
    id_ = asked(desk, SUPERVISOR)
    assert code(approvals.approve(desk.state, id_, second, NOW + 1)) is None
    for wait_ms, expected in ((0, None), (DAY_MS - 1, None), (DAY_MS, "approval/too-new")):
        assert code(approvals.approve(desk.state, id_, second, NOW, wait_ms)) == expected
    assert code(approvals.decline(desk.state, id_, second, "not so", NOW)) is None


def test_a_password_that_somebody_else_chose_approves_nothing() -> None:
    """Whoever asks: until its owner has chosen another, the maker may be the one who approves."""
    desk = Desk()
    pet = Actor("pet", Position.PIT_MANAGER)
    desk.do(staff.add(desk.state, "pet", Position.PIT_MANAGER, SHIFT, 1))
    assert tried(desk, SUPERVISOR, pet) == "approval/password-known"
    desk.do(staff.change_password(desk.state, "pet", pet, NOW))
    assert tried(desk, SUPERVISOR, pet) is None
    desk.do(staff.change_password(desk.state, "max", SHIFT, NOW))
    assert tried(desk, SUPERVISOR, MANAGER) == "approval/password-known"
    desk.do(staff.change_password(desk.state, "max", MANAGER, NOW))
    assert tried(desk, SUPERVISOR, MANAGER) == "approval/too-new", "and then it waits"


def test_an_account_of_the_house_itself_approves_at_once() -> None:
    """A first day is possible; and the command line does not shorten a wait that runs."""
    desk = Desk()
    desk.do(staff.add(desk.state, "ola", Position.PIT_MANAGER, HOUSE, NOW))
    desk.do(staff.change_password(desk.state, "max", HOUSE, NOW))
    for second in (Actor("ola", Position.PIT_MANAGER), MANAGER):
        assert tried(desk, SUPERVISOR, second) is None
    desk.do(staff.change_password(desk.state, "max", SHIFT, NOW))
    desk.do(staff.change_password(desk.state, "max", HOUSE, NOW))
    assert tried(desk, SUPERVISOR, MANAGER) == "approval/too-new"


def test_makers_are_written_with_the_office() -> None:
    desk = Desk()
    puppet = made(desk, "pet", SHIFT)
    desk.state = from_plain(json.loads(json.dumps(to_plain(desk.state))))
    assert refused_either_way(desk, SHIFT, puppet)
    copy = desk.state.copy()
    made(desk, "pat", SHIFT)
    assert copy.makers == {"pet": ("gia",)}


def test_no_puppet_puts_away_an_alert_about_its_maker() -> None:
    desk = Desk()
    puppet = made(desk, "pet", SHIFT)
    raised = alerts.raised(
        desk.state, "t", "count/differs", [as_typed("by gia")], NOW, ("gia", "max")
    )
    [alert] = desk.do(raised)
    assert isinstance(alert, AlertRaised)
    assert alert.about == ("gia", "max")
    expected = {
        SHIFT: "alert/own",
        MANAGER: "alert/own",
        puppet: "alert/same-hands",
        DEALER: "position/not-allowed",
        SUPERVISOR: None,
    }
    for by, no in expected.items():
        assert code(alerts.acknowledge(desk.state, alert.id, by)) == no, by


@pytest.mark.parametrize("kind", ["count/differs", "float/short", "float/count-differs"])
def test_alerts_about_money_are_for_a_supervisor_whoever_they_name(kind: str) -> None:
    desk = Desk()
    desk.do(alerts.raised(desk.state, "t", kind, [as_typed("a difference")], NOW))
    assert code(alerts.acknowledge(desk.state, 1, DEALER)) == "position/not-allowed"
    assert code(alerts.acknowledge(desk.state, 1, SUPERVISOR)) is None
