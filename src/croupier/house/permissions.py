"""Who may ask the house for what. One table; the round has its own for its commands.

A higher position may always do what is given here to a lower one: these are procedures of the
house, not clauses. A player asks for themselves only, and touches money only where the book is
played with credits: at a live table the Dealer takes the cash and gives the chips.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from croupier.house import commands as c
from croupier.round.commands import Actor, Command
from croupier.rules.book import Book
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal


def _never(book: Book | None, command: Command) -> bool:
    return False


def _always(book: Book | None, command: Command) -> bool:
    return True


def _at_terminal(book: Book | None, command: Command) -> bool:
    """A terminal takes cash and vouchers by itself."""
    return book is not None and "credits" in book.says.stakes.kinds


def _prints_voucher(book: Book | None, command: Command) -> bool:
    """A terminal prints vouchers, or gives credits; cash is handed over by someone."""
    by_hand = isinstance(command, c.CashOut | c.CollectHeld) and command.paid == "cash"
    return _at_terminal(book, command) and not by_hand


@dataclass(frozen=True, slots=True)
class Permission:
    """The least position that may do a thing, and whether players may for themselves."""

    least: Position
    player: Callable[[Book | None, Command], bool] = _never


PERMISSIONS: Mapping[type[Command], Permission] = {
    c.TakeSeat: Permission(Position.DEALER, _always),
    c.LeaveSeat: Permission(Position.DEALER, _always),
    c.BuyIn: Permission(Position.DEALER, _at_terminal),
    c.RedeemVoucher: Permission(Position.DEALER, _at_terminal),
    c.ChangeChips: Permission(Position.DEALER),
    c.CashOut: Permission(Position.DEALER, _prints_voucher),
    c.CollectHeld: Permission(Position.DEALER, _prints_voucher),
    c.OpenTable: Permission(Position.PIT_SUPERVISOR),
    c.FillFloat: Permission(Position.PIT_SUPERVISOR),
    c.CreditFloat: Permission(Position.PIT_SUPERVISOR),
    c.CloseTable: Permission(Position.PIT_SUPERVISOR),
    c.CashVoucher: Permission(Position.PIT_SUPERVISOR),
    c.AdjustBalance: Permission(Position.PIT_SUPERVISOR),
    c.SetLimits: Permission(Position.PIT_MANAGER),
    c.SetMaximumPayout: Permission(Position.PIT_MANAGER),
    c.StartShift: Permission(Position.PIT_MANAGER),
    c.EndShift: Permission(Position.PIT_MANAGER),
    c.ExcludePlayer: Permission(Position.PIT_MANAGER),
    c.ReadmitPlayer: Permission(Position.GAMING_SHIFT_MANAGER),
    c.LapseVouchers: Permission(Position.GAMING_SHIFT_MANAGER),
    c.StartDay: Permission(Position.GAMING_SHIFT_MANAGER),
    c.EndDay: Permission(Position.GAMING_SHIFT_MANAGER),
}

APPROVER = Position.PIT_SUPERVISOR
"""The least position of the second person, as in a correction of the outcome (reading 19)."""


def may(actor: Actor, command: Command, book: Book | None = None) -> Refusal | None:
    """Why this person may not ask for this, or nothing if they may."""
    permission = PERMISSIONS[type(command)]
    if actor.position is not None:
        if actor.position.at_least(permission.least):
            return None
    elif permission.player(book, command):
        player = getattr(command, "player", None)
        if player == actor.name:
            return None
        return refusal("seat/not-yours", name=actor.name, player=player)
    return not_allowed(actor, command, permission.least)


def not_allowed(actor: Actor, command: Command, who: str) -> Refusal:
    """The refusal of what is for others to do."""
    return refusal(
        "position/not-allowed",
        name=actor.name,
        position=actor.position or "player",
        action=type(command).__struct_config__.tag,
        who=who,
    )


def approved(actor: Actor, approver: Actor) -> Refusal | None:
    """Why a second person's approval does not count, or nothing if it does (requirement 16)."""
    if approver.name == actor.name:
        return refusal("approval/same-person", name=actor.name)
    if approver.position is None or not approver.position.at_least(APPROVER):
        return refusal(
            "approval/position",
            name=approver.name,
            position=approver.position or "player",
            least=APPROVER,
        )
    return None
