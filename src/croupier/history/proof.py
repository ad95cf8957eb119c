"""A revealed round as anyone can check it: what the house committed to, and what it drew."""

from croupier.history.table import TableHistory
from croupier.round import events as e
from croupier.rules.refusal import RoundError, refusal
from croupier.table.codec import CODEC


def fair_record(history: TableHistory, number: int) -> dict[str, object]:
    """A revealed round as ``croupier.fair.check`` reads it.

    The outcome is the one that was settled first: a correction changes what the house says of the
    ball, not what was drawn.
    """
    found: dict[type, object] = {}
    for stored in history.entries_of(history.round(number)):
        event = CODEC.event(stored)
        found[type(event)] = event
    opened, secret = found.get(e.RoundOpened), found.get(e.SecretRevealed)
    if not isinstance(opened, e.RoundOpened) or not isinstance(secret, e.SecretRevealed):
        raise RoundError(refusal("record/not-revealed", table=history.table, round=number))
    settled, drawn = found.get(e.RoundSettled), found.get(e.BonusNumbersDrawn)
    outcome = settled.outcome if isinstance(settled, e.RoundSettled) else None
    return {
        "book": history.book.id,
        "table": history.table,
        "round": number,
        "status": "settled" if outcome is not None else "void",
        "commitment": opened.commitment,
        "secret": secret.secret,
        "pockets": list(history.book.pockets),
        "bonus_numbers": list(drawn.numbers) if isinstance(drawn, e.BonusNumbersDrawn) else None,
        "pocket": outcome if history.own_wheel else None,
    }
