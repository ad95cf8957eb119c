"""A second factor: a code that a person's own device makes anew every 30 seconds (RFC 6238).

The libraries are loaded when somebody uses one: nobody else waits for them.
"""

import hmac

import msgspec

STEP_MS = 30_000
DRIFT = 1
"""So many steps may a device's clock be before or behind the house's."""
CODE_LENGTH = 6


class Factor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Someone's second factor, as the credentials keep it."""

    secret: str
    """In base 32."""
    used: int = 0
    """The step of the last code that counted: it counts no more, nor does any before it."""


def new_secret() -> str:
    """160 random bits, in base 32."""
    import pyotp

    return pyotp.random_base32()


def uri(secret: str, name: str, house: str) -> str:
    """The address that brings a secret into a device."""
    import pyotp

    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=house or "croupier")


def picture(text: str) -> tuple[str, ...]:
    """A text as a QR code: a row each, 1 where it is dark."""
    import segno

    code = segno.make(text, error="m", micro=False)
    return tuple("".join("1" if dark else "0" for dark in row) for row in code.matrix)


def step_of(factor: Factor, code: str, now_ms: int) -> int | None:
    """The step that a code is of, if it is right and counts now."""
    import pyotp

    given = "".join(code.split())
    if len(given) != CODE_LENGTH or not given.isascii() or not given.isdigit():
        return None
    now, makes = now_ms // STEP_MS, pyotp.TOTP(factor.secret)
    for step in range(max(now - DRIFT, factor.used + 1), now + DRIFT + 1):
        if hmac.compare_digest(makes.generate_otp(step), given):
            return step
    return None
