"""``croupier adopt``: a stopped house goes on by another edition of a book's data."""

from croupier.cli.house import HouseOption, house_of, opening
from croupier.cli.screen import screen


def adopt(house: HouseOption = None) -> None:
    """Switch tables to the books that are here, if those have changed; stop the house first."""
    from croupier.bootstrap import adopt_books
    from croupier.server.keyring import has_record

    config = house_of(house)
    with opening(config):
        adopted = adopt_books(config) if has_record(config) else {}
    for table, sha256 in adopted.items():
        screen().print(f"{table} goes on by the edition {sha256[:12]}, which is on record now")
    if not adopted:
        screen().print("every table is run by the books that are here")
