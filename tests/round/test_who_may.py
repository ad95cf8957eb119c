"""Who may do what the books give to positions by name, as a player who may not is told."""

import pytest

from croupier.round.base import Actor, RoundCommand
from croupier.round.bets import PlaceForPlayer
from croupier.round.close import GrantEarlyClose
from croupier.round.no_spin import CallNoSpin
from croupier.round.referral import DecideReferral, Refer
from croupier.round.ruling import RuleOnWager
from tests.clauses import proves
from tests.round.playing import Playing

THE_PIT = ("dealer", "pit-supervisor", "pit-manager")
ANYONE = (*THE_PIT, "gaming-shift-manager")
PLACE = PlaceForPlayer(player="ada", wager="straight:17", amount=500)
NO_SPIN = CallNoSpin(reason="a bystander leant over the wheel")
REFER = Refer(reason="a chip rolled off the layout")
RULE = RuleOnWager(player="ada", wager="straight:17", ruling="stands")


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
        (RULE, ("pit-supervisor", "pit-manager", "gaming-shift-manager")),
        (GrantEarlyClose(), ("pit-manager",)),
        (REFER, ANYONE),
        (DecideReferral(decision="resume"), ("gaming-shift-manager",)),
    ],
    ids=["place", "no-spin", "rule", "early-close", "refer", "decide"],
)
def test_a_player_is_told_who_may(
    book_id: str, command: RoundCommand, who: tuple[str, ...]
) -> None:
    no = Playing(book_id).no(command, Actor("ada"))
    of_live_tables = PlaceForPlayer | RuleOnWager | GrantEarlyClose
    if book_id == "edz-2020" and isinstance(command, of_live_tables):
        assert no.code == "position/no-such-power"
    else:
        assert (no.code, no.figures["who"]) == ("position/not-allowed", who)
