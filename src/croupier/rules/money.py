"""Money: whole cents, never anything else."""

from croupier.rules.refusal import WagerError, refusal

AMOUNT_MAX = 10**12
"""The most cents one wager may carry; far above any table, and safe to multiply by any odds."""


def checked_amount(amount: object, wager: str) -> int:
    """The amount as it is, if it is a whole, positive number of cents within bounds.

    >>> checked_amount(500, "red")
    500
    """
    if type(amount) is not int:  # a bool or a float is no money
        raise WagerError(refusal("amount/not-whole", amount=repr(amount), wager=wager))
    if amount < 1:
        raise WagerError(refusal("amount/not-positive", amount=amount, wager=wager))
    if amount > AMOUNT_MAX:
        raise WagerError(refusal("amount/too-large", amount=amount, wager=wager, max=AMOUNT_MAX))
    return amount
