"""A terminal's token is good once and not for long; its key changes every day."""

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.client import Client
from croupier.client.web import WebError
from croupier.office.names import HOUSE
from croupier.rules.refusal import Refusal
from croupier.server.people.credentials import Credentials
from croupier.server.people.device_keys import (
    DAY_MS,
    LAPSES_AFTER_MS,
    OVERLAP_MS,
    RENEWED_AFTER_MS,
    TOKEN_LIFE_MS,
)
from croupier.server.people.sessions import token_hash
from tests.server.houses import SHIFT, STAFF, Hosted, Reply, configured, dealt, hosting
from tests.server.offices import QUICK, Ticks

TABLE = "edz-2020"
BEGIN_MS = 1_800_000_000_000
COOKIE = "croupier-terminal"


@pytest.fixture
def clock() -> Ticks:
    return Ticks(BEGIN_MS)


@pytest.fixture
def hosted(tmp_path: Path, clock: Ticks) -> Iterator[Hosted]:
    with hosting(configured(tmp_path, [dealt(TABLE)]), clock) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        yield hosted


def token_of(hosted: Hosted, name: str = "kiosk") -> str:
    tokens = hosted.run(hosted.house.office.enrol({name: None}, HOUSE))
    assert not isinstance(tokens, Refusal), tokens
    return tokens[name]


def enrol(hosted: Hosted, token: str) -> Reply:
    return hosted.http("POST", "/api/enrol", {"token": token})


def me(hosted: Hosted, key: str) -> tuple[str | None, str | None]:
    """Who a key makes the house take a device for, and the new key that it is given."""
    reply = hosted.http("GET", "/api/me", headers={"Cookie": f"{COOKIE}={key}"})
    return reply.json["name"], reply.cookies.get(COOKIE)


# The token


def test_a_token_is_good_once(hosted: Hosted) -> None:
    token = token_of(hosted)
    assert me(hosted, token) == (None, None), "it is no key before it is given for one"
    first = enrol(hosted, token)
    assert (first.status, first.json["terminal"]) == (200, "kiosk")
    key = first.cookies[COOKIE]
    assert key != token
    again = enrol(hosted, token)
    assert (again.status, again.code) == (401, "terminal/unknown")
    assert me(hosted, token) == (None, None), "nor is it ever the cookie"
    assert me(hosted, key)[0] == "kiosk"


def test_a_token_is_good_for_a_day(hosted: Hosted, clock: Ticks) -> None:
    token, other = token_of(hosted), token_of(hosted, "kiosk-2")
    clock.now_ms += TOKEN_LIFE_MS - 1
    assert enrol(hosted, other).status == 200
    clock.now_ms += 1
    assert enrol(hosted, token).status == 401


def test_a_token_that_two_try_at_once_is_one_devices(hosted: Hosted) -> None:
    token = token_of(hosted)

    async def both() -> list[object]:
        office = hosted.house.office
        return list(await asyncio.gather(*(office.exchange(token) for _ in range(20))))

    given = [one for one in hosted.run(both()) if not isinstance(one, Refusal)]
    assert len(given) == 1


def test_a_terminal_that_is_enrolled_again_ends_the_key_and_the_token_before(
    hosted: Hosted,
) -> None:
    unused = token_of(hosted)
    key = enrol(hosted, token_of(hosted, "kiosk-2")).cookies[COOKIE]
    for name in ("kiosk", "kiosk-2"):
        path = f"/api/terminals/{name}/withdraw"
        assert hosted.http("POST", path, {"reason": "lost"}, SHIFT).status == 200
    new = [enrol(hosted, token_of(hosted, name)).cookies[COOKIE] for name in ("kiosk", "kiosk-2")]
    assert enrol(hosted, unused).status == 401
    assert me(hosted, key) == (None, None)
    assert [me(hosted, one)[0] for one in new] == ["kiosk", "kiosk-2"]


def test_a_token_of_which_the_record_knows_nothing_opens_nothing(
    hosted: Hosted, clock: Ticks
) -> None:
    """Left by a crash between the credentials and the record."""
    hosted.house.office._credentials.keep_tokens({"ghost": "a token"}, clock.now_ms)
    left = enrol(hosted, "a token")
    assert (left.status, left.code, left.cookies) == (401, "terminal/unknown", {})


# The key


def test_a_key_changes_every_day_and_the_one_before_ends(hosted: Hosted, clock: Ticks) -> None:
    stolen = enrol(hosted, token_of(hosted)).cookies[COOKIE]
    assert me(hosted, stolen) == ("kiosk", None)
    clock.now_ms += RENEWED_AFTER_MS
    name, new = me(hosted, stolen)
    assert name == "kiosk"
    assert new not in (None, stolen)
    assert new is not None
    assert me(hosted, new) == ("kiosk", None)
    assert me(hosted, stolen)[0] == "kiosk", "what was on its way is answered"
    clock.now_ms += OVERLAP_MS
    assert me(hosted, stolen) == (None, None)
    assert me(hosted, new) == ("kiosk", None)


def test_an_answer_that_is_lost_locks_no_device_out(
    hosted: Hosted, clock: Ticks, tmp_path: Path
) -> None:
    key = enrol(hosted, token_of(hosted)).cookies[COOKIE]
    clock.now_ms += DAY_MS
    lost = me(hosted, key)[1]
    clock.now_ms += DAY_MS // 2
    assert me(hosted, key) == ("kiosk", lost), "the same again: two answers may cross"
    credentials = tmp_path / "secrets" / "credentials.json"
    again = Credentials.load(credentials, tmp_path / "data", QUICK)
    assert again.terminal_of(key, clock.now_ms) == "kiosk", "after a restart too"
    other = again.renewed(key, clock.now_ms)
    assert other not in (None, lost)


def test_a_device_that_was_away_for_a_month_is_enrolled_again(hosted: Hosted, clock: Ticks) -> None:
    key = enrol(hosted, token_of(hosted)).cookies[COOKIE]
    clock.now_ms += LAPSES_AFTER_MS - 1
    assert hosted.http("GET", "/api/house", headers={"Cookie": f"{COOKIE}={key}"}).cookies
    assert me(hosted, key)[0] == "kiosk"
    other = enrol(hosted, token_of(hosted, "kiosk-2")).cookies[COOKIE]
    clock.now_ms += LAPSES_AFTER_MS
    assert me(hosted, other) == (None, None)


def test_no_key_and_no_token_is_in_the_data_or_in_the_clear(hosted: Hosted, tmp_path: Path) -> None:
    unused = token_of(hosted)
    key = enrol(hosted, token_of(hosted, "kiosk-2")).cookies[COOKIE]
    hosted.head()
    kept = b"".join(one.read_bytes() for one in tmp_path.rglob("*") if one.is_file())
    for secret in (unused, key):
        assert secret.encode() not in kept
        assert token_hash(secret).encode() in kept


# Of an earlier program


def test_a_device_of_an_earlier_program_goes_on_and_is_given_keys(
    tmp_path: Path, clock: Ticks
) -> None:
    config = configured(tmp_path, [dealt(TABLE)])
    with hosting(config, clock) as first:
        first.run(first.enrolled("ada", "ben"))
    file = config.secrets / "credentials.json"
    kept = json.loads(file.read_text(encoding="utf-8"))
    del kept["devices"]
    kept["terminals"] = {"ada": token_hash("ada's old token"), "ben": token_hash("ben's, unused")}
    shutil.copy(file, tmp_path / "before")
    file.write_text(json.dumps(kept), encoding="utf-8")
    with hosting(config, clock) as hosted:
        name, new = me(hosted, "ada's old token")
        assert name == "ada"
        assert new is not None
        assert me(hosted, new) == ("ada", None)
        clock.now_ms += OVERLAP_MS
        assert me(hosted, "ada's old token") == (None, None)
        old = hosted.run(hosted.wire(None, {"Cookie": f"{COOKIE}=ben's, unused"}))
        came = enrol(hosted, "ben's, unused")
        assert came.status == 200
        closed = hosted.run(old.end())
        assert closed.rcvd is not None
        assert closed.rcvd.reason == "session/ended", "whoever had it until now is out"
        assert enrol(hosted, "ben's, unused").status == 401
        assert me(hosted, came.cookies[COOKIE]) == ("ben", None)
    with hosting(config, clock) as again:
        assert me(again, new)[0] == "ada"


# The client library


def test_a_client_keeps_its_key_and_goes_on_with_it(
    hosted: Hosted, tmp_path: Path, clock: Ticks
) -> None:
    token, kept = token_of(hosted), tmp_path / "kiosk.json"

    async def once(*, resume: bool) -> str:
        async with Client(hosted.address, kept=kept) as client:
            await (client.resume() if resume else client.enrol(token))
            await client.table(TABLE)
            return client.player

    assert asyncio.run(once(resume=False)) == "kiosk"
    assert kept.stat().st_mode & 0o777 == 0o600
    for _ in range(3):
        clock.now_ms += DAY_MS
        assert asyncio.run(once(resume=True)) == "kiosk"
    with pytest.raises(WebError):
        asyncio.run(once(resume=False))
    kept.unlink()
    with pytest.raises(LookupError):
        asyncio.run(once(resume=True))
