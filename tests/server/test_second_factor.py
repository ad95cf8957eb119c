"""A second factor for those who approve: enrolled by themselves, each code counts once."""

import json
import stat
from base64 import b32decode
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyotp
import pytest

from croupier.bootstrap import wall_clock_ms
from croupier.office.approvals import ApprovalRefused
from croupier.office.base import OfficeEvent
from croupier.office.names import HOUSE
from croupier.office.sign_in import SignInFailed
from croupier.office.staff import SecondFactorReset
from croupier.protocol import frames as f
from croupier.round.base import Actor
from croupier.rules.refusal import Refusal
from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import Approvals
from croupier.server.people.second_factors import STEP_MS, Factor, new_secret, picture, step_of, uri
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM
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
ADJUST = {"type": "adjust-balance", "player": "ada", "amount": 500, "reason": "miscount"}
RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
FIRST = "four lanterns by the lake"


@dataclass
class Clock:
    """The house's clock, moved on by the test: a code every 30 seconds."""

    begun: int = field(default_factory=wall_clock_ms)
    moved_ms: int = 0

    def __call__(self) -> int:
        return self.begun + self.moved_ms

    def next_code(self, secret: str) -> str:
        self.moved_ms += STEP_MS
        return self.code(secret)

    def code(self, secret: str, steps: int = 0) -> str:
        return pyotp.TOTP(secret).generate_otp(self() // STEP_MS + steps)


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def secrets() -> dict[str, str]:
    """What the devices of the staff hold."""
    return {}


def config(folder: Path) -> HouseConfig:
    rules = Approvals(second_factor=True, new_accounts_wait=0)
    return configured(folder, [dealt(TABLE)], approvals=rules)


@pytest.fixture(scope="module")
def hosted(
    tmp_path_factory: pytest.TempPathFactory, clock: Clock, secrets: dict[str, str]
) -> Iterator[Hosted]:
    with hosting(config(tmp_path_factory.mktemp("house")), clock) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.open(TABLE, "ada"))
        for one in (SUPERVISOR, MANAGER, SHIFT):
            enters(hosted, one)
            secrets[one.name] = enrols(hosted, clock, one)
        yield hosted


def enters(hosted: Hosted, one: Actor, code: str = "", password: str = "") -> dict[str, Any]:
    """Someone signs in; their session is used from now on."""
    body = {"name": one.name, "password": password or password_of(one.name), "code": code}
    reply = hosted.http("POST", "/api/sign-in", body)
    if reply.status == 200:
        hosted.cookies[one.name] = f"croupier={reply.cookies['croupier']}"
    answer: dict[str, Any] = reply.json
    return answer if reply.status == 200 else answer["error"]


def enrols(hosted: Hosted, clock: Clock, one: Actor, password: str = "") -> str:
    """Someone brings a secret into their device, and gives back a code that it makes."""
    password = password or password_of(one.name)
    shown = posted(hosted, one, "/api/second-factor", password=password)
    code = clock.next_code(shown["secret"])
    assert posted(hosted, one, "/api/second-factor/enrol", code=code)["accepted"]
    secret: str = shown["secret"]
    return secret


def on_record(hosted: Hosted, kind: type[OfficeEvent]) -> list[Any]:
    entries = hosted.entries(HOUSE_STREAM)
    return [CODEC.event(one) for one in entries if one.name == kind.name]


def asked(hosted: Hosted, by: Actor) -> int:
    body = {"table": TABLE, "command": ADJUST, "reason": "counted twice"}
    id_: int = posted(hosted, by, "/api/approvals", **body)["approval"]
    return id_


def approved(hosted: Hosted, by: Actor, id_: int, code: str = "") -> dict[str, Any]:
    return posted(hosted, by, f"/api/approvals/{id_}/approve", code=code)


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2000000000, "279037")],
)
def test_codes_are_those_of_rfc_6238(seconds: int, code: str) -> None:
    assert step_of(Factor(RFC_SECRET), code, seconds * 1000) == seconds // 30


def test_a_clock_may_be_one_step_off_and_no_step_counts_again() -> None:
    makes, now_ms = pyotp.TOTP(RFC_SECRET), 1234567890_000
    now = now_ms // STEP_MS
    for off in range(-3, 4):
        found = step_of(Factor(RFC_SECRET), makes.generate_otp(now + off), now_ms)
        assert (found is not None) == (abs(off) <= 1)
    used = Factor(RFC_SECRET, used=now)
    assert step_of(used, makes.generate_otp(now), now_ms) is None
    assert step_of(used, makes.generate_otp(now - 1), now_ms) is None
    assert step_of(used, makes.generate_otp(now + 1), now_ms) == now + 1
    for wrong in ("", "28708", "2870822", "x87082", "２８７０８２", "-87082"):
        assert step_of(Factor(RFC_SECRET), wrong, 59_000) is None
    assert step_of(Factor(RFC_SECRET), " 287 082 ", 59_000) == 1, "as devices show it"


def test_secrets_have_160_bits_and_no_two_are_the_same() -> None:
    made = {new_secret() for _ in range(200)}
    assert len(made) == 200
    assert {len(b32decode(secret)) * 8 for secret in made} == {160}


def test_a_device_reads_the_picture() -> None:
    text = uri(RFC_SECRET, "dora", "The Grand")
    assert text.startswith("otpauth://totp/The%20Grand:dora?secret=")
    rows = picture(text)
    assert {len(row) for row in rows} == {len(rows)}
    assert rows[0].startswith("1111111"), "the corner that a camera looks for"


def test_who_approves_enrols_before_anything_else(tmp_path: Path) -> None:
    with hosting(config(tmp_path), clock := Clock()) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        assert enters(hosted, DEALER)["first"] is None, "a Dealer approves nothing"
        assert enters(hosted, SUPERVISOR)["first"] == "second-factor"
        assert posted(hosted, SUPERVISOR, "/api/alerts/1/acknowledge")["code"] == (
            "first/second-factor"
        )
        wire = hosted.run(hosted.wire(SUPERVISOR))
        hosted.run(wire.end())
        assert [bye.code for bye in wire.heard(f.Bye)] == ["first/second-factor"]
        begin = "/api/second-factor"
        assert posted(hosted, SUPERVISOR, begin, password="not this")["code"] == "sign-in/refused"
        enrol = f"{begin}/enrol"
        assert posted(hosted, SUPERVISOR, enrol, code="123456")["code"] == (
            "second-factor/not-begun"
        )
        shown = posted(hosted, SUPERVISOR, begin, password=password_of(SUPERVISOR.name))
        assert posted(hosted, SUPERVISOR, enrol, code="12345")["code"] == (
            "second-factor/wrong-code"
        )
        code = clock.code(shown["secret"])
        assert posted(hosted, SUPERVISOR, enrol, code=code)["accepted"]
        me = hosted.http("GET", "/api/me", who=SUPERVISOR).json
        assert (me["first"], me["second_factor"]) == (None, True)
        again = posted(hosted, SUPERVISOR, begin, password=password_of(SUPERVISOR.name))
        assert again["code"] == "second-factor/enrolled", "its secret is shown once"
        hosted.run(hosted.house.office.add_staff("new", SHIFT.position, FIRST, HOUSE))  # type: ignore[arg-type]
        new = Actor("new", SHIFT.position)
        enters(hosted, new, password=FIRST)
        first = posted(hosted, new, begin, password=FIRST)
        assert first["code"] == "first/password", "one's own password comes before it"


def test_the_code_that_enrols_counts_no_more(tmp_path: Path) -> None:
    clock = Clock()
    with hosting(config(tmp_path), clock) as hosted:
        hosted.run(hosted.staffed(SUPERVISOR))
        enters(hosted, SUPERVISOR)
        secret = enrols(hosted, clock, SUPERVISOR)
        used = enters(hosted, SUPERVISOR, clock.code(secret))
        assert used["code"] == "second-factor/wrong-code"
        assert enters(hosted, SUPERVISOR, clock.next_code(secret))["second_factor"]


def test_a_sign_in_takes_a_code_that_counts_once(
    hosted: Hosted, clock: Clock, secrets: dict[str, str]
) -> None:
    secret = secrets[SUPERVISOR.name]
    assert enters(hosted, SUPERVISOR)["code"] == "sign-in/code-needed"
    wrong = enters(hosted, SUPERVISOR, password="not this one", code=clock.code(secret, 1))
    assert wrong["code"] == "sign-in/refused"
    code = clock.next_code(secret)
    assert enters(hosted, SUPERVISOR, code)["second_factor"]
    assert enters(hosted, SUPERVISOR, code)["code"] == "second-factor/wrong-code", "used up"
    assert on_record(hosted, SignInFailed)[-1].why == "code"
    assert enters(hosted, SUPERVISOR, clock.next_code(secret))["second_factor"]


@pytest.mark.parametrize("way", ["http", "websocket"])
def test_an_approval_takes_another_code(
    hosted: Hosted, clock: Clock, secrets: dict[str, str], way: str
) -> None:
    id_ = asked(hosted, SUPERVISOR)

    def tried(code: str = "") -> str | None:
        if way == "http":
            return approved(hosted, MANAGER, id_, code).get("code")
        wire = hosted.run(hosted.wire(MANAGER))
        said = hosted.run(wire.ask(f.Approve(approval=id_, code=code), f.Verdict))
        return said.code

    assert tried() == "second-factor/code-needed"
    assert tried("000000") == "second-factor/wrong-code"
    code = clock.next_code(secrets[MANAGER.name])
    assert enters(hosted, MANAGER, code)["second_factor"]
    assert tried(code) == "second-factor/wrong-code", "it was used to sign in"
    assert tried(clock.code(secrets[SUPERVISOR.name], 1)) == "second-factor/wrong-code"
    assert hosted.house.office.state.approvals[id_].verdict == "pending"
    assert tried(clock.next_code(secrets[MANAGER.name])) is None
    assert hosted.house.office.state.approvals[id_].verdict == "carried-out"
    refused = [one for one in on_record(hosted, ApprovalRefused) if one.id == id_]
    assert len(refused) == 3, "attempts leave a trace"


def test_who_has_none_approves_nothing(
    hosted: Hosted, clock: Clock, secrets: dict[str, str]
) -> None:
    """A Dealer who acts as a Pit Supervisor, at a table whose book lets them."""
    body = {"position": "pit-supervisor", "hours": 1, "reason": "one is ill"}
    up = posted(hosted, SHIFT, f"/api/staff/{DEALER.name}/appoint", **body)["approval"]
    assert approved(hosted, MANAGER, up, clock.next_code(secrets[MANAGER.name]))["accepted"]
    id_ = asked(hosted, SUPERVISOR)
    assert approved(hosted, DEALER, id_)["code"] == "second-factor/needed"
    secret = enrols(hosted, clock, DEALER)
    assert approved(hosted, DEALER, id_, clock.next_code(secret))["accepted"]


def test_guessing_codes_is_slowed_from_wherever(tmp_path: Path) -> None:
    with hosting(config(tmp_path), clock := Clock()) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        enters(hosted, MANAGER)
        secret = enrols(hosted, clock, MANAGER)
        door = hosted.house.office.door
        door.factors._codes._ticks = lambda: 0  # whose clock stands, however slow the machine
        codes = []
        for number in range(8):
            password = password_of(MANAGER.name)
            tried = door.sign_in(MANAGER.name, password, f"10.0.0.{number}", code=f"00000{number}")
            said = hosted.run(tried)
            assert isinstance(said, Refusal)
            codes.append(said.code)
        assert codes == ["second-factor/wrong-code"] * 5 + ["sign-in/throttled"] * 3
        waits = enters(hosted, MANAGER, clock.next_code(secret))
        assert waits["code"] == "sign-in/throttled", "the right one waits as well"


def test_a_lost_device_is_reset_by_two_people(tmp_path: Path) -> None:
    with hosting(config(tmp_path), clock := Clock()) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        held = {}
        for one in (MANAGER, SECOND, SHIFT):
            enters(hosted, one)
            held[one.name] = enrols(hosted, clock, one)
        path = f"/api/staff/{MANAGER.name}/second-factor"
        reset = posted(hosted, SHIFT, path, reason="it fell into the river")["approval"]
        assert enters(hosted, MANAGER)["code"] == "sign-in/code-needed", "it waits"
        own = approved(hosted, MANAGER, reset, clock.next_code(held[MANAGER.name]))
        assert own["code"] == "approval/own-account"
        assert approved(hosted, SECOND, reset, clock.next_code(held[SECOND.name]))["accepted"]
        assert hosted.http("GET", "/api/staff", who=MANAGER).status == 401, "out at once"
        assert enters(hosted, MANAGER)["first"] == "second-factor"
        new = enrols(hosted, clock, MANAGER)
        assert new != held[MANAGER.name]
        id_ = asked(hosted, SHIFT)
        no = approved(hosted, MANAGER, id_, clock.next_code(new))
        assert no["code"] == "approval/same-hands", "who reset it may be behind it"
        [event] = on_record(hosted, SecondFactorReset)
        assert event.approver == SECOND


def test_the_command_line_resets_it_loudly(
    hosted: Hosted, clock: Clock, secrets: dict[str, str]
) -> None:
    office = hosted.house.office
    done = hosted.run(office.reset_second_factor(SECOND.name, HOUSE, "lost"))
    assert isinstance(done, Refusal)
    assert done.code == "second-factor/none"
    before = len(office.state.alerts)
    hosted.run(office.reset_second_factor(SUPERVISOR.name, HOUSE, "lost"))
    assert len(office.state.alerts) == before + 1
    enters(hosted, SUPERVISOR)
    secrets[SUPERVISOR.name] = enrols(hosted, clock, SUPERVISOR)


def test_a_used_code_is_used_after_a_restart_and_secrets_are_in_one_file(tmp_path: Path) -> None:
    clock = Clock()
    with hosting(config(tmp_path), clock) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        enters(hosted, MANAGER)
        secret = enrols(hosted, clock, MANAGER)
        code = clock.next_code(secret)
        assert enters(hosted, MANAGER, code)["second_factor"]
        assert not any(secret.encode() in one.body for one in hosted.entries(HOUSE_STREAM))
    with hosting(config(tmp_path), clock) as hosted:
        assert enters(hosted, MANAGER, code)["code"] == "second-factor/wrong-code"
        assert enters(hosted, MANAGER, clock.next_code(secret))["second_factor"]
    holds = [
        path
        for path in tmp_path.rglob("*")
        if path.is_file() and secret.encode() in path.read_bytes()
    ]
    assert holds == [tmp_path / "secrets" / "credentials.json"]
    assert stat.S_IMODE(holds[0].stat().st_mode) == 0o600
    assert json.loads(holds[0].read_bytes())["factors"]["max"]["secret"] == secret


def test_a_house_may_do_without(tmp_path: Path) -> None:
    with hosting(configured(tmp_path, [dealt(TABLE)])) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.open(TABLE, "ada"))
        assert enters(hosted, MANAGER)["first"] is None
        assert approved(hosted, MANAGER, asked(hosted, SUPERVISOR))["accepted"]
    assert HouseConfig(name="x").accounts.second_factor, "unless it says so, it does not"
