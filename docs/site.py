"""Builds the documentation site from these pages: ``make docs-site``.

The pages are staged in ``build/docs``, where links that leave ``docs`` lead to the repository, if
its address is known (``CROUPIER_URL``, as for a release), and are plain words otherwise; there
docs/references.py adds what the code says of itself. zensical builds ``build/site`` from them as
``mkdocs.yml`` says, and a broken link or anchor is an error.
"""

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
STAGED = ROOT / "build/docs"
LEAVING = re.compile(r"(?<!!)\[([^]]*)\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)")
FENCED = re.compile(r"(?s)(^```.*?^```$)", re.MULTILINE)
MADE = re.compile(r"<!-- the site: (\w+) -->")
ADDRESS = os.environ.get("CROUPIER_URL", "").rstrip("/")


def staged(page: Path) -> str:
    """A page as the site has it."""

    def link(found: re.Match[str]) -> str:
        target = (page.parent / found[2]).resolve()
        if target.is_relative_to(ROOT / "docs") and target.suffix not in ("", ".py"):
            return found[0]
        if not target.exists():
            raise SystemExit(f"{page}: there is no {found[2]}")
        place = target.relative_to(ROOT)
        return f"[{found[1]}]({ADDRESS}/blob/main/{place})" if ADDRESS else found[1]

    parts = FENCED.split(page.read_text("utf-8"))
    return "".join(part if i % 2 else LEAVING.sub(link, part) for i, part in enumerate(parts))


def stage() -> None:
    """Copy pages and pictures to where the site is built from."""
    shutil.rmtree(STAGED, ignore_errors=True)
    ignored = shutil.ignore_patterns("*.py", "__pycache__")
    shutil.copytree(ROOT / "docs", STAGED, ignore=ignored)
    shutil.copy(ROOT / "web/public/icon.svg", STAGED / "images/icon.svg")
    made = runpy.run_path(str(ROOT / "docs/references.py"))
    for page in (ROOT / "docs").rglob("*.md"):
        text = MADE.sub(lambda found: made[found[1]](), staged(page))
        (STAGED / page.relative_to(ROOT / "docs")).write_text(text, "utf-8")


def main() -> None:
    """Build the site; what zensical warns of is an error."""
    stage()
    shutil.rmtree(ROOT / "build/site", ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    sys.exit(subprocess.run(command, cwd=ROOT, check=False).returncode)


if __name__ == "__main__":
    main()
