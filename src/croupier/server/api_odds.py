"""The HTTP API of the odds: every wager of a book, any spread of wagers, and whole evenings.

Spreads are worked out one at a time in a thread of their own, and only so many may wait: whoever
asks for odds cannot slow the tables down.
"""

import asyncio
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from croupier.odds import (
    OutcomeResult,
    SpreadOdds,
    law,
    odds_of_all,
    outcome_results,
    spread_odds,
)
from croupier.odds.figures import root, rounded
from croupier.protocol import odds as o
from croupier.protocol.evening import EveningAsked, EveningShown
from croupier.rules.book import Book
from croupier.rules.limits import OPEN
from croupier.rules.money import checked_amount
from croupier.rules.refusal import CroupierError, refusal
from croupier.server.endpoint import Call, Endpoint
from croupier.server.evenings import Job

DIGITS = 7
"""Significant ones, of a decimal that is shown."""
WAITING_MAX = 16
_thread = ThreadPoolExecutor(1, thread_name_prefix="odds")
_waiting: set[asyncio.Future[o.SpreadShown]] = set()


async def book_odds(call: Call) -> o.BookOdds:
    book = _book(call)
    call.house.evenings.expect()
    return await asyncio.to_thread(_figures, book)


async def spread(call: Call) -> o.SpreadShown:
    """The exact odds of a spread, or a refusal where too many wait already."""
    book, asked = _book(call), call.body
    assert isinstance(asked, o.SpreadAsked)
    if len(_waiting) >= WAITING_MAX:
        raise CroupierError(refusal("rate/odds"))
    laid = tuple((each.wager, each.amount) for each in asked.wagers)
    _checked(asked.wagers)
    work = asyncio.get_running_loop().run_in_executor(_thread, spread_shown, book, laid)
    _waiting.add(work)
    try:
        return await work
    finally:
        _waiting.discard(work)


async def evening(call: Call) -> EveningShown:
    """What many rounds of a spread bring, by the limits of a table of the house or without."""
    book, asked = _book(call), call.body
    assert isinstance(asked, EveningAsked)
    _checked(asked.wagers)
    limits = OPEN
    if asked.table is not None:
        limits = call.house.floor.tables[call.known_table(asked.table)].state.limits
    return await call.house.evenings.ask(Job(book, limits, asked))


def _checked(wagers: Sequence[o.Laid]) -> None:
    checked_amount(sum(laid.amount for laid in wagers), "the whole spread")


def _book(call: Call) -> Book:
    known = call.house.books
    found = known.get(call.path["book"])
    if found is None:
        given = call.path["book"][:40]
        raise CroupierError(refusal("book/unknown", book=given, known=", ".join(known)))
    return found


# Every wager of a book


@lru_cache(maxsize=16)
def _figures(book: Book) -> o.BookOdds:
    return o.BookOdds(
        book=book.id,
        ways=str(law(book).ways),
        wagers=tuple(
            o.WagerOdds(
                wager=each.wager.notation,
                pieces=each.pieces,
                hit=figure(each.hit),
                returns=figure(each.return_),
                edge=figure(each.edge),
                variance=figure(each.variance),
                deviation=root(each.variance),
            )
            for each in odds_of_all(book)
        ),
    )


def figure(value: Fraction) -> o.Figure:
    """A fraction, exact and in a few significant decimals.

    >>> figure(Fraction(-1, 37)).decimal, figure(Fraction(1, 10**9)).decimal
    ('-0.02702703', '0.000000001000000')
    """
    return o.Figure(exact=str(value), decimal=rounded(value, _places(value)))


def _places(value: Fraction) -> int:
    """How many decimals show that many significant digits."""
    places, scaled = DIGITS - 1, abs(value)
    while 0 < scaled < 1:
        places, scaled = places + 1, scaled * 10
    while scaled >= 10 and places > 0:
        places, scaled = places - 1, scaled / 10
    return places


# A spread


def spread_shown(book: Book, laid: Sequence[tuple[str, int]]) -> o.SpreadShown:
    """The odds of a spread with all that they are made of."""
    odds = spread_odds(book, laid)
    results = outcome_results(book, laid)
    return o.SpreadShown(
        book=book.id,
        staked=odds.staked,
        hit=figure(odds.hit),
        ahead=figure(_chance(odds, 1)),
        even=figure(_chance(odds, 0)),
        behind=figure(_chance(odds, -1)),
        returns=figure(odds.return_),
        edge=figure(odds.edge),
        mean=figure(odds.mean),
        variance=figure(odds.variance),
        deviation=root(odds.variance, 2),
        pockets=tuple(_pockets(book, results)),
        standings=tuple(_standings(results)) if book.bonus is not None else (),
        distribution=tuple(
            o.NetChance(net=net, chance=figure(often)) for net, often in odds.distribution.items()
        ),
    )


def _chance(odds: SpreadOdds, sign: int) -> Fraction:
    """How often the result is a gain (1), a loss (-1) or neither (0)."""
    of_sign = (p for net, p in odds.distribution.items() if (net > 0) - (net < 0) == sign)
    return sum(of_sign, Fraction(0))


class _Several(NamedTuple):
    """Outcomes taken together: in how many ways they come, and what they bring on the whole."""

    ways: int
    mean: Fraction

    @classmethod
    def of(cls, results: Iterable[OutcomeResult]) -> "_Several":
        taken = list(results)
        ways = sum(each.outcome.ways for each in taken)
        return cls(ways, Fraction(sum(each.net * each.outcome.ways for each in taken), ways))


def _pockets(book: Book, results: Sequence[OutcomeResult]) -> Iterable[o.PocketOdds]:
    by_number = {
        number: list(group)
        for number, group in groupby(results, key=lambda each: each.outcome.number)
    }
    for number in book.wheel.order:
        group = by_number[number]
        together = _Several.of(group)
        yield o.PocketOdds(
            number=number,
            mean=figure(together.mean),
            results=tuple(
                o.PocketResult(
                    grade=outcome.standing.grade,
                    scatter=outcome.standing.scatter,
                    chance=figure(Fraction(outcome.ways, together.ways)),
                    net=net,
                )
                for outcome, net in group
            ),
        )


def _standings(results: Sequence[OutcomeResult]) -> Iterable[o.StandingOdds]:
    ways = sum(each.outcome.ways for each in results)
    for standing in dict.fromkeys(each.outcome.standing for each in results):
        group = [each for each in results if each.outcome.standing == standing]
        together = _Several.of(group)
        yield o.StandingOdds(
            grade=standing.grade,
            scatter=standing.scatter,
            chance=figure(Fraction(together.ways, ways)),
            mean=figure(together.mean),
            worst=min(each.net for each in group),
            best=max(each.net for each in group),
        )


OF_BOOK = "/api/books/{book}"
ENDPOINTS: Sequence[Endpoint] = (
    Endpoint("GET", f"{OF_BOOK}/odds", "Exact odds of every wager", book_odds, o.BookOdds),
    Endpoint(
        *("POST", f"{OF_BOOK}/spread", "Exact odds of wagers laid together", spread),
        *(o.SpreadShown, o.SpreadAsked),
    ),
    Endpoint(
        *("POST", f"{OF_BOOK}/evening", "What an evening of such rounds brings", evening),
        *(EveningShown, EveningAsked),
    ),
)
