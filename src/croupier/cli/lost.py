"""``croupier lost``: lets a stopped house go on without a key that is lost."""

from enum import StrEnum
from typing import Annotated

import typer

from croupier.cli.commands import JsonOption
from croupier.cli.house import HouseOption, house_of, opening
from croupier.cli.printing import print_json, print_line
from croupier.rules.refusal import CroupierError
from croupier.rules.typed_reason import bad_reason


class Key(StrEnum):
    """The key files whose loss a house can survive."""

    SEALING = "sealing.key"
    VOUCHER = "voucher.key"
    CREDENTIALS = "credentials.json"


def lost(
    file: Annotated[
        Key,
        typer.Argument(
            metavar="FILE",
            help="The file that is lost: sealing.key, voucher.key or credentials.json.",
            show_choices=False,
        ),
    ],
    reason: Annotated[str, typer.Option("--reason", help="Why; it goes on record.")],
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """Record that a key is lost, and replace it; stop the house first."""
    from croupier.bootstrap import declare_lost

    config = house_of(house)
    if (no := bad_reason(reason)) is not None:
        raise CroupierError(no)
    with opening(config):
        consequences = [each.words() for each in declare_lost(config, file, reason)]
    if json:
        print_json({"file": str(config.secrets / file), "lost": consequences})
        return
    print_line(f"the loss of {file} is on record, and {config.secrets / file} is in its place")
    for each in consequences:
        print_line(f"- {each}")
