"""What will my evening look like? Exact where that is manageable, and otherwise simulated."""

from collections.abc import Sequence
from typing import Literal

from croupier.lab.evening import Evening
from croupier.lab.exact import Effort, UnmanageableError, exact
from croupier.lab.session import Session
from croupier.lab.simulation import SESSIONS, Told, simulate

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


def marks_of(spins: int, count: int) -> tuple[int, ...]:
    """About so many moments of an evening, evenly apart, the last at its end.

    >>> marks_of(10, 4)
    (2, 5, 8, 10)
    """
    return tuple(sorted({max(1, round(spins * at / count)) for at in range(1, count + 1)}))
