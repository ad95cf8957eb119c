"""What must hold after every step, and what the model and the house must agree on."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from croupier.house import HouseState, TableState
from croupier.journal.entry import Entry
from croupier.journal.store import Record
from croupier.round.state import Placement, RoundState
from tests.simulation.model import Felt, House, Table
from tests.simulation.paying import Lying

MAY_OWE = {"patrons", "cage", "float", "vouchers", "variance", "tables"}
HIDDEN_UNTIL_CLOSED = {
    "bonus-numbers.drawn",
    "outcome.called",
    "outcome.confirmed",
    "round.settled",
}


class Difference(AssertionError):  # noqa: N818
    """The house does something else than it should."""


def agree(what: str, model: Mapping[str, Any], house: Mapping[str, Any]) -> None:
    """The model and the house say the same."""
    if model != house:
        lines = [
            f"  {key}: the model has {model.get(key)!r}, the house {house.get(key)!r}"
            for key in sorted({*model, *house})
            if model.get(key) != house.get(key)
        ]
        raise Difference("\n".join([f"{what} is not as the model has it:", *lines]))


def sound(accounts: Mapping[str, int]) -> None:
    """All accounts add up to zero, and only those that may are below it."""
    if total := sum(accounts.values()):
        raise Difference(f"all accounts add up to {total}")
    for account, balance in accounts.items():
        if balance < 0 and account not in MAY_OWE:
            raise Difference(f"{account} is at {balance}")


# A table, by both


def table_of_model(table: Table) -> dict[str, Any]:
    """All that the model knows of a table."""
    felt, counts = table.round, table.counts
    staked = felt.staked().total() if felt else 0
    return {
        "hours": (table.is_open, table.day, table.last_day, table.shift),
        "seats": {n: (p.colour, p.value) for n, p in table.people.items() if p.seated},
        "chips": {
            (name, chips): amount
            for name, person in table.people.items()
            for chips, amount in person.chips.items()
            if amount
        },
        "held": {name: person.held for name, person in table.people.items() if person.held},
        "warned": (table.honoured, table.warned()),
        "number": table.number,
        "accounts": {
            "float": table.tray,
            "drop": table.box,
            "escrow": staked,
            "vouchers": table.vouchers,
            "uncollected": counts["uncollected"],
            "variance": counts["variance"],
            "patrons": _cash_of_patrons(table),
        },
        "round": None if felt is None else _felt_of_model(felt),
        "ever": _counted(counts),
        "day": _counted(counts - table.at_day, table.at_day - counts),
        "shift": _counted(counts - table.at_shift, table.at_shift - counts),
        "handle": {name: amount for name, amount in table.handle.items() if amount},
    }


def _cash_of_patrons(table: Table) -> int:
    counts = table.counts
    cash_in = counts["drop"] - counts["vouchers_in"]
    return counts["cash_out"] - cash_in - counts["uncollected"]


def _counted(up: Mapping[str, int], down: Mapping[str, int] | None = None) -> dict[str, int]:
    names = {*up, *(down or {})}
    sums = {name: up.get(name, 0) - (down or {}).get(name, 0) for name in names}
    return {name: amount for name, amount in sums.items() if amount}


def _felt_of_model(felt: Felt) -> dict[str, Any]:
    return {
        "phase": felt.phase,
        "waits": felt.waits,
        "lying": [_lying(each) for each in felt.lying],
        "aside": [_lying(each) for each in felt.aside],
        "drawn": felt.drawn,
        "lit": felt.lit,
        "outcome": felt.outcome,
    }


def _lying(each: Lying) -> tuple[object, ...]:
    return each.player, each.wager, each.amount, each.chips


def table_of_house(state: TableState) -> dict[str, Any]:
    """The same of the table itself."""
    accounts = state.ledger.accounts
    chips, held = {}, {}
    for account, balance in accounts.items():
        kind, *rest = account.split("/")
        if kind == "player":
            chips[rest[0], rest[1]] = balance
        elif kind == "held":
            held[rest[0]] = balance
    named = ("float", "drop", "escrow", "vouchers", "uncollected", "variance", "patrons")
    meters, round_ = state.meters, state.round
    return {
        "hours": (state.is_open, state.day, state.last_day, state.shift),
        "seats": {name: (seat.colour, seat.value) for name, seat in state.seats.items()},
        "chips": chips,
        "held": held,
        "warned": (state.honoured, state.warned),
        "number": state.round_number,
        "accounts": {name: accounts.get(name, 0) for name in named},
        "round": None if round_ is None else _felt_of_house(round_),
        "ever": _counted(msgspec.structs.asdict(meters.ever)),
        "day": _counted(msgspec.structs.asdict(meters.day)),
        "shift": _counted(msgspec.structs.asdict(meters.shift)),
        "handle": {name: amount for name, amount in meters.handle.items() if amount},
    }


def _felt_of_house(state: RoundState) -> dict[str, Any]:
    def lying(each: Placement) -> tuple[object, ...]:
        return each.player, each.wager.notation, each.amount, each.chips

    return {
        "phase": state.phase,
        "waits": state.waiting,
        "lying": [lying(each) for each in state.placements],
        "aside": [lying(each) for each in state.set_aside],
        "drawn": state.drawn,
        "lit": state.lit,
        "outcome": state.outcome,
    }


# The house, by both


def house_of_model(house: House, tables: Iterable[Table]) -> dict[str, Any]:
    """All that the model knows of what the tables share."""
    in_transit = sum(slip.amount for slip in house.slips.values() if not slip.used)
    return {
        "slips": {n: (s.amount, s.expires_ms, s.used) for n, s in house.slips.items()},
        "excluded": house.excluded,
        "in transit": in_transit,
        "lapsed": house.lapsed,
        "cashed": house.cashed,
        "tables": -sum(table.vouchers for table in tables),
    }


def house_of_house(house: HouseState) -> dict[str, Any]:
    """The same of the house itself."""
    balance = house.ledger.balance
    return {
        "slips": {n: (v.amount, v.expires_ms, v.redeemed) for n, v in house.vouchers.items()},
        "excluded": set(house.excluded),
        "in transit": balance("vouchers"),
        "lapsed": balance("lapsed"),
        "cashed": balance("cage"),
        "tables": balance("tables"),
    }


# The record


class Watch:
    """Looks at every entry before it is written: nothing may show too early."""

    def __init__(self) -> None:
        self._secrets: dict[str, bytes] = {}
        """The secrets that are not public yet, in hexadecimal, by table and round."""
        self._closed: dict[str, bool] = {}

    def new_secret(self, round_: str, secret: bytes) -> None:
        """A round has a secret."""
        self._secrets[round_] = secret.hex().encode()

    def restart(self, record: Record) -> None:
        """The memory is gone: whether bets are closed is what the record says."""
        for stream in record.streams():
            opened, closed = (record.last(stream, name) for name in ("round.opened", "bets.closed"))
            self._closed[stream] = bool(opened and closed and closed.seq > opened.seq)

    def see(self, entry: Entry) -> None:
        """No outcome and no Bonus Number before the close, no secret before the end."""
        if entry.name == "round.opened":
            self._closed[entry.stream] = False
        elif entry.name == "bets.closed":
            self._closed[entry.stream] = True
        elif entry.name == "secret.revealed":
            number = msgspec.json.decode(entry.body)["round"]
            self._secrets.pop(f"{entry.stream.removeprefix('table-')}/{number}", None)
        elif entry.name in HIDDEN_UNTIL_CLOSED and not self._closed.get(entry.stream):
            raise Difference(f"{entry.name} is on record while bets are open")
        self.hides(entry.name, entry.body)

    def hides(self, what: str, shown: bytes) -> None:
        """None of the secrets is in something that is shown."""
        for round_, secret in self._secrets.items():
            if secret in shown:
                raise Difference(f"{what} shows the secret of {round_}")
