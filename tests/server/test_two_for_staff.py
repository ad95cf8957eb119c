"""People who can approve are made, moved, let in again and reset by two people, over the network.

Each scheme of one Gaming Shift Manager alone ends in something that waits for somebody else.
"""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from croupier.office.approvals import ApprovalCarriedOut, ApprovalGiven
from croupier.office.base import OfficeEvent
from croupier.office.names import HOUSE
from croupier.office.staff import PasswordChanged, StaffAdded
from croupier.office.state import Staff
from croupier.round.base import Actor
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from croupier.server.config.house import HouseConfig
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM
from croupier.words.message import joined
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
    password_of,
    posted,
)

TABLE = "sands-2019"
FIRST = "four lanterns by the lake"
OTHER = Actor("olga", Position.GAMING_SHIFT_MANAGER)
WHY = "the night shift is short of people"
names = (f"nina-{number}" for number in count())


def config(folder: Path) -> HouseConfig:
    return configured(folder, [dealt(TABLE)])


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosting(config(tmp_path_factory.mktemp("house"))) as hosted:
        hosted.run(hosted.staffed(*STAFF, OTHER))
        yield hosted


def decided(hosted: Hosted, who: Actor, asked: dict[str, Any]) -> dict[str, Any]:
    return posted(hosted, who, f"/api/approvals/{asked['approval']}/approve")


def known(hosted: Hosted, name: str) -> Staff | None:
    return hosted.house.office.state.staff.get(name)


def someone(hosted: Hosted, position: Position) -> str:
    """Someone on the staff whom the house itself made."""
    name = next(names)
    hosted.run(hosted.staffed(Actor(name, position)))
    return name


def on_record(hosted: Hosted, kind: type[OfficeEvent]) -> list[Any]:
    entries = [one for one in hosted.entries(HOUSE_STREAM) if one.name == kind.name]
    return [CODEC.event(one) for one in entries]


def signs_in(hosted: Hosted, name: str, password: str) -> int:
    return hosted.http("POST", "/api/sign-in", {"name": name, "password": password}).status


@pytest.mark.parametrize("position", list(Position))
def test_adding_someone_who_can_approve_takes_two(hosted: Hosted, position: Position) -> None:
    name = next(names)
    body = {"name": name, "position": position, "password": FIRST}
    if position == Position.DEALER:
        assert posted(hosted, SHIFT, "/api/staff", **body).get("approval") is None
        assert known(hosted, name) is not None
        return
    assert posted(hosted, SHIFT, "/api/staff", **body)["code"] == "reason/empty"
    asked = posted(hosted, SHIFT, "/api/staff", **body, reason=WHY)
    assert asked["accepted"], asked
    assert known(hosted, name) is None
    assert signs_in(hosted, name, FIRST) == 401
    assert decided(hosted, SHIFT, asked)["code"] == "approval/same-person"
    assert decided(hosted, DEALER, asked)["code"] == "approval/position"
    assert decided(hosted, SUPERVISOR, asked)["accepted"]
    made = known(hosted, name)
    assert made is not None
    assert (made.position, made.password_by) == (position, SHIFT.name)
    assert signs_in(hosted, name, FIRST) == 200
    assert on_record(hosted, StaffAdded)[-1].approver == SUPERVISOR
    assert decided(hosted, MANAGER, asked)["code"] == "approval/decided"


def test_moving_to_and_from_a_position_that_approves_takes_two(hosted: Hosted) -> None:
    name = someone(hosted, Position.DEALER)
    path = f"/api/staff/{name}/position"
    up = posted(hosted, SHIFT, path, position="pit-supervisor", reason=WHY)
    assert known(hosted, name) == Staff(Position.DEALER, name)
    assert decided(hosted, MANAGER, up)["accepted"]
    down = posted(hosted, SHIFT, path, position="dealer", reason=WHY)
    assert decided(hosted, Actor(name, Position.PIT_SUPERVISOR), down)["code"] == (
        "approval/own-account"
    )
    assert known(hosted, name) == Staff(Position.PIT_SUPERVISOR, name)
    assert decided(hosted, MANAGER, down)["accepted"]
    assert known(hosted, name) == Staff(Position.DEALER, name)


def test_resetting_and_enabling_someone_who_can_approve_takes_two(hosted: Hosted) -> None:
    name = someone(hosted, Position.PIT_MANAGER)
    at = f"/api/staff/{name}"
    reset = posted(hosted, SHIFT, f"{at}/password", password=FIRST, reason=WHY)
    assert signs_in(hosted, name, FIRST) == 401
    assert signs_in(hosted, name, password_of(name)) == 200
    assert decided(hosted, OTHER, reset)["accepted"]
    assert signs_in(hosted, name, password_of(name)) == 401
    assert signs_in(hosted, name, FIRST) == 200
    changed = on_record(hosted, PasswordChanged)[-1]
    assert (changed.by, changed.approver) == (SHIFT, OTHER)
    assert posted(hosted, SHIFT, f"{at}/disable", reason=WHY).get("approval") is None
    assert signs_in(hosted, name, FIRST) == 401, "out at once"
    enable = posted(hosted, SHIFT, f"{at}/enable", reason=WHY)
    assert signs_in(hosted, name, FIRST) == 401
    assert decided(hosted, MANAGER, enable)["accepted"]
    assert signs_in(hosted, name, FIRST) == 200


@pytest.mark.parametrize("position", ["pit-supervisor", "pit-manager"])
def test_an_appointment_that_lets_someone_approve_takes_two(hosted: Hosted, position: str) -> None:
    name = someone(hosted, Position.DEALER)
    body = {"position": position, "hours": 8, "reason": WHY}
    asked = posted(hosted, SHIFT, f"/api/staff/{name}/appoint", **body)
    assert known(hosted, name) == Staff(Position.DEALER, name)
    assert decided(hosted, MANAGER, asked)["accepted"]
    acts = known(hosted, name)
    assert acts is not None
    assert acts.acting == position
    reset = posted(hosted, SHIFT, f"/api/staff/{name}/password", password=FIRST, reason=WHY)
    assert reset.get("approval") is not None, "whoever acts in it is reset by two"
    ended = posted(hosted, SHIFT, f"/api/staff/{name}/withdraw-appointment", reason=WHY)
    assert ended.get("approval") is None


def test_one_manager_alone_makes_nobody_who_approves(hosted: Hosted) -> None:
    """A Dealer of one's own, moved up through an account of one's own, and other ways round."""
    name = next(names)
    body = {"name": name, "position": "dealer", "password": FIRST}
    assert posted(hosted, SHIFT, "/api/staff", **body)["accepted"]
    up = posted(hosted, SHIFT, f"/api/staff/{name}/position", position="pit-manager", reason=WHY)
    assert decided(hosted, SHIFT, up)["code"] == "approval/same-person"
    path = "/api/approvals"
    smuggled = {"type": "add-staff", "name": "x", "position": "pit-manager"}
    no = posted(hosted, SHIFT, path, table=TABLE, command=smuggled, reason=WHY)
    assert no["code"] == "approval/bad-command"
    assert known(hosted, name) == Staff(
        Position.DEALER, SHIFT.name, new_since_ms=_since(hosted, name)
    )


def _since(hosted: Hosted, name: str) -> int:
    found = known(hosted, name)
    assert found is not None
    return found.new_since_ms


def test_what_was_declined_leaves_neither_an_account_nor_a_password(hosted: Hosted) -> None:
    name = next(names)
    body = {"name": name, "position": "pit-manager", "password": FIRST, "reason": WHY}
    asked = posted(hosted, SHIFT, "/api/staff", **body)
    kept = hosted.house.config.secrets / "credentials.json"
    assert str(asked["approval"]) in json.loads(kept.read_bytes())["waiting"]
    path = f"/api/approvals/{asked['approval']}/decline"
    assert posted(hosted, MANAGER, path, reason="nobody told me")["accepted"]
    hosted.run(hosted.house.office.sweep())
    assert str(asked["approval"]) not in json.loads(kept.read_bytes())["waiting"]
    assert known(hosted, name) is None
    assert decided(hosted, MANAGER, asked)["code"] == "approval/decided"


def test_what_is_no_longer_possible_is_refused_when_it_is_approved(hosted: Hosted) -> None:
    name = next(names)
    body = {"name": name, "position": "pit-manager", "password": FIRST, "reason": WHY}
    twice = [posted(hosted, who, "/api/staff", **body) for who in (SHIFT, OTHER)]
    assert decided(hosted, MANAGER, twice[0])["accepted"]
    assert decided(hosted, MANAGER, twice[1])["code"] == "staff/name-taken"
    effect = hosted.http("GET", f"/api/approvals/{twice[1]['approval']}/effect", who=MANAGER)
    assert effect.json["code"] == "staff/name-taken"
    last = on_record(hosted, ApprovalCarriedOut)[-1]
    assert (last.id, last.accepted) == (twice[1]["approval"], False)


def test_no_password_that_waits_is_on_record(hosted: Hosted) -> None:
    body = {"position": "pit-manager", "password": FIRST, "reason": WHY}
    posted(hosted, SHIFT, "/api/staff", name=next(names), **body)
    assert not any(FIRST.encode() in one.body for one in hosted.entries(HOUSE_STREAM))
    assert not any(b"argon2" in one.body for one in hosted.entries(HOUSE_STREAM))


def test_an_approved_change_is_made_once_after_a_restart(tmp_path: Path) -> None:
    """The power goes after the approval is on record and before the account is."""
    with hosting(config(tmp_path)) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        body = {"name": "nina", "position": "pit-manager", "password": FIRST, "reason": WHY}
        asked = posted(hosted, SHIFT, "/api/staff", **body)["approval"]
        logbook = hosted.house.office.logbook
        given = [ApprovalGiven(id=asked, by=SECOND, number=1)]
        hosted.run(logbook.alone(lambda: logbook.put(given)))
        assert known(hosted, "nina") is None
    for _ in range(2):
        with hosting(config(tmp_path)) as hosted:
            assert signs_in(hosted, "nina", FIRST) == 200
            assert len([x for x in on_record(hosted, StaffAdded) if x.staff == "nina"]) == 1
            assert hosted.house.office.state.approvals[asked].verdict == "carried-out"


def test_the_first_people_are_a_bootstrap_and_later_ones_raise_an_alert(tmp_path: Path) -> None:
    """Whoever has the server's account can do it from the command line: on record, and loud."""
    with hosting(config(tmp_path)) as hosted:
        hosted.run(hosted.staffed(DEALER, SHIFT, SUPERVISOR))
        assert [one.bootstrap for one in on_record(hosted, StaffAdded)] == [True] * 3
        office = hosted.house.office
        assert not office.state.alerts
        hosted.run(office.add_staff("dan", Position.DEALER, FIRST, HOUSE))
        assert not office.state.alerts, "a Dealer approves nothing"
        hosted.run(office.add_staff("pet", Position.PIT_MANAGER, FIRST, HOUSE))
        assert not on_record(hosted, StaffAdded)[-1].bootstrap
        hosted.run(office.change_password(SUPERVISOR.name, FIRST, HOUSE))
        hosted.run(office.move_staff("dan", Position.PIT_SUPERVISOR, HOUSE, WHY))
        hosted.run(office.disable_staff(SHIFT.name, HOUSE, WHY))
        hosted.run(office.enable_staff(SHIFT.name, HOUSE, WHY))
        texts = [joined(one.says) for one in office.state.alerts.values()]
        assert [text.split(":")[0] for text in texts] == [
            "add staff pet",
            "reset-password sue",
            "move-staff dan",
            "disabled gia",
            "enable-staff gia",
        ]
        assert {one.kind for one in office.state.alerts.values()} == {"staff/command-line"}
        own = posted(hosted, SHIFT, "/api/alerts/5/acknowledge")
        assert own["code"] == "alert/own", "nobody puts away what is about themselves"
    with hosting(config(tmp_path)) as hosted:
        assert len(hosted.house.office.state.alerts) == 5, "they stay"


def test_a_demonstration_does_without(tmp_path: Path) -> None:
    with hosting(configured(tmp_path, [dealt(TABLE)], demonstration=True)) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        body = {"name": "nina", "position": "pit-manager", "password": FIRST}
        assert posted(hosted, SHIFT, "/api/staff", **body).get("approval") is None
        done = hosted.run(hosted.house.office.change_password("max", FIRST, HOUSE))
        assert not isinstance(done, Refusal)
        assert not hosted.house.office.state.alerts
