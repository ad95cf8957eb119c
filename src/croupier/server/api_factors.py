"""The HTTP API of second factors: enrolled by their owner, reset by others."""

from collections.abc import Sequence

from croupier.protocol import frames as f
from croupier.protocol import requests as q
from croupier.round.commands import Actor
from croupier.rules.refusal import CroupierError
from croupier.server.answering import entered
from croupier.server.api_people import granted
from croupier.server.endpoint import Call, Endpoint


def _own(call: Call) -> Actor:
    """Whoever asks; a password of one's own comes before a second factor."""
    assert call.who.actor is not None
    no = call.house.office.door.first(call.who.actor.name)
    if no is not None and no.code == "first/password":
        raise CroupierError(no)
    return call.who.actor


async def begin(call: Call) -> q.FactorShown:
    """With the password, again: an open session that somebody found is not enough."""
    by, door, session = _own(call), call.house.office.door, call.who.session
    at = session.id if session is not None else None
    no = await door.confirmed(by, call.body.password, call.who.address, at)
    if no is not None:
        raise CroupierError(no)
    begun = granted(door.factors.begin(by))
    return q.FactorShown(secret=begun.secret, uri=begun.uri, picture=begun.picture)


async def enrol(call: Call) -> f.Verdict:
    """What is wrong with the code is the verdict."""
    return entered(await call.house.office.door.factors.enrol(_own(call), call.body.code))


async def reset(call: Call) -> f.Verdict:
    by, name = call.who.actor, call.path["name"]
    assert by is not None
    done = await call.house.office.reset_second_factor(name, by, call.body.reason)
    return entered(granted(done))


V = f.Verdict
ENDPOINTS: Sequence[Endpoint] = (
    Endpoint(
        *("POST", "/api/second-factor", "A second factor's secret, shown once", begin),
        *(q.FactorShown, q.OwnFactor),
        who="staff",
        first=True,
    ),
    Endpoint(
        *("POST", "/api/second-factor/enrol", "Enrol it with a code that it shows", enrol, V),
        q.Code,
        who="staff",
        first=True,
    ),
    Endpoint(
        *("POST", "/api/staff/{name}/second-factor", "Another's second factor is reset", reset),
        *(V, q.Reason),
        who="staff",
    ),
)
