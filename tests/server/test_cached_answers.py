"""What everybody may read is made once, and made again when it has changed."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.history.statistics import statistics_of
from croupier.house.seats import TakeSeat
from croupier.pictures import felt_svg
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.server.api import play as api_play
from croupier.server.api import record as api_record
from croupier.server.api.endpoint import Reply
from croupier.server.live.rates import ANSWERS_MAX, KeptAnswers
from tests.server.houses import Hosted, configured, dealt, hosting

TABLE = "sands-2019"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosting(configured(tmp_path_factory.mktemp("kept"), [dealt(TABLE)])) as hosted:
        hosted.run(hosted.open(TABLE, "ada"))
        yield hosted


class Counted:
    """A function that counts how often it works."""

    def __init__(self, works: Any) -> None:
        self.works, self.times = works, 0

    def __call__(self, *given: Any) -> Any:
        self.times += 1
        return self.works(*given)


def test_what_never_changes_is_made_once(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Counted(felt_svg)
    monkeypatch.setattr(api_play, "felt_svg", drawn)
    said = [hosted.http("GET", f"/api/books/{TABLE}/felt.svg") for _ in range(5)]
    assert {(one.status, one.content) for one in said} == {(200, said[0].content)}
    assert {one.headers["Content-Type"] for one in said} == {said[0].headers["Content-Type"]}
    assert drawn.times == 1
    assert hosted.http("GET", "/api/books/none/felt.svg").status == 404


@pytest.mark.parametrize(
    "path",
    [
        "/api/books",
        *(f"/api/books/{TABLE}{x}" for x in ("", "/wagers", "/clauses", "/felt.svg", "/wheel.svg")),
        *(f"/api/tables/{TABLE}/{x}" for x in ("rounds?limit=9", "statistics?rounds=9")),
    ],
)
def test_every_page_that_all_may_read_is_made_once(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(hosted.house, "kept", KeptAnswers())
    made = Counted(hosted.house.kept.keep)
    monkeypatch.setattr(hosted.house.kept, "keep", made)
    first, second = (hosted.http("GET", path) for _ in range(2))
    assert (first.status, first.content) == (200, second.content)
    assert made.times == 1


def test_what_changes_with_the_table_is_made_again_when_it_has(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Counted(statistics_of)
    monkeypatch.setattr(api_record, "statistics_of", made)
    path = f"/api/tables/{TABLE}/statistics"
    assert [hosted.http("GET", path).json["settled"] for _ in range(5)] == [0] * 5
    assert made.times == 1
    assert hosted.http("GET", f"{path}?rounds=7").json["settled"] == 0
    assert made.times == 2, "another question"
    hosted.run(hosted.must(TABLE, OpenBets()))
    hosted.run(hosted.close_bets(TABLE))
    hosted.run(hosted.must(TABLE, CallOutcome(number="17"), ConfirmOutcome(number="17")))
    assert [hosted.http("GET", path).json["settled"] for _ in range(5)] == [1] * 5
    hosted.run(hosted.must(TABLE, TakeSeat(player="ben")))
    assert hosted.http("GET", path).json["settled"] == 1


def test_answers_that_are_kept_have_a_most() -> None:
    kept: KeptAnswers[Reply] = KeptAnswers()
    for n in range(2 * ANSWERS_MAX):
        kept.keep(n, True, Reply(b""))
    assert [kept.find(n, True) is None for n in (0, 2 * ANSWERS_MAX - 1)] == [True, False]
    assert kept.find(2 * ANSWERS_MAX - 1, False) is None


def test_what_is_asked_for_again_stays_whatever_else_is_asked() -> None:
    kept: KeptAnswers[Reply] = KeptAnswers()
    kept.keep("everybody's", True, Reply(b""))
    for n in range(2 * ANSWERS_MAX):
        kept.keep(n, True, Reply(b""))
        assert kept.find("everybody's", True) is not None
