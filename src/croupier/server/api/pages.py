"""The pages: built from ``web/`` into ``static/``, kept in memory, and served as they are.

No address is looked up on disk: only files listed at reading exist. Files under ``assets/`` have
their content's hash in their name and are cached forever; pages themselves are never cached. The
build writes texts compressed too, beside each: they are the same for everybody and hold no secret.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from croupier.server.api.packing import PACKED, accepted

STATIC = Path(__file__).parent.with_name("static")
BUILT = "built"
"""The file a build writes last: when it changes, everything is read again."""

PAGES: Mapping[str, str] = {
    "/": "index.html",
    "/table/{table}": "table.html",
    "/dealer": "dealer.html",
    "/dealer/{table}": "dealer.html",
    "/pit": "pit.html",
    "/desk": "pit.html",
    "/display/{table}": "display.html",
    "/odds": "odds.html",
    "/odds/{book}": "odds.html",
    "/recall": "recall.html",
    "/recall/{table}": "recall.html",
    "/recall/{table}/{round:int}": "recall.html",
}
"""The addresses of the pages and their files; a page reads its own address."""

MEDIA: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml; charset=utf-8",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
FOR_GOOD = "public, max-age=31536000, immutable"
NOT_BUILT = "The pages of this house are not built yet. In a checkout, run: make web\n"


class File(NamedTuple):
    """A file of the pages and its compressed forms."""

    content: bytes
    packed: Mapping[str, bytes]
    media: str


class Pages:
    """The built files, read once per build."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._stamp: int | None = None
        self._files: Mapping[str, File] = {}

    def find(self, name: str) -> File | None:
        """A file by its path in the folder."""
        try:
            stamp = (self._folder / BUILT).stat().st_mtime_ns
        except FileNotFoundError:
            return None
        if stamp != self._stamp:
            self._files, self._stamp = _read(self._folder), stamp
        return self._files.get(name)

    def routes(self) -> Sequence[BaseRoute]:
        """The routes of all pages and their files."""
        return (
            *(Route(path, self._page(name), methods=["GET"]) for path, name in PAGES.items()),
            Route("/assets/{name:path}", self._asset, methods=["GET"]),
            Route("/{name}", self._root_file, methods=["GET"]),
        )

    def _page(self, name: str) -> Callable[[HttpRequest], Awaitable[Response]]:
        async def serve(http: HttpRequest) -> Response:
            found = self.find(name)
            if found is None:
                return PlainTextResponse(NOT_BUILT, 503)
            return _answer(http, found, "no-store")

        return serve

    async def _asset(self, http: HttpRequest) -> Response:
        return self._named(http, f"assets/{http.path_params['name']}", FOR_GOOD)

    async def _root_file(self, http: HttpRequest) -> Response:
        """Files at the root, such as the icon; pages have their own addresses."""
        name = http.path_params["name"]
        return self._named(http, name if not name.endswith(".html") else "", "no-cache")

    def _named(self, http: HttpRequest, name: str, cache: str) -> Response:
        found = self.find(name)
        if found is None:
            raise HTTPException(404)
        return _answer(http, found, cache)


def _read(folder: Path) -> Mapping[str, File]:
    files = {}
    for path in sorted(folder.rglob("*")):
        media = MEDIA.get(path.suffix)
        if media is not None and path.is_file():
            forms = {form: path.with_name(path.name + ends) for form, ends in PACKED.items()}
            packed = {form: each.read_bytes() for form, each in forms.items() if each.is_file()}
            name = path.relative_to(folder).as_posix()
            files[name] = File(path.read_bytes(), packed, media)
    return files


def _answer(http: HttpRequest, file: File, cache: str) -> Response:
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    for form in accepted(http.headers.get("accept-encoding", "")):
        if form in file.packed:
            headers["content-encoding"] = form
            return Response(file.packed[form], media_type=file.media, headers=headers)
    return Response(file.content, media_type=file.media, headers=headers)
