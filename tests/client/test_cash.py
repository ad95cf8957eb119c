"""A simulated bill validator: what it does with money of which no verdict came."""

from collections.abc import Callable
from http.client import IncompleteRead
from typing import Any

import msgspec
import pytest

from croupier.client import cash
from croupier.client.cash import BillValidator

LOST = ConnectionResetError()
STACK = 200, {"stack": True, "table": "t", "seq": 1}
BACK = 200, {"stack": False, "table": "t", "seq": 1, "code": "device/bill-too-large"}
AGAIN = 200, {"stack": False, "table": "t", "seq": 0, "code": "action/too-old"}
Said = tuple[int, Any] | Exception


def error(status: int) -> Said:
    return status, {"error": {"code": "some/thing", "message": ""}}


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    waited: list[float] = []
    monkeypatch.setattr(cash, "sleep", waited.append)
    return waited


def answering(*answers: Said) -> Callable[[str, str, object], tuple[int, Any]]:
    """A house that says this, and the last of it for ever."""
    left = [(200, {"last_id": 32}), *answers]

    def send(_method: str, _path: str, _body: object) -> tuple[int, Any]:
        said = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(said, Exception):
            raise said
        return said

    return send


def fate(*answers: Said) -> tuple[str, int, int]:
    validator = BillValidator("http://house", "token", answering(*answers))
    return validator.insert_bill(5_000), validator.stacked, validator.kept


@pytest.mark.parametrize("status", [401, 403, 409, 429, 503])
def test_once_an_answer_is_lost_only_a_verdict_decides(status: int) -> None:
    assert fate(LOST, error(status)) == ("kept for staff", 0, 5_000)
    assert fate(LOST, error(status), STACK) == ("stacked", 5_000, 0)
    assert fate(LOST, error(status), BACK) == ("returned", 0, 0)


@pytest.mark.parametrize("status", [400, 401, 403, 409, 429])
def test_a_first_answer_that_refuses_the_report_gives_the_bill_back(status: int) -> None:
    assert fate(error(status)) == ("returned", 0, 0)


@pytest.mark.parametrize(
    "said",
    [
        *(error(500), error(502), error(503), TimeoutError(), IncompleteRead(b"")),
        *(msgspec.DecodeError("a page of a proxy"), AGAIN),
    ],
)
def test_what_says_nothing_about_the_money_gives_no_bill_back(said: Said) -> None:
    assert fate(said, error(409)) == ("kept for staff", 0, 5_000)
    assert fate(said) == ("kept for staff", 0, 5_000)


def test_a_report_that_was_never_sent_gives_the_bill_back() -> None:
    assert fate(ConnectionRefusedError()) == ("returned", 0, 0)
    assert fate(ConnectionRefusedError(), STACK) == ("stacked", 5_000, 0)


def test_it_asks_again_after_ever_longer_pauses(pauses: list[float]) -> None:
    fate(LOST)
    waited = [each for each in pauses if each]
    assert len(waited) > 3
    assert waited == sorted(set(waited))
