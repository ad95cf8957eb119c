"""Rounds made at random: every kind of line, with words that fit a book."""

from functools import cache
from typing import Any

from hypothesis import strategies as st

from croupier import books
from croupier.notation import Player, Round, Shift, Staff, Verdict
from croupier.notation.actions import Action, BuyIn
from croupier.notation.fields import FAULTS
from croupier.notation.grammar import ACTIONS
from croupier.notation.settled import RESULTS, ResultLine
from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity
from croupier.rules.limits import OPEN, Limits, Range
from croupier.rules.positions import Position
from croupier.rules.wager import MULTI_PIECE

PLAYERS = ("seat-1", "seat-2", "Seat_3", "dealers", "ballast", "lights-2")
"""Some of them look like words that begin other lines."""

texts = (
    st.text(min_size=1, max_size=60).map(str.strip).filter(lambda text: text and "=>" not in text)
)
names = st.none() | st.sampled_from(("Ana", "staff-12", "O'Neill", "关"))
positions = st.sampled_from(list(Position))
staff = st.builds(Staff, positions, names, st.none() | positions)
amounts = st.integers(1, 10**12)
counts = st.integers(0, 10**12)
digests = st.text("0123456789abcdef", min_size=64, max_size=64)


@cache
def words(book: Book) -> dict[str, st.SearchStrategy[Any]]:
    """What each field of a line may hold in a book."""
    wagers = st.sampled_from(list(book.wagers))
    numbers = st.sampled_from(book.pockets)
    kinds = sorted({w.kind for w in book.wagers.values()} - {*MULTI_PIECE})
    sources = [*book.clauses, *(f"reading {number}" for number in book.readings)]
    maybe = st.none()
    return {
        "amount": amounts,
        "approved_by": staff,
        "by": staff,
        "caller": staff | st.just("terminals"),
        "chips": st.sampled_from(("cash-chips", "colour-chips", "credits")),
        "clause": st.sampled_from(list(book.clauses)),
        "colour": maybe,
        "dark": st.lists(numbers, max_size=3).map(tuple),
        "decision": st.sampled_from(("void", "resume")),
        "digest": digests,
        "direction": st.sampled_from(("against", "with")),
        "in_play": maybe | counts,
        "irregularity": st.sampled_from([Irregularity(f.replace(" ", "-")) for f in FAULTS]),
        "least": amounts,
        "most": amounts,
        "net": st.integers(-(10**12), 10**12),
        "number": numbers,
        "numbers": st.lists(numbers, min_size=1, max_size=12).map(tuple),
        "of_kind": maybe | st.sampled_from(kinds),
        "of_round": maybe | st.integers(1, 99),
        "part": st.sampled_from(("power", "wheel", "table", "system")),
        "player": st.sampled_from(PLAYERS),
        "reason": texts,
        "rests": st.booleans(),
        "result": st.sampled_from(("won", "lost", "void", "returned")),
        "returned": counts,
        "revolutions": st.integers(0, 99),
        "ruling": st.sampled_from(("stands", "returned")),
        "source": st.sampled_from(sources),
        "terminal": maybe | st.sampled_from(list(book.terminals)) if book.terminals else maybe,
        "text": texts,
        "to": wagers,
        "value": maybe,
        "voucher": maybe | st.just("V-7F3A"),
        "wager": wagers,
        "winnings": maybe | counts,
    }


def line(kind: type[Any], book: Book) -> st.SearchStrategy[Any]:
    """A line of one kind; what may be left out sometimes is."""
    known = words(book)
    made = {}
    for name, field in kind.__dataclass_fields__.items():
        if name == "verdict":
            made[name] = st.none() | _verdicts(known["source"])
        elif field.default is None:
            made[name] = st.none() | known[name]
        else:
            made[name] = known[name]
    if kind is BuyIn:
        colour = st.tuples(st.none(), st.none()) | st.tuples(st.just("blue"), amounts)
        return colour.flatmap(
            lambda pair: st.builds(
                BuyIn, **{**made, "colour": st.just(pair[0]), "value": st.just(pair[1])}
            )
        )
    return st.builds(kind, **made)


def _verdicts(sources: st.SearchStrategy[str]) -> st.SearchStrategy[Verdict]:
    kinds = st.sampled_from(("ok", "refused", "void", "noted"))
    return st.builds(Verdict, kinds, st.none() | sources)


@cache
def actions(book: Book) -> st.SearchStrategy[Action]:
    """A line of any kind."""
    return st.one_of([line(form.line, book) for form in ACTIONS])


@cache
def results(book: Book) -> st.SearchStrategy[ResultLine]:
    """A line of a settlement."""
    return st.one_of([line(form.line, book) for form in RESULTS])


@st.composite
def limits(draw: st.DrawFn, book: Book) -> Limits:
    """Limits of the table, perhaps with others for some kinds."""
    ranges = st.tuples(amounts, amounts).map(lambda pair: Range(min(pair), max(pair)))
    kinds = sorted({w.kind for w in book.wagers.values()} - {*MULTI_PIECE})
    of_kinds = draw(st.dictionaries(st.sampled_from(kinds), ranges, max_size=3))
    return draw(st.just(OPEN) | ranges.map(lambda table: Limits(table, of_kinds)))


@st.composite
def players(draw: st.DrawFn, book: Book) -> dict[str, Player]:
    """Nobody named, or everybody who may act."""
    held: dict[str, st.SearchStrategy[Any]] = {
        "terminal": words(book)["terminal"],
        **{k.replace("-", "_"): st.none() | counts for k in book.says.stakes.kinds},
    }
    if draw(st.booleans()):
        return {}
    seated = {label: draw(st.builds(Player, **(held | _no_colour(held)))) for label in PLAYERS}
    if "colour_chips" in held:
        seated["seat-2"] = Player(colour_chips=draw(counts), colour="blue", value=draw(amounts))
    return seated


def _no_colour(held: dict[str, Any]) -> dict[str, st.SearchStrategy[None]]:
    return {"colour_chips": st.none()} if "colour_chips" in held else {}


@st.composite
def shifts(draw: st.DrawFn) -> Shift:
    """A shift of one round or several under any book."""
    book = books.load(draw(st.sampled_from(books.ids())))
    rounds = st.builds(
        Round,
        st.lists(actions(book), max_size=8).map(tuple),
        st.lists(results(book), max_size=4).map(tuple),
        st.none() | texts,
    )
    return Shift(
        book.id,
        draw(texts),
        tuple(draw(st.lists(rounds, min_size=1, max_size=3))),
        draw(limits(book)),
        draw(players(book)),
        tuple(draw(st.lists(st.sampled_from(PLAYERS), max_size=2))),
    )
