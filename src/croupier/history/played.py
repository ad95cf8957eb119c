"""A player's own history: the rounds in which they had a wager, found from the latest back."""

import msgspec

from croupier.history.rounds import RoundSummary
from croupier.history.table import TableHistory
from croupier.round import ENDS

_ENDS = tuple(kind.name for kind in ENDS)


class _Ended(msgspec.Struct):
    round: int
    returned: dict[str, dict[str, int]]
    staked: dict[str, dict[str, int]] = {}


_decode = msgspec.json.Decoder(_Ended).decode


def rounds_played(
    history: TableHistory, player: str, count: int, before: int | None = None
) -> list[RoundSummary]:
    """The latest rounds of a player, or those before a round: the next page. Latest first.

    Their sums are the whole table's: what the player won is for ``recall`` to say.
    """
    later = history.rounds.find(before) if before is not None else None
    end = later.first_seq if later is not None else None
    if before is not None and later is None:
        return []
    found: list[RoundSummary] = []
    name = msgspec.json.encode(player)
    for stored in history.record.named(history.stream, _ENDS, None, end, latest_first=True):
        if len(found) >= count:
            break
        if name in stored.body:  # much quicker than to look at every name
            ended = _decode(stored.body)
            summary = history.rounds.find(ended.round)
            if summary is not None and (player in ended.staked or player in ended.returned):
                found.append(summary)
    return found
