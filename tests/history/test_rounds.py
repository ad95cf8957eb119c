"""The index of rounds against a replay of everything."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.history.rounds import RoundIndex, RoundSummary
from croupier.history.table import rounds_played, table_history, tables_on
from croupier.journal.memory import MemoryStore
from croupier.round.base import Purses
from croupier.round.state import RoundState
from tests.history.days import SEEDS, evening, on_disk, rounds_of, unhashed


def total(purses: Purses) -> int:
    return sum(sum(purse.values()) for purse in purses.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_the_index_is_what_a_replay_of_everything_gives(seed: int, tmp_path: Path) -> None:
    with on_disk(tmp_path, evening(seed)) as record:
        for table in tables_on(record):
            index = RoundIndex(table)
            index.catch_up(record)
            replayed = rounds_of(record, index.stream)
            assert [one.number for one in index] == sorted(replayed)
            for one in index:
                state = replayed[one.number]
                status = "in-play" if one.status == "in-play" else str(state.phase)
                assert (one.status, one.bonus_numbers) == (status, state.drawn)
                if one.status != "in-play":
                    outcome = state.outcome if status == "settled" else None
                    assert one.outcome == outcome
                    assert (one.staked, one.returned) == (
                        total(state.staked),
                        total(state.returned),
                    )
                    assert (one.ended_by is None) == (status == "settled")


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_kept_up_entry_by_entry_it_is_the_same_index(seed: int) -> None:
    entries = evening(seed)
    store = MemoryStore()
    store.append([unhashed(one) for one in entries])
    for table in tables_on(store):
        whole, kept = RoundIndex(table), RoundIndex(table)
        whole.catch_up(store)
        for one in entries:
            kept.see(one)
            kept.see(one)
        assert list(kept) == list(whole)
        assert (kept.days, kept.seq) == (whole.days, whole.seq)
        kept.catch_up(store)
        assert list(kept) == list(whole)


def test_pages_go_back_from_the_latest_ended_round(tmp_path: Path) -> None:
    with on_disk(tmp_path, evening(SEEDS[0])) as record:
        index = RoundIndex(tables_on(record)[0])
        index.catch_up(record)
        ended = [one for one in index if one.status != "in-play"]
        assert len(ended) > 5
        pages, page = [], index.last(3)
        while page:
            pages += page
            page = index.before(page[-1].number, 3)
        assert pages == ended[::-1]
        assert index.last(0) == index.last(-1) == index.before(1, 5) == []
        assert index.find(0) is None
        assert index.find(ended[2].number) == ended[2]
        days = [one for day in dict.fromkeys(index.days) for one in index.of_day(day)]
        assert days == ended


def own(summary: RoundSummary, ended: RoundState, player: str) -> RoundSummary:
    """With the sums of one player alone, as the replayed round has them."""
    staked = sum(ended.staked[player].values())
    returned = sum(ended.returned.get(player, {}).values())
    return replace(summary, staked=staked, returned=returned)


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_a_players_rounds_are_those_with_their_wagers(seed: int, tmp_path: Path) -> None:
    with on_disk(tmp_path, evening(seed)) as record:
        for table in tables_on(record):
            history = table_history(record, table)
            replayed = rounds_of(record, history.stream)
            for player in ("ada", "ben", "nobody"):
                wanted = [
                    own(one, replayed[one.number], player)
                    for one in history.rounds
                    if one.status != "in-play" and player in replayed[one.number].staked
                ][::-1]
                assert rounds_played(history, player, 1000) == wanted
                if len(wanted) > 2:
                    page = rounds_played(history, player, 1, before=wanted[0].number)
                    assert page == wanted[1:2]
