"""Acting in a position: an appointment for a shift (6.3 or 6.2, reading 22)."""

import pytest

from croupier.house import decide
from croupier.office import appointments
from croupier.office.appointments import AppointmentEnded
from croupier.office.checks import not_serving
from croupier.office.names import HOUSE
from croupier.office.staff import StaffAdded, StaffMoved
from croupier.office.state import OfficeState, Staff, evolve, from_plain, to_plain
from croupier.round.base import Actor
from croupier.round.referral import DecideReferral, Refer
from croupier.round.spin import SpinBall
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from tests.clauses import proves
from tests.house.at_table import AtTable

D, S, M, G = Position
DORA, SUE, MAX, GIA = Actor("dora", D), Actor("sue", S), Actor("max", M), Actor("gia", G)
HOUR_MS = 3_600_000


@pytest.fixture
def office() -> OfficeState:
    state = OfficeState()
    for one in (DORA, SUE, MAX, GIA):
        assert one.position is not None
        evolve(StaffAdded(staff=one.name, position=one.position, by=HOUSE), state)
    return state


def appointed(
    state: OfficeState, name: str, position: Position, by: Actor, hours: int = 8
) -> str | None:
    decided = appointments.appoint(state, name, position, hours, by, "sue is ill", 1000)
    if isinstance(decided, Refusal):
        return decided.code
    for event in decided:
        evolve(event, state)
    return None


@pytest.mark.parametrize(
    ("to", "by", "code"),
    [
        (S, DORA, "position/not-allowed"),
        (S, SUE, "position/not-allowed"),
        (S, MAX, None),
        (S, GIA, None),
        (S, HOUSE, None),
        (M, MAX, "position/not-allowed"),
        (M, GIA, None),
        (G, MAX, "position/not-allowed"),
        (G, GIA, None),
    ],
)
def test_who_appoints_holds_the_position_above(
    office: OfficeState, to: Position, by: Actor, code: str | None
) -> None:
    assert appointed(office, "dora", to, by) == code
    acts = Actor("dora", to, acting=True) if code is None else DORA
    assert office.acting(DORA) == acts
    assert not_serving(office, acts) is None


def test_what_is_no_appointment(office: OfficeState) -> None:
    assert appointed(office, "eve", S, GIA) == "staff/unknown"
    assert appointed(office, "max", S, GIA) == "staff/not-above"
    assert appointed(office, "gia", G, GIA) == "staff/own-self"
    assert appointed(office, "dora", S, MAX, hours=13) == "staff/bad-hours"
    assert appointed(office, "dora", S, MAX) is None
    assert appointed(office, "dora", M, GIA) == "staff/acting"
    short = appointments.appoint(office, "sue", M, 8, GIA, "x", 0)
    assert isinstance(short, Refusal)
    assert short.code == "reason/too-short"


def test_it_ends_with_the_shift_or_when_withdrawn_or_moved(office: OfficeState) -> None:
    assert appointed(office, "dora", S, MAX, hours=2) is None
    assert from_plain(to_plain(office)) == office
    assert appointments.over(office, 1000 + 2 * HOUR_MS - 1) == []
    (ended,) = appointments.over(office, 1000 + 2 * HOUR_MS)
    assert isinstance(ended, AppointmentEnded)
    assert (ended.before, ended.after, ended.by) == (S, D, HOUSE)
    evolve(ended, office)
    assert office.acting(DORA) == DORA
    acting = Actor("dora", S, acting=True)
    no = not_serving(office, acting)
    assert no is not None
    assert no.code == "staff/not-serving"
    assert appointed(office, "dora", S, MAX) is None
    refused = appointments.withdraw(office, "dora", SUE, "sue is back")
    assert isinstance(refused, Refusal)
    done = appointments.withdraw(office, "dora", MAX, "sue is back")
    assert not isinstance(done, Refusal)
    evolve(done[0], office)
    again = appointments.withdraw(office, "dora", MAX, "sue is back")
    assert isinstance(again, Refusal)
    assert again.code == "staff/not-acting"
    assert appointed(office, "dora", S, MAX) is None
    evolve(StaffMoved(staff="dora", before=D, after=M, reason="well done", by=GIA), office)
    assert office.staff["dora"] == Staff(M, "house")


@proves("sands-2019 fast-action-2020", "6.3")
@proves("edz-2020", "6.2")
@pytest.mark.parametrize("book_id", ["sands-2019", "fast-action-2020", "edz-2020"])
def test_an_appointed_person_acts_in_that_position(book_id: str) -> None:
    table = AtTable(book_id)
    table.open_bets()
    table.do(Refer(reason="a quarrel at the table"))
    decision = DecideReferral(decision="resume", reason="seen to")
    assert table.no(decision, MAX) == "position/not-allowed"
    acting = Actor("max", G, acting=True)
    (decided,) = table.do(decision, acting)
    assert decided.by == acting  # type: ignore[attr-defined]


@pytest.mark.parametrize("book_id", ["racetrack-2012", "sands-2017"])
def test_books_without_the_clause_know_no_acting(book_id: str) -> None:
    table = AtTable(book_id)
    table.open_bets()
    no = decide(table.state, Actor("sue", M, acting=True), SpinBall(), 0)
    assert isinstance(no, Refusal)
    assert no.code == "position/no-acting"
