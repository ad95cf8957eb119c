"""What cash devices are for; house procedure, not of any book."""

from typing import Literal

Kind = Literal["validator", "printer", "both"]
"""What a cash device does: take bills and tickets, print vouchers, or both."""
