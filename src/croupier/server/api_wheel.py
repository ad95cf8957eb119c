"""The HTTP API of a wheel with a sensor: what staff order its electronics to do."""

from collections.abc import Sequence

from croupier.protocol import frames as f
from croupier.protocol import requests as q
from croupier.rules.refusal import CroupierError, refusal
from croupier.server.answering import entered
from croupier.server.endpoint import Call, Endpoint
from croupier.wheels.source import Order


async def order(call: Call) -> f.Verdict:
    """On record first, then given; what the wheel makes of it comes back as an alert."""
    body, actor = call.body, call.who.actor
    assert isinstance(body, q.WheelOrder)
    assert actor is not None
    wheel, given = call.house.wheels.get(call.table), Order(body.order)
    if wheel is None:
        raise CroupierError(refusal("wheel/no-sensor", table=call.table))
    if (no := wheel.not_now(given)) is not None:
        raise CroupierError(no)
    done = entered(await call.house.office.order_wheel(call.table, given, body.reason, actor))
    if done.accepted:
        wheel.order(given)
    return done


ENDPOINTS: Sequence[Endpoint] = (
    Endpoint(
        "POST",
        "/api/tables/{table}/wheel",
        "Have a wheel launch the ball, restart or test itself",
        order,
        f.Verdict,
        q.WheelOrder,
        who="staff",
    ),
)
