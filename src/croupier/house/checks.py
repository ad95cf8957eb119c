"""The house's own checks, each a refusal or nothing.

Their order is fixed: who asks; is the table open; is the player not excluded; have they a seat;
then what was asked for in particular. For a wager the last is what the round decides, then what the
terminal offers, then the funds, then the maximum payout.
"""

from croupier.house.ledger import FLOAT
from croupier.house.lookalikes import mixes_scripts
from croupier.house.state import Seat, TableState
from croupier.round.bets import WagerPlaced
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.rules.terms import Chips

NAME_LENGTH_MAX = 64


def closed(table: TableState) -> Refusal | None:
    """A closed table, or one outside a gaming day, accepts no seats, money or wagers."""
    if not table.is_open:
        return refusal("table/closed", table=table.id)
    if table.day is None:
        return refusal("day/not-started", table=table.id)
    return None


def excluded(table: TableState, player: str) -> Refusal | None:
    """Excluded players, and those in a time-out, cannot sit, buy in or wager; they may cash out and
    collect."""
    house = table.house
    if house.exclusion_of(player) is not None:
        return refusal("player/excluded", player=player)
    if player in house.time_outs:
        return refusal("player/time-out", player=player, at=house.time_outs[player])
    return None


def over_own_limit(table: TableState, player: str, amount: int) -> Refusal | None:
    """Why a player's own limits do not let so much more be staked today, in the whole house."""
    own = table.house.own_limits.get(player)
    if own is None or (own.loss is None and own.stake is None):
        return None
    played = table.played_today(player)
    in_play = sum(sum(t.in_play(player).values()) for t in table.house.tables.values())
    staked, lost = played.staked + in_play, played.staked - played.returned + in_play
    if own.stake is not None and staked + amount > own.stake:
        return refusal("own-limits/stake", most=own.stake, staked=staked, amount=amount)
    if own.loss is not None and lost + amount > own.loss:
        return refusal("own-limits/loss", most=own.loss, lost=max(lost, 0), amount=amount)
    return None


def seatless(table: TableState, player: str) -> Refusal | None:
    """A player without a seat at this table."""
    return None if player in table.seats else refusal("seat/none", player=player, table=table.id)


def barred(table: TableState, player: str) -> Refusal | None:
    """Why a player cannot play here: table closed, player excluded, or no seat."""
    return closed(table) or excluded(table, player) or seatless(table, player)


def short(table: TableState, seat: Seat, chips: Chips, amount: int) -> Refusal | None:
    """Too little in front of a player; stakes in play do not count (reading 12)."""
    if amount <= table.ledger.balance(seat.accounts[chips]):
        return None
    return too_low(table, seat, chips, amount)


def too_low(table: TableState, seat: Seat, chips: Chips, amount: int) -> Refusal:
    """The refusal of an amount that exceeds a player's funds."""
    return refusal(
        "funds/too-low",
        there=table.ledger.balance(seat.accounts[chips]),
        chips=chips,
        amount=amount,
    )


def not_at_terminal(table: TableState, placed: WagerPlaced) -> Refusal | None:
    """A player's own wager that their make of terminal does not offer (edz-2020 3.5, App. I); staff
    place and record what the book has."""
    if placed.placed_by is not None or placed.recorded_by is not None:
        return None
    if (make := table.make_of(placed.player)) is not None:
        try:
            table.book.wager(placed.wager, make)
        except CroupierError as error:
            return error.refusal
    return None


def sold_out(table: TableState, amount: int) -> Refusal | None:
    """Why so much cannot be given from the tray: chips that are not there. Where nobody fills one,
    or credits are played with, the cage makes it good."""
    there = table.ledger.balance(FLOAT)
    if amount <= there or table.fills_itself:
        return None
    return refusal("float/too-low", there=there, amount=amount)


def broken(amount: int, value: int | None, pieces: int = 1) -> Refusal | None:
    """An amount, or a piece of it, that is not a whole number of colour chips."""
    if value is not None and amount % (value * pieces) == 0:
        return None
    return refusal("colour/not-whole", amount=amount, pieces=pieces, value=value or 0)


def not_taken(table: TableState, chips: Chips) -> Refusal | None:
    """A kind of chips that the book does not use (3.3)."""
    stakes = table.book.says.stakes
    if chips in stakes.kinds:
        return None
    return refusal(
        "stakes/not-accepted",
        stakes.clause,
        book=table.book.id,
        chips=chips,
        known=tuple(stakes.kinds),
    )


def mixed(name: str) -> Refusal | None:
    """Why a name cannot be a person's: its letters are of several scripts, which only look alike
    to hide another name."""
    if not mixes_scripts(name):
        return None
    return refusal("player/mixed-scripts", name=name)


def bad_name(name: str) -> Refusal | None:
    """Why a name cannot be on record: accounts and logs are built from names."""
    if name and len(name) <= NAME_LENGTH_MAX and name.isprintable() and "/" not in name:
        return None
    return refusal("player/bad-name", name=ascii(name[:NAME_LENGTH_MAX]), max=NAME_LENGTH_MAX)
