"""What an approval would do if it were given now.

It is decided as the table would decide it, and nothing of it is kept. What a second person was
shown is what they approve: an effect that has changed meanwhile is looked at again.
"""

from hashlib import sha256

import msgspec

from croupier.history.words import said
from croupier.house import TableState, decide
from croupier.house.commands import CountDay
from croupier.house.corrections import Correction, due
from croupier.office import changes
from croupier.office.approvals import carried_out
from croupier.office.state import Approval, OfficeState
from croupier.protocol import requests as q
from croupier.protocol.views import PlayerChange
from croupier.round.commands import Actor
from croupier.round.events import Event, Purses
from croupier.rules.refusal import Refusal, refusal
from croupier.server.overseeing import moves
from croupier.server.people import Office
from croupier.table.weighing import weighed

COUNT = str(CountDay.__struct_config__.tag)


async def effect_of(office: Office, approval: Approval, second: Actor) -> q.EffectShown | Refusal:
    """What somebody would do by approving something now, under a name that changes with it."""
    if approval.asked in changes.NAMES:
        shown = _effect_on_staff(office, approval)
    elif approval.table in office.running.floor.tables:
        await office.running.quiet(approval.table)
        shown = _blind(office, approval, second) or _effect(office, approval, second)
    else:
        return refusal("table/unknown", table=approval.table, known="")
    return msgspec.structs.replace(shown, seen=sha256(msgspec.json.encode(shown)).hexdigest())


def _blind(office: Office, approval: Approval, second: Actor) -> q.EffectShown | None:
    """A count tells its difference to nobody but who may approve it."""
    may = office.may_approve(approval.id, second) if approval.asked == COUNT else None
    return _refused(may) if isinstance(may, Refusal) else None


def _refused(no: Refusal) -> q.EffectShown:
    return q.EffectShown(allowed=False, code=no.code, clause=no.clause, message=no.message)


def _effect_on_staff(office: Office, approval: Approval) -> q.EffectShown:
    """A change of the staff: what it would put on record, or why it would be refused."""
    state, change = office.state, changes.read(approval.command)
    decided = changes.decide(state, change, approval.by, approval.reason, office.logbook.clock())
    if isinstance(decided, Refusal):
        return _refused(decided)
    return q.EffectShown(allowed=True, says=(_said_of_staff(state, change),))


def _said_of_staff(state: OfficeState, change: changes.Any) -> str:
    name, known = change.name, state.staff.get(change.name)
    was = known.position if known is not None else None
    match change:
        case changes.AddStaff(position=position):
            return f"{name} joins as {position}, with a first password that the asker knows"
        case changes.MoveStaff(position=position):
            return f"{name}: {was} → {position}"
        case changes.EnableStaff():
            return f"{name}, {was}, may sign in again"
        case changes.ResetPassword():
            return f"{name}, {was}, gets a password that the asker knows, and signs in anew"
        case changes.ResetSecondFactor():
            return f"{name}, {was}, signs in without a second factor and enrols another"
        case changes.AppointStaff(position=position, hours=hours):
            return f"{name}, {was}, acts as {position} for {hours} hours"
        case changes.EnrolDevice(terminal=terminal, kind=kind):
            does = "prints vouchers" if kind == "printer" else "reports money"
            return f"{name} {does} for {terminal}, with a token that the asker knows"


def _effect(office: Office, approval: Approval, second: Actor) -> q.EffectShown:
    state = office.running.floor.tables[approval.table].state
    command = carried_out(approval, second)
    decided = decide(state, approval.by, command, office.logbook.clock())
    if isinstance(decided, Refusal):
        return _refused(decided)
    told = [said(event, state)[0] for event in decided]
    found = [change for event in decided for change in _changes(event, state)]
    weighs = weighed(state, approval.by, command, decided, 0)
    if weighs is not None and not found:
        told.append(moves(weighs))
        found = [
            PlayerChange(player=player, before=each.without, after=each.now)
            for player, each in weighs.players.items()
        ]
    return q.EffectShown(allowed=True, says=tuple(told), players=tuple(found))


def _changes(event: Event, state: TableState) -> list[PlayerChange]:
    """What each player has had of a round, and what they would have had of it (reading 19)."""
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
