"""Who has a voucher's number has its money: where numbers lie, and who is shown them."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from croupier.bootstrap import opened
from croupier.cli import main
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.tray import OpenTable
from croupier.house.vouchers import ID, NUMBER, CashVoucher, last_of
from croupier.protocol import frames as f
from croupier.round.base import Actor, Command
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.rules.positions import Position
from croupier.rules.refusal import CroupierError
from croupier.server import house as serving
from croupier.server.config.house import HouseConfig
from croupier.server.floor.vouchers import VoucherKey
from croupier.server.live.connection import Who
from croupier.table.core import HOUSE_STREAM, Request
from tests.server.houses import (
    DEALER,
    SHIFT,
    STAFF,
    SUPERVISOR,
    Hosted,
    closing,
    configured,
    dealt,
    hosting,
)
from tests.server.offices import Ticks

TABLE = "edz-2020"
OUT = {"type": "cash-out", "player": "ada", "paid": "voucher", "amount": 20_000}
NO_NUMBER = "1ACEEXW2BAHQK5HW2Z52WZDDB7"


@contextmanager
def house_of(config: HouseConfig) -> Iterator[Hosted]:
    with hosting(config) as hosted:
        yield hosted


@pytest.fixture
def config(tmp_path: Path) -> HouseConfig:
    return configured(tmp_path, [dealt(TABLE, self_service=True)])


@pytest.fixture
def hosted(config: HouseConfig) -> Iterator[Hosted]:
    with hosting(config) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.enrolled("ada", "ben"))
        hosted.run(hosted.open(TABLE, "ada", "ben"))
        yield hosted


def own(hosted: Hosted, player: str = "ada") -> list[dict[str, object]]:
    reply = hosted.http("GET", f"/api/tables/{TABLE}/seat", who=player)
    found: list[dict[str, object]] = reply.json["vouchers"]
    return found


def number_out(hosted: Hosted) -> str:
    """The number of a new voucher of Ada's, as her terminal shows it."""
    known = {one["voucher"] for one in own(hosted)}
    assert hosted.act("ada", TABLE, OUT).json["accepted"]
    (number,) = {one["voucher"] for one in own(hosted)} - known
    assert isinstance(number, str)
    assert NUMBER.fullmatch(number)
    return number


def redeem(hosted: Hosted, voucher: str, who: str = "ben") -> dict[str, object]:
    command = {"type": "redeem-voucher", "player": who, "voucher": voucher}
    said: dict[str, object] = hosted.act(who, TABLE, command).json
    return said


# The record


def test_a_copy_of_the_data_holds_no_number_and_nothing_on_it_is_redeemed(
    hosted: Hosted, config: HouseConfig, tmp_path: Path
) -> None:
    number = number_out(hosted)
    assert not redeem(hosted, NO_NUMBER)["accepted"]
    hosted.head()
    main_exits(0, "backup", str(config.data), str(tmp_path / "copy"))
    stolen = b"".join(p.read_bytes() for p in (tmp_path / "copy").rglob("*") if p.is_file())
    assert number.encode() not in stolen
    assert NO_NUMBER.encode() not in stolen, "what somebody typed is not on record either"
    (id_,) = hosted.house.floor.house.vouchers
    assert id_.encode() in stolen
    assert last_of(id_) == last_of(number)
    for tried in (id_, id_.partition("-")[0], ""):
        assert redeem(hosted, tried)["code"] == "voucher/unknown"
    assert redeem(hosted, number)["accepted"]
    assert redeem(hosted, number)["code"] == "voucher/redeemed"


def main_exits(code: int, *arguments: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    assert (ended.value.code or 0) == code


def test_no_export_and_no_log_has_a_number(
    hosted: Hosted, caplog: pytest.LogCaptureFixture
) -> None:
    number = number_out(hosted)
    assert redeem(hosted, number)["accepted"]
    for path in (
        *(
            "/api/audit?kinds=voucher,chips",
            f"/api/tables/{TABLE}/export?format=notation&day=2026-11-15",
        ),
        *("/api/audit", "/api/staff", "/metrics", "/api/floor", f"/api/tables/{TABLE}/staff"),
    ):
        shown = hosted.http("GET", path, who=SHIFT).content.decode(errors="replace")
        assert number not in shown, path
    assert number not in caplog.text
    audit = hosted.http("GET", "/api/audit?kinds=voucher", who=SHIFT).content.decode()
    assert f"(…{last_of(number)})" in audit, "people know a voucher by its last characters"


def test_a_number_is_shown_again_after_a_crash_and_redeemed(config: HouseConfig) -> None:
    with house_of(config) as first:
        first.run(first.enrolled("ada", "ben"))
        first.run(first.open(TABLE, "ada", "ben"))
        number, tokens = number_out(first), first.tokens
    with house_of(config) as again:
        again.tokens = tokens
        assert [one["voucher"] for one in own(again)] == [number]
        again.ids = iter(range(1000, 2000))
        assert redeem(again, number)["accepted"]


def test_a_lost_key_is_named_and_none_is_made_in_its_place(
    config: HouseConfig, tmp_path: Path
) -> None:
    async def cashed_out() -> None:
        async with opened(config) as house:
            for by, command in opening():
                assert (await house.running.ask(TABLE, Request(by, command))).accepted

    async def starts() -> list[str]:
        async with opened(config) as house:
            return [one.kind for one in house.office.state.alerts.values()]

    asyncio.run(cashed_out())
    key = config.secrets / "voucher.key"
    assert key.stat().st_mode & 0o777 == 0o600
    shutil.move(key, tmp_path / "kept")
    with pytest.raises(CroupierError) as refused:
        asyncio.run(starts())
    assert refused.value.code == "house/voucher-key-missing"
    assert not key.exists()
    key.write_text("ab" * 32 + "\n", encoding="ascii")
    key.chmod(0o600)
    assert asyncio.run(starts()) == ["voucher/other-key"], "another key is told, not taken for it"
    shutil.move(tmp_path / "kept", key)
    assert asyncio.run(starts()) == ["voucher/other-key"], "which stands until someone has seen it"


def opening() -> list[tuple[Actor, Command]]:
    return [
        (SHIFT, StartDay(day="2026-11-15")),
        (SUPERVISOR, OpenTable(opener=1_000_000)),
        (DEALER, TakeSeat(player="ada")),
        (DEALER, BuyIn(player="ada", amount=100_000)),
        (DEALER, CashOut(player="ada", paid="voucher", amount=500)),
    ]


async def test_a_voucher_of_an_earlier_program_is_redeemed_by_its_number(
    config: HouseConfig,
) -> None:
    async with opened(config) as house:
        *before, (_, out) = opening()
        old = msgspec.structs.replace(out, voucher="AB" * 13, expires_ms=2 * 10**12)
        for by, command in [*before, (DEALER, old)]:
            assert (await house.running.ask(TABLE, Request(by, command))).accepted
        assert house.vouchers.number("AB" * 13) == "AB" * 13
        paid = CashVoucher(voucher="AB" * 13)
        asked = Request(Actor("sue", Position.PIT_SUPERVISOR), paid)
        assert (await house.ask(Who(), TABLE, asked)).accepted


def test_a_voucher_that_waits_for_a_second_person_has_no_number_on_record(hosted: Hosted) -> None:
    number = number_out(hosted)
    pay = {"type": "cash-voucher", "voucher": number}
    body = {"table": TABLE, "command": pay, "reason": "a large one"}
    asked = hosted.http("POST", "/api/approvals", body, SUPERVISOR)
    assert asked.status == 200, asked.content
    hosted.head()
    assert not any(number.encode() in one.body for one in hosted.entries(HOUSE_STREAM))
    path = f"/api/approvals/{asked.json['approval']}/approve"
    assert hosted.http("POST", path, {}, SHIFT).json["accepted"]
    assert redeem(hosted, number)["code"] == "voucher/redeemed"
    none = body | {"command": pay | {"voucher": NO_NUMBER}}
    refused = hosted.http("POST", "/api/approvals", none, SUPERVISOR)
    assert b"voucher/unknown" in refused.content


def test_ids_and_numbers_have_other_shapes_and_other_keys_other_numbers() -> None:
    ids, numbers = set(), set()
    for key in (b"a" * 32, b"b" * 32):
        made = VoucherKey(key, lambda count: bytes(range(count)))
        id_ = made.new_id()
        assert ID.fullmatch(id_)
        assert not ID.fullmatch(made.number(id_))
        assert made.fits(id_)
        assert key.decode() not in repr(made)
        ids.add(id_)
        numbers.add(made.number(id_))
    assert len(ids) == len(numbers) == 2


def test_guessing_numbers_is_slowed_and_on_record(
    config: HouseConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = Ticks()
    monkeypatch.setattr(serving, "monotonic_ms", ticks)
    with house_of(config) as hosted:
        hosted.run(hosted.enrolled("ada", "ben"))
        hosted.run(hosted.open(TABLE, "ada", "ben"))
        number = number_out(hosted)
        codes = [redeem(hosted, f"{n:026d}")["code"] for n in range(22)]
        assert codes == ["voucher/unknown"] * 20 + ["voucher/too-many-wrong"] * 2
        assert redeem(hosted, number)["code"] == "voucher/too-many-wrong", "nor a right one"
        ticks.now_ms += 60_000
        assert redeem(hosted, number)["accepted"]
        hosted.head()
        entries = hosted.entries(f"table-{TABLE}")
        refused = [one for one in entries if one.name == "action.refused"]
        assert len(refused) == 20


def test_guessing_by_asking_for_a_second_person_is_slowed_too(
    config: HouseConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "monotonic_ms", Ticks())
    with house_of(config) as hosted:
        hosted.run(hosted.staffed(SUPERVISOR))
        hosted.run(hosted.open(TABLE))

        def guess(n: int) -> str:
            command = {"type": "cash-voucher", "voucher": f"{n:026d}"}
            body = {"table": TABLE, "command": command, "reason": "a large one"}
            return hosted.http("POST", "/api/approvals", body, SUPERVISOR).code

        codes = [guess(n) for n in range(21)]
        assert codes == ["voucher/unknown"] * 20 + ["voucher/too-many-wrong"]


def test_a_voucher_is_looked_up_before_it_is_paid_by_whoever_pays_it(hosted: Hosted) -> None:
    number = number_out(hosted)
    said = hosted.http("POST", "/api/voucher", {"voucher": number}, SUPERVISOR)
    assert (said.json["amount"], said.json["player"]) == (20_000, "ada")
    assert said.json["expires_ms"] > hosted.house.clock()
    assert hosted.http("POST", "/api/voucher", {"voucher": number}, DEALER).status == 403
    assert redeem(hosted, number)["accepted"]
    spent = hosted.http("POST", "/api/voucher", {"voucher": number}, SUPERVISOR)
    assert spent.code == "voucher/redeemed"


def test_guesses_count_alike_whether_they_are_looked_up_or_paid(hosted: Hosted) -> None:
    number = number_out(hosted)
    for n in range(20):
        guess = {"voucher": f"{n:026d}"}
        looked = hosted.http("POST", "/api/voucher", guess, SUPERVISOR)
        assert looked.code == "voucher/unknown"
    looked = hosted.http("POST", "/api/voucher", {"voucher": number}, SUPERVISOR)
    assert looked.code == "voucher/too-many-wrong", "nor a right one"
    paid = hosted.act(SUPERVISOR, TABLE, {"type": "cash-voucher", "voucher": number})
    assert paid.json["code"] == "voucher/too-many-wrong"


# Who is shown one


def test_the_next_customer_of_a_terminal_is_shown_no_voucher_of_the_last(hosted: Hosted) -> None:
    number = number_out(hosted)

    async def watched() -> list[str]:
        wire = await hosted.wire("ada")
        now = await wire.ask(f.Watch(table=TABLE), f.Now)
        assert now.seat is not None
        return [one.voucher for one in now.seat.vouchers]

    assert hosted.run(watched()) == [number]
    last = hosted.act("ada", TABLE, {"type": "leave-seat", "player": "ada"})
    assert last.json["accepted"]
    assert own(hosted) == []
    assert hosted.run(watched()) == []
    assert hosted.act("ada", TABLE, {"type": "take-seat", "player": "ada"}).json["accepted"]
    assert own(hosted) == []
    assert hosted.run(watched()) == []
    out = {"id": 1, "command": OUT}
    again = hosted.http("POST", f"/api/tables/{TABLE}/actions", out, "ada")
    rounds = hosted.http("GET", f"/api/tables/{TABLE}/played", who="ada")
    assert number not in f"{again.content!r}{rounds.content!r}", "nor by asking again"
    assert redeem(hosted, number)["accepted"], "the paper is as good as ever"


def test_after_a_restart_the_next_customer_is_shown_nothing_either(config: HouseConfig) -> None:
    with house_of(config) as first:
        first.run(first.enrolled("ada", "ben"))
        first.run(first.open(TABLE, "ada", "ben"))
        number_out(first)
        assert first.act("ada", TABLE, {"type": "leave-seat", "player": "ada"}).json["accepted"]
        tokens = first.tokens
    with house_of(config) as again:
        again.tokens = tokens
        assert own(again) == []


def test_without_a_seat_a_voucher_is_shown_for_a_round_and_no_longer(hosted: Hosted) -> None:
    """Somebody who has left collects what is held: the next one at the terminal is not shown it."""
    left = LeaveSeat(player="ada")
    hosted.run(hosted.must(TABLE, left, CollectHeld(player="ada", paid="voucher")))
    called = (CallOutcome(number="1"), ConfirmOutcome(number="1"))
    shown = []
    for _ in range(3):
        shown.append(len(own(hosted)))
        hosted.run(hosted.must(TABLE, OpenBets(), *closing(TABLE), *called))
    assert shown == [1, 1, 0]


def test_whoever_sits_down_is_shown_none_that_somebody_without_a_seat_was_given(
    hosted: Hosted,
) -> None:
    left = LeaveSeat(player="ada")
    hosted.run(hosted.must(TABLE, left, CollectHeld(player="ada", paid="voucher")))
    assert len(own(hosted)) == 1
    hosted.run(hosted.must(TABLE, TakeSeat(player="ada")))
    assert own(hosted) == []
