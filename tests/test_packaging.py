"""What is installed: a light library, extras that are named where missing, and the metadata."""

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import croupier
import hatch_build
from croupier.extras import EXTRAS

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LIBRARY = "rules books odds pictures notation round house words"
WITHOUT = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
"""


def names(requirements: list[str]) -> set[str]:
    return {re.match(r"[\w-]+", each)[0] for each in requirements}  # type: ignore[index]


def without(absent: set[str], program: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a Python that lacks these packages."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(absent=absent) + program],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "LC_ALL": "C"},
        check=False,
    )


def typed(absent: set[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    run = "import runpy; runpy.run_module('croupier', run_name='__main__')"
    return without(absent, f"sys.argv[1:] = {list(arguments)!r}\n{run}")


def of_extras(*kept: str) -> set[str]:
    return {package for package, extra in EXTRAS.items() if extra not in kept}


def test_every_version_of_python_in_the_metadata_is_one_that_make_looks_for() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    sought = re.search(r"^SUPPORTED = (.*)$", makefile, re.MULTILINE)
    assert sought is not None
    named = [each.rpartition(" :: ")[2] for each in PROJECT["classifiers"]]
    assert sought[1].split() == [each for each in named if each.startswith("3.")]
    assert PROJECT["requires-python"] == f">={sought[1].split()[0]}"


def test_the_library_works_without_any_extra() -> None:
    program = f"""
import importlib
for name in {LIBRARY.split()!r}:
    importlib.import_module(f"croupier.{{name}}")
import croupier
from croupier.odds import odds
book = croupier.load("sands-2019")
settled = croupier.settle(book, [("Ada", "red", 500)], outcome="1")
print(settled.house_net, odds(book, "red").edge)
"""
    done = without(of_extras(), program)
    assert (done.stdout, done.returncode) == ("-500 1/13\n", 0), done.stderr


def test_the_library_needs_msgspec_alone() -> None:
    assert names(PROJECT["dependencies"]) == {"msgspec"}


@pytest.mark.parametrize(
    ("kept", "arguments", "package", "extra"),
    [
        ((), ["books"], "typer", "cli"),
        (("cli",), ["staff", "list"], "argon2", "server"),
        (("cli",), ["serve"], "starlette", "server"),
    ],
)
def test_a_command_says_which_extra_is_missing(
    kept: tuple[str, ...], arguments: list[str], package: str, extra: str
) -> None:
    done = typed(of_extras(*kept), *arguments)
    assert (done.stdout, done.returncode) == ("", 2)
    assert f"this needs {package}: pip install 'croupier[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_extra_of_the_command_line_is_enough_for_books_rounds_and_the_record() -> None:
    for arguments in (["books"], ["odds", "sands-2019", "red"], ["demo"], ["verify", "--help"]):
        done = typed(of_extras("cli"), *arguments)
        assert done.returncode == 0, done.stderr


def test_the_client_says_which_extra_is_missing() -> None:
    done = without(of_extras("cli"), "import croupier.client")
    assert "ModuleNotFoundError: this needs websockets: pip install 'croupier[client]'" in (
        done.stderr
    )


def test_every_package_of_an_extra_is_explained_by_one_that_has_it() -> None:
    distributions = {
        package: [each.lower() for each in given]
        for package, given in packages_distributions().items()
    }
    extras = PROJECT["optional-dependencies"]
    for package, extra in EXTRAS.items():
        assert set(distributions[package]) & names(extras[extra]), f"{package} is not in {extra}"
    explained = {name for package in EXTRAS for name in distributions[package]}
    unimported = {"croupier", "tzdata", "uvloop"}  # uvloop's absence has its own way on
    assert names([each for extra in extras.values() for each in extra]) - unimported <= explained


def test_the_lock_of_a_house_is_made_from_the_same_names_as_its_extra() -> None:
    given = (ROOT / "requirements/base.in").read_text("utf-8").splitlines()
    extras = PROJECT["optional-dependencies"]
    house = [each for extra in ("cli", "client", "server") for each in extras[extra]]
    locked = names([line for line in given if not line.startswith("#")])
    assert locked == names([*PROJECT["dependencies"], *house]) - {"croupier"}


def metadata(**environment: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "metadata"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=True,
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_the_version_comes_from_one_place_and_the_links_from_the_release() -> None:
    plain = metadata(CROUPIER_URL="")
    assert plain["version"] == croupier.__version__
    assert "urls" not in plain
    released = metadata(CROUPIER_URL="https://code.example.org/croupier/")
    assert released["urls"] == {
        "Source": "https://code.example.org/croupier",
        "Documentation": f"https://code.example.org/croupier/blob/v{croupier.__version__}"
        "/docs/index.md",
        "Changelog": f"https://code.example.org/croupier/blob/v{croupier.__version__}/CHANGELOG.md",
        "Issues": "https://code.example.org/croupier/issues",
    }
    readme = str(released["readme"])
    assert not re.search(r"\]\((?!https?:|#)|src=\\\"(?!https)", readme), "a link of the checkout"


def test_the_readme_of_an_index_leads_to_the_repository() -> None:
    shown = '![felt](a.svg) [web](https://b.example) [page](docs/c.md) <img src="d.svg" width="9">'
    assert hatch_build.linked(shown, "https://x.example/") == (
        "![felt](https://x.example/a.svg?raw=true) [web](https://b.example) "
        '[page](https://x.example/docs/c.md) <img src="https://x.example/d.svg?raw=true" width="9">'
    )


def test_only_a_checkout_needs_node(tmp_path: Path) -> None:
    hook = hatch_build.PagesHook(str(tmp_path), {}, None, None, "", "wheel")  # type: ignore[arg-type]
    assert hook.dependencies() == hatch_build.TOOLS
    built = tmp_path / hatch_build.STATIC / hatch_build.BUILT
    built.parent.mkdir(parents=True)
    built.touch()
    assert hook.dependencies() == hatch_build.TOOLS, "pages that may be old"
    (tmp_path / "PKG-INFO").touch()
    assert hook.dependencies() == []
    hook.initialize("standard", {})  # builds nothing: there is nothing here to build from


def test_the_pages_bring_the_licences_of_what_is_bundled_in_them(tmp_path: Path) -> None:
    said = (ROOT / hatch_build.STATIC / hatch_build.LICENCES).read_text("utf-8")
    packages = json.loads((ROOT / "web/package.json").read_text("utf-8"))["dependencies"]
    for name, version in packages.items():
        assert f"{name} {version} (" in said
    assert "SIL OPEN FONT LICENSE" in said
    assert said.count("Permission is hereby granted") >= 3
