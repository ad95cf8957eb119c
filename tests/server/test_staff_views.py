"""Staff are shown what their position needs: a Dealer does not read everybody's past."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.house.exclusion import ExcludePlayer
from croupier.office.names import HOUSE
from croupier.office.state import Assignment
from croupier.protocol import frames as f
from croupier.round.base import Actor
from croupier.round.bets import RecordWager
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from tests.server.houses import (
    DEALER,
    MANAGER,
    STAFF,
    SUPERVISOR,
    Hosted,
    closing,
    configured,
    dealt,
    hosting,
)

TABLE, OTHER = "racetrack-2012", "sands-2017"
ROUNDS = 4
WHY = "lost more than he had"
WHOLE = ("meters", "export", "export?what=wagers", "export?format=notation&round=1")


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    config = configured(tmp_path_factory.mktemp("need"), [dealt(TABLE), dealt(OTHER)])
    with hosting(config) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.open(TABLE, "quagga"))
        for _ in range(ROUNDS):
            hosted.run(hosted.must(TABLE, OpenBets()))
            wager = RecordWager(player="quagga", wager="red", amount=500)
            hosted.run(hosted.must(TABLE, wager))
            called = (CallOutcome(number="1"), ConfirmOutcome(number="1"))
            hosted.run(hosted.must(TABLE, *closing(TABLE), *called))
        out = ExcludePlayer(player="zebra", reason=WHY)
        hosted.run(hosted.must(TABLE, out, by=MANAGER))
        yield hosted


def shown(hosted: Hosted, path: str, who: Actor) -> str:
    return hosted.http("GET", path, who=who).content.decode(errors="replace")


def round_of(hosted: Hosted, number: int, who: Actor) -> str:
    return shown(hosted, f"/api/tables/{TABLE}/rounds/{number}", who)


def test_a_dealer_recalls_in_full_the_rounds_that_they_pay_and_no_others(hosted: Hosted) -> None:
    for number in range(1, ROUNDS + 1):
        assert "quagga" in round_of(hosted, number, SUPERVISOR)
        seen = round_of(hosted, number, DEALER)
        assert ("quagga" in seen) is (number > ROUNDS - 2), number
        assert '"outcome":"1"' in seen, "what everybody saw they see as well"


def test_a_dealer_of_another_table_recalls_none_in_full(hosted: Hosted) -> None:
    finn = Actor("finn", DEALER.position)
    hosted.run(hosted.staffed(finn))
    assert "quagga" in round_of(hosted, ROUNDS, finn)
    asked = Assignment(finn.name, (OTHER,), 0, 0, "late shift", MANAGER)
    made = hosted.run(hosted.house.office.assign(asked, 8))
    assert not isinstance(made, Refusal), made
    assert "quagga" not in round_of(hosted, ROUNDS, finn)


def test_a_dealer_acting_in_a_higher_position_reads_what_it_needs(hosted: Hosted) -> None:
    eva = Actor("eva", DEALER.position)
    hosted.run(hosted.staffed(eva))
    assert "quagga" not in round_of(hosted, 1, eva)
    assert WHY not in shown(hosted, "/api/excluded", eva)
    terms = ("eva", Position.PIT_SUPERVISOR, 2, HOUSE, "the supervisor is ill")
    made = hosted.run(hosted.house.office.appoint(*terms))
    assert not isinstance(made, Refusal), made
    assert WHY in shown(hosted, "/api/excluded", eva)


def test_who_acts_in_a_higher_position_recalls_everything_where_they_act(tmp_path: Path) -> None:
    table, eva = "sands-2019", Actor("eva", DEALER.position)
    with hosting(configured(tmp_path, [dealt(table)])) as hosted:
        hosted.run(hosted.staffed(eva))
        hosted.run(hosted.open(table, "quagga"))
        called = (CallOutcome(number="1"), ConfirmOutcome(number="1"))
        for _ in range(3):
            wager = RecordWager(player="quagga", wager="red", amount=500)
            hosted.run(hosted.must(table, OpenBets(), wager, *closing(table), *called))
        path = f"/api/tables/{table}/rounds/1"
        assert "quagga" not in shown(hosted, path, eva)
        terms = ("eva", Position.PIT_SUPERVISOR, 2, HOUSE, "the supervisor is ill")
        hosted.run(hosted.house.office.appoint(*terms))
        assert "quagga" in shown(hosted, path, eva)


@pytest.mark.parametrize("path", ["/api/audit", *(f"/api/tables/{TABLE}/{x}" for x in WHOLE)])
def test_the_record_of_everyone_is_for_the_floor(hosted: Hosted, path: str) -> None:
    assert hosted.http("GET", path, who=SUPERVISOR).status == 200
    refused = hosted.http("GET", path, who=DEALER)
    assert (refused.status, refused.code) == (403, "position/not-allowed")


def test_why_somebody_is_excluded_is_not_for_a_dealer(hosted: Hosted) -> None:
    assert "zebra" in shown(hosted, "/api/excluded", DEALER), "whom not to seat they must know"
    assert WHY in shown(hosted, "/api/excluded", SUPERVISOR)
    paths = ["/api/excluded", "/api/audit", "/api/floor", f"/api/tables/{TABLE}/staff"]
    paths += [f"/api/tables/{TABLE}/export?format=jsonl", f"/api/tables/{TABLE}/meters"]
    paths += [f"/api/tables/{TABLE}/rounds/{number}" for number in range(1, ROUNDS + 1)]
    for path in paths:
        assert WHY not in shown(hosted, path, DEALER), path


def test_sums_of_rounds_are_for_the_floor(hosted: Hosted) -> None:
    def staked(who: Actor) -> set[Any]:
        reply = hosted.http("GET", f"/api/tables/{TABLE}/rounds", who=who)
        return {one["staked"] for one in reply.json}

    assert staked(SUPERVISOR) == {500}
    assert staked(DEALER) == {None}


def test_a_dealer_sees_their_own_requests_and_no_alerts_about_people(hosted: Hosted) -> None:
    adjust = {"type": "adjust-balance", "player": "quagga", "chips": "cash-chips", "amount": 100}
    command = adjust | {"reason": "a miscount"}
    body = {"table": TABLE, "command": command, "reason": "between the two of us"}
    asked = hosted.http("POST", "/api/approvals", body, SUPERVISOR)
    assert asked.status == 200, asked.content
    number = asked.json["approval"]

    async def floor(who: Actor) -> str:
        wire = await hosted.wire(who)
        await wire.ask(f.WatchFloor(), f.FloorFrame)
        return wire.texts[-1]

    for who, seen in ((MANAGER, True), (DEALER, False)):
        texts = [shown(hosted, path, who) for path in ("/api/approvals", "/api/floor")]
        texts += [hosted.run(floor(who))]
        assert all(("between the two of us" in text) is seen for text in texts), who
        effect = hosted.http("GET", f"/api/approvals/{number}/effect", who=who)
        assert (effect.status == 200) is seen
