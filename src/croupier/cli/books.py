"""``croupier books``: the rule books."""

from croupier import books as library
from croupier.cli.commands import JsonOption
from croupier.cli.listing import table
from croupier.cli.printing import print_json


def books(json: JsonOption = False) -> None:
    """List the rule books."""
    loaded = [library.load(book_id) for book_id in library.ids()]
    if json:
        print_json([book.to_dict() for book in loaded])
        return
    listing = table(
        "Rule books",
        "id",
        "title",
        "in force from",
        "pockets",
        "wagers",
        right=("pockets", "wagers"),
    )
    for book in loaded:
        listing.add_row(
            book.id,
            book.name,
            f"{book.effective:%-d %B %Y}",
            str(len(book.pockets)),
            str(len(book.wagers)),
        )
    listing.show()
