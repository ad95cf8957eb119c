"""Sessions: random tokens kept as hashes, an idle lock, an end that is told."""

import logging

import pytest

from croupier.rules.refusal import Refusal
from croupier.server.people.sessions import (
    IDLE_MS,
    LIFE_MS,
    PER_PERSON_MAX,
    Session,
    Sessions,
    new_token,
    token_hash,
)
from tests.server.offices import Ticks
from tests.table.floors import DEALER, SHIFT


def code(found: object) -> str | None:
    return found.code if isinstance(found, Refusal) else None


def test_token_has_256_bits_and_no_two_are_the_same() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {43}


def test_only_the_hash_of_a_token_is_kept() -> None:
    sessions = Sessions(Ticks())
    token, session = sessions.begin(DEALER, "::1")
    assert sessions.find(token) is session
    assert token not in repr(vars(sessions)) + repr(session)
    assert session.key == token_hash(token)
    for wrong in (None, "", token[:-1], token + "x", session.key, "\ud800"):
        assert code(sessions.find(wrong)) == "sign-in/needed"


def test_idle_for_five_minutes_locks() -> None:
    ticks = Ticks()
    sessions, locked = Sessions(ticks), list[str]()
    token, session = sessions.begin(DEALER, "::1")
    session.on_lock.add(locked.append)
    assert IDLE_MS == 5 * 60 * 1000
    ticks.now_ms += IDLE_MS - 1
    assert sessions.use(session) is None
    ticks.now_ms += IDLE_MS - 1
    assert isinstance(sessions.find(token), Session)
    assert not session.locked
    ticks.now_ms += 1
    assert code(sessions.use(session)) == "sign-in/locked"
    assert code(sessions.use(session)) == "sign-in/locked"
    assert locked == ["idle"]
    assert [one.idle_ms for one in sessions.take_happened()] == [IDLE_MS]
    assert sessions.take_happened() == []


def test_looking_does_not_keep_a_session_awake() -> None:
    ticks = Ticks()
    sessions = Sessions(ticks)
    token, session = sessions.begin(DEALER, "::1")
    for _ in range(5):
        ticks.now_ms += IDLE_MS // 5
        sessions.find(token)
    assert session.locked


def test_sweep_locks_without_anybody_asking() -> None:
    ticks = Ticks()
    sessions = Sessions(ticks)
    _, session = sessions.begin(DEALER, "::1")
    ticks.now_ms += IDLE_MS
    sessions.age()
    assert session.locked


def test_unlocked_session_goes_on_under_another_token() -> None:
    ticks = Ticks()
    sessions, ended = Sessions(ticks), list[str]()
    old, session = sessions.begin(DEALER, "::1")
    session.on_end.add(ended.append)
    ticks.now_ms += IDLE_MS
    sessions.age()
    new = sessions.unlock(session)
    assert new != old
    assert len(new) == len(old)
    assert new != sessions.unlock(sessions.begin(SHIFT, "::1")[1])
    assert code(sessions.find(old)) == "sign-in/needed"
    assert sessions.find(new) is session
    assert sessions.use(session) is None
    assert ended == []


def test_long_shift_ends_however_busy() -> None:
    ticks = Ticks()
    sessions, ended = Sessions(ticks), list[str]()
    token, session = sessions.begin(DEALER, "::1")
    session.on_end.add(ended.append)
    for _ in range(LIFE_MS // IDLE_MS * 2 - 1):
        ticks.now_ms += IDLE_MS // 2
        assert sessions.use(session) is None
    ticks.now_ms += IDLE_MS // 2
    assert code(sessions.use(session)) == "sign-in/needed"
    assert code(sessions.find(token)) == "sign-in/needed"
    assert ended == ["expired"]
    assert [one.ended for one in sessions.take_happened()] == ["expired"]
    assert len(sessions) == 0


def test_one_person_has_so_many_sessions_and_the_oldest_ends() -> None:
    sessions = Sessions(Ticks())
    other, _ = sessions.begin(SHIFT, "::1")
    tokens = [sessions.begin(DEALER, "::1")[0] for _ in range(PER_PERSON_MAX + 2)]
    assert len(sessions.of(DEALER.name)) == PER_PERSON_MAX
    assert [code(sessions.find(token)) for token in tokens[:3]] == [
        "sign-in/needed",
        "sign-in/needed",
        None,
    ]
    assert code(sessions.find(other)) is None


def test_end_is_told_once_and_to_all_even_if_one_cannot_be_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    sessions, ended = Sessions(Ticks()), list[str]()
    _, session = sessions.begin(DEALER, "::1")

    def broken(why: str) -> None:
        raise OSError("the socket is gone")

    session.on_end |= {broken, ended.append, lambda why: ended.append(why)}
    with caplog.at_level(logging.ERROR):
        sessions.end(session, "disabled")
    sessions.end(session, "asked")
    assert ended == ["disabled", "disabled"]
    assert "session callback failed" in caplog.text
