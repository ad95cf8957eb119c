"""What the project installs is pinned with hashes, and ``make audit`` would notice if not."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    """The script of ``make audit``."""
    spec = importlib.util.spec_from_file_location("audit", ROOT / "requirements" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_lock_pins_every_package_with_a_hash(
    audit: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    assert {path.stem for path in locks} == {
        path.stem for path in (ROOT / "requirements").glob("*.in")
    }
    assert list(audit.hashes([*locks, audit.PACKAGE_LOCK])) == []
    assert capsys.readouterr().out.count("requirements/") == len(locks)


@pytest.mark.parametrize(
    "line", ["b==2", "b==2 \\\n    --hash=md5:00", "b>=2 \\\n    --hash=sha256:0"]
)
def test_a_package_without_a_version_or_a_hash_is_found(audit: ModuleType, line: str) -> None:
    lock = f"# made\na==1 \\\n    --hash=sha256:00\n    # via b\n{line}\n"
    assert audit.unhashed(lock) == [line.split(" ")[0]]


def test_a_page_package_without_a_hash_is_found(audit: ModuleType) -> None:
    packages = {"": {}, "node_modules/a": {"integrity": "sha512-x"}, "node_modules/b": {}}
    assert audit.unhashed_packages({"packages": packages}) == ["node_modules/b"]


def test_licences_are_on_the_list_and_others_are_found(
    audit: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list(audit.licences()) == []
    assert "MIT" in capsys.readouterr().out
    assert audit.not_allowed("GPL-3.0-or-later OR MIT") == []
    assert audit.not_allowed("MIT AND AGPL-3.0") == ["AGPL-3.0"]
    assert audit.not_allowed("none named") == ["none", "named"]


def test_a_database_that_cannot_be_reached_is_not_taken_for_a_clean_bill(
    audit: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = ROOT / "requirements" / "tool.txt"
    answers = {
        "": [],
        '{"dependencies": [{"name": "a", "skip_reason": "unknown"}]}': [],
        '{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1"}]}]}': [
            "a 1: PYSEC-1"
        ],
    }
    for answer, found in answers.items():
        program = tmp_path / "pip-audit"
        program.write_text(f"#!/bin/sh\ncat <<'END'\n{answer}\nEND\n", "utf-8")
        program.chmod(0o700)
        assert list(audit.python_vulnerabilities(program, lock)) == found
        assert ("NOT CHECKED" in capsys.readouterr().out) is not bool(found)
