"""A simulated bill validator and ticket printer, over the house's interface for cash devices.

A real one does the same: it holds a bill or ticket in escrow, reports it under an id of its own
count, and stacks it only by a verdict. Without an answer it asks again under the same id, which
counts once; what it has no verdict on it gives back, or keeps for staff where that is not known.
"""

import http.client
from collections.abc import Callable
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec

TRIES, TIMEOUT_S = 5, 30
NOT_KNOWN = ("action/too-old", "action/id-reused")
"""Errors after which nobody can say whether the money was taken."""

Fate = Literal["stacked", "returned", "kept for staff"]
Send = Callable[[str, str, object | None], tuple[int, Any]]


class CashDevice:
    """What a validator and a printer have in common: an address, a token and a count."""

    def __init__(self, address: str, token: str, send: Send | None = None) -> None:
        """``send`` takes the place of the network, for tests that lose answers."""
        self._parts = urlsplit(address)
        self._token = token
        self._send = send or self._over_http
        self.last_id = int(self.asked("GET", "/api/cash")["last_id"])

    def asked(self, method: str, path: str, body: object | None = None) -> Any:
        """What the house answers; asked again where no answer came."""
        for left in reversed(range(TRIES)):
            try:
                status, said = self._send(method, path, body)
            except OSError:
                if not left:
                    raise
                continue
            if status != 503 or not left:
                return said
        raise AssertionError("there was a last try")

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
    """The cents in its box, tickets not among them."""

    def insert_bill(self, amount: int) -> Fate:
        """Someone puts in a bill of so many cents."""
        fate = self._reported("/api/cash/bill", {"amount": amount})
        self.stacked += amount if fate == "stacked" else 0
        return fate

    def insert_ticket(self, voucher: str) -> Fate:
        """Someone puts in a ticket, whose number it reads."""
        return self._reported("/api/cash/ticket", {"voucher": voucher})

    def _reported(self, path: str, what: dict[str, Any]) -> Fate:
        self.last_id += 1
        said = self.asked("POST", path, {"id": self.last_id, **what})
        if said.get("code") in NOT_KNOWN:
            return "kept for staff"
        return "stacked" if said.get("stack") else "returned"


class TicketPrinter(CashDevice):
    """Prints the vouchers of the player at its terminal, each once."""

    def __init__(self, address: str, token: str, send: Send | None = None) -> None:
        super().__init__(address, token, send)
        self.printed: list[str] = []

    def print_new(self) -> list[str]:
        """Print what is not printed yet: the numbers."""
        found = self.asked("GET", "/api/cash/vouchers")
        new = [one["voucher"] for one in found if one["voucher"] not in self.printed]
        self.printed += new
        return new
