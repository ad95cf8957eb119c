"""The check of reasons that people type for the record."""

from croupier.rules.refusal import Refusal, refusal

REASON_MIN, REASON_MAX = 3, 500
"""The allowed lengths of a reason, in characters without surrounding blanks."""


def bad_reason(reason: str | None) -> Refusal | None:
    """Why a reason cannot be recorded, or None if it can.

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
