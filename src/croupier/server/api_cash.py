"""The HTTP API of cash devices, and of the desk that enrols them and counts what they took.

A device shows its token in the header ``Authorization: Bearer``; it reads no cookie and has no
page. Whatever is not a verdict is an error; once a report may have arrived only a verdict decides.
"""

from collections.abc import Callable, Sequence

from croupier.house import commands as h
from croupier.house.devices import Kind
from croupier.house.permissions import may
from croupier.house.vouchers import redeemable
from croupier.office.devices import not_for, out_of_use
from croupier.protocol import frames as f
from croupier.protocol import requests as q
from croupier.protocol import views as v
from croupier.round.commands import Command
from croupier.rules.refusal import CroupierError, refusal
from croupier.server.answering import entered
from croupier.server.api_people import granted
from croupier.server.cash_devices import table_of
from croupier.server.connection import ID_MAX, Who
from croupier.server.endpoint import Call, Endpoint
from croupier.server.meters import PER_SECOND
from croupier.server.views import seat_view, voucher_shown


def _known(call: Call) -> str:
    """The device that asks."""
    return granted(call.house.office.cash.known(call.http.headers.get("authorization")))


def _in_rate(call: Call, device: str) -> None:
    if not call.house.requests.take(f"{device}/cash"):
        raise CroupierError(refusal("rate/too-many", most=PER_SECOND))


def _of_kind(call: Call, device: str, kind: Kind) -> None:
    if (no := not_for(call.house.office.state, device, kind)) is not None:
        raise CroupierError(no)


def _device(call: Call) -> str:
    """The device that asks, within its rate."""
    device = _known(call)
    _in_rate(call, device)
    return device


def _terminal(call: Call, device: str) -> str:
    """The terminal that a device is bound to."""
    return call.house.office.state.cash_devices[device].terminal


async def device(call: Call) -> q.DeviceSeen:
    """Where a device stands: its terminal, where its player sits, and its last report."""
    name = _device(call)
    terminal = _terminal(call, name)
    cores = call.house.floor.tables.values()
    seated = tuple(core.state.id for core in cores if terminal in core.state.seats)
    last_id = call.house.office.cash.last_id(name, cores)
    return q.DeviceSeen(device=name, terminal=terminal, tables=seated, last_id=last_id)


async def bill(call: Call) -> q.CashVerdict:
    """A bill that lies in escrow."""
    amount = call.body.amount
    return await _reported(call, lambda player: h.BuyIn(player=player, amount=amount))


async def ticket(call: Call) -> q.CashVerdict:
    """A ticket that lies in escrow: a voucher by its number."""
    voucher = call.body.voucher
    return await _reported(call, lambda player: h.RedeemVoucher(player=player, voucher=voucher))


async def _reported(call: Call, command: Callable[[str], Command]) -> q.CashVerdict:
    """The verdict on a report; one on record is given again before anything else is asked."""
    name, home, id_ = _known(call), call.house, call.body.id
    if not 1 <= id_ <= ID_MAX:
        raise CroupierError(refusal("action/bad-id", most=ID_MAX))
    cash, cores = home.office.cash, home.floor.tables.values()
    async with cash.reporting[name]:
        if (no := out_of_use(cash.state, name)) is not None:
            raise CroupierError(no)
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
    return q.CashVerdict(
        stack=answer.accepted,
        table=table,
        seq=answer.seq,
        code=answer.code,
        message=answer.message,
    )


async def vouchers(call: Call) -> list[v.VoucherView]:
    """What the player at the device's terminal was given in this sitting, to be printed."""
    name = _device(call)
    _of_kind(call, name, "printer")
    player = _terminal(call, name)
    found: list[v.VoucherView] = []
    for table, core in call.house.floor.tables.items():
        if player in core.state.seats:
            await call.house.running.quiet(table)
            found += seat_view(core.state, player, 0, call.house.shown_number).vouchers
    return found


# The desk


async def devices(call: Call) -> list[q.DeviceShown]:
    known = call.house.office.state.cash_devices
    return [
        q.DeviceShown(device=name, terminal=one.terminal, enrolled=one.enrolled, kind=one.kind)
        for name, one in sorted(known.items())
    ]


async def enrol_device(call: Call) -> q.DeviceToken:
    body, by = call.body, call.who.actor
    assert by is not None
    asked = (body.device, body.terminal, by, body.reason, body.kind)
    made = granted(await call.house.office.enrol_device(*asked))
    return q.DeviceToken(device=body.device, token=made.token, approval=made.approval)


async def withdraw_device(call: Call) -> f.Verdict:
    by = call.who.actor
    assert by is not None
    done = await call.house.office.cash.withdraw(call.path["device"], by, call.body.reason)
    return entered(granted(done))


async def voucher(call: Call) -> q.VoucherShown:
    """What a voucher is, for whoever may pay it: to be read before it is paid."""
    actor, home = call.who.actor, call.house
    assert actor is not None
    if (no := may(home.office.at_most(actor), h.CashVoucher(voucher=""))) is not None:
        raise CroupierError(no)
    id_ = granted(home.vouchers.looked_up(actor.name, call.body.voucher))
    return voucher_shown(granted(redeemable(home.floor.house, id_, home.clock())))


CASH, DEVICES = "/api/cash", "/api/devices"
NO_DEVICE = (401, 403, 409)
"""Whoever is no device, or none any more, or of another kind; or whose player is not seated."""
ENDPOINTS: Sequence[Endpoint] = (
    Endpoint(
        *("GET", CASH, "A cash device: where it stands", device, q.DeviceSeen), refuses=NO_DEVICE
    ),
    Endpoint(
        *("POST", f"{CASH}/bill", "A cash device took a bill", bill, q.CashVerdict, q.BillTaken),
        refuses=(*NO_DEVICE, 404),
    ),
    Endpoint(
        "POST",
        f"{CASH}/ticket",
        "A cash device took a ticket",
        ticket,
        q.CashVerdict,
        q.TicketTaken,
        refuses=(*NO_DEVICE, 404),
    ),
    Endpoint(
        *("GET", f"{CASH}/vouchers", "A ticket printer: what to print", vouchers),
        list[v.VoucherView],
        refuses=NO_DEVICE,
    ),
    Endpoint("GET", DEVICES, "Every cash device", devices, list[q.DeviceShown], who="staff"),
    Endpoint(
        "POST",
        DEVICES,
        "Enrol a cash device",
        enrol_device,
        q.DeviceToken,
        q.NewDevice,
        who="staff",
    ),
    Endpoint(
        "POST",
        f"{DEVICES}/{{device}}/withdraw",
        "A cash device is one no longer",
        withdraw_device,
        f.Verdict,
        q.Reason,
        who="staff",
    ),
    Endpoint(
        "POST",
        "/api/voucher",
        "What a voucher is, before it is paid",
        voucher,
        q.VoucherShown,
        q.VoucherAsked,
        who="staff",
    ),
)
