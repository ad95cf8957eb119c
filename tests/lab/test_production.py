"""The lab as a server has it: a package that its user cannot write, and a user without a home."""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import croupier

PR_CAPBSET_DROP = 24
DAC_OVERRIDE, DAC_READ_SEARCH, FOWNER = 1, 2, 3


def bound_by_permissions() -> None:
    """In a new process: root too may write only where the permissions of files allow it."""
    for capability in (DAC_OVERRIDE, DAC_READ_SEARCH, FOWNER):
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The package in a folder that cannot be written."""
    folder = tmp_path_factory.mktemp("site")
    source = Path(croupier.__file__).parent
    left_out = shutil.ignore_patterns("__pycache__", "static*")
    shutil.copytree(source, folder / "croupier", ignore=left_out)
    folders = [folder, *(at for at in folder.rglob("*") if at.is_dir())]
    for at in folders:
        at.chmod(0o555)
    yield folder
    for at in folders:
        at.chmod(0o755)


def ran(installed: Path, *arguments: str, **environment: str) -> bytes:
    """What Python prints there, in a process that must end well."""
    homeless: Mapping[str, str] = {"HOME": "/dev/null", "PYTHONPATH": str(installed)}
    done = subprocess.run(
        [sys.executable, *arguments],
        env={"PATH": os.environ["PATH"], **homeless, **environment},
        cwd="/",
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        preexec_fn=bound_by_permissions,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def kept_in(installed: Path, **environment: str) -> str:
    """Where the lab would keep its machine code."""
    look = "from croupier.lab.compiled import KEPT_IN; print(KEPT_IN or 'nowhere')"
    return ran(installed, "-c", look, **environment).decode().strip()


def test_the_lab_works_and_keeps_its_machine_code(installed: Path, tmp_path: Path) -> None:
    spin = "from croupier.lab.chance import origin, tally; print(tally(origin(1, 0), 50, 37).sum())"
    assert ran(installed, "-c", spin, TMPDIR=str(tmp_path)) == b"100\n"
    (kept,) = tmp_path.iterdir()
    assert kept.name == f"croupier-{os.getuid()}"
    assert kept.stat().st_mode & 0o777 == 0o700
    assert list(kept.rglob("*.nbi"))


def test_a_folder_that_was_named_comes_first(installed: Path, tmp_path: Path) -> None:
    named = str(tmp_path / "named")
    assert kept_in(installed, NUMBA_CACHE_DIR=named).startswith(f"{named}/lab-")


def test_a_folder_that_anybody_may_write_is_not_used(installed: Path, tmp_path: Path) -> None:
    """Machine code is run: whoever can put some there acts as the server's user."""
    open_to_all = tmp_path / f"croupier-{os.getuid()}"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    assert kept_in(installed, TMPDIR=str(tmp_path)) == "nowhere"
