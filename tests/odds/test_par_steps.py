"""The PAR sheet tells each step of the game with its clauses, typed here from the books' texts.

Some clauses have no other effect than to be told: several players may share an area, wagers count
as they lie, what earlier rounds settled stays settled, displays inform only.
"""

import pytest

from croupier import books
from croupier.odds.par.procedure import interruptions, late, limits, round_steps
from tests.clauses import cites, proves

STEPS = {
    "racetrack-2012": """
        What is wagered: 3.3 3.4 3.5
        Colour chips: 1.1.1
        Bets open: 3.1
        The ball is spun: 3.6 1.1.3 1.1.5
        Bets close: 3.7 3.2
        The outcome: 3.8 1.1.2
        What wins is paid: 4.1
        The round ends: 1.1.4 1.1
        The round is interrupted:
        Placed or increased after the close: 5.11
        Withdrawn after the close: 5.12
        The limits of the table:
    """,
    "sands-2017": """
        What is wagered: 3.3 3.4
        Colour chips: 1.1.1
        Bets open: 3.1
        The ball is spun: 3.5 1.1.4 1.1.6
        Bets close: 3.6 3.2
        The outcome: 3.7 1.1.2
        What wins is paid: 4.1
        The round ends: 1.1.5 1.1
        The round is interrupted:
        Placed or increased after the close: 5.11
        Withdrawn after the close: 5.12
        The limits of the table:
    """,
    "sands-2019": """
        What is wagered: 3.3 3.4
        Colour chips: 1.1.1
        Bets open: 3.1
        Several players on one area: 3.3.1
        Staff place a wager for a player: 3.5
        The ball is spun: 3.6 1.1.4 1.1.6
        Bets close: 3.7 3.2
        Bets close early: 6.1
        The outcome: 3.8 1.1.2
        Unclear or moved wagers: 3.9
        Wagers count as they lie: 4.5
        What wins is paid: 4.1
        What wins on the zeros: 4.2 4.3 4.4
        The round ends: 1.1.5 1.1
        Displays: 6.4
        The round is interrupted: 5.11 5.11.1 5.11.2
        No spin: 5.12
        What the book does not cover: 6.2
        A higher position acts: 6.3
        Placed or increased after the close: 5.13
        Withdrawn after the close: 5.14
        The limits of the table: 3.3.1
        Under the minimum: 5.15
        Over the maximum: 5.16
        What earlier rounds settled: 5.17
    """,
    "edz-2020": """
        What is wagered: 3.3 1.1.1 3.4
        Bets open: 3.1
        Bets close: 3.7 3.2
        The ball is spun: 3.6 1.1.3 1.1.5
        The outcome: 3.8
        What wins is paid: 4.1
        What wins on the zeros: 4.2 4.2.1
        The round ends: 1.1.4 1.1
        Displays: 6.3
        The round is interrupted: 5.13 5.13.1 5.13.2
        Terminals are interrupted: 5.14 5.14.1 5.14.2
        No spin: 5.15
        What the book does not cover: 6.1
        A higher position acts: 6.2
        Placed or increased after the close: 5.12
        Withdrawn after the close: 5.11
        The limits of the table:
    """,
    "fast-action-2020": """
        What is wagered: 3.3 3.4
        Colour chips: 1.1.3
        Bets open: 3.1
        Several players on one area: 3.3.1
        Staff place a wager for a player: 3.5
        The ball is spun: 3.6 1.1.6 1.1.10
        Bets close: 3.7 3.2
        Bets close early: 6.1
        Bonus Numbers are drawn and lit: 1.1.1 1.1.8 1.1.11 App. C
        The outcome: 3.8 1.1.4
        Unclear or moved wagers: 3.9
        Wagers count as they lie: 4.3
        What wins is paid: 4.1 4.2
        The round ends: 1.1.7 1.1
        Displays: 6.4
        The round is interrupted: 5.12 5.12.1 5.12.2
        No spin: 5.13
        What the book does not cover: 6.2
        A higher position acts: 6.3
        Placed or increased after the close: 5.14
        Withdrawn after the close: 5.15
        The limits of the table: 3.3.1
        Under the minimum: 5.16
        Over the maximum: 5.17
        What earlier rounds settled: 5.18
    """,
}


@cites
@proves("*", "1.1")
@proves("sands-2019", "3.3.1", "4.5", "5.17", "6.4")
@proves("fast-action-2020", "3.3.1", "4.3", "5.18", "6.4")
@proves("edz-2020", "5.14", "5.14.1", "5.14.2", "6.3")
@pytest.mark.parametrize("book_id", books.ids())
def test_the_sheet_tells_every_step_with_its_clauses(book_id: str) -> None:
    book = books.load(book_id)
    steps = (*round_steps(book), *interruptions(book), *late(book), *limits(book))
    told = [" ".join([f"{step.title}:", *[cite.clause for cite in step.clauses]]) for step in steps]
    assert told == [line.strip() for line in STEPS[book_id].strip().splitlines()]
