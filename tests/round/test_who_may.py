"""Who may do what the books give to positions by name, as a player who may not is told."""

import pytest

from croupier.round import commands as c
from croupier.round.commands import Actor, Command
from tests.clauses import proves
from tests.round.playing import Playing

THE_PIT = "dealer or pit-supervisor or pit-manager"
ANYONE = "dealer or pit-supervisor or pit-manager or gaming-shift-manager"
PLACE = c.PlaceForPlayer(player="ada", wager="straight:17", amount=500)
NO_SPIN = c.CallNoSpin(reason="a bystander leant over the wheel")
REFER = c.Refer(reason="a chip rolled off the layout")
RULE = c.RuleOnWager(player="ada", wager="straight:17", ruling="stands")


@proves("sands-2019 fast-action-2020", "3.5", "3.9", "6.1", "6.2")
@proves("sands-2019", "5.12")
@proves("fast-action-2020", "5.13")
@proves("edz-2020", "5.15", "6.1")
@pytest.mark.parametrize("book_id", ["sands-2019", "edz-2020", "fast-action-2020"])
@pytest.mark.parametrize(
    ("command", "who"),
    [
        (PLACE, THE_PIT),
        (NO_SPIN, THE_PIT),
        (RULE, "pit-supervisor or pit-manager or gaming-shift-manager"),
        (c.GrantEarlyClose(), "pit-manager"),
        (REFER, ANYONE),
        (c.DecideReferral(decision="resume"), "gaming-shift-manager"),
    ],
    ids=["place", "no-spin", "rule", "early-close", "refer", "decide"],
)
def test_a_player_is_told_who_may(book_id: str, command: Command, who: str) -> None:
    no = Playing(book_id).no(command, Actor("ada"))
    of_live_tables = c.PlaceForPlayer | c.RuleOnWager | c.GrantEarlyClose
    if book_id == "edz-2020" and isinstance(command, of_live_tables):
        assert no.code == "position/no-such-power"
    else:
        assert (no.code, no.figures["who"]) == ("position/not-allowed", who)
