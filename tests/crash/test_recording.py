"""Reading what a run did to its files: also where a kill came in the middle of a call."""

import pytest

from tests.crash.recording import Create, Rename, Step, Sync, Write, steps

FOLDER, LINES = "/data", "/lines"


def shown(text: str) -> str:
    """A text as strace -xx shows it."""
    return "".join(f"\\x{byte:02x}" for byte in text.encode())


A, B = shown("/data/a"), shown("/data/b")
OPENED = f'7 openat(AT_FDCWD<{shown("/")}>, "{A}", O_WRONLY|O_CREAT, 0600) = 3<{A}>'
WRITE = f'7 write(3<{A}>, "{shown("hi")}", 2'
KILLED = "8 +++ killed by SIGKILL +++"
CREATED, WRITTEN = Create("/data/a"), Write("/data/a", b"hi", None)


def test_calls_are_steps_in_their_order() -> None:
    trace = "\n".join(
        (OPENED, f"{WRITE}) = 2", f"7 fsync(3<{A}>) = 0", f'7 rename("{A}", "{B}") = 0')
    )
    renamed = Rename("/data/a", "/data/b")
    assert list(steps(trace, FOLDER, LINES)) == [CREATED, WRITTEN, Sync("/data/a"), renamed]


def test_call_answered_later_happened() -> None:
    trace = "\n".join((OPENED, f"{WRITE} <unfinished ...>", "7 <... write resumed>) = 2", KILLED))
    for unanswered in (True, False):
        assert list(steps(trace, FOLDER, LINES, unanswered=unanswered)) == [CREATED, WRITTEN]


@pytest.mark.parametrize("end", ["7 +++ killed by SIGKILL +++", "7 <... write resumed>) = ?"])
@pytest.mark.parametrize(
    ("unanswered", "happened"), [(True, [CREATED, WRITTEN]), (False, [CREATED])]
)
def test_call_that_a_kill_left_unanswered_may_have_happened(
    end: str, unanswered: bool, happened: list[Step]
) -> None:
    trace = "\n".join((OPENED, f"{WRITE} <unfinished ...>", end, KILLED))
    assert list(steps(trace, FOLDER, LINES, unanswered=unanswered)) == happened


def test_sync_that_was_not_answered_is_none() -> None:
    trace = "\n".join((OPENED, f"7 fsync(3<{A}> <unfinished ...>", KILLED))
    assert list(steps(trace, FOLDER, LINES)) == [CREATED]
