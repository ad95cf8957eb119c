"""The pages as they are served: their media types, how long they are kept, and nothing else."""

import asyncio
import gzip
import os
from collections.abc import Callable
from pathlib import Path

import brotli
import httpx
import pytest
from starlette.applications import Starlette

from croupier.server.api.pages import BUILT, PAGES, STATIC, Pages

SCRIPT = "export const felt = 1;\n" * 40


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>the door</title>", encoding="utf-8")
    (static / "table.html").write_text("<!doctype html><title>a table</title>", encoding="utf-8")
    script = static / "assets" / "table-Ab12.js"
    script.write_text(SCRIPT, encoding="utf-8")
    script.with_name("table-Ab12.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    script.with_name("table-Ab12.js.br").write_bytes(brotli.compress(SCRIPT.encode()))
    (static / "assets" / "face-Cd34.woff2").write_bytes(b"wOF2" * 9)
    (static / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    (static / "notes.txt").write_text("not for anybody", encoding="utf-8")
    (static / "built").touch()
    (tmp_path / "secret.js").write_text("outside", encoding="utf-8")
    return static


Get = Callable[..., httpx.Response]


@pytest.fixture
def get(folder: Path) -> Get:
    return asking(folder)


def asking(folder: Path) -> Get:
    """What a client gets at an address of the pages in a folder."""
    app = Starlette(routes=list(Pages(folder).routes()))

    async def ask(address: str, **headers: str) -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            return await client.get(address, headers=headers)

    return lambda address, **headers: asyncio.run(ask(address, **headers))


def test_a_page_is_asked_for_anew_each_time(get: Get) -> None:
    answer = get("/table/sands-2019")
    assert answer.status_code == 200
    assert "a table" in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"


def test_what_carries_its_hash_is_kept_for_good(get: Get) -> None:
    answer = get("/assets/table-Ab12.js")
    assert answer.text == SCRIPT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer.headers["cache-control"]
    assert get("/assets/face-Cd34.woff2").headers["content-type"] == "font/woff2"


def test_text_goes_packed_to_whoever_takes_it(get: Get) -> None:
    packed = get("/assets/table-Ab12.js", **{"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == SCRIPT
    assert int(packed.headers["content-length"]) == len(gzip.compress(SCRIPT.encode()))
    best = get("/assets/table-Ab12.js", **{"accept-encoding": "gzip, br"})
    assert (best.headers["content-encoding"], best.headers["vary"]) == ("br", "accept-encoding")
    assert best.text == SCRIPT
    plain = get("/assets/table-Ab12.js", **{"accept-encoding": "identity, br;q=0"})
    assert "content-encoding" not in plain.headers
    assert plain.text == SCRIPT


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
        "/assets/table-Ab12.js.gz",
        "/assets/table-Ab12.js.br",
        "/table.html",
        "/index.html",
        "/nowhere",
    ],
)
def test_nothing_else_is_there(get: Get, address: str) -> None:
    assert get(address).status_code == 404


def test_pages_that_are_not_built_say_how(tmp_path: Path) -> None:
    answer = asking(tmp_path / "none")("/")
    assert answer.status_code == 503
    assert "make web" in answer.text


def test_a_new_build_is_served_without_a_restart(folder: Path, get: Get) -> None:
    assert "the door" in get("/").text
    (folder / "index.html").write_text("<!doctype html><title>painted</title>", encoding="utf-8")
    stamp = (folder / "built").stat()
    os.utime(folder / "built", ns=(stamp.st_atime_ns, stamp.st_mtime_ns + 1_000_000))
    assert "painted" in get("/").text


def test_every_page_has_an_html_file_of_its_own() -> None:
    assert all(name.endswith(".html") and "/" not in name for name in PAGES.values())


@pytest.mark.skipif(not (STATIC / BUILT).exists(), reason="the pages are not built")
def test_every_text_of_the_pages_is_built_compressed_and_no_secret_is_among_them() -> None:
    """They are what the build made, the same for everybody: see docs/security.md."""
    texts = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg")]
    assert len(texts) > 20
    for path in texts:
        small = path.with_name(path.name + ".gz").read_bytes()
        assert gzip.decompress(small) == path.read_bytes()
        assert path.with_name(path.name + ".br").stat().st_size <= len(small)
