"""A PAR sheet as JSON: everything exact, fractions as text."""

import msgspec

from croupier.odds.par.sheet import Sheet


def to_json(sheet: Sheet) -> str:
    """The sheet as indented JSON."""
    encoded = msgspec.json.encode(sheet, enc_hook=str)
    return msgspec.json.format(encoded, indent=2).decode() + "\n"
