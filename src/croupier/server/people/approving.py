"""Requests of staff to the office over the WebSocket and over HTTP, and its verdicts.

The effect of an approval is decided as the table would decide it, and nothing of it is kept. What a
second person was shown is what they approve: an effect that has changed since is shown again.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec

from croupier.history.describe import moves
from croupier.house import TableState, decide
from croupier.house.corrections import due
from croupier.house.day import CountDay
from croupier.notation.describe import describe
from croupier.office import changes
from croupier.office.approvals import carried_out, read_command
from croupier.office.base import Change
from croupier.office.state import Approval, OfficeState
from croupier.protocol import frames, requests
from croupier.protocol.views import PlayerChange
from croupier.round.base import Actor, Event, Purses
from croupier.round.correction import Correction
from croupier.rules.refusal import Refusal, refusal
from croupier.server.people.logbook import Entered
from croupier.server.people.office import Office
from croupier.table.weighing import weighed
from croupier.words.message import Message, sentence

COUNT = str(CountDay.__struct_config__.tag)


async def answer_staff(
    office: Office, actor: Actor | None, asked: frames.ToOffice
) -> frames.Verdict:
    """A staff request over the WebSocket."""
    if actor is None or actor.position is None:
        return refused(refusal("staff/not-signed-in"))
    match asked:
        case frames.Ask(table=table, command=command, reason=reason):
            return _verdict(await ask_approval(office, actor, table, bytes(command), reason))
        case frames.Approve(approval=id_, code=code, seen=seen):
            return _verdict(await approve(office, actor, id_, code, seen))
        case frames.Decline(approval=id_, reason=reason):
            return entered(await office.decline(id_, actor, reason))
        case frames.Acknowledge(alert=id_):
            return entered(await office.acknowledge(id_, actor))
    raise AssertionError(f"{asked} is not for the office")


async def ask_approval(
    office: Office, actor: Actor, table: str, command: bytes, reason: str
) -> frames.Verdict | Refusal:
    """Request a second person's approval."""
    read = read_command(command)
    if isinstance(read, Refusal):
        return read
    asked = await office.ask_approval(table, actor, read, reason)
    if isinstance(asked, Refusal):
        return asked
    return frames.Verdict(table=table, accepted=True, seq=asked.seq, approval=asked.id)


async def approve(
    office: Office, actor: Actor, id_: int, code: str, seen: str
) -> frames.Verdict | Refusal:
    """Approve as the second person; the verdict is the table's."""
    found = office.state.approvals.get(id_)
    if seen and found is not None:
        effect = await effect_of(office, found, actor)
        if isinstance(effect, Refusal) or effect.seen != seen:
            return refusal("approval/changed", id=id_)
    answer = await office.approve(id_, actor, code)
    if isinstance(answer, Refusal):
        return answer
    return frames.Verdict(
        accepted=answer.accepted,
        seq=answer.seq,
        code=answer.code,
        clause=answer.clause,
        message=answer.message,
        figures=answer.figures,
        approval=id_,
    )


def refused(no: Refusal) -> frames.Verdict:
    """The verdict for a refusal of the office."""
    return frames.Verdict(
        accepted=False,
        code=no.code,
        clause=no.clause,
        message=no.message,
        figures=no.figures or None,
    )


def entered(done: Entered | Refusal) -> frames.Verdict:
    """The verdict for recorded events, or for a pending request."""
    if isinstance(done, Refusal):
        return refused(done)
    return frames.Verdict(accepted=True, seq=done.seq, approval=done.approval)


def _verdict(verdict: frames.Verdict | Refusal) -> frames.Verdict:
    return refused(verdict) if isinstance(verdict, Refusal) else verdict


class Effect(NamedTuple):
    """What an approval would do now, before it is in any language."""

    shown: requests.EffectShown
    messages: tuple[Sequence[Message], ...] = ()

    def in_words(self, language: str) -> requests.EffectShown:
        """The effect, under a name that changes with it and is the same in every language."""
        seen = sha256(msgspec.json.encode((self.shown, self.messages))).hexdigest()
        says = tuple(sentence(each, language) for each in self.messages)
        return msgspec.structs.replace(self.shown, says=says, seen=seen)


async def effect_of(
    office: Office, approval: Approval, second: Actor, language: str = "en"
) -> requests.EffectShown | Refusal:
    """The effect of approving a request now, with its fingerprint."""
    if changes.is_change(approval.asked):
        effect = _effect_on_staff(office, approval)
    elif approval.table in office.running.floor.tables:
        await office.running.quiet(approval.table)
        effect = _blind(office, approval, second) or _effect(office, approval, second)
    else:
        return refusal("table/unknown", table=approval.table)
    return effect.in_words(language)


def _blind(office: Office, approval: Approval, second: Actor) -> Effect | None:
    """Only those who may approve a count are shown its difference."""
    may = office.may_approve(approval.id, second) if approval.asked == COUNT else None
    return _refused(may) if isinstance(may, Refusal) else None


def _refused(no: Refusal) -> Effect:
    return Effect(
        requests.EffectShown(
            allowed=False,
            code=no.code,
            clause=no.clause,
            message=no.message,
            figures=no.figures or None,
        )
    )


def _effect_on_staff(office: Office, approval: Approval) -> Effect:
    """The effect of a change of the staff: its events, or its refusal."""
    state, change = office.state, changes.read(approval.command)
    decided = changes.decide(state, change, approval.by, approval.reason, office.logbook.clock())
    if isinstance(decided, Refusal):
        return _refused(decided)
    return Effect(
        requests.EffectShown(allowed=True), ((_change_of_staff(state, approval.asked, change),),)
    )


def _change_of_staff(state: OfficeState, asked: str, change: Change) -> Message:
    """A change by its name and fields, with the person's current position."""
    known = state.staff.get(change.name)
    values = {name: getattr(change, name) for name in change.__struct_fields__}
    if known is not None:
        values["was"] = known.position
    return Message(f"change.{asked}", values)


def _effect(office: Office, approval: Approval, second: Actor) -> Effect:
    state = office.running.floor.tables[approval.table].state
    command = carried_out(approval, second)
    decided = decide(state, approval.by, command, office.logbook.clock())
    if isinstance(decided, Refusal):
        return _refused(decided)
    messages = [describe(event, state).messages for event in decided]
    found = [change for event in decided for change in _changes(event, state)]
    weighs = weighed(state, approval.by, command, decided, 0)
    if weighs is not None and not found:
        messages.append(tuple(moves(weighs)))
        found = [
            PlayerChange(player=player, before=each.without, after=each.now)
            for player, each in weighs.players.items()
        ]
    return Effect(requests.EffectShown(allowed=True, players=tuple(found)), tuple(messages))


def _changes(event: Event, state: TableState) -> list[PlayerChange]:
    """What each player got from a round, and what they would get instead (reading 19)."""
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
