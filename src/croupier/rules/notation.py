"""Wager notation: forgiving to read, canonical to write, clear about what is wrong.

``kind`` or ``kind:selection``, numbers joined by ``/``. Reading takes what people say too
(`croupier.rules.spoken`); writing gives one form only.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from croupier.rules.refusal import NotationError, WagerError, refusal
from croupier.rules.spoken import Words, listed, meanings, named_first, names, spelled
from croupier.rules.wager import Kind, Wager

if TYPE_CHECKING:
    from croupier.rules.book import Book

COUNTS: Mapping[Kind, tuple[int, str]] = {
    Kind.STRAIGHT: (1, "straight:17"),
    Kind.SPLIT: (2, "split:1/2"),
    Kind.STREET: (3, "street:1/2/3"),
    Kind.CORNER: (4, "corner:1/2/4/5"),
    Kind.SIX_LINE: (6, "six-line:1/2/3/4/5/6"),
    Kind.NEIGHBOURS: (1, "neighbours:17"),
}
"""How many numbers each kind that selects numbers takes, with an example."""

CHOICES: Mapping[Kind, tuple[Sequence[str], str]] = {
    Kind.COLUMN: ("123", "column:1"),
    Kind.DOZEN: ("123", "dozen:1"),
    Kind.FINALES: ("0123456789", "finales:4"),
}
"""What each kind that selects from a list takes, with an example."""

TEXT_MAX = 200


def read(text: str, book: "Book") -> Wager:
    """The one wager of a book that a text means."""
    found = meanings(text, book) if len(text) <= TEXT_MAX else ()
    if not found:
        raise explained(text, book)
    if len(found) > 1:
        near = tuple(wager.notation for wager in found)
        raise NotationError(refusal("wager/ambiguous", text=repr(text), near=near))
    return found[0]


def explained(text: str, book: "Book") -> NotationError | WagerError:
    """Why a text is no wager of a book."""
    said = spelled(text) if len(text) <= TEXT_MAX else ()
    if not said:
        return NotationError(refusal("wager/empty"))
    key, rest = named_first(said)
    if key is None and (key := _kind_of_so_many(said)) is None:
        hint, near = _hint(text, said, book)
        return NotationError(refusal("wager/unknown-kind", text=repr(text), hint=hint, near=near))
    kind, _, selected = key.partition(":")
    wrong = _wrong(Kind(kind), selected, listed(rest), text, book)
    return wrong or _not_there(Kind(kind), selected, listed(rest), text, book)


def _kind_of_so_many(said: Words) -> str | None:
    """The kind that so many numbers alone would be."""
    words = listed(said)
    if ":" in said or not all(word.isdecimal() for word in (*words, said[0], said[-1])):
        return None
    return next((kind for kind, (wanted, _) in COUNTS.items() if wanted == len(words)), None)


def _hint(text: str, said: Words, book: "Book") -> tuple[str, tuple[str, ...]]:
    """How and what may have been meant, of the kinds that the book has."""
    if said[0].isdigit() and said[1:2] == (":",):
        return "number", said[:1]
    kinds = {wager.kind.value for wager in book.wagers.values()}
    known = {" ".join(name): keys[0].partition(":")[0] for name, keys in names().wagers.items()}
    offered = [name for name, kind in known.items() if kind in kinds]
    if near := get_close_matches(text.strip().casefold().partition(":")[0], offered, n=1):
        return "near", (known[near[0]],)
    return "kinds", tuple(kind for kind in Kind if kind in kinds)


def _wrong(
    kind: Kind, selected: str, words: Words, text: str, book: "Book"
) -> NotationError | WagerError | None:
    """What is wrong with what is selected of a kind, whether or not the book has it."""
    clause = book.wager_terms[kind].placed if kind in book.wager_terms else None
    example = COUNTS[kind][1] if kind in COUNTS else CHOICES[kind][1] if kind in CHOICES else ""
    if selected or not example:
        said = repr(" ".join(words))
        no = refusal("wager/selection-not-wanted", kind=kind, selection=said)
        return NotationError(no) if words else None
    if not words:
        return NotationError(refusal("wager/selection-missing", kind=kind, example=example))
    if kind in CHOICES:
        no = refusal(
            "wager/not-on-layout",
            clause,
            wager=f"{kind}:{'/'.join(words)}",
            reason="choose",
            near=tuple(CHOICES[kind][0]),
        )
        return None if len(words) == 1 and words[0] in CHOICES[kind][0] else WagerError(no)
    return _wrong_numbers(kind, words, text, book, clause)


def _wrong_numbers(
    kind: Kind, words: Words, text: str, book: "Book", clause: str | None
) -> NotationError | None:
    labels = {pocket.casefold(): pocket for pocket in book.pockets}
    for at, word in enumerate(words):
        if word not in labels:
            no = refusal(
                "wager/unknown-number",
                number=repr(word),
                text=repr(text),
                book=book.id,
                known=spoken(book.pockets),
            )
            return NotationError(no)
        if word in words[:at]:
            again = refusal("wager/repeated-number", number=labels[word], text=repr(text))
            return NotationError(again)
    wanted, example = COUNTS[kind]
    if len(words) == wanted:
        return None
    no = refusal(
        "wager/wrong-count",
        clause,
        kind=kind,
        wanted=wanted,
        text=repr(text),
        given=len(words),
        example=example,
    )
    return NotationError(no)


def _not_there(
    kind: Kind, selected: str, words: Words, text: str, book: "Book"
) -> NotationError | WagerError:
    """The error for a wager that the book has not, or not there; or that is said too oddly."""
    if not any(wager.kind is kind for wager in book.wagers.values()):
        known = tuple(dict.fromkeys(wager.kind for wager in book.wagers.values()))
        return WagerError(refusal("wager/not-offered", book=book.id, kind=kind, known=known))
    labels = {pocket.casefold(): pocket for pocket in book.pockets}
    numbers = [labels[word] for word in words if word in labels]
    selection = selected or "/".join(sorted(numbers, key=book.pockets.index))
    notation = f"{kind}:{selection}" if selection else kind.value
    if notation in book.wagers:
        no = refusal("wager/unknown-kind", text=repr(text), hint="near", near=(notation,))
        return NotationError(no)
    return missing(notation, kind, book.wager_terms[kind].placed, book.wagers.values())


def missing(notation: str, kind: Kind, clause: str | None, wagers: Iterable[Wager]) -> WagerError:
    """The error for a wager whose kind the book has, but whose place the layout has not."""
    numbers = notation.partition(":")[2].split("/")
    same_kind = [wager for wager in wagers if wager.kind is kind]
    if kind is Kind.SPLIT:
        touching = [
            next(iter(set(wager.numbers) - {numbers[0]}))
            for wager in same_kind
            if numbers[0] in wager.numbers
        ]
        one, other = numbers
        return WagerError(
            refusal(
                "wager/not-on-layout",
                clause,
                wager=notation,
                reason="not-touching",
                one=one,
                other=other,
                near=tuple(touching),
            )
        )
    shared = {wager: len(set(wager.numbers) & set(numbers)) for wager in same_kind}
    near = [wager.notation for wager in same_kind if shared[wager] == max(shared.values())]
    return WagerError(
        refusal("wager/not-on-layout", clause, wager=notation, reason="apart", near=tuple(near[:4]))
    )


def spoken(pockets: Collection[str]) -> tuple[str, ...]:
    """The numbers of a wheel in a short form.

    >>> spoken(["0", "00", *map(str, range(1, 37))])
    ('0', '00', '1–36')
    """
    ordinary = [pocket for pocket in pockets if pocket.strip("0").isdigit()]
    others = [pocket for pocket in pockets if pocket not in ordinary]
    return (*others, f"{ordinary[0]}–{ordinary[-1]}")
