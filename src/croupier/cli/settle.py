"""``croupier settle``: one round, given as JSON."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from croupier.books import load
from croupier.cli.commands import JsonOption
from croupier.cli.listing import table
from croupier.cli.printing import print_json
from croupier.rules.limits import OPEN, Limits, Range
from croupier.rules.refusal import LimitsError, RoundError, refusal
from croupier.rules.settlement import Settlement
from croupier.rules.settlement import settle as settle_round
from croupier.rules.wager import Kind
from croupier.words import in_units


class KindLimits(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The limits of one kind of wager; what is left out is the table's."""

    min: int | None = None
    max: int | None = None


class LimitsGiven(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The limits of the table."""

    min: int
    max: int
    kinds: dict[str, KindLimits] = {}


class WagerGiven(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One wager of the round."""

    player: str
    wager: str
    amount: int | float | str | bool | None
    """Anything but a whole number is refused by the rules, which say what would be right."""


class RoundGiven(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A round to settle."""

    book: str
    wagers: list[WagerGiven]
    outcome: str | None = None
    limits: LimitsGiven | None = None
    bonus_numbers: list[str] | None = None
    irregularity: str | None = None
    warned: list[str] = []


SHAPES: dict[str, type[msgspec.Struct]] = {
    ".limits.kinds": KindLimits,
    ".limits": LimitsGiven,
    ".wagers": WagerGiven,
    "": RoundGiven,
}
"""What stands at each place of the file, the innermost first."""


def settle(
    file: Annotated[
        str, typer.Argument(metavar="FILE|-", help="A JSON file, or - for standard input.")
    ],
    json: JsonOption = False,
) -> None:
    """Settle one round given as JSON: what each wager wins, loses or gets back.

    Such as this file; docs/settling.md explains every field:

    \b
    {"book": "sands-2019",
     "limits": {"min": 500, "max": 100000},
     "wagers": [
       {"player": "seat-1",
        "wager": "split:0/00",
        "amount": 1000}],
     "outcome": "0"}

    A book with Bonus Numbers takes them as well: "bonus_numbers": ["3", "17", …]. A round that was
    void has the clause that voids it instead of an outcome: "irregularity": "5.4".
    """
    name = "standard input" if file == "-" else file
    given = _parse(name, _read(file))
    book = load(given.book)
    settlement = settle_round(
        book,
        [(wager.player, wager.wager, wager.amount) for wager in given.wagers],  # type: ignore[misc]
        given.outcome,
        bonus_numbers=given.bonus_numbers,
        irregularity=given.irregularity,
        limits=_limits(given.limits),
        warned=given.warned,
    )
    if json:
        print_json(settlement.to_dict())
    else:
        show(settlement)


def show(settlement: Settlement) -> None:
    """Print a settlement as tables."""
    ended = "void" if settlement.status == "void" else f"the ball rests in {settlement.outcome}"
    money = ("stake", "in play", "wins", "goes back", "staked", "net")
    wagers = table(
        f"{settlement.book.name}: {ended}",
        *("player", "wager", "stake", "result", "in play", "wins", "goes back", "clause"),
        right=money,
        keys=2,
    )
    for bet, settled, _ in settlement.bets:
        wagers.add_row(
            bet.player,
            bet.wager.notation,
            in_units(bet.amount),
            settled.result,
            in_units(settled.in_play),
            in_units(settled.winnings),
            in_units(settled.returned),
            settled.clause,
            style={"won": "green", "lost": "dim"}.get(settled.result, ""),
        )
    players = table("Players", "player", "staked", "goes back", "net", right=money)
    for player, totals in settlement.players.items():
        sums = (totals.staked, totals.returned, totals.net)
        players.add_row(player, *map(in_units, sums))
    players.add_section()
    players.add_row("house", "", "", in_units(settlement.house_net))
    wagers.show()
    players.show()


def _read(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise RoundError(
            refusal("file/unreadable", file=file, reason=error.strerror or str(error))
        ) from None


def _parse(name: str, content: bytes) -> RoundGiven:
    try:
        return msgspec.json.decode(content, type=RoundGiven)
    except msgspec.ValidationError as error:
        reason = f"{error}{_known(str(error))}"
        raise RoundError(refusal("input/bad-shape", file=name, reason=reason)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RoundError(refusal("input/bad-json", file=name, reason=str(error))) from None


def _known(error: str) -> str:
    """The known fields, if the error is about an unknown one."""
    if "unknown field" not in error:
        return ""
    where = error.partition("`$")[2]
    shape = next(shape for place, shape in SHAPES.items() if where.startswith(place))
    return f": the fields there are {', '.join(shape.__struct_fields__)}"


def _limits(given: LimitsGiven | None) -> Limits:
    if given is None:
        return OPEN
    kinds = {}
    for name, of_kind in given.kinds.items():
        if name not in list(Kind):
            no = refusal("limits/bad", limits=name, reason="unknown-kind", known=tuple(Kind))
            raise LimitsError(no)
        least = given.min if of_kind.min is None else of_kind.min
        most = given.max if of_kind.max is None else of_kind.max
        kinds[Kind(name)] = Range(least, most)
    return Limits(Range(given.min, given.max), kinds)
