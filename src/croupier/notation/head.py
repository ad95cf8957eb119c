"""The head of a file: the shape of its keys, and what they mean for the table."""

import msgspec

from croupier.notation.shift import SOME_DAY, House, Player
from croupier.rules.book import Book
from croupier.rules.limits import Limits, Range
from croupier.rules.wager import Kind


class KindLimits(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The limits of one kind of wager; what is left out is the table's."""

    min: int | None = None
    max: int | None = None


class LimitsTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The limits of the table, as in the JSON of ``croupier settle``."""

    min: int
    max: int
    kinds: dict[Kind, KindLimits] = {}

    def limits(self) -> Limits:
        """The limits as the rules know them."""
        kinds = {
            kind: Range(
                self.min if given.min is None else given.min,
                self.max if given.max is None else given.max,
            )
            for kind, given in self.kinds.items()
        }
        return Limits(Range(self.min, self.max), kinds)


class PlayerTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True, rename="kebab"):
    """What a player has at the start."""

    cash_chips: int | None = None
    colour_chips: int | None = None
    colour: str | None = None
    value: int | None = None
    credits: int | None = None
    held: int | None = None
    terminal: str | None = None

    def player(self) -> Player:
        """The player."""
        return Player(**msgspec.structs.asdict(self))


class HouseTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True, rename="kebab"):
    """The table and the house around it at the start."""

    table: str = "table"
    open: bool = True
    day: str = SOME_DAY
    shift: str | None = None
    tray: int = 0
    box: int = 0
    maximum_payout: int | None = None
    vouchers: dict[str, tuple[int, int]] = {}
    excluded: tuple[str, ...] = ()

    def house(self) -> House:
        """The house; an empty day is none."""
        return House(**(msgspec.structs.asdict(self) | {"day": self.day or None}))


class RoundTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One round of a shift."""

    actions: list[str]
    title: str | None = None
    settlement: list[str] = []


class ShiftFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True, rename="kebab"):
    """The whole file: the lines of one round, or several rounds."""

    format: int
    book: str
    title: str
    proves: list[str] = []
    number: int = 1
    limits: LimitsTable | None = None
    warned: list[str] = []
    own_wheel: bool = False
    house: HouseTable = HouseTable()
    players: dict[str, PlayerTable] | None = None
    actions: list[str] | None = None
    settlement: list[str] | None = None
    rounds: list[RoundTable] | None = None


def unfit(player: Player, book: Book) -> str | None:
    """Why a player cannot have this under the book, or nothing if they can."""
    kinds = book.says.stakes.kinds
    chips = {
        "cash-chips": player.cash_chips,
        "colour-chips": player.colour_chips,
        "credits": player.credits,
    }
    for kind, amount in chips.items():
        if amount is not None and kind not in kinds:
            return f"{book.id} is played with {' and '.join(kinds)}, not {kind}"
    for kind, amount in {**chips, "held": player.held}.items():
        if amount is not None and amount < 0:
            return f"{kind} of {amount} cents: it must be 0 or more"
    if player.colour_chips and (player.colour is None or player.value is None):
        return "colour chips need all of colour-chips, colour and value"
    if player.value is not None and player.value < 1:
        return f"a chip's value of {player.value} cents must be at least 1"
    if player.terminal is not None and player.terminal not in book.terminals:
        known = ", ".join(book.terminals) or "none"
        return f"{book.id} has no terminal {player.terminal!r}: it has {known}"
    return None
