"""A revealed round as anyone can check it: what the house committed to, and what it drew."""

from croupier.fair.secret import FIRST_SCHEME
from croupier.history.table import TableHistory
from croupier.round.bonus import BonusNumbersDrawn
from croupier.round.close import BetsClosed
from croupier.round.opening import RoundOpened
from croupier.round.outcome import RoundSettled
from croupier.round.secret import SecretLost, SecretRevealed
from croupier.rules.refusal import RoundError, refusal
from croupier.table.codec import CODEC


def fair_record(history: TableHistory, number: int) -> dict[str, object]:
    """A revealed round as ``croupier.fair.check`` reads it.

    The outcome is the one that was settled first: a correction changes what the house says of the
    ball, not what was drawn. The seed is the hash that the record itself has for the close, also of
    a void round: anybody can work out what number it would have had.
    """
    found: dict[type, object] = {}
    closed = None
    for stored in history.entries_of(history.round(number)):
        event = CODEC.event(stored)
        found[type(event)] = event
        if isinstance(event, BetsClosed):
            closed = stored.hash.hex()
    opened, secret = found.get(RoundOpened), found.get(SecretRevealed)
    shown, lost = isinstance(secret, SecretRevealed), SecretLost in found
    if not isinstance(opened, RoundOpened) or not (shown or lost):
        raise RoundError(refusal("record/not-revealed", table=history.table, round=number))
    settled, drawn = found.get(RoundSettled), found.get(BonusNumbersDrawn)
    outcome = settled.outcome if isinstance(settled, RoundSettled) else None
    return {
        "book": history.book.id,
        "table": history.table,
        "round": number,
        "status": "settled" if outcome is not None else "void",
        "scheme": opened.scheme,
        "commitment": opened.commitment,
        "secret": secret.secret if isinstance(secret, SecretRevealed) else None,
        "lost": lost,
        "seed": closed if opened.scheme > FIRST_SCHEME else None,
        "pockets": list(history.book.pockets),
        "bonus_numbers": list(drawn.numbers) if isinstance(drawn, BonusNumbersDrawn) else None,
        "pocket": outcome if history.own_wheel else None,
    }
