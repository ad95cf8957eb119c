"""The HTTP API of sign-in and the office: staff, terminals, approvals, alerts."""

from secrets import choice

from croupier.house.vouchers import LETTERS
from croupier.office.names import HOUSE
from croupier.office.state import Alert
from croupier.protocol import frames, requests, views
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.server.api.endpoint import Call, Endpoints, Reply, granted
from croupier.server.api.routes import (
    DEVICE_COOKIE,
    STAFF_COOKIE,
    TERMINAL_COOKIE,
    cookie,
    who_asks,
)
from croupier.server.logs import note_device
from croupier.server.people import approving
from croupier.server.people.approving import entered
from croupier.server.people.logbook import Entered
from croupier.server.people.sign_in import SignedIn
from croupier.server.people.throttle import address_key

GUEST_LETTERS = 6
WEAK = ("staff/weak-password", "staff/common-password", "staff/same-password")
"""Refusals of a new password."""
STAFF, ONE = "/api/staff", "/api/staff/{name}"
TERMINALS, DEVICE = "/api/terminals", "/api/terminals/{terminal}"
APPROVALS, APPROVAL = "/api/approvals", "/api/approvals/{approval:int}"
ENDPOINTS = Endpoints()


# Signing in


@ENDPOINTS.get("/api/me", "One's own identity")
async def me(call: Call) -> requests.Me:
    who = who_asks(call.house, call.http)
    name = who.actor.name if who.session is not None and who.actor is not None else None
    return requests.Me(
        name=who.actor.name if who.actor is not None else None,
        position=who.actor.position if who.actor is not None else None,
        terminal=who.terminal,
        locked=who.session.locked if who.session is not None else False,
        first=_first(call, name),
        second_factor=name is not None and call.office.door.factors.has(name),
    )


def _first(call: Call, name: str | None) -> requests.First | None:
    """What someone must do first."""
    no = call.office.door.first(name) if name is not None else None
    return requests.FIRST[no.code] if no is not None else None


@ENDPOINTS.post(
    "/api/visit", "Become a visitor to a demonstration", requests.Nothing, gives=requests.Me
)
async def visit(call: Call) -> Reply:
    """A visitor to a demonstration becomes a terminal, or stays the same one."""
    house = call.house
    if not house.config.demonstration:
        raise CroupierError(refusal("terminal/no-visitors"))
    known = house.office.terminal(cookie(house, call.http, TERMINAL_COOKIE))
    if not isinstance(known, Refusal):
        return Reply(requests.Me(name=known, terminal=known))
    where = address_key(call.who.address)
    if not house.visits_from.take(where) or not house.visits.take():
        raise CroupierError(refusal("rate/visits"))
    name = "guest-" + "".join(choice(LETTERS) for _ in range(GUEST_LETTERS))
    keys = granted(await house.office.admit({name: None}, HOUSE))
    return Reply(requests.Me(name=name, terminal=name), {TERMINAL_COOKIE: keys[name]})


@ENDPOINTS.post(
    "/api/enrol",
    "Become the terminal of a token",
    requests.Enrol,
    gives=requests.Me,
    refuses=(401,),
)
async def enrol(call: Call) -> Reply:
    """The device gets its own key, in a cookie that no script can read."""
    name, key = granted(await call.office.exchange(call.body.token))
    note_device(name, call.who.address)
    return Reply(requests.Me(name=name, terminal=name), {TERMINAL_COOKIE: key})


@ENDPOINTS.post(
    "/api/sign-in", "Sign in as staff", requests.SignIn, gives=requests.Me, refuses=(401,)
)
async def sign_in(call: Call) -> Reply:
    old, device = (cookie(call.house, call.http, each) for each in (STAFF_COOKIE, DEVICE_COOKIE))
    door, body = call.office.door, call.body
    signed = await door.sign_in(body.name, body.password, call.who.address, old, device, body.code)
    return _signed_in(call, granted(signed))


@ENDPOINTS.post(
    "/api/unlock", "Unlock the session", requests.PasswordAgain, gives=requests.Me, refuses=(401,)
)
async def unlock(call: Call) -> Reply:
    token = cookie(call.house, call.http, STAFF_COOKIE)
    unlocked = await call.office.door.unlock(token, call.body.password, call.who.address)
    return _signed_in(call, granted(unlocked))


def _signed_in(call: Call, signed: SignedIn) -> Reply:
    actor = signed.actor
    cookies: dict[str, str | None] = {STAFF_COOKIE: signed.token}
    if signed.device is not None:
        cookies[DEVICE_COOKIE] = signed.device
    me = requests.Me(
        name=actor.name,
        position=actor.position,
        first=_first(call, actor.name),
        second_factor=call.office.door.factors.has(actor.name),
    )
    return Reply(me, cookies)


@ENDPOINTS.post("/api/sign-out", "Sign out", requests.Nothing, gives=requests.Me)
async def sign_out(call: Call) -> Reply:
    await call.office.door.sign_out(cookie(call.house, call.http, STAFF_COOKIE))
    return Reply(requests.Me(), {STAFF_COOKIE: None})


@ENDPOINTS.post(
    "/api/password", "Change one's own password", requests.OwnPassword, who="staff", first=True
)
async def change_own_password(call: Call) -> frames.Verdict:
    """A wrong old password is an error; a bad new one a refused verdict."""
    body, session = call.body, call.who.session
    done = await call.office.change_own_password(
        *(body.old, body.password, call.actor, call.who.address),
        session=session.id if session is not None else None,
    )
    is_weak = isinstance(done, Refusal) and done.code in WEAK
    return entered(done if is_weak else granted(done))


# Staff and terminals


@ENDPOINTS.get(STAFF, "Everyone on the staff", who="staff")
async def staff(call: Call) -> list[requests.StaffShown]:
    known = call.office.state.staff
    return [
        requests.StaffShown.of(
            one,
            name=name,
            acting_until_ms=one.acting_until_ms or None,
            second_factor=call.office.door.factors.has(name),
        )
        for name, one in sorted(known.items())
    ]


@ENDPOINTS.change(STAFF, "Add someone to the staff", requests.NewStaff)
async def add_staff(call: Call) -> Entered | Refusal:
    body, by = call.body, call.actor
    return await call.office.add_staff(body.name, body.position, body.password, by, body.reason)


@ENDPOINTS.change(f"{ONE}/disable", "Disable someone", requests.Reason)
async def disable_staff(call: Call) -> Entered | Refusal:
    return await call.office.disable_staff(call.name, call.actor, call.body.reason)


@ENDPOINTS.change(f"{ONE}/enable", "Enable someone", requests.Reason)
async def enable_staff(call: Call) -> Entered | Refusal:
    return await call.office.enable_staff(call.name, call.actor, call.body.reason)


@ENDPOINTS.change(
    f"{ONE}/appoint", "Appoint someone to a higher position for a shift", requests.Appointment
)
async def appoint(call: Call) -> Entered | Refusal:
    body, by = call.body, call.actor
    return await call.office.appoint(call.name, body.position, body.hours, by, body.reason)


@ENDPOINTS.change(f"{ONE}/withdraw-appointment", "End an appointment", requests.Reason)
async def withdraw_appointment(call: Call) -> Entered | Refusal:
    return await call.office.withdraw_appointment(call.name, call.actor, call.body.reason)


@ENDPOINTS.change(f"{ONE}/password", "Reset someone's password", requests.NewPassword)
async def new_password(call: Call) -> Entered | Refusal:
    body, by = call.body, call.actor
    return await call.office.change_password(call.name, body.password, by, body.reason)


@ENDPOINTS.get(TERMINALS, "Every terminal", who="staff")
async def terminals(call: Call) -> list[requests.TerminalShown]:
    known = call.office.state.terminals
    return [requests.TerminalShown.of(one, terminal=name) for name, one in sorted(known.items())]


@ENDPOINTS.post(
    TERMINALS, "Enrol a terminal; its token is shown once", requests.NewTerminal, who="staff"
)
async def enrol_terminal(call: Call) -> requests.Token:
    name = call.body.terminal
    tokens = granted(await call.office.enrol({name: call.body.profile}, call.actor))
    return requests.Token(terminal=name, token=tokens[name])


@ENDPOINTS.change(f"{DEVICE}/withdraw", "Withdraw a terminal", requests.Reason)
async def withdraw_terminal(call: Call) -> Entered | Refusal:
    return await call.office.withdraw(call.path["terminal"], call.actor, call.body.reason)


# Approvals and alerts


@ENDPOINTS.get(APPROVALS, "Requests that need two people", who="staff")
async def approvals(call: Call) -> list[views.ApprovalView]:
    return list(call.house.overview.seen_by(call.actor).approvals)


@ENDPOINTS.post(APPROVALS, "Ask for a second person", requests.PostedRequest, who="staff")
async def ask_approval(call: Call) -> frames.Verdict:
    body, by = call.body, call.actor
    command = bytes(body.command)
    return granted(await approving.ask_approval(call.office, by, body.table, command, body.reason))


@ENDPOINTS.post(
    f"{APPROVAL}/approve", "Approve; it takes effect at once", requests.Approved, who="staff"
)
async def approve(call: Call) -> frames.Verdict:
    """The table's answer is the verdict; a refusal of the office is an error."""
    id_, body = call.id("approval"), call.body
    return granted(await approving.approve(call.office, call.actor, id_, body.code, body.seen))


@ENDPOINTS.change(f"{APPROVAL}/decline", "Decline", requests.Reason)
async def decline(call: Call) -> Entered | Refusal:
    return await call.office.decline(call.id("approval"), call.actor, call.body.reason)


@ENDPOINTS.get("/api/alerts", "Alerts not yet acknowledged", who="staff")
async def alerts(call: Call) -> list[Alert]:
    return list(call.house.overview.seen_by(call.actor).alerts)


@ENDPOINTS.change("/api/alerts/{alert:int}/acknowledge", "Acknowledge an alert", requests.Nothing)
async def acknowledge(call: Call) -> Entered | Refusal:
    return await call.office.acknowledge(call.id("alert"), call.actor)
