"""``croupier accept-loss``: lets a stopped house continue with an incomplete record."""

from typing import Annotated

import msgspec
import typer

from croupier.cli.commands import JsonOption
from croupier.cli.house import HouseOption, house_of, opening
from croupier.cli.printing import print_json, print_line
from croupier.rules.refusal import CroupierError
from croupier.rules.typed_reason import bad_reason


def accept_loss(
    reason: Annotated[
        str,
        typer.Option("--reason", metavar="REASON", help="Why you accept it; it goes on record."),
    ],
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """Accept that signed entries are gone; stop the house first.

    What is gone and your reason go on record, and raise an alert. Nothing is brought back: look for
    the missing files first, or restore a backup.
    """
    from croupier import bootstrap

    if (no := bad_reason(reason)) is not None:
        raise CroupierError(no)
    config = house_of(house)
    with opening(config):
        findings = bootstrap.accept_loss(config, reason)
    if json:
        print_json({"data": str(config.data), "accepted": msgspec.to_builtins(findings)})
        return
    for finding in findings:
        print_line(f"accepted {finding}")
    if findings:
        print_line(f"{config.data} can be opened; what is gone is on record as accepted")
    else:
        print_line(f"nothing that the house has signed is missing in {config.data}")
