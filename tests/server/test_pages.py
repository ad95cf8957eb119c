"""The pages as they are served: their media types, how long they are kept, and nothing else."""

import gzip
import os
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from croupier.server.pages import PAGES, Pages

SCRIPT = "export const felt = 1;\n" * 40


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>the door</title>")
    (static / "table.html").write_text("<!doctype html><title>a table</title>")
    (static / "assets" / "table-Ab12.js").write_text(SCRIPT)
    (static / "assets" / "face-Cd34.woff2").write_bytes(b"wOF2" * 9)
    (static / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (static / "notes.txt").write_text("not for anybody")
    (static / "built").touch()
    (tmp_path / "secret.js").write_text("outside")
    return static


def client(folder: Path) -> TestClient:
    return TestClient(Starlette(routes=list(Pages(folder).routes())))


def test_a_page_is_asked_for_anew_each_time(folder: Path) -> None:
    answer = client(folder).get("/table/sands-2019")
    assert answer.status_code == 200
    assert "a table" in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"


def test_what_carries_its_hash_is_kept_for_good(folder: Path) -> None:
    answer = client(folder).get("/assets/table-Ab12.js")
    assert answer.text == SCRIPT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer.headers["cache-control"]
    assert client(folder).get("/assets/face-Cd34.woff2").headers["content-type"] == "font/woff2"


def test_text_goes_packed_to_whoever_takes_it(folder: Path) -> None:
    with client(folder).stream(
        "GET", "/assets/table-Ab12.js", headers={"accept-encoding": "gzip"}
    ) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw).decode() == SCRIPT
    plain = client(folder).get("/assets/table-Ab12.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers


@pytest.mark.parametrize(
    "address",
    [
        "/assets/../../secret.js",
        "/assets/%2e%2e/%2e%2e/secret.js",
        "/assets/..%2f..%2fsecret.js",
        "/assets//etc/passwd",
        "/assets/",
        "/notes.txt",
        "/built",
        "/table.html",
        "/index.html",
        "/nowhere",
    ],
)
def test_nothing_else_is_there(folder: Path, address: str) -> None:
    assert client(folder).get(address).status_code == 404


def test_pages_that_are_not_built_say_how(tmp_path: Path) -> None:
    answer = client(tmp_path / "none").get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text


def test_a_new_build_is_served_without_a_restart(folder: Path) -> None:
    pages = client(folder)
    assert "the door" in pages.get("/").text
    (folder / "index.html").write_text("<!doctype html><title>painted</title>")
    stamp = (folder / "built").stat()
    os.utime(folder / "built", ns=(stamp.st_atime_ns, stamp.st_mtime_ns + 1_000_000))
    assert "painted" in pages.get("/").text


def test_every_page_has_an_html_file_of_its_own() -> None:
    assert all(name.endswith(".html") and "/" not in name for name in PAGES.values())
