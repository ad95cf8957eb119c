"""What the house adds to a command before a table decides it: its draws and its vouchers' ids.

Nobody sends these in: a secret, a Bonus Number and a voucher's id come from the house's own
randomness. It is added at the moment of deciding, so that a draw is always of the round in play.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from croupier.fair.sealed import SealError
from croupier.house import commands as h
from croupier.round import commands as r
from croupier.round.commands import Command
from croupier.rules.refusal import Refusal, refusal
from croupier.table.core import Core
from croupier.table.draws import Draws

DAY_MS = 86_400_000
OF_THE_HOUSE: Mapping[type[Command], tuple[str, ...]] = {
    r.OpenBets: ("commitment", "sealed", "scheme"),
    r.CloseBets: ("salt",),
    r.RevealSecret: ("secret",),
    r.DrawBonusNumbers: ("numbers", "seed"),
    r.CallOutcome: ("drawn", "seed"),
    h.CashOut: ("voucher", "expires_ms"),
    h.CollectHeld: ("voucher", "expires_ms"),
}
"""What is left empty by those who ask."""


def said_for_the_house(command: Command) -> Refusal | None:
    """The refusal of a command in which somebody said what only the house may."""
    kind = type(command)
    if getattr(command, "approver", None) is not None:
        return refusal("approval/needed", action=str(kind.__struct_config__.tag))
    for name in OF_THE_HOUSE.get(kind, ()):
        if getattr(command, name):
            tag = str(kind.__struct_config__.tag)
            return refusal("request/for-the-house", command=tag, field=name)
    return None


class Completion:
    """What the house adds at one table."""

    def __init__(
        self, core: Core, draws: Draws, new_voucher: Callable[[], str], voucher_days: int
    ) -> None:
        self._core = core
        self.draws = draws
        self._new_voucher = new_voucher
        self._voucher_ms = voucher_days * DAY_MS
        self._adds: Mapping[type[Command], Callable[[Any, int], Command]] = {
            r.OpenBets: self._open_bets,
            r.CloseBets: self._close_bets,
            r.DrawBonusNumbers: self._bonus_numbers,
            r.CallOutcome: self._outcome,
            r.RevealSecret: self._reveal,
            h.CashOut: self._voucher,
            h.CollectHeld: self._voucher,
        }

    def __call__(self, command: Command, now_ms: int) -> Command:
        """The command as the table decides it."""
        adds = self._adds.get(type(command))
        return adds(command, now_ms) if adds is not None else command

    def _open_bets(self, command: r.OpenBets, now_ms: int) -> Command:
        """A round has a secret where anything is drawn from it."""
        drawn = self._core.state.own_wheel or self._core.state.book.bonus is not None
        if command.commitment is not None or not drawn:
            return command
        return self.draws.open_bets(self._core.state.round_number + 1)

    def _close_bets(self, command: r.CloseBets, now_ms: int) -> Command:
        round_ = self._core.state.round
        seeded = command.salt is None and round_ is not None and round_.is_seeded
        return self.draws.close_bets() if seeded else command

    def _bonus_numbers(self, command: r.DrawBonusNumbers, now_ms: int) -> Command:
        round_ = self._core.state.round
        if command.numbers or round_ is None or round_.sealed is None or round_.book.bonus is None:
            return command
        if not round_.may_draw:  # bets are open: that is the refusal
            return command
        return self.draws.bonus_numbers(round_)

    def _outcome(self, command: r.CallOutcome, now_ms: int) -> Command:
        """Of a wheel of the system's own; a number that somebody sent is left to be refused."""
        round_ = self._core.state.round
        if command.number or round_ is None or not round_.is_drawn or not round_.may_draw:
            return command
        return self.draws.outcome(round_)

    def _reveal(self, command: r.RevealSecret, now_ms: int) -> Command:
        ended = self._core.state.past.get(command.round)
        if command.secret or ended is None or ended.sealed is None:
            return command
        try:
            return self.draws.reveal(ended)
        except SealError:  # under a key that the house no longer has: refused
            return command

    def _voucher(self, command: h.CashOut | h.CollectHeld, now_ms: int) -> Command:
        if command.paid != "voucher" or command.voucher is not None:
            return command
        return msgspec.structs.replace(
            command, voucher=self._new_voucher(), expires_ms=now_ms + self._voucher_ms
        )
