"""docs/protocol.md and docs/api.md: the session shown is one, and what they name is there."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.protocol import SUBPROTOCOL, VERSION
from croupier.protocol import frames as f
from croupier.server.api import serving
from croupier.server.api.health import Health, lines
from croupier.server.config.settings import Connections
from croupier.server.live import link
from croupier.server.live import rates as meters
from croupier.server.live.metrics import Metrics

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"(?m)^([<>]) (\{.*\})$", PAGE)
WHOLE = [(way, text) for way, text in SHOWN if "…" not in text]
KINDS = {"<": f.FromServer, ">": f.FromClient}


def refused(at: int) -> bool:
    """Whether the message after this one says that it could not be read."""
    return at + 1 < len(WHOLE) and '"message/malformed"' in WHOLE[at + 1][1]


@pytest.mark.parametrize("at", range(len(WHOLE)))
def test_every_message_shown_is_one(at: int) -> None:
    way, text = WHOLE[at]
    if refused(at):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(text, type=KINDS[way])
        return
    read = msgspec.json.decode(text, type=KINDS[way])
    assert holds(msgspec.to_builtins(read), msgspec.json.decode(text)), "not a field of it"


def holds(whole: Any, part: Any) -> bool:
    """Whether everything that is shown is in what was read."""
    if isinstance(part, dict):
        return all(key in whole and holds(whole[key], part[key]) for key in part)
    if isinstance(part, list):
        return len(whole) == len(part) and all(map(holds, whole, part))
    return bool(whole == part)


def test_every_action_shown_has_one_verdict_that_comes_after_it() -> None:
    waiting = []
    for at, (way, text) in enumerate(WHOLE):
        message = msgspec.json.decode(text)
        if message["type"] == "act" and not refused(at):
            waiting.append(message["id"])
        elif way == "<" and message["type"] == "verdict":
            assert message["id"] == waiting.pop(0)
    assert not waiting


def test_the_figures_are_those_of_the_server() -> None:
    for figure in (
        f"version {VERSION}",
        f"`{SUBPROTOCOL}`",
        f"{meters.BURST} at once, then {meters.PER_SECOND} a second",
        f"{meters.WAGERS_BURST} at once, then {meters.WAGERS_PER_SECOND} a second",
        f"{meters.FRAMES_BURST} at once, then {meters.FRAMES_PER_SECOND} a second",
        f"{meters.BYTES_BURST >> 20} MiB at once, then {meters.BYTES_PER_SECOND >> 10} KiB a",
        f"{link.PIECES_MAX} frames",
        f"{Connections().most:,}",
        f"{serving.MESSAGE_MAX >> 10} KiB",
        f"{link.BUFFER_MAX >> 20} MiB unread",
    ):
        assert figure in PAGE, figure


@pytest.mark.parametrize("page", ["protocol", "api", "client", "threat-model"])
def test_links_lead_to_headings_that_there_are(page: str) -> None:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    for file, anchor in re.findall(r"\]\(([\w./-]*)#([\w-]+)\)", text):
        target = (DOCS / file).read_text(encoding="utf-8") if file else text
        headings = {_anchor(line) for line in re.findall(r"(?m)^#+ (.+)$", target)}
        assert anchor in headings, f"{file}#{anchor}"


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")


def test_every_metric_is_explained() -> None:
    health = Health(
        status="ok",
        tables={},
        disk_free_bytes=1,
        disk_nearly_full=False,
        write_waits_ms=0,
        clock_step=None,
    )
    told = [*Metrics().lines(), *lines(health)]
    named = {line.split()[2] for line in told if line.startswith("# TYPE")}
    table = (
        (DOCS / "operations.md").read_text(encoding="utf-8").partition("## Health and metrics")[2]
    )
    explained = re.findall(r"(?m)^\| `(croupier_\w+)`", table)
    assert len(explained) == len(set(explained))
    assert set(explained) == named
