"""A PAR sheet as a document: its sections in order, and those about the rules."""

from collections.abc import Iterator, Sequence
from datetime import date

from croupier.odds.par import odds_sections as odds
from croupier.odds.par.document import (
    Cell,
    Cites,
    Clauses,
    Code,
    Column,
    Document,
    Entries,
    Facts,
    Readings,
    Section,
    Strip,
    Table,
    Text,
)
from croupier.odds.par.sheet import Pocket, Sheet, Step


def laid_out(sheet: Sheet) -> Document:
    """A PAR sheet laid out."""
    game = sheet.game
    version = f", Version {game.version}" if game.version else ""
    facts: list[tuple[str, Cell]] = [
        ("Operator", game.operator),
        ("Rules in force from", f"{date.fromisoformat(game.effective):%-d %B %Y}"),
        ("Rule book", Code(game.id)),
        ("Book data, SHA-256", Code(game.data_sha256)),
        ("Made by", game.made_by),
    ]
    return Document(
        "PAR sheet", game.title + version, facts, _summary(sheet), tuple(_sections(sheet))
    )


def _sections(sheet: Sheet) -> Iterator[Section]:
    yield terms(sheet)
    yield wheel(sheet)
    yield round_(sheet)
    yield odds.wagers(sheet)
    if sheet.calls:
        yield odds.calls(sheet)
    if sheet.bonus_numbers is not None:
        yield odds.bonus(sheet.bonus_numbers)
    yield odds.derivations(sheet)
    yield odds.distribution(sheet)
    yield odds.volatility(sheet)
    yield voids(sheet)
    yield interruptions(sheet)
    yield late(sheet)
    yield limits(sheet)
    yield readings(sheet)
    yield clauses(sheet)


def _summary(sheet: Sheet) -> list[tuple[str, Cell]]:
    edges = {line.edge: line.name for line in sheet.wagers}
    one_piece = sum(line.wagers for line in sheet.wagers if line.pieces == 1)
    several = sum(line.wagers for line in sheet.wagers if line.pieces > 1)
    summary: list[tuple[str, Cell]] = [
        ("Compartments", str(len(sheet.pockets))),
        ("Wagers of one piece", str(one_piece)),
    ]
    if several:
        summary.append(("Wagers of several pieces", str(several)))
    for edge, name in edges.items():
        of = "every wager" if len(edges) == 1 else name
        summary.append((f"House edge, {of}", odds.in_percent(edge)))
    return summary


def terms(sheet: Sheet) -> Section:
    """The terms of the sheet, and its assumptions."""
    return Section("Terms and assumptions", [Facts([(t.term, t.means) for t in sheet.terms])])


def wheel(sheet: Sheet) -> Section:
    """The compartments, their order and their colours."""
    colour_of = {pocket.number: pocket.colour for pocket in sheet.pockets}
    by_colour: list[tuple[str, Cell]] = []
    for colour in dict.fromkeys(colour_of.values()):
        numbers = [number for number, its in colour_of.items() if its == colour]
        by_colour.append((f"{colour.capitalize()} ({len(numbers)})", "  ".join(numbers)))
    pockets = [Pocket(number=number, colour=colour_of[number]) for number in sheet.wheel]
    caption = f"The {len(pockets)} compartments clockwise, as they lie on the wheel."
    return Section("The wheel", [Strip(caption, pockets), Facts(by_colour)])


def round_(sheet: Sheet) -> Section:
    """The course of a round."""
    return Section("How a round goes", [_steps(sheet, sheet.round)])


def voids(sheet: Sheet) -> Section:
    """The irregularities that void a round."""
    text = "A round that is void under one of these clauses returns every wager in full."
    columns = [Column("Clause"), Column("Irregularity"), Column("What the clause says")]
    rows = [
        (Clauses((line.clause,)), line.irregularity.replace("-", " "), line.says)
        for line in sheet.voids
    ]
    return Section("What voids a round", [Text(text), Table("voids", "", columns, rows)])


def interruptions(sheet: Sheet) -> Section:
    """How interruptions are treated."""
    return Section("Interrupted rounds", [_steps(sheet, sheet.interruptions)])


def late(sheet: Sheet) -> Section:
    """How late wagers are treated."""
    return Section("Late wagers", [_steps(sheet, sheet.late)])


def limits(sheet: Sheet) -> Section:
    """How the limits of the table apply."""
    text = f"{sheet.limits_policy} The odds of what is in play are the same either way."
    return Section("Limits", [Text(text), _steps(sheet, sheet.limits)])


def readings(sheet: Sheet) -> Section:
    """The readings in full."""
    text = (
        "The rule book was written for people at a table. Where it is silent, unclear or at odds "
        "with itself, the program follows these decisions of the project's register."
    )
    rows = [(str(r.number), r.title, r.says, r.clauses) for r in sheet.readings]
    return Section("Readings that apply", [Text(text), Entries(rows)])


def clauses(sheet: Sheet) -> Section:
    """Every clause."""
    text = "Every clause of the rule book, said in the project's own words."
    rows = [(cite.clause, cite.says) for cite in sheet.clauses]
    return Section("Clauses", [Text(text), Facts(rows, "clauses")])


def _steps(sheet: Sheet, steps: Sequence[Step]) -> Table:
    columns = [Column("Matter"), Column("Clauses and what they ask"), Column("Readings")]
    rows = [
        (
            step.title,
            Cites(step.clauses) if step.clauses else _silent(sheet, step),
            Readings(step.readings),
        )
        for step in steps
    ]
    return Table("steps", "", columns, rows)


def _silent(sheet: Sheet, step: Step) -> str:
    titles = [reading.title for reading in sheet.readings if reading.number in step.readings]
    return f"The book has no clause for it; what is done is a reading: {'; '.join(titles)}."
