"""Only what is public and the same for everybody is compressed: docs/security.md, by address."""

import gzip
from collections.abc import Iterator
from time import sleep

import pytest

from croupier.bootstrap import ENDPOINTS
from croupier.round.base import Actor
from croupier.server.api.packing import WORTH_IT
from tests.server.houses import STAFF, SUPERVISOR, Hosted, configured, dealt, hosting

TABLE = "racetrack-2012"
PUBLIC = ("/api/books", "/api/openapi.json")
READS = [one.path for one in ENDPOINTS if one.method == "GET"]
TAKES = {"Accept-Encoding": "gzip, br"}
OF_PATHS = {"{table}": TABLE, "{book}": TABLE, "{round:int}": "1", "{id:int}": "1"}


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosting(configured(tmp_path_factory.mktemp("packing"), [dealt(TABLE)])) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        yield hosted


def filled(path: str) -> str:
    for hole, value in OF_PATHS.items():
        path = path.replace(hole, value)
    return path


@pytest.mark.parametrize("path", [*READS, "/api/openapi.json", "/healthz", "/metrics", "/nowhere"])
def test_an_answer_is_compressed_where_its_address_says_so(hosted: Hosted, path: str) -> None:
    """A supervisor asks, so that the answers hold what only staff may see."""
    at = filled(path)
    answer = hosted.http("GET", at, who=SUPERVISOR, headers=TAKES)
    public = at.startswith(PUBLIC) and answer.status == 200
    plain = hosted.http("GET", at, who=SUPERVISOR)
    assert "content-encoding" not in plain.headers
    if public and len(plain.content) > WORTH_IT:
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["vary"] == "accept-encoding"
        assert gzip.decompress(answer.content) == plain.content
        assert len(answer.content) < len(plain.content) / 2
    else:
        assert "content-encoding" not in answer.headers


def answered(hosted: Hosted, path: str, who: Actor | None = None) -> bytes:
    """The answer, asked for again while the tests before have used the rate of this address up."""
    while (answer := hosted.http("GET", path, who=who)).status == 429:
        sleep(0.2)
    return answer.content


def test_what_is_compressed_is_the_same_whoever_asks(hosted: Hosted) -> None:
    """Nothing of who asks, and nothing that a request brings along, is in it."""
    for path in (filled(each) for each in READS if each.startswith(PUBLIC)):
        by_staff = answered(hosted, path, SUPERVISOR)
        assert answered(hosted, path) == by_staff, path
        assert SUPERVISOR.name.encode() not in by_staff
        assert answered(hosted, f"{path}?secret=guess") == by_staff, path
