"""Recall: any past round again, and nothing of anybody else for a player."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import books
from croupier.history.recall import Recalled, recall
from croupier.history.rounds import RoundSummary
from croupier.history.table import TableHistory, table_at, table_history, tables_on
from croupier.journal.memory import MemoryStore
from croupier.round.correction import CorrectOutcome
from croupier.round.interruption import AbandonRound, SuspendRound
from croupier.round.opening import OpenBets
from croupier.round.outcome import RoundSettled
from croupier.round.results import UnderMinimum
from croupier.round.state import RoundState
from croupier.rules.refusal import RoundError
from croupier.table.codec import CODEC
from tests.history.days import SEEDS, evening, on_disk, play, rounds_of
from tests.simulation.players import PLAYERS
from tests.table.floors import MANAGER, SHIFT, Serving, run


def ended(history: TableHistory) -> list[RoundSummary]:
    return [one for one in history.rounds if one.status != "in-play"]


def returned_by(recalled: Recalled) -> dict[str, int]:
    sums: dict[str, int] = {}
    for one in recalled.results:
        sums[one.player] = sums.get(one.player, 0) + one.returned
    return {player: amount for player, amount in sums.items() if amount}


def returned_to(state: RoundState) -> dict[str, int]:
    sums = {player: sum(purse.values()) for player, purse in state.returned.items()}
    return {player: amount for player, amount in sums.items() if amount}


@pytest.mark.parametrize("seed", SEEDS)
def test_recall_is_what_the_record_came_to(seed: int, tmp_path: Path) -> None:
    with on_disk(tmp_path, evening(seed)) as record:
        for table in tables_on(record):
            history = table_history(record, table)
            replayed = rounds_of(record, history.stream)
            for one in ended(history):
                recalled, state = recall(history, one.number), replayed[one.number]
                assert returned_by(recalled) == returned_to(state)
                last = recalled.steps[-1]
                placed = {player: areas for player, areas in state.held.items() if areas}
                assert recalled.felt(last.seq) == placed
                assert (last.phase, last.bonus_numbers) == (state.phase, state.drawn)
                assert all(step.says[-1] in ".!?" for step in recalled.steps)
                assert recalled.secret == state.revealed


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_the_felt_after_every_step_is_that_of_a_fold(seed: int, tmp_path: Path) -> None:
    with on_disk(tmp_path, evening(seed)) as record:
        history = table_history(record, tables_on(record)[0])
        for one in ended(history)[:3]:
            recalled = recall(history, one.number)
            for step in recalled.steps[:-1]:
                if step.seq >= one.last_seq:
                    break
                then = table_at(history, step.seq + 1).round
                assert then is not None
                placed = {player: areas for player, areas in then.held.items() if areas}
                assert recalled.felt(step.seq) == placed
                assert (step.phase, step.outcome) == (then.phase, then.outcome)
                assert step.waiting == then.waiting


@pytest.mark.parametrize("seed", SEEDS)
def test_a_players_recall_names_nobody_else(seed: int, tmp_path: Path) -> None:
    staff = {"dora", "dan", "sue", "sam", "max", "mia", "gia", "gil", "automatic"}
    with on_disk(tmp_path, evening(seed)) as record:
        for table in tables_on(record):
            history = table_history(record, table)
            for one in ended(history):
                for player in PLAYERS:
                    seen = recall(history, one.number, player)
                    words = set(re.findall(r"\w+", " ".join(texts(seen))))
                    others = words & ({*PLAYERS, *staff} - {player})
                    told = [one for one in texts(seen) if set(re.findall(r"\w+", one)) & others]
                    assert not told
                    whole = recall(history, one.number)
                    assert seen.results == tuple(r for r in whole.results if r.player == player)


def texts(recalled: Recalled) -> Iterator[str]:
    """Every text in it, at any depth, the names of players who have something on the felt too."""

    def inside(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            value = [*value.values(), *(key for key in value if key not in NAMES_OF_FIELDS)]
        if isinstance(value, list | tuple):
            for one in value:
                yield from inside(one)
        elif isinstance(value, str):
            yield value

    return inside(msgspec.to_builtins(recalled))


NAMES_OF_FIELDS = {"min", "max"}


def plain(recalled: Recalled) -> Any:
    """Without sequences and times, which others move too."""
    told = msgspec.to_builtins(recalled)
    for step in told["steps"]:
        del step["seq"], step["at_ms"]
    return told


@pytest.mark.parametrize("book", books.ids())
def test_what_a_player_sees_does_not_depend_on_the_others(book: str) -> None:
    """Two evenings with the same draws (by a scheme that wagers do not go into), with and without
    another player: told apart by nobody."""
    seen: list[list[Any]] = []

    def evening_with(*others: str) -> None:
        async def scenario() -> None:
            house = await Serving(MemoryStore(), own_wheel=False).start()
            await house.open(book, "ada", *others)
            for wagers in ([("straight:3", 300), ("straight:17", 200)], [("straight:8", 700)], []):
                bets = {"ada": wagers, **{other: [("straight:17", 4321)] for other in others}}
                await play(house, book, bets, house.first_draws(book))
            await house.must(book, OpenBets())
            await house.bet(book, "ada", "straight:5", 500)
            for other in others:
                await house.bet(book, other, "straight:5", 4321)
            await house.stop()
            again = await Serving(house.store, own_wheel=False).start()
            for command in (SuspendRound(reason="ben is cross"), AbandonRound(reason="ben")):
                await again.ask(book, command, by=MANAGER)
            core = again.floor.tables[book].state
            first = core.past[1]
            other_number = next(n for n in first.book.pockets if n != first.outcome)
            await again.must(
                book,
                CorrectOutcome(round=1, number=other_number, approver=SHIFT),
                by=MANAGER,
            )
            await again.stop()
            history = table_history(house.store, book)
            seen.append([plain(recall(history, one.number, "ada")) for one in ended(history)])

        run(scenario)

    evening_with()
    evening_with("ben")
    assert len(seen[0]) >= 3
    assert any("outcome.corrected" in str(one) for one in seen[0])
    assert seen[0] == seen[1]


async def test_a_round_in_play_is_not_a_players_past() -> None:
    house = await Serving(MemoryStore()).start()
    await house.open("edz-2020", "ada")
    await house.must("edz-2020", OpenBets())
    history = table_history(house.store, "edz-2020")
    assert recall(history, 1).steps[0].name == "round.opened"
    with pytest.raises(RoundError) as caught:
        recall(history, 1, "ada")
    assert caught.value.code == "record/round-in-play"
    with pytest.raises(RoundError) as caught:
        recall(history, 2)
    assert caught.value.code == "record/no-round"
    with pytest.raises(RoundError) as caught:
        table_history(house.store, "nowhere")
    assert caught.value.code == "record/no-table"
    await house.stop()


@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_told_of_the_minimum_is_who_was_honoured_or_returned(
    seed: int, tmp_path: Path
) -> None:
    with on_disk(tmp_path, evening(seed)) as record:
        for table in tables_on(record):
            history = table_history(record, table)
            for one in history.rounds:
                if one.status != "settled":
                    continue
                settled = next(
                    event
                    for event in map(CODEC.event, history.entries_of(one))
                    if isinstance(event, RoundSettled)
                )
                told = {each.player: each.was for each in recall(history, one.number).under_minimum}
                honoured = {player for player, was in told.items() if was == "honoured"}
                assert honoured <= set(settled.honoured)
                assert told.keys() - honoured <= set(settled.warned or ())
                for player, was in told.items():
                    own = recall(history, one.number, player).under_minimum
                    assert own == (UnderMinimum(player, was, own[0].clause),)
