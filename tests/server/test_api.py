"""The HTTP API as it describes itself, tried by schemathesis (requirement 19).

Everyone tries every address with what the description allows and with what it does not: no answer
is a 500, every answer is as described, and what is refused leaves no trace.
"""

import contextlib
from collections.abc import Iterator
from functools import partial
from typing import Any
from urllib.parse import quote

import jsonschema_rs
import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.specs.openapi.definitions import OPENAPI_31

from croupier.bootstrap import ENDPOINTS
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.server.api.endpoint import openapi
from croupier.server.live.rates import Buckets
from croupier.table.core import HOUSE_STREAM
from tests.server.houses import SHIFT, STAFF, TIMEOUT_S, Hosted, configured, dealt, hosting

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
EXAMPLES = 4
"""Of each kind, for each address and each who."""
ON_RECORD = {"staff.sign-in-failed", "staff.sign-in-throttled"}
"""What the house writes down of those whom it refuses."""
DESCRIBED = openapi(ENDPOINTS, "The Test House")


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    folder = tmp_path_factory.mktemp("api")
    with hosting(configured(folder, [*map(dealt, TABLES)], demonstration=True)) as hosted:
        hosted.house.requests = Buckets(10**6, 10**6)
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.enrolled("ada"))
        for table in hosted.house.channels:
            hosted.run(hosted.open(table, "ada"))
            hosted.run(hosted.must(table, OpenBets()))
            hosted.run(hosted.close_bets(table))
            hosted.run(hosted.must(table, CallOutcome(number="7"), ConfirmOutcome(number="7")))
        yield hosted


BOUNDED = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
TABLES = "sands-2019", "fast-action-2020"


def guided() -> dict[str, Any]:
    """The description without what the tests themselves say: who asks, and what there is."""
    described: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(DESCRIBED))
    for path in described["paths"].values():
        for operation in path.values():
            operation.pop("security", None)
            for parameter in operation["parameters"]:
                if parameter["name"] in ("table", "book") and parameter["in"] == "path":
                    parameter["schema"]["enum"] = TABLES
    return described


SCHEMA = schemathesis.openapi.from_dict(guided())
OPERATIONS = {
    one.ok().label: one.ok()  # type: ignore[union-attr]
    for one in SCHEMA.get_all_operations()
}
WHO = {"nobody": None, "a terminal": "ada", "the shift manager": SHIFT}


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("label", OPERATIONS)
def test_every_address_keeps_to_its_description(hosted: Hosted, label: str, who: str) -> None:
    operation, asks = OPERATIONS[label], WHO[who]
    with requests.Session() as session:
        session.headers["Origin"] = hosted.address

        def tried(case: schemathesis.Case[Any]) -> None:
            before = hosted.head()
            case.cookies.clear()
            case.headers.pop("Cookie", None)
            if asks is SHIFT and SHIFT.name not in hosted.cookies:
                token, _ = hosted.house.office.door.sessions.begin(SHIFT, "127.0.0.1")
                hosted.cookies[SHIFT.name] = f"croupier={token}"
            headers = {"Cookie": hosted.cookie(asks) or ""}
            send = partial(case.call, base_url=hosted.address, session=session)
            reply = send(headers=headers, timeout=TIMEOUT_S)
            case.validate_response(reply, checks=CHECKS)
            if reply.status_code >= 400:
                new = hosted.entries(HOUSE_STREAM, before[HOUSE_STREAM])
                named = {one.name for one in new if not one.name.startswith("journal.")}
                assert named <= ON_RECORD
                del before[HOUSE_STREAM]
                after = hosted.head()
                assert before == {stream: after[stream] for stream in before}
            if "set-cookie" in reply.headers:
                hosted.cookies.clear()

        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            strategy = operation.as_strategy(generation_mode=mode)
            # An address that takes nothing has nothing to get wrong.
            with contextlib.suppress(Unsatisfiable):
                BOUNDED(given(case=strategy)(tried))()
    assert hosted.house.running.stopped is None


def test_the_description_is_openapi_3_1(hosted: Hosted) -> None:
    shown = hosted.http("GET", "/api/openapi.json").json
    assert shown["openapi"] == "3.1.0"
    jsonschema_rs.Draft202012Validator(OPENAPI_31).validate(shown)
    for schema in shown["components"]["schemas"].values():
        jsonschema_rs.meta.validate({"$schema": DRAFT} | schema)
    known = {f"#/components/schemas/{name}" for name in shown["components"]["schemas"]}
    assert set(references(shown)) <= known
    ids = [one["operationId"] for path in shown["paths"].values() for one in path.values()]
    assert len(ids) == len(set(ids)) == len(ENDPOINTS)


DRAFT = "https://json-schema.org/draft/2020-12/schema"


def references(part: Any) -> Iterator[str]:
    """Everything that a part of the description points to."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref":
                yield value
            else:
                yield from references(value)
    elif isinstance(part, list):
        for value in part:
            yield from references(value)


@pytest.mark.parametrize("number", ["9" * 400, "9" * 5_000, "-1", "1e3", "½", "%00", "0x10"])
def test_a_number_that_is_none_leads_nowhere(hosted: Hosted, number: str) -> None:
    path = quote(f"/api/approvals/{number}/approve", safe="/%")
    assert hosted.http("POST", path, {}, SHIFT).status == 404
    for label, operation in DESCRIBED["paths"].items():
        for method, one in operation.items():
            whole = [p for p in one["parameters"] if p["schema"].get("type") == "integer"]
            if method == "get" and whole and whole[0]["in"] == "query" and "{" not in label:
                query = f"{label}?{whole[0]['name']}={quote(number, safe='%')}"
                reply = hosted.http("GET", query, who=SHIFT)
                assert reply.status == 400, query
                assert reply.code == "request/bad-query"
