"""A simulated bill validator and ticket printer, over the house's interface for cash devices.

A real one does the same: it holds a bill or ticket in escrow, reports it under an id of its own
count, and stacks it only by a verdict. Without an answer it asks again under the same id, which
counts once. Once a report may have arrived only a verdict decides: without one it keeps what it
holds for staff. A first answer that refuses the report itself gives it back.
"""

import http.client
from collections.abc import Callable, Iterator
from time import sleep
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec

TIMEOUT_S = 30
PAUSES_S = (0, 0.5, 1, 2, 4, 8)
"""Before each time that the house is asked."""
NOT_SENT, NO_ANSWER, STOPPED = -1, -2, 503
LOST = (OSError, http.client.HTTPException, msgspec.DecodeError)
NOT_KNOWN = ("action/too-old", "action/id-reused")
"""Verdicts after which nobody can say whether the money was taken."""

Fate = Literal["stacked", "returned", "kept for staff"]
Send = Callable[[str, str, object | None], tuple[int, Any]]


class CashDevice:
    """What a validator and a printer share: an address, a token and a counter."""

    def __init__(self, address: str, token: str, send: Send | None = None) -> None:
        """``send`` replaces the network, for tests that lose answers."""
        self._parts = urlsplit(address)
        self._token = token
        self._send = send or self._over_http
        self.last_id = int(self.asked("GET", "/api/cash")["last_id"])

    def asked(self, method: str, path: str) -> Any:
        """Ask the house, again if no answer comes."""
        for status, answer in self.answers(method, path):
            if status not in (NOT_SENT, NO_ANSWER, STOPPED):
                return answer
        raise ConnectionError(f"{path}: no answer")

    def answers(self, method: str, path: str, body: object = None) -> Iterator[tuple[int, Any]]:
        """The answers to the same request, repeated after growing pauses."""
        for pause_s in PAUSES_S:
            sleep(pause_s)
            try:
                answer = self._send(method, path, body)
            except ConnectionRefusedError:
                answer = NOT_SENT, {}
            except LOST:
                answer = NO_ANSWER, {}
            yield answer

    def _over_http(self, method: str, path: str, body: object | None) -> tuple[int, Any]:
        kind = http.client.HTTPSConnection if self._parts.scheme == "https" else None
        line = (kind or http.client.HTTPConnection)(self._parts.netloc, timeout=TIMEOUT_S)
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        try:
            line.request(method, path, None if body is None else msgspec.json.encode(body), headers)
            answer = line.getresponse()
            return answer.status, msgspec.json.decode(answer.read())
        finally:
            line.close()


class BillValidator(CashDevice):
    """Takes bills and tickets."""

    stacked: int = 0
    """The cents in its box by a verdict, tickets not among them."""
    kept: int = 0
    """The cents in its box that nobody has a verdict on: staff find out."""

    def insert_bill(self, amount: int) -> Fate:
        """A bill of so many cents is inserted."""
        fate = self._reported("/api/cash/bill", {"amount": amount})
        self.stacked += amount if fate == "stacked" else 0
        self.kept += amount if fate == "kept for staff" else 0
        return fate

    def insert_ticket(self, voucher: str) -> Fate:
        """A ticket is inserted and its number read."""
        return self._reported("/api/cash/ticket", {"voucher": voucher})

    def _reported(self, path: str, what: dict[str, Any]) -> Fate:
        self.last_id += 1
        may_be_taken = False
        for status, answer in self.answers("POST", path, {"id": self.last_id, **what}):
            if "stack" in answer:
                return _fate(answer)
            may_be_taken |= status == NO_ANSWER or status >= 500
            if not may_be_taken and status != NOT_SENT:
                return "returned"
        return "kept for staff" if may_be_taken else "returned"


def _fate(verdict: dict[str, Any]) -> Fate:
    if verdict.get("code") in NOT_KNOWN:
        return "kept for staff"
    return "stacked" if verdict["stack"] else "returned"


class TicketPrinter(CashDevice):
    """Prints the vouchers of the player at its terminal, each once."""

    def __init__(self, address: str, token: str, send: Send | None = None) -> None:
        super().__init__(address, token, send)
        self.printed: list[str] = []

    def print_new(self) -> list[str]:
        """Print vouchers that are not printed yet; their numbers."""
        found = self.asked("GET", "/api/cash/vouchers")
        new = [one["voucher"] for one in found if one["voucher"] not in self.printed]
        self.printed += new
        return new
