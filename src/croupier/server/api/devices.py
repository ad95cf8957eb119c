"""The HTTP API of cash devices, of the desk that enrols them and counts what they took, and of
wheels with a sensor.

A device sends its token in the header ``Authorization: Bearer``; it has no cookies and no page.
Every answer is a verdict or an error; once a report may have arrived, only a verdict decides.
"""

from collections.abc import Callable

from croupier.house.chips import BuyIn, DeviceKind, RedeemVoucher
from croupier.house.permissions import refusal_for
from croupier.house.vouchers import CashVoucher, redeemable
from croupier.office.devices import not_for, out_of_use
from croupier.protocol import frames, requests, views
from croupier.round.base import Command
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.server.api.endpoint import Call, Endpoints, granted
from croupier.server.live.connection import ID_MAX, Who
from croupier.server.live.rates import PER_SECOND
from croupier.server.live.views import seat_view, voucher_shown
from croupier.server.people.approving import entered
from croupier.server.people.cash_devices import table_of
from croupier.server.people.logbook import Entered
from croupier.wheels.source import Order

CASH, DEVICES = "/api/cash", "/api/devices"
NO_DEVICE = (401, 403, 409)
"""Not a device, withdrawn, of another kind, or its player is not seated."""
ENDPOINTS = Endpoints()


def _known(call: Call) -> str:
    """The device that asks."""
    return granted(call.office.cash.known(call.http.headers.get("authorization")))


def _in_rate(call: Call, device: str) -> str:
    if not call.house.requests.take(f"{device}/cash"):
        raise CroupierError(refusal("rate/too-many", most=PER_SECOND))
    return device


def _of_kind(call: Call, device: str, kind: DeviceKind) -> None:
    granted(not_for(call.office.state, device, kind))


def _terminal(call: Call, device: str) -> str:
    """The terminal that a device is bound to."""
    return call.office.state.cash_devices[device].terminal


@ENDPOINTS.get(CASH, "The state of a cash device", refuses=NO_DEVICE)
async def device(call: Call) -> requests.DeviceSeen:
    """Its terminal, the tables of its player, and its last report."""
    name = _in_rate(call, _known(call))
    terminal = _terminal(call, name)
    cores = call.house.floor.tables.values()
    seated = tuple(core.state.id for core in cores if terminal in core.state.seats)
    last_id = call.office.cash.last_id(name, cores)
    return requests.DeviceSeen(device=name, terminal=terminal, tables=seated, last_id=last_id)


@ENDPOINTS.post(
    f"{CASH}/bill", "Report a bill in escrow", requests.BillTaken, refuses=(*NO_DEVICE, 404)
)
async def bill(call: Call) -> requests.CashVerdict:
    """A bill in escrow."""
    amount = call.body.amount
    return await _reported(call, lambda player: BuyIn(player=player, amount=amount))


@ENDPOINTS.post(
    f"{CASH}/ticket", "Report a ticket in escrow", requests.TicketTaken, refuses=(*NO_DEVICE, 404)
)
async def ticket(call: Call) -> requests.CashVerdict:
    """A ticket in escrow: a voucher by its number."""
    voucher = call.body.voucher
    return await _reported(call, lambda player: RedeemVoucher(player=player, voucher=voucher))


async def _reported(call: Call, command: Callable[[str], Command]) -> requests.CashVerdict:
    """The verdict on a report; a recorded one is repeated before any other check."""
    name, home, id_ = _known(call), call.house, call.body.id
    if not 1 <= id_ <= ID_MAX:
        raise CroupierError(refusal("action/bad-id", most=ID_MAX))
    cash, cores = home.office.cash, home.floor.tables.values()
    async with cash.reporting[name]:
        granted(out_of_use(cash.state, name))
        terminal, (table, answer) = _terminal(call, name), cash.answered_at(name, id_, cores)
        if table is None:
            _in_rate(call, name)
            _of_kind(call, name, "validator")
            if call.body.table is not None:
                call.known_table(call.body.table)
            table = table_of(terminal, call.body.table, [core.state for core in cores])
        if answer is None:
            request = cash.request(name, command(terminal), id_)
            answer = await home.ask(Who(request.actor, request.terminal), table, request)
    return requests.CashVerdict.of(answer, stack=answer.accepted, table=table)


@ENDPOINTS.get(f"{CASH}/vouchers", "Vouchers for a ticket printer", refuses=NO_DEVICE)
async def vouchers(call: Call) -> list[views.VoucherView]:
    """What the player at the device's terminal was given lately, to be printed: no longer than
    printing takes, since anyone with the token could read it again and redeem it first."""
    name = _in_rate(call, _known(call))
    _of_kind(call, name, "printer")
    player = _terminal(call, name)
    found: list[views.VoucherView] = []
    for table, core in call.house.floor.tables.items():
        if player in core.state.seats:
            await call.house.running.quiet(table)
            found += seat_view(core.state, player, 0, call.house.printed_number).vouchers
    return found


# The desk


@ENDPOINTS.get(DEVICES, "Every cash device", who="staff")
async def devices(call: Call) -> list[requests.DeviceShown]:
    known = call.office.state.cash_devices
    return [requests.DeviceShown.of(one, device=name) for name, one in sorted(known.items())]


@ENDPOINTS.post(DEVICES, "Enrol a cash device", requests.NewDevice, who="staff")
async def enrol_device(call: Call) -> requests.DeviceToken:
    body, by = call.body, call.actor
    asked = (body.device, body.terminal, by, body.reason, body.kind)
    return granted(await call.office.enrol_device(*asked))


@ENDPOINTS.change(f"{DEVICES}/{{device}}/withdraw", "Withdraw a cash device", requests.Reason)
async def withdraw_device(call: Call) -> Entered | Refusal:
    return await call.office.cash.withdraw(call.path["device"], call.actor, call.body.reason)


@ENDPOINTS.post(
    "/api/voucher", "Look a voucher up before it is paid", requests.VoucherAsked, who="staff"
)
async def voucher(call: Call) -> requests.VoucherShown:
    """A voucher, for someone who may pay it."""
    actor, home = call.actor, call.house
    granted(refusal_for(home.office.at_most(actor), CashVoucher(voucher="")))
    id_ = granted(home.vouchers.looked_up(actor.name, call.body.voucher))
    return voucher_shown(granted(redeemable(home.floor.house, id_, home.clock())))


@ENDPOINTS.post(
    "/api/tables/{table}/wheel",
    "Order a wheel to launch the ball, restart or test itself",
    requests.WheelOrder,
    who="staff",
)
async def order(call: Call) -> frames.Verdict:
    """Recorded first, then given; the wheel's reaction comes as an alert."""
    body, actor = call.body, call.actor
    wheel, given = call.house.wheels.get(call.table), Order(body.order)
    if wheel is None:
        raise CroupierError(refusal("wheel/no-sensor", table=call.table))
    granted(wheel.not_now(given))
    done = entered(await call.office.order_wheel(call.table, given, body.reason, actor))
    if done.accepted:
        wheel.order(given)
    return done
