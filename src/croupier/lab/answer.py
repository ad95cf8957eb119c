"""What will my evening look like? Exact where that is manageable, and otherwise simulated.

Also as one pure function from a small request to a small result, for a server's worker process:
within limits, whatever is asked.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from croupier import books
from croupier.lab.evening import Evening
from croupier.lab.exact import Effort, UnmanageableError, exact
from croupier.lab.session import Session, session
from croupier.lab.simulation import SESSIONS, Told, simulate
from croupier.rules.limits import OPEN, Limits, Range
from croupier.rules.refusal import BookError, CroupierError, refusal

Method = Literal["auto", "exact", "simulated"]


def answer(
    asked: Session,
    *,
    method: Method = "auto",
    sessions: int = SESSIONS,
    seed: int = 1,
    ahead: Sequence[int] = (),
    marks: Sequence[int] = (),
    workers: int = 1,
    cluster: str | None = None,
    told: Told | None = None,
    effort: Effort | None = None,
) -> Evening:
    """The full answer, and how it was found; "exact" raises where that is not manageable."""
    why = ""
    if method != "simulated":
        try:
            return exact(asked, ahead=ahead, marks=marks, effort=effort)
        except UnmanageableError as too_much:
            if method == "exact":
                raise
            why = f"not manageable exactly: {too_much}"
    return simulate(
        asked,
        sessions,
        seed=seed,
        ahead=ahead,
        marks=marks,
        workers=workers,
        cluster=cluster,
        told=told,
        why=why,
    )


class EveningRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a page may ask: a shipped book, wagers laid together, a named strategy, money."""

    book: str
    spread: tuple[tuple[str, int], ...]
    strategy: str = "flat"
    bank: int
    spins: int
    table_min: int | None = None
    table_max: int | None = None
    stop_win: int | None = None
    stop_loss: int | None = None
    ahead: int | None = None


class EveningFan(msgspec.Struct, frozen=True):
    """Between which results an evening lies after so many spins: 5, 25, 50, 75 and 95 in 100."""

    spin: int
    quantiles: tuple[int, ...]
    ruined: float


class EveningResult(msgspec.Struct, frozen=True):
    """What a page shows: figures by name, a bar chart of the result, and a fan over the spins."""

    method: str
    why: str
    figures: dict[str, float]
    quantiles: dict[str, int]
    bars: tuple[tuple[int, int, float], ...]
    fan: tuple[EveningFan, ...]


SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
PAGE_EFFORT = Effort(states=2_000, places=400_000, moves=300_000_000)
"""About a third of a second at most."""
PAGE_SPINS_MAX, PAGE_SIMULATED_SPINS = 10_000, 20_000_000


def what_will_my_evening_look_like(request: EveningRequest) -> EveningResult:
    """Answer a page, in milliseconds as a rule and within a second or so in any case.

    Refuses what the rules refuse; a book is one of the shipped ones, never a file.

    >>> asked = EveningRequest(book="edz-2020", spread=(("red", 500),), bank=20000, spins=100)
    >>> what_will_my_evening_look_like(asked).method
    'exact'
    """
    if request.book not in books.ids():
        known = ", ".join(books.ids())
        raise BookError(refusal("book/unknown", book=request.book, known=known))
    if request.spins > PAGE_SPINS_MAX:
        reason = f"at most {PAGE_SPINS_MAX} spins here: for more, croupier simulate"
        raise CroupierError(refusal("usage/bad-arguments", reason=reason))
    limits = OPEN
    if request.table_min is not None and request.table_max is not None:
        limits = Limits(Range(request.table_min, request.table_max))
    asked = session(
        books.load(request.book),
        request.spread,
        request.strategy,
        bank=request.bank,
        spins=request.spins,
        limits=limits,
        stop_win=request.stop_win,
        stop_loss=request.stop_loss,
    )
    evening = answer(
        asked,
        sessions=max(1, PAGE_SIMULATED_SPINS // asked.spins),
        ahead=() if request.ahead is None else (request.ahead,),
        marks=marks_of(asked.spins, 20),
        effort=PAGE_EFFORT,
    )
    return result_of(evening)


def marks_of(spins: int, count: int) -> tuple[int, ...]:
    """About so many moments of an evening, evenly apart, the last at its end.

    >>> marks_of(10, 4)
    (2, 5, 8, 10)
    """
    return tuple(sorted({max(1, round(spins * at / count)) for at in range(1, count + 1)}))


def result_of(evening: Evening) -> EveningResult:
    """An evening as a page shows it."""
    return EveningResult(
        evening.method,
        evening.why,
        evening.figures(),
        {f"{share:.0%}": evening.law.quantile(share) for share in (0.01, *SHARES, 0.99)},
        tuple(evening.law.bars(40)),
        tuple(
            EveningFan(
                moment.spin,
                tuple(moment.law.quantile(share) for share in SHARES),
                moment.ruined,
            )
            for moment in evening.moments
        ),
    )
