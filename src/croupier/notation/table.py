"""The table at which a file is played, in its state when the file begins.

A player of whom the file says what they have is held to it. Everybody else has a seat and more
chips than they could ever wager, so that a file about a rule need not speak of money.
"""

from collections.abc import Iterable, Iterator

from croupier.books import load
from croupier.house import HouseState, Ledger, TableState, Voucher
from croupier.house.ledger import (
    CAGE,
    DROP,
    FLOAT,
    HOUSE_MAY_OWE,
    TABLE_MAY_OWE,
    TABLES,
    VOUCHERS,
    Posting,
    held_account,
    player_account,
)
from croupier.notation.actions import Asked
from croupier.notation.shift import Player, Round, Shift
from croupier.round.base import Actor, Command
from croupier.rules.book import Book
from croupier.rules.money import AMOUNT_MAX
from croupier.rules.positions import Position
from croupier.rules.terms import Chips

SOMEBODY = Actor(Position.PIT_MANAGER.value, Position.PIT_MANAGER)
"""Who permitted early closes before the file begins."""
MORE_THAN_ENOUGH = 1000 * AMOUNT_MAX


def table_of(shift: Shift) -> TableState:
    """The table when a file begins."""
    begun = shift.house
    state = TableState(
        id=begun.table,
        book=load(shift.book),
        house=_house(shift),
        limits=shift.limits,
        maximum_payout=begun.maximum_payout,
        is_open=begun.open,
        day=begun.day or None,
        last_day=begun.day or None,
        shift=begun.shift,
        standing_leave=SOMEBODY if begun.standing_leave else None,
        honoured=dict.fromkeys(shift.warned, shift.number - 1),
        round_number=shift.number - 1,
        own_wheel=shift.own_wheel,
        unattended=True,
    )
    makes = {name: player.terminal for name, player in (shift.players or {}).items()}
    state.profile_of = makes.get
    accounts = {account: amount for account, amount in _accounts(shift, state) if amount}
    state.ledger = Ledger(TABLE_MAY_OWE, {**accounts, CAGE: -sum(accounts.values())}.items())
    return state


def _house(shift: Shift) -> HouseState:
    vouchers = shift.house.vouchers
    out = sum(amount for amount, _ in vouchers.values())
    return HouseState(
        vouchers={n: Voucher(sum_, ms, "", "", sum_ == 0) for n, (sum_, ms) in vouchers.items()},
        excluded=dict.fromkeys(shift.house.excluded, ""),
        ledger=Ledger(HOUSE_MAY_OWE, ((VOUCHERS, out), (TABLES, -out))),
    )


def _accounts(shift: Shift, state: TableState) -> Iterator[Posting]:
    """Seat the players with their money."""
    tray = shift.house.tray
    if tray is None:
        tray = MORE_THAN_ENOUGH if shift.house.open else 0
    yield from ((FLOAT, tray), (DROP, shift.house.box))
    acting = _acting(shift.rounds)
    players = seated(shift.rounds, state.book) if shift.players is None else shift.players
    for name, player in players.items():
        if player.held is not None:
            yield held_account(name), player.held
        chips = _purse(player)
        if not chips and player.held is not None:
            continue
        state.seats[name] = state.new_seat(name, player.colour, player.value)
        if not chips:
            chips = _more_than_enough(acting.get(name, ()), state)
            if "colour-chips" in chips:
                state.seats[name] = state.new_seat(name, player.colour or name, player.value or 1)
        for kind, amount in chips.items():
            yield player_account(name, kind), amount


def seated(rounds: Iterable[Round], book: Book) -> dict[str, Player]:
    """The players who act without first sitting down; those who first buy in have nothing."""
    nothing = Player(credits=0) if "credits" in book.says.stakes.kinds else Player(cash_chips=0)
    return {
        name: nothing if _comes(lines, "buys", "plays") else Player()
        for name, lines in _acting(rounds).items()
        if not _comes(lines, "takes", "leaves")
    }


def _acting(rounds: Iterable[Round]) -> dict[str, list[Command]]:
    """The commands of each player, or on their behalf, in order."""
    acting: dict[str, list[Command]] = {}
    for round_ in rounds:
        for line in round_.actions:
            if isinstance(line, Asked) and line.command.at_seat and line.player:
                acting.setdefault(line.player, []).append(line.command)
    return acting


def _comes(lines: Iterable[Command], first: str, later: str) -> bool:
    """Whether a player does the one without having done the other before."""
    found = (line.at_seat for line in lines if line.at_seat in (first, later))
    return next(found, None) == first


def _purse(player: Player) -> dict[Chips, int]:
    chips: dict[Chips, int | None] = {
        "cash-chips": player.cash_chips,
        "colour-chips": player.colour_chips,
        "credits": player.credits,
    }
    return {kind: amount for kind, amount in chips.items() if amount is not None}


def _more_than_enough(lines: Iterable[Command], state: TableState) -> dict[Chips, int]:
    """Ample chips of the plain kind, and colour chips if the player uses them."""
    kinds = {state.plain_chips, *(getattr(line, "chips", None) for line in lines)}
    taken = [kind for kind in state.book.says.stakes.kinds if kind in kinds]
    return dict.fromkeys(taken, MORE_THAN_ENOUGH)
