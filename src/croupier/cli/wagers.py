"""``croupier wagers``: every wager of a book."""

from croupier.books import load
from croupier.cli.commands import BookArgument, JsonOption
from croupier.cli.listing import table
from croupier.cli.printing import print_json
from croupier.rules.terms import BonusPays
from croupier.rules.wager import Wager


def wagers(book: BookArgument, json: JsonOption = False) -> None:
    """List every wager of a book with what it covers, pays and consists of."""
    loaded = load(book)
    if json:
        print_json([wager.to_dict() for wager in loaded.wagers.values()])
        return
    listing = table(
        f"Wagers of {loaded.name}",
        *("wager", "name", "numbers", "pays", "clause"),
        right=("pays",),
        prose=("numbers",),
    )
    for wager in loaded.wagers.values():
        numbers = " ".join(wager.numbers)
        listing.add_row(wager.notation, wager.name, numbers, _pays(wager), wager.clause)
    listing.show()


def _pays(wager: Wager) -> str:
    match wager.pays:
        case None:
            return f"{wager.piece_count} pieces"
        case BonusPays(plain, bonus, super_):
            return f"{plain}, {bonus} or {super_} to 1"
        case pays:
            return f"{pays} to 1"
