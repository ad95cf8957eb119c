"""What the office is asked over the WebSocket and over HTTP, and its answers as verdicts."""

from croupier.office.approvals import read_command
from croupier.protocol import frames as f
from croupier.round.commands import Actor
from croupier.rules.refusal import Refusal, refusal
from croupier.server.effects import effect_of
from croupier.server.logbook import Entered
from croupier.server.people import Office


async def asked_of_the_office(office: Office, actor: Actor | None, asked: f.ToOffice) -> f.Verdict:
    """What a member of staff asks over the WebSocket."""
    if actor is None or actor.position is None:
        return refused(refusal("staff/not-signed-in"))
    match asked:
        case f.Ask(table=table, command=command, reason=reason):
            return _said(await ask_approval(office, actor, table, bytes(command), reason))
        case f.Approve(approval=id_, code=code, seen=seen):
            return _said(await approve(office, actor, id_, code, seen))
        case f.Decline(approval=id_, reason=reason):
            return entered(await office.decline(id_, actor, reason))
        case f.Acknowledge(alert=id_):
            return entered(await office.acknowledge(id_, actor))
    raise AssertionError(f"{asked} is not for the office")


async def ask_approval(
    office: Office, actor: Actor, table: str, command: bytes, reason: str
) -> f.Verdict | Refusal:
    """Have something wait for a second person."""
    read = read_command(command)
    if isinstance(read, Refusal):
        return read
    asked = await office.ask_approval(table, actor, read, reason)
    if isinstance(asked, Refusal):
        return asked
    return f.Verdict(table=table, accepted=True, seq=asked.seq, approval=asked.id)


async def approve(
    office: Office, actor: Actor, id_: int, code: str, seen: str
) -> f.Verdict | Refusal:
    """Approve as the second person; the verdict is the table's."""
    found = office.state.approvals.get(id_)
    if seen and found is not None:
        effect = await effect_of(office, found, actor)
        if isinstance(effect, Refusal) or effect.seen != seen:
            return refusal("approval/changed", id=id_)
    answer = await office.approve(id_, actor, code)
    if isinstance(answer, Refusal):
        return answer
    return f.Verdict(
        accepted=answer.accepted,
        seq=answer.seq,
        code=answer.code,
        clause=answer.clause,
        message=answer.message,
        approval=id_,
    )


def refused(no: Refusal) -> f.Verdict:
    """A refusal of the office as it is sent."""
    return f.Verdict(accepted=False, code=no.code, clause=no.clause, message=no.message)


def entered(done: Entered | Refusal) -> f.Verdict:
    """What the office did as it is sent, or what waits for a second person."""
    if isinstance(done, Refusal):
        return refused(done)
    return f.Verdict(accepted=True, seq=done.seq, approval=done.approval)


def _said(verdict: f.Verdict | Refusal) -> f.Verdict:
    return refused(verdict) if isinstance(verdict, Refusal) else verdict
