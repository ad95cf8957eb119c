"""The sections of a PAR sheet with the odds and their derivations."""

from fractions import Fraction

from croupier.odds.formatting import percent, rounded
from croupier.odds.par.derivation import signed, text
from croupier.odds.par.document import (
    Bar,
    Bars,
    Cell,
    Clauses,
    Code,
    Column,
    Exact,
    Facts,
    Section,
    Table,
    Text,
)
from croupier.odds.par.sheet import BonusNumbers, CallLine, Sheet, StandingLine, WagerLine


def in_percent(value: Fraction) -> Exact:
    """A fraction with its percentage."""
    return Exact(value, percent(value))


def wagers(sheet: Sheet) -> Section:
    """All wagers by kind, with their hit rates."""
    figures = ("Wagers", "Numbers", "Pays", "Hit rate", "Return", "House edge")
    columns = [
        *(Column("Wager"), Column("Notation")),
        *(Column(name, figures=True) for name in (*figures, "Variance", "Deviation")),
        Column("Clauses"),
    ]
    caption = (
        "One row for all wagers of a kind that share their odds. N stands for a number; a wager "
        "of several pieces is paid piece by piece."
    )
    rows = [_wager_row(line) for line in sheet.wagers]
    bars = [Bar(f"{line.name}, {_pays(line)}", line.hit) for line in sheet.wagers]
    return Section(
        "Wagers and their odds",
        [Table("wagers", caption, columns, rows), Bars("Hit rate by wager.", "Wager", bars)],
    )


def _wager_row(line: WagerLine) -> tuple[Cell, ...]:
    return (
        line.name,
        Code(line.notation),
        str(line.wagers),
        str(line.numbers) if line.numbers else "–",
        _pays(line),
        in_percent(line.hit),
        in_percent(line.return_),
        in_percent(line.edge),
        Exact(line.variance, rounded(line.variance, 4)),
        line.deviation,
        Clauses(tuple(dict.fromkeys((line.clause, line.placed)))),
    )


def _pays(line: WagerLine) -> str:
    return line.pays if line.pieces == 1 else f"{line.pieces} pieces"


def calls(sheet: Sheet) -> Section:
    """The multi-piece wagers: their pieces and their results."""
    pieces = Table(
        "pieces",
        "What each is made of; where several wagers are made in one way, an example.",
        [Column("Wager"), Column("Notation"), Column("Pieces"), Column("Clause")],
        [_pieces_row(call) for call in sheet.calls],
    )
    results = Table(
        "results",
        "What each brings, with one unit on each piece.",
        [
            Column("Wager"),
            Column("Net result", figures=True),
            Column("Probability", figures=True),
            Column("When the ball rests on"),
        ],
        [row for call in sheet.calls for row in _result_rows(call)],
    )
    return Section("Wagers of several pieces", [pieces, results])


def _pieces_row(call: CallLine) -> tuple[Cell, ...]:
    name = call.name if call.stands_for == 1 else f"{call.name}, one of {call.stands_for}"
    pieces = (
        piece.wager
        if piece.count == 1
        else f"{piece.count}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{piece.wager}"
        for piece in call.pieces
    )
    return name, Code(call.wager), Code("  ".join(pieces)), Clauses((call.clause,))


def _result_rows(call: CallLine) -> list[tuple[Cell, ...]]:
    return [
        (
            Code(call.wager) if first else "",
            signed(result.net),
            in_percent(result.probability),
            "any other number" if first and result.net < 0 else "  ".join(result.numbers),
        )
        for first, result in zip((True, *[False] * len(call.results)), call.results, strict=False)
    ]


def bonus(numbers: BonusNumbers) -> Section:
    """The combinatorics of the draw, and the correlations of wagers."""
    two = numbers.two_numbers
    apart: list[tuple[str, Cell]] = [
        (
            "Two Straight Ups",
            "On different numbers they never win together, whatever the two numbers are: "
            f"covariance {text(two.covariance)}, correlation {_signed(two.correlation)}.",
        )
    ]
    return Section(
        "Bonus Numbers",
        [
            _links(numbers),
            numbers.derivation,
            _standings(numbers),
            *_matrices(numbers),
            Facts(apart),
        ],
    )


def _links(numbers: BonusNumbers) -> Table:
    columns = [Column(name) for name in numbers.links]
    row = ["  ".join(link) for link in numbers.links.values()]
    return Table("links", f"The {len(columns)} links and their numbers.", columns, [row])


def _standings(numbers: BonusNumbers) -> Table:
    columns = [
        Column("Winning number"),
        Column("Scatter Bonus"),
        Column("Draws", figures=True),
        Column("Probability", figures=True),
    ]
    several = len({line.link_size for line in numbers.standings}) > 1
    rows = [
        (
            _standing(line, several),
            "yes" if line.scatter else "no",
            f"{line.draws:,}",
            in_percent(line.probability),
        )
        for line in numbers.standings
    ]
    caption = f"How the winning number stands, over all {numbers.draws:,} draws."
    return Table("standings", caption, columns, rows)


def _standing(line: StandingLine, several: bool) -> str:
    text = {
        "plain": "plain: it is not lit",
        "bonus": "bonus: it is lit, its link is not full",
        "super": "super: its whole link is lit",
    }[line.grade]
    return f"{text} (a link of {line.link_size})" if several else text


def _matrices(numbers: BonusNumbers) -> tuple[Table, Table]:
    """The matrices of covariances and correlations."""
    names = list(dict.fromkeys(line.one for line in numbers.covariances))
    pairs = {frozenset((line.one, line.other)): line for line in numbers.covariances}
    columns = [Column(""), *(Column(name, figures=True) for name in names)]
    covariances: list[list[Cell]] = []
    correlations: list[list[Cell]] = []
    for one in names:
        lines = [pairs[frozenset((one, other))] for other in names]
        exact = (Exact(line.covariance, rounded(line.covariance, 6)) for line in lines)
        covariances.append([Code(one), *exact])
        correlations.append([Code(one), *(_signed(line.correlation) for line in lines)])
    caption = "Covariance of the net results, one unit on each; a zero is exact."
    return (
        Table("matrix", caption, columns, covariances),
        Table("matrix", "Correlation of the net results; a zero is exact.", columns, correlations),
    )


def _signed(figure: str) -> str:
    return figure.replace("-", "−")


def derivations(sheet: Sheet) -> Section:
    """The derivations of the odds of typical wagers."""
    text = "Typical wagers in full; the odds of every other wager follow in the same way."
    return Section("Derivation of the odds", [Text(text), *sheet.derivations])


def distribution(sheet: Sheet) -> Section:
    """The results of a spread with every payout."""
    example = sheet.example
    facts: list[tuple[str, Cell]] = [
        ("Laid together", Code("  ".join(example.spread))),
        ("Staked", f"{example.staked} units, one on each"),
        ("Something wins", in_percent(example.hit)),
        ("Return", in_percent(example.return_)),
        ("House edge", in_percent(example.edge)),
        ("Variance", Exact(example.variance, rounded(example.variance, 4))),
    ]
    bars = [
        Bar(signed(line.net), line.probability, gain=line.net > 0) for line in example.distribution
    ]
    text = "One unit on one wager of each payout, to show them in one picture."
    caption = f"Net result of the {example.staked} units in one round; losses are grey."
    return Section("Distribution", [Text(text), Facts(facts), Bars(caption, "Net result", bars)])


def volatility(sheet: Sheet) -> Section:
    """The spread of the return over numbers of rounds."""
    text = (
        "By how many percentage points the return over so many rounds may stray to either side of "
        "its mean, nine times in ten. These figures alone are not exact: they take the sum of many "
        "rounds to fall normally, which for a rare win needs many more rounds than for a common "
        "one."
    )
    columns = [
        Column("Wager"),
        Column("Notation"),
        Column("Return", figures=True),
        *(Column(f"{span:,} rounds", figures=True) for span in sheet.spans),
    ]
    rows: list[tuple[Cell, ...]] = [
        (
            line.name,
            Code(line.notation),
            percent(line.return_),
            *(f"± {stray} %" for stray in line.spread_90),
        )
        for line in sheet.wagers
    ]
    return Section("Volatility", [Text(text), Table("volatility", "", columns, rows)])
