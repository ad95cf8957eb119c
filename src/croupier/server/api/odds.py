"""The HTTP API of the odds: every wager of a book, any spread of wagers, and whole sessions.

Spreads are computed one at a time in a separate thread, and only a few may wait, so that requests
for odds cannot slow the tables down.
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
    odds_of_all,
    outcome_results,
    sample_space,
    spread_odds,
)
from croupier.odds.formatting import root, rounded
from croupier.protocol import odds
from croupier.protocol.odds import SessionAsked, SessionShown
from croupier.rules.book import Book
from croupier.rules.limits import OPEN
from croupier.rules.money import checked_amount
from croupier.rules.refusal import CroupierError, refusal
from croupier.server.api.endpoint import Call, Endpoints, Reply, compressible, encode
from croupier.server.lab import Job

DIGITS = 7
"""Significant digits of a decimal."""
WAITING_MAX = 16
_thread = ThreadPoolExecutor(1, thread_name_prefix="odds")
_waiting: set[asyncio.Future[odds.SpreadShown]] = set()
OF_BOOK = "/api/books/{book}"
ENDPOINTS = Endpoints()


@ENDPOINTS.get(f"{OF_BOOK}/odds", "Exact odds of every wager", gives=odds.BookOdds)
async def book_odds(call: Call) -> Reply:
    book = call.book
    call.house.lab.expect()
    return await asyncio.to_thread(_odds, book)


@ENDPOINTS.post(f"{OF_BOOK}/spread", "Exact odds of wagers placed together", odds.SpreadAsked)
async def spread(call: Call) -> odds.SpreadShown:
    """The exact odds of a spread; refused if too many wait."""
    book, asked = call.book, call.body
    assert isinstance(asked, odds.SpreadAsked)
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


@ENDPOINTS.post(f"{OF_BOOK}/session", "The results of a session of such rounds", SessionAsked)
async def session(call: Call) -> SessionShown:
    """Many rounds of a spread, within the limits of a table or without limits."""
    book, asked = call.book, call.body
    assert isinstance(asked, SessionAsked)
    _checked(asked.wagers)
    limits = OPEN
    if asked.table is not None:
        limits = call.house.floor.tables[call.known_table(asked.table)].state.limits
    return await call.house.lab.ask(Job(book, limits, asked))


def _checked(wagers: Sequence[odds.Laid]) -> None:
    checked_amount(sum(laid.amount for laid in wagers), "spread")


# Every wager of a book


@lru_cache(maxsize=16)
def _odds(book: Book) -> Reply:
    return compressible(Reply(encode(_figures(book))))


def _figures(book: Book) -> odds.BookOdds:
    return odds.BookOdds(
        book=book.id,
        ways=str(sample_space(book).ways),
        wagers=tuple(
            odds.WagerOdds(
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


def figure(value: Fraction) -> odds.Figure:
    """A fraction, exact and in a few significant decimals.

    >>> figure(Fraction(-1, 37)).decimal, figure(Fraction(1, 10**9)).decimal
    ('-0.02702703', '0.000000001000000')
    """
    return odds.Figure(exact=str(value), decimal=rounded(value, _places(value)))


def _places(value: Fraction) -> int:
    """The decimal places that show that many significant digits."""
    places, scaled = DIGITS - 1, abs(value)
    while 0 < scaled < 1:
        places, scaled = places + 1, scaled * 10
    while scaled >= 10 and places > 0:
        places, scaled = places - 1, scaled / 10
    return places


# A spread


def spread_shown(book: Book, laid: Sequence[tuple[str, int]]) -> odds.SpreadShown:
    """The odds of a spread, with details."""
    found = spread_odds(book, laid)
    results = outcome_results(book, laid)
    return odds.SpreadShown(
        book=book.id,
        staked=found.staked,
        hit=figure(found.hit),
        ahead=figure(_chance(found, 1)),
        even=figure(_chance(found, 0)),
        behind=figure(_chance(found, -1)),
        returns=figure(found.return_),
        edge=figure(found.edge),
        mean=figure(found.mean),
        variance=figure(found.variance),
        deviation=root(found.variance, 2),
        pockets=tuple(_pockets(book, results)),
        standings=tuple(_standings(results)) if book.bonus is not None else (),
        distribution=tuple(
            odds.NetChance(net=net, chance=figure(often))
            for net, often in found.distribution.items()
        ),
    )


def _chance(found: SpreadOdds, sign: int) -> Fraction:
    """The probability of a gain (1), a loss (-1) or neither (0)."""
    of_sign = (p for net, p in found.distribution.items() if (net > 0) - (net < 0) == sign)
    return sum(of_sign, Fraction(0))


class _Group(NamedTuple):
    """Outcomes together: in how many ways they occur, and their mean result."""

    ways: int
    mean: Fraction

    @classmethod
    def of(cls, results: Iterable[OutcomeResult]) -> "_Group":
        taken = list(results)
        ways = sum(each.outcome.ways for each in taken)
        return cls(ways, Fraction(sum(each.net * each.outcome.ways for each in taken), ways))


def _pockets(book: Book, results: Sequence[OutcomeResult]) -> Iterable[odds.PocketOdds]:
    by_number = {
        number: list(group)
        for number, group in groupby(results, key=lambda each: each.outcome.number)
    }
    for number in book.wheel.order:
        group = by_number[number]
        together = _Group.of(group)
        yield odds.PocketOdds(
            number=number,
            mean=figure(together.mean),
            results=tuple(
                odds.PocketResult(
                    grade=outcome.standing.grade,
                    scatter=outcome.standing.scatter,
                    chance=figure(Fraction(outcome.ways, together.ways)),
                    net=net,
                )
                for outcome, net in group
            ),
        )


def _standings(results: Sequence[OutcomeResult]) -> Iterable[odds.StandingOdds]:
    ways = sum(each.outcome.ways for each in results)
    for standing in dict.fromkeys(each.outcome.standing for each in results):
        group = [each for each in results if each.outcome.standing == standing]
        together = _Group.of(group)
        yield odds.StandingOdds(
            grade=standing.grade,
            scatter=standing.scatter,
            chance=figure(Fraction(together.ways, ways)),
            mean=figure(together.mean),
            worst=min(each.net for each in group),
            best=max(each.net for each in group),
        )
