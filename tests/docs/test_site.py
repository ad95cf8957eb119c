"""The documentation site: every page is in its navigation, no link is broken, pages are true."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.docs.pages import blocks, run_page
from tests.ports import free_port

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
RUN = {
    "index": 1,
    "tutorial": 17,
    "how-to/analyse-a-wheel": 3,
    "how-to/certify-a-game": 2,
    "how-to/write-a-book": 5,
    "reference/wager-notation": 1,
}
"""The pages whose blocks are run, with the least number of them."""


def navigated(part: object) -> list[str]:
    """The pages of a part of the navigation."""
    if isinstance(part, str):
        return [part]
    below = part.values() if isinstance(part, dict) else part
    return [page for each in below for page in navigated(each)]  # type: ignore[attr-defined]


def test_every_page_is_in_the_navigation_once() -> None:
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    pages = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    assert sorted(navigated(settings["nav"])) == sorted(pages)


def test_the_site_is_built_without_a_warning() -> None:
    done = subprocess.run(
        [sys.executable, str(DOCS / "site.py")],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No issues found" in done.stdout + done.stderr
    for page, shown in (
        ("tutorial", "croupier verify croupier-demo"),
        ("reference/commands", "croupier lab rng racetrack-2012"),
        ("reference/library", "croupier.felt_svg"),
    ):
        built = (ROOT / f"build/site/{page}.html").read_text("utf-8")
        assert shown in re.sub(r"<[^>]+>", "", built)


@pytest.mark.parametrize("page", RUN, ids=str)
def test_what_a_page_shows_is_what_happens(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tutorial is a newcomer's hour: each step as written, the house on a free port."""
    monkeypatch.chdir(tmp_path)
    port = free_port() if page == "tutorial" else None
    assert run_page(DOCS / f"{page}.md", tmp_path, port) >= RUN[page]


def test_every_page_with_something_to_run_is_run() -> None:
    def runs(page: Path) -> bool:
        return any(
            block.language == "console" or (block.language == "python" and ">>>" in block.text)
            for block in blocks(page)
        )

    found = {page.relative_to(DOCS).with_suffix("").as_posix() for page in DOCS.rglob("*.md")}
    assert {page for page in found if runs(DOCS / f"{page}.md")} == set(RUN)
