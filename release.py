"""Makes a release: ``make release``. docs/releases.md says what it makes and how it is checked.

Everything is made in ``dist`` from this commit: sdist and wheel, which are looked into and then
installed into empty environments of each Python at hand, where they serve a house; the list of
what they are made of; checksums, and their signature.
"""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import hatch_build

ROOT = Path(__file__).parent
DIST = ROOT / "dist"
PUBLIC = ROOT / "requirements" / "release.pub"
LOCK = ROOT / "requirements" / "base.txt"
SUMS = "SHA256SUMS"
PYTHONS = ("3.11", "3.12", "3.13")
READY = "Ctrl-C stops the house"
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
INSIDE = (
    *(f"croupier/books/{name}" for name in ("racetrack-2012.toml", "readings.toml")),
    *(f"croupier/server/static/{name}" for name in ("index.html", hatch_build.LICENCES)),
    "croupier/words/en/refusals.json",
    "croupier/words/zh/refusals.json",
    "croupier/py.typed",
)
"""What a wheel and an sdist are useless without."""


class Wrong(Exception):  # noqa: N818 - what keeps a release from being made
    """Why no release is made."""


def version() -> str:
    """The version, which stands in one place."""
    text = (ROOT / "src/croupier/__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    assert found is not None
    return found[1]


def require_dated(changelog: str, released: str) -> None:
    """Raise unless the changelog has the version, with its date, above all others.

    >>> require_dated("# Changelog\\n\\n## 1.2.0 - 2026-11-19\\n", "1.2.0")
    >>> require_dated("# Changelog\\n\\n## Unreleased\\n", "1.2.0")
    Traceback (most recent call last):
    release.Wrong: CHANGELOG.md begins with 'Unreleased': write '## 1.2.0 - YEAR-MONTH-DAY' there
    """
    first = re.findall(r"^## (.+)$", changelog, re.MULTILINE)[0]
    if not re.fullmatch(rf"{re.escape(released)} - \d{{4}}-\d\d-\d\d", first):
        wanted = f"write '## {released} - YEAR-MONTH-DAY' there"
        raise Wrong(f"CHANGELOG.md begins with {first!r}: {wanted}")


def require_inside(names: list[str]) -> None:
    """Raise unless an archive has all that it must have."""
    for wanted in INSIDE:
        if not any(name.endswith(wanted) for name in names):
            raise Wrong(f"{wanted} is missing in what was built")


def built() -> tuple[Path, Path]:
    """Build sdist and wheel, and look into them."""
    shutil.rmtree(DIST, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(DIST)], check=True)
    (wheel,), (sdist,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as opened:
        require_inside(opened.namelist())
    with tarfile.open(sdist) as packed:
        require_inside(packed.getnames())
    return sdist, wheel


# Trying


def pythons() -> Iterator[str]:
    """The Pythons at hand, among those that the package is for."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in PYTHONS:
        known = sorted(map(str, kept.glob(f"{minor}.*/bin/python")))
        for python in filter(None, (shutil.which(f"python{minor}"), *known)):
            works = subprocess.run([python, "-c", ""], capture_output=True, check=False)
            if works.returncode == 0:  # and is no shim of pyenv for one that is not chosen
                yield python
                break


def tried(archive: Path, python: str) -> None:
    """Install an archive into an empty environment in a path with spaces, and serve a house.

    No Node and no compiler can be found there, and nothing of this checkout.
    """
    with tempfile.TemporaryDirectory(prefix="a path with spaces ") as name:
        folder = Path(name)
        programs = folder / "venv" / "bin"
        plain = {"HOME": name, "PATH": f"{programs}", "LANG": "C.UTF-8", "CC": "no-compiler"}
        certificates = ("PIP_INDEX_URL", "PIP_CONFIG_FILE", "PIP_CERT", "SSL_CERT_FILE")
        env = plain | {key: os.environ[key] for key in certificates if key in os.environ}

        def run(*command: str) -> str:
            return subprocess.run(
                command, cwd=folder, env=env, check=True, capture_output=True, encoding="utf-8"
            ).stdout

        subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)
        pip = (str(programs / "python"), "-m", "pip", "install", "-q", "--only-binary", ":all:")
        run(*pip, "-r", str(LOCK), "--require-hashes")
        if archive.suffix != ".whl":
            run(*pip, "hatchling>=1.27")
        run(*pip[:-2], "--no-deps", "--no-build-isolation", str(archive))
        croupier = str(programs / "croupier")
        assert run(croupier, "--version").split()[1] == version()
        assert len(json.loads(run(croupier, "books", "--json"))) == 5
        served([croupier, "serve", "--port", "0"], folder, env)
        assert "all of it holds" in run(croupier, "verify", "croupier-demo")


def served(command: list[str], folder: Path, env: dict[str, str]) -> None:
    """Start a house, open its first page and what the page loads, and stop the house."""
    house = subprocess.Popen(
        command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert house.stdout is not None
    try:
        said = ""
        for line in house.stdout:
            said += line
            if READY in line:
                break
        address = re.findall(r"http://\S+", said)[0]
        page = got(address)
        for script in re.findall(r'(?:src|href)="(/[^"]+)"', page):
            got(address.rstrip("/") + script)
    finally:
        house.send_signal(signal.SIGINT)
        house.communicate(timeout=120)


def got(address: str) -> str:
    """What is at an address; an error if nothing is."""
    with urllib.request.urlopen(address, timeout=60) as answer:
        content: bytes = answer.read()
    assert content
    return content.decode("utf-8", "replace")


# What it is made of


def components() -> Iterator[dict[str, Any]]:
    """What a house installs, as its lock has it, and what is bundled in the pages."""
    for name, number in PIN.findall(LOCK.read_text("utf-8")):
        yield {"type": "library", "name": name, "version": number} | {
            "purl": f"pkg:pypi/{name}@{number}",
            "licenses": [{"license": {"name": licence_of(name)}}],
        }
    for name, package in hatch_build.bundled(ROOT).items():
        number = package["version"]
        yield {"type": "library", "name": name, "version": number} | {
            "purl": f"pkg:npm/{name.replace('@', '%40')}@{number}",
            "licenses": [{"license": {"name": package["license"]}}],
        }


def licence_of(name: str) -> str:
    """The licence of a package that is installed here."""
    from importlib.metadata import PackageNotFoundError, distribution

    from requirements.audit import licence_of as licence

    try:
        return licence(distribution(name))
    except PackageNotFoundError:  # it is for another system
        return "not installed here"


def bill_of_materials(released: str) -> dict[str, Any]:
    """What the release consists of, in the form of CycloneDX."""
    croupier = {"type": "application", "name": "croupier", "version": released}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
            "component": croupier | {"purl": f"pkg:pypi/croupier@{released}"},
        },
        "components": list(components()),
    }


# Checksums


def write_checksums(folder: Path) -> Path:
    """Write the SHA-256 of every file, as ``sha256sum --check`` reads it."""
    files = sorted(path for path in folder.iterdir() if not path.name.startswith(SUMS))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / SUMS).write_text("".join(lines), "utf-8")
    return folder / SUMS


def sign(sums: Path, key: Path, public: Path) -> Path:
    """Sign the checksums with the key of releases, which must be the documented one."""
    of_key = subprocess.run(
        ["openssl", "pkey", "-in", str(key), "-pubout"], check=True, capture_output=True
    ).stdout
    if not public.exists() or public.read_bytes() != of_key:
        raise Wrong(f"{key} is not the key in {public}: docs/releases.md says how to change it")
    signature = sums.with_name(f"{sums.name}.sig")
    signing = ["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", str(key), "-in", str(sums)]
    subprocess.run([*signing, "-out", str(signature)], check=True)
    return signature


def main() -> None:
    """Make the release, or a trial of one: without a dated changelog and without a key."""
    key, trial = os.environ.get("RELEASE_KEY", ""), bool(os.environ.get("TRIAL"))
    released = version()
    if not trial:
        require_dated((ROOT / "CHANGELOG.md").read_text("utf-8"), released)
        if not key or not os.environ.get(hatch_build.ADDRESS):
            raise Wrong(f"set RELEASE_KEY and {hatch_build.ADDRESS}, or TRIAL=1 for a trial")
    sdist, wheel = built()
    at_hand = list(pythons())
    for python in at_hand:
        print(f"-- the wheel with {python}", flush=True)
        tried(wheel, python)
    print(f"-- the sdist with {at_hand[0]}", flush=True)
    tried(sdist, at_hand[0])
    bill = json.dumps(bill_of_materials(released), indent=1) + "\n"
    (DIST / f"croupier-{released}.cdx.json").write_text(bill, "utf-8")
    shutil.copy(
        ROOT / hatch_build.STATIC / hatch_build.LICENCES, DIST / "licences-of-the-pages.txt"
    )
    sums = write_checksums(DIST)
    if key:
        sign(sums, Path(key), PUBLIC)
    print(sums.read_text("utf-8"), end="")
    print("signed" if key else "NOT SIGNED: this is a trial")


if __name__ == "__main__":
    try:
        main()
    except Wrong as wrong:
        sys.exit(f"no release: {wrong}")
