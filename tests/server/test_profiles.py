"""A make of terminal over the network: what it offers is shown, and the rest is refused."""

from pathlib import Path

import msgspec

from croupier.house import commands as h
from croupier.round import commands as r
from croupier.table.core import table_stream
from tests.server.houses import OPENER, SHIFT, SUPERVISOR, Hosted, configured, dealt, hosting

BOOK = "edz-2020"
FINALES = {"type": "place-wager", "wager": "finales:1", "amount": 400}


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
        at.run(at.must(BOOK, r.OpenBets()))
        shown = at.http("GET", f"/api/tables/{BOOK}").json
        assert shown["calls"] == ["tiers", "orphelins", "voisins", "zero-spiel", "neighbours"]
        verdict = at.act("ada", BOOK, FINALES).json
        assert (verdict["accepted"], verdict["code"]) == (False, "wager/not-offered-here")
        assert (verdict["clause"], verdict["seq"] > 0) == ("App. I", True)
        assert at.act("ada", BOOK, {**FINALES, "wager": "tiers", "amount": 600}).json["accepted"]
        assert refusals(at) == [("wager/not-offered-here", "App. I")]
        at.run(at.must(BOOK, r.CloseBets(), r.SpinBall(), r.CallOutcome(number="2")))
        at.run(at.must(BOOK, r.ConfirmOutcome(number="2")))
        at.run(at.must(BOOK, h.LeaveSeat(player="ada")))
        closer = at.house.floor.tables[BOOK].state.ledger.balance("float")
        at.run(at.must(BOOK, h.CloseTable(closer=closer), by=SUPERVISOR))
        at.run(at.must(BOOK, h.EndDay(), by=SHIFT))
    with hosting(config) as at:
        at.run(at.must(BOOK, h.StartDay(day="2026-11-16"), by=SHIFT))
        at.run(at.must(BOOK, h.OpenTable(opener=OPENER), by=SUPERVISOR))
        at.run(at.must(BOOK, h.TakeSeat(player="ada"), h.BuyIn(player="ada", amount=1000)))
        at.run(at.must(BOOK, r.OpenBets()))
        place = r.PlaceWager(wager="finales:1", amount=400)
        answer = at.run(at.ask(BOOK, place, r.Actor("ada")))
        assert answer.code == "wager/not-offered-here", "a snapshot does not forget the setting"


def test_without_a_profile_everything_in_the_book_is_offered(tmp_path: Path) -> None:
    with hosting(configured(tmp_path, [dealt(BOOK)])) as at:
        shown = at.http("GET", f"/api/tables/{BOOK}").json
        assert shown["calls"][-1] == "finales"
        at.run(at.open(BOOK, "ada"))
        at.run(at.enrolled("ada"))
        at.run(at.must(BOOK, r.OpenBets()))
        assert at.act("ada", BOOK, FINALES).json["accepted"]
