"""Meters are a fold over the journal: added up anew from its bytes, at every entry, the same."""

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from croupier import books
from croupier.house import Meters
from croupier.house.base import HouseEvent
from croupier.house.cashing import CashOut
from croupier.house.chips import RedeemVoucher
from croupier.house.day import EndDay, StartDay
from croupier.house.evolve import count as count_event
from croupier.house.seats import LeaveSeat
from croupier.house.tray import CloseTable, FillFloat
from croupier.house.vouchers import number_of
from croupier.journal.memory import MemoryStore
from croupier.round.base import Command, Event
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import CloseBets
from croupier.round.correction import CorrectOutcome, VoidAfterOutcome
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.round.void import VoidRound
from croupier.table.codec import CODEC
from croupier.table.core import Core, table_stream
from tests.table.floors import DEALER, MANAGER, SHIFT, SUPERVISOR, Serving, run

WHY = "the film shows a hand on the wheel"

VOUCHER = number_of(bytes(16))
FAR_MS = 2_000_000_000_000
LARGE = ("drop", "turnover", "win", "voids", "voided")
"""What is counted here a second time, from the bytes alone."""


async def evening(serving: Serving, table: str) -> None:
    """Rounds that are won, lost, corrected, void and void after their outcome; money in and out."""
    await serving.open(table, "ada", "ben")
    first, second = await one_round(serving, table, "17"), await one_round(serving, table, "2")
    await one_round(serving, table, None)
    correction = CorrectOutcome(round=first, number="4", approver=MANAGER)
    await serving.must(table, correction, by=SUPERVISOR)
    late = VoidAfterOutcome(round=second, clause="5.4", approver=MANAGER, reason=WHY)
    await serving.must(table, late, by=SUPERVISOR)
    paid = CashOut(player="ben", amount=3_000, paid="voucher", voucher=VOUCHER, expires_ms=FAR_MS)
    await serving.must(table, paid, RedeemVoucher(player="ada", voucher=VOUCHER))
    await serving.must(table, FillFloat(amount=5_000), by=SUPERVISOR)
    await serving.must(table, LeaveSeat(player="ada"), LeaveSeat(player="ben"))
    tray = serving.floor.tables[table].state.ledger.balance("float")
    await serving.must(table, CloseTable(closer=tray), by=SUPERVISOR)
    await serving.must(table, EndDay(), by=SHIFT)
    await serving.must(table, StartDay(day="2026-11-16"), by=SHIFT)


async def one_round(serving: Serving, table: str, outcome: str | None) -> int:
    """A round with wagers of both players, void where it has no outcome."""
    core = serving.floor.tables[table]
    await serving.must(table, OpenBets())
    round_ = core.state.round
    assert round_ is not None
    for player, wager in (("ada", "straight:17"), ("ben", "straight:2")):
        assert (await serving.bet(table, player, wager, 700)).accepted
    if outcome is None:
        await serving.must(table, VoidRound(clause="5.10"))
        return round_.number
    steps: list[Command] = [SpinBall(), CloseBets()]
    if round_.book.says.close.when == "before-spin":
        steps.reverse()
    if round_.book.bonus is not None:
        drawn = tuple(round_.book.pockets[:10])
        steps += [DrawBonusNumbers(numbers=drawn), ReportLights()]
    steps += [CallOutcome(number=outcome), ConfirmOutcome(number=outcome)]
    await serving.must(table, *steps, by=DEALER)
    return round_.number


def cents(purses: Mapping[str, Mapping[str, int]]) -> int:
    return sum(sum(purse.values()) for purse in purses.values())


def count(counts: Counter[str], name: str, body: dict[str, Any]) -> None:
    """The large meters, by the names and figures that are on record."""
    match name:
        case "chips.bought":
            counts["drop"] += body["amount"]
        case "round.settled":
            counts["turnover"] += cents(body["staked"])
            counts["win"] += cents(body["staked"]) - cents(body["returned"])
        case "round.voided":
            counts["voids"] += 1
            counts["voided"] += cents(body["returned"])
        case "outcome.corrected":
            counts["win"] += cents(body["reversed"]) - cents(body["returned"])
        case "round.voided-after-outcome":
            counts["voids"] += 1
            counts["voided"] += cents(body["returned"])
            counts["turnover"] -= cents(body["returned"])
            counts["win"] += cents(body["reversed"]) - cents(body["returned"])


@pytest.mark.parametrize("table", books.ids())
def test_meters_are_a_fold_over_the_journal_at_every_event(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Meters] = []
    happen = Core.happen

    def noted(self: Core, event: Event, at_ms: int) -> None:
        happen(self, event, at_ms)
        if self.state.id == table and not isinstance(event, HouseEvent):
            shown.append(deepcopy(self.state.meters))

    monkeypatch.setattr(Core, "happen", noted)

    async def scenario() -> None:
        store = MemoryStore()
        serving = await Serving(store, False).start()
        await evening(serving, table)
        await serving.stop()
        folded, counts = Meters(), Counter[str]()
        events = [each for each in store.read(table_stream(table)) if not own(each.name)]
        assert len(events) == len(shown) >= 36
        for stored, meters in zip(events, shown, strict=True):
            event = CODEC.event(stored)
            assert isinstance(event, Event)
            count_event(event, folded)
            count(counts, stored.name, msgspec.json.decode(stored.body))
            assert meters == folded
            assert {name: getattr(meters.ever, name) for name in LARGE} == {
                name: counts[name] for name in LARGE
            }
        assert all(counts[name] for name in LARGE)
        again = await Serving(store.reopened(), False).start()
        assert again.floor.tables[table].state.meters == folded
        await again.stop()

    run(scenario)


def own(name: str) -> bool:
    """Whether an entry is the journal's own, or says how the table was made."""
    return name.startswith("journal.") or name == "table.made"
