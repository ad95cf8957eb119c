"""Who acts at which tables, and when: by whom it is decided, and when it ends."""

import pytest

from croupier.office import assignments
from croupier.office.appointments import HOUR_MS, appoint
from croupier.office.assignments import EACH_MAX, away
from croupier.office.names import HOUSE
from croupier.office.state import Assignment, from_plain, to_plain
from croupier.round.base import Actor, Decision
from croupier.rules.positions import Position
from tests.office.desk import DEALER, MANAGER, PLAYER, SHIFT, SUPERVISOR, Desk, code

TABLES = ("t-1", "t-2", "t-3")
NOW_MS = 1_000_000


@pytest.fixture
def desk() -> Desk:
    return Desk()


def assign(
    desk: Desk,
    staff: Actor = DEALER,
    by: Actor = MANAGER,
    tables: tuple[str, ...] = ("t-1",),
    hours: int = 8,
    from_ms: int = NOW_MS,
    reason: str = "late shift",
) -> Decision:
    asked = Assignment(staff.name, tables, from_ms, 0, reason, by)
    return assignments.assign(desk.state, asked, hours, TABLES, NOW_MS)


def at(desk: Desk, table: str, now_ms: int = NOW_MS, who: Actor = DEALER) -> str | None:
    no = away(desk.state, table, who, now_ms)
    return None if no is None else no.code


def test_whoever_is_assigned_acts_there_and_then_and_nowhere_else(desk: Desk) -> None:
    assert at(desk, "t-3") is None
    desk.do(assign(desk, tables=("t-1", "t-2"), from_ms=NOW_MS + HOUR_MS, hours=2))
    begins, ends = NOW_MS + HOUR_MS, NOW_MS + 3 * HOUR_MS
    assert at(desk, "t-1", begins - 1) == "assignment/elsewhere"
    assert at(desk, "t-1", begins) is None
    assert at(desk, "t-2", ends - 1) is None
    assert at(desk, "t-3", begins) == "assignment/elsewhere"
    assert at(desk, "t-3", begins, SUPERVISOR) is None
    assert at(desk, "t-3", begins, PLAYER) is None


def test_it_ends_by_itself(desk: Desk) -> None:
    desk.do(assign(desk, hours=1))
    assert assignments.over(desk.state, NOW_MS + HOUR_MS - 1) == []
    desk.do(assignments.over(desk.state, NOW_MS + HOUR_MS))
    assert desk.state.assignments == {}
    assert at(desk, "t-3", NOW_MS + HOUR_MS) is None


def test_where_everybody_is_assigned_only_the_shift_manager_needs_none(desk: Desk) -> None:
    for who in (DEALER, SUPERVISOR, MANAGER):
        no = away(desk.state, "t-1", who, NOW_MS, assigned_only=True)
        assert no is not None
        assert no.code == "assignment/none"
        assert no.message
    acting = Actor(MANAGER.name, Position.GAMING_SHIFT_MANAGER, acting=True)
    for who, code_ in ((SHIFT, None), (PLAYER, None), (HOUSE, None), (acting, "assignment/none")):
        no = away(desk.state, "t-1", who, NOW_MS, assigned_only=True)
        assert (no.code if no is not None else None) == code_, who


@pytest.mark.parametrize(
    ("who", "by", "code_"),
    [
        (DEALER, DEALER, "position/not-allowed"),
        (DEALER, SUPERVISOR, "position/not-allowed"),
        (DEALER, MANAGER, None),
        (SUPERVISOR, MANAGER, None),
        (MANAGER, MANAGER, "position/not-allowed"),
        (MANAGER, SHIFT, None),
        (SHIFT, SHIFT, "staff/own-self"),
        (SHIFT, HOUSE, "assignment/whole-floor"),
        (DEALER, HOUSE, None),
        (PLAYER, MANAGER, "staff/unknown"),
    ],
)
def test_whoever_assigns_stands_above(desk: Desk, who: Actor, by: Actor, code_: str | None) -> None:
    assert code(assign(desk, who, by)) == code_


def test_nobody_frees_themselves(desk: Desk) -> None:
    desk.do(assign(desk, MANAGER, SHIFT))
    for by in (MANAGER, SUPERVISOR):
        decided = assignments.withdraw(desk.state, 1, by, "I am needed elsewhere")
        assert code(decided) == "position/not-allowed"
    desk.do(appoint(desk.state, "max", Position.GAMING_SHIFT_MANAGER, 8, SHIFT, "ill", NOW_MS))
    acting = desk.state.acting(MANAGER)
    decided = assignments.withdraw(desk.state, 1, acting, "I am needed elsewhere")
    assert code(decided) == "staff/own-self", "nor while they act in a higher position"
    desk.do(assignments.withdraw(desk.state, 1, SHIFT, "needed elsewhere"))
    assert at(desk, "t-3", who=MANAGER) is None
    assert code(assignments.withdraw(desk.state, 1, SHIFT, "again")) == "assignment/unknown"


@pytest.mark.parametrize(
    ("terms", "code_"),
    [
        ({"tables": ()}, "assignment/bad-tables"),
        ({"tables": ("t-1", "t-9")}, "assignment/bad-tables"),
        ({"hours": 0}, "assignment/bad-times"),
        ({"hours": 13}, "assignment/bad-times"),
        ({"from_ms": NOW_MS + 32 * 24 * HOUR_MS}, "assignment/bad-times"),
        ({"reason": " "}, "reason/empty"),
    ],
)
def test_what_cannot_be_assigned(desk: Desk, terms: dict[str, object], code_: str) -> None:
    assert code(assign(desk, **terms)) == code_  # type: ignore[arg-type]


def test_it_never_begins_before_it_is_made_and_there_are_not_too_many(desk: Desk) -> None:
    desk.do(assign(desk, from_ms=0, hours=1))
    assert desk.state.assignments[1].from_ms == NOW_MS
    assert desk.state.assignments[1].until_ms == NOW_MS + HOUR_MS
    for _ in range(EACH_MAX - 1):
        desk.do(assign(desk))
    assert code(assign(desk)) == "assignment/too-many"


def test_the_office_is_the_same_after_a_snapshot(desk: Desk) -> None:
    desk.do(assign(desk))
    assert from_plain(to_plain(desk.state)) == desk.state
