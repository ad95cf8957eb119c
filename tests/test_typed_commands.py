"""The commands of the README, of operations and of the lab, typed in their order by a newcomer.

Each page is typed in an empty folder. A command that is not substituted below is run as it stands,
and must exit with 0; the files that it names are made first, as a newcomer would have them.
"""

import asyncio
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from croupier.cli import main
from croupier.client import Client
from croupier.journal.keys import SigningKey
from tests.ports import free_port
from tests.postgres import Cluster
from tests.server.processes import READY

ROOT = Path(__file__).parent.parent
TABLE, ROUND = "roulette-1", 7
PATIENCE_S = 300

SUBSTITUTED = {
    "--spins 1e9": "--spins 1e5",  # a billion rounds take too long here
    "--day 2026-11-15": f"--day {datetime.now(UTC):%Y-%m-%d}",  # the day on which this is typed
    "/tmp/demo": "another-demo",
    " --standby": "",  # its house is back in SQLite; tests/server/test_standby.py has it stand by
}
"""What is not typed as it stands; ports are free ones, and HEX is the house's public key."""
NOT_TYPED = ("make", "pip", "python3", "/opt/", "useradd", "install", "systemctl")
"""What sets up a machine; other tests build and install the package."""

EDITED = {
    "#port = 8000": "port = {port}",
    '#deals = "dealer"': 'deals = "automatic"',
    '#wheel = "dealer"': 'wheel = "own"',
    "#pause = 6": "pause = 0.01",
    "#countdown = 20": "countdown = 0.05",
    "#spinning = 4": "spinning = 0.01",
    "#running = 3": "running = 0.01",
    "#reading = 1": "reading = 0.01",
}
"""How the newcomer edits the house file: a table that deals itself, quickly."""


def typed(page: str) -> Iterator[str]:
    """The commands of a page's shell blocks, in their order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for block in re.findall(r"(?s)```sh\n(.*?)```", text):
        for line in block.splitlines():
            command = line.partition(" #")[0].strip()
            if command and not command.startswith(NOT_TYPED):
                for shown, instead in SUBSTITUTED.items():
                    command = command.replace(shown, instead)
                yield command


def run(command: str) -> None:
    """Type a command; what it prints is captured by pytest and shown where it fails."""
    program, *arguments = shlex.split(command)
    assert program == "croupier", command
    codes: list[object] = []
    while not codes or (codes[-1] == ACCUSED and len(codes) < TRIES and is_by_chance(command)):
        with pytest.raises(SystemExit) as end:
            main(arguments)
        codes.append(end.value.code)
    assert codes[-1] == 0, command


ACCUSED, TRIES = 1, 3


def is_by_chance(command: str) -> bool:
    """Statistics on fresh random numbers, which accuse a fair generator once in a hundred times."""
    return command.startswith(("croupier lab rng", "croupier lab validate")) and (
        "--file" not in command
    )


def edit_house_file(port: int) -> None:
    house = Path("house.toml")
    text = house.read_text(encoding="utf-8")
    for shown, instead in EDITED.items():
        assert shown in text, shown
        text = text.replace(shown, instead.format(port=port), 1)
    house.write_text(text, encoding="utf-8")


def served(command: str, port: int, *, plays: bool) -> None:
    """Start a house, let it play where its record is wanted, and stop it as Ctrl-C does."""
    arguments = shlex.split(command)[1:]
    if "house.toml" not in arguments:
        arguments = [part for part in arguments if part not in ("--port", "9000")]
        arguments += ["--port", str(port)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", "croupier", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env=environment,
    ) as house:
        assert house.stdout is not None
        try:
            said = ""
            while READY not in said:
                line = house.stdout.readline()
                assert line, f"{command} did not open: {said}"
                said += line
            if plays:
                asyncio.run(asyncio.wait_for(looked_at(port), PATIENCE_S))
            house.send_signal(signal.SIGINT)
            assert house.wait(PATIENCE_S) == 0
        finally:
            house.kill()


async def looked_at(port: int) -> None:
    """Wait until the seventh round is past, and keep its proof and the heads of the record."""
    async with Client(f"http://127.0.0.1:{port}") as client:
        await client.look()
        table = await client.table(TABLE)
        await table.until(lambda: any(each.round > ROUND for each in table.now.results))
        proof = await client.web.raw("GET", f"/api/tables/{TABLE}/rounds/{ROUND}/fair")
        Path("proof.json").write_bytes(proof)
        Path("heads.json").write_bytes(await client.web.raw("GET", "/api/heads"))


def typed_in_order(
    page: str, files: Mapping[str, str], places: Mapping[str, str] | None = None
) -> int:
    """Type a whole page, with real places for those of its examples; how many commands it has."""
    for name, content in files.items():
        Path(name).write_text(content, encoding="utf-8")
    port, number = free_port(), 0
    for command in typed(page):
        number += 1
        for shown, instead in (places or {}).items():
            command = command.replace(shown, instead)
        if command.startswith("croupier serve"):
            served(command, port, plays="house.toml" in command)
            continue
        if "HEX" in command:
            key = SigningKey.load(Path("croupier-secrets/signing.pem"), Path("croupier-data"))
            command = command.replace("HEX", key.public.hex())
        if command.startswith("croupier lost"):
            Path("croupier-secrets", shlex.split(command)[2]).unlink()
        if command.startswith("croupier verify") and not Path("proof.json").exists():
            served("croupier serve house.toml", port, plays=True)
        run(command)
        if command.startswith("croupier init"):
            edit_house_file(port)
    return number


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # Golden rounds are written in several books: any of one book's own serves.
    golden = next((ROOT / "tests/golden/sands-2019").glob("*.round.toml"))
    shutil.copy(golden, "round.toml")


def test_the_readme_as_it_stands() -> None:
    assert typed_in_order("README.md", {}) >= 6


def test_operations_as_it_stands(address: str, postgres: Cluster) -> None:
    house, prepared = "croupier@db.example.com/house", "owner@db.example.com/house"
    places = {f"postgresql://{house}": address, f"postgresql://{prepared}": postgres.open()}
    postgres.sql("CREATE ROLE croupier; CREATE ROLE auditor")
    try:
        assert typed_in_order("docs/operations.md", {}, places) >= 20
    finally:
        postgres.sql("DROP OWNED BY croupier, auditor; DROP ROLE croupier, auditor")


def test_the_lab_as_it_stands() -> None:
    numbers = "\n".join(str(at * 7 % 37) for at in range(3700))
    assert typed_in_order("docs/lab.md", {"wheel-4.txt": numbers}) >= 7
