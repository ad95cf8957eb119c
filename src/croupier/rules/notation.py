"""Wager notation: forgiving to read, canonical to write.

``kind`` or ``kind:selection``, numbers joined by ``/``. Reading takes numbers in any order, in
capitals or not, with spaces, and the books' other names; writing gives one form only.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches

from croupier.rules.refusal import NotationError, WagerError, refusal
from croupier.rules.terms import WagerTerms
from croupier.rules.wager import Kind, Wager

ALIASES: Mapping[str, Kind] = {
    **{kind.value: kind for kind in Kind},
    "straight-up": Kind.STRAIGHT,
    "sixline": Kind.SIX_LINE,
    "topline": Kind.TOP_LINE,
    "dozens": Kind.DOZEN,
    "columns": Kind.COLUMN,
    "1-to-18": Kind.LOW,
    "1-18": Kind.LOW,
    "19-to-36": Kind.HIGH,
    "19-36": Kind.HIGH,
    "bonus": Kind.BONUS_WIN,
    "super-bonus": Kind.SUPER_BONUS_WIN,
    "scatter": Kind.SCATTER_BONUS,
    "small-series": Kind.TIERS,
    "orphans": Kind.ORPHELINS,
    "big-series": Kind.VOISINS,
    "grand-series": Kind.VOISINS,
    "voisins-du-zero": Kind.VOISINS,
    "0-spiel": Kind.ZERO_SPIEL,
    "neighbors": Kind.NEIGHBOURS,
    "neighbour": Kind.NEIGHBOURS,
    "finale": Kind.FINALES,
}
"""The names under which each kind of wager is read."""

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

_KIND = re.compile(
    "(?P<kind>"
    + "|".join(name.replace("-", r"[\s_-]+") for name in sorted(ALIASES, key=len, reverse=True))
    + r")(?:\s*:\s*|\s+|$)(?P<selection>.*)",
    re.DOTALL,
)
"""A name at the beginning, the longest first, and what is selected after a colon or a space."""


def canonical(
    text: str,
    book_id: str,
    pockets: Sequence[str],
    terms: Mapping[str, WagerTerms],
    wagers: Collection[Wager],
) -> tuple[Kind, str]:
    """The kind of a wager and its canonical notation, whether or not the layout has it."""
    kind, selection = _split_kind(text, wagers)
    if kind in COUNTS:
        numbers = _numbers(kind, selection, text, book_id, pockets)
        wanted, example = COUNTS[kind]
        if len(numbers) != wanted:
            raise NotationError(
                refusal(
                    "wager/wrong-count",
                    _placed(terms, kind),
                    kind=kind,
                    wanted=wanted,
                    text=repr(text),
                    given=len(numbers),
                    example=example,
                )
            )
        return kind, f"{kind}:{'/'.join(sorted(numbers, key=list(pockets).index))}"
    if kind in CHOICES:
        choices, example = CHOICES[kind]
        if not selection:
            raise NotationError(refusal("wager/selection-missing", kind=kind, example=example))
        if selection not in choices or len(selection) != 1:
            raise WagerError(
                refusal(
                    "wager/not-on-layout",
                    _placed(terms, kind),
                    wager=f"{kind}:{selection}",
                    reason="choose",
                    near=tuple(choices),
                )
            )
        return kind, f"{kind}:{selection}"
    if selection:
        raise NotationError(
            refusal("wager/selection-not-wanted", kind=kind, selection=repr(selection))
        )
    return kind, kind.value


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


def _split_kind(text: str, wagers: Collection[Wager]) -> tuple[Kind, str]:
    """The kind that a text begins with, and the selection that follows it."""
    folded = text.strip().casefold()
    if not folded or len(text) > TEXT_MAX:
        raise NotationError(refusal("wager/empty"))
    match = _KIND.fullmatch(folded)
    if match is None:
        head = folded.partition(":")[0]
        hint, near = _hint(head, wagers)
        raise NotationError(refusal("wager/unknown-kind", text=repr(text), hint=hint, near=near))
    return ALIASES[re.sub(r"[\s_-]+", "-", match["kind"])], match["selection"]


def _hint(head: str, wagers: Collection[Wager]) -> tuple[str, tuple[str, ...]]:
    """How and what may have been meant, of the kinds that the book has."""
    if re.fullmatch(r"\d+", head):
        return "number", (head,)
    kinds = {wager.kind for wager in wagers}
    near = get_close_matches(head, [name for name, kind in ALIASES.items() if kind in kinds], n=1)
    if near:
        return "near", (ALIASES[near[0]],)
    return "kinds", tuple(kind for kind in Kind if kind in kinds)


def _numbers(
    kind: Kind, selection: str, text: str, book_id: str, pockets: Collection[str]
) -> list[str]:
    if not selection:
        raise NotationError(refusal("wager/selection-missing", kind=kind, example=COUNTS[kind][1]))
    labels = {pocket.casefold(): pocket for pocket in pockets}
    numbers: list[str] = []
    for word in re.split(r"\s*[/,]\s*|\s+", selection):
        if word not in labels:
            raise NotationError(
                refusal(
                    "wager/unknown-number",
                    number=repr(word),
                    text=repr(text),
                    book=book_id,
                    known=spoken(pockets),
                )
            )
        if labels[word] in numbers:
            raise NotationError(
                refusal("wager/repeated-number", number=labels[word], text=repr(text))
            )
        numbers.append(labels[word])
    return numbers


def spoken(pockets: Collection[str]) -> tuple[str, ...]:
    """The numbers of a wheel said shortly.

    >>> spoken(["0", "00", *map(str, range(1, 37))])
    ('0', '00', '1–36')
    """
    ordinary = [pocket for pocket in pockets if pocket.strip("0").isdigit()]
    others = [pocket for pocket in pockets if pocket not in ordinary]
    return (*others, f"{ordinary[0]}–{ordinary[-1]}")


def _placed(terms: Mapping[str, WagerTerms], kind: Kind) -> str | None:
    return terms[kind].placed if kind in terms else None
