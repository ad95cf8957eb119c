"""The double-entry ledger: whole cents, and rules that stop the table when one is broken.

An account holds value: what it has is above zero, what it has given out beyond that is below. A
transaction moves value between accounts and adds up to zero, so that all accounts always do.
The checks run with every transaction, under ``python -O`` too, and must not know why money moves.

At a table:

- ``patrons``      cash in the patrons' hands, below zero by what they brought in
- ``drop``         the box: cash and vouchers taken for chips, until the day's count
- ``cage``         what the cage keeps, below zero by what it gave to the table
- ``float``        the tray, below zero only on records of earlier programs
- ``player/…``     what lies in front of a player, by name and chips
- ``escrow``       the stakes of the round in play
- ``held/…``       what is kept for a player who left, or was owed after leaving
- ``vouchers``     what left the table as vouchers, less what came in as vouchers
- ``uncollected``  the house's loss: what a correction asked back and the player no longer had
- ``variance``     what the closing count missed, less what it found

In the house's own ledger ``tables`` is the other side of every table's ``vouchers``; ``vouchers``
are those in transit, ``lapsed`` those that nobody redeemed in time.
"""

from collections.abc import Collection, Iterable

from croupier.rules.terms import Chips

Posting = tuple[str, int]
"""An account, and the cents added to it; negative if taken out."""
Postings = tuple[Posting, ...]
"""A transaction."""

PATRONS = "patrons"
DROP = "drop"
CAGE = "cage"
FLOAT = "float"
ESCROW = "escrow"
VOUCHERS = "vouchers"
UNCOLLECTED = "uncollected"
VARIANCE = "variance"
TABLES = "tables"
LAPSED = "lapsed"

TABLE_MAY_OWE = frozenset({PATRONS, CAGE, FLOAT, VOUCHERS, VARIANCE})
HOUSE_MAY_OWE = frozenset({TABLES, CAGE})


def player_account(player: str, chips: Chips) -> str:
    """The account of the chips in front of a player."""
    return f"player/{player}/{chips}"


def held_account(player: str) -> str:
    """The account of what is held for a player."""
    return f"held/{player}"


def moved(source: str, target: str, amount: int) -> Postings:
    """A transaction that moves an amount from one account to another."""
    return (source, -amount), (target, amount)


class LedgerError(RuntimeError):
    """The ledger does not balance, or an account went below zero: a bug, and the table stops."""


class Ledger:
    """Accounts and their balances; empty accounts are dropped.

    >>> ledger = Ledger(TABLE_MAY_OWE)
    >>> ledger.post((("cage", -500), ("float", 500)))
    >>> ledger.balance("float")
    500
    """

    __slots__ = ("accounts", "may_owe")

    def __init__(self, may_owe: Collection[str], accounts: Iterable[Posting] = ()) -> None:
        self.may_owe = may_owe
        self.accounts = dict(accounts)
        self.audit()

    def balance(self, account: str) -> int:
        """The balance of an account."""
        return self.accounts.get(account, 0)

    def post(self, postings: Collection[Posting]) -> None:
        """Carry out a transaction completely, or not at all if it breaks a rule."""
        accounts, total, below = self.accounts, 0, False
        for account, amount in postings:
            total += amount
            balance = accounts.get(account, 0) + amount
            if balance:
                accounts[account] = balance
                if balance < 0:
                    below = True
            else:
                accounts.pop(account, None)
        if total or (below and self._overdrawn(postings)):
            broken = f"{total} cents too many" if total else f"{self._overdrawn(postings)} owes"
            self._undo(postings)
            raise LedgerError(f"{broken}: {postings}")

    def audit(self) -> None:
        """Recompute the totals: only ``post`` may have changed an account."""
        if total := sum(self.accounts.values()):
            raise LedgerError(f"all accounts add up to {total} cents")
        below = [account for account, amount in self.accounts.items() if amount < 0]
        if owing := next((each for each in below if each not in self.may_owe), None):
            raise LedgerError(f"{owing} owes {-self.accounts[owing]} cents")

    def _overdrawn(self, postings: Iterable[Posting]) -> str | None:
        for account, _ in postings:
            if self.accounts.get(account, 0) < 0 and account not in self.may_owe:
                return account
        return None

    def _undo(self, postings: Iterable[Posting]) -> None:
        for account, amount in postings:
            balance = self.accounts.pop(account, 0) - amount
            if balance:
                self.accounts[account] = balance

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and self.accounts == other.accounts

    __hash__ = None  # type: ignore[assignment]  # it changes
