"""The HTTP API of the desk: positions, excluded players, and what an approval would do."""

from collections.abc import Sequence

from croupier.office.state import Assignment
from croupier.protocol import frames as f
from croupier.protocol import requests as q
from croupier.rules.refusal import CroupierError, refusal
from croupier.server.answering import entered
from croupier.server.api_people import granted
from croupier.server.effects import effect_of
from croupier.server.endpoint import Call, Endpoint
from croupier.server.views import excluded_view, reads_all

"""A blind count: what is on record is for the second person alone."""


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
    return granted(await effect_of(call.house.office, found, actor))


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
