"""Files made at random: every kind of line, with words that fit a book."""

from functools import cache
from typing import Any

from hypothesis import strategies as st

from croupier import books
from croupier.notation import House, Player, Round, Shift, Verdict
from croupier.notation.actions import Action, Asked
from croupier.notation.fields import OF_THE_SPIN, TERMINALS
from croupier.notation.grammar import ACTIONS, BESIDE, CommandForm
from croupier.notation.line_templates import Form, filled_by
from croupier.notation.settlement_lines import RESULTS, ResultLine
from croupier.round.base import Actor
from croupier.round.opening import LimitsTaken, RangeTaken
from croupier.round.ruling import Ruling
from croupier.rules.book import Book
from croupier.rules.limits import OPEN, Limits, Range
from croupier.rules.positions import Position
from croupier.rules.wager import MULTI_PIECE

PLAYERS = ("seat-1", "Seat_3", "dealers", "ballast", "dealer", "Tim O'Neill", "no: 1", "关")
"""Some of them look like words that begin other lines."""

texts = st.text(min_size=1, max_size=60)
titles = texts.filter(lambda text: bool(text.strip()))
names = st.sampled_from(("Ana", "for", "O'Neill", "关", "Dora Smith", "a: b", "second dealer"))
positions = st.sampled_from(list(Position))
staff = positions.map(lambda at: Actor(at.value, at)) | st.builds(Actor, names, positions)
amounts = st.integers(1, 10**12)
counts = st.integers(0, 10**12)
moments = st.integers(0, 253402300799999)
ranges = st.tuples(amounts, amounts).map(lambda pair: (min(pair), max(pair)))


def _kinds(book: Book) -> list[str]:
    return sorted({w.kind.value for w in book.wagers.values()} - {*MULTI_PIECE})


@cache
def values(book: Book) -> dict[str, st.SearchStrategy[Any]]:
    """What each field of a line may hold in a book."""
    wagers = st.sampled_from(list(book.wagers))
    numbers = st.sampled_from(book.pockets)
    clauses = st.sampled_from(list(book.clauses))
    readings = st.sampled_from([f"reading {number}" for number in book.readings])
    chips = st.sampled_from(("cash-chips", "colour-chips", "credits"))
    taken = ranges.map(lambda pair: RangeTaken(*pair))
    limits = st.builds(
        LimitsTaken, taken, st.dictionaries(st.sampled_from(_kinds(book)), taken, max_size=2)
    )
    return {
        "amount": amounts,
        "approver": staff,
        "asked": st.just("call-outcome"),
        "bills": counts,
        "cash": counts,
        "chips": chips,
        "clause": clauses,
        "closer": counts,
        "code": st.just("round/held"),
        "colour": st.sampled_from(("blue", "rosé", "dark blue")),
        "at_ms": moments,
        "until_ms": moments,
        "commitment": st.just("5e" * 32),
        "dark": st.lists(numbers, max_size=3).map(tuple),
        "day": st.just("2020-03-18"),
        "decision": st.sampled_from(("void", "resume")),
        "desk": counts,
        "direction": st.sampled_from((None, "opposite", "with-wheel")),
        "expires_ms": moments,
        "happened": st.lists(st.sampled_from(OF_THE_SPIN), max_size=2).map(tuple),
        "in_play": counts,
        "into": chips,
        "limits": limits,
        "message": texts,
        "net": st.integers(-(10**12), 10**12),
        "now_ms": moments,
        "number": numbers,
        "numbers": st.lists(numbers, min_size=1, max_size=12).map(tuple),
        "opener": counts,
        "paid": counts,
        "part": st.sampled_from(("power", "wheel", "table", "system")),
        "player": st.sampled_from(PLAYERS),
        "reason": st.just("") | texts,
        "remark": texts,
        "rests": st.booleans(),
        "result": st.sampled_from(("won", "lost", "void", "returned")),
        "returned": counts,
        "revolutions": st.none() | st.integers(0, 99),
        "round": counts,
        "rulings": st.lists(_rulings(wagers), min_size=1, max_size=3).map(tuple),
        "ruling": st.sampled_from(("stands", "returned")),
        "sealed": st.just("1:5e5e"),
        "secret": st.just("a1" * 32),
        "shift": texts,
        "source": clauses | readings,
        "text": texts,
        "to": wagers,
        "value": amounts,
        "voucher": st.just("00041061050R3GG28A1C60T3GF"),
        "vouchers": counts,
        "wager": wagers,
        "winnings": counts,
    }


def _rulings(wagers: st.SearchStrategy[str]) -> st.SearchStrategy[Ruling]:
    """One of the rulings of a decision."""
    players, parts = st.sampled_from(PLAYERS), st.none() | amounts
    ways = st.sampled_from(("stands", "returned"))
    stays = st.builds(Ruling, players, wagers, ways, st.none(), parts)
    return stays | st.builds(Ruling, players, wagers, st.just("moved"), wagers, parts)


def line(form: Form[Any], book: Book) -> st.SearchStrategy[Any]:
    """A line of one form; what may be left out sometimes is."""
    known = values(book)
    fills = [name for word in form.words for name in filled_by(word)]
    made = {name: known[name] for name in fills if name in known}
    if "nth" in form.words:
        made["number"] = counts
    for name in _left_out(form):
        if name in made:
            made[name] = st.none() | made[name]
    verdict = st.none() | _verdicts(known["source"])
    if isinstance(form, CommandForm):
        return _asked(form, book, made, verdict)
    if "who" in form.words:
        made["by"] = staff | st.sampled_from(PLAYERS).map(Actor)
    return st.builds(form.kind, **made, **({"verdict": verdict} if form in ACTIONS else {}))


def _left_out(form: Form[Any]) -> list[str]:
    return [name for name, optional in form.optional.items() if optional]


def _asked(
    form: CommandForm, book: Book, made: dict[str, Any], verdict: st.SearchStrategy[Any]
) -> st.SearchStrategy[Asked]:
    beside = {name: made.pop(name) for name in BESIDE if name in made}
    if form.by_player:
        beside["by"] = made.pop("player").map(Actor)
    elif "caller" in form.words:
        terminals = book.says.open.by == "terminal"
        beside["by"] = staff | st.just(TERMINALS) if terminals else staff
    elif "by" in form.words:
        beside["by"] = st.none() | staff if form.unsigned else staff
    fixed = {name: st.just(value) for name, value in form.line.fixed.items()}
    command = st.builds(form.kind, **made, **fixed)
    return st.builds(Asked, command, **beside, verdict=verdict)


def _verdicts(sources: st.SearchStrategy[str]) -> st.SearchStrategy[Verdict]:
    kinds = st.sampled_from(("ok", "refused", "void", "noted"))
    return st.builds(Verdict, kinds, st.none() | sources)


@cache
def actions(book: Book) -> st.SearchStrategy[Action]:
    """A line of any kind."""
    return st.one_of([line(form, book) for form in ACTIONS])


@cache
def results(book: Book) -> st.SearchStrategy[ResultLine]:
    """A line of a settlement."""
    return st.one_of([line(form, book) for form in RESULTS])


@st.composite
def limits(draw: st.DrawFn, book: Book) -> Limits:
    """Limits of the table, perhaps with others for some kinds."""
    kinds: Any = st.dictionaries(st.sampled_from(_kinds(book)), ranges, max_size=3)
    of_kinds = {kind: Range(*pair) for kind, pair in draw(kinds).items()}
    return draw(st.just(OPEN) | ranges.map(lambda pair: Limits(Range(*pair), of_kinds)))


@st.composite
def players(draw: st.DrawFn, book: Book) -> dict[str, Player] | None:
    """Nobody said to be there, or some."""
    terminals = st.none() | st.sampled_from([*book.terminals]) if book.terminals else st.none()
    kinds = [kind.replace("-", "_") for kind in book.says.stakes.kinds]
    held = {name: st.none() | counts for name in (*kinds, "held") if name != "colour_chips"}
    one = st.builds(Player, terminal=terminals, **held)
    seated = draw(st.none() | st.dictionaries(st.sampled_from(PLAYERS), one, max_size=3))
    if seated is not None and "colour_chips" in kinds:
        seated["seat-2"] = Player(colour_chips=draw(counts), colour="blue", value=draw(amounts))
    return seated


houses = st.builds(
    House,
    table=texts,
    open=st.booleans(),
    day=st.sampled_from(("", "2020-03-18")),
    shift=st.none() | titles,
    tray=counts,
    box=counts,
    maximum_payout=st.none() | amounts,
    vouchers=st.dictionaries(st.just("00041061050R3GG28A1C60T3GF"), st.tuples(amounts, moments)),
    excluded=st.lists(st.sampled_from(PLAYERS), max_size=2).map(tuple),
)


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
        draw(titles),
        tuple(draw(st.lists(rounds, min_size=1, max_size=3))),
        tuple(draw(st.lists(st.sampled_from(list(book.clauses)), max_size=2))),
        draw(st.integers(1, 9999)),
        draw(limits(book)),
        draw(players(book)),
        tuple(draw(st.lists(st.sampled_from(PLAYERS), max_size=2))),
        draw(st.booleans()),
        draw(st.just(House()) | houses),
    )
