"""What reports may tell, what they may not, and what outlasts an interruption."""

import pytest

from croupier import books
from croupier.round.base import Actor
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import CloseBets
from croupier.round.decide import evolve
from croupier.round.interruption import StateBall, recover
from croupier.round.outcome import CallOutcome
from croupier.round.phases import Phase
from croupier.round.referral import DecideReferral, Refer
from croupier.round.secret import RevealSecret, SecretRevealed
from croupier.round.spin import ReportSpin, SpinBall
from croupier.round.void import NOT_OF_THE_SPIN, VoidRound
from croupier.rules.irregularities import Irregularity
from tests.round.playing import DEALER, DRAWN, SHIFT, Playing

BY_OTHERS = sorted(NOT_OF_THE_SPIN)


@pytest.mark.parametrize("happened", BY_OTHERS)
@pytest.mark.parametrize("book_id", books.ids())
def test_a_spin_report_does_not_do_what_belongs_to_others(
    book_id: str, happened: Irregularity
) -> None:
    """A Dealer's report of "uncovered" is no Gaming Shift Manager's decision (6.2)."""
    table = Playing(book_id).to_spun()
    no = table.no(ReportSpin(happened=(happened,)))
    assert no.code == "spin/not-an-irregularity"
    assert table.state.phase is Phase.RUNNING


def test_only_a_number_that_was_drawn_can_stay_dark() -> None:
    table = Playing("fast-action-2020")
    for command in (SpinBall(), CloseBets(), DrawBonusNumbers(numbers=DRAWN)):
        table.do(command)
    no = table.no(ReportLights(dark=(DRAWN[0], "30")))
    assert (no.code, no.figures["number"]) == ("bonus/not-among-them", "30")
    table.do(ReportLights(dark=(DRAWN[0],)))
    assert table.state.phase is Phase.VOID


def test_no_bonus_number_is_dark_before_the_draw() -> None:
    table = Playing("fast-action-2020")
    assert table.no(VoidRound(clause="5.11")).code == "bonus/not-drawn"
    table.to_spun().do(VoidRound(clause="5.11"))
    assert table.state.phase is Phase.VOID


@pytest.mark.parametrize("rests", [True, False])
def test_a_referral_outlasts_an_interruption(rests: bool) -> None:
    table = Playing("edz-2020").to_spun()
    table.do(Refer(reason="a bird on the wheel"))
    for event in recover(table.state):
        evolve(event, table.state)
    assert (
        table.no(DecideReferral(decision="resume", reason="seen to"), SHIFT).code
        == "referral/nothing-referred"
    )
    table.do(StateBall(rests=rests))
    if not rests:
        assert table.state.phase is Phase.VOID
        return
    assert table.no(CallOutcome(number="17")).code == "round/held"
    table.do(DecideReferral(decision="resume", reason="seen to"), SHIFT)
    table.do(CallOutcome(number="17"))


@pytest.mark.parametrize("book_id", books.ids())
def test_a_secret_is_shown_only_when_its_round_is_over(book_id: str) -> None:
    reveal = RevealSecret(round=1, secret="a1" * 32)
    table = Playing(book_id)
    assert table.no(reveal).code == "round/not-now"
    table.to_settled()
    assert table.no(reveal, Actor("ada")).code == "position/not-allowed"
    (revealed,) = table.do(reveal, DEALER)
    assert isinstance(revealed, SecretRevealed)
    assert table.state.revealed == "a1" * 32
