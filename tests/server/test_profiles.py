"""A make of terminal over the network: what it offers is shown, and the rest is refused."""

from pathlib import Path

import msgspec

from croupier.house.chips import BuyIn
from croupier.house.day import EndDay, StartDay
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.tray import CloseTable, OpenTable
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.table.core import table_stream
from tests.clauses import proves
from tests.server.houses import (
    MANAGER,
    OPENER,
    SHIFT,
    SUPERVISOR,
    Hosted,
    configured,
    dealt,
    hosting,
)

BOOK = "edz-2020"
FINALES = {"type": "place-wager", "wager": "finales:1", "amount": 400}
TIERS = {"type": "place-wager", "wager": "tiers", "amount": 600}


def refusals(at: Hosted) -> list[tuple[str, str]]:
    bodies = [msgspec.json.decode(x.body) for x in at.entries(table_stream(BOOK)) if _is_no(x.name)]
    return [(body["code"], body["clause"]) for body in bodies]


def _is_no(name: str) -> bool:
    return name == "action.refused"


def test_what_a_table_does_not_offer_is_refused_on_record_after_a_restart_too(
    tmp_path: Path,
) -> None:
    table = dealt(BOOK, terminal="rapid-select")
    config = configured(tmp_path, [table])
    with hosting(config) as at:
        at.run(at.open(BOOK, "ada"))
        at.run(at.enrolled("ada"))
        at.run(at.must(BOOK, OpenBets()))
        shown = at.http("GET", f"/api/tables/{BOOK}").json
        assert shown["calls"] == ["tiers", "orphelins", "voisins", "zero-spiel", "neighbours"]
        verdict = at.act("ada", BOOK, FINALES).json
        assert (verdict["accepted"], verdict["code"]) == (False, "wager/not-offered-here")
        assert (verdict["clause"], verdict["seq"] > 0) == ("App. I", True)
        assert at.act("ada", BOOK, TIERS).json["accepted"]
        assert refusals(at) == [("wager/not-offered-here", "App. I")]
        at.run(at.must(BOOK, CloseBets(), SpinBall(), CallOutcome(number="2")))
        at.run(at.must(BOOK, ConfirmOutcome(number="2")))
        at.run(at.must(BOOK, LeaveSeat(player="ada")))
        closer = at.house.floor.tables[BOOK].state.ledger.balance("float")
        at.run(at.must(BOOK, CloseTable(closer=closer), by=SUPERVISOR))
        at.run(at.must(BOOK, EndDay(), by=SHIFT))
    with hosting(config) as at:
        at.run(at.must(BOOK, StartDay(day="2026-11-16"), by=SHIFT))
        at.run(at.must(BOOK, OpenTable(opener=OPENER), by=SUPERVISOR))
        at.run(at.must(BOOK, TakeSeat(player="ada"), BuyIn(player="ada", amount=1000)))
        at.run(at.must(BOOK, OpenBets()))
        place = PlaceWager(wager="finales:1", amount=400)
        answer = at.run(at.ask(BOOK, place, Actor("ada")))
        assert answer.code == "wager/not-offered-here", "a snapshot does not forget the setting"


def test_without_a_profile_everything_in_the_book_is_offered(tmp_path: Path) -> None:
    with hosting(configured(tmp_path, [dealt(BOOK)])) as at:
        shown = at.http("GET", f"/api/tables/{BOOK}").json
        assert shown["calls"][-1] == "finales"
        at.run(at.open(BOOK, "ada"))
        at.run(at.enrolled("ada"))
        at.run(at.must(BOOK, OpenBets()))
        assert at.act("ada", BOOK, FINALES).json["accepted"]


@proves("edz-2020", "1.1.2", "3.5", "App. I")
def test_at_one_table_each_terminal_offers_what_its_own_make_has(tmp_path: Path) -> None:
    config = configured(tmp_path, [dealt(BOOK)])
    with hosting(config) as at:
        at.run(at.open(BOOK, "ada", "bob"))
        at.run(at.enrolled("ada", profile="rapid-select"))
        at.run(at.enrolled("bob", profile="standard"))
        at.run(at.must(BOOK, OpenBets()))
        for player, has in (("ada", False), ("bob", True)):
            seat = at.http("GET", f"/api/tables/{BOOK}/seat", who=player).json
            assert ("finales" in seat["calls"], "tiers" in seat["calls"]) == (has, True)
            assert at.act(player, BOOK, FINALES).json["accepted"] is has
            assert at.act(player, BOOK, TIERS).json["accepted"]
        assert refusals(at) == [("wager/not-offered-here", "App. I")]
        several = {"type": "place-wagers", "wagers": [{"wager": "finales:1", "amount": 400}]}
        assert at.act("ada", BOOK, several).json["code"] == "wager/not-offered-here"
    with hosting(config) as at:
        at.run(at.must(BOOK, OpenBets()))
        place = PlaceWager(wager="finales:2", amount=400)
        for player, code in (("ada", "wager/not-offered-here"), ("bob", None)):
            assert at.run(at.ask(BOOK, place, Actor(player))).code == code


def test_a_terminals_own_make_goes_before_the_tables(tmp_path: Path) -> None:
    with hosting(configured(tmp_path, [dealt(BOOK, terminal="rapid-select")])) as at:
        at.run(at.open(BOOK, "ada", "bob"))
        at.run(at.enrolled("ada", profile="standard"))
        at.run(at.enrolled("bob"))
        at.run(at.must(BOOK, OpenBets()))
        assert at.act("ada", BOOK, FINALES).json["accepted"]
        assert at.act("bob", BOOK, FINALES).json["code"] == "wager/not-offered-here"


def test_a_make_of_another_book_says_nothing_at_a_table(tmp_path: Path) -> None:
    with hosting(configured(tmp_path, [dealt(BOOK), dealt("racetrack-2012")])) as at:
        at.run(at.enrolled("ada", profile="rapid-select"))
        seat = at.http("GET", "/api/tables/racetrack-2012/seat", who="ada").json
        shown = at.http("GET", "/api/tables/racetrack-2012").json
        assert seat["calls"] == shown["calls"] != []


def test_an_unknown_make_is_refused_at_enrolment_and_the_known_ones_are_named(
    tmp_path: Path,
) -> None:
    with hosting(configured(tmp_path, [dealt(BOOK), dealt("sands-2019")])) as at:
        at.run(at.staffed(MANAGER))
        at.signed_in(MANAGER)
        before = at.head()
        body = {"terminal": "seat-1", "profile": "abacus"}
        no = at.http("POST", "/api/terminals", body, who=MANAGER)
        assert (no.status, no.json["error"]["code"]) == (409, "terminal/no-such-profile")
        assert no.json["error"]["message"] == (
            "no book of a table here has a terminal profile 'abacus': they have "
            "standard, rapid-select"
        )
        assert at.head() == before
        made = at.http("POST", "/api/terminals", {**body, "profile": "standard"}, who=MANAGER)
        assert made.status == 200


def test_without_a_book_that_names_makes_there_is_none_to_enrol(tmp_path: Path) -> None:
    with hosting(configured(tmp_path, [dealt("sands-2019")])) as at:
        at.run(at.staffed(MANAGER))
        body = {"terminal": "seat-1", "profile": "standard"}
        no = at.http("POST", "/api/terminals", body, who=MANAGER)
        assert no.json["error"]["message"].endswith("they have none")
