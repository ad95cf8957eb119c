"""What a release must have: a dated changelog, all that is inside, a bill of materials, checksums.

``make release TRIAL=1`` makes one and installs it into empty environments of each Python.
"""

import json
import re
import subprocess
from pathlib import Path

import pytest

import release

ROOT = Path(__file__).parent.parent


def keys(folder: Path) -> tuple[Path, Path]:
    """A key of releases, made as docs/releases.md says, and its public half."""
    page = (ROOT / "docs/releases.md").read_text("utf-8")
    made = next(block for block in re.findall(r"(?s)```sh\n(.*?)```", page) if "genpkey" in block)
    (folder / "requirements").mkdir()
    subprocess.run(["sh", "-ec", made], cwd=folder, check=True, capture_output=True)
    return folder / "release.pem", folder / "requirements/release.pub"


def test_a_version_without_a_date_is_no_release() -> None:
    release.require_dated(
        "# Changelog\n\n## 1.0.0 - 2026-11-19\n\n## 0.9.0 - 2026-01-01\n", "1.0.0"
    )
    for begins in ("Unreleased", "0.9.0 - 2026-01-01", "1.0.0"):
        with pytest.raises(release.Wrong, match=re.escape("write '## 1.0.0 - YEAR")):
            release.require_dated(f"# Changelog\n\n## {begins}\n", "1.0.0")


def test_an_archive_without_pages_or_books_is_no_release() -> None:
    release.require_inside([f"croupier-1/src/{name}" for name in release.INSIDE])
    for missing in release.INSIDE:
        with pytest.raises(release.Wrong, match=re.escape(missing)):
            release.require_inside([name for name in release.INSIDE if name != missing])


def test_the_bill_has_all_that_is_installed_and_bundled() -> None:
    bill = json.loads(json.dumps(release.bill_of_materials("1.0.0")))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    found = {each["purl"]: each["licenses"][0]["license"]["name"] for each in bill["components"]}
    names = {re.split(r"[/@]", purl.removeprefix("pkg:pypi/"))[0] for purl in found}
    assert {"msgspec", "starlette", "cryptography", "uvicorn"} <= names
    assert any(purl.startswith("pkg:npm/preact@") for purl in found)
    assert any(purl.startswith("pkg:npm/%40fontsource-variable/archivo@") for purl in found)
    unnamed = [purl for purl, licence in found.items() if licence in ("", "none named", "None")]
    assert unnamed == []


def test_the_page_says_how_to_check_what_was_signed(tmp_path: Path) -> None:
    """The commands of the page accept the files, and neither a changed file nor changed sums."""
    key, public = keys(tmp_path)
    folder = tmp_path / "dist"
    folder.mkdir()
    (folder / "croupier.whl").write_bytes(b"a wheel")
    sums = release.write_checksums(folder)
    release.sign(sums, key, public)
    (folder / "release.pub").write_bytes(public.read_bytes())
    page = (ROOT / "docs/releases.md").read_text("utf-8")
    check = next(block for block in re.findall(r"(?s)```sh\n(.*?)```", page) if "--check" in block)

    def checked() -> bool:
        done = subprocess.run(["sh", "-ec", check], cwd=folder, check=False, capture_output=True)
        return done.returncode == 0

    assert checked()
    (folder / "croupier.whl").write_bytes(b"another wheel")
    assert not checked()
    release.write_checksums(folder)
    assert not checked()


def test_only_the_documented_key_signs(tmp_path: Path) -> None:
    key, public = keys(tmp_path)
    sums = release.write_checksums(tmp_path / "requirements")
    public.write_text("another", "utf-8")
    with pytest.raises(release.Wrong, match="is not the key in"):
        release.sign(sums, key, public)


def test_there_is_a_python_to_try_it_with() -> None:
    assert list(release.pythons())
