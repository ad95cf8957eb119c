"""The HTTP API of the desk: positions, excluded players, and what an approval would do.

What would be done is decided as the table would decide it now, and nothing of it is kept.
"""

from collections.abc import Sequence

from croupier.history.words import said
from croupier.house import TableState, decide
from croupier.house.corrections import Correction, due
from croupier.office import changes
from croupier.office.approvals import carried_out
from croupier.office.state import Approval, Assignment, OfficeState
from croupier.protocol import frames as f
from croupier.protocol import requests as q
from croupier.protocol.views import PlayerChange
from croupier.round.commands import Actor
from croupier.round.events import Event, Purses
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.server.answering import entered
from croupier.server.api_people import granted
from croupier.server.endpoint import Call, Endpoint
from croupier.server.views import excluded_view, reads_all


async def move_staff(call: Call) -> f.Verdict:
    """Their sessions end: whoever moves signs in anew."""
    name, body, by = call.path["name"], call.body, call.who.actor
    assert by is not None
    done = await call.house.office.move_staff(name, body.position, by, body.reason)
    return entered(granted(done))


async def assignments(call: Call) -> list[q.AssignmentShown]:
    """Begun and to come."""
    return [
        q.AssignmentShown(
            id=id_,
            staff=one.staff,
            tables=one.tables,
            from_ms=one.from_ms,
            until_ms=one.until_ms,
            reason=one.reason,
            by=one.by.name,
        )
        for id_, one in call.house.office.state.assignments.items()
    ]


async def assign(call: Call) -> f.Verdict:
    """Their page shows at once what they may still do."""
    name, body, by = call.path["name"], call.body, call.who.actor
    assert by is not None
    from_ms = call.house.clock() if body.from_ms is None else body.from_ms
    asked = Assignment(name, body.tables, from_ms, 0, body.reason, by)
    return entered(granted(await call.house.office.assign(asked, body.hours)))


async def withdraw_assignment(call: Call) -> f.Verdict:
    id_, by = int(call.path["assignment"]), call.who.actor
    assert by is not None
    done = await call.house.office.withdraw_assignment(id_, by, call.body.reason)
    return entered(granted(done))


async def excluded(call: Call) -> list[q.ExcludedShown]:
    known, actor = call.house.floor.house.excluded, call.who.actor
    assert actor is not None
    shown_to = call.house.office.at_most(actor)
    return [excluded_view(shown_to, name, why) for name, why in sorted(known.items())]


async def effect(call: Call) -> q.EffectShown:
    """What would be done if whoever asks approved it now."""
    id_ = int(call.path["approval"])
    found, actor = call.house.office.state.approvals.get(id_), call.who.actor
    assert actor is not None
    own = found is not None and found.by.name == actor.name
    if found is None or not (own or reads_all(call.house.office.at_most(actor))):
        raise CroupierError(refusal("approval/unknown", id=id_))
    if found.asked in changes.NAMES:
        return _effect_on_staff(call, found)
    if found.table not in call.house.floor.tables:
        raise CroupierError(refusal("table/unknown", table=found.table, known=""))
    await call.house.running.quiet(found.table)
    return _effect(call, found, actor)


def _effect_on_staff(call: Call, approval: Approval) -> q.EffectShown:
    """A change of the staff: what it would put on record, or why it would be refused."""
    state, change = call.house.office.state, changes.read(approval.command)
    decided = changes.decide(state, change, approval.by, approval.reason, call.house.clock())
    if isinstance(decided, Refusal):
        return q.EffectShown(allowed=False, code=decided.code, message=decided.message)
    return q.EffectShown(allowed=True, says=(_said_of_staff(state, change),))


def _said_of_staff(state: OfficeState, change: changes.Any) -> str:
    name, known = change.name, state.staff.get(change.name)
    was = known.position if known is not None else None
    match change:
        case changes.AddStaff(position=position):
            return f"{name} joins as {position}, with a first password that the asker knows"
        case changes.MoveStaff(position=position):
            return f"{name}: {was} → {position}"
        case changes.EnableStaff():
            return f"{name}, {was}, may sign in again"
        case changes.ResetPassword():
            return f"{name}, {was}, gets a password that the asker knows, and signs in anew"
        case changes.ResetSecondFactor():
            return f"{name}, {was}, signs in without a second factor and enrols another"
        case changes.AppointStaff(position=position, hours=hours):
            return f"{name}, {was}, acts as {position} for {hours} hours"


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
        "/api/assignments",
        "Who acts at which tables, and when",
        assignments,
        list[q.AssignmentShown],
        who="staff",
    ),
    Endpoint(
        "POST",
        "/api/staff/{name}/assign",
        "Act at some tables for a shift, and nowhere else",
        assign,
        f.Verdict,
        q.NewAssignment,
        who="staff",
    ),
    Endpoint(
        "POST",
        "/api/assignments/{assignment:int}/withdraw",
        "The assignment ends",
        withdraw_assignment,
        f.Verdict,
        q.Reason,
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
