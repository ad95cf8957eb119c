"""The commands that set a house up and keep its record: init, check, backup, restore, archive."""

import asyncio
import json
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import main
from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn
from croupier.house.day import EndDay, StartDay
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.tray import CloseTable, OpenTable
from croupier.journal.backup import archives_of
from croupier.journal.sqlite import SqliteRecord, SqliteStore
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from tests.cli.test_commands import Run
from tests.table.floors import SHIFT, SUPERVISOR, Clock, Serving, settings

TABLE = "edz-2020"
LONG_AGO_MS = 1_600_000_000_000
NOW_MS = LONG_AGO_MS + 400 * 24 * 3600 * 1000
"""More than a year later, whatever the year in which the tests are run."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.cli.archive.now_ms", lambda: NOW_MS)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with two gaming days that are closed, long ago, and a third that is not."""
    folder = tmp_path_factory.mktemp("house") / "data"

    async def day(serving: Serving, date: str) -> None:
        await serving.must(TABLE, StartDay(day=date), by=SHIFT)
        await serving.must(TABLE, OpenTable(opener=10_000_000), by=SUPERVISOR)
        await serving.must(TABLE, TakeSeat(player="ada"), BuyIn(player="ada", amount=5000))
        await serving.must(TABLE, OpenBets())
        assert (await serving.bet(TABLE, "ada", "red", 100)).accepted
        await serving.must(TABLE, CloseBets(), SpinBall(), CallOutcome(number="1"))
        await serving.must(TABLE, ConfirmOutcome(number="1"))
        await serving.must(TABLE, CashOut(player="ada"), LeaveSeat(player="ada"))

    async def scenario() -> None:
        with SqliteStore(folder) as store:
            serving = await Serving(store, own_wheel=False, clock=Clock(LONG_AGO_MS)).start()
            for date in ("2020-09-13", "2020-09-14"):
                await day(serving, date)
                tray = serving.floor.tables[TABLE].state.ledger.balance("float")
                await serving.must(TABLE, CloseTable(closer=tray), by=SUPERVISOR)
                await serving.must(TABLE, EndDay(), by=SHIFT)
            await day(serving, "2020-09-15")
            await serving.stop()

    asyncio.run(scenario())
    return folder


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    """A copy to do anything with."""
    shutil.copytree(played, tmp_path / "data")
    return tmp_path / "data"


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a command tells that finds something: it exits with 1."""
    with pytest.raises(SystemExit) as caught:
        main([*arguments, "--json"])
    assert caught.value.code == 1
    return json.loads(capsys.readouterr().out)


def test_init_writes_a_file_that_check_accepts(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    assert "croupier check" in run("init", str(file))
    told = run.json("check", str(file))
    assert told.pop("remarks")
    assert told == {"file": str(file), "holds": True, "findings": [], "tables": ["roulette-1"]}
    shown = run("check", str(file))
    assert "is in order" in shown
    assert "5.00 to 1,000.00" in shown


def test_check_remarks_that_one_person_alone_handles_any_amount(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    run("init", str(file))
    shown = run("check", str(file))
    for name in ("buy_in", "cash", "adjustment", "ruling", "void"):
        assert f"approvals.{name}_above" in shown
    whole = file.read_text(encoding="utf-8")
    said = whole.replace("[approvals]\n", "[approvals]\nvoid_above = 500000\n")
    file.write_text(said, encoding="utf-8")
    assert run.json("check", str(file))["remarks"] == []
    assert "_above" not in run("check", str(file))
    file.write_text(f"demonstration = true\n{whole}", encoding="utf-8")
    assert run.json("check", str(file))["remarks"] == []


def test_init_writes_over_nothing_unless_told_to(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("mine", encoding="utf-8")
    assert run.error("init", str(file))["code"] == "file/exists"
    assert file.read_text(encoding="utf-8") == "mine"
    assert run.json("init", str(file), "--force") == {"file": str(file)}
    assert file.read_text(encoding="utf-8") != "mine"
    nowhere = tmp_path / "nowhere" / "house.toml"
    assert run.error("init", str(nowhere))["code"] == "file/unwritable"


def test_check_tells_line_and_remedy(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        'name = "x"\n[listen]\nport = "web"\n[[table]]\nid = "a"\nbook = "b"\n', encoding="utf-8"
    )
    told = fails(capsys, "check", str(file))
    assert [(one["line"], one["setting"]) for one in told["findings"]] == [
        (3, "listen.port"),
        (6, "table.book"),
    ]
    with pytest.raises(SystemExit) as caught:
        main(["check", str(file)])
    assert caught.value.code == 1
    printed = capsys.readouterr().out
    assert f"{file}:3: invalid listen.port" in printed
    assert "write port = 8000" in printed
    assert "2 things to be put right" in printed
    assert run.error("check", str(tmp_path / "nowhere"))["code"] == "file/unreadable"


def test_somebody_acts_in_a_higher_position_for_a_shift(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """6.3 / 6.2, reading 22: on record from the command line too."""
    house = ("--house", str(tmp_path / "house.toml"))
    run("init", house[1])
    run("staff", "add", "sue", "--position", "pit-supervisor", *house)
    ill = ("--reason", "The manager is ill")
    appoint = ("staff", "appoint", "sue", "--position", "pit-manager", "--hours", "2")
    assert "sue acts as pit-manager for 2 hours" in run(*appoint, *ill, *house)
    assert "pit-manager" in run("staff", "list", *house)
    with monkeypatch.context() as after:
        after.setattr("croupier.cli.staff.now_ms", lambda: time.time_ns() // 10**6 + 3 * 3600_000)
        assert "pit-manager" not in run("staff", "list", *house), "the shift is over"
    back = ("--reason", "The manager is back")
    assert "sue acts in no other position" in run("staff", "end-appointment", "sue", *back, *house)
    assert "pit-manager" not in run("staff", "list", *house)
    nobody = ("staff", "appoint", "nobody", "--position", "pit-manager", *ill)
    for refused in (("staff", "end-appointment", "sue", *back), nobody, appoint):
        with pytest.raises(SystemExit) as caught:
            main([*refused, *house])
        assert caught.value.code == 2


def test_a_backup_is_verified_and_restored(run: Run, data: Path, tmp_path: Path) -> None:
    before = run.json("verify", str(data))
    copy = tmp_path / "backup"
    told = run.json("backup", str(data), str(copy))
    assert (told["holds"], told["secrets"], told["archives"]) == (True, None, [])
    assert run.json("verify", str(copy)) == before
    assert run.error("backup", str(data), str(copy))["code"] == "file/exists"
    assert "its chain holds" in run("backup", str(data), str(tmp_path / "another"))
    assert not (tmp_path / "backup-secrets").exists()
    back = tmp_path / "back"
    assert run.json("restore", str(copy), str(back))["restored"] is True
    assert run.json("verify", str(back)) == before
    assert run.error("restore", str(copy), str(back))["code"] == "file/exists"


def test_a_restored_house_goes_on(run: Run, data: Path, tmp_path: Path) -> None:
    run("backup", str(data), str(tmp_path / "backup"))
    run("restore", str(tmp_path / "backup"), str(tmp_path / "back"))

    async def scenario() -> None:
        with SqliteStore(tmp_path / "back") as store:
            serving = await Serving(store, own_wheel=False).start()
            await serving.must(TABLE, TakeSeat(player="ada"), BuyIn(player="ada", amount=500))
            await serving.stop()

    asyncio.run(scenario())
    assert run.json("verify", str(tmp_path / "back"))["holds"] is True


def test_secrets_go_beside_the_copy_and_back(run: Run, data: Path, tmp_path: Path) -> None:
    secrets = tmp_path / "secrets"
    secrets.mkdir()
    (secrets / "signing.pem").write_text("key", encoding="utf-8")
    copy = tmp_path / "backup"
    told = run.json("backup", str(data), str(copy), "--with-secrets", str(secrets))
    assert told["secrets"] == str(tmp_path / "backup-secrets")
    back = tmp_path / "back"
    inside = run.error("restore", str(copy), str(back), "--secrets", str(back / "secrets"))
    assert inside["code"] == "file/unwritable"
    run("restore", str(copy), str(back), "--secrets", str(tmp_path / "back-secrets"))
    assert (tmp_path / "back-secrets" / "signing.pem").read_text(encoding="utf-8") == "key"
    nowhere = run.error("restore", str(data), str(tmp_path / "b"), "--secrets", str(tmp_path / "s"))
    assert nowhere["code"] == "file/unreadable"
    assert not (tmp_path / "b").exists()


def test_a_backup_lies_outside_the_data(run: Run, data: Path, tmp_path: Path) -> None:
    assert run.error("backup", str(data), str(data / "copy"))["code"] == "file/unwritable"
    nowhere = run.error("backup", str(tmp_path / "nowhere"), str(tmp_path / "copy"))
    assert nowhere["code"] == "file/unreadable"
    assert not (tmp_path / "copy").exists()


def test_a_changed_backup_is_not_restored(
    run: Run, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.cli.test_record import change

    change(data, "update entries set at_ms = at_ms + 1 where seq = 5")
    told = fails(capsys, "backup", str(data), str(tmp_path / "copy"))
    assert told["holds"] is False
    assert (tmp_path / "copy").is_dir(), "a damaged record is all the more to be copied"
    told = fails(capsys, "restore", str(tmp_path / "copy"), str(tmp_path / "back"))
    assert told["restored"] is False
    assert not (tmp_path / "back").exists()


def test_closed_days_are_archived_and_still_verified(run: Run, data: Path, tmp_path: Path) -> None:
    before = run.json("verify", str(data))
    told = {one["stream"]: one for one in run.json("archive", str(data), "--days", "30")}
    assert set(told) == {"house", *(f"table-{book}" for book in settings())}
    assert told["house"]["archive"].endswith(".jsonl.gz")
    assert told["table-sands-2019"]["reason"] == "no day was closed so long ago"
    with SqliteRecord(data) as record:
        assert record.base(f"table-{TABLE}").seq > 20
    after = run.json("verify", str(data))
    assert after == before
    assert "archived already" in run("archive", str(data))
    assert [line["round"] for line in run.json("journal", str(data))] == [1, 2, 3]
    run("backup", str(data), str(tmp_path / "copy"))
    assert run.json("verify", str(tmp_path / "copy")) == before
    run("restore", str(tmp_path / "copy"), str(tmp_path / "back"))
    assert run.json("verify", str(tmp_path / "back")) == before


def test_days_that_are_not_old_enough_stay(run: Run, data: Path, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(
        'name = "x"\n[retention]\ndays = 36000\n[[table]]\nid = "a"\nbook = "edz-2020"\n',
        encoding="utf-8",
    )
    for wanted in (["--days", "36000"], ["--house", str(house)]):
        told = run.json("archive", str(data), *wanted)
        assert {one["archive"] for one in told} == {None}
        assert not (data / "archives").exists()
    house.write_text(house.read_text(encoding="utf-8").replace("36000", "30"), encoding="utf-8")
    told = run.json("archive", str(data), "--house", str(house))
    assert {one["archive"] for one in told} != {None}


def test_a_house_that_runs_is_not_archived(run: Run, data: Path) -> None:
    with SqliteStore(data):
        error = run.error("archive", str(data))
    assert error["code"] == "file/unwritable"
    assert "another process" in str(error["message"])


def test_an_archive_that_is_missing_is_told(
    run: Run, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = run.json("verify", str(data))
    run("archive", str(data), "--days", "30")
    (data / "archives").rename(tmp_path / "elsewhere")
    told = fails(capsys, "verify", str(data))
    assert {one["what"] for one in told["findings"]} == {"archive-missing"}
    assert {one["stream"] for one in told["findings"]} == {"house", f"table-{TABLE}"}
    assert "--archives" in told["findings"][0]["detail"]
    assert told["balances"] == before["balances"], "what is here is replayed from its snapshot"
    assert run.json("verify", str(data), "--archives", str(tmp_path / "elsewhere")) == before
    told = fails(capsys, "restore", str(data), str(tmp_path / "back"))
    assert told["restored"] is False


def test_a_damaged_archive_is_found(
    run: Run, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("archive", str(data), "--days", "30")
    path = next(path for path in archives_of(data) if TABLE in path.name)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert fails(capsys, "verify", str(data))["holds"] is False
    path.write_bytes(b"nonsense")
    assert run.error("verify", str(data))["code"] == "file/unreadable"


def test_a_house_is_served_on_the_loop_that_its_figures_are_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loops: list[str] = []

    async def serve(*terms: object, **more: object) -> bool:
        loops.append(type(asyncio.get_running_loop()).__module__)
        return True

    monkeypatch.setattr("croupier.bootstrap.run", serve)
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--data", str(tmp_path / "demo")])
    assert not ended.value.code
    assert loops == ["uvloop"]
