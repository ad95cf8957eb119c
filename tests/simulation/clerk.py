"""The model of the whole house: what each request gets for an answer, repeats included."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from croupier.house.exclusion import ExcludePlayer, ReadmitPlayer
from croupier.house.vouchers import CashVoucher, LapseVouchers
from croupier.round.base import Actor, Command
from croupier.round.opening import OpenBets
from croupier.table.core import Request
from tests.simulation.batch import SEVERAL
from tests.simulation.cashier import CASHIER
from tests.simulation.croupiers import CROUPIERS
from tests.simulation.felt import FELT
from tests.simulation.model import House, Judge, Table
from tests.simulation.office import OFFICE
from tests.simulation.papers import PAPERS
from tests.simulation.paying import Bounds
from tests.simulation.staff import may

JUDGES: Mapping[type[Command], Judge] = {**CASHIER, **OFFICE, **FELT, **SEVERAL, **CROUPIERS}
OF_THE_HOUSE = (CashVoucher, LapseVouchers, ExcludePlayer, ReadmitPlayer)

Key = tuple[str, int]
"""A terminal and its count."""
Body = tuple[Actor, Command]


class Verdict(StrEnum):
    """What a request comes to."""

    YES = "yes"
    NO = "no"
    AGAIN = "the same answer again"
    REUSED = "no: the id was used for something else"
    TOO_OLD = "no: too long ago to know"


@dataclass(frozen=True)
class Setting:
    """A table as the simulation sets it up."""

    id: str
    book: str
    own_wheel: bool
    bounds: Bounds


@dataclass
class Memory:
    """What a table remembers of its terminals: this round and the last."""

    said: dict[Key, tuple[int, Body]] = field(default_factory=dict)
    """In which round, and to what."""
    newest: dict[str, int] = field(default_factory=dict)
    opened: dict[int, dict[str, int]] = field(default_factory=dict)
    """The newest ids when each round opened: of them and all below, the next but one forgets."""

    def verdict(self, request: Request, number: int) -> Verdict | None:
        """A verdict about the id alone, or nothing for a new action."""
        if request.terminal is None or request.id > self.newest.get(request.terminal, 0):
            return None
        said = self.said.get((request.terminal, request.id))
        if said is None:
            known_to = self.opened.get(number - 1, {}).get(request.terminal, 0)
            return Verdict.TOO_OLD if request.id <= known_to else None
        if said[0] < number - 1:
            return Verdict.TOO_OLD
        same = said[1] == (request.actor, request.command)
        return Verdict.AGAIN if same else Verdict.REUSED

    def keep(self, key: Key, number: int, body: Body) -> None:
        """An action was answered in this round."""
        self.newest[key[0]] = max(key[1], self.newest.get(key[0], 0))
        self.said[key] = number, body


class Clerk:
    """All tables and the house, as the model has them."""

    def __init__(self, settings: Iterable[Setting]) -> None:
        self.house = House()
        self.tables = {
            each.id: Table(each.id, PAPERS[each.book], each.own_wheel, each.bounds, self.house)
            for each in settings
        }
        self.memories = {table: Memory() for table in self.tables}
        self.of_the_house: dict[Key, Body] = {}
        """What was asked of the whole house."""

    def ask(self, at: str, request: Request, now_ms: int) -> Verdict:
        """What a request gets for an answer; a yes has happened."""
        table, memory = self.tables[at], self.memories[at]
        known = memory.verdict(request, table.number)
        if known is not None:
            return known
        who, command = request.actor, request.command
        yes = may(table.paper, who, command) and JUDGES[type(command)](table, who, command, now_ms)
        if yes and isinstance(command, OpenBets):
            memory.opened[table.number] = memory.newest.copy()
        if request.terminal is not None:
            key = request.terminal, request.id
            memory.keep(key, table.number, (who, command))
            if yes and isinstance(command, OF_THE_HOUSE):
                self.of_the_house[key] = who, command
        return Verdict.YES if yes else Verdict.NO

    def fail(self) -> None:
        """Everything stopped, and starts again from the record."""
        for name, table in self.tables.items():
            memory = self.memories[name]
            for key, body in self.of_the_house.items():
                memory.keep(key, table.number, body)
            table.fail()
