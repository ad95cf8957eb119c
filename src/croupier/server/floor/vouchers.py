"""Voucher numbers: people use numbers, the record has ids.

A number is worth its money, so it is never on record: it is derived from the voucher's id with a
key outside the data. The house can show it to its owner again after a crash, while a copy of the
data folder, an export or a log has no number that could be redeemed.
"""

import hmac
from collections.abc import Callable, Iterable, Sequence

import msgspec

from croupier.fair.secret import Entropy
from croupier.house.chips import RedeemVoucher
from croupier.house.exclusion import ExcludePlayer
from croupier.house.lookalikes import plain_identity
from croupier.house.seats import TakeSeat
from croupier.house.state import HouseState
from croupier.house.vouchers import (
    NUMBER_BYTES,
    CashVoucher,
    VoucherIssued,
    VouchersLapsed,
    is_number,
    last_of,
    number_of,
)
from croupier.round.base import Actor, Command, Event
from croupier.rules.refusal import Refusal, refusal
from croupier.server.people.throttle import Throttle
from croupier.table.answers import Answer
from croupier.table.core import Request

SLIP_MS = 5 * 60_000
"""How long a voucher taken without a seat is shown."""
PURPOSE, OF_PEOPLE = b"croupier/voucher/1:", b"croupier/identity/1:"
UNKNOWN = ""
"""The id for unknown numbers, so that typed text never gets on record."""
WITH_VOUCHER = RedeemVoucher, CashVoucher
WITH_IDENTITY = ExcludePlayer, TakeSeat
WRONG_FREE, FIRST_MS, MOST_MS = 20, 1_000, 60_000


class VoucherKey:
    """The key from which voucher numbers are derived; its repr is hidden."""

    __slots__ = ("__key", "_entropy")

    def __init__(self, key: bytes, entropy: Entropy) -> None:
        self.__key = key
        self._entropy = entropy

    def new_id(self) -> str:
        """The id of a new voucher, with the last characters of its number."""
        made = self._entropy(NUMBER_BYTES).hex()
        return f"{made}-{last_of(self._number(made))}"

    def number(self, id_: str) -> str:
        """The number of a voucher; in earlier versions the id itself."""
        return id_ if is_number(id_) else self._number(id_.partition("-")[0])

    def identity(self, number: str) -> str:
        """A keyed hash of a document's number, for the record."""
        plain = plain_identity(number).encode()
        return hmac.digest(self.__key, OF_PEOPLE + plain, "sha256")[:NUMBER_BYTES].hex()

    def fits(self, id_: str) -> bool:
        """Whether a voucher belongs to this key."""
        return last_of(self.number(id_)) == last_of(id_)

    def _number(self, made: str) -> str:
        return number_of(hmac.digest(self.__key, PURPOSE + made.encode(), "sha256")[:NUMBER_BYTES])

    def __repr__(self) -> str:
        return "VoucherKey(hidden)"


def need_key(house: HouseState) -> list[str]:
    """Outstanding vouchers whose numbers depend on a key."""
    return [id_ for id_, one in house.vouchers.items() if not one.redeemed and not is_number(id_)]


class Vouchers:
    """The vouchers of a running house, by number."""

    def __init__(
        self, key: VoucherKey, house: HouseState, ticks: Callable[[], int], clock: Callable[[], int]
    ) -> None:
        self.number, self.fits, self.identity = key.number, key.fits, key.identity
        self._ids: dict[str, str] = {}
        self._clock = clock
        self._fresh: dict[str, int] = {}
        """When each recent voucher was issued; at a start, all count as new."""
        self._wrong = Throttle(ticks, WRONG_FREE, FIRST_MS, MOST_MS)
        self._add(house.vouchers)

    def _add(self, ids: Iterable[str]) -> None:
        for id_ in ids:
            self._ids[self.number(id_)] = id_
            self._fresh[id_] = self._clock()

    def recorded(self, events: Sequence[Event]) -> None:
        """Note issued and lapsed vouchers."""
        for event in events:
            if isinstance(event, VoucherIssued):
                self._add([event.voucher])
            elif isinstance(event, VouchersLapsed):
                for id_ in event.vouchers:
                    self._ids.pop(self.number(id_), None)

    def is_fresh(self, id_: str) -> bool:
        """Whether a voucher is recent enough to be shown without a seat."""
        return id_ in self._fresh

    def grown_old(self) -> frozenset[str]:
        """The vouchers no longer recent since the last call."""
        until_ms = self._clock() - SLIP_MS
        old = frozenset(id_ for id_, since_ms in self._fresh.items() if since_ms <= until_ms)
        for id_ in old:
            del self._fresh[id_]
        return old

    def id_of(self, number: str) -> str:
        """The id of a number, looked up by a hash of the whole number; empty if unknown."""
        return self._ids.get(number, UNKNOWN)

    def with_id(self, command: Command) -> Command:
        """A command as a table gets it: vouchers by id, documents as keyed hashes."""
        if isinstance(command, WITH_VOUCHER):
            return msgspec.structs.replace(command, voucher=self.id_of(command.voucher))
        if isinstance(command, WITH_IDENTITY) and command.identity:
            return msgspec.structs.replace(command, identity=self.identity(command.identity))
        return command

    def as_recorded(self, command: Command, by: Actor) -> Command | Refusal:
        """The same for a request to a second person, which is kept as asked."""
        if isinstance(command, WITH_VOUCHER):
            found = self.looked_up(by.name, command.voucher)
            if isinstance(found, Refusal):
                return found
            if found == UNKNOWN:
                return refusal("voucher/unknown")
        return self.with_id(command)

    def too_many_wrong(self, request: Request) -> Refusal | None:
        """Why someone must wait before trying another number."""
        if not isinstance(request.command, WITH_VOUCHER):
            return None
        return self._must_wait(_who(request))

    def looked_up(self, who: str, number: str) -> str | Refusal:
        """The id of a number; a wrong one counts like a failed payment, a right one resets
        nothing."""
        if (no := self._must_wait(who)) is None and self.id_of(number) == UNKNOWN:
            self._wrong.attempt(who)
        return no or self.id_of(number)

    def _must_wait(self, who: str) -> Refusal | None:
        wait_ms = self._wrong.wait_ms(who)
        return refusal("voucher/too-many-wrong", seconds=-(-wait_ms // 1000)) if wait_ms else None

    def answered(self, request: Request, answer: Answer) -> None:
        """Count a wrong number against its sender, until a right one."""
        if isinstance(request.command, WITH_VOUCHER):
            if answer.code == "voucher/unknown":
                self._wrong.attempt(_who(request))
            elif answer.accepted:
                self._wrong.forgive(_who(request))


def _who(request: Request) -> str:
    """Whose wrong numbers are counted: a terminal, a device, or a member of staff in all
    sessions."""
    of_staff = request.actor.position is not None
    return request.actor.name if of_staff else request.terminal or request.actor.name
