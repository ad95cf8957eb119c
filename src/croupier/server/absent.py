"""Terminals that have wagers in play and no link: staff are told, once for each time it happens."""

from collections.abc import Collection, Iterable

from croupier.house import TableState

Absent = tuple[str, str]
"""A table and a terminal."""


class AbsentTerminals:
    """What was missing at the last look: a link that comes back by itself is no fault."""

    def __init__(self) -> None:
        self._looks: dict[Absent, int] = {}

    def lost(
        self, tables: Iterable[TableState], enrolled: Collection[str], linked: Collection[str]
    ) -> list[Absent]:
        """Those that are missing for the second look in a row."""
        missing = [
            (table.id, player)
            for table in tables
            if table.round is not None
            for player, areas in table.round.held.items()
            if areas and player in enrolled and player not in linked
        ]
        self._looks = {each: self._looks.get(each, 0) + 1 for each in missing}
        return [each for each, looks in self._looks.items() if looks == 2]
