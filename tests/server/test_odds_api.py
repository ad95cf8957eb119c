"""The odds over HTTP: exact for every book, told pocket by pocket, and never in the tables' way."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from croupier import books
from croupier.odds import odds, spread_odds
from croupier.protocol.odds import WAGERS_MAX, BookOdds, SpreadShown
from croupier.rules.book import Book
from croupier.rules.money import AMOUNT_MAX
from croupier.server.api import odds as api_odds
from tests.server.houses import Hosted, configured, hosting


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosting(configured(tmp_path_factory.mktemp("odds"))) as hosted:
        yield hosted


@pytest.fixture(params=books.ids())
def book(request: pytest.FixtureRequest) -> Book:
    return books.load(request.param)


def posted(hosted: Hosted, book: Book | str, laid: Sequence[tuple[str, int]]) -> Any:
    id_ = book if isinstance(book, str) else book.id
    body = {"wagers": [{"wager": wager, "amount": amount} for wager, amount in laid]}
    return hosted.http("POST", f"/api/books/{id_}/spread", body)


def shown(hosted: Hosted, book: Book | str, laid: Sequence[tuple[str, int]]) -> SpreadShown:
    reply = posted(hosted, book, laid)
    assert reply.status == 200, reply.content
    return msgspec.json.decode(reply.content, type=SpreadShown)


def some_spread(book: Book) -> list[tuple[str, int]]:
    """One wager of every kind, with stakes that differ."""
    kinds = {wager.kind: wager for wager in book.wagers.values()}
    return [(w.notation, 100 * i * w.piece_count) for i, w in enumerate(kinds.values(), 1)]


def test_every_wager_has_the_figures_of_the_odds(hosted: Hosted, book: Book) -> None:
    reply = hosted.http("GET", f"/api/books/{book.id}/odds")
    told = msgspec.json.decode(reply.content, type=BookOdds)
    assert [each.wager for each in told.wagers] == list(book.wagers)
    for each in told.wagers:
        right = odds(book, each.wager)
        exact = (each.hit, each.returns, each.edge, each.variance)
        wanted = (right.hit, right.return_, right.edge, right.variance)
        assert tuple(Fraction(one.exact) for one in exact) == wanted
        for one in exact:
            assert abs(Fraction(one.decimal) - Fraction(one.exact)) <= abs(Fraction(one.exact)) / (
                10**6
            )


def test_a_spread_has_the_law_of_the_odds(hosted: Hosted, book: Book) -> None:
    laid = some_spread(book)
    told, right = shown(hosted, book, laid), spread_odds(book, laid)
    law = {each.net: Fraction(each.chance.exact) for each in told.distribution}
    assert law == dict(right.distribution)
    assert list(law) == sorted(law)
    assert told.staked == sum(amount for _, amount in laid)
    assert Fraction(told.mean.exact) == sum(net * p for net, p in law.items())
    square = sum(net**2 * p for net, p in law.items())
    assert Fraction(told.variance.exact) == square - Fraction(told.mean.exact) ** 2
    assert Fraction(told.ahead.exact) == sum(p for net, p in law.items() if net > 0)
    assert sum(Fraction(one.exact) for one in (told.ahead, told.even, told.behind)) == 1


def test_pockets_and_standings_add_up_to_the_law(hosted: Hosted, book: Book) -> None:
    told = shown(hosted, book, some_spread(book))
    assert [each.number for each in told.pockets] == list(book.wheel.order)
    law: dict[int, Fraction] = {}
    for pocket in told.pockets:
        assert sum(Fraction(one.chance.exact) for one in pocket.results) == 1
        for one in pocket.results:
            share = Fraction(one.chance.exact) / len(told.pockets)
            law[one.net] = law.get(one.net, Fraction(0)) + share
    assert law == {each.net: Fraction(each.chance.exact) for each in told.distribution}
    if book.bonus is None:
        assert not told.standings
        assert all(len(pocket.results) == 1 for pocket in told.pockets)
        return
    chances = [Fraction(each.chance.exact) for each in told.standings]
    assert sum(chances) == 1
    means = [Fraction(each.mean.exact) for each in told.standings]
    assert sum(p * mean for p, mean in zip(chances, means, strict=True)) == Fraction(
        told.mean.exact
    )


def test_what_a_wager_wins_is_seen_on_its_numbers(hosted: Hosted) -> None:
    told = shown(hosted, "racetrack-2012", [("split:1/2", 500), ("red", 1000)])
    net = {pocket.number: pocket.results[0].net for pocket in told.pockets}
    assert (net["1"], net["2"], net["3"], net["0"]) == (9500, 7500, 500, -1500)


@pytest.mark.parametrize(
    ("laid", "status", "code"),
    [
        ([], 400, "message/malformed"),
        ([("red", 100)] * (WAGERS_MAX + 1), 400, "message/malformed"),
        ([("red", 0)], 400, "message/malformed"),
        ([("red", AMOUNT_MAX + 1)], 400, "message/malformed"),
        ([("red" * 100, 100)], 400, "message/malformed"),
        ([("red", AMOUNT_MAX)] * 2, 409, "amount/too-large"),
        ([("split:1/36", 100)], 409, "wager/not-on-layout"),
        ([("tiers", 101)], 409, "wager/not-divisible"),
    ],
)
def test_a_spread_that_is_none_is_refused(
    hosted: Hosted, laid: list[tuple[str, int]], status: int, code: str
) -> None:
    reply = posted(hosted, "racetrack-2012", laid)
    assert (reply.status, reply.code) == (status, code)


def test_a_book_that_nobody_plays_has_no_odds(hosted: Hosted) -> None:
    assert hosted.http("GET", "/api/books/nonesuch/odds").code == "book/unknown"
    assert posted(hosted, "nonesuch", [("red", 100)]).status == 404


def test_as_many_wagers_as_may_be_are_taken_without_losing_a_cent(hosted: Hosted) -> None:
    share = AMOUNT_MAX // WAGERS_MAX
    told = shown(hosted, "fast-action-2020", [("straight:17", share)] * WAGERS_MAX)
    assert told.staked == AMOUNT_MAX
    assert max(abs(each.net) for each in told.distribution) < 2**53


async def all_waiting() -> None:
    """Until as many wait as may."""
    while len(api_odds._waiting) < api_odds.WAITING_MAX:
        await asyncio.sleep(0)


def test_too_many_at_once_are_sent_away_and_the_house_goes_on(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = threading.Event()
    right = api_odds.spread_shown

    def slow(book: Book, laid: Sequence[tuple[str, int]]) -> SpreadShown:
        assert held.wait(20)
        return right(book, laid)

    monkeypatch.setattr(api_odds, "spread_shown", slow)

    with ThreadPoolExecutor(api_odds.WAITING_MAX) as people:
        asking = [
            people.submit(posted, hosted, "edz-2020", [("red", 100)])
            for _ in range(api_odds.WAITING_MAX)
        ]
        try:
            hosted.run(all_waiting())
            refused = posted(hosted, "edz-2020", [("red", 100)])
            still_open = hosted.http("GET", "/api/house")
        finally:
            held.set()
        answered = [each.result() for each in asking]
    assert (refused.status, refused.code) == (429, "rate/odds")
    assert still_open.status == 200
    assert [each.status for each in answered] == [200] * api_odds.WAITING_MAX
    assert not api_odds._waiting
