"""A record with a damaged round: restored by an explicit choice, on record, and never clean."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cli import main
from croupier.journal.sqlite import SqliteRecord, SqliteStore
from croupier.round.spin import SpinBall
from croupier.round.state import RoundState
from croupier.table.core import HOUSE_STREAM
from tests.table.floors import Serving

TABLE = "edz-2020"
REASON = "the night of the 3rd, report 17 to the regulator"


Ends = Callable[..., Any]


@pytest.fixture
def ends(capsys: pytest.CaptureFixture[str]) -> Ends:
    """What a command tells as JSON, which must end by that code."""

    def ended(code: int, *arguments: str | Path) -> Any:
        with pytest.raises(SystemExit) as caught:
            main([*map(str, arguments), "--json"])
        assert caught.value.code == code
        told = capsys.readouterr()
        return json.loads(told.out or told.err)

    return ended


async def bad_round(serving: Serving, number: int) -> None:
    """A round settled on another number than its draw gives, as an earlier program let a Dealer."""
    draws = serving.draws(TABLE)
    await serving.must(TABLE, draws.open_bets(number), draws.close_bets(), SpinBall())
    round_ = serving.floor.tables[TABLE].state.round
    assert isinstance(round_, RoundState)
    outcome = draws.outcome(round_)
    other = next(each for each in round_.book.pockets if each != outcome.number)
    await serving.must(TABLE, replace(outcome, number=other))
    await serving.must(TABLE, draws.reveal(serving.floor.tables[TABLE].state.past[number]))


def damaged(folder: Path, *, rounds: tuple[int, ...], first: bool = True) -> None:
    async def scenario() -> None:
        with SqliteStore(folder) as store:
            serving = await Serving(store).start()
            if first:
                await serving.open(TABLE, "ada")
            for number in rounds:
                await bad_round(serving, number)
            await serving.stop()

    asyncio.run(scenario())


def test_a_damaged_round_is_restored_by_choice_and_never_clean(ends: Ends, tmp_path: Path) -> None:
    data, copy, back = tmp_path / "data", tmp_path / "copy", tmp_path / "back"
    damaged(data, rounds=(1,))
    ends(0, "backup", data, copy)
    refused = ends(1, "restore", copy, back)
    assert refused["restored"] is False
    (finding,) = refused["findings"]
    assert "its secret gives" in finding["detail"]
    assert not back.exists()
    said = ends(2, "restore", copy, back, "--accept-damage", " ")
    assert said["error"]["code"] == "reason/empty"
    told = ends(0, "restore", copy, back, "--accept-damage", REASON)
    assert (told["restored"], told["holds"]) == (True, False)
    assert told["accepted"] == [finding]
    with SqliteRecord(back) as record:
        chosen = record.last(HOUSE_STREAM, "damage.accepted")
        assert chosen is not None
        assert REASON.encode() in chosen.body
    verified = ends(1, "verify", back)
    assert (verified["holds"], verified["findings"]) == (False, [])
    assert verified["accepted"] == [finding]


def test_new_damage_is_told_from_what_was_accepted(ends: Ends, tmp_path: Path) -> None:
    data, back, again = tmp_path / "data", tmp_path / "back", tmp_path / "again"
    damaged(data, rounds=(1,))
    ends(0, "restore", data, back, "--accept-damage", REASON)
    ends(0, "restore", back, tmp_path / "once-more")
    damaged(back, rounds=(2,), first=False)
    verified = ends(1, "verify", back)
    assert ["round 2" in one["detail"] for one in verified["findings"]] == [True]
    assert ["round 1" in one["detail"] for one in verified["accepted"]] == [True]
    assert ends(1, "restore", back, again)["restored"] is False
    told = ends(0, "restore", back, again, "--accept-damage", REASON)
    assert len(told["accepted"]) == 2
