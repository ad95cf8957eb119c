"""Dealer's entry and the wheel of the system's own."""

import pytest

from croupier import books
from croupier.fair.draw import draw_pocket
from croupier.fair.secret import Secret
from croupier.rules.irregularities import Irregularity
from croupier.rules.refusal import RoundError
from croupier.wheels import (
    BallInRim,
    DealerEntry,
    Fault,
    FaultKind,
    Order,
    OwnWheel,
    SpinStarted,
    WheelSource,
    WinningNumber,
)
from croupier.wheels.slingshot import Settings, Slingshot

SECRET = Secret(bytes(range(32)))
EDZ = books.load("edz-2020")


def sources() -> list[WheelSource]:
    return [
        DealerEntry(EDZ),
        OwnWheel("edz-1", EDZ.wheel),
        Slingshot(EDZ.wheel.order, Settings(close_before_spin=True)),
    ]


@pytest.mark.parametrize("source", sources(), ids=lambda source: type(source).__name__)
@pytest.mark.parametrize("order", Order)
def test_every_source_takes_every_order(source: WheelSource, order: Order) -> None:
    assert isinstance(source.order(order, 1), tuple)


class TestDealersEntry:
    @pytest.mark.parametrize("book_id", books.ids())
    def test_serves_every_wheel(self, book_id: str) -> None:
        book = books.load(book_id)
        entry = DealerEntry(book)
        for pocket in book.pockets:
            assert entry.rested(pocket, 5) == (WinningNumber(5, pocket, revolutions_seen=True),)

    def test_nothing_is_automatic(self) -> None:
        entry = DealerEntry(EDZ)
        assert all(entry.order(order, 1) == () for order in Order)
        assert entry.spun(3) == (SpinStarted(3), BallInRim(3))

    def test_a_number_that_the_wheel_has_not(self) -> None:
        with pytest.raises(RoundError) as caught:
            DealerEntry(EDZ).rested("37", 1)
        assert caught.value.code == "round/unknown-number"

    def test_an_irregularity_is_called(self) -> None:
        [fault] = DealerEntry(EDZ).called(Irregularity.FOREIGN_OBJECT, 7)
        assert fault == Fault(
            7,
            FaultKind.CALLED,
            "the dealer calls foreign object",
            (Irregularity.FOREIGN_OBJECT,),
        )


class TestOwnWheel:
    def test_the_pocket_follows_from_the_secret(self) -> None:
        wheel = OwnWheel("edz-1", EDZ.wheel)
        wheel.order(Order.ROUND_OPENED, 1)
        wheel.order(Order.BETS_CLOSED, 2)
        assert wheel.order(Order.START_GAME, 3) == (SpinStarted(3), BallInRim(3))
        pocket = draw_pocket(SECRET, "edz-1", 42, EDZ.wheel.order)
        assert wheel.rest(SECRET, 42, 9) == (WinningNumber(9, pocket, revolutions_seen=True),)

    def test_there_is_no_number_before_spin_and_close(self) -> None:
        wheel = OwnWheel("edz-1", EDZ.wheel)
        for order, missing in (
            (Order.BETS_CLOSED, "the spin"),
            (Order.ROUND_OPENED, "the spin"),
            (Order.START_GAME, "the close"),
        ):
            wheel.order(order, 1)
            [fault] = wheel.rest(SECRET, 42, 2)
            assert isinstance(fault, Fault)
            assert fault.text == f"there is no number before {missing}"

    def test_it_is_never_spun_again_within_a_round(self) -> None:
        wheel = OwnWheel("edz-1", EDZ.wheel)
        wheel.order(Order.ROUND_OPENED, 1)
        wheel.order(Order.START_GAME, 1)
        [fault] = wheel.order(Order.START_GAME, 2)
        assert isinstance(fault, Fault)
        assert fault.kind is FaultKind.ORDER_REFUSED
