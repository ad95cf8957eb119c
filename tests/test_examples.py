"""The examples run, and the README's Python is true."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from croupier.client import Client
from croupier.office.names import HOUSE
from croupier.round.base import Command
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import ReportRest, ReportSpin, SpinBall
from croupier.rules.refusal import Refusal
from tests.server.houses import DEALER, Hosted, configured, dealt, hosting, password_of

ROOT = Path(__file__).parent.parent
TABLE = "sands-2019"
BOT = ROOT / "examples" / "bot.py"
VALIDATOR = ROOT / "examples" / "cash_device.py"
ALONE = sorted(set((ROOT / "examples").glob("*.py")) - {BOT})


@pytest.mark.parametrize("example", ALONE, ids=lambda p: p.stem)
def test_example_runs_and_prints(example: Path) -> None:
    result = subprocess.run(
        [sys.executable, str(example)], capture_output=True, encoding="utf-8", check=False
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip()


def test_the_bot_plays_a_round(tmp_path: Path) -> None:
    wood = msgspec.structs.replace(dealt(TABLE), wheel="dealer", self_service=True)
    with hosting(configured(tmp_path, [wood], demonstration=True)) as hosted:
        hosted.run(hosted.staffed(DEALER))
        hosted.run(hosted.open(TABLE))
        hosted.run(hosted.must(TABLE, OpenBets()))
        command = [sys.executable, str(BOT), hosted.address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as bot:
            try:
                hosted.run(deal_once_there_is_a_wager(hosted))
                said, failed = bot.communicate(timeout=120)
            finally:
                bot.kill()
    assert not failed, failed
    assert re.fullmatch(rb"1: 10500 cents on voucher [0-9A-Z]{26}\n", said)


def test_the_validator_puts_a_bill_into_a_terminal_of_a_demonstration(tmp_path: Path) -> None:
    with hosting(configured(tmp_path, [dealt(TABLE)], demonstration=True)) as hosted:
        hosted.run(hosted.enrolled("kiosk"))
        hosted.run(hosted.open(TABLE, "kiosk"))
        made = hosted.run(hosted.house.office.enrol_device("acceptor", "kiosk", HOUSE))
        assert not isinstance(made, Refusal)
        command = [sys.executable, str(VALIDATOR), hosted.address, made.token, "5000"]
        said = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert said.stdout == "a bill of 5000 cents is stacked\n", said.stderr


async def deal_once_there_is_a_wager(hosted: Hosted) -> None:
    async with Client(hosted.address) as client:
        await client.sign_in(DEALER.name, password_of(DEALER.name))
        table = await client.table(TABLE)
        await table.until(lambda: any(player.wagers for player in table.staff.players))
        steps: list[Command] = [SpinBall(), CloseBets(), ReportSpin(direction="opposite")]
        steps += [ReportRest(), CallOutcome(number="1"), ConfirmOutcome(number="1")]
        for command in steps:
            await table.do(command)


def test_the_guide_of_the_client_shows_the_bot() -> None:
    shown = (
        BOT.read_text(encoding="utf-8").partition("async def play")[2].partition("if __name__")[0]
    )
    assert shown.strip() in (ROOT / "docs" / "client.md").read_text(encoding="utf-8")


def test_the_guide_of_the_client_can_be_read_by_python() -> None:
    page = (ROOT / "docs" / "client.md").read_text(encoding="utf-8")
    for code in re.findall(r"(?s)```python\n(.*?)```", page):
        body = "".join(f"    {line}\n" for line in code.splitlines())
        compile(f"async def shown():\n{body}", "client.md", "exec")


def test_readme_is_true() -> None:
    failures, tried = doctest.testfile(
        str(ROOT / "README.md"),
        module_relative=False,
        optionflags=doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL,
    )
    assert tried > 5
    assert failures == 0


def test_links_of_the_documents_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
