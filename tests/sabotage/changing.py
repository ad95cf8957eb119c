"""A book changed in this process: whoever holds it holds the changed one."""

import gc
from dataclasses import fields
from functools import cache
from typing import Any

from croupier import books
from croupier.books import loader
from croupier.books.building import Building
from croupier.rules.book import Book, Says
from croupier.rules.wager import Wager
from tests.sabotage.values import Change
from tests.sabotage.watching import parts


def built(change: Change) -> Book:
    """The changed book, or a BookError where the loader refuses it."""
    return Building(f"{change.book}.toml", change.content, loader.readings()).book()


def reached(change: Change, new: Book) -> tuple[str, ...]:
    """The parts of the book that a change has reached."""
    old = books.load(change.book)
    return tuple(
        part for owner, name, part in parts() if _of(old, owner, name) != _of(new, owner, name)
    )


def _of(book: Book, owner: type, name: str) -> Any:
    """A part in a form that differs whenever anything in it does; wagers are equal by notation."""
    part = getattr(book.says if owner is Says else book, name)
    if name != "wagers":
        return part
    return {
        key: [getattr(wager, each.name) for each in fields(Wager)] for key, wager in part.items()
    }


@cache
def caches() -> tuple[Any, ...]:
    """Every function of the program and its tests that keeps its results, but the loader's own."""
    found = [one for one in gc.get_objects() if type(one) is type(loader.load)]
    own = [one for one in found if one.__module__.startswith(("croupier", "tests"))]
    return tuple(one for one in own if one not in (loader.load, loader.ids, caches))


def put_in_place(change: Change, new: Book) -> None:
    """Turn the loaded book into the changed one, and have its file read as changed.

    Its hash stays: a test shall notice the rule and not that the file is another.
    """
    old, file = books.load(change.book), f"{change.book}.toml"
    for name in Book.__slots__:
        if name not in ("sha256", "__weakref__"):
            object.__setattr__(old, name, getattr(new, name))

    class Changed(Building):
        def __init__(self, name: str, content: bytes, register: Any) -> None:
            super().__init__(name, change.content if name == file else content, register)
            if name == file:
                self.sha256 = old.sha256

    setattr(loader, "Building", Changed)  # noqa: B010
    for one in caches():
        one.cache_clear()
