"""Positions: who may ask the house for what, in every book (requirement 16)."""

from typing import get_args

import msgspec
import pytest

from croupier import books
from croupier.house import commands as c
from croupier.house import decide
from croupier.house import events as e
from croupier.house.decide import HOUSE, PLAY, TABLE
from croupier.house.evolve import CHANGES
from croupier.house.permissions import PERMISSIONS, may
from croupier.round import commands as r
from croupier.round.commands import Actor, Command
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from tests.house.at_table import AtTable

SECOND = Actor("sam", Position.PIT_SUPERVISOR)
COMMANDS: dict[Command, tuple[Position, str]] = {
    c.TakeSeat(player="ada"): (Position.DEALER, "always"),
    c.LeaveSeat(player="ada"): (Position.DEALER, "always"),
    c.BuyIn(player="ada", amount=1): (Position.DEALER, "never"),
    c.RedeemVoucher(player="ada", voucher=""): (Position.DEALER, "never"),
    c.CashOut(player="ada", paid="voucher"): (Position.DEALER, "never"),
    c.CashOut(player="ada", paid="cash"): (Position.DEALER, "never"),
    c.CollectHeld(player="ada", paid="voucher"): (Position.DEALER, "never"),
    c.CollectHeld(player="ada", paid="chips"): (Position.DEALER, "never"),
    c.CollectHeld(player="ada", paid="cash"): (Position.DEALER, "never"),
    c.ChangeChips(player="ada", into="cash-chips", amount=1): (Position.DEALER, "never"),
    c.OpenTable(opener=0): (Position.PIT_SUPERVISOR, "never"),
    c.FillFloat(amount=1): (Position.PIT_SUPERVISOR, "never"),
    c.CreditFloat(amount=1): (Position.PIT_SUPERVISOR, "never"),
    c.CloseTable(closer=0): (Position.PIT_SUPERVISOR, "never"),
    c.CashVoucher(voucher=""): (Position.PIT_SUPERVISOR, "never"),
    c.AdjustBalance(player="ada", amount=1, reason="", approver=SECOND): (
        Position.PIT_SUPERVISOR,
        "never",
    ),
    c.SetMaximumPayout(amount=1): (Position.PIT_MANAGER, "never"),
    c.StartShift(shift="early"): (Position.PIT_MANAGER, "never"),
    c.EndShift(): (Position.PIT_MANAGER, "never"),
    c.ExcludePlayer(player="ada", reason=""): (Position.PIT_MANAGER, "never"),
    c.ReadmitPlayer(player="ada"): (Position.GAMING_SHIFT_MANAGER, "never"),
    c.LapseVouchers(): (Position.GAMING_SHIFT_MANAGER, "never"),
    c.StartDay(day=""): (Position.GAMING_SHIFT_MANAGER, "never"),
    c.EndDay(): (Position.GAMING_SHIFT_MANAGER, "never"),
    c.CountDay(day="", cash=0, bills=0, vouchers=0, desk=0, paid=0): (
        Position.PIT_SUPERVISOR,
        "never",
    ),
}


@pytest.mark.parametrize("book_id", books.ids())
@pytest.mark.parametrize("position", [None, *Position])
def test_position_by_action_by_book(book_id: str, position: Position | None) -> None:
    for command, (least, player) in COMMANDS.items():
        allowed = player == "always"
        if position is not None:
            allowed = position.at_least(least)
        actor = Actor("ada", position)
        refused = may(actor, command)
        assert (refused is None) == allowed, f"{position} {command}"
        decided = decide(AtTable(book_id).state, actor, command, 0)
        code = decided.code if isinstance(decided, Refusal) else None
        assert (code == "position/not-allowed") == (not allowed)


def test_every_command_has_a_decision_and_a_permission() -> None:
    known = set(get_args(c.Any))
    assert known == {*PLAY, *TABLE, *HOUSE}
    assert set(PERMISSIONS) == {*TABLE, *HOUSE}
    tested = {type(command) for command in COMMANDS}
    assert set(PERMISSIONS) - tested == {c.SetLimits}
    assert set(get_args(r.Any)) == set(PLAY)


def test_every_command_is_read_from_json_by_its_name() -> None:
    decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(c.Any)
    for command in COMMANDS:
        assert decoder.decode(msgspec.json.encode(command)) == command


def test_every_event_has_a_name_of_its_own_and_changes_something_or_says_not() -> None:
    assert len({event.name for event in e.ALL}) == len(e.ALL)
    assert set(CHANGES) == set(e.ALL)
    changed = {event for event in e.OWN if event.version > 1}
    assert changed == {e.LimitsSet, e.MaximumPayoutSet, e.BalanceAdjusted}
