"""What the shell completes: books, wagers, strategies and clauses, of the book that was typed."""

from collections.abc import Iterable, MutableMapping
from typing import Any

from croupier.rules.refusal import CroupierError

BASH = "complete_bash"


def complete_book(incomplete: str) -> list[str]:
    """The books' ids."""
    from croupier import books

    return _matching(books.ids(), incomplete)


def complete_wager(ctx: Any, incomplete: str) -> list[str]:
    """The wagers of the book; kinds first, and then what can be selected of one."""
    book = _book(ctx)
    if book is None:
        return []
    found = _matching(book.wagers, incomplete)
    kinds = list(dict.fromkeys(_kind(wager) for wager in found))
    if ":" not in incomplete and len(kinds) > 1:
        return kinds
    return found


def complete_clause(ctx: Any, incomplete: str) -> list[str]:
    """The clauses of the book."""
    book = _book(ctx)
    return [] if book is None else _matching(book.clauses, incomplete)


def complete_strategy(incomplete: str) -> list[str]:
    """The strategies of the lab; none without the lab."""
    try:
        from croupier.lab import NAMED, SPREADS
    except ModuleNotFoundError:
        return []
    return _matching(dict.fromkeys([*NAMED, *SPREADS]), incomplete)


def join_colons(environ: MutableMapping[str, str]) -> None:
    """Bash breaks words at colons, and gives ``straight:17`` as three: make one word of them."""
    if environ.get("_CROUPIER_COMPLETE") != BASH or "\n:" not in environ.get("COMP_WORDS", ""):
        return
    words, at = joined(environ["COMP_WORDS"].split("\n"), int(environ["COMP_CWORD"]))
    environ["COMP_WORDS"], environ["COMP_CWORD"] = "\n".join(words), str(at)
    if ":" in words[at]:
        from typer._completion_classes import BashComplete

        # What is before the colon is a word that has been typed.
        BashComplete.format_completion = _after_colon  # type: ignore[assignment]


def joined(words: Iterable[str], cursor: int) -> tuple[list[str], int]:
    """Words that were broken at colons in one piece, and the number of the one at the cursor.

    >>> joined(["croupier", "odds", "edz-2020", "straight", ":", "1"], 5)
    (['croupier', 'odds', 'edz-2020', 'straight:1'], 3)
    """
    whole: list[str] = []
    at = 0
    for number, word in enumerate(words):
        if whole and (word == ":" or whole[-1].endswith(":")):
            whole[-1] += word
        else:
            whole.append(word)
        if number == cursor:
            at = len(whole) - 1
    return whole, at


def _after_colon(_: Any, item: Any) -> str:
    return str(item.value).partition(":")[2]


def _book(ctx: Any) -> Any:
    from croupier import books

    # An option that still lacks its value keeps the arguments before it from being read.
    named = ctx.params.get("book") or next(filter(set(books.ids()).__contains__, ctx.args), None)
    try:
        return None if named is None else books.load(named)
    except CroupierError:
        return None


def _kind(wager: str) -> str:
    kind, colon, _ = wager.partition(":")
    return kind + colon


def _matching(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
