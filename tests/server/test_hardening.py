"""What OWASP ASVS asks of a web server, where no other test shows it (docs/asvs.md)."""

import asyncio
import logging
import re
import socket
import ssl
import stat
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest

from croupier.bootstrap import ENDPOINTS
from croupier.client import Client
from croupier.office.names import HOUSE
from croupier.protocol import frames as f
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.rules.refusal import Refusal
from croupier.server import house
from croupier.server.api.endpoint import Endpoint
from croupier.server.live.rates import Buckets
from croupier.server.people.control import SOCKET
from croupier.server.people.credentials import Credentials
from croupier.server.people.password_rules import PASSWORD_LENGTH_MIN, weak
from croupier.words.message import as_typed
from tests.server.houses import (
    DEALER,
    SHIFT,
    STAFF,
    SUPERVISOR,
    Hosted,
    configured,
    dealt,
    hosting,
    password_of,
)
from tests.server.offices import QUICK, Ticks
from tests.server.test_guarding import self_signed

TABLE = "sands-2019"
GIVEN = {"table": TABLE, "book": TABLE, "round:int": "1", "name": "eve", "terminal": "t-9"}


@pytest.fixture(scope="module")
def ticks() -> Ticks:
    """The clock of locks and throttles."""
    return Ticks()


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory, ticks: Ticks) -> Iterator[Hosted]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house, "monotonic_ms", ticks)
        folder = tmp_path_factory.mktemp("hardening")
        with hosting(configured(folder, [dealt(TABLE)])) as hosted:
            hosted.house.requests = Buckets(10**6, 10**6)
            hosted.run(hosted.staffed(*STAFF))
            hosted.run(hosted.enrolled("ada"))
            hosted.run(hosted.open(TABLE, "ada"))
            hosted.run(hosted.must(TABLE, OpenBets()))
            hosted.run(hosted.close_bets(TABLE))
            hosted.run(hosted.must(TABLE, CallOutcome(number="7")))
            hosted.run(hosted.must(TABLE, ConfirmOutcome(number="7")))
            yield hosted


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A house behind a certificate of its own."""
    folder = tmp_path_factory.mktemp("hardening-tls")
    tls = self_signed(folder)
    tls.key.chmod(0o600)
    trust = ssl.create_default_context(cafile=tls.certificate)
    with hosting(configured(folder, [dealt(TABLE)], tls=tls), trust=trust) as hosted:
        yield hosted


def address_of(endpoint: Endpoint) -> str:
    """An address with something at each place where something is to be filled in."""
    return re.sub(r"{([^}]+)}", lambda place: GIVEN.get(place[1], "1"), endpoint.path)


# Addresses


@pytest.mark.parametrize("one", ENDPOINTS, ids=lambda one: f"{one.method} {one.path}")
def test_an_address_is_for_those_whom_it_names(hosted: Hosted, one: Endpoint) -> None:
    strangers: dict[str, tuple[str | None, ...]] = {"staff": (None, "ada"), "player": (None,)}
    before = hosted.head()
    for who in strangers.get(one.who, ()):
        reply = hosted.http(one.method, address_of(one), {}, who)
        assert reply.status == 401, reply.content
        assert reply.code in ("staff/not-signed-in", "terminal/not-enrolled")
    assert hosted.head() == before


READS = [one for one in ENDPOINTS if one.method == "GET"]


@pytest.mark.parametrize("one", READS, ids=lambda one: one.path)
def test_a_get_changes_nothing_on_record(hosted: Hosted, one: Endpoint) -> None:
    hosted.signed_in(SHIFT)
    before = hosted.head()
    for who in (SHIFT, "ada"):
        hosted.http("GET", address_of(one), who=who)
    assert hosted.head() == before


def test_no_address_takes_a_secret() -> None:
    """Addresses end up in histories, proxies and logs: what is secret goes in the body."""
    secret = re.compile("token|password|voucher|secret|cookie|key", re.IGNORECASE)
    for one in ENDPOINTS:
        places = [*re.findall(r"{([^}]+)}", one.path), *(query.name for query in one.query)]
        assert not [place for place in places if secret.search(place)], one.path


@pytest.mark.parametrize("method", ["TRACE", "PATCH", "DELETE", "PUT"])
def test_a_method_that_no_address_has_is_refused(hosted: Hosted, method: str) -> None:
    secret = {"X-Secret": "shows only to whoever sent it"}
    reply = hosted.http(method, "/api/house", headers=secret)
    assert reply.status == 405
    assert secret["X-Secret"].encode() not in reply.content


@pytest.mark.parametrize(
    "path",
    [
        *("/.git/config", "/.git/HEAD", "/.env", "/pyproject.toml", "/house.toml"),
        *("/assets/%252e%252e/credentials.json", "/%2e%2e/data/journal.sqlite3"),
        *("/api/", "/assets/", "/static/", "/table/"),
    ],
)
def test_neither_files_nor_folders_of_the_machine_are_served(hosted: Hosted, path: str) -> None:
    assert hosted.http("GET", path).status == 404


@pytest.mark.parametrize(
    "path", ["/api/house/", "/dealer/", "//evil.example/", "//evil.example/.."]
)
def test_the_house_sends_nobody_elsewhere(hosted: Hosted, path: str) -> None:
    reply = hosted.http("GET", path)
    assert reply.status == 404
    assert "location" not in reply.headers


@pytest.mark.parametrize(
    ("path", "media"),
    [
        ("/api/house", "application/json"),
        ("/nowhere", "application/json"),
        ("/healthz", "application/json"),
        ("/metrics", "text/plain; charset=utf-8"),
        ("/", "text/html; charset=utf-8"),
        (f"/api/books/{TABLE}/felt.svg", "image/svg+xml; charset=utf-8"),
        (f"/api/books/{TABLE}/wheel.svg", "image/svg+xml; charset=utf-8"),
        (f"/api/tables/{TABLE}/export?format=csv", "text/csv; charset=utf-8"),
    ],
)
def test_every_answer_says_what_it_is_and_in_which_letters(
    hosted: Hosted, path: str, media: str
) -> None:
    assert hosted.http("GET", path, who=SUPERVISOR).headers["content-type"] == media


def test_what_is_exported_is_saved_under_a_name_of_the_houses(hosted: Hosted) -> None:
    for form in ("csv", "jsonl", "parquet"):
        path = f"/api/tables/{TABLE}/export?format={form}&filename=evil.exe"
        reply = hosted.http("GET", path, who=SUPERVISOR)
        named = f'attachment; filename="{TABLE}-all.{form}"'
        assert reply.headers["content-disposition"] == named
    for day in ('x"%0d%0aSet-Cookie:a=b', "..%2f..%2fetc", "%e5%8d%81"):
        reply = hosted.http("GET", f"/api/tables/{TABLE}/export?day={day}", who=SUPERVISOR)
        assert (reply.status, reply.code) == (404, "record/no-day")
        assert "content-disposition" not in reply.headers
        assert not reply.cookies


def test_what_a_client_sends_comes_back_as_text_and_no_markup(hosted: Hosted) -> None:
    reply = hosted.http("GET", "/<script>alert(1)</script>")
    assert (reply.status, reply.headers["content-type"]) == (404, "application/json")
    assert reply.headers["x-content-type-options"] == "nosniff"
    wager = {"type": "place-wager", "wager": "{0.__class__}%s%n", "amount": 500}
    said = hosted.act("ada", TABLE, wager).json
    assert said["accepted"] is False
    assert "class 'str'" not in said["message"]


def test_a_parameter_that_is_given_twice_is_refused(hosted: Hosted) -> None:
    """A proxy and the house could each go by another one."""
    path = f"/api/tables/{TABLE}/rounds"
    assert hosted.http("GET", f"{path}?limit=1").status == 200
    twice = hosted.http("GET", f"{path}?limit=1&limit=500")
    assert (twice.status, twice.code) == (400, "request/bad-query")
    assert hosted.http("GET", "/api/me?as=player&as=staff").status == 400


# Where a message begins and ends


def spoken(hosted: Hosted, text: str) -> bytes:
    """What the house answers to bytes that no HTTP library would send."""
    host, _, port = hosted.netloc.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=30) as line:
        line.sendall(text.replace("\n", "\r\n").encode())
        line.shutdown(socket.SHUT_WR)
        answer = b""
        while more := line.recv(65536):
            answer += more
    return answer


@pytest.mark.parametrize(
    "headers",
    [
        "Content-Length: 2\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\nContent-Length: 2",
        "Content-Length: 2\nContent-Length: 40",
        "Content-Length: +2",
        "Content-Length: 0x2",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding : chunked",
    ],
)
def test_a_message_of_two_lengths_is_never_two_messages(hosted: Hosted, headers: str) -> None:
    hidden = "GET /api/openapi.json HTTP/1.1\nHost: {host}\n\n"
    text = f"POST /api/sign-out HTTP/1.1\nHost: {{host}}\n{headers}\n\n0\n\n{hidden}"
    answer = spoken(hosted, text.replace("{host}", hosted.netloc))
    assert b"openapi" not in answer


# Who is asking, through a proxy


def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_saw(tmp_path: Path) -> None:
    """A client may write what it likes to the left of it."""
    with hosting(configured(tmp_path, [dealt(TABLE)], behind_proxy=True)) as proxied:

        def guess(n: int, forwarded: str) -> int:
            body = {"name": f"nobody{n}", "password": "x" * 12}
            headers = {"X-Forwarded-For": forwarded}
            return proxied.http("POST", "/api/sign-in", body, headers=headers).status

        guesses = [guess(n, f"192.0.2.{n}, 198.51.100.7") for n in range(21)]
        assert guesses == [401] * 20 + [429]
        assert guess(21, "198.51.100.7, 198.51.100.8") == 401


# TLS


def shaken(secure: Hosted, context: ssl.SSLContext) -> tuple[str | None, str]:
    """The version and the cipher suite that a client and the house agree on."""
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    host, _, port = secure.netloc.rpartition(":")
    with (
        socket.create_connection((host, int(port)), timeout=30) as line,
        context.wrap_socket(line) as wrapped,
    ):
        suite = wrapped.cipher()
        assert suite is not None
        return wrapped.version(), suite[0]


def at_most(version: ssl.TLSVersion, ciphers: str = "ALL:@SECLEVEL=0") -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.set_ciphers(ciphers)
    context.minimum_version, context.maximum_version = ssl.TLSVersion.MINIMUM_SUPPORTED, version
    return context


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_tls_is_of_today_and_the_newest_comes_first(secure: Hosted) -> None:
    assert shaken(secure, ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))[0] == "TLSv1.3"
    assert shaken(secure, at_most(ssl.TLSVersion.TLSv1_2))[0] == "TLSv1.2"
    for old in (ssl.TLSVersion.TLSv1_1, ssl.TLSVersion.TLSv1):
        with pytest.raises((ssl.SSLError, OSError)):
            shaken(secure, at_most(old))


def test_tls_takes_only_suites_with_forward_secrecy_and_authenticated_ciphers(
    secure: Hosted,
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.set_ciphers("ALL:COMPLEMENTOFALL:@SECLEVEL=0")
    strong = re.compile("TLS_|ECDHE-.*(GCM|CHACHA20)")
    weak = [one["name"] for one in context.get_ciphers() if not strong.match(one["name"])]
    assert len(weak) > 20
    with pytest.raises((ssl.SSLError, OSError)):
        shaken(secure, at_most(ssl.TLSVersion.TLSv1_2, ":".join(weak) + ":@SECLEVEL=0"))
    assert strong.match(shaken(secure, at_most(ssl.TLSVersion.TLSv1_2))[1])


def test_a_house_with_a_certificate_answers_nothing_in_the_clear(secure: Hosted) -> None:
    text = f"GET /api/house HTTP/1.1\nHost: {secure.netloc}\n\n"
    try:
        answer = spoken(secure, text)
    except OSError:
        return
    assert b"HTTP/" not in answer


def test_a_client_trusts_no_certificate_that_nobody_vouches_for(secure: Hosted) -> None:
    async def visit() -> None:
        async with Client(secure.address) as client:
            await client.visit()

    with pytest.raises((ssl.SSLError, httpx.ConnectError, OSError)):
        asyncio.run(asyncio.wait_for(visit(), 60))


# What is kept and told


def test_an_alert_is_a_warning_of_the_log_that_says_which(
    hosted: Hosted, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        number = hosted.run(
            hosted.house.office.raise_alert(None, "disk/low", as_typed("nearly full"))
        )
    (warned,) = [record for record in caplog.records if record.getMessage() == "alert"]
    expected = {"kind": "disk/low", "table": None, "id": number}
    assert (warned.levelno, warned.__dict__["fields"]) == (logging.WARNING, expected)


def test_no_log_has_a_password_or_a_token(
    hosted: Hosted, caplog: pytest.LogCaptureFixture, ticks: Ticks
) -> None:
    with caplog.at_level(logging.DEBUG):
        body = {"name": DEALER.name, "password": password_of(DEALER.name)}
        reply = hosted.http("POST", "/api/sign-in", body)
        assert reply.status == 200
        hosted.http("POST", "/api/sign-in", body | {"password": "wr0ng-passw0rd"})
        tokens = hosted.run(hosted.house.office.enrol({"kiosk": None}, HOUSE))
        assert not isinstance(tokens, Refusal)
        enrolled = hosted.http("POST", "/api/enrol", {"token": tokens["kiosk"]})
        assert enrolled.status == 200
        hosted.http("POST", "/api/enrol", {"token": "no-such-t0ken"})
        hosted.http("GET", "/api/me", who="ada")
    secrets = [*reply.cookies.values(), *enrolled.cookies.values(), *tokens.values()]
    secrets += [hosted.tokens["ada"], password_of(DEALER.name)]
    for secret in (*secrets, "wr0ng-passw0rd", "no-such-t0ken"):
        assert secret not in caplog.text
    ticks.now_ms += 60_000


def logged(caplog: pytest.LogCaptureFixture, code: str) -> list[dict[str, object]]:
    """What the log says of refusals by a code."""
    lines = [one for one in caplog.records if one.msg == "request refused"]
    fields = [dict(getattr(one, "fields", {})) for one in lines]
    return [each for each in fields if each.pop("code") == code]


def test_refused_access_is_in_the_log(hosted: Hosted, caplog: pytest.LogCaptureFixture) -> None:
    hosted.signed_in(DEALER)
    caplog.set_level(logging.INFO)
    hosted.http("GET", "/api/floor", who="ada")
    assert logged(caplog, "staff/not-signed-in") == [
        {"who": "ada", "address": "127.0.0.1", "asked": "/api/floor"}
    ]
    hosted.http("GET", "/api/audit?person=eve", who=DEALER)
    assert logged(caplog, "position/not-allowed") == [
        {"who": DEALER.name, "address": "127.0.0.1", "asked": "/api/audit"}
    ]
    hosted.http("POST", "/api/enrol", {"token": "no-such-t0ken"})
    assert [one["asked"] for one in logged(caplog, "terminal/unknown")] == ["/api/enrol"]
    hosted.http("POST", "/api/sign-out", {}, headers={"Origin": "https://evil.example"})
    assert [one["asked"] for one in logged(caplog, "request/origin")] == ["/api/sign-out"]
    wire = hosted.run(hosted.wire("ada"))
    hosted.run(wire.ask(f.WatchFloor(), f.Problem))
    assert [one["asked"] for one in logged(caplog, "staff/not-signed-in")][1:] == ["/socket"]
    assert "no-such-t0ken" not in caplog.text


def test_a_device_that_comes_in_is_in_the_log(
    hosted: Hosted, caplog: pytest.LogCaptureFixture
) -> None:
    tokens = hosted.run(hosted.house.office.enrol({"booth": None}, HOUSE))
    assert not isinstance(tokens, Refusal)
    with caplog.at_level(logging.INFO):
        assert hosted.http("POST", "/api/enrol", {"token": tokens["booth"]}).status == 200
    (said,) = [one for one in caplog.records if one.msg == "terminal enrolled"]
    assert getattr(said, "fields", {}) == {"who": "booth", "address": "127.0.0.1"}


def test_attempts_to_get_around_a_control_are_in_the_log(
    hosted: Hosted, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO)
    wire = hosted.run(hosted.wire("ada"))
    hosted.run(wire.ask('{"type":"cheat"}', f.Problem))
    hosted.http("POST", "/api/sign-in", {"name": "eve", "as": "house"})
    asked = [one["asked"] for one in logged(caplog, "message/malformed")]
    assert asked == ["/socket", "/api/sign-in"]
    hosted.http("GET", f"/api/tables/{TABLE}/rounds?limit=1&limit=500")
    assert len(logged(caplog, "request/bad-query")) == 1
    monkeypatch.setattr(hosted.house, "requests", Buckets(0, 0))
    hosted.http("GET", f"/api/tables/{TABLE}/seat", who="ada")
    assert [one["who"] for one in logged(caplog, "rate/too-many")] == ["ada"]
    assert "cheat" not in str([one.__dict__ for one in caplog.records])


def test_a_bug_is_in_the_log_with_its_trace(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise RuntimeError("the clock has stopped")

    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
        patch.setattr(hosted.house, "clock", broken)
        assert hosted.http("GET", "/api/house").status == 500
        # It is logged once the answer has gone.
        until = monotonic() + 30
        while not (logged := [one for one in caplog.records if one.exc_info]):
            assert monotonic() < until, "nothing was logged"
            sleep(0.01)
    (traced,) = logged
    assert traced.levelname == "ERROR"
    assert "the clock has stopped" in str(traced.exc_info)


def test_the_control_socket_is_for_the_houses_own_user_alone(hosted: Hosted) -> None:
    folder = hosted.house.config.secrets
    assert stat.S_IMODE((folder / SOCKET).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_real_house_begins_with_nobody(tmp_path: Path) -> None:
    with hosting(configured(tmp_path, [dealt(TABLE)])) as new:
        assert not new.house.office.state.staff
        assert not new.house.office.state.terminals
        for name in ("admin", "root", "dealer", "shift-manager", "house"):
            for password in ("", name, "admin", "password", "changeme"):
                body = {"name": name, "password": password}
                assert new.http("POST", "/api/sign-in", body).status in (401, 429)


def test_a_password_is_taken_as_it_was_typed(tmp_path: Path) -> None:
    """All of it, in its case; spaces and any letters are allowed, and 64 and more of them."""
    credentials = Credentials.make(tmp_path / "credentials.json", tmp_path / "data", QUICK)
    long = " Näh 轮盘 maSchine-" + "z" * 100
    credentials.keep_password("dora", credentials.hash(long))
    assert credentials.check("dora", long).right
    for other in (long.strip(), long.lower(), long[:-1], long[:72], long + "z"):
        assert not credentials.check("dora", other).right


def test_a_password_is_long_and_needs_no_letters_of_some_kind() -> None:
    """Nor does any rule ask for capitals, digits or signs."""
    assert PASSWORD_LENGTH_MIN >= 8
    for long_enough in (
        *("mild sauce and rye", "MILD SAUCE AND RYE", "830618472750"),
        "轮盘赌桌上的小白球滚动着呢",
        "all the small round balls " + "and a lamp of copper over each of the doors",
    ):
        assert len(long_enough) >= PASSWORD_LENGTH_MIN
        assert weak(long_enough, "dora") is None, long_enough
        assert weak(long_enough[: PASSWORD_LENGTH_MIN - 1], "dora") is not None


def test_a_password_does_not_expire(hosted: Hosted, ticks: Ticks) -> None:
    body = {"name": DEALER.name, "password": password_of(DEALER.name)}
    for _ in range(3):
        ticks.now_ms += 400 * 24 * 3_600_000
        assert hosted.http("POST", "/api/sign-in", body).status == 200
    hosted.cookies.clear()
