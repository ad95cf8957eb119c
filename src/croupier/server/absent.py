"""Terminals without a link: staff are told of those with wagers in play, once for each time it
happens, and seats end that nobody has come back to."""

from collections.abc import Callable, Collection, Iterable

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


class AbsentPlayers:
    """When each player at a terminal was last there; after a start, everyone is there anew."""

    def __init__(self, ticks: Callable[[], int], absent_ms: int) -> None:
        """``ticks`` never steps back."""
        self._ticks, self._absent_ms = ticks, absent_ms
        self._seen: dict[str, int] = {}

    def seen(self, player: str) -> None:
        """Somebody asked for something, with a link or without."""
        self._seen[player] = self._ticks()

    def gone(
        self, tables: Iterable[TableState], terminals: Collection[str], linked: Collection[str]
    ) -> list[Absent]:
        """The seats of players at terminals whose absence is over the house's limit."""
        seats = [(table.id, name) for table in tables for name in table.seats if name in terminals]
        now_ms, players = self._ticks(), {player for _, player in seats}
        self._seen = {
            player: now_ms if player in linked else self._seen.get(player, now_ms)
            for player in players
        }
        return [seat for seat in seats if now_ms - self._seen[seat[1]] >= self._absent_ms]
