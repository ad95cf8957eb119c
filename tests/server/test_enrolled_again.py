"""A terminal's name comes back: what was shown under it is not, and its money is told of."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.house.chips import BuyIn
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.journal.entry import Entry
from croupier.office.names import HOUSE
from croupier.round.opening import OpenBets
from croupier.server.config.house import HouseConfig
from croupier.server.floor.vouchers import SLIP_MS
from croupier.server.house import House
from croupier.words.message import joined
from tests.server.houses import MANAGER, SECOND, STAFF, Hosted, configured, dealt, hosting

TABLE = "sands-2019"
NOW = [1_800_000_000_000]


@pytest.fixture
def config(tmp_path: Path) -> HouseConfig:
    return configured(tmp_path, [msgspec.structs.replace(dealt(TABLE), self_service=True)])


@pytest.fixture
def hosted(config: HouseConfig) -> Iterator[Hosted]:
    with hosting(config, lambda: NOW[0]) as one:
        one.run(one.staffed(*STAFF))
        one.run(one.enrolled("kiosk"))
        one.run(one.open(TABLE, "kiosk"))
        yield one


def shown(hosted: Hosted) -> list[Any]:
    vouchers: list[Any] = hosted.http("GET", f"/api/tables/{TABLE}/seat", who="kiosk").json[
        "vouchers"
    ]
    return vouchers


def to_voucher(hosted: Hosted) -> None:
    out = {"type": "cash-out", "player": "kiosk", "paid": "voucher", "amount": 4_000}
    assert hosted.act("kiosk", TABLE, out).json["accepted"]


def enrolled_again(hosted: Hosted) -> None:
    hosted.run(hosted.house.office.withdraw("kiosk", MANAGER, "broken"))
    hosted.run(hosted.enrolled("kiosk"))


def test_the_vouchers_of_a_sitting_are_not_for_a_terminal_that_is_enrolled_again(
    hosted: Hosted, config: HouseConfig
) -> None:
    to_voucher(hosted)
    assert len(shown(hosted)) == 1
    enrolled_again(hosted)
    assert shown(hosted) == []
    to_voucher(hosted)
    assert len(shown(hosted)) == 1, "of its own"
    enrolled_again(hosted)
    assert shown(hosted) == []


def test_they_are_not_after_a_restart_either(config: HouseConfig) -> None:
    with hosting(config) as first:
        first.run(first.staffed(*STAFF))
        first.run(first.enrolled("kiosk"))
        first.run(first.open(TABLE, "kiosk"))
        to_voucher(first)
        enrolled_again(first)
    with hosting(config) as second:
        second.tokens = first.tokens
        assert shown(second) == []


def test_a_name_that_has_money_is_enrolled_with_an_alert(hosted: Hosted) -> None:
    hosted.run(hosted.must(TABLE, OpenBets()))
    wager = {"type": "place-wager", "wager": "red", "amount": 500}
    assert hosted.act("kiosk", TABLE, wager).json["accepted"]
    why = {"reason": "broken"}
    assert hosted.http("POST", "/api/terminals/kiosk/withdraw", why, MANAGER).json["accepted"]
    assert not hosted.house.office.state.alerts
    assert hosted.http("POST", "/api/terminals", {"terminal": "kiosk"}, MANAGER).status == 200
    (alert,) = hosted.house.office.state.alerts.values()
    assert (alert.kind, alert.about) == ("terminal/money", (MANAGER.name,))
    assert joined(alert.says) == f"kiosk is enrolled by {MANAGER.name} and has 1,000.00"
    path = f"/api/alerts/{alert.id}/acknowledge"
    assert hosted.http("POST", path, {}, MANAGER).code == "alert/own"
    assert hosted.http("POST", path, {}, SECOND).json["accepted"]


def test_the_alert_is_on_record_with_the_enrolment_or_neither_is(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that dies just then has not forgotten whose money it was."""
    hosted.run(hosted.enrolled("other"))
    hosted.run(hosted.must(TABLE, TakeSeat(player="other"), BuyIn(player="other", amount=5_000)))
    office, running = hosted.house.office, hosted.house.running
    for name in ("kiosk", "other"):
        hosted.run(office.withdraw(name, MANAGER, "broken"))
    written, write = list[list[str]](), running.write

    async def noted(entries: Sequence[Entry]) -> None:
        written.append([one.name for one in entries])
        await write(entries)

    monkeypatch.setattr(running, "write", noted)
    hosted.run(hosted.enrolled("kiosk", "other"))
    assert written == [["terminal.enrolled"] * 2 + ["alert.raised"] * 2]
    assert len(office.state.alerts) == 2, "each has a number of its own"


def test_what_is_held_counts_and_a_name_without_money_raises_none(hosted: Hosted) -> None:
    hosted.run(hosted.enrolled("new"))
    assert not hosted.house.office.state.alerts
    hosted.run(hosted.must(TABLE, LeaveSeat(player="kiosk")))
    enrolled_again(hosted)
    (alert,) = hosted.house.office.state.alerts.values()
    assert joined(alert.says) == f"kiosk is enrolled by {HOUSE.name} and has 1,000.00"


def test_a_voucher_taken_without_a_seat_is_shown_for_some_minutes(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a table that is not dealt no round ends it."""
    for command in ({"type": "leave-seat"}, {"type": "collect-held", "paid": "voucher"}):
        assert hosted.act("kiosk", TABLE, command | {"player": "kiosk"}).json["accepted"]
    assert len(shown(hosted)) == 1
    told: list[str] = []
    channel = hosted.house.channels[TABLE]
    monkeypatch.setattr(channel, "refresh_seats", told.extend)
    NOW[0] += SLIP_MS - 1
    swept(hosted.house, hosted)
    assert (len(shown(hosted)), told) == (1, [])
    NOW[0] += 1
    swept(hosted.house, hosted)
    assert (shown(hosted), told) == ([], ["kiosk"])
    swept(hosted.house, hosted)
    assert told == ["kiosk"], "once"


def swept(house: House, hosted: Hosted) -> None:
    async def sweep() -> None:
        house.watch.end_slips()

    hosted.run(sweep())


def test_a_voucher_of_the_sitting_is_shown_for_as_long_as_it_lasts(hosted: Hosted) -> None:
    to_voucher(hosted)
    NOW[0] += 10 * SLIP_MS
    swept(hosted.house, hosted)
    assert len(shown(hosted)) == 1
