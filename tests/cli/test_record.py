"""The commands that look into a house's record: verify, journal, fair."""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from croupier.cli import main
from croupier.journal.heads import SignedHead
from croupier.journal.sqlite import SqliteStore
from croupier.protocol.requests import HeadShown
from croupier.table.core import table_stream
from croupier.table.dealer import Timetable
from tests.cli.test_commands import Run
from tests.table.floors import KEY, Serving

TABLES = ("edz-2020", "fast-action-2020")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


@pytest.fixture(scope="module")
def record_played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A house that played a few rounds by the automatic dealer, and a head carried away."""
    folder = tmp_path_factory.mktemp("house")

    async def scenario() -> str:
        with SqliteStore(folder) as store:
            serving = await Serving(store).start()
            for table in TABLES:
                await serving.open(table, "ada")
                await deal(serving, table)
            await serving.stop()
            return serving.running.heads[table_stream("edz-2020")].line

    async def deal(serving: Serving, table: str) -> None:
        times = Timetable(0, 10, 2, 2, 2)
        dealing = asyncio.ensure_future(serving.running.deal(table, serving.draws(table), times))
        while serving.floor.tables[table].state.round_number < 4:
            if serving.floor.tables[table].state.round is not None:
                await serving.bet(table, "ada", "straight:17", 100)
            await asyncio.sleep(0.001)
        dealing.cancel()

    return folder, asyncio.run(scenario())


@pytest.fixture
def data(record_played: tuple[Path, str], tmp_path: Path) -> Path:
    """A copy to do anything with."""
    copy = tmp_path / "house"
    shutil.copytree(record_played[0], copy)
    return copy


def change(data: Path, statement: str) -> None:
    connection = sqlite3.connect(data / "journal.sqlite3")
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_verify_holds(run: Run, data: Path, record_played: tuple[Path, str]) -> None:
    told = run.json("verify", str(data), "--head", record_played[1], "--key", KEY.public.hex())
    assert told["holds"] is True
    assert told["rounds"] >= 6
    assert told["findings"] == []
    assert all(sum(accounts.values()) == 0 for accounts in told["balances"].values())
    assert "all of it holds" in run("verify", str(data))


def test_verify_reads_a_head_from_a_file(
    run: Run, data: Path, record_played: tuple[Path, str], tmp_path: Path
) -> None:
    kept = tmp_path / "head.txt"
    kept.write_text(record_played[1] + "\n", encoding="utf-8")
    assert run.json("verify", str(data), "--head", str(kept))["holds"] is True


def as_answered(head: str) -> str:
    """A head as GET /api/heads gives it."""
    one = SignedHead.parse(head)
    shown = HeadShown(
        stream=one.stream,
        seq=one.seq,
        hash=one.hash.hex(),
        key_id=one.key_id,
        signature=one.signature.hex(),
    )
    return msgspec.json.encode([shown]).decode()


KEPT: dict[str, Callable[[str], str]] = {
    "an answer": as_answered,
    "indented": lambda head: msgspec.json.format(as_answered(head)),
    "one after the other": lambda head: as_answered(head) * 2,
    "one a line": lambda head: f"{as_answered(head)}\n" * 3,
    "with a byte order mark": lambda head: f"\ufeff{as_answered(head)}",
    "lines": lambda head: f"{head}\n\n{head}\n",
    "lines of Windows": lambda head: f"\ufeff{head}\r\n{head}\r\n",
}
"""What an operator may have kept, from a head."""


@pytest.mark.parametrize("kept", KEPT.values(), ids=KEPT)
def test_heads_are_taken_as_they_were_kept(
    run: Run,
    capsys: pytest.CaptureFixture[str],
    data: Path,
    record_played: tuple[Path, str],
    tmp_path: Path,
    kept: Callable[[str], str],
) -> None:
    file = tmp_path / "heads"
    text = kept(record_played[1])
    file.write_text(text, encoding="utf-8", newline="")
    told = run.json("verify", str(data), "--head", str(file))
    digest = record_played[1].split()[3]
    assert (told["holds"], told["heads"]) == (True, text.count(digest))
    file.write_text(text.replace(digest, "0" * 64), encoding="utf-8", newline="")
    assert "it does not hold" in broken(capsys, str(data), "--head", str(file))


def broken(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as caught:
        main(["verify", *arguments])
    assert caught.value.code == 1
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "statement",
    [
        "update entries set body = cast(replace(body, '\"amount\":100', '\"amount\":900') as blob)"
        " where name = 'wager.placed'",
        "update entries set at_ms = at_ms + 1 where seq = 5",
        "delete from entries where seq = 7",
    ],
    ids=["a wager changed", "a time changed", "an entry taken out"],
)
def test_verify_finds_what_was_changed(
    capsys: pytest.CaptureFixture[str], data: Path, statement: str
) -> None:
    change(data, statement)
    assert "it does not hold" in broken(capsys, str(data))


def test_verify_with_another_key_or_head_does_not_hold(
    capsys: pytest.CaptureFixture[str], data: Path, record_played: tuple[Path, str]
) -> None:
    assert "bad-key" in broken(capsys, str(data), "--key", "00" * 32)
    words = record_played[1].split()
    words[3] = "0" * 64
    assert "it does not hold" in broken(capsys, str(data), "--head", " ".join(words))


@pytest.mark.parametrize("extra", [["--key", "xyz"], ["--head", "nonsense"]])
def test_bad_options_of_verify_are_refused(run: Run, data: Path, extra: list[str]) -> None:
    assert run.error("verify", str(data), *extra)["code"] == "usage/bad-arguments"


def test_what_is_no_record_cannot_be_read(run: Run, tmp_path: Path) -> None:
    assert run.error("verify", str(tmp_path / "nowhere"))["code"] == "file/unreadable"
    (tmp_path / "journal.sqlite3").write_bytes(b"nonsense" * 1000)
    assert run.error("verify", str(tmp_path))["code"] == "file/unreadable"
    assert run.error("journal", str(tmp_path))["code"] == "file/unreadable"


def test_journal_lists_rounds_and_shows_one_in_full(run: Run, data: Path) -> None:
    rounds = run.json("journal", str(data), "--table", "edz-2020")
    assert [line["round"] for line in rounds] == list(range(1, len(rounds) + 1))
    assert {line["status"] for line in rounds[:-1]} == {"settled"}
    assert "edz-2020" in run("journal", str(data))
    shown = run("journal", str(data), "--table", "edz-2020", "--round", "2")
    assert "round.settled" in shown
    assert "Dealer automatic" in shown
    (recalled,) = run.json("journal", str(data), "--table", "edz-2020", "--round", "2")
    assert recalled["steps"][0]["name"] == "round.opened"
    assert recalled["results"][0]["player"] == "ada"
    assert run.error("journal", str(data), "--round", "99")["code"] == "record/no-round"
    assert run.error("journal", str(data), "--table", "x")["code"] == "record/no-table"
    both = run.error("journal", str(data), "--audit", "--events")
    assert both["code"] == "usage/bad-arguments"


def test_journal_prints_every_event_and_never_a_sealed_secret(run: Run, data: Path) -> None:
    lines = [json.loads(line) for line in run("journal", str(data), "--events").splitlines()]
    assert {line["stream"] for line in lines} >= {"house", "table-edz-2020"}
    assert not any("sealed" in json.dumps(line) for line in lines)


def test_fair_record_of_a_revealed_round_checks(run: Run, data: Path, tmp_path: Path) -> None:
    for table in TABLES:
        record = run("fair", "record", str(data), "--table", table, "--round", "1")
        path = tmp_path / f"{table}.json"
        path.write_text(record, encoding="utf-8")
        assert run.json("fair", "check", str(path))["holds"] is True
    no = run("fair", "record", str(data), "--table", "edz-2020", "--round", "99", code=2)
    assert "record/no-round" in no


def test_journal_tells_statistics_and_the_audit_trail(run: Run, data: Path) -> None:
    told = run.json("journal", str(data), "--table", "edz-2020", "--statistics")
    lately = told["edz-2020"]["100"]
    assert sum(one["count"] for one in lately["numbers"]) == lately["settled"] > 0
    assert "hot" in run("journal", str(data), "--statistics")
    lines = run.json("journal", str(data), "--audit")
    assert {line["what"] for line in lines} >= {"table.opened", "day.started", "journal.started"}
    assert "Pit Supervisor sue" in run("journal", str(data), "--audit", "--table", "edz-2020")


def test_export_writes_every_format(run: Run, data: Path, tmp_path: Path) -> None:
    asked = ("export", str(data), "--table", "edz-2020")
    rounds = run.json("journal", str(data), "--table", "edz-2020")
    written = run(*asked)
    assert len(written.splitlines()) == len(rounds) + 1
    lines = run(*asked, "--what", "wagers", "--round", "1", "--format", "jsonl").splitlines()
    assert {json.loads(line)["wager"] for line in lines} == {"straight:17"}
    file = tmp_path / "rounds.csv"
    run(*asked, "--day", "2026-11-15", "-o", str(file))
    assert file.read_bytes().startswith(b"table,day,round,opened")
    assert 'book = "edz-2020"' in run(*asked, "--round", "1", "--format", "notation")
    parquet = tmp_path / "rounds.parquet"
    run(*asked, "--format", "parquet", "-o", str(parquet))
    assert parquet.read_bytes()[:4] == b"PAR1"


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        (["--day", "2020-01-01"], "record/no-day"),
        (["--round", "99"], "record/no-round"),
        (["--round", "1", "--day", "2026-11-15"], "usage/bad-arguments"),
        (["--format", "notation"], "usage/bad-arguments"),
        (["--format", "parquet"], "usage/bad-output"),
        (["-o", "/nowhere/at/all.csv"], "file/unwritable"),
        (["--format", "parquet", "-o", "/nowhere/at/all"], "file/unwritable"),
    ],
)
def test_export_refuses_what_cannot_be(run: Run, data: Path, extra: list[str], code: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["export", str(data), "--table", "edz-2020", *extra])
    assert caught.value.code == 2
    assert code in run.capsys.readouterr().err
