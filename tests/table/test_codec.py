"""Events whose shape has changed: what was written before is read, and says what it knew."""

import msgspec
import pytest

from croupier.house.adjustment import AdjustBalance, BalanceAdjusted
from croupier.house.limits import LimitsSet, MaximumPayoutSet, SetLimits, SetMaximumPayout
from croupier.journal.memory import MemoryStore
from croupier.round.opening import LimitsTaken, RangeTaken
from croupier.table.codec import CODEC
from croupier.table.core import table_stream
from tests.table.floors import MANAGER, SHIFT, SUPERVISOR, Serving

BY = b'"by":{"name":"max","position":"pit-manager"}'
LIMITS = b'{"table":{"min":200,"max":50000},"kinds":{}}'


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("limits.set", b'{"action":null,"limits":' + LIMITS + b"," + BY + b"}"),
        ("maximum-payout.set", b'{"action":null,"amount":500,' + BY + b"}"),
        (
            "balance.adjusted",
            b'{"action":null,"player":"ada","chips":"credits","amount":5,"reason":"miscount",'
            + BY
            + b',"approver":{"name":"gia","position":"gaming-shift-manager"}}',
        ),
    ],
)
def test_version_1_said_nothing_of_before(name: str, body: bytes) -> None:
    event = CODEC.decode(name, 1, body)
    assert isinstance(event, LimitsSet | MaximumPayoutSet | BalanceAdjusted)
    assert event.before is None
    assert event.by == MANAGER
    written = msgspec.json.decode(CODEC.encode(event)[2])
    old = msgspec.json.decode(body)
    assert {field: written[field] for field in old} == old
    assert CODEC.versions[name] == 2


async def test_who_what_why_before_and_after_of_what_is_set() -> None:
    table = "edz-2020"
    house = await Serving(MemoryStore()).start()
    await house.open(table, "ada")
    first = LimitsTaken(RangeTaken(100, 100_000))
    limits = LimitsTaken(RangeTaken(200, 50_000))
    await house.must(table, SetLimits(limits=limits, reason="a quiet night"), by=MANAGER)
    await house.must(table, SetMaximumPayout(amount=90_000), by=MANAGER)
    lifted = SetMaximumPayout(amount=None, reason="a known player")
    await house.must(table, lifted, by=MANAGER)
    there = house.floor.tables[table].state.purse("ada")["credits"]
    for player in ("ada", "ben"):
        adjusted = AdjustBalance(player=player, amount=700, reason="found", approver=SHIFT)
        await house.must(table, adjusted, by=SUPERVISOR)
    await house.stop()
    events = [CODEC.event(one) for one in house.store.read(table_stream(table))]
    assert [one for one in events if isinstance(one, LimitsSet)] == [
        LimitsSet(limits=limits, before=first, reason="a quiet night", by=MANAGER)
    ]
    assert [one for one in events if isinstance(one, MaximumPayoutSet)] == [
        MaximumPayoutSet(amount=90_000, before=None, reason=None, by=MANAGER),
        MaximumPayoutSet(amount=None, before=90_000, reason="a known player", by=MANAGER),
    ]
    changed = [one for one in events if isinstance(one, BalanceAdjusted)]
    assert [(one.player, one.before) for one in changed] == [("ada", there), ("ben", 0)]
