"""The HTTP API of the desk: positions, excluded players, and what an approval would do.

What would be done is decided as the table would decide it now, and nothing of it is kept.
"""

from collections.abc import Sequence

from croupier.history.words import said
from croupier.house import TableState, decide
from croupier.house.corrections import Correction, due
from croupier.office.approvals import carried_out
from croupier.office.state import Approval
from croupier.protocol import frames as f
from croupier.protocol import requests as q
from croupier.protocol.views import PlayerChange
from croupier.round.commands import Actor
from croupier.round.events import Event, Purses
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.server.answering import entered
from croupier.server.api_people import granted
from croupier.server.endpoint import Call, Endpoint


async def move_staff(call: Call) -> f.Verdict:
    """Their sessions end: whoever moves signs in anew."""
    name, body, by = call.path["name"], call.body, call.who.actor
    assert by is not None
    done = await call.house.office.move_staff(name, body.position, by, body.reason)
    return entered(granted(done))


async def excluded(call: Call) -> list[q.ExcludedShown]:
    known = call.house.floor.house.excluded
    return [q.ExcludedShown(player=name, reason=why) for name, why in sorted(known.items())]


async def effect(call: Call) -> q.EffectShown:
    """What would be done if whoever asks approved it now."""
    id_ = int(call.path["approval"])
    found = call.house.office.state.approvals.get(id_)
    if found is None:
        raise CroupierError(refusal("approval/unknown", id=id_))
    if found.table not in call.house.floor.tables:
        raise CroupierError(refusal("table/unknown", table=found.table, known=""))
    await call.house.running.quiet(found.table)
    assert call.who.actor is not None
    return _effect(call, found, call.who.actor)


def _effect(call: Call, approval: Approval, second: Actor) -> q.EffectShown:
    state = call.house.floor.tables[approval.table].state
    command = carried_out(approval, second)
    decided = decide(state, approval.by, command, call.house.clock())
    if isinstance(decided, Refusal):
        return q.EffectShown(
            allowed=False, code=decided.code, clause=decided.clause, message=decided.message
        )
    told = tuple(said(event, state)[0] for event in decided)
    changes = [change for event in decided for change in _changes(event, state)]
    return q.EffectShown(allowed=True, says=told, players=tuple(changes))


def _changes(event: Event, state: TableState) -> list[PlayerChange]:
    """What each player has had of a round, and what they would have had of it (reading 19)."""
    if not isinstance(event, Correction):
        return []
    lost = state.past[event.round].uncollected
    return [_change(event, player, lost.get(player, 0)) for player in due(event)]


def _change(event: Correction, player: str, lost: int) -> PlayerChange:
    """What could not be collected is still the player's: before less after leaves their purse."""
    made_good = event.recovered.get(player, 0)
    still_lost = lost + (event.uncollected or {}).get(player, 0) - made_good
    return PlayerChange(
        player=player,
        before=_sum(event.reversed, player) + lost,
        after=_sum(event.returned, player) + still_lost,
        uncollected=still_lost,
    )


def _sum(purses: Purses, player: str) -> int:
    return sum(purses.get(player, {}).values())


ENDPOINTS: Sequence[Endpoint] = (
    Endpoint(
        "POST",
        "/api/staff/{name}/position",
        "Another position for someone",
        move_staff,
        f.Verdict,
        q.NewPosition,
        who="staff",
    ),
    Endpoint(
        "GET",
        "/api/excluded",
        "Who may not play in this house",
        excluded,
        list[q.ExcludedShown],
        who="staff",
    ),
    Endpoint(
        "GET",
        "/api/approvals/{approval:int}/effect",
        "What an approval would do now",
        effect,
        q.EffectShown,
        who="staff",
    ),
)
