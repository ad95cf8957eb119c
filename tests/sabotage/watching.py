"""What is seen while a test runs: which code reads which part of a book, which check refuses."""

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from croupier.rules.book import Book, Says
from croupier.rules.refusal import Refusal
from tests.sabotage.checks import Site, asks, decides, relative

OF_THE_LOADER = "books/"
CALLERS_MAX = 8
"""How far up it is looked for a condition that asks for a refusal."""


@dataclass
class Seen:
    """What happened while a test ran."""

    reads: set[tuple[str, str]] = field(default_factory=set)
    """A part of the book, such as ``says.close``, and the function that read it."""
    refusals: set[tuple[str, str, Site]] = field(default_factory=set)
    """The clause and the code of a refusal, and a place that made it or asked for it."""


def parts() -> Iterator[tuple[type, str, str]]:
    """Every part of a book: its class, its attribute and its name."""
    for name in Says.__slots__:
        yield Says, name, f"says.{name}"
    for name in Book.__slots__:
        if name not in ("id", "sha256", "says", "_paytables", "__weakref__"):
            yield Book, name, name


@contextmanager
def watching() -> Iterator[Seen]:
    """Record reads of the books and refusals until the end of the block."""
    seen = Seen()
    slots = {(owner, name): owner.__dict__[name] for owner, name, _ in parts()}
    made = Refusal.__init__

    def refused(self: Refusal, code: str, clause: str | None = None, *rest: Any, **kw: Any) -> None:
        made(self, code, clause, *rest, **kw)
        if clause is not None:
            seen.refusals |= {(clause, code, site) for site in _behind(sys._getframe(2))}

    for owner, name, part in parts():
        setattr(owner, name, _watched(slots[owner, name], part, seen))
    Refusal.__init__ = refused  # type: ignore[method-assign]
    try:
        yield seen
    finally:
        Refusal.__init__ = made  # type: ignore[method-assign]
        for (owner, name), slot in slots.items():
            setattr(owner, name, slot)


def _behind(frame: Any) -> Iterator[Site]:
    """The check that a refusal comes from, and the conditions further up that asked for it.

    A function that only words refusals is no check: its caller is.
    """
    callers = islice(traceback.walk_stack(frame), CALLERS_MAX)
    sites = [site for each, _ in callers if (site := _site(each)) is not None]
    at = next((at for at, site in enumerate(sites) if decides(site)), 0)
    if sites:
        yield sites[at]
    for site in sites[at + 1 :]:
        if asks(site):
            yield replace(site, asks=True)


def _watched(slot: Any, part: str, seen: Seen) -> property:
    def read(self: object) -> Any:
        site = _site(sys._getframe(1))
        if site is not None and not site.file.startswith(OF_THE_LOADER):
            seen.reads.add((part, str(site)))
        return slot.__get__(self)

    return property(read, slot.__set__)


def _site(frame: Any) -> Site | None:
    code = frame.f_code
    file = relative(code.co_filename)
    return None if file is None else Site(file, _function(code.co_qualname), frame.f_lineno)


def _function(qualname: str) -> str:
    """A comprehension or a lambda counts as the function that it is in."""
    return qualname.split(".<")[0]
