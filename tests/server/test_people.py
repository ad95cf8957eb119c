"""The office at work: on record first, then told; sign-in, sessions, terminals and alerts."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from croupier.journal.memory import Failure, MemoryStore
from croupier.office.alerts import AlertRaised
from croupier.office.names import HOUSE
from croupier.office.sign_in import SignInFailed, SignInThrottled, StaffLocked, StaffSignedOut
from croupier.office.terminals import TerminalEnrolled
from croupier.round.base import Actor
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from croupier.server.people import sign_in
from croupier.server.people.credentials import Credentials
from croupier.server.people.sessions import IDLE_MS, LIFE_MS
from croupier.table.codec import CODEC
from croupier.table.running import FloorStopped
from croupier.words.message import as_typed
from tests.server.offices import ADDRESS, AtWork, code, must, password_of
from tests.table.floors import DEALER, MANAGER, SHIFT, SUPERVISOR


def working(folder: Path, store: MemoryStore | None = None) -> AtWork:
    return AtWork(store or MemoryStore(), folder)


async def test_right_password_gets_in_and_every_other_is_refused_alike(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    signed_in = await at.sign_in(DEALER)
    assert signed_in.actor == DEALER
    assert at.office.door.sessions.find(signed_in.token) is signed_in.session
    await must(at.office.disable_staff("sue", SHIFT, "left"))
    tries = [("dora", "wrong password"), ("eve", "wrong password"), ("\n", "")]
    tries.append(("sue", password_of("sue")))
    said = set()
    for name, password in tries:
        no = await at.office.door.sign_in(name, password, ADDRESS)
        assert isinstance(no, Refusal)
        said.add((no.code, no.message))
    assert len(said) == 1
    assert {one for one, _ in said} == {"sign-in/refused"}
    failed = [CODEC.event(x) for x in at.entries() if x.name == SignInFailed.name]
    assert failed == [
        SignInFailed(staff="dora", why="password", address=ADDRESS),
        SignInFailed(staff=None, why="unknown", address=ADDRESS),
        SignInFailed(staff=None, why="unknown", address=ADDRESS),
        SignInFailed(staff="sue", why="disabled", address=ADDRESS),
    ]
    await at.stop()


async def test_token_is_another_after_each_sign_in_and_the_old_session_ends(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    first = await at.sign_in(DEALER)
    ended: list[str] = []
    first.session.on_end.add(ended.append)
    second = await at.sign_in(DEALER, replaces=first.token)
    assert first.token != second.token
    assert ended == ["replaced"]
    assert isinstance(at.office.door.sessions.find(first.token), Refusal)
    forged = await at.sign_in(DEALER, replaces="a token that the attacker chose")
    assert forged.token != "a token that the attacker chose"
    assert isinstance(at.office.door.sessions.find(second.token), type(second.session))
    await at.stop()


async def test_idle_lock_is_on_record_and_the_password_opens_it_under_another_token(
    tmp_path: Path,
) -> None:
    at = await working(tmp_path).start()
    token, session, _ = await at.sign_in(DEALER)
    door = at.office.door
    at.ticks.now_ms += IDLE_MS - 1
    await at.office.sweep()
    assert StaffLocked.name not in at.names()
    at.ticks.now_ms += 1
    await at.office.sweep()
    await at.office.sweep()
    assert at.names().count(StaffLocked.name) == 1
    no = door.sessions.use(session)
    assert no is not None
    assert no.code == "sign-in/locked"
    assert await code(door.unlock(token, "wrong password", ADDRESS)) == "sign-in/refused"
    assert session.locked
    unlocked = await must(door.unlock(token, password_of("dora"), ADDRESS))
    assert unlocked.token != token
    assert unlocked.session is session
    assert door.sessions.use(session) is None
    assert await code(door.unlock(token, password_of("dora"), ADDRESS)) == "sign-in/needed"
    at.ticks.now_ms += LIFE_MS
    await at.office.sweep()
    out = [CODEC.event(x) for x in at.entries() if x.name == StaffSignedOut.name]
    assert out == [StaffSignedOut(by=DEALER, why="expired")]
    await at.stop()


async def test_sign_out_ends_the_session_and_is_on_record(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    token, session, _ = await at.sign_in(DEALER)
    await at.office.door.sign_out(token)
    await at.office.door.sign_out(token)
    await at.office.door.sign_out(None)
    assert session.ended
    assert at.names().count(StaffSignedOut.name) == 1
    await at.stop()


@pytest.mark.parametrize("how", ["disabled", "moved", "password-changed"])
async def test_sockets_of_whoever_is_put_out_close_and_no_others(tmp_path: Path, how: str) -> None:
    at = await working(tmp_path).start()
    office = at.office
    closed: list[tuple[str, str]] = []
    for name in ("first", "second"):
        (await at.sign_in(DEALER)).session.on_end.add(
            lambda why, name=name: closed.append((name, why))  # type: ignore[misc]
        )
    other = await at.sign_in(SUPERVISOR)
    if how == "disabled":
        await must(office.disable_staff("dora", SHIFT, "left"))
    elif how == "moved":
        asked = await must(office.move_staff("dora", Position.PIT_SUPERVISOR, SHIFT, "promoted"))
        assert not closed, "it waits for a second person"
        assert asked.approval is not None
        await must(office.approve(asked.approval, MANAGER))
    else:
        await must(office.change_password("dora", "quite another one", SHIFT))
    assert closed == [("first", how), ("second", how)]
    assert not other.session.ended
    assert office.door.sessions.of("dora") == []
    on_record = at.names()
    assert on_record.index(f"staff.{how}") < on_record.index("staff.signed-out")
    await at.stop()


async def test_disabled_while_the_password_is_checked_does_not_get_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = await working(tmp_path).start()
    door = at.office.door
    loop, honest = asyncio.get_running_loop(), Credentials.check

    def slow(self: Credentials, name: str, password: str) -> object:
        out = at.office.disable_staff("dora", SHIFT, "left")
        asyncio.run_coroutine_threadsafe(out, loop).result(30)
        return honest(self, name, password)

    monkeypatch.setattr(Credentials, "check", slow)
    assert await code(door.sign_in("dora", password_of("dora"), ADDRESS)) == "sign-in/refused"
    assert len(door.sessions) == 0
    await at.stop()


async def test_changed_password_is_the_one_that_counts(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    door, new = at.office.door, "quite another one"
    own, old = at.office.change_own_password, password_of("dora")
    assert await code(own(old, "short", DEALER, ADDRESS)) == "staff/weak-password"
    assert await code(at.office.change_password("sue", new, DEALER)) == "position/not-allowed"
    assert await code(own("not the old one", new, DEALER, ADDRESS)) == "sign-in/refused"
    for by in (DEALER, SHIFT):
        without = at.office.change_password(by.name, new, by)
        assert await code(without) == "staff/old-password-needed"
    await must(own(old, new, DEALER, ADDRESS))
    assert await code(door.sign_in("dora", password_of("dora"), ADDRESS)) == "sign-in/refused"
    await must(door.sign_in("dora", new, ADDRESS))
    await at.stop()


async def test_too_many_attempts_on_a_name_must_wait_right_password_or_not(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    door = at.office.door
    for number in range(20):
        assert await code(door.sign_in("dora", "wrong", f"10.0.0.{number}")) == ("sign-in/refused")
    right = password_of("dora")
    for _ in range(3):
        no = await door.sign_in("dora", right, "10.0.0.99")
        assert isinstance(no, Refusal)
        assert no.code == "sign-in/throttled"
        assert no.message == "too many attempts: try again in 1 s"
    assert at.names().count(SignInThrottled.name) == 1
    await must(door.sign_in("sue", password_of("sue"), "10.0.0.99"))
    at.ticks.now_ms += 1_000
    await must(door.sign_in("dora", right, "10.0.0.99"))
    assert await code(door.sign_in("dora", "wrong", "10.0.0.99")) == "sign-in/throttled"
    at.ticks.now_ms += 10_000
    assert await code(door.sign_in("dora", "wrong", "10.0.0.99")) == "sign-in/refused"
    await at.stop()


async def test_too_many_attempts_from_an_address_must_wait_whatever_the_name(
    tmp_path: Path,
) -> None:
    at = await working(tmp_path).start()
    door = at.office.door
    for _ in range(30):
        await at.sign_in(SHIFT)
    for number in range(20):
        address = f"2001:db8::{number}"
        assert await code(door.sign_in(f"name-{number}", "x", address)) == "sign-in/refused"
    right = password_of("dora")
    assert await code(door.sign_in("dora", right, "2001:db8::77")) == "sign-in/throttled"
    await must(door.sign_in("dora", right, "2001:db8:1::1"))
    await at.stop()


async def test_passwords_that_wait_to_be_checked_have_a_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = await working(tmp_path).start()
    monkeypatch.setattr(sign_in, "WAITING_MAX", 3)
    codes = await asyncio.gather(
        *(code(at.office.door.sign_in(f"name-{n}", "x", f"10.0.0.{n}")) for n in range(8))
    )
    assert Counter(codes) == {"sign-in/refused": 3, "sign-in/throttled": 5}
    await must(at.office.door.sign_in("dora", password_of("dora"), ADDRESS))
    await at.stop()


async def test_guesses_from_elsewhere_do_not_lock_the_owner_out(tmp_path: Path) -> None:
    """Strangers slow strangers: a device at which its owner signed in before, and a session that
    is locked, are counted by themselves."""
    at = await working(tmp_path).start()
    door, right = at.office.door, password_of("dora")
    locked = await must(door.sign_in("dora", right, ADDRESS))
    device = locked.device
    at.ticks.now_ms += IDLE_MS
    for number in range(200):
        await door.sign_in("dora", f"guess {number}", f"198.51.100.{number % 100}")
        await door.sign_in("dora", f"guess {number}", ADDRESS)
    assert await code(door.sign_in("dora", right, "203.0.113.9")) == "sign-in/throttled"
    assert await code(door.sign_in("dora", right, ADDRESS)) == "sign-in/throttled"
    await must(door.unlock(locked.token, right, ADDRESS))
    for where in (ADDRESS, "203.0.113.9"):
        await must(door.sign_in("dora", right, where, device=device))
    assert await code(door.sign_in("dora", right, "203.0.113.9")) == "sign-in/throttled", (
        "what strangers tried still counts for strangers"
    )
    await at.stop()


async def test_a_device_is_known_for_its_own_people_and_is_slowed_as_well(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    door, right = at.office.door, password_of("dora")
    device = (await must(door.sign_in("sue", password_of("sue"), ADDRESS))).device
    assert device is not None
    for number in range(30):
        await door.sign_in("dora", f"guess {number}", f"198.51.100.{number}")
    for forged in (device, device.replace(".", "x."), "x" * 2_000, "é", ".", ""):
        no = await code(door.sign_in("dora", right, "203.0.113.9", device=forged))
        assert no == "sign-in/throttled", "sue's device is a stranger's to dora"
    tries = [await code(door.sign_in("sue", "x", ADDRESS, device=device)) for _ in range(8)]
    assert tries == ["sign-in/refused"] * 5 + ["sign-in/throttled"] * 3
    await must(door.sign_in("sue", password_of("sue"), "203.0.113.7"))
    at.ticks.now_ms += 16 * 60_000
    both = (await must(door.sign_in("dora", right, ADDRESS, device=device))).device
    for name in ("sue", "dora"):
        again = await must(door.sign_in(name, password_of(name), ADDRESS, device=both))
        assert again.device is not None
    await at.stop()
    assert both is not None
    assert not any(both.encode() in entry.body for entry in at.entries())


async def test_attempts_at_the_same_time_are_counted_before_any_has_failed(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    tries = [code(at.office.door.sign_in("dora", f"wrong {n}", ADDRESS)) for n in range(25)]
    said = await asyncio.gather(*tries)
    assert said.count("sign-in/refused") == 5
    assert said.count("sign-in/throttled") == 20
    await at.stop()


async def test_terminal_is_known_by_its_key_until_withdrawn(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    office = at.office
    tokens = await must(office.admit({"seat-1": "rapid-select", "seat-2": None}, MANAGER))
    assert office.terminal(tokens["seat-1"]) == "seat-1"
    assert office.state.terminals["seat-1"].profile == "rapid-select"
    for wrong in (None, "", "seat-1", tokens["seat-1"] + "x"):
        no = office.terminal(wrong)
        assert isinstance(no, Refusal)
        assert no.code == "terminal/unknown"
    closed: list[str] = []
    office.when_withdrawn("seat-1", closed.append)
    office.when_withdrawn("seat-1", lambda why: closed.append("gone"))()
    office.when_withdrawn("seat-2", lambda why: closed.append("seat-2"))
    await must(office.withdraw("seat-1", MANAGER, "broken"))
    assert closed == ["withdrawn"]
    assert isinstance(office.terminal(tokens["seat-1"]), Refusal)
    assert office.terminal(tokens["seat-2"]) == "seat-2"
    [back] = (await must(office.admit({"seat-1": None}, MANAGER))).values()
    assert back != tokens["seat-1"]
    assert office.terminal(back) == "seat-1"
    await at.stop()


async def test_terminals_are_enrolled_all_or_none(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    for names in (("seat-1", "bad\nname"), ("seat-1", "SEAT-1"), ("seat-1", "dora")):
        assert await code(at.office.enrol(dict.fromkeys(names), HOUSE)) is not None
    assert at.office.state.terminals == {}
    assert TerminalEnrolled.name not in at.names()
    assert await code(at.office.enrol({"seat-1": None}, DEALER)) == "position/not-allowed"
    await at.stop()


async def test_alert_is_raised_once_and_stays_until_acknowledged(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    raised = await at.office.raise_alert("sands-2019", "sensor", as_typed("no signal"))
    assert await at.office.raise_alert("sands-2019", "sensor", as_typed("no signal")) == raised
    assert at.names().count(AlertRaised.name) == 1
    assert list(at.office.state.alerts) == [raised]
    await must(at.office.acknowledge(raised, DEALER))
    assert await code(at.office.acknowledge(raised, SHIFT)) == "alert/acknowledged"
    assert await at.office.raise_alert("sands-2019", "sensor", as_typed("no signal")) == raised + 1
    await at.stop()


async def test_told_only_what_is_on_record_and_in_its_order(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    adding = [
        at.office.add_staff(f"new-{n}", Position.DEALER, password_of(f"new-{n}"), SHIFT)
        for n in range(10)
    ]
    await asyncio.gather(*adding, at.office.raise_alert(None, "disk", as_typed("nearly full")))
    on_record = [CODEC.event(one) for one in at.entries() if not one.name.startswith("journal.")]
    assert at.told == on_record
    assert at.office.state == at.serving.floor.office
    await at.stop()


async def test_one_name_asked_for_twice_at_once_is_given_once(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    adding = [
        code(at.office.add_staff("new", Position.DEALER, password_of("new"), SHIFT))
        for _ in range(5)
    ]
    said = await asyncio.gather(*adding)
    assert sorted(filter(None, said)) == ["staff/name-taken"] * 4
    await at.stop()


async def test_after_a_failed_write_nothing_is_shown_told_or_let_in(tmp_path: Path) -> None:
    store = MemoryStore()
    at = await working(tmp_path, store).start()
    await at.serving.running.idle()
    told, before = list(at.told), at.office.state.copy()
    store.failure_at = Failure(store.appends + 1, kept=False)
    with pytest.raises(FloorStopped):
        await at.office.raise_alert(None, "disk", as_typed("full"))
    assert at.told == told
    assert at.office.state == before
    with pytest.raises(FloorStopped):
        await at.sign_in(DEALER)
    assert len(at.office.door.sessions) == 0
    at.serving.committer.close()


async def test_caller_who_stops_waiting_takes_nothing_back(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    task = asyncio.create_task(at.office.raise_alert(None, "disk", as_typed("nearly full")))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await at.office.logbook.idle()
    assert [alert.kind for alert in at.office.state.alerts.values()] == ["disk"]
    assert at.office.state == at.serving.floor.office
    assert at.names().count(AlertRaised.name) == 1
    await at.stop()


async def test_credentials_without_a_place_on_the_staff_open_nothing(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    at.credentials.keep_password("eve", at.credentials.hash("eve's own password"))
    at.credentials.keep_keys({"seat-9": "token"}, 0)
    door = at.office.door
    assert await code(door.sign_in("eve", "eve's own password", ADDRESS)) == "sign-in/refused"
    assert isinstance(at.office.terminal("token"), Refusal)
    await at.stop()


async def test_actor_with_a_position_that_is_not_theirs_manages_nobody(tmp_path: Path) -> None:
    at = await working(tmp_path).start()
    liar = Actor("dora", Position.GAMING_SHIFT_MANAGER)
    assert await code(at.office.disable_staff("sue", liar, "why")) == "staff/not-serving"
    assert await code(at.office.disable_staff("sue", Actor("house"), "why")) is None
    await at.stop()
