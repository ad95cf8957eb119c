"""A client's HTTP requests: what it does where the house limits the rate."""

import asyncio
from collections.abc import Iterator

import pytest

from croupier.client import web
from croupier.client.web import Web, WebError

LIMITED = WebError(429, "rate/too-many", "the limit is 20 a second: try again in a moment")


class Answers(Web):
    """A house that gives these answers in turn."""

    def __init__(self, *answers: bytes | WebError) -> None:
        super().__init__("http://localhost:8000")
        self._answers: Iterator[bytes | WebError] = iter(answers)

    async def raw(self, method: str, path: str, body: object = None) -> bytes:
        answer = next(self._answers)
        if isinstance(answer, WebError):
            raise answer
        return answer


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "TOO_MANY_WAIT_S", 0)


def test_what_is_read_too_often_is_read_a_moment_later() -> None:
    assert asyncio.run(Answers(LIMITED, LIMITED, b"17").get("/api/books", int)) == 17


def test_a_house_that_goes_on_refusing_is_not_asked_for_ever() -> None:
    with pytest.raises(WebError, match="rate/too-many"):
        asyncio.run(Answers(*[LIMITED] * 100).get("/api/books", int))


def test_another_refusal_is_raised_at_once() -> None:
    with pytest.raises(WebError, match="table/unknown"):
        asyncio.run(Answers(WebError(404, "table/unknown", "no"), b"17").get("/api/books", int))
