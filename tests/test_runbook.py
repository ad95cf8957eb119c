"""The runbook as it is typed: each failure is produced, its words compared, its remedy carried out.

A section either has a scene here, which breaks a house, or names the tests that produce it.
"""

import asyncio
import os
import re
import shlex
import shutil
import socket
import sqlite3
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import pytest

from croupier.bootstrap import opened
from croupier.cli import main
from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.seats import TakeSeat
from croupier.house.tray import OpenTable
from croupier.journal import heads
from croupier.journal.heads import HEADS
from croupier.journal.keys import SigningKey
from croupier.journal.sqlite import SqliteStore
from croupier.round.base import Actor, Command
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import OpenBets
from croupier.rules.positions import Position
from croupier.server.config.reading import read_house
from croupier.server.house import House
from croupier.table.core import Request
from tests.ports import free_port

ROOT = Path(__file__).parent.parent
TABLE = "roulette-1"
DEALER = Actor("dora", Position.DEALER)
SHIFT = Actor("gia", Position.GAMING_SHIFT_MANAGER)
SERVE = "croupier serve house.toml"
OF_TABLE = f"(SELECT id FROM streams WHERE name = 'table-{TABLE}')"
SECRETS, DATA = Path("croupier-secrets"), Path("croupier-data")


class Section(NamedTuple):
    """A failure of the runbook."""

    seen: list[str]
    remedies: list[list[str]]  # what is typed, where there are several: any of them
    tried: list[tuple[str, list[str]]]


def _sections() -> Iterator[tuple[str, Section]]:
    text = (ROOT / "docs/runbook.md").read_text(encoding="utf-8")
    for part in text.split("\n## ")[1:]:
        title, _, body = part.partition("\n")
        seen = re.findall(r"```text\n(.*?)\n```", body)
        blocks: list[str] = re.findall(r"(?s)```sh\n(.*?)```", body)
        remedies = [[line for line in block.splitlines() if line] for block in blocks]
        named = re.findall(r"(tests/\S+\.py) — ((?:test_\w+(?:, )?)+)", body)
        tried = [(file, tests.split(", ")) for file, tests in named]
        yield title, Section(seen, remedies or [[]], tried)


SECTIONS = dict(_sections())


# Breaking a house


def with_vouchers_and_a_round() -> None:
    asyncio.run(_played(CashOut(player="ada", paid="voucher", amount=500), OpenBets()))


def lost(name: str) -> Callable[[ExitStack], None]:
    def breaks(_: ExitStack) -> None:
        with_vouchers_and_a_round()
        (SECRETS / name).unlink()

    return breaks


def another_key(_: ExitStack) -> None:
    with_vouchers_and_a_round()
    (SECRETS / "sealing.key").write_text("ab" * 32 + "\n", encoding="ascii")


def another_signing_key(_: ExitStack) -> None:
    with_vouchers_and_a_round()
    (SECRETS / "signing.pem").unlink()
    SigningKey.make(SECRETS / "signing.pem", DATA)


def damaged_key(_: ExitStack) -> None:
    with_vouchers_and_a_round()
    (SECRETS / "sealing.key").write_bytes(b"")


def open_key(_: ExitStack) -> None:
    with_vouchers_and_a_round()
    (SECRETS / "sealing.key").chmod(0o644)


def taken_port(stack: ExitStack) -> None:
    other = stack.enter_context(socket.socket())
    other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    other.bind(("127.0.0.1", read_house(Path("house.toml")).listen.port))
    other.listen()


def two_servers(stack: ExitStack) -> None:
    stack.enter_context(SqliteStore(DATA))


def damaged_backup(_: ExitStack) -> None:
    asyncio.run(_played())
    for name in ("backup-1", "backup-2"):
        run("croupier", "backup", "croupier-data", name)
    file = Path("backup-2/journal.sqlite3")
    content = bytearray(file.read_bytes())
    content[:100] = bytes(100)
    file.write_bytes(content)


def missing(rob: Callable[[], None]) -> Callable[[ExitStack], None]:
    """A house with a backup that played on, was killed, and then robbed."""

    def breaks(_: ExitStack) -> None:
        asyncio.run(_played())
        run("croupier", "backup", "croupier-data", "backup-1")
        asyncio.run(_played(OpenBets(), then=_copied_as_a_kill_leaves_it))
        shutil.rmtree(DATA)
        Path("left").rename(DATA)
        Path("left.heads").rename(SECRETS / HEADS)
        rob()

    return breaks


def delete_journal() -> None:
    for file in DATA.glob("journal.sqlite3*"):
        file.unlink()


def empty_journal() -> None:
    (DATA / "journal.sqlite3").write_bytes(b"")


def cut_log() -> None:
    os.truncate(DATA / "journal.sqlite3-wal", 5000)


def gap() -> None:
    with closing(sqlite3.connect(DATA / "journal.sqlite3")) as connection:
        connection.execute(f"DELETE FROM entries WHERE seq = 5 AND stream_id = {OF_TABLE}")
        connection.commit()


def damaged_pages() -> None:
    gap()  # closes the journal, so that all of it is in the one file
    with (DATA / "journal.sqlite3").open("r+b") as file:
        file.write(bytes(200))


def delete_rows() -> None:
    with closing(sqlite3.connect(DATA / "journal.sqlite3")) as connection:
        connection.execute(f"DELETE FROM entries WHERE stream_id = {OF_TABLE}")
        connection.commit()


def delete_data() -> None:
    shutil.rmtree(DATA)


def older_backup() -> None:
    shutil.rmtree(DATA)
    run("croupier", "restore", "backup-1", "croupier-data")


def delete_heads() -> None:
    for folder in (DATA, SECRETS):
        (folder / HEADS).unlink()


def no_certificate(_: ExitStack) -> None:
    text = Path("house.toml").read_text(encoding="utf-8")
    tls = '\n[tls]\ncertificate = "no.pem"\nkey = "no.key"\n'
    Path("house.toml").write_text(text + tls, encoding="utf-8")


def nothing(_: ExitStack) -> None:
    with_vouchers_and_a_round()


ROBBERIES = (delete_journal, empty_journal, cut_log, delete_rows, delete_data, older_backup)
SCENES: dict[str, tuple[str, *tuple[Callable[[ExitStack], None], ...]]] = {
    "Entries of the record are missing": (SERVE, *map(missing, ROBBERIES)),
    "The record is damaged": (SERVE, missing(gap), missing(damaged_pages)),
    "journal.heads is gone": (SERVE, missing(delete_heads)),
    "sealing.key is lost": (SERVE, lost("sealing.key")),
    "sealing.key is another house's": (SERVE, another_key),
    "voucher.key is lost": (SERVE, lost("voucher.key")),
    "credentials.json is lost": (SERVE, lost("credentials.json")),
    "signing.pem is lost": (SERVE, lost("signing.pem"), another_signing_key),
    "A key file is damaged": (SERVE, damaged_key),
    "A key file can be read by others": (SERVE, open_key),
    "The port is taken": (SERVE, taken_port),
    "Two servers on one folder": (SERVE, two_servers),
    "A backup is damaged": ("croupier restore backup-2 restored-2", damaged_backup),
    "The certificate is missing or expired": (SERVE, no_certificate),
    "The last manager has forgotten the password, or lost the second factor": ("", nothing),
    "The process was killed, or the power failed": ("", nothing),
}
"""What is typed into a broken house, and how it is broken: in one way or several."""

TRIALS = [
    (title, way, remedy)
    for title, (_, *ways) in SCENES.items()
    for way in range(len(ways))
    for remedy in range(len(SECTIONS[title].remedies))
]


# Typing


def run(*command: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(command[1:])
    assert end.value.code == 0, command


def type_remedy(line: str) -> None:
    if line == SERVE:
        asyncio.run(_played(OpenBets()))
    elif line.startswith("croupier "):
        run(*shlex.split(line))
    else:
        subprocess.run(shlex.split(line), check=True, timeout=60)


async def _played(*asked: Command, then: Callable[[House], Awaitable[None]] | None = None) -> None:
    """Open the house, and the table if it is closed; a round in play is ended first."""
    async with opened(read_house(Path("house.toml"))) as house:
        state = house.floor.tables[TABLE].state
        if state.day is None:
            day = house.days.today().isoformat()
            await _do(house, SHIFT, StartDay(day=day), OpenTable(opener=10_000_000))
            await _do(house, DEALER, TakeSeat(player="ada"))
            await _do(house, DEALER, BuyIn(player="ada", amount=100_000))
        if state.round is not None:
            await _do(house, SHIFT, CallNoSpin(reason="the runbook"))
        await _do(house, DEALER, *asked)
        if then is not None:
            await then(house)


async def _copied_as_a_kill_leaves_it(house: House) -> None:
    """With its log, and with heads that are up to date."""
    stream, seq = f"table-{TABLE}", house.store.head(f"table-{TABLE}").seq
    while any(_promised(folder, stream) < seq for folder in (DATA, SECRETS)):
        await asyncio.sleep(0.01)
    shutil.copytree(DATA, "left")
    shutil.copy(SECRETS / HEADS, "left.heads")


def _promised(folder: Path, stream: str) -> int:
    kept = heads.read_heads_file(folder)
    return 0 if kept is None else max((h.seq for h in kept.heads if h.stream == stream), default=0)


async def _do(house: House, by: Actor, *asked: Command) -> None:
    for command in asked:
        answer = await house.running.ask(TABLE, Request(by, command))
        assert answer.accepted, (command, answer)


@pytest.fixture(autouse=True)
def _house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house with a manager, a terminal and a book of its own, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "src/croupier/books/edz-2020.toml", "book.toml")
    house = f"""name = "A house"
[listen]
port = {free_port()}
[[table]]
id = "{TABLE}"
book = "book.toml"
wheel = "own"
"""
    Path("house.toml").write_text(house, encoding="utf-8")
    Path("new-password").write_text("quartz-violin-meadow-17\n", encoding="utf-8")
    manager = "croupier staff add gia --position gaming-shift-manager --password-file new-password"
    run(*shlex.split(f"{manager} --house house.toml"))
    run(*shlex.split("croupier terminal enrol t-1 --house house.toml"))


def test_every_failure_is_tried() -> None:
    untried = {title for title, each in SECTIONS.items() if not each.tried}
    assert untried <= SCENES.keys()
    assert SCENES.keys() <= SECTIONS.keys()
    for _, _, tried in SECTIONS.values():
        for file, tests in tried:
            text = (ROOT / file).read_text(encoding="utf-8")
            assert all(f"def {name}(" in text for name in tests), file


def test_the_log_has_the_lines_that_the_runbook_quotes() -> None:
    text = (ROOT / "docs/runbook.md").read_text(encoding="utf-8")
    quoted = re.findall(r"[Tt]he log has `([^`]+)`", text)
    assert len(quoted) == 2
    program = "".join(
        file.read_text(encoding="utf-8") for file in (ROOT / "src/croupier").rglob("*.py")
    )
    assert [line for line in quoted if f'("{line}"' not in program] == []


@pytest.mark.parametrize(("title", "way", "remedy"), TRIALS)
def test_it_is_as_the_runbook_says(
    title: str, way: int, remedy: int, capsys: pytest.CaptureFixture[str]
) -> None:
    section, (asked, *ways) = SECTIONS[title], SCENES[title]
    with ExitStack() as stack:
        ways[way](stack)
        if asked:
            capsys.readouterr()
            with pytest.raises(SystemExit) as end:
                main(shlex.split(asked)[1:])
            assert end.value.code == 2
            said = capsys.readouterr().err
            (seen,) = section.seen
            pattern = ".*".join(map(re.escape, seen.split("…")))
            assert re.search(pattern, said), said
    for line in section.remedies[remedy]:
        type_remedy(line)
