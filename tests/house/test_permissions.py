"""Positions: who may ask the house for what, in every book (requirement 16)."""

from typing import get_args

import msgspec
import pytest

from croupier import books
from croupier.house import EVENTS, AnyCommand, decide
from croupier.house.adjustment import AdjustBalance, BalanceAdjusted
from croupier.house.base import Procedure
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn, ChangeChips, RedeemVoucher
from croupier.house.day import CountDay, EndDay, EndShift, StartDay, StartShift
from croupier.house.evolve import CHANGES, OWN
from croupier.house.exclusion import ExcludePlayer, ReadmitPlayer
from croupier.house.limits import LimitsSet, MaximumPayoutSet, SetLimits, SetMaximumPayout
from croupier.house.own_limits import EndTimeOut, ExcludeSelf, SetOwnLimits, TakeTimeOut
from croupier.house.permissions import Permission, refusal_for
from croupier.house.play import PLAY
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.tray import CloseTable, CreditFloat, FillFloat, OpenTable
from croupier.house.vouchers import CashVoucher, LapseVouchers
from croupier.round import COMMANDS as OF_THE_ROUND
from croupier.round.base import Actor, Command
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from tests.house.at_table import AtTable

SECOND = Actor("sam", Position.PIT_SUPERVISOR)
COMMANDS: dict[Command, tuple[Position, str]] = {
    TakeSeat(player="ada"): (Position.DEALER, "always"),
    LeaveSeat(player="ada"): (Position.DEALER, "always"),
    BuyIn(player="ada", amount=1): (Position.DEALER, "never"),
    RedeemVoucher(player="ada", voucher=""): (Position.DEALER, "never"),
    CashOut(player="ada", paid="voucher"): (Position.DEALER, "never"),
    CashOut(player="ada", paid="cash"): (Position.DEALER, "never"),
    CollectHeld(player="ada", paid="voucher"): (Position.DEALER, "never"),
    CollectHeld(player="ada", paid="chips"): (Position.DEALER, "never"),
    CollectHeld(player="ada", paid="cash"): (Position.DEALER, "never"),
    ChangeChips(player="ada", into="cash-chips", amount=1): (Position.DEALER, "never"),
    OpenTable(opener=0): (Position.PIT_SUPERVISOR, "never"),
    FillFloat(amount=1): (Position.PIT_SUPERVISOR, "never"),
    CreditFloat(amount=1): (Position.PIT_SUPERVISOR, "never"),
    CloseTable(closer=0): (Position.PIT_SUPERVISOR, "never"),
    CashVoucher(voucher=""): (Position.PIT_SUPERVISOR, "never"),
    AdjustBalance(player="ada", amount=1, reason="", approver=SECOND): (
        Position.PIT_SUPERVISOR,
        "never",
    ),
    SetMaximumPayout(amount=1): (Position.PIT_MANAGER, "never"),
    StartShift(shift="early"): (Position.PIT_MANAGER, "never"),
    EndShift(): (Position.PIT_MANAGER, "never"),
    ExcludePlayer(player="ada", reason=""): (Position.PIT_MANAGER, "never"),
    ReadmitPlayer(player="ada"): (Position.GAMING_SHIFT_MANAGER, "never"),
    SetOwnLimits(player="ada"): (Position.DEALER, "always"),
    TakeTimeOut(player="ada"): (Position.DEALER, "always"),
    ExcludeSelf(player="ada"): (Position.DEALER, "always"),
    EndTimeOut(player="ada"): (Position.GAMING_SHIFT_MANAGER, "never"),
    LapseVouchers(): (Position.GAMING_SHIFT_MANAGER, "never"),
    StartDay(day=""): (Position.GAMING_SHIFT_MANAGER, "never"),
    EndDay(): (Position.GAMING_SHIFT_MANAGER, "never"),
    CountDay(day="", cash=0, bills=0, vouchers=0, desk=0, paid=0): (
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
        assert isinstance(command, Procedure)
        refused = refusal_for(actor, command)
        assert (refused is None) == allowed, f"{position} {command}"
        decided = decide(AtTable(book_id).state, actor, command, 0)
        code = decided.code if isinstance(decided, Refusal) else None
        assert (code == "position/not-allowed") == (not allowed)


def test_every_command_has_a_decision_and_a_permission() -> None:
    known = set(get_args(AnyCommand))
    assert set(OF_THE_ROUND) == set(PLAY)
    own = {kind for kind in known if issubclass(kind, Procedure)}
    assert known == {*PLAY, *own}
    assert all(isinstance(kind.allowed, Permission) for kind in own)
    tested = {type(command) for command in COMMANDS}
    assert own - tested == {SetLimits}


def test_every_command_is_read_from_json_by_its_name() -> None:
    decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(AnyCommand)
    for command in COMMANDS:
        assert decoder.decode(msgspec.json.encode(command)) == command


def test_every_event_has_a_name_of_its_own_and_changes_something_or_says_not() -> None:
    assert len({event.name for event in EVENTS}) == len(EVENTS)
    assert set(CHANGES) == set(EVENTS)
    changed = {event for event in OWN if event.version > 1}
    assert changed == {LimitsSet, MaximumPayoutSet, BalanceAdjusted}
