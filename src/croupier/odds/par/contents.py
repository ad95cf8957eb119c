"""What stands in a PAR sheet, in which order."""

from collections.abc import Iterator
from datetime import date

from croupier.odds.par import odds_sections as odds
from croupier.odds.par import rules_sections as rules
from croupier.odds.par.document import Cell, Code, Document, Section
from croupier.odds.par.sheet import Sheet


def document(sheet: Sheet) -> Document:
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
    yield rules.terms(sheet)
    yield rules.wheel(sheet)
    yield rules.round_(sheet)
    yield odds.wagers(sheet)
    if sheet.calls:
        yield odds.calls(sheet)
    if sheet.bonus_numbers is not None:
        yield odds.bonus(sheet.bonus_numbers)
    yield odds.derivations(sheet)
    yield odds.distribution(sheet)
    yield odds.volatility(sheet)
    yield rules.voids(sheet)
    yield rules.interruptions(sheet)
    yield rules.late(sheet)
    yield rules.limits(sheet)
    yield rules.readings(sheet)
    yield rules.clauses(sheet)


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
