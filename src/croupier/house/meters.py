"""Meters: what a table has taken, turned over and won, as a fold over the record.

The events alone are enough to recount them. What is corrected is counted on the day of
the correction, as in the ledger. Hold is a fraction: nothing here is rounded.
"""

from fractions import Fraction

import msgspec

from croupier.round.base import Purses


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """The cash and the papers of a table's gaming day, by where they came from and went."""

    cash: int = 0
    """Taken for chips at the table."""
    bills: int = 0
    """Taken by cash devices."""
    vouchers: int = 0
    """Redeemed here."""
    desk: int = 0
    """Taken for chips at the cash desk."""
    paid: int = 0
    """Cash paid out for chips and for what was held."""

    @property
    def in_hand(self) -> int:
        """What there must be in cash and papers."""
        return self.cash + self.bills + self.vouchers + self.desk - self.paid


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
    def box(self) -> Box:
        """What a count of all this is to find."""
        return Box(
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
    def to_count(self) -> Box:
        """What the count of this gaming day is to find, with what was paid out since the last."""
        return self.ever.since(self.uncounted_from or self.day_begun).box

    @property
    def shift(self) -> Figures:
        """This shift, or the last one until the next begins."""
        return self.ever.since(self.shift_begun)

    def handled(self, staked: Purses, sign: int) -> None:
        """Count what each player staked in a settled round, or no longer where it is void."""
        for player, purse in staked.items():
            self.handle[player] = self.handle.get(player, 0) + sign * sum(purse.values())
