"""The HTTP API of the desk: second factors, positions, assignments, excluded players, and the
effect of an approval."""

from croupier.office.state import Assignment
from croupier.protocol import frames, requests
from croupier.round.base import Actor
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.server.api.endpoint import LANGUAGE, Call, Endpoints, granted
from croupier.server.live.views import excluded_view, reads_all
from croupier.server.people.approving import effect_of, entered
from croupier.server.people.logbook import Entered

ONE = "/api/staff/{name}"
ENDPOINTS = Endpoints()


def _own(call: Call) -> Actor:
    """Who asks; they must choose their own password before a second factor."""
    no = call.office.door.first(call.actor.name)
    if no is not None and no.code == "first/password":
        raise CroupierError(no)
    return call.actor


@ENDPOINTS.post(
    "/api/second-factor",
    "A second factor's secret, shown once",
    requests.PasswordAgain,
    who="staff",
    first=True,
)
async def begin(call: Call) -> requests.FactorShown:
    """Needs the password again: an unattended session is not enough."""
    by, door, session = _own(call), call.office.door, call.who.session
    at = session.id if session is not None else None
    granted(await door.confirmed(by, call.body.password, call.who.address, at))
    return granted(door.factors.begin(by))


@ENDPOINTS.post(
    "/api/second-factor/enrol",
    "Enrol a second factor with its code",
    requests.Code,
    who="staff",
    first=True,
)
async def enrol(call: Call) -> frames.Verdict:
    """A wrong code is a refused verdict."""
    return entered(await call.office.door.factors.enrol(_own(call), call.body.code))


@ENDPOINTS.change(f"{ONE}/second-factor", "Reset someone's second factor", requests.Reason)
async def reset(call: Call) -> Entered | Refusal:
    return await call.office.reset_second_factor(call.name, call.actor, call.body.reason)


@ENDPOINTS.change(f"{ONE}/position", "Give someone a new position", requests.NewPosition)
async def move_staff(call: Call) -> Entered | Refusal:
    """Their sessions end: they must sign in again."""
    body = call.body
    return await call.office.move_staff(call.name, body.position, call.actor, body.reason)


@ENDPOINTS.get("/api/assignments", "Assignments to tables", who="staff")
async def assignments(call: Call) -> list[requests.AssignmentShown]:
    """Current and future ones."""
    return [
        requests.AssignmentShown.of(one, id=id_, by=one.by.name)
        for id_, one in call.office.state.assignments.items()
    ]


@ENDPOINTS.change(f"{ONE}/assign", "Assign someone to tables for a shift", requests.NewAssignment)
async def assign(call: Call) -> Entered | Refusal:
    """Their page updates at once."""
    body, by = call.body, call.actor
    from_ms = call.house.clock() if body.from_ms is None else body.from_ms
    asked = Assignment(call.name, body.tables, from_ms, 0, body.reason, by)
    return await call.office.assign(asked, body.hours)


@ENDPOINTS.change(
    "/api/assignments/{assignment:int}/withdraw", "End an assignment", requests.Reason
)
async def withdraw_assignment(call: Call) -> Entered | Refusal:
    id_ = call.id("assignment")
    return await call.office.withdraw_assignment(id_, call.actor, call.body.reason)


@ENDPOINTS.get("/api/excluded", "Excluded players", who="staff")
async def excluded(call: Call) -> list[requests.ExcludedShown]:
    known, actor = call.house.floor.house.excluded, call.actor
    shown_to = call.office.at_most(actor)
    return [excluded_view(shown_to, name, why) for name, why in sorted(known.items())]


@ENDPOINTS.get(
    "/api/approvals/{approval:int}/effect",
    "What an approval would do now",
    query=(LANGUAGE,),
    who="staff",
)
async def effect(call: Call) -> requests.EffectShown:
    """What would happen if the caller approved it now."""
    id_ = call.id("approval")
    found, actor = call.office.state.approvals.get(id_), call.actor
    own = found is not None and found.by.name == actor.name
    if found is None or not (own or reads_all(call.office.at_most(actor))):
        raise CroupierError(refusal("approval/unknown", id=id_))
    return granted(await effect_of(call.office, found, actor, call.query["language"]))
