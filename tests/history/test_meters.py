"""Meters by day, against the table's own and against the odds."""

from fractions import Fraction
from pathlib import Path

import pytest

from croupier.history.meters import day_meters, dealer_meters
from croupier.history.table import table_at, table_history, tables_on
from croupier.house.meters import Figures
from croupier.journal.memory import MemoryStore
from croupier.odds import odds
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.ruling import RevokeRuling, RuleOnWager
from croupier.round.spin import ReportRest, SpinBall
from croupier.rules.positions import Position
from tests.history.days import SEEDS, evening, on_disk, play
from tests.table.floors import Serving


@pytest.mark.parametrize("seed", SEEDS)
def test_the_days_add_up_to_the_tables_own_meters(seed: int, tmp_path: Path) -> None:
    with on_disk(tmp_path, evening(seed)) as record:
        for table in tables_on(record):
            history = table_history(record, table)
            days = day_meters(history)
            state = table_at(history, record.head(history.stream).seq + 1)
            assert [one.day for one in days] == history.rounds.days
            assert days[-1].figures == state.meters.day
            for name in Figures.__struct_fields__:
                total = sum(getattr(one.figures, name) for one in days)
                assert total == getattr(state.meters.ever, name)
            (last,) = day_meters(history, days[-1].day)
            assert last == days[-1]
            dealers = dealer_meters(history.rounds)
            ended = [one for one in history.rounds if one.status != "in-play"]
            assert sum(one.rounds for one in dealers) == len(ended)
            assert sum(one.voids for one in dealers) == sum(
                one.status != "settled" for one in ended
            )


async def test_theoretical_win_and_pace() -> None:
    table = "racetrack-2012"
    house = await Serving(MemoryStore()).start()
    await house.open(table, "ada", "ben")
    await play(house, table, {"ada": [("red", 1000), ("straight:17", 500)]})
    await play(house, table, {"ben": [("split:1/2", 400)]})
    await house.stop()
    history = table_history(house.store, table)
    (day,) = day_meters(history, theoretical=True)
    assert day.theoretical_win == Fraction(1900, 37)
    assert odds(history.book, "red").edge == Fraction(1, 37)
    assert day.hold == Fraction(day.figures.win, 200_000)
    assert day.void_rate == 0
    ended = list(history.rounds)[:2]
    assert ended[1].ended_ms is not None
    span = ended[1].ended_ms - ended[0].opened_ms
    assert day.rounds_an_hour == Fraction(2 * 3_600_000, span)
    assert [(one.dealer, one.voids) for one in dealer_meters(ended)] == [("automatic", 0)]


async def test_theoretical_win_after_a_ruling_was_revoked() -> None:
    """The felt is laid again as it was at the close, and so is what was to be expected of it."""
    table = "sands-2019"
    house = await Serving(MemoryStore()).start()
    await house.open(table, "ada")
    await house.must(table, OpenBets())
    placed = PlaceWager(wager="red", amount=1300)
    assert (await house.ask(table, placed, Actor("ada"))).accepted
    await house.must(table, SpinBall(), CloseBets(), ReportRest())
    above = Actor("sue", Position.PIT_SUPERVISOR)
    why = "the film shows it"
    ruled = RuleOnWager(player="ada", wager="red", ruling="returned", reason=why)
    for command in (ruled, RevokeRuling(number=1, reason=why)):
        assert (await house.ask(table, command, above)).accepted
    await house.must(table, CallOutcome(number="2"), ConfirmOutcome(number="2"))
    await house.stop()
    (day,) = day_meters(table_history(house.store, table), theoretical=True)
    assert day.theoretical_win == 100
