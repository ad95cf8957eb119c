"""Every command is decided by its own class, and the round can be asked for each of them."""

from croupier.round import COMMANDS, EVENTS
from croupier.round.base import Actor, RoundCommand, RoundEvent, tag_of
from croupier.round.batch import Rebet
from croupier.round.close import GrantStandingLeave, WithdrawStandingLeave
from tests.round.playing import MANAGER, Playing


def test_every_command_and_event_has_a_name_of_its_own_and_every_command_a_decision() -> None:
    assert len({tag_of(kind) for kind in COMMANDS}) == len(COMMANDS)
    assert len({kind.name for kind in EVENTS}) == len(EVENTS)
    assert all(issubclass(kind, RoundEvent) for kind in EVENTS)
    for kind in COMMANDS:
        assert issubclass(kind, RoundCommand)
        assert kind.decide is not RoundCommand.decide, kind


def test_a_round_alone_has_nothing_to_place_again() -> None:
    assert Playing("sands-2019").no(Rebet(), Actor("ada")).code == "rebet/none"


def test_a_round_knows_standing_leave_by_itself() -> None:
    table = Playing("sands-2019")
    assert table.no(WithdrawStandingLeave(), MANAGER).code == "close/no-standing-leave"
    table.do(GrantStandingLeave(), MANAGER)
    assert table.no(GrantStandingLeave(), MANAGER).code == "close/leave-stands"
    table.do(WithdrawStandingLeave(), MANAGER)
    assert not table.state.standing_leave
