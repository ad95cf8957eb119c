"""The HTTP API of the door and the office: coming in, staff, terminals, approvals, alerts."""

from collections.abc import Sequence
from secrets import choice
from typing import TypeVar

from croupier.house.vouchers import LETTERS
from croupier.office.names import HOUSE
from croupier.protocol import frames as f
from croupier.protocol import requests as q
from croupier.protocol import views as v
from croupier.round.commands import Actor
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.server import answering
from croupier.server.answering import entered
from croupier.server.door import SignedIn
from croupier.server.endpoint import Call, Endpoint, Reply
from croupier.server.noting import note_device
from croupier.server.throttle import address_key
from croupier.server.visitors import DEVICE_COOKIE, STAFF_COOKIE, TERMINAL_COOKIE

T = TypeVar("T")
GUEST_LETTERS = 6
WEAK = ("staff/weak-password", "staff/common-password", "staff/same-password")
"""What may be wrong with a new password."""


def granted(answer: T | Refusal) -> T:
    """What was granted, or the refusal as an error."""
    if isinstance(answer, Refusal):
        raise CroupierError(answer)
    return answer


def _actor(call: Call) -> Actor:
    assert call.who.actor is not None
    return call.who.actor


# Coming in


async def me(call: Call) -> q.Me:
    who = call.house.who_asks(call.http)
    name = who.actor.name if who.session is not None and who.actor is not None else None
    return q.Me(
        name=who.actor.name if who.actor is not None else None,
        position=who.actor.position if who.actor is not None else None,
        terminal=who.terminal,
        locked=who.session.locked if who.session is not None else False,
        first=_first(call, name),
        second_factor=name is not None and call.house.office.door.factors.has(name),
    )


def _first(call: Call, name: str | None) -> q.First | None:
    """What someone has to do before anything else."""
    no = call.house.office.door.first(name) if name is not None else None
    return q.FIRST[no.code] if no is not None else None


async def visit(call: Call) -> Reply:
    """A visitor of a demonstration becomes a terminal; one who is one already stays it."""
    house = call.house
    if not house.config.demonstration:
        raise CroupierError(refusal("terminal/no-visitors"))
    known = house.office.terminal(house.cookie(call.http, TERMINAL_COOKIE))
    if not isinstance(known, Refusal):
        return Reply(q.Me(name=known, terminal=known))
    where = address_key(call.who.address)
    if not house.visits_from.take(where) or not house.visits.take():
        raise CroupierError(refusal("rate/visits"))
    name = "guest-" + "".join(choice(LETTERS) for _ in range(GUEST_LETTERS))
    keys = granted(await house.office.admit({name: None}, HOUSE))
    return Reply(q.Me(name=name, terminal=name), {TERMINAL_COOKIE: keys[name]})


async def enrol(call: Call) -> Reply:
    """The device keeps its own key from now on, where no script can read it."""
    name, key = granted(await call.house.office.exchange(call.body.token))
    note_device(name, call.who.address)
    return Reply(q.Me(name=name, terminal=name), {TERMINAL_COOKIE: key})


async def sign_in(call: Call) -> Reply:
    old, device = (call.house.cookie(call.http, each) for each in (STAFF_COOKIE, DEVICE_COOKIE))
    door, body = call.house.office.door, call.body
    signed = await door.sign_in(body.name, body.password, call.who.address, old, device, body.code)
    return _signed_in(call, granted(signed))


async def unlock(call: Call) -> Reply:
    token = call.house.cookie(call.http, STAFF_COOKIE)
    unlocked = await call.house.office.door.unlock(token, call.body.password, call.who.address)
    return _signed_in(call, granted(unlocked))


def _signed_in(call: Call, signed: SignedIn) -> Reply:
    actor = signed.actor
    cookies: dict[str, str | None] = {STAFF_COOKIE: signed.token}
    if signed.device is not None:
        cookies[DEVICE_COOKIE] = signed.device
    me = q.Me(
        name=actor.name,
        position=actor.position,
        first=_first(call, actor.name),
        second_factor=call.house.office.door.factors.has(actor.name),
    )
    return Reply(me, cookies)


async def sign_out(call: Call) -> Reply:
    await call.house.office.door.sign_out(call.house.cookie(call.http, STAFF_COOKIE))
    return Reply(q.Me(), {STAFF_COOKIE: None})


async def change_own_password(call: Call) -> f.Verdict:
    """A wrong old one is an error; what is wrong with the new one is the verdict."""
    body, session = call.body, call.who.session
    done = await call.house.office.change_own_password(
        *(body.old, body.password, _actor(call), call.who.address),
        session=session.id if session is not None else None,
    )
    is_weak = isinstance(done, Refusal) and done.code in WEAK
    return entered(done if is_weak else granted(done))


# Staff and terminals


async def staff(call: Call) -> list[q.StaffShown]:
    known = call.house.office.state.staff
    return [
        q.StaffShown(
            name=name,
            position=one.position,
            enabled=one.enabled,
            acting=one.acting,
            acting_until_ms=one.acting_until_ms or None,
            second_factor=call.house.office.door.factors.has(name),
        )
        for name, one in sorted(known.items())
    ]


async def add_staff(call: Call) -> f.Verdict:
    body, office = call.body, call.house.office
    by = _actor(call)
    done = await office.add_staff(body.name, body.position, body.password, by, body.reason)
    return entered(granted(done))


async def disable_staff(call: Call) -> f.Verdict:
    name, reason = call.path["name"], call.body.reason
    return entered(granted(await call.house.office.disable_staff(name, _actor(call), reason)))


async def enable_staff(call: Call) -> f.Verdict:
    name, reason = call.path["name"], call.body.reason
    return entered(granted(await call.house.office.enable_staff(name, _actor(call), reason)))


async def appoint(call: Call) -> f.Verdict:
    name, body, by = call.path["name"], call.body, _actor(call)
    done = await call.house.office.appoint(name, body.position, body.hours, by, body.reason)
    return entered(granted(done))


async def withdraw_appointment(call: Call) -> f.Verdict:
    name, reason, by = call.path["name"], call.body.reason, _actor(call)
    return entered(granted(await call.house.office.withdraw_appointment(name, by, reason)))


async def new_password(call: Call) -> f.Verdict:
    name, body, by = call.path["name"], call.body, _actor(call)
    done = await call.house.office.change_password(name, body.password, by, body.reason)
    return entered(granted(done))


async def terminals(call: Call) -> list[q.TerminalShown]:
    known = call.house.office.state.terminals
    return [
        q.TerminalShown(terminal=name, profile=one.profile, enrolled=one.enrolled)
        for name, one in sorted(known.items())
    ]


async def enrol_terminal(call: Call) -> q.Token:
    name = call.body.terminal
    tokens = granted(await call.house.office.enrol({name: call.body.profile}, _actor(call)))
    return q.Token(terminal=name, token=tokens[name])


async def withdraw_terminal(call: Call) -> f.Verdict:
    terminal, reason = call.path["terminal"], call.body.reason
    return entered(granted(await call.house.office.withdraw(terminal, _actor(call), reason)))


# Approvals and alerts


async def approvals(call: Call) -> list[v.ApprovalView]:
    return list(call.house.overview.seen_by(_actor(call)).approvals)


async def ask_approval(call: Call) -> f.Verdict:
    body = call.body
    asked = answering.ask_approval(
        call.house.office, _actor(call), body.table, bytes(body.command), body.reason
    )
    return granted(await asked)


async def approve(call: Call) -> f.Verdict:
    """What the table says of it is the verdict; what the office refuses is an error."""
    return granted(
        await answering.approve(
            call.house.office,
            _actor(call),
            int(call.path["approval"]),
            call.body.code,
            call.body.seen,
        )
    )


async def decline(call: Call) -> f.Verdict:
    id_ = int(call.path["approval"])
    declined = await call.house.office.decline(id_, _actor(call), call.body.reason)
    return entered(granted(declined))


async def alerts(call: Call) -> list[v.AlertView]:
    return list(call.house.overview.seen_by(_actor(call)).alerts)


async def acknowledge(call: Call) -> f.Verdict:
    seen = await call.house.office.acknowledge(int(call.path["alert"]), _actor(call))
    return entered(granted(seen))


V, M = f.Verdict, q.Me
STAFF, ONE = "/api/staff", "/api/staff/{name}"
TERMINALS, DEVICE = "/api/terminals", "/api/terminals/{terminal}"
APPROVALS, APPROVAL = "/api/approvals", "/api/approvals/{approval:int}"
ENDPOINTS: Sequence[Endpoint] = (
    Endpoint("GET", "/api/me", "Who one is taken for", me, M),
    Endpoint("POST", "/api/visit", "Come in as a visitor of a demonstration", visit, M, q.Nothing),
    Endpoint(
        *("POST", "/api/enrol", "Become the terminal of a token", enrol, M, q.Enrol),
        refuses=(401,),
    ),
    Endpoint("POST", "/api/sign-in", "Sign in as staff", sign_in, M, q.SignIn, refuses=(401,)),
    Endpoint("POST", "/api/unlock", "Go on after a lock", unlock, M, q.Unlock, refuses=(401,)),
    Endpoint("POST", "/api/sign-out", "Sign out", sign_out, M, q.Nothing),
    Endpoint(
        *("POST", "/api/password", "Choose another password", change_own_password, V),
        q.OwnPassword,
        who="staff",
        first=True,
    ),
    Endpoint("GET", STAFF, "Everyone on the staff", staff, list[q.StaffShown], who="staff"),
    Endpoint("POST", STAFF, "Someone joins the staff", add_staff, V, q.NewStaff, who="staff"),
    Endpoint(
        *("POST", f"{ONE}/disable", "Someone may no longer sign in", disable_staff, V, q.Reason),
        who="staff",
    ),
    Endpoint(
        *("POST", f"{ONE}/enable", "Someone may sign in again", enable_staff, V, q.Reason),
        who="staff",
    ),
    Endpoint(
        *("POST", f"{ONE}/appoint", "Act in a higher position for a shift", appoint, V),
        q.Appointment,
        who="staff",
    ),
    Endpoint(
        *("POST", f"{ONE}/withdraw-appointment", "The appointment ends", withdraw_appointment, V),
        q.Reason,
        who="staff",
    ),
    Endpoint(
        *("POST", f"{ONE}/password", "Another's new password", new_password, V, q.NewPassword),
        who="staff",
    ),
    Endpoint("GET", TERMINALS, "Every device", terminals, list[q.TerminalShown], who="staff"),
    Endpoint(
        *("POST", TERMINALS, "Enrol a device; its token is shown once", enrol_terminal, q.Token),
        q.NewTerminal,
        who="staff",
    ),
    Endpoint(
        *("POST", f"{DEVICE}/withdraw", "A device is out", withdraw_terminal, V, q.Reason),
        who="staff",
    ),
    Endpoint(
        "GET", APPROVALS, "What takes two people", approvals, list[v.ApprovalView], who="staff"
    ),
    Endpoint(
        *("POST", APPROVALS, "Ask for a second person", ask_approval, V, q.PostedRequest),
        who="staff",
    ),
    Endpoint(
        *("POST", f"{APPROVAL}/approve", "Approve; it is done at once", approve, V, q.Approved),
        who="staff",
    ),
    Endpoint("POST", f"{APPROVAL}/decline", "Decline", decline, V, q.Declined, who="staff"),
    Endpoint("GET", "/api/alerts", "What stands", alerts, list[v.AlertView], who="staff"),
    Endpoint(
        *("POST", "/api/alerts/{alert:int}/acknowledge", "Seen", acknowledge, V, q.Nothing),
        who="staff",
    ),
)
