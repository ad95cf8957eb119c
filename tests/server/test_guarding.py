"""Who gets in, from where, with what, how often, and when they are out (requirements 17–19)."""

import asyncio
import datetime
import ipaddress
import ssl
from collections import Counter
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.exceptions import InvalidStatus

from croupier.office.names import HOUSE
from croupier.protocol import frames as f
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from croupier.server import house
from croupier.server.api.routes import BODY_MAX
from croupier.server.config.settings import Tls
from croupier.server.live import rates as meters
from croupier.server.live.connection import Connection
from croupier.server.live.rates import Bucket, Buckets
from croupier.server.people.sessions import IDLE_MS, LIFE_MS
from tests.server.houses import (
    DEALER,
    MANAGER,
    SHIFT,
    STAFF,
    Hosted,
    Reply,
    Wire,
    configured,
    dealt,
    hosting,
    password_of,
)
from tests.server.offices import Ticks

TABLE = "sands-2019"
FOREIGN = "https://evil.example"
HSTS = "max-age=31536000; includeSubDomains"
WATCH = f.Watch(table=TABLE)


@pytest.fixture(scope="module")
def ticks() -> Ticks:
    """The clock of locks and throttles."""
    return Ticks()


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory, ticks: Ticks) -> Iterator[Hosted]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house, "monotonic_ms", ticks)
        folder = tmp_path_factory.mktemp("guarding")
        with hosting(configured(folder, [dealt(TABLE)])) as hosted:
            hosted.run(hosted.staffed(*STAFF))
            hosted.run(hosted.enrolled("ada", "ben"))
            hosted.run(hosted.open(TABLE, "ada"))
            yield hosted


@pytest.fixture
def someone(hosted: Hosted, request: pytest.FixtureRequest) -> Actor:
    """A new member of staff, for tests that leave nobody as they were."""
    name = f"eva{len(hosted.house.office.state.staff)}"
    actor = Actor(name, getattr(request, "param", Position.PIT_SUPERVISOR))
    hosted.run(hosted.staffed(actor))
    return actor


# Where it comes from


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": FOREIGN},
        {"Origin": "null"},
        {"Origin": "http://localhost"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": None, "Sec-Fetch-Site": "cross-site"},
        {"Origin": None, "Sec-Fetch-Site": "same-site"},
        {"Host": "evil.example"},
        {"Host": "evil.example:80", "Origin": "http://evil.example:80"},
        {"Host": "localhost"},
        {"Host": ""},
    ],
    ids=str,
)
def test_other_sites_cannot_act_in_anybodys_name(
    hosted: Hosted, headers: dict[str, str | None]
) -> None:
    before = hosted.head()
    body = {"name": SHIFT.name, "password": password_of(SHIFT.name)}
    for path in ("/api/sign-in", "/api/visit", f"/api/tables/{TABLE}/actions"):
        reply = hosted.http("POST", path, body, "ada", headers)
        assert (reply.status, reply.code) == (403, "request/origin")
        assert not reply.cookies
        assert_guarded(reply)
    if headers.get("Host") == "":
        return
    with pytest.raises(InvalidStatus) as refused:
        hosted.run(hosted.wire("ada", headers))
    assert refused.value.response.status_code == 403
    assert hosted.head() == before


def test_who_sends_no_origin_is_no_browser(hosted: Hosted) -> None:
    tokens = hosted.run(hosted.house.office.enrol({"kiosk-0": None}, HOUSE))
    assert not isinstance(tokens, Refusal)
    body = {"token": tokens["kiosk-0"]}
    assert hosted.http("POST", "/api/enrol", body, headers={"Origin": None}).status == 200
    assert hosted.run(hosted.wire("ada", {"Origin": None})).heard(f.Hello)[0].you.name == "ada"


def test_every_name_of_this_machine_is_its_own(hosted: Hosted) -> None:
    port = hosted.netloc.partition(":")[2]
    for host in ("localhost", "127.0.0.1", "[::1]"):
        headers = {"Host": f"{host}:{port}", "Origin": f"http://{host}:{port}"}
        assert hosted.http("POST", "/api/sign-out", {}, headers=headers).status == 200


def test_a_page_under_anothers_name_reads_nothing(hosted: Hosted) -> None:
    """A name that was made to lead here (DNS rebinding) gives its page nothing to read."""
    for path in ("/api/house", "/healthz", "/metrics", "/", "/api/openapi.json"):
        reply = hosted.http("GET", path, headers={"Host": "evil.example", "Origin": None})
        assert reply.status == 403


@pytest.mark.parametrize("second", ["evil.example", None])
@pytest.mark.parametrize("path", ["/api/house", "/socket"])
def test_a_request_with_two_hosts_is_refused(hosted: Hosted, path: str, second: str | None) -> None:
    line = hosted.line()
    line.putrequest("GET", path, skip_host=True)
    for host in (hosted.netloc, second or hosted.netloc):
        line.putheader("Host", host)
    if path == "/socket":
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        for name, value in {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": key,
        }.items():
            line.putheader(name, value)
    line.endheaders()
    answer = line.getresponse()
    assert answer.status == (403 if path == "/socket" else 400)
    assert path == "/socket" or b"request/one-host" in answer.read()
    line.close()


@pytest.mark.parametrize("path", ["/api/me", "/socket"])
@pytest.mark.parametrize("authority", ["evil", "evil:80", "localhost@evil", "127.0.0.1", ""])
def test_a_target_with_another_host_is_refused(hosted: Hosted, path: str, authority: str) -> None:
    """A proxy goes by the host in the target, whatever the header says."""
    reply = hosted.http("GET", f"http://{authority}{path}", headers={"Host": hosted.netloc})
    assert reply.status == 400
    same = hosted.http("GET", f"http://{hosted.netloc}/api/me", headers={"Host": hosted.netloc})
    assert same.status == 200


def test_a_host_is_the_same_in_capitals(hosted: Hosted) -> None:
    called = hosted.netloc.upper()
    assert hosted.http("GET", "/api/me", headers={"Host": called}).status == 200
    whole = f"http://{hosted.netloc}/api/me"
    assert hosted.http("GET", whole, headers={"Host": called}).status == 200


# What every answer carries


def assert_guarded(reply: Reply) -> None:
    policy = reply.headers["content-security-policy"]
    rules = dict(one.strip().split(" ", 1) for one in policy.split(";"))
    assert rules["default-src"] == rules["script-src"] == "'self'"
    for nothing in ("object-src", "base-uri", "frame-ancestors"):
        assert rules[nothing] == "'none'"
    assert "unsafe" not in policy
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["referrer-policy"] == "no-referrer"
    assert reply.headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in reply.headers
    assert "server" not in reply.headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/house", 200),
        ("HEAD", "/api/house", 200),
        ("GET", f"/api/books/{TABLE}/felt.svg", 200),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/healthz", 200),
        ("GET", "/metrics", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/api/%2e%2e/secrets", 404),
        ("GET", "/api/tables/none", 404),
        ("POST", "/api/tables/none/actions", 401),
        ("GET", "/api/floor", 401),
        ("DELETE", "/api/house", 405),
        ("PUT", "/api/staff", 405),
        ("OPTIONS", "/api/house", 405),
        ("POST", "/api/sign-in", 400),
        ("GET", "/socket", 404),
        ("GET", "/api/approvals/" + "9" * 5_000 + "/approve", 404),
    ],
)
def test_every_kind_of_answer_is_guarded(
    hosted: Hosted, method: str, path: str, status: int
) -> None:
    reply = hosted.http(method, path)
    assert reply.status == status
    assert_guarded(reply)
    assert reply.headers["cache-control"] == "no-store"
    if status >= 400 and path.startswith("/api"):
        assert "/" in reply.code
        assert reply.headers["content-type"] == "application/json"


def test_a_bug_is_told_without_its_inside(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise RuntimeError("secret inside")

    monkeypatch.setattr(hosted.house, "clock", broken)
    reply = hosted.http("GET", "/api/house")
    assert reply.status == 500
    assert b"secret" not in reply.content
    assert_guarded(reply)


# TLS


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A demonstration behind a certificate of its own."""
    folder = tmp_path_factory.mktemp("secure")
    tls = self_signed(folder)
    config = configured(folder, [dealt(TABLE)], demonstration=True, tls=tls)
    with hosting(config, trust=ssl.create_default_context(cafile=tls.certificate)) as hosted:
        hosted.run(hosted.staffed(DEALER))
        yield hosted


def self_signed(folder: Path) -> Tls:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    tls = Tls(certificate=folder / "certificate.pem", key=folder / "key.pem")
    tls.certificate.write_bytes(certificate.public_bytes(pem))
    form = serialization.PrivateFormat.PKCS8
    tls.key.write_bytes(key.private_bytes(pem, form, plain))
    return tls


def morsels(reply: Reply) -> SimpleCookie:
    return SimpleCookie("\n".join(reply.headers.get_all("set-cookie") or ()))


def test_a_house_with_a_certificate_speaks_tls(secure: Hosted) -> None:
    assert secure.address.startswith("https://")
    reply = secure.http("GET", "/api/house")
    assert (reply.status, reply.headers["strict-transport-security"]) == (200, HSTS)
    assert_guarded(reply)
    visit = secure.http("POST", "/api/visit", {})
    name, token = visit.json["name"], visit.cookies["__Host-croupier-terminal"]
    secure.tokens[name] = token
    hello = secure.run(secure.wire(name)).heard(f.Hello)[0]
    assert (hello.you.name, hello.demonstration) == (name, True)


def test_cookies_are_for_this_site_alone_and_no_script(secure: Hosted, hosted: Hosted) -> None:
    sign_in = {"name": DEALER.name, "password": password_of(DEALER.name)}
    for served, secured in ((secure, True), (hosted, False)):
        reply = served.http("POST", "/api/sign-in", sign_in)
        cookie = morsels(reply)[served.called("croupier")]
        assert cookie["httponly"]
        assert cookie["samesite"] == "strict"
        assert bool(cookie["secure"]) is secured
        assert cookie["path"] == "/"
        assert not cookie["domain"]
        assert len(cookie.value) >= 43, "256 bits in base 64"
        assert reply.headers.get("strict-transport-security") == (HSTS if secured else None)
    terminal = morsels(secure.http("POST", "/api/visit", {}))["__Host-croupier-terminal"]
    assert (terminal["httponly"], terminal["samesite"], terminal["secure"]) == (
        True,
        "strict",
        True,
    )


def test_a_cookie_that_a_neighbour_planted_is_not_ours(secure: Hosted) -> None:
    """Only a name with ``__Host-`` is from this host for sure: others come from any subdomain."""
    visit = secure.http("POST", "/api/visit", {})
    name, key = visit.json["name"], visit.cookies["__Host-croupier-terminal"]

    def taken_for(cookie: str) -> object:
        return secure.http("GET", "/api/me", headers={"Cookie": cookie}).json["name"]

    assert taken_for(f"__Host-croupier-terminal={key}") == name
    assert taken_for(f"croupier-terminal={key}") is None
    session = secure.signed_in(DEALER).partition("=")[2]
    assert taken_for(f"croupier={session}") is None
    assert taken_for(f"__Host-croupier={session}") == DEALER.name


# How much, and how often


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_has_its_limit(hosted: Hosted, chunked: bool) -> None:
    before = hosted.head()
    body = b'{"name":"' + b"x" * BODY_MAX + b'","password":"y"}'
    if chunked:
        size = f"{len(body):x}".encode()
        body = size + b"\r\n" + body + b"\r\n0\r\n\r\n"
    headers = {"Transfer-Encoding": "chunked" if chunked else None}
    reply = hosted.http("POST", "/api/sign-in", headers=headers, raw=body)
    assert (reply.status, reply.code) == (413, "request/too-large")
    assert_guarded(reply)
    assert hosted.head() == before


def test_a_flood_of_messages_is_slowed_and_then_cut_off(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meters, "PER_SECOND", 0)
    hosted.run(hosted.enrolled("eager"))
    wire = hosted.run(hosted.wire("eager"))

    async def flood() -> None:
        for _ in range(meters.BURST + 1):
            await wire.send(WATCH)
        assert (await wire.next(f.Problem, 0)).code == "rate/too-many"
        line = wire.socket.transport
        while wire.closed is None:
            for _ in range(100 if not line.is_closing() else 0):
                line.write(MASKED)
            await asyncio.sleep(0)

    hosted.run(flood())
    assert wire.heard(f.Bye)[0].code == "rate/flood"
    assert wire.closed is not None
    assert wire.closed.rcvd is not None
    assert wire.closed.rcvd.code == 1008


MASKED = bytes((0x81, 0x80 | 2)) + bytes(4) + b"{}"


EMPTY = bytes((0x80,)) + bytes(4)
FRAMES = {"ping": 0x89, "pong": 0x8A, "fragment": 0x00}


def ends_with(hosted: Hosted, wire: Wire) -> tuple[int, str]:
    closed = hosted.run(wire.end())
    assert closed.rcvd is not None, "it was closed without a word"
    return closed.rcvd.code, closed.rcvd.reason


async def spoken(wire: Wire, raw: bytes) -> None:
    wire.socket.transport.write(raw)
    await wire.end()


@pytest.mark.parametrize("kind", ["ping", "pong"])
def test_a_flood_of_frames_that_are_no_messages_is_cut_off_as_well(
    hosted: Hosted, kind: str
) -> None:
    hosted.run(hosted.enrolled(name := f"flood-{kind}"))
    wire = hosted.run(hosted.wire(name))
    hosted.run(spoken(wire, (bytes((FRAMES[kind],)) + EMPTY) * 100_000))
    assert [one.code for one in wire.heard(f.Bye)] == ["rate/flood"]
    assert ends_with(hosted, wire) == (1008, "rate/flood")


def test_a_message_has_a_most_of_pieces(hosted: Hosted) -> None:
    wire = hosted.run(hosted.wire(None))
    begins = bytes((0x01,)) + EMPTY
    hosted.run(spoken(wire, begins + (bytes((FRAMES["fragment"],)) + EMPTY) * 1000))
    assert ends_with(hosted, wire) == (1009, "message/pieces")


def test_a_flood_of_bytes_is_cut_off(hosted: Hosted) -> None:
    hosted.run(hosted.enrolled("flood-bytes"))
    wire = hosted.run(hosted.wire("flood-bytes"))
    size = 60_000
    large = bytes((0x81, 0x80 | 126)) + size.to_bytes(2, "big") + bytes(4) + b"x" * size
    hosted.run(spoken(wire, large * 200))
    assert ends_with(hosted, wire) == (1008, "rate/flood")
    assert len(wire.heard(f.Problem)) < 100


def test_all_connections_of_a_terminal_share_its_rates(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted.house.pace, "clock", lambda: 1e9)  # nothing is forgiven
    hosted.run(hosted.enrolled("many", "other"))
    pings = (bytes((FRAMES["ping"],)) + EMPTY) * (meters.FRAMES_BURST // 2)
    first, second = hosted.run(hosted.wire("many")), hosted.run(hosted.wire("many"))

    async def some(wire: Wire) -> None:
        wire.socket.transport.write(pings)
        await (await wire.socket.ping())

    hosted.run(some(first))
    hosted.run(spoken(second, pings))
    assert ends_with(hosted, second) == (1008, "rate/flood")
    third = hosted.run(hosted.wire("many"))
    hosted.run(spoken(third, pings[:6]))
    assert ends_with(hosted, third) == (1008, "rate/flood")
    assert hosted.run(watched(hosted.run(hosted.wire("other")))) is None


async def watched(wire: Wire) -> None:
    await wire.ask(WATCH, f.Now)


def test_others_have_their_turn_between_the_frames_of_a_flood(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meters, "FRAMES_PER_SECOND", 0)
    hosted.run(hosted.enrolled("hasty"))
    wire = hosted.run(hosted.wire("hasty"))
    turns, taken = [0], Counter[int]()
    received = Connection.received

    def turn() -> None:
        turns[0] += 1
        if wire.closed is None:
            hosted.loop.call_soon(turn)

    def counted(self: Connection, data: bytes | str) -> None:
        taken[turns[0]] += 1
        received(self, data)

    monkeypatch.setattr(Connection, "received", counted)
    hosted.loop.call_soon_threadsafe(turn)
    hosted.run(spoken(wire, MASKED * 100_000))
    assert sum(taken.values()) == meters.FRAMES_BURST
    assert max(taken.values()) <= 2  # what the socket has and what was left over


def test_a_few_pings_and_a_message_in_pieces_are_welcome(hosted: Hosted) -> None:
    wire = hosted.run(hosted.wire("ada"))

    async def pieces() -> None:
        for _ in range(5):
            await (await wire.socket.ping())
        since = len(wire.texts)
        await wire.socket.send(iter(['{"type":"watch",', "", f'"table":"{TABLE}"}}']))
        await wire.next(f.Now, since)

    hosted.run(pieces())
    assert wire.closed is None


def test_a_flood_of_requests_is_slowed_for_who_sends_it_alone(hosted: Hosted) -> None:
    hosted.house.requests = Buckets(meters.BURST, 0)
    body = {"id": 1, "command": {"type": "rebet"}}
    path = f"/api/tables/{TABLE}/actions"
    codes = [hosted.http("POST", path, body, "ben") for _ in range(meters.BURST + 1)]
    assert codes[-1].status == 429
    assert codes[-1].headers["Retry-After"] == "1"
    assert codes[-1].code == "rate/too-many"
    assert_guarded(codes[-1])
    assert hosted.http("POST", path, body, "ada").status == 200


def test_what_was_refused_for_its_rate_may_come_again_though_later_ones_have_passed(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted.run(hosted.enrolled("quick"))
    wire = hosted.run(hosted.wire("quick"))

    def act(id_: int) -> f.Act:
        return f.Act(table=TABLE, id=id_, command=PlaceWager(wager="red", amount=500))

    async def again() -> None:
        meter = hosted.house.meters.of("quick", "")[0]
        monkeypatch.setattr(meter, "messages", Bucket(0, 0, hosted.house.pace))
        for id_ in range(1, 21):
            problem = await wire.ask(act(id_), f.Problem)
            assert (problem.code, problem.table, problem.id) == ("rate/too-many", TABLE, id_)
        monkeypatch.undo()
        for id_ in (21, *range(1, 21)):
            await wire.ask(act(id_), f.Verdict)

    hosted.run(again())
    verdicts = wire.heard(f.Verdict)
    assert [one.id for one in verdicts] == [21, *range(1, 21)]
    assert all((one.seq or 0) > 0 for one in verdicts), "each is on record"


def test_wagers_count_however_many_a_message_holds(hosted: Hosted) -> None:
    hosted.run(hosted.enrolled("crowd", "calm"))
    hosted.house.meters.wagers = Buckets(100, 0)
    try:
        bets = [{"wager": "red", "amount": 500}] * 60
        place = {"type": "place-wagers", "wagers": bets}
        codes = [hosted.act("crowd", TABLE, place).json["code"] for _ in range(3)]
        assert "rate/too-many" not in codes[:2]
        assert codes[2] == "rate/too-many"
        before = hosted.head()
        assert hosted.act("crowd", TABLE, {"type": "rebet"}).json["code"] == "rate/too-many"
        assert hosted.head() == before
        assert hosted.act("calm", TABLE, {"type": "rebet"}).json["code"] != "rate/too-many"
    finally:
        hosted.house.meters.wagers = Buckets(meters.WAGERS_BURST, meters.WAGERS_PER_SECOND)


BETS = [{"wager": f"straight:{number}", "amount": 500} for number in range(1, 31)]


@pytest.mark.parametrize("kind", ["clear-wagers", "undo-wager", "double-wagers", "rebet"])
def test_what_concerns_all_wagers_of_a_player_counts_as_many(tmp_path: Path, kind: str) -> None:
    with hosting(configured(tmp_path, [dealt(TABLE)])) as at:
        at.run(at.enrolled("ada"))
        at.run(at.open(TABLE, "ada"))
        at.run(at.must(TABLE, OpenBets()))
        assert at.act("ada", TABLE, {"type": "place-wagers", "wagers": BETS}).json["accepted"]
        if kind == "rebet":
            at.run(at.close_bets(TABLE))
            at.run(at.must(TABLE, CallOutcome(number="1"), ConfirmOutcome(number="1")))
            at.run(at.must(TABLE, OpenBets()))
        at.house.meters.wagers = Buckets(len(BETS), 0)
        assert at.act("ada", TABLE, {"type": kind}).json["accepted"]
        assert at.act("ada", TABLE, {"type": kind}).json["code"] == "rate/too-many"


def test_a_full_house_takes_no_more(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = hosted.house.gate
    monkeypatch.setattr(gate, "limits", msgspec.structs.replace(gate.limits, each=0))
    with pytest.raises(IndexError):  # no hello
        hosted.run(hosted.wire("ada"))
    closed = hosted.run(hosted.wires[-1].end())
    assert closed.rcvd is not None
    assert (closed.rcvd.code, closed.rcvd.reason) == (1013, "rate/connections")


# Signing in


def sign_in(hosted: Hosted, name: str, password: str, **headers: str) -> Reply:
    return hosted.http(
        "POST", "/api/sign-in", {"name": name, "password": password}, headers=headers
    )


def test_guessing_is_slowed(hosted: Hosted, ticks: Ticks, someone: Actor) -> None:
    replies = [sign_in(hosted, someone.name, f"guess {n}") for n in range(6)]
    assert [one.code for one in replies[:5]] == ["sign-in/refused"] * 5
    assert (replies[5].status, replies[5].code) == (429, "sign-in/throttled")
    right = password_of(someone.name)
    assert sign_in(hosted, someone.name, right).status == 429, "the right one waits as well"
    assert sign_in(hosted, DEALER.name, password_of(DEALER.name)).status == 200
    ticks.now_ms += 60_000
    assert sign_in(hosted, someone.name, right).status == 200


def test_an_address_is_slowed_whatever_it_says_that_it_is(hosted: Hosted, ticks: Ticks) -> None:
    ticks.now_ms += 16 * 60_000
    statuses = [
        sign_in(hosted, f"nobody{n}", "x" * 12, **{"X-Forwarded-For": f"192.0.2.{n}"}).status
        for n in range(21)
    ]
    assert statuses == [401] * 20 + [429]
    ticks.now_ms += 16 * 60_000


def test_nobody_learns_who_is_on_the_staff(hosted: Hosted, ticks: Ticks, someone: Actor) -> None:
    wrong = [sign_in(hosted, name, "wrong password") for name in (someone.name, "nobody")]
    assert wrong[0].content == wrong[1].content
    assert [one.status for one in wrong] == [401, 401]
    assert not wrong[0].cookies
    ticks.now_ms += 60_000


def test_a_session_begins_under_a_token_of_its_own(hosted: Hosted, someone: Actor) -> None:
    chosen = "croupier=" + "A" * 43
    body = {"name": someone.name, "password": password_of(someone.name)}
    first = hosted.http("POST", "/api/sign-in", body, headers={"Cookie": chosen})
    token = first.cookies["croupier"]
    assert f"croupier={token}" != chosen
    again = hosted.http("POST", "/api/sign-in", body, headers={"Cookie": f"croupier={token}"})
    assert again.cookies["croupier"] != token
    assert me(hosted, token)["name"] is None, "the old token opens nothing"
    assert me(hosted, again.cookies["croupier"])["name"] == someone.name


def me(hosted: Hosted, token: str) -> dict[str, object]:
    reply = hosted.http("GET", "/api/me", headers={"Cookie": f"croupier={token}"})
    assert reply.status == 200
    shown: dict[str, object] = reply.json
    return shown


# Being out


def watching(hosted: Hosted, who: Actor | str) -> Wire:
    wire = hosted.run(hosted.wire(who))
    hosted.run(wire.ask(WATCH, f.Now))
    return wire


def assert_out(hosted: Hosted, wire: Wire, code: str = "session/ended") -> None:
    closed = hosted.run(wire.end())
    assert closed.rcvd is not None
    assert (closed.rcvd.code, closed.rcvd.reason) == (1008, code)
    assert wire.heard(f.Bye)[0].code == code
    heard = len(wire.texts)
    hosted.run(hosted.must(TABLE, OpenBets(), SpinBall(), CallNoSpin(reason="a coin")))
    assert len(wire.texts) == heard, "who is out hears nothing more"


def test_signing_out_closes_the_sockets(hosted: Hosted, someone: Actor) -> None:
    wire = watching(hosted, someone)
    reply = hosted.http("POST", "/api/sign-out", {}, someone)
    assert morsels(reply)["croupier"]["max-age"] == "0"
    assert_out(hosted, wire)
    assert hosted.http("GET", "/api/floor", who=someone).status == 401


def test_disabling_someone_closes_their_sockets(hosted: Hosted, someone: Actor) -> None:
    wires = watching(hosted, someone), watching(hosted, someone)
    other = watching(hosted, MANAGER)
    path, reason = f"/api/staff/{someone.name}/disable", {"reason": "keys lost"}
    assert hosted.http("POST", path, reason, DEALER).code == "position/not-allowed"
    assert hosted.http("POST", path, reason, SHIFT).status == 200
    for wire in wires:
        assert_out(hosted, wire)
    assert hosted.http("GET", "/api/floor", who=someone).status == 401
    assert sign_in(hosted, someone.name, password_of(someone.name)).code == "sign-in/refused"
    assert other.closed is None


def test_another_password_closes_the_sockets(hosted: Hosted, someone: Actor) -> None:
    wire = watching(hosted, someone)
    path, body = f"/api/staff/{someone.name}/password", {"password": "correct horse battery"}
    assert hosted.by_two(path, body).status == 200
    assert_out(hosted, wire)


def test_ones_own_password_needs_the_old_one(hosted: Hosted, ticks: Ticks, someone: Actor) -> None:
    body = {"old": "not this one", "password": "correct horse battery"}
    assert hosted.http("POST", "/api/password", body, someone).code == "sign-in/refused"
    path = f"/api/staff/{someone.name}/password"
    around = hosted.http("POST", path, {"password": "correct horse battery"}, someone)
    assert (around.status, around.code) == (409, "staff/old-password-needed")
    body["old"] = password_of(someone.name)
    weak = hosted.http("POST", "/api/password", body | {"password": "short"}, someone)
    assert (weak.json["accepted"], weak.json["code"]) == (False, "staff/weak-password")
    assert hosted.http("POST", "/api/password", body, someone).status == 200
    ticks.now_ms += 60_000
    assert sign_in(hosted, someone.name, "correct horse battery").status == 200


def test_a_withdrawn_terminal_is_out(hosted: Hosted) -> None:
    hosted.run(hosted.enrolled("kiosk"))
    wire = watching(hosted, "kiosk")
    withdrawn = hosted.http("POST", "/api/terminals/kiosk/withdraw", {"reason": "stolen"}, SHIFT)
    assert withdrawn.status == 200, withdrawn.content
    assert_out(hosted, wire)
    command = {"type": "take-seat", "player": "kiosk"}
    assert hosted.act("kiosk", TABLE, command).code == "terminal/not-enrolled"
    body = {"token": hosted.tokens["kiosk"]}
    assert hosted.http("POST", "/api/enrol", body).status == 401


def test_a_terminal_that_is_enrolled_again_counts_its_actions_anew(hosted: Hosted) -> None:
    path, reason = f"/api/tables/{TABLE}/actions", {"reason": "its ids are used up"}

    def asks(id_: int, wager: str) -> Any:
        body = {"id": id_, "command": {"type": "place-wager", "wager": wager, "amount": 500}}
        return hosted.http("POST", path, body, "booth").json

    hosted.run(hosted.enrolled("booth"))
    assert asks(900_000, "red")["seq"] > 0
    assert asks(2_000_000, "black")["code"] == "action/id-jump"
    assert hosted.http("POST", "/api/terminals/booth/withdraw", reason, SHIFT).status == 200
    hosted.run(hosted.enrolled("booth"))
    wire = watching(hosted, "booth")
    (now,) = wire.heard(f.Now)
    assert now.seat is not None
    assert now.seat.last_id == 0
    assert asks(1, "black")["seq"] > 0, "on record as a new action"
    assert asks(900_000, "red")["seq"] > 0
    assert hosted.http("POST", "/api/terminals/booth/withdraw", reason, SHIFT).status == 200
    assert_out(hosted, wire)


@pytest.mark.parametrize("cookie", [None, "", "croupier-terminal=guess", "croupier=guess"])
def test_who_is_not_enrolled_cannot_act(hosted: Hosted, cookie: str | None) -> None:
    before = hosted.head()
    body = {"id": 1, "command": {"type": "take-seat", "player": "ada"}}
    headers = {"Cookie": cookie}
    reply = hosted.http("POST", f"/api/tables/{TABLE}/actions", body, headers=headers)
    assert (reply.status, reply.code) == (401, "terminal/not-enrolled")
    wire = hosted.run(hosted.wire(None, headers))
    assert wire.heard(f.Hello)[0].you == f.You()
    act = f.Act(table=TABLE, id=1, command=PlaceWager(wager="red", amount=500))
    assert hosted.run(wire.ask(act, f.Problem)).code == "terminal/not-enrolled"
    assert hosted.head() == before


def test_visitors_come_to_a_demonstration_alone(hosted: Hosted, secure: Hosted) -> None:
    assert hosted.http("POST", "/api/visit", {}).code == "terminal/no-visitors"
    first = secure.http("POST", "/api/visit", {})
    name = "__Host-croupier-terminal"
    cookie = {"Cookie": f"{name}={first.cookies[name]}"}
    again = secure.http("POST", "/api/visit", {}, headers=cookie)
    assert again.json == first.json, "who is one already stays it"
    secure.house.visits = Bucket(0, 0, secure.house.pace)
    full = secure.http("POST", "/api/visit", {})
    assert (full.status, full.code) == (429, "rate/visits")


# Idle


def test_idle_staff_are_locked(hosted: Hosted, ticks: Ticks, someone: Actor) -> None:
    token, wire = hosted.signed_in(someone), watching(hosted, someone)
    player = watching(hosted, "ada")
    ticks.now_ms += IDLE_MS - 1
    hosted.run(hosted.house.office.sweep())
    assert wire.closed is None
    ticks.now_ms += 1
    locked = hosted.http("GET", "/api/floor", who=someone)
    assert (locked.status, locked.code) == (401, "sign-in/locked")
    hosted.run(hosted.house.office.sweep())
    assert_out(hosted, wire)
    assert player.closed is None, "terminals do not lock"
    again = hosted.run(hosted.wire(someone))
    assert hosted.run(again.next(f.Bye, 0)).code == "sign-in/locked"
    assert hosted.act(someone, TABLE, {"type": "open-bets"}).code == "sign-in/locked"
    assert hosted.http("GET", "/api/me", who=someone).json["locked"] is True
    wrong = hosted.http("POST", "/api/unlock", {"password": "not this one"}, someone)
    assert (wrong.status, wrong.code) == (401, "sign-in/refused")
    right = hosted.http("POST", "/api/unlock", {"password": password_of(someone.name)}, someone)
    assert right.status == 200, right.content
    assert hosted.http("GET", "/api/floor", headers={"Cookie": token}).status == 401
    hosted.cookies[someone.name] = f"croupier={right.cookies['croupier']}"
    assert hosted.http("GET", "/api/floor", who=someone).status == 200
    locked_on_record = [one.name for one in hosted.entries("house")]
    assert "staff.locked" in locked_on_record


def test_who_works_is_not_locked_and_a_long_shift_ends(
    hosted: Hosted, ticks: Ticks, someone: Actor
) -> None:
    hosted.signed_in(someone)
    hosted.house.requests = Buckets(10**6, 0)
    for _ in range(LIFE_MS // IDLE_MS):
        assert hosted.http("GET", "/api/floor", who=someone).status == 200
        ticks.now_ms += IDLE_MS - 1
    assert hosted.http("GET", "/api/floor", who=someone).status == 200
    ticks.now_ms += LIFE_MS // IDLE_MS
    assert hosted.http("GET", "/api/floor", who=someone).code == "staff/not-signed-in"
    hosted.cookies.clear()


def test_a_locked_browser_may_sign_in_as_another_or_out(
    hosted: Hosted, ticks: Ticks, someone: Actor
) -> None:
    cookie = {"Cookie": hosted.signed_in(someone)}
    ticks.now_ms += IDLE_MS
    hosted.cookies.clear()
    body = {"name": DEALER.name, "password": password_of(DEALER.name)}
    assert hosted.http("POST", "/api/sign-in", body, headers=cookie).status == 200
    assert hosted.http("GET", "/api/house", headers=cookie).status == 200


def test_staff_named_like_the_house_cannot_be_added(hosted: Hosted) -> None:
    body = {"name": HOUSE.name, "position": "dealer", "password": "correct horse battery"}
    assert hosted.http("POST", "/api/staff", body, SHIFT).code == "staff/bad-name"
