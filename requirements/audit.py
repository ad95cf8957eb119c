"""Audits what the project installs: the hashes of its locks, licences, and known vulnerabilities.

``make audit`` runs it. It fails on a requirement without a hash, a licence that is not on the list
below, or a known vulnerability. Where no vulnerability database can be reached it says so and does
not fail: nothing was found, and nothing was looked up.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PACKAGE_LOCK = ROOT / "web" / "package-lock.json"
ALLOWED = frozenset(
    """
    0BSD Apache-2.0 BSD BSD-2-Clause BSD-3-Clause CC0-1.0 ISC LGPL-3.0-only LLVM-exception MIT MIT-0
    MIT-CMU MPL-2.0 OFL-1.1 PSF-2.0 Zlib
    """.split()
)
"""Licences under which a casino may run, change and pass on the whole; MPL, OFL and, for a library
that is installed apart as psycopg is, LGPL bind only changes of what carries them."""
CLASSIFIERS = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""How packages without a licence expression name theirs."""
PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)")


def unhashed(lock: str) -> list[str]:
    """The requirements of a lock that are not pinned to one version with a SHA-256 hash.

    >>> unhashed("a==1 \\\\\\n    --hash=sha256:00\\nb==2\\n    # via a\\nc>=3\\n")
    ['b==2', 'c>=3']
    """
    found = []
    for block in re.split(r"\n(?=\S)", lock):
        line = block.splitlines()[0] if block.strip() else "#"
        if line.startswith("#"):
            continue
        if not PINNED.match(line) or "--hash=sha256:" not in block:
            found.append(line.split(" ")[0])
    return found


def unhashed_packages(lock: Mapping[str, Any]) -> list[str]:
    """The packages of web's lock without an integrity hash."""
    packages = lock["packages"].items()
    return [name for name, package in packages if name and not package.get("integrity")]


def licence_of(package: Distribution) -> str:
    """What a package says of its licence, as an expression where it can be had."""
    metadata = package.metadata
    if "License-Expression" in metadata:
        return metadata["License-Expression"]
    given = [value.split(" :: ")[-1] for value in metadata.get_all("Classifier") or []]
    named = [CLASSIFIERS[value] for value in given if value in CLASSIFIERS]
    other = (metadata.get_all("License") or [""])[0] or "none named"
    return " OR ".join(named) or other.splitlines()[0]


def not_allowed(licence: str) -> list[str]:
    """The words of a licence expression that are not on the list: one allowed choice is enough.

    >>> not_allowed("MIT OR GPL-3.0"), not_allowed("MIT AND GPL-3.0")
    ([], ['GPL-3.0'])
    """
    choices = [
        [word for word in re.findall(r"[\w.+-]+", choice) if word not in {"AND", "WITH"}]
        for choice in re.split(r"\s+OR\s+", licence)
    ]
    wrong = [[word for word in choice if word not in ALLOWED] for choice in choices]
    return min(wrong, key=len)


def hashes(locks: Iterable[Path]) -> Iterator[str]:
    """Print the hash of every lock; what is wrong in them."""
    for path in locks:
        content = path.read_bytes()
        text = content.decode("utf-8")
        wrong = unhashed_packages(json.loads(text)) if path == PACKAGE_LOCK else unhashed(text)
        print(f"  {hashlib.sha256(content).hexdigest()}  {path.relative_to(ROOT)}")
        yield from (f"{path.relative_to(ROOT)}: {each} has no hash" for each in wrong)


def licences() -> Iterator[str]:
    """Print how often each licence occurs among what is installed; those that are not allowed."""
    others = (each for each in distributions() if each.name != "croupier")
    found = {f"{each.name} {each.version}": licence_of(each) for each in others}
    lock = json.loads(PACKAGE_LOCK.read_text("utf-8"))["packages"]
    found |= {name: str(each.get("license")) for name, each in lock.items() if name}
    for licence, number in Counter(found.values()).most_common():
        print(f"  {number:4}  {licence}")
    for name, licence in found.items():
        if not_allowed(licence):
            yield f"{name}: its licence, {licence}, is not on the list of {Path(__file__).name}"


def python_vulnerabilities(pip_audit: Path, lock: Path) -> Iterator[str]:
    """Ask the Python Packaging Advisory Database about a lock."""
    command = [str(pip_audit), "-r", str(lock), "--disable-pip", "--require-hashes", "-f", "json"]
    ran = subprocess.run(
        [*command, "--progress-spinner", "off"], capture_output=True, text=True, check=False
    )
    try:
        packages = json.loads(ran.stdout)["dependencies"]
    except ValueError:
        packages = []
    known = [each for each in packages if "vulns" in each]
    asked = f"{len(known)} of {len(packages)} packages" if known else "NOT CHECKED, no database"
    print(f"  {lock.relative_to(ROOT)}: {asked}")
    for package in known:
        for each in package["vulns"]:
            yield f"{package['name']} {package['version']}: {each['id']}"


def page_vulnerabilities() -> Iterator[str]:
    """Ask the npm registry's advisories about web's lock."""
    command = [sys.executable, "hatch_build.py", "audit", "--package-lock-only", "--json"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    try:
        found = json.loads(ran.stdout)["vulnerabilities"]
    except (ValueError, KeyError):
        print(f"  {PACKAGE_LOCK.relative_to(ROOT)}: NOT CHECKED, no database")
        return
    print(f"  {PACKAGE_LOCK.relative_to(ROOT)}: checked")
    for name, each in found.items():
        yield f"{name}: {each['severity']} ({each['range']})"


def main() -> int:
    """Audit, and print what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pip_audit", type=Path, help="the program pip-audit")
    asked = parser.parse_args()
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    print("Locks, with their SHA-256:")
    wrong = list(hashes([*locks, PACKAGE_LOCK]))
    print("Licences:")
    wrong += licences()
    print("Known vulnerabilities:")
    for lock in locks:
        wrong += python_vulnerabilities(asked.pip_audit, lock)
    wrong += page_vulnerabilities()
    print(*(wrong or ["Nothing is wrong in what was checked."]), sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
