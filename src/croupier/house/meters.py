"""Meters: what a table has taken, turned over and won, as a fold over the record.

The events alone are enough to recount them. What is corrected is counted on the day of
the correction, as in the ledger. Hold is a fraction: nothing here is rounded.
"""

from fractions import Fraction

import msgspec

from croupier.round.base import Purses


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """The cash and vouchers of a table's gaming day, by source and destination."""

    cash: int = 0
    """Cash for chips at the table."""
    bills: int = 0
    """Bills taken by cash devices."""
    vouchers: int = 0
    """Vouchers redeemed here."""
    desk: int = 0
    """Cash for chips at the cash desk."""
    paid: int = 0
    """Cash paid for chips and for held amounts."""

    @property
    def in_hand(self) -> int:
        """The expected cash and vouchers."""
        return self.cash + self.bills + self.vouchers + self.desk - self.paid


class Figures(msgspec.Struct):
    """Counts, and sums in cents."""

    opener: int = 0
    fills: int = 0
    credits: int = 0
    closer: int = 0
    drop: int = 0
    """Cash and vouchers exchanged for chips."""
    vouchers_in: int = 0
    """Vouchers in the drop, including tickets in cash devices."""
    cash_out: int = 0
    vouchers_out: int = 0
    turnover: int = 0
    """Total stakes of settled rounds."""
    win: int = 0
    """Stakes of settled rounds minus what was returned to players."""
    rounds: int = 0
    voids: int = 0
    """Void and abandoned rounds, including those voided after their outcome."""
    voided: int = 0
    """Total stakes of those rounds."""
    corrections: int = 0
    uncollected: int = 0
    """What corrections could not collect, minus what later ones recovered."""
    adjustments: int = 0
    """Adjustments in the players' favour minus those in the house's."""
    variance: int = 0
    """Shortages at closing minus surpluses."""
    bills: int = 0
    """Bills in the drop, taken by cash devices."""
    desk: int = 0
    """Cash for chips at the cash desk; not part of the drop."""
    count_variance: int = 0
    """Shortages in the counts of ended gaming days minus surpluses."""

    @property
    def chips_sold(self) -> int:
        """The cash in the drop: chips sold by staff at the table."""
        return self.drop - self.vouchers_in - self.bills

    @property
    def box(self) -> Box:
        """What a count of these figures should find."""
        return Box(
            cash=self.chips_sold,
            bills=self.bills,
            vouchers=self.vouchers_in,
            desk=self.desk,
            paid=self.cash_out,
        )

    @property
    def hold(self) -> Fraction | None:
        """Win divided by drop; None without a drop."""
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def tray(self) -> int:
        """The expected tray; 0 once the table is closed."""
        given_out = self.credits + self.drop + self.adjustments + self.uncollected
        return self.opener + self.fills - given_out + self.win - self.closer - self.variance

    def since(self, begun: "Figures") -> "Figures":
        """The difference from an earlier state."""
        now, then = msgspec.structs.astuple(self), msgspec.structs.astuple(begun)
        return Figures(*(a - b for a, b in zip(now, then, strict=True)))


class Meters(msgspec.Struct):
    """The figures of a table: in total, and at the start of the day and of the shift."""

    ever: Figures = msgspec.field(default_factory=Figures)
    day_begun: Figures = msgspec.field(default_factory=Figures)
    shift_begun: Figures = msgspec.field(default_factory=Figures)
    uncounted_from: Figures | None = None
    """The counted figures at the end of the last gaming day."""
    handle: dict[str, int] = {}
    """Each player's stakes in settled rounds of this gaming day."""

    @property
    def day(self) -> Figures:
        """The figures of this gaming day, or of the last until the next begins."""
        return self.ever.since(self.day_begun)

    @property
    def to_count(self) -> Box:
        """What the count of this gaming day should find, including payments since the last."""
        return self.ever.since(self.uncounted_from or self.day_begun).box

    @property
    def shift(self) -> Figures:
        """The figures of this shift, or of the last until the next begins."""
        return self.ever.since(self.shift_begun)

    def handled(self, staked: Purses, sign: int) -> int:
        """Count each player's stakes in a settled round, or remove them if it is void; return the
        sum of the stakes."""
        handle, total = self.handle, 0
        for player, purse in staked.items():
            total += (amount := sum(purse.values()))
            handle[player] = handle.get(player, 0) + sign * amount
        return total
