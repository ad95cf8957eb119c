"""``croupier adopt``: switches a stopped house to another edition of a book's data."""

from croupier.cli.commands import JsonOption
from croupier.cli.house import HouseOption, house_of, opening
from croupier.cli.printing import print_json, print_line


def adopt(house: HouseOption = None, json: JsonOption = False) -> None:
    """Switch tables to a newer edition of their rule book; stop the house first."""
    from croupier.bootstrap import adopt_books
    from croupier.server.keyring import has_record

    config = house_of(house)
    with opening(config):
        adopted = adopt_books(config) if has_record(config) else {}
    if json:
        print_json([{"table": table, "sha256": sha256} for table, sha256 in adopted.items()])
        return
    for table, sha256 in adopted.items():
        print_line(f"{table} goes on by the edition {sha256[:12]}, which is on record now")
    if not adopted:
        print_line("every table is run by the books that are here")
