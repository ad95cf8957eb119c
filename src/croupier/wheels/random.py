"""A wheel of the system's own: the pocket follows from the round's secret, kernel randomness.

For demonstrations and electronic play. The pocket is worked out when the ball comes to rest and not
before, so that nothing holds it while bets are open; who gives the secret must have closed them.
"""

from croupier.fair.draw import draw_pocket
from croupier.fair.secret import Secret
from croupier.rules.wheel import Wheel
from croupier.wheels.source import (
    BallInRim,
    Fault,
    FaultKind,
    Order,
    Report,
    SpinStarted,
    WinningNumber,
)


class OwnWheel:
    """The wheel of one table, as far as there is one."""

    def __init__(self, table: str, wheel: Wheel) -> None:
        self._table = table
        self._wheel = wheel
        self._closed = False
        self._spun = False

    def order(self, order: Order, at_ms: int) -> tuple[Report, ...]:
        """Launch the ball when told to; the other orders are only noted."""
        if order is Order.ROUND_OPENED:
            self._closed = self._spun = False
        elif order is Order.BETS_CLOSED:
            self._closed = True
        elif order is Order.START_GAME:
            if self._spun:
                return (_refused(at_ms, "the ball is never spun again within a round"),)
            self._spun = True
            return SpinStarted(at_ms), BallInRim(at_ms)
        return ()

    def rest(self, secret: Secret, round_number: int, at_ms: int) -> tuple[Report, ...]:
        """The ball comes to rest where the round's secret has it; only after spin and close."""
        if not self._spun or not self._closed:
            missing = "the close" if self._spun else "the spin"
            return (_refused(at_ms, f"there is no number before {missing}"),)
        pocket = draw_pocket(secret, self._table, round_number, self._wheel.order)
        # There is no ball, so that no revolution of it can be missing.
        return (WinningNumber(at_ms, pocket, revolutions_seen=True),)


def _refused(at_ms: int, text: str) -> Fault:
    return Fault(at_ms, FaultKind.ORDER_REFUSED, text, blocks=False)
