"""How a house keeps the accounts of its staff; house procedure, not of any book."""

from typing import NamedTuple

from croupier.office.approvals import NEW_WAIT_MS


class Accounts(NamedTuple):
    """What a house asks of accounts. A demonstration prints its passwords, and asks nothing."""

    house: str = ""
    """The name of the house, which is in no password."""
    new_wait_ms: int = NEW_WAIT_MS
    """How long an account that somebody made or reset cannot approve."""
    own_password: bool = True
    """Whether a password that somebody else chose must be changed before anything else."""
    two_people: bool = True
    """Whether two people make, move and reset those who can approve."""
    second_factor: bool = False
    """Whether those who can approve need a second factor, at sign-in and for an approval."""


def of_a_demonstration(house: str) -> Accounts:
    """What a house without real money does without."""
    return Accounts(house, new_wait_ms=0, own_password=False, two_people=False)


USUAL = Accounts()
"""Of a house that sets nothing."""
