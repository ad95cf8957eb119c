"""What goes wrong is told in one line, with what would be right; what went well is told in full."""

import asyncio
import os
import resource
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from croupier import books
from croupier.cli.simulate import FORMS
from croupier.house.cashing import CashOut
from croupier.journal.sqlite import SqliteStore
from tests.cli.terminals import process
from tests.cli.test_commands import Run
from tests.cli.test_house_commands import data, played
from tests.cli.test_record import change, record_played
from tests.table.floors import Serving

__all__ = ["data", "played", "record_played"]

Usage = type(shutil.disk_usage("."))
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


@pytest.fixture
def house(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """A house that has a record, in the folder where the commands are typed; its option."""
    monkeypatch.chdir(tmp_path)
    run("init", "house.toml")
    run("staff", "add", "gia", "--position", "gaming-shift-manager", "--house", "house.toml")
    return "--house", "house.toml"


def one_line(said: str) -> str:
    """An error, which is a single line."""
    assert said.startswith("error ")
    assert said.count("\n") == 1, said
    return said


# A house that is running


def test_a_running_house_is_to_be_stopped_first(run: Run, house: tuple[str, str]) -> None:
    with SqliteStore(Path("croupier-data")):
        for command in (["adopt", *house], ["archive", "croupier-data"], ["serve", "house.toml"]):
            said = one_line(run(*command, code=2))
            assert "another process" in said
            assert "stop that house first" in said


# Verify


@pytest.mark.parametrize("content", ["", "[]", "[] []\n", "\n\n"])
def test_a_file_without_a_head_is_refused(
    run: Run, data: Path, tmp_path: Path, content: str
) -> None:
    file = tmp_path / "heads.json"
    file.write_text(content, encoding="utf-8")
    error = run.error("verify", str(data), "--head", str(file))
    assert error["code"] == "usage/bad-arguments"
    assert "holds no head" in str(error["message"])


def test_a_head_may_be_given_in_both_forms(run: Run, data: Path) -> None:
    said = str(run.error("verify", str(data), "--head", "nothere.json")["message"])
    assert "nothere.json cannot be read" in said
    assert "GET /api/heads" in said
    assert "croupier-head-1" in said


def test_verify_tells_how_many_heads_were_compared(
    run: Run, record_played: tuple[Path, str]
) -> None:
    folder, head = record_played
    given = ("--head", head, "--head", head)
    assert "2 signed heads compared" in run("verify", str(folder), *given)
    assert "1 signed head compared" in run("verify", str(folder), *given[:2])
    assert "compared" not in run("verify", str(folder))
    assert run.json("verify", str(folder), *given)["heads"] == 2


def test_verify_tells_the_vouchers_that_are_out(run: Run, tmp_path: Path) -> None:
    async def scenario() -> None:
        with SqliteStore(tmp_path) as store:
            serving = await Serving(store, own_wheel=False).start()
            await serving.open("edz-2020", "ada")
            voucher = CashOut(
                player="ada", amount=9500, paid="voucher", voucher="A" * 26, expires_ms=1 << 45
            )
            await serving.must("edz-2020", voucher)
            await serving.stop()

    asyncio.run(scenario())
    assert "95.00 in vouchers not yet redeemed" in run("verify", str(tmp_path))


# A record that is damaged


READING = (
    ("journal",),
    ("journal", "--events"),
    ("journal", "--audit"),
    ("export", "--table", "edz-2020"),
    ("fair", "record", "--table", "edz-2020", "--round", "1"),
)


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_what_cannot_be_read_of_a_record_is_told(
    run: Run, data: Path, command: tuple[str, ...]
) -> None:
    change(data, "update entries set body = x'ff00'")
    said = one_line(run(*command, str(data), code=2))
    assert f"file/unreadable: {data} cannot be read: " in said


@pytest.mark.parametrize("command", [("verify",), *READING], ids=" ".join)
def test_a_damaged_file_is_told(run: Run, data: Path, command: tuple[str, ...]) -> None:
    file = data / "journal.sqlite3"
    whole = file.read_bytes()
    file.write_bytes(whole[: 2 * 4096] + b"\x13" * (len(whole) - 2 * 4096))
    assert "file/unreadable" in one_line(run(*command, str(data), code=2))


# What would be right


def test_a_port_that_is_taken_is_told_with_where_to_choose_another(
    run: Run, house: tuple[str, str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert "--port" in one_line(run("serve", "--data", "demo", "--port", str(port), code=2))
        file = Path("house.toml")
        text = file.read_text(encoding="utf-8").replace("#port = 8000", f"port = {port}")
        file.write_text(text, encoding="utf-8")
        assert "listen.port" in one_line(run("serve", "house.toml", code=2))


def test_an_unknown_clause_points_to_a_command_that_works(run: Run) -> None:
    said = one_line(run("rules", "sands-2019", "99.9", code=2))
    assert said.rstrip().endswith("see croupier rules sands-2019")
    run("rules", "sands-2019")


def test_an_unknown_day_or_table_is_told_with_those_that_there_are(run: Run, data: Path) -> None:
    said = one_line(run("export", str(data), "--table", "edz-2020", "--day", "yesterday", code=2))
    assert "2020-09-13, 2020-09-14, 2020-09-15" in said
    for command in ("export", "journal"):
        said = one_line(run(command, str(data), "--table", "nix", code=2))
        assert "racetrack-2012" in said


def test_a_bad_number_in_a_file_is_told_with_its_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "wheel.txt"
    file.write_text("1 2 3 # the first\n4, 5\n6 41\n", encoding="utf-8")
    said = str(run.error("lab", "rng", "racetrack-2012", "--file", str(file))["message"])
    assert said.startswith(f"{file} cannot be read: line 3: '41' is no number of racetrack-2012")


@pytest.mark.parametrize("book", books.ids())
def test_an_unknown_kind_is_told_with_those_of_the_book(run: Run, book: str) -> None:
    said = str(run.error("odds", book, "foo")["message"])
    kinds = said.partition("the kinds are ")[2].split(", ")
    assert set(kinds) == {wager.kind for wager in books.load(book).wagers.values()}


def test_a_missing_option_is_told_in_one_line(run: Run) -> None:
    said = one_line(run("staff", "appoint", "dora", "--reason", "ill today", code=2))
    assert "--position" in said
    assert "\t" not in said


def test_more_spins_than_anyone_can_play_are_refused(run: Run) -> None:
    for command in (
        ("lab", "validate", "sands-2019", "--spins", "1e99"),
        ("simulate", "sands-2019", "--wager", "red", "--sessions", "1e99"),
    ):
        assert "from 1 to 1,000,000,000,000" in str(run.error(*command)["message"])


def test_a_copy_that_cannot_be_made_names_no_file_of_ours(run: Run, data: Path) -> None:
    said = one_line(run("backup", str(data), "/proc/copy", code=2))
    assert "/proc/copy cannot be written: No such file or directory" in said
    assert ".partial" not in said


@pytest.mark.parametrize(("most", "command"), [(1 << 15, "backup"), (1 << 13, "serve")])
def test_a_full_disk_is_told_as_such(
    run: Run, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, command: str
) -> None:
    """Files take so many bytes and no more, and the disk says that it has no room."""
    monkeypatch.setattr("croupier.journal.disk.disk_usage", lambda folder: Usage(1, 1, 0))
    to = str(tmp_path / "new")
    given = [str(data), to] if command == "backup" else ["--data", to, "--port", "0"]
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        said = one_line(run(command, *given, code=2))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert to in said
    assert "is full: make room on it" in said


def test_a_terminal_that_is_there_already_is_to_be_left_out(
    run: Run, house: tuple[str, str]
) -> None:
    run("terminal", "enrol", "t-1", *house)
    said = one_line(run("terminal", "enrol", "t-1", "t-2", *house, code=2))
    assert "is already called t-1" in said
    assert "leave the name out, or withdraw" in said


def test_a_reason_of_one_character(run: Run, house: tuple[str, str]) -> None:
    said = run("staff", "disable", "gia", "--reason", "x", *house, code=2)
    assert "at least 3 characters, and this one has 1" in said


def test_simulate_names_every_form_and_the_page_of_the_strategies(run: Run) -> None:
    shown = " ".join(run("simulate", "--help").split())
    for form in FORMS:
        assert form in shown
    assert "docs/lab.md" in shown
    assert (ROOT / "docs/lab.md").exists()


def test_a_round_that_stops_halfway_is_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text(
        'format = 1\nbook = "edz-2020"\ntitle = "Half a round"\nactions = [\n'
        '"terminals: place your bets",\n"terminals: no more bets",\n]\n',
        encoding="utf-8",
    )
    shown = run("replay", str(file))
    assert "unfinished" in shown
    assert "after “terminals: no more bets”" in shown


# What is shown once


def full(*arguments: str) -> str:
    """What a command tells whose standard output takes nothing."""
    device = os.open("/dev/full", os.O_WRONLY)
    try:
        done = process(*arguments, stdout=device)
    finally:
        os.close(device)
    assert done.returncode == 2
    return done.stderr.decode()


def test_a_password_that_could_not_be_shown(run: Run, house: tuple[str, str]) -> None:
    said = one_line(full("staff", "add", "dora", "--position", "dealer", *house))
    assert "dora is on the staff as dealer" in said
    assert "croupier staff passwd dora" in said
    assert {one["name"] for one in run.json("staff", "list", *house)} == {"dora", "gia"}


@pytest.mark.parametrize("json", [(), ("--json",)])
def test_tokens_that_could_not_be_shown(
    run: Run, house: tuple[str, str], json: tuple[str, ...]
) -> None:
    said = full("terminal", "enrol", "t-1", *house, *json)
    assert "t-1: enrolled" in said
    assert "croupier terminal withdraw" in said
    assert [one["terminal"] for one in run.json("terminal", "list", *house)] == ["t-1"]


# What must not get out


def test_folders_of_records_and_secrets_stay_out_of_git_and_images() -> None:
    """Those that the commands and their pages name."""
    folders = [f"croupier-{name}" for name in ("data", "secrets", "demo", "demo-secrets")]
    patterns = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for folder in folders:
        kept = any(Path(folder).match(pattern) for pattern in patterns)
        assert kept, f"{folder} would go into an image"
        asked = ["git", "check-ignore", "-q", "--no-index", f"{folder}/journal.sqlite3"]
        ignored = subprocess.run(asked, cwd=ROOT, check=False).returncode
        assert ignored != 1, f"{folder} would be committed"  # 128: these are no sources of git
