"""The command line as people meet it: what goes wrong is told, with the right thing to blame."""

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier.cli import main
from tests.cli.terminals import process
from tests.cli.test_commands import Run
from tests.cli.test_house_commands import data, played

__all__ = ["data", "played"]

LATIN = {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the commands are typed."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(run: Run, *arguments: str) -> str:
    """What a command says that is refused."""
    return run(*arguments, code=2)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# A house and a demonstration


def test_a_house_from_its_file_to_its_first_staff(run: Run, here: Path) -> None:
    """Without --house nothing is made in the folder that the house file names."""
    run("init", "house.toml")
    said = told(run, "staff", "add", "dora", "--position", "dealer")
    assert "house/no-demonstration" in said
    assert "--house house.toml" in said
    assert names(here) == ["house.toml"]
    run("staff", "add", "gia", "--position", "gaming-shift-manager", "--house", "house.toml")
    assert names(here) == ["croupier-data", "croupier-secrets", "house.toml"]
    listed = run.json("staff", "list", "--house", "house.toml")
    assert [one["name"] for one in listed] == ["gia"]


LOOKS = [("staff", "list"), ("terminal", "list"), ("device", "list")]


@pytest.mark.parametrize("command", LOOKS)
def test_looking_creates_nothing(run: Run, here: Path, command: tuple[str, str]) -> None:
    assert run.error(*command)["code"] == "house/no-demonstration"
    assert names(here) == []
    run("init", "house.toml")
    assert run.json(*command, "--house", "house.toml") == []
    run("adopt", "--house", "house.toml")
    assert names(here) == ["house.toml"]


def test_looking_writes_nothing(run: Run, here: Path) -> None:
    run("init", "house.toml")
    run("terminal", "enrol", "t-1", "--house", "house.toml")
    before = run("journal", "croupier-data", "--events")
    for command in LOOKS:
        run.json(*command, "--house", "house.toml")
    assert run("journal", "croupier-data", "--events") == before
    [one] = run.json("terminal", "list", "--house", "house.toml")
    assert (one["terminal"], one["enrolled"]) == ("t-1", True)


def test_a_cash_device_is_enrolled_listed_and_withdrawn(run: Run, here: Path) -> None:
    run("init", "house.toml")
    house = ("--house", "house.toml")
    nobody = run.error("device", "enrol", "acceptor", "--terminal", "t-1", *house)
    assert nobody["code"] == "terminal/none"
    run("terminal", "enrol", "t-1", *house)
    kind = ("--kind", "validator")
    made = run.json("device", "enrol", "acceptor", "--terminal", "t-1", *kind, *house)
    assert (made["device"], made["terminal"], len(made["token"])) == ("acceptor", "t-1", 43)
    run("device", "withdraw", "acceptor", "--reason", "its box is full", *house)
    [one] = run.json("device", "list", *house)
    assert (one["device"], one["terminal"], one["enrolled"]) == ("acceptor", "t-1", False)
    assert one["kind"] == "validator"
    kept = here / "croupier-secrets" / "credentials.json"
    assert made["token"] not in kept.read_text(encoding="utf-8")


def test_a_demonstration_keeps_out_of_the_folder_of_a_house(run: Run, here: Path) -> None:
    run("init", "house.toml")
    run("terminal", "enrol", "t-1", "--house", "house.toml")
    assert "house/keys-missing" in told(run, "serve", "--data", "croupier-data", "--port", "0")
    assert names(here) == ["croupier-data", "croupier-secrets", "house.toml"]


# What cannot be printed


@pytest.mark.parametrize("given", [["books"], ["books", "--json"], ["--help"], ["demo"]])
def test_a_full_device_is_told(given: list[str]) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    done = process(*given, stdout=full)
    os.close(full)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"standard output cannot be written: No space left on device" in done.stderr


def test_a_reader_that_goes_is_no_error() -> None:
    for command in ("rules sands-2019 --json", "wagers edz-2020", "demo"):
        line = f"set -o pipefail; {shlex.quote(sys.executable)} -m croupier {command} | head -c 10"
        done = subprocess.run(["bash", "-c", line], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("encoding", [LATIN, ASCII], ids=["latin-1", "ascii"])
@pytest.mark.parametrize("given", ["demo", "replay", "rules", "settle", "--help", "books --json"])
def test_an_old_terminal_shows_all(given: str, encoding: dict[str, str], tmp_path: Path) -> None:
    """What it has no sign for is spelled; the words are there."""
    arguments, words = given.split(), "croupier"
    if given == "replay":
        demo = Path(__file__).parents[2] / "src/croupier/notation/demo"
        arguments, words = ["replay", str(min(demo.iterdir()))], "place your bets"
    if given == "rules":
        arguments, words = ["rules", "racetrack-2012"], "Readings"
    if given == "settle":
        file = tmp_path / "round.json"
        bets = [{"player": "Zoë 王", "wager": "red", "amount": 500}]
        file.write_text(json.dumps({"book": "edz-2020", "wagers": bets, "outcome": "1"}), "utf-8")
        arguments, words = ["settle", str(file)], "Zo"
    if given == "books --json":
        words = "sands-2019"
    done = process(*arguments, env=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert words in done.stdout.decode("latin-1")


def test_a_house_opens_on_an_old_terminal(tmp_path: Path) -> None:
    house = subprocess.Popen(
        [sys.executable, "-m", "croupier", "serve", "--port", "0", "--data", "demo"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **LATIN},
    )
    assert house.stdout is not None
    lines = []
    for line in house.stdout:
        lines.append(line.decode("latin-1"))
        if "Ctrl-C stops the house" in lines[-1]:
            break
    house.send_signal(signal.SIGINT)
    _, told = house.communicate(timeout=180)
    assert house.returncode == 0, told
    assert "sands-2019" in "".join(lines)


# What is blamed


def test_a_missing_password_file(run: Run, here: Path) -> None:
    run("init", "house.toml")
    add = ["staff", "add", "dora", "--position", "dealer", "--house", "house.toml"]
    said = told(run, *add, "--password-file", "nowhere.txt")
    assert said.startswith("error file/unreadable: nowhere.txt cannot be read")
    (here / "latin.txt").write_bytes(b"\xe9t\xe9 sans fin")
    assert "file/unreadable: latin.txt" in told(run, *add, "--password-file", "latin.txt")
    assert names(here) == ["house.toml", "latin.txt"]
    given = b"\xe9t\xe9 sans fin\n"
    done = process(*add, "--password-file", "-", stdin=given)
    assert done.returncode == 2
    assert b"standard input cannot be read" in done.stderr
    given = "été sans fin, encore\n".encode()
    assert process(*add, "--password-file", "-", stdin=given).returncode == 0


def test_a_folder_without_rights_is_blamed_and_not_the_port(run: Run, here: Path) -> None:
    (here / "a file").write_text("in the way", encoding="utf-8")
    said = told(run, "serve", "--data", "a file/data", "--port", "0")
    assert "house/cannot-open" in said
    assert str(here / "a file" / "data") in said
    assert ":0" not in said


def test_a_port_that_is_taken_is_blamed(run: Run, here: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = told(run, "serve", "--data", "demo", "--port", str(port))
    assert f"house/cannot-open: the house cannot be opened at 127.0.0.1:{port}" in said
    assert names(here) == []


def test_an_unknown_terminal_is_named(run: Run, here: Path) -> None:
    run("init", "house.toml")
    house = ["--house", "house.toml"]
    said = told(run, "terminal", "withdraw", "t-9", "--reason", "lost", *house)
    assert said.startswith("error terminal/none: there is no terminal 't-9'")


def test_an_unknown_make_of_terminal_is_refused_and_the_known_are_named(
    run: Run, here: Path
) -> None:
    run("init", "house.toml")
    table = '\n[[table]]\nid = "e-1"\nbook = "edz-2020"\nlimits = { min = 50, max = 500_00 }\n'
    with Path("house.toml").open("a", encoding="utf-8") as file:
        file.write(table)
    house = ["--house", "house.toml"]
    said = told(run, "terminal", "enrol", "t-1", "--profile", "abacus", *house)
    assert said.startswith("error terminal/no-such-profile: no book of a table here has")
    assert "'abacus': they have standard, rapid-select" in " ".join(said.split())
    assert run.json("terminal", "list", *house) == []
    run("terminal", "enrol", "t-1", "--profile", "rapid-select", *house)
    [one] = run.json("terminal", "list", *house)
    assert one["profile"] == "rapid-select"


def test_a_head_that_is_none_is_told_as_such(run: Run, data: Path) -> None:
    error = run.error("verify", str(data), "--head", "nonsense")
    assert error["code"] == "usage/bad-arguments"
    assert "croupier-head-1" in str(error["message"])
    assert "unpack" not in str(error["message"])
    error = run.error("verify", str(data), "--head", "croupier-head-1 house x y z")
    assert "is no signed head" in str(error["message"])
    assert "unpack" not in str(error["message"])


def test_missing_secrets_are_told_before_anything_is_copied(
    run: Run, data: Path, here: Path
) -> None:
    nowhere, copy = here / "nowhere", here / "copy"
    error = run.error("backup", str(data), str(copy), "--with-secrets", str(nowhere))
    assert error["code"] == "file/unreadable"
    assert str(nowhere) in str(error["message"])
    assert not copy.exists()


@pytest.mark.parametrize("group", ["staff", "terminal", "lab", "fair"])
def test_a_group_alone_says_what_it_needs(run: Run, group: str) -> None:
    said = told(run, group)
    assert f": croupier {group} needs one of its commands: " in said
    assert said.endswith(f": see croupier {group} --help\n")


def test_a_mistake_points_to_the_help_of_its_command(run: Run) -> None:
    assert "see croupier staff add --help" in told(run, "staff", "add")


# The lab


def test_a_validation_that_is_stopped_has_no_verdict(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    @contextmanager
    def stopping(what: str) -> Iterator[Callable[[int, int], None]]:
        def told(done: int, total: int) -> None:
            raise KeyboardInterrupt

        yield told

    monkeypatch.setattr("croupier.cli.lab_validate.progress", stopping)
    report = tmp_path / "report.json"
    with pytest.raises(SystemExit) as ended:
        main(["lab", "validate", "racetrack-2012", "--spins", "5000", "-o", str(report)])
    assert ended.value.code == 130
    assert "passes" not in capsys.readouterr().out
    assert not report.exists()


def test_james_bond_lays_wagers_of_his_own(run: Run) -> None:
    bond = ["simulate", "racetrack-2012", "--strategy", "james-bond"]
    for more in (["--wager", "red"], ["--spread", "red=500"]):
        assert "of its own" in str(run.error(*bond, *more)["message"])
