"""The example of a real house: its file is in order, and what runs it can run it."""

import json
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
import typer.main

from croupier.cli import app
from croupier.server.config.house import HouseConfig
from croupier.server.config.reading import read_house
from croupier.server.config.settings import Connections

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "house"


@pytest.fixture
def house() -> HouseConfig:
    return read_house(EXAMPLE / "house.toml")


def require_command(arguments: list[str]) -> None:
    """A command line must name a command and options that there are."""
    command: Any = typer.main.get_command(app)
    rest = arguments
    while known := getattr(command, "commands", {}):
        name, *rest = rest
        assert name in known, f"croupier has no command {name}"
        command = known[name]
    options = {name for parameter in command.params for name in parameter.opts}
    assert {word.partition("=")[0] for word in rest if word.startswith("-")} <= options


def unit() -> dict[str, dict[str, list[str]]]:
    """The sections of the systemd unit; a key may be there several times."""
    sections: dict[str, dict[str, list[str]]] = {}
    section: dict[str, list[str]] = {}
    for line in (EXAMPLE / "croupier.service").read_text(encoding="utf-8").splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line):
            section = sections.setdefault(header[1], {})
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            section.setdefault(key, []).append(value)
    return sections


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile with what they are given."""
    text = (EXAMPLE / "Containerfile").read_text(encoding="utf-8")
    lines = re.sub(r"(?m)^#.*\n", "", text).replace("\\\n", " ").splitlines()
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines if line)]


def test_the_house_is_dealt_by_people(house: HouseConfig) -> None:
    assert [table.deals for table in house.tables] == ["dealer", "dealer"]
    assert not house.demonstration
    assert house.listen.is_loopback


def test_the_unit_runs_commands_that_there_are() -> None:
    service = unit()["Service"]
    for line in service["ExecStart"] + service["ExecStartPre"]:
        program, *arguments = shlex.split(line)
        assert Path(program).name == "croupier"
        require_command(arguments)


def test_the_unit_lets_the_house_write_its_record_and_nothing_else(house: HouseConfig) -> None:
    service = unit()["Service"]
    state = Path("/var/lib") / service["StateDirectory"][0]
    assert house.data.is_relative_to(state)
    assert house.secrets.is_relative_to(state)
    for key, value in {
        "NoNewPrivileges": "yes",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "StateDirectoryMode": "0700",
        "CapabilityBoundingSet": "",
        "UMask": "0077",
    }.items():
        assert service[key] == [value]
    assert service["User"] != ["root"]
    if any(table.wheel == "serial" for table in house.tables):
        assert "PrivateDevices" not in service
        assert service["DeviceAllow"]
    RawConfigParser(strict=False).read_string(
        (EXAMPLE / "croupier.service").read_text(encoding="utf-8")
    )


def test_the_unit_has_a_descriptor_for_every_connection() -> None:
    (limit,) = unit()["Service"]["LimitNOFILE"]
    assert int(limit) > Connections().most + 1000


def test_the_container_runs_a_command_that_there_is_and_not_as_root() -> None:
    made = dict(instructions())
    entry, command = json.loads(made["ENTRYPOINT"]), json.loads(made["CMD"])
    assert entry == ["croupier"]
    require_command(command)
    assert made["USER"] == "croupier"
    words = [word for word, _ in instructions()]
    assert words.index("USER") < words.index("ENTRYPOINT")


def test_the_page_of_operations_names_only_commands_that_there_are() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    shown = "".join(re.findall(r"(?s)```sh\n(.*?)```", page))
    lines = re.findall(r"(?m)^croupier (.*?)(?:\s+#.*)?$", shown)
    assert len(lines) >= 9
    for line in lines:
        require_command(shlex.split(line))


def test_the_container_is_built_from_what_it_copies(tmp_path: Path) -> None:
    """The package is built from those files alone; what npm would fetch is lent to it."""
    context = tmp_path / "context"
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    names = [line.rpartition("/")[2] for line in left_out if not line.startswith("#")]
    for word, rest in instructions():
        if word == "COPY":
            *sources, target = rest.split()
            for source in sources:
                to = context / target.lstrip("/")
                if (ROOT / source).is_dir():
                    ignored = shutil.ignore_patterns(*names)
                    shutil.copytree(ROOT / source, to, ignore=ignored, dirs_exist_ok=True)
                else:
                    to.mkdir(parents=True, exist_ok=True)
                    shutil.copy(ROOT / source, to)
    (context / "src/web/node_modules").symlink_to(ROOT / "web/node_modules")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(
        build, cwd=context / "src", capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    held = zipfile.ZipFile(wheel).namelist()
    assert {"croupier/server/static/built", "croupier/books/sands-2019.toml"} <= set(held)
    assert any(name.startswith("croupier/server/static/") and ".js" in name for name in held)


def test_the_unit_lets_the_lab_compile_and_give_way() -> None:
    """An evening is worked out in machine code made on the spot, at the lowest priority."""
    service = unit()["Service"]
    assert "MemoryDenyWriteExecute" not in service
    assert service["SystemCallFilter"].index("setpriority") > service["SystemCallFilter"].index(
        "~@privileged @resources"
    )
    cache = service["CacheDirectory"][0]
    assert service["Environment"] == [f"NUMBA_CACHE_DIR=%C/{cache}"]


def test_the_container_keeps_data_and_secrets_in_volumes(house: HouseConfig) -> None:
    made = dict(instructions())
    assert json.loads(made["VOLUME"]) == [str(house.data), str(house.secrets)]
    assert made["EXPOSE"] == str(house.listen.port)
    for word, rest in instructions():
        if word == "COPY":
            *sources, _ = rest.split()
            assert all((ROOT / source).exists() for source in sources)
