"""Meters: what a table has taken, turned over and won, as a fold over the record.

Nothing but the events is needed to count them anew. What is corrected is counted on the day of
the correction, as in the ledger. Hold is a fraction: nothing here is rounded.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from croupier.house import events as e
from croupier.round import events as r


class Figures(msgspec.Struct):
    """Counts, and sums in cents."""

    opener: int = 0
    fills: int = 0
    credits: int = 0
    closer: int = 0
    drop: int = 0
    """Cash and vouchers taken for chips."""
    vouchers_in: int = 0
    """The vouchers among the drop, tickets in cash devices included."""
    cash_out: int = 0
    vouchers_out: int = 0
    turnover: int = 0
    """All that was staked in settled rounds."""
    win: int = 0
    """Stakes of settled rounds less what went back to the players."""
    rounds: int = 0
    voids: int = 0
    """Rounds that were void or abandoned, after their outcome too."""
    voided: int = 0
    """The stakes of those rounds."""
    corrections: int = 0
    uncollected: int = 0
    """What corrections could not collect, less what later ones made good."""
    adjustments: int = 0
    """What was put right in the players' favour, less what was in the house's."""
    variance: int = 0
    """What the closing counts missed, less what they found."""
    bills: int = 0
    """The bills among the drop, taken by cash devices."""
    desk: int = 0
    """Cash taken for chips at the cash desk, beside the drop."""
    count_variance: int = 0
    """What the counts of ended gaming days missed, less what they found."""

    @property
    def chips_sold(self) -> int:
        """The cash among the drop: chips that people sold at the table."""
        return self.drop - self.vouchers_in - self.bills

    @property
    def box(self) -> e.Box:
        """What a count of all this is to find."""
        return e.Box(
            cash=self.chips_sold,
            bills=self.bills,
            vouchers=self.vouchers_in,
            desk=self.desk,
            paid=self.cash_out,
        )

    @property
    def hold(self) -> Fraction | None:
        """Win for what was dropped; nothing where nothing was."""
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def tray(self) -> int:
        """What must lie in the tray: nothing once the table is closed."""
        given_out = self.credits + self.drop + self.adjustments + self.uncollected
        return self.opener + self.fills - given_out + self.win - self.closer - self.variance

    def since(self, begun: "Figures") -> "Figures":
        """What was added after an earlier count."""
        now, then = msgspec.structs.astuple(self), msgspec.structs.astuple(begun)
        return Figures(*(a - b for a, b in zip(now, then, strict=True)))


class Meters(msgspec.Struct):
    """The figures of a table: ever, and as they stood when the day and the shift began."""

    ever: Figures = msgspec.field(default_factory=Figures)
    day_begun: Figures = msgspec.field(default_factory=Figures)
    shift_begun: Figures = msgspec.field(default_factory=Figures)
    uncounted_from: Figures | None = None
    """As they stood when the last gaming day ended, of those that are counted."""
    handle: dict[str, int] = {}
    """What each player has staked in settled rounds since the gaming day began."""

    @property
    def day(self) -> Figures:
        """This gaming day, or the last one until the next begins."""
        return self.ever.since(self.day_begun)

    @property
    def to_count(self) -> e.Box:
        """What the count of this gaming day is to find, with what was paid out since the last."""
        return self.ever.since(self.uncounted_from or self.day_begun).box

    @property
    def shift(self) -> Figures:
        """This shift, or the last one until the next begins."""
        return self.ever.since(self.shift_begun)

    def count(self, event: r.Event) -> None:
        """Count an event; most change no meter."""
        counted = COUNTED.get(type(event))
        if counted is not None:
            counted(event, self)

    def _handled(self, staked: r.Purses, sign: int) -> None:
        for player, purse in staked.items():
            self.handle[player] = self.handle.get(player, 0) + sign * sum(purse.values())


def _sum(purses: r.Purses) -> int:
    return sum(sum(purse.values()) for purse in purses.values())


def _settled(event: r.RoundSettled, meters: Meters) -> None:
    figures, staked = meters.ever, _sum(event.staked)
    figures.rounds += 1
    figures.turnover += staked
    figures.win += staked - _sum(event.returned)
    meters._handled(event.staked, 1)


def _voided(event: r.RoundVoided | r.RoundAbandoned, meters: Meters) -> None:
    figures = meters.ever
    figures.rounds += 1
    figures.voids += 1
    figures.voided += _sum(event.returned)


def _corrected(event: r.OutcomeCorrected | r.RoundResettled, meters: Meters) -> None:
    figures = meters.ever
    figures.corrections += 1
    figures.win += _sum(event.reversed) - _sum(event.returned)
    figures.uncollected -= sum(event.recovered.values())


def _voided_after(event: r.SettledRoundVoided, meters: Meters) -> None:
    figures, staked = meters.ever, _sum(event.returned)
    figures.corrections += 1
    figures.voids += 1
    figures.voided += staked
    figures.turnover -= staked
    figures.win += _sum(event.reversed) - staked
    figures.uncollected -= sum(event.recovered.values())
    meters._handled(event.returned, -1)


def _bought(event: e.ChipsBought, meters: Meters) -> None:
    if event.paid_with == "desk":
        meters.ever.desk += event.amount
        return
    meters.ever.drop += event.amount
    if event.paid_with == "bill":
        meters.ever.bills += event.amount
    if event.paid_with == "voucher":
        meters.ever.vouchers_in += event.amount


def _paid_out(meters: Meters, paid: str, amount: int) -> None:
    if paid == "cash":
        meters.ever.cash_out += amount
    elif paid == "voucher":
        meters.ever.vouchers_out += amount


def _cashed_out(event: e.ChipsCashedOut, meters: Meters) -> None:
    _paid_out(meters, event.paid, sum(event.purse.values()))


def _collected(event: e.HeldCollected, meters: Meters) -> None:
    _paid_out(meters, event.paid, event.amount)


def _opened(event: e.TableOpened, meters: Meters) -> None:
    meters.ever.opener += event.opener


def _filled(event: e.FloatFilled, meters: Meters) -> None:
    meters.ever.fills += event.amount


def _credited(event: e.FloatCredited, meters: Meters) -> None:
    meters.ever.credits += event.amount


def _closed(event: e.TableClosed, meters: Meters) -> None:
    meters.ever.closer += event.closer
    meters.ever.variance += event.expected - event.closer


def _day_counted(event: e.DayCounted, meters: Meters) -> None:
    found, due = event.counted, event.expected
    for sign, box in ((1, due), (-1, found)):
        in_hand = box.cash + box.bills + box.vouchers + box.desk - box.paid
        meters.ever.count_variance += sign * in_hand


def _adjusted(event: e.BalanceAdjusted, meters: Meters) -> None:
    meters.ever.adjustments += event.amount


def _uncollected(event: e.CorrectionUncollected, meters: Meters) -> None:
    meters.ever.uncollected += event.amount


def _day(event: e.DayStarted, meters: Meters) -> None:
    meters.day_begun = msgspec.structs.replace(meters.ever)
    meters.handle = {}


def _day_ended(event: e.DayEnded, meters: Meters) -> None:
    if event.to_count is not None:
        meters.uncounted_from = msgspec.structs.replace(meters.ever)


def _shift(event: e.ShiftStarted, meters: Meters) -> None:
    meters.shift_begun = msgspec.structs.replace(meters.ever)


COUNTED: Mapping[type[r.Event], Callable[[Any, Meters], None]] = {
    r.RoundSettled: _settled,
    r.RoundVoided: _voided,
    r.RoundAbandoned: _voided,
    r.OutcomeCorrected: _corrected,
    r.SettledRoundVoided: _voided_after,
    r.RoundResettled: _corrected,
    e.ChipsBought: _bought,
    e.ChipsCashedOut: _cashed_out,
    e.HeldCollected: _collected,
    e.TableOpened: _opened,
    e.FloatFilled: _filled,
    e.FloatCredited: _credited,
    e.TableClosed: _closed,
    e.DayCounted: _day_counted,
    e.BalanceAdjusted: _adjusted,
    e.CorrectionUncollected: _uncollected,
    e.DayStarted: _day,
    e.DayEnded: _day_ended,
    e.ShiftStarted: _shift,
}
"""The events that meters count."""
