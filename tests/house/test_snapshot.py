"""A table and the house come back from a snapshot as they were."""

import json
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from croupier import books
from croupier.house.cashing import CashOut
from croupier.house.chips import RedeemVoucher
from croupier.house.day import StartShift
from croupier.house.exclusion import ExcludePlayer
from croupier.house.limits import SetLimits, SetMaximumPayout
from croupier.house.seats import LeaveSeat
from croupier.house.snapshot import (
    SnapshotError,
    house_from_plain,
    house_to_plain,
    table_from_plain,
    table_to_plain,
)
from croupier.round.correction import CorrectOutcome, VoidAfterOutcome
from croupier.round.opening import LimitsTaken, RangeTaken
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.ruling import RuleOnWager
from croupier.round.spin import ReportRest
from croupier.round.void import VoidRound
from croupier.table.core import Core
from croupier.table.snapshots import differs
from tests.house.at_table import (
    ADA,
    LATER_MS,
    MANAGER,
    SECOND,
    SUPERVISOR,
    AtTable,
    voucher_number,
)

WHY = "the film shows a hand on the wheel"


def busy(book_id: str) -> AtTable:
    """A table with a bit of everything on it."""
    table = AtTable(book_id)
    table.do(StartShift(shift="early"), MANAGER)
    table.sit("ada", 50_000)
    table.sit("ben", 50_000)
    table.play("17", ("straight:17", 500), ("straight:3", 700))
    table.open_bets()
    table.bet("straight:17", 500, "ben")
    table.do(VoidRound(clause="5.10"))
    table.do(LeaveSeat(player="ben"))
    table.do(SetMaximumPayout(amount=10**6), MANAGER)
    table.play("3", ("straight:17", 500), ("straight:3", 600))
    number = voucher_number(1)
    out = CashOut(player="ada", amount=3000, paid="voucher", voucher=number, expires_ms=LATER_MS)
    table.do(out)
    table.do(ExcludePlayer(player="cem", reason="on request"), MANAGER)
    return table


def restored(table: AtTable) -> AtTable:
    """The same table from its snapshot, through JSON."""
    house = house_from_plain(json.loads(json.dumps(house_to_plain(table.house))))
    plain = json.loads(json.dumps(table_to_plain(table.state)))
    back = AtTable(table.book_id, house=house, opened=False)
    back.state = table_from_plain(plain, table.book, house)
    back.folded = msgspec.convert(msgspec.to_builtins(table.folded), type(table.folded))
    return back


@pytest.mark.parametrize("book_id", books.ids())
def test_what_comes_back_is_what_was_written(book_id: str) -> None:
    table = busy(book_id)
    back = restored(table)
    assert table_to_plain(back.state) == table_to_plain(table.state)
    assert house_to_plain(back.house) == house_to_plain(table.house)
    assert back.state.seats == table.state.seats
    assert back.state.ledger == table.state.ledger
    assert back.state.past[1].placements == table.state.past[1].placements
    assert back.house == table.house


@pytest.mark.parametrize("book_id", books.ids())
def test_play_goes_on_as_if_nothing_had_been(book_id: str) -> None:
    table = busy(book_id)
    back = restored(table)
    for each in (table, back):
        correct = CorrectOutcome(round=1, number="3", approver=SECOND)
        each.do(correct, SUPERVISOR)
        each.do(VoidAfterOutcome(round=3, clause="5.4", approver=SECOND, reason=WHY), SUPERVISOR)
        each.do(RedeemVoucher(player="ada", voucher=voucher_number(1)))
        each.play("17", ("straight:17", 800))
        each.do(LeaveSeat(player="ada"), ADA)
    assert back.record == table.record[-len(back.record) :]
    assert back.shown() == table.shown()


def test_rulings_and_returned_wagers_are_kept() -> None:
    table = AtTable("sands-2019")
    table.sit("ada", 10_000)
    number = table.open_bets()
    table.bet("straight:17", 1000)
    table.bet("red", 1000)
    table.close_bets()
    table.do(ReportRest())
    table.do(
        RuleOnWager(player="ada", wager="red", ruling="returned", reason="seen to"), SUPERVISOR
    )
    table.do(CallOutcome(number="4"))
    table.do(ConfirmOutcome(number="4"))
    back = restored(table)
    assert back.state.past[number].rulings == table.state.past[number].rulings
    back.do(CorrectOutcome(round=number, number="17", approver=SECOND), SUPERVISOR)
    assert back.has() == 8000 + 36_000 + 1000


def test_a_round_is_corrected_with_its_own_limits_and_warnings() -> None:
    """sands-2019 5.15: in the second round the wager under the minimum was not in play."""
    table = AtTable("sands-2019")
    table.sit("ada", 10_000)
    table.play("3", ("straight:17", 100))
    number = table.play("3", ("straight:17", 100))
    table.do(SetLimits(limits=LimitsTaken(RangeTaken(1, 10))), MANAGER)
    back = restored(table)
    assert back.state.honoured == {"ada": 1}
    back.do(CorrectOutcome(round=number, number="17", approver=SECOND), SUPERVISOR)
    assert back.has() == 9900


def test_no_snapshot_is_made_of_a_round_in_play() -> None:
    table = AtTable()
    table.open_bets()
    with pytest.raises(SnapshotError, match="round 1 of table-1 is in play"):
        table_to_plain(table.state)


def test_a_snapshot_is_not_read_under_another_book() -> None:
    plain = table_to_plain(AtTable("sands-2017").state)
    with pytest.raises(SnapshotError, match="sands-2019"):
        table_from_plain(plain, books.load("sands-2019"), AtTable().house)


def test_what_ended_a_round_is_compared_only_where_a_snapshot_says_it() -> None:
    """Snapshots of earlier versions say nothing of it, and those that followed say None."""
    table = busy("sands-2019")
    core = cast(Core, SimpleNamespace(state=table.state))

    def kept(**ended_by: object) -> bytes:
        plain = table_to_plain(table.state)
        void = next(one for one in plain["past"] if one["phase"] == "void")
        assert void["ended_by"] == "5.10"
        void.update(ended_by)
        if not ended_by:
            for one in plain["past"]:
                del one["ended_by"]
        return msgspec.json.encode({"table": plain, "own_wheel": False, "last_ms": 0, "newest": {}})

    assert not differs(core, kept())
    assert not differs(core, kept(ended_by=None))
    assert not differs(core, kept(ended_by="5.10"))
    assert differs(core, kept(ended_by="5.5"))
