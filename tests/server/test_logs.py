"""Logs: a JSON object a line, with nothing secret in it and nothing that breaks a line."""

import io
import json
import logging
import time
from collections.abc import Iterator

import pytest

from croupier.rules.refusal import CroupierError
from croupier.server import logs
from tests.server.houses import TIMEOUT_S


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield
    root.handlers, root.level = before, level


def test_each_line_is_one_object_whatever_was_said(capsys: pytest.CaptureFixture[str]) -> None:
    logs.begin("info")
    logging.getLogger("croupier.test").info('ada\n{"level":"error"}\x1b[31m\u2028 says hi')
    logging.getLogger("croupier.test").debug("not this")
    (line,) = capsys.readouterr().err.splitlines()
    said = json.loads(line)
    assert said["event"] == 'ada\n{"level":"error"}\x1b[31m\u2028 says hi'
    assert (said["level"], said["from"]) == ("info", "croupier.test")
    assert said["at"].endswith("+00:00")
    assert line.isascii()


def test_fields_and_a_trace_are_part_of_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.begin("warning")
    try:
        raise OSError("disk full")
    except OSError:
        fields = {"fields": {"table": "edz-2020"}}
        logging.getLogger("croupier.test").exception("it stopped", extra=fields)
    said = json.loads(capsys.readouterr().err)
    assert said["table"] == "edz-2020"
    assert "disk full" in said["trace"]


def test_a_level_that_is_none_is_refused() -> None:
    with pytest.raises(CroupierError, match="--log is one of"):
        logs.begin("loud")


def test_what_is_said_again_and_again_is_counted() -> None:
    out, now = io.StringIO(), [0.0]
    handler = logs.Folded(out, lambda: now[0])
    handler.setFormatter(logs.Line())
    log = logging.Logger("croupier.test")
    log.addHandler(handler)
    for n in range(100_000):
        log.warning("a flood from %s", n)
    log.warning("something else")
    said = [json.loads(line)["event"] for line in out.getvalue().splitlines()]
    few = [f"a flood from {n}" for n in range(logs.FOLD_AFTER)]
    assert said == [*few, "something else"]
    now[0] += logs.FOLD_S
    log.warning("a flood from %s", "elsewhere")
    told = [json.loads(line) for line in out.getvalue().splitlines()][len(said) :]
    assert [one["event"] for one in told] == ["repeated", "a flood from elsewhere"]
    assert told[0]["of"] == "a flood from %s"
    assert told[0]["times"] == 100_000 - logs.FOLD_AFTER
    handler.close()
    assert len(out.getvalue().splitlines()) == len(said) + 2, "nothing was only counted"


def flooded(handler: logging.Handler) -> None:
    """One line more than is written."""
    handler.setFormatter(logs.Line())
    log = logging.Logger("croupier.test")
    log.addHandler(handler)
    for _ in range(logs.FOLD_AFTER + 1):
        log.warning("a flood")


def test_what_was_counted_is_said_though_nothing_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(logs, "FOLD_S", 0.05)
    handler = logs.Folded(out, lambda: 0.0)
    flooded(handler)
    end = time.monotonic() + TIMEOUT_S
    while '"repeated", "of": "a flood"' not in out.getvalue():
        assert time.monotonic() < end
        time.sleep(0.01)
    handler.close()
    assert out.getvalue().count("repeated") == 1


def test_what_was_counted_is_said_at_the_end() -> None:
    out = io.StringIO()
    handler = logs.Folded(out)
    flooded(handler)
    assert "repeated" not in out.getvalue()
    handler.close()
    assert '"repeated", "of": "a flood"' in out.getvalue()


def test_the_log_of_a_house_is_folded(capsys: pytest.CaptureFixture[str]) -> None:
    logs.begin("info")
    for n in range(100):
        logging.getLogger("croupier.test").warning("a flood from %s", n)
    assert len(capsys.readouterr().err.splitlines()) == logs.FOLD_AFTER


def test_lines_that_are_all_different_have_a_most_too() -> None:
    out = io.StringIO()
    handler = logs.Folded(out)
    log = logging.Logger("croupier.test")
    log.addHandler(handler)
    for n in range(20_000):
        log.warning(f"a line made of what a client sent: {n}")
    handler.close()
    assert len(out.getvalue().splitlines()) < 2 * logs.KINDS_MAX
