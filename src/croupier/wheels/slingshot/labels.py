"""Two characters from the sensor to a pocket's label, and the wheels for which that is possible."""

import re
from collections.abc import Collection

from croupier.wheels.source import WheelError

SINGLE_ZERO = tuple(str(number) for number in range(37))
DOUBLE_ZERO = (*SINGLE_ZERO, "00")
DOUBLE_ZERO_SENT = "00"
"""How 00 is sent is not documented. Numbers are padded with a space, zero as `` 0``, so that two
zeros can mean nothing else; a wheel that sends another code, such as 37, needs the setting. Until
then its 37 is an unknown number and raised to the dealer, which is safe; guessing would not be."""


class Labels:
    """The pockets of a wheel by how the sensor sends them.

    >>> labels = Labels(DOUBLE_ZERO)
    >>> labels.pocket(" 9"), labels.pocket("00"), labels.pocket(" 0"), labels.pocket("37")
    ('9', '00', '0', None)
    """

    def __init__(self, pockets: Collection[str], double_zero: str = DOUBLE_ZERO_SENT) -> None:
        if set(pockets) not in (set(SINGLE_ZERO), set(DOUBLE_ZERO)):
            raise WheelError(
                "the Slingshot knows wheels of 37 pockets (0 to 36) and of 38 (with 00) only, and "
                f"this wheel has {len(pockets)} ({', '.join(pockets)}): "
                "use the dealer's entry or another sensor"
            )
        self.count = len(pockets)
        self._sent = {sent: label for label in SINGLE_ZERO for sent in _paddings(label)}
        if self.count == len(DOUBLE_ZERO):
            if not re.fullmatch("[0-9]{2}", double_zero) or double_zero in self._sent:
                raise WheelError(
                    f"double_zero is the two digits by which the sensor sends 00, and "
                    f"{double_zero!r} is not or means another number"
                )
            self._sent[double_zero] = "00"

    def pocket(self, sent: str) -> str | None:
        """The pocket that two characters mean, or None if they mean none of this wheel."""
        return self._sent.get(sent)


def _paddings(label: str) -> set[str]:
    return {label.rjust(2), label.ljust(2)}
