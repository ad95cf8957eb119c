"""``croupier accept-loss``: a stopped house goes on with a record of which something is gone."""

from typing import Annotated

import msgspec
import typer

from croupier.cli.house import HouseOption, house_of, opening
from croupier.cli.screen import JsonOption, print_json, screen
from croupier.rules.reason import bad_reason
from croupier.rules.refusal import CroupierError


def accept_loss(
    reason: Annotated[
        str,
        typer.Option("--reason", metavar="REASON", help="Why you accept it; it goes on record."),
    ],
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """Go on although entries that the house has signed are gone; stop the house first.

    What is gone and your reason go on record, and raise an alert. It brings nothing back: first
    look for the missing files, or restore a backup.
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
        screen().print(f"accepted {finding}")
    if findings:
        screen().print(f"{config.data} can be opened; what is gone is on record as accepted")
    else:
        screen().print(f"nothing that the house has signed is missing in {config.data}")
