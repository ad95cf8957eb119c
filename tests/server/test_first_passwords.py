"""A password that somebody else chose opens one thing: the way to choose another."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.bootstrap import ENDPOINTS
from croupier.office.names import HOUSE
from croupier.protocol import frames as f
from croupier.round.base import Actor
from croupier.rules.positions import Position
from tests.server.houses import SHIFT, STAFF, Hosted, configured, dealt, hosting, password_of

TABLE = "sands-2019"
FIRST = "four lanterns by the lake"
NINA = Actor("nina", Position.DEALER)


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    config = configured(tmp_path_factory.mktemp("house"), [dealt(TABLE)])
    with hosting(replace(config, name="The Gilded Quokka")) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.open(TABLE, "ada"))
        yield hosted


@pytest.fixture
def nina(hosted: Hosted, request: pytest.FixtureRequest) -> Actor:
    """Someone new whom the command line, or a manager at the desk, gave a first password."""
    name = f"nina-{len(hosted.house.office.state.staff)}"
    if getattr(request, "param", "desk") == "desk":
        body = {"name": name, "position": NINA.position, "password": FIRST}
        assert hosted.http("POST", "/api/staff", body, SHIFT).status == 200
    else:
        hosted.run(hosted.house.office.add_staff(name, Position.DEALER, FIRST, HOUSE))
    reply = hosted.http("POST", "/api/sign-in", {"name": name, "password": FIRST})
    assert reply.json["first"] == "password"
    hosted.cookies[name] = f"croupier={reply.cookies['croupier']}"
    return Actor(name, Position.DEALER)


@pytest.mark.parametrize("nina", ["desk", "command line"], indirect=True)
def test_a_first_password_is_changed_before_anything_else(hosted: Hosted, nina: Actor) -> None:
    head = hosted.head()
    assert hosted.act(nina, TABLE, {"type": "open-bets"}).code == "first/password"
    wire = hosted.run(hosted.wire(nina))
    assert hosted.run(wire.end()).rcvd is not None
    assert [bye.code for bye in wire.heard(f.Bye)] == ["first/password"]
    assert hosted.head() == head, "nothing happened"
    new = password_of(nina.name)
    body = {"old": FIRST, "password": FIRST}
    assert hosted.http("POST", "/api/password", body, nina).json["code"] == "staff/same-password"
    body = {"old": FIRST, "password": new}
    assert hosted.http("POST", "/api/password", body, nina).json["accepted"]
    del hosted.cookies[nina.name]
    assert hosted.http("GET", "/api/me", who=nina).json["first"] is None
    assert hosted.http("GET", f"/api/tables/{TABLE}/staff", who=nina).status == 200
    assert hosted.run(hosted.wire(nina)).heard(f.Hello)[0].you.name == nina.name


def test_no_address_for_staff_is_open_before_it_but_the_change_itself(
    hosted: Hosted, nina: Actor
) -> None:
    fill = {"{table}": TABLE, "{name}": "sue", "{terminal}": "t"}
    for endpoint in ENDPOINTS:
        if endpoint.who != "staff" or endpoint.first:
            continue
        path = re.sub(r"\{\w+:int\}", "1", endpoint.path)
        for hole, value in fill.items():
            path = path.replace(hole, value)
        reply = hosted.http(endpoint.method, path, {} if endpoint.method == "POST" else None, nina)
        assert (reply.status, reply.code) == (403, "first/password"), path


WEAK = {
    "too short": "staff/weak-password",
    "Passw0rd-2026!!": "staff/common-password",
    "Gilded-Quokka-77": "staff/common-password",
}


@pytest.mark.parametrize("password", WEAK)
def test_a_predictable_password_is_chosen_for_nobody_by_nobody(
    hosted: Hosted, nina: Actor, password: str
) -> None:
    """A first one, a reset, and one's own: neither a common one nor the name of the house."""
    body = {"name": "weak", "position": "dealer", "password": password}
    assert hosted.http("POST", "/api/staff", body, SHIFT).code == WEAK[password]
    path = f"/api/staff/{nina.name}/password"
    assert hosted.http("POST", path, {"password": password}, SHIFT).code == WEAK[password]
    own = {"old": FIRST, "password": password}
    assert hosted.http("POST", "/api/password", own, nina).json["code"] == WEAK[password]


def test_a_reset_asks_for_another_again(hosted: Hosted, nina: Actor) -> None:
    body = {"old": FIRST, "password": password_of(nina.name)}
    assert hosted.http("POST", "/api/password", body, nina).json["accepted"]
    path = f"/api/staff/{nina.name}/password"
    assert hosted.http("POST", path, {"password": FIRST}, SHIFT).json["accepted"]
    reply = hosted.http("POST", "/api/sign-in", {"name": nina.name, "password": FIRST})
    assert reply.json["first"] == "password"


def test_a_demonstration_prints_its_passwords_and_asks_for_no_others(tmp_path: Path) -> None:
    config = configured(tmp_path, [dealt(TABLE)], demonstration=True)
    with hosting(config) as house:
        house.run(house.house.office.add_staff("nina", Position.DEALER, FIRST, HOUSE))
        reply = house.http("POST", "/api/sign-in", {"name": "nina", "password": FIRST})
        assert reply.json["first"] is None
