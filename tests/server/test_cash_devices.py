"""Cash devices: what they may report, for whom, and that it counts once (requirement 24)."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.client.cash import BillValidator, TicketPrinter
from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn, DeviceKind
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.office.names import HOUSE
from croupier.round.base import Actor
from croupier.rules.refusal import Refusal
from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import CashDevices
from croupier.server.floor.vouchers import SLIP_MS
from croupier.server.house import House
from croupier.server.live.rates import Buckets
from croupier.table.answers import ID_JUMP_MAX, Answer
from croupier.table.core import HOUSE_STREAM, Request, table_stream
from croupier.words.message import joined
from tests.server.houses import (
    DEALER,
    MANAGER,
    SECOND,
    SHIFT,
    STAFF,
    SUPERVISOR,
    Hosted,
    configured,
    dealt,
    hosting,
)

ONE, TWO = "edz-one", "edz-two"
EDZ = dealt("edz-2020")
TABLES = [
    msgspec.structs.replace(EDZ, id=ONE, self_service=True),
    msgspec.structs.replace(EDZ, id=TWO),
]
LARGEST = 100_000


@pytest.fixture
def config(tmp_path: Path) -> HouseConfig:
    return configured(tmp_path, TABLES, cash_devices=CashDevices(largest_bill=LARGEST))


def begun(hosted: Hosted) -> Hosted:
    hosted.run(hosted.staffed(*STAFF))
    hosted.run(hosted.enrolled("kiosk", "other"))
    hosted.run(hosted.open(ONE, "kiosk", "other"))
    hosted.run(hosted.open(TWO))
    return hosted


@pytest.fixture
def hosted(config: HouseConfig) -> Iterator[Hosted]:
    with hosting(config) as one:
        yield begun(one)


def enrolled(
    hosted: Hosted, device: str = "acceptor", terminal: str = "kiosk", kind: DeviceKind = "both"
) -> str:
    made = hosted.run(hosted.house.office.enrol_device(device, terminal, HOUSE, kind=kind))
    assert not isinstance(made, Refusal), made
    return made.token


def purse(hosted: Hosted, player: str = "kiosk", table: str = ONE) -> int:
    hosted.run(hosted.house.running.idle())
    return sum(hosted.house.floor.tables[table].state.purse(player).values())


def asked(hosted: Hosted, token: str | None, path: str, body: object = None) -> Any:
    headers = {"Authorization": f"Bearer {token}" if token is not None else None}
    return hosted.http("GET" if body is None else "POST", path, body, headers=headers)


def test_a_bill_is_stacked_credited_and_metered(hosted: Hosted) -> None:
    before = purse(hosted)
    validator = BillValidator(hosted.address, enrolled(hosted))
    assert validator.insert_bill(5_000) == "stacked"
    assert validator.insert_bill(LARGEST + 1) == "returned"
    assert validator.insert_bill(-5_000) == "returned"
    assert purse(hosted) == before + 5_000
    figures = hosted.house.floor.tables[ONE].state.meters.day
    assert (figures.bills, figures.box.bills) == (5_000, 5_000)
    assert figures.chips_sold == figures.drop - 5_000


def test_a_report_counts_once_though_its_answer_is_lost(hosted: Hosted) -> None:
    """Sent again with the same id: after the player moved to another table, and after a restart."""
    before, token = purse(hosted), enrolled(hosted)
    report = {"id": 1, "amount": 5_000}
    first = asked(hosted, token, "/api/cash/bill", report).json
    hosted.run(hosted.must(ONE, LeaveSeat(player="kiosk")))
    hosted.run(hosted.must(TWO, TakeSeat(player="kiosk")))
    again = asked(hosted, token, "/api/cash/bill", report).json
    assert first == again
    assert (first["stack"], first["table"]) == (True, ONE)
    assert purse(hosted, table=TWO) == 0
    held = hosted.house.floor.tables[ONE].state.held("kiosk")
    assert held == before + 5_000
    other = asked(hosted, token, "/api/cash/bill", report | {"amount": 6_000}).json
    assert (other["stack"], other["code"]) == (False, "action/id-reused")
    assert asked(hosted, token, "/api/cash/bill", {"id": 2, "amount": 100}).json["table"] == TWO
    assert asked(hosted, token, "/api/cash/bill", report).json == first, "and after others"


def test_a_report_that_no_table_remembers_is_too_old_at_every_table(hosted: Hosted) -> None:
    token, report = enrolled(hosted), {"id": 1, "amount": 5_000}
    assert asked(hosted, token, "/api/cash/bill", report).json["stack"]
    hosted.run(hosted.must(ONE, LeaveSeat(player="kiosk")))
    hosted.run(hosted.must(TWO, TakeSeat(player="kiosk")))
    assert asked(hosted, token, "/api/cash/bill", report | {"id": 2}).json["table"] == TWO
    before = purse(hosted, table=TWO)
    for _ in range(2):
        hosted.house.floor.tables[ONE].answers.next_round()
    again = asked(hosted, token, "/api/cash/bill", report).json
    assert (again["stack"], again["code"]) == (False, "action/too-old")
    assert purse(hosted, table=TWO) == before, "the other table never had it, and takes it not"


def test_a_report_counts_once_over_a_restart(config: HouseConfig) -> None:
    with hosting(config) as first:
        token = enrolled(begun(first))
        said = asked(first, token, "/api/cash/bill", {"id": 1, "amount": 5_000}).json
        there = purse(first)
    with hosting(config) as second:
        assert asked(second, token, "/api/cash/bill", {"id": 1, "amount": 5_000}).json == said
        assert asked(second, token, "/api/cash").json["last_id"] == 1
        assert purse(second) == there


def arrivals(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What devices have come with from now on, each before its report is decided."""
    came: list[str] = []
    cash = hosted.house.office.cash
    known = cash.known

    def counted(authorization: str | None) -> str | Refusal:
        came.append(str(name := known(authorization)))
        return name

    monkeypatch.setattr(cash, "known", counted)
    return came


async def until(came: list[str], count: int) -> None:
    while len(came) < count:
        await asyncio.sleep(0.01)


def test_a_report_that_comes_twice_at_once_counts_once(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For two tables at which its player sits: the second waits until the first is answered."""
    hosted.run(hosted.must(TWO, TakeSeat(player="kiosk")))
    token, before = enrolled(hosted), purse(hosted) + purse(hosted, table=TWO)
    came, ask = arrivals(hosted, monkeypatch), hosted.house.running.ask

    async def later(table: str, request: Request) -> Answer:
        await until(came, 2)
        return await ask(table, request)

    def report(table: str) -> Any:
        return asked(hosted, token, "/api/cash/bill", {"id": 1, "amount": 5_000, "table": table})

    with monkeypatch.context() as slow, ThreadPoolExecutor() as threads:
        put_off = lambda *given: asyncio.ensure_future(later(*given))  # noqa: E731
        slow.setattr(hosted.house.running, "ask", put_off)
        first, second = (reply.json for reply in threads.map(report, (ONE, TWO)))
    assert first["stack"]
    assert first == second
    assert purse(hosted) + purse(hosted, table=TWO) == before + 5_000


def test_a_device_that_is_withdrawn_while_its_report_waits_reports_nothing(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, before, cash = enrolled(hosted), purse(hosted), hosted.house.office.cash
    came = arrivals(hosted, monkeypatch)
    with ThreadPoolExecutor() as threads:

        async def withdrawn() -> None:
            async with cash.reporting["acceptor"]:
                await until(came, 1)
                await cash.withdraw("acceptor", HOUSE, "taken away")

        gone = threads.submit(hosted.run, withdrawn())
        reply = asked(hosted, token, "/api/cash/bill", {"id": 1, "amount": 5_000})
        gone.result()
    assert reply.code == "device/withdrawn"
    assert purse(hosted) == before


def test_a_device_counts_on_and_asks_within_its_rate(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, other = enrolled(hosted), enrolled(hosted, "printer")
    far = asked(hosted, token, "/api/cash/bill", {"id": ID_JUMP_MAX + 1, "amount": 5_000})
    assert far.code == "action/id-jump"
    assert asked(hosted, token, "/api/cash/bill", {"id": 1, "amount": 5_000}).json["stack"]
    monkeypatch.setattr(hosted.house, "requests", Buckets(1, 0))
    said = [asked(hosted, each, "/api/cash").status for each in (token, token, other)]
    assert said == [200, 429, 200]


@pytest.mark.parametrize("id_", [0, -1, 2**53])
def test_a_report_has_a_number_within_bounds(hosted: Hosted, id_: int) -> None:
    token, before = enrolled(hosted), purse(hosted)
    said = asked(hosted, token, "/api/cash/bill", {"id": id_, "amount": 5_000})
    assert said.code == "action/bad-id"
    assert purse(hosted) == before


def test_a_lost_answer_is_asked_for_again(hosted: Hosted) -> None:
    before, token = purse(hosted), enrolled(hosted)
    validator = BillValidator(hosted.address, token)
    lost = iter([True, True, False])

    def send(method: str, path: str, body: object) -> tuple[int, Any]:
        reply = asked(hosted, token, path, body)
        if next(lost):
            raise ConnectionResetError
        return reply.status, reply.json

    validator._send = send
    assert validator.insert_bill(5_000) == "stacked"
    assert purse(hosted) == before + 5_000


@pytest.mark.parametrize("since", ["rate", "seat", "wrong tickets"])
def test_a_recorded_report_is_answered_whatever_has_changed_since(
    hosted: Hosted, since: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A device that hears another word of the money would give it back."""
    token = enrolled(hosted)
    out = {"type": "cash-out", "player": "kiosk", "paid": "voucher", "amount": 4_000}
    assert hosted.act("kiosk", ONE, out).json["accepted"]
    (number,) = TicketPrinter(hosted.address, token).print_new()
    bill, ticket = {"id": 1, "amount": 5_000}, {"id": 2, "voucher": number}
    first = asked(hosted, token, "/api/cash/bill", bill).json
    second = asked(hosted, token, "/api/cash/ticket", ticket).json
    assert [first["stack"], second["stack"]] == [True, True]
    if since == "rate":
        monkeypatch.setattr(hosted.house.requests, "take", lambda _: False)
        assert asked(hosted, token, "/api/cash").status == 429
    elif since == "seat":
        hosted.run(hosted.must(ONE, LeaveSeat(player="kiosk")))
    else:
        for id_ in range(3, 30):
            wrong = {"id": id_, "voucher": "00041061050R3GG28A1C60T3GF"}
            assert not asked(hosted, token, "/api/cash/ticket", wrong).json["stack"]
    assert asked(hosted, token, "/api/cash/bill", bill).json == first
    assert asked(hosted, token, "/api/cash/ticket", ticket).json == second
    if since != "wrong tickets":
        assert asked(hosted, token, "/api/cash/bill", bill | {"id": 3}).status in (409, 429)


def test_a_ticket_goes_from_the_printer_to_another_terminals_validator_once(
    hosted: Hosted,
) -> None:
    out = {"type": "cash-out", "player": "kiosk", "paid": "voucher", "amount": 4_000}
    assert hosted.act("kiosk", ONE, out).json["accepted"]
    printer = TicketPrinter(hosted.address, enrolled(hosted, "printer"))
    (number,) = printer.print_new()
    assert printer.print_new() == []
    there = purse(hosted, "other")
    validator = BillValidator(hosted.address, enrolled(hosted, "acceptor", "other"))
    assert validator.insert_ticket(number) == "stacked"
    assert validator.insert_ticket(number) == "returned"
    assert validator.insert_ticket("00041061050R3GG28A1C60T3GF") == "returned"
    assert purse(hosted, "other") == there + 4_000
    assert hosted.house.floor.tables[ONE].state.meters.day.vouchers_in == 4_000
    stream = b"".join(one.body for one in hosted.entries(table_stream(ONE)))
    assert number.encode() not in stream


def test_a_printer_prints_nothing_of_the_last_customers(hosted: Hosted) -> None:
    out = {"type": "cash-out", "player": "kiosk", "paid": "voucher", "amount": 4_000}
    assert hosted.act("kiosk", ONE, out).json["accepted"]
    hosted.run(hosted.must(ONE, LeaveSeat(player="kiosk"), TakeSeat(player="kiosk")))
    assert TicketPrinter(hosted.address, enrolled(hosted, "printer")).print_new() == []


def test_a_printer_reads_a_voucher_for_some_minutes_and_its_player_as_long_as_they_sit(
    config: HouseConfig,
) -> None:
    """Whoever copied its token does not find what the player has taken out all evening."""
    now = [1_800_000_000_000]

    async def sweep(house: House) -> None:
        house.watch.end_slips()

    with hosting(config, lambda: now[0]) as hosted:
        printer = enrolled(begun(hosted), "printer")
        out = {"type": "cash-out", "player": "kiosk", "paid": "voucher", "amount": 4_000}
        assert hosted.act("kiosk", ONE, out).json["accepted"]
        now[0] += SLIP_MS - 1
        hosted.run(sweep(hosted.house))
        for _ in range(2):
            there = asked(hosted, printer, "/api/cash/vouchers").json
            assert len(there) == 1, "an answer may be lost"
        now[0] += 1
        hosted.run(sweep(hosted.house))
        assert asked(hosted, printer, "/api/cash/vouchers").json == []
        seat = hosted.http("GET", f"/api/tables/{ONE}/seat", who="kiosk").json
        assert len(seat["vouchers"]) == 1


def test_a_player_of_two_tables_is_credited_at_the_one_that_the_device_names(
    hosted: Hosted,
) -> None:
    token, bill = enrolled(hosted), {"id": 1, "amount": 5_000}
    hosted.run(hosted.must(TWO, TakeSeat(player="kiosk")))
    before = purse(hosted)
    assert asked(hosted, token, "/api/cash/bill", bill).code == "device/which-table"
    assert (purse(hosted), purse(hosted, table=TWO)) == (before, 0)
    assert asked(hosted, token, "/api/cash/bill", bill | {"table": TWO}).json["stack"]
    assert (purse(hosted), purse(hosted, table=TWO)) == (before, 5_000)


def test_only_an_enrolled_device_reports_and_only_for_its_own_terminal(hosted: Hosted) -> None:
    token, bill = enrolled(hosted), {"id": 1, "amount": 5_000}
    for wrong in (None, "", "x" * 43, hosted.tokens["kiosk"]):
        assert asked(hosted, wrong, "/api/cash/bill", bill).code == "device/not-enrolled"
    before = {player: purse(hosted, player) for player in ("kiosk", "other")}
    table = asked(hosted, token, "/api/cash/bill", bill | {"table": TWO})
    assert table.code == "device/nobody-seated"
    nowhere = asked(hosted, token, "/api/cash/bill", bill | {"table": "nowhere"})
    assert (nowhere.status, nowhere.code) == (404, "table/unknown")
    for body in (bill | {"player": "other"}, bill | {"amount": "5000"}):
        assert asked(hosted, token, "/api/cash/bill", body).code == "message/malformed"
    hosted.run(hosted.must(ONE, LeaveSeat(player="kiosk")))
    assert asked(hosted, token, "/api/cash/bill", bill).code == "device/nobody-seated"
    assert purse(hosted, "other") == before["other"]
    hosted.run(hosted.must(ONE, TakeSeat(player="kiosk")))
    done = hosted.run(hosted.house.office.cash.withdraw("acceptor", HOUSE, "taken away"))
    assert not isinstance(done, Refusal)
    assert asked(hosted, token, "/api/cash/bill", bill).code == "device/not-enrolled"


def test_withdrawing_a_terminal_withdraws_its_devices_for_good(hosted: Hosted) -> None:
    """A device that was stolen with its terminal does not come back with the terminal's name."""
    token, others = enrolled(hosted), enrolled(hosted, "elsewhere", "other")
    office = hosted.house.office
    hosted.run(office.withdraw("kiosk", HOUSE, "stolen"))
    assert asked(hosted, token, "/api/cash").status == 401
    assert asked(hosted, others, "/api/cash").status == 200
    hosted.run(hosted.enrolled("kiosk"))
    before = purse(hosted)
    bill = {"id": 1, "amount": 5_000}
    assert asked(hosted, token, "/api/cash/bill", bill).code == "device/not-enrolled"
    assert purse(hosted) == before
    on_record = [one for one in hosted.entries(HOUSE_STREAM) if one.name == "device.withdrawn"]
    assert [msgspec.json.decode(one.body)["device"] for one in on_record] == ["acceptor"]
    shown = hosted.http("GET", "/api/devices", who=MANAGER).json
    assert [(one["device"], one["enrolled"]) for one in shown] == [
        ("acceptor", False),
        ("elsewhere", True),
    ]
    assert asked(hosted, enrolled(hosted), "/api/cash").json["last_id"] == 0


def test_a_device_does_what_it_was_enrolled_for(hosted: Hosted) -> None:
    """A validator reads no customer's voucher, and a printer reports no money."""
    out = {"type": "cash-out", "player": "kiosk", "paid": "voucher", "amount": 4_000}
    assert hosted.act("kiosk", ONE, out).json["accepted"]
    validator = enrolled(hosted, "validator", kind="validator")
    printer = enrolled(hosted, "printer", kind="printer")
    no = asked(hosted, validator, "/api/cash/vouchers")
    assert (no.status, no.code) == (403, "device/not-its-kind")
    (voucher,) = asked(hosted, printer, "/api/cash/vouchers").json
    before = purse(hosted)
    reports = {"bill": {"amount": 5_000}, "ticket": {"voucher": voucher["voucher"]}}
    for what, body in reports.items():
        no = asked(hosted, printer, f"/api/cash/{what}", {"id": 1} | body)
        assert (no.status, no.code) == (403, "device/not-its-kind")
    assert purse(hosted) == before
    for token in (validator, printer):
        assert asked(hosted, token, "/api/cash").status == 200
    assert asked(hosted, validator, "/api/cash/bill", {"id": 1, "amount": 5_000}).json["stack"]
    listed = hosted.http("GET", "/api/devices", who=MANAGER).json
    kinds = {one["device"]: one["kind"] for one in listed}
    assert kinds == {"validator": "validator", "printer": "printer"}


def test_a_devices_token_opens_nothing_else(hosted: Hosted) -> None:
    token = enrolled(hosted)
    as_terminal = {"Cookie": f"croupier-terminal={token}"}
    out = {"id": 1, "command": {"type": "leave-seat", "player": "kiosk"}}
    for headers in (as_terminal, {"Authorization": f"Bearer {token}"}):
        for path in (f"/api/tables/{ONE}/actions", "/api/approvals", "/api/staff"):
            assert hosted.http("POST", path, out, headers=headers).status == 401
    assert hosted.http("POST", "/api/enrol", {"token": token}).status == 401


def test_nobody_else_reports_as_a_device(hosted: Hosted) -> None:
    """The engine asks too: no player, no device of another terminal, none that is withdrawn."""
    enrolled(hosted)
    buy = BuyIn(player="kiosk", amount=5_000)
    for name in ("kiosk", "other", "acceptor2"):
        assert hosted.run(hosted.ask(ONE, buy, Actor(name))).code == "position/not-allowed"
    for_other = BuyIn(player="other", amount=5_000)
    assert hosted.run(hosted.ask(ONE, for_other, Actor("acceptor"))).code == "position/not-allowed"
    out = CashOut(player="kiosk")
    assert hosted.run(hosted.ask(ONE, out, Actor("acceptor"))).code == "position/not-allowed"
    assert hosted.run(hosted.ask(ONE, buy, Actor("acceptor"))).accepted
    hosted.run(hosted.house.office.withdraw("kiosk", HOUSE, "out of order"))
    assert hosted.run(hosted.ask(ONE, buy, Actor("acceptor"))).code == "position/not-allowed"


def approved(hosted: Hosted, second: Actor, made: dict[str, Any]) -> dict[str, Any]:
    path = f"/api/approvals/{made['approval']}/approve"
    reply = hosted.http("POST", path, {}, second)
    said: dict[str, Any] = reply.json
    return said


@pytest.mark.parametrize("first", [MANAGER, SHIFT], ids=lambda one: one.name)
def test_nobody_alone_enrols_a_device_that_makes_money(hosted: Hosted, first: Actor) -> None:
    """A ghost terminal is one person's to make, but not what reports bills for it."""
    hosted.http("POST", "/api/terminals", {"terminal": "ghost"}, first)
    hosted.run(hosted.must(ONE, TakeSeat(player="ghost")))
    body = {"device": "maker", "terminal": "ghost", "reason": "a new validator"}
    made = hosted.http("POST", "/api/devices", body, first).json
    bill = {"id": 1, "amount": 5_000}
    assert asked(hosted, made["token"], "/api/cash/bill", bill).status == 401
    assert approved(hosted, first, made)["error"]["code"] == "approval/same-person"
    assert purse(hosted, "ghost") == 0
    assert not hosted.house.office.state.alerts
    assert approved(hosted, SECOND, made)["accepted"]
    assert asked(hosted, made["token"], "/api/cash/bill", bill).json["stack"]
    (alert,) = hosted.house.office.state.alerts.values()
    assert (alert.kind, alert.about) == ("device/enrolled", (first.name,))
    assert (
        joined(alert.says)
        == f"maker is enrolled for ghost: asked by {first.name}, approved by {SECOND.name}"
    )
    own = hosted.http("POST", f"/api/alerts/{alert.id}/acknowledge", {}, first)
    assert own.code == "alert/own"
    (entry,) = [one for one in hosted.entries(HOUSE_STREAM) if one.name == "device.enrolled"]
    assert msgspec.json.decode(entry.body)["approver"]["name"] == SECOND.name


def test_a_device_that_was_declined_leaves_no_token(hosted: Hosted) -> None:
    body = {"device": "maker", "terminal": "kiosk", "reason": "a new validator"}
    made = hosted.http("POST", "/api/devices", body, MANAGER).json
    path = f"/api/approvals/{made['approval']}/decline"
    assert hosted.http("POST", path, {"reason": "no need"}, SECOND).json["accepted"]
    hosted.run(hosted.house.office.sweep())
    assert asked(hosted, made["token"], "/api/cash").status == 401
    kept = msgspec.json.decode((hosted.house.config.secrets / "credentials.json").read_bytes())
    assert not kept["waiting"]
    assert not kept["cash"]


def test_a_device_from_the_command_line_raises_an_alert(hosted: Hosted) -> None:
    enrolled(hosted)
    (alert,) = hosted.house.office.state.alerts.values()
    assert alert.kind == "staff/command-line"
    assert (
        joined(alert.says)
        == "enrol cash devices acceptor: by the command line, without a second person"
    )


def test_a_demonstration_enrols_devices_as_it_likes(tmp_path: Path) -> None:
    with hosting(configured(tmp_path, TABLES, demonstration=True)) as hosted:
        begun(hosted)
        body = {"device": "acceptor", "terminal": "kiosk"}
        made = hosted.http("POST", "/api/devices", body, MANAGER).json
        assert asked(hosted, made["token"], "/api/cash").json["terminal"] == "kiosk"
        assert not hosted.house.office.state.alerts


def test_the_desk_enrols_and_withdraws(hosted: Hosted) -> None:
    body = {"device": "acceptor", "terminal": "kiosk"}
    why = {"reason": "the old one is worn"}
    assert hosted.http("POST", "/api/devices", body | why, DEALER).status == 403
    assert hosted.http("POST", "/api/devices", body, MANAGER).code == "reason/empty"
    made = hosted.http("POST", "/api/devices", body | why, MANAGER).json
    assert approved(hosted, SUPERVISOR, made)["accepted"]
    assert asked(hosted, made["token"], "/api/cash").json["terminal"] == "kiosk"
    again = hosted.http("POST", "/api/devices", body | why, MANAGER)
    assert again.code == "device/name-taken"
    nowhere = body | {"device": "second", "terminal": "nowhere"}
    assert hosted.http("POST", "/api/devices", nowhere, MANAGER).code == "terminal/none"
    hosted.run(hosted.house.office.withdraw("other", HOUSE, "out of order"))
    out = body | {"device": "second", "terminal": "other"}
    assert hosted.http("POST", "/api/devices", out, MANAGER).code == "terminal/withdrawn"
    why = {"reason": "its box is full"}
    assert hosted.http("POST", "/api/devices", nowhere | why, MANAGER).code == "terminal/none"
    assert hosted.http("POST", "/api/devices/acceptor/withdraw", why, MANAGER).json["accepted"]
    (shown,) = hosted.http("GET", "/api/devices", who=MANAGER).json
    assert shown == body | {"enrolled": False, "kind": "both"}
    kept = (hosted.house.config.secrets / "credentials.json").read_text(encoding="utf-8")
    assert made["token"] not in kept
