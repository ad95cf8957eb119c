"""How often someone may try to get in: growing waits that end, in bounded memory."""

from croupier.server.people.throttle import FORGOTTEN_AFTER_MS, Throttle
from tests.server.offices import Ticks


def throttle(ticks: Ticks, keys_max: int = 100) -> Throttle:
    return Throttle(ticks, free=3, first_ms=1_000, most_ms=8_000, keys_max=keys_max)


def test_first_attempts_are_free_and_then_waits_double_up_to_the_longest() -> None:
    ticks = Ticks()
    tries = throttle(ticks)
    waits = []
    for _ in range(9):
        assert tries.attempt("ada") == 0
        waits.append(tries.wait_ms("ada"))
        ticks.now_ms += waits[-1]
    assert waits == [0, 0, 1000, 2000, 4000, 8000, 8000, 8000, 8000]


def test_attempt_that_must_wait_is_not_counted() -> None:
    ticks = Ticks()
    tries = throttle(ticks)
    for _ in range(3):
        tries.attempt("ada")
    ticks.now_ms += 400
    assert [tries.attempt("ada") for _ in range(50)] == [600] * 50
    ticks.now_ms += 600
    assert tries.attempt("ada") == 0
    assert tries.wait_ms("ada") == 2000


def test_keys_do_not_wait_for_each_other_and_success_forgives() -> None:
    tries = throttle(Ticks())
    for _ in range(3):
        tries.attempt("ada")
    assert tries.wait_ms("ada") > 0
    assert tries.wait_ms("ben") == 0
    tries.forgive("ada")
    assert tries.wait_ms("ada") == 0


def test_good_attempt_is_refunded_alone() -> None:
    tries = throttle(Ticks())
    for _ in range(50):
        assert tries.attempt("hall") == 0
        tries.refund("hall")
    for _ in range(2):
        tries.attempt("hall")
    tries.attempt("hall")
    tries.refund("hall")
    assert tries.attempt("hall") == 0
    assert tries.wait_ms("hall") == 1000


def test_old_attempts_are_forgotten() -> None:
    ticks = Ticks()
    tries = throttle(ticks)
    for _ in range(3):
        tries.attempt("ada")
    ticks.now_ms += FORGOTTEN_AFTER_MS
    tries.attempt("ada")
    assert tries.wait_ms("ada") == 0


def test_memory_is_bounded_and_the_newest_are_kept() -> None:
    tries = throttle(Ticks(), keys_max=10)
    for number in range(1000):
        for _ in range(3):
            tries.attempt(f"name-{number}")
    assert len(tries) == 10
    assert tries.wait_ms("name-999") == 1000


def test_waiting_is_told_once_for_each_attempt_that_passed() -> None:
    ticks = Ticks()
    tries = throttle(ticks)
    for _ in range(3):
        tries.attempt("ada")
    assert [tries.first_refusal("ada") for _ in range(3)] == [True, False, False]
    ticks.now_ms += 1000
    tries.attempt("ada")
    assert tries.first_refusal("ada")
