"""Reasons that people give for what they do: the one check of what may be on record."""

from croupier.rules.refusal import Refusal, refusal

REASON_MIN, REASON_MAX = 3, 500
"""How many characters a reason has; blanks around it do not make it longer than it is."""


def bad_reason(reason: str | None) -> Refusal | None:
    """Why a reason cannot be on record, or nothing if it can.

    >>> bad_reason("a coin fell into the wheel")
    >>> bad_reason("  ").code, bad_reason("x").code, bad_reason("two" + chr(10) + "lines").code
    ('reason/empty', 'reason/too-short', 'reason/unprintable')
    """
    if reason is None or not (length := len(reason.strip())):
        return refusal("reason/empty", min=REASON_MIN, max=REASON_MAX)
    if length < REASON_MIN:
        return refusal("reason/too-short", min=REASON_MIN, given=length)
    if len(reason) > REASON_MAX:
        return refusal("reason/too-long", max=REASON_MAX, given=len(reason))
    return None if reason.isprintable() else refusal("reason/unprintable")
