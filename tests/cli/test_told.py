"""What goes wrong is told in one line, with what would be right; what went well is told in full."""

import asyncio
import subprocess
from pathlib import Path

import pytest

from croupier.house import commands as h
from croupier.journal.sqlite import SqliteStore
from tests.cli.test_commands import Run
from tests.cli.test_house_commands import data, played
from tests.cli.test_record import change, record_played
from tests.table.floors import Serving

__all__ = ["data", "played", "record_played"]

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


@pytest.mark.parametrize("content", ["", "[]", "\n\n"])
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
            voucher = h.CashOut(
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
