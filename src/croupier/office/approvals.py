"""Commands that take two people: requested by one, approved or declined by another, or lapsed.

A house procedure (requirement 16). The command is kept as the first person asked it, and is carried
out as theirs, with the second as its approver: the table decides it then as it would any other.
"""

from typing import ClassVar, get_args

import msgspec

from croupier.house import AnyCommand
from croupier.house.base import Procedure
from croupier.house.permissions import not_allowed
from croupier.office import changes
from croupier.office.base import Change, OfficeEvent
from croupier.office.checks import not_serving
from croupier.office.names import HOUSE
from croupier.office.state import APPROVALS_KEPT, Approval, OfficeState
from croupier.round.base import Actor, Command, Decision, Event, tag_of
from croupier.round.permissions import not_approved
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.typed_reason import bad_reason

LAPSES_AFTER_MS = 30 * 60_000
LAPSES_IN_PLAY_MS = 5 * 60_000
"""For a decision about a round in play, whose players wait."""
NEW_WAIT_MS = 24 * 3_600_000
"""The default time for which a new or reset account cannot approve."""
PENDING_MAX = 20
"""The most pending requests of one person."""
COMMAND_LENGTH_MAX = 4_000

TWO_PERSON: frozenset[type[Command]] = frozenset(
    kind for kind in get_args(AnyCommand) if "approver" in kind.__struct_fields__
)
"""Commands that a second person approves, some only above an amount or after a difference."""
IN_PLAY = frozenset(kind for kind in TWO_PERSON if "in_round" in kind.__struct_fields__)
"""Those that decide about the round in play, which then waits for approval."""
NAMES = frozenset(str(kind.__struct_config__.tag) for kind in TWO_PERSON)

_reader: msgspec.json.Decoder[Command] = msgspec.json.Decoder(AnyCommand)


class ApprovalAsked(OfficeEvent, frozen=True, kw_only=True):
    """Someone requested approval; the command is kept as given."""

    name: ClassVar[str] = "approval.asked"
    id: int
    table: str
    """Empty for changes of the staff."""
    by: Actor
    asked: str
    command: str
    """The command as JSON, without an approver."""
    reason: str
    at_ms: int
    lapses_ms: int
    round: int = 0
    """The round in play that waits for it, if any."""

    def change_office(self, office: OfficeState) -> None:
        office.approvals_asked = self.id
        office.approvals[self.id] = Approval(
            self.id,
            self.table,
            self.by,
            self.asked,
            self.command,
            self.reason,
            self.at_ms,
            self.lapses_ms,
            round=self.round,
        )
        decided = [one.id for one in office.approvals.values() if not one.is_open]
        for old in decided[: max(0, len(decided) - APPROVALS_KEPT)]:
            del office.approvals[old]


class ApprovalGiven(OfficeEvent, frozen=True, kw_only=True):
    """A second person approved: the command is carried out, numbered so that it counts once."""

    name: ClassVar[str] = "approval.given"
    became = ("pending", "given")
    id: int
    by: Actor
    number: int

    def change_office(self, office: OfficeState) -> None:
        office.approvals_given = self.number
        office.decide_approval(self.id, verdict="given", second=self.by, number=self.number)


class ApprovalDeclined(OfficeEvent, frozen=True, kw_only=True):
    """A second person declined, or the first withdrew the request."""

    name: ClassVar[str] = "approval.declined"
    became = ("pending", "declined")
    id: int
    reason: str
    by: Actor

    def change_office(self, office: OfficeState) -> None:
        office.decide_approval(self.id, verdict="declined", second=self.by, why_not=self.reason)


class ApprovalRefused(OfficeEvent, frozen=True, kw_only=True):
    """Someone tried to request, approve or decline without permission: nothing changed."""

    name: ClassVar[str] = "approval.refused"
    id: int | None = None
    """The request concerned; None if there was none yet."""
    table: str
    asked: str
    by: Actor
    code: str
    message: str


class ApprovalLapsed(OfficeEvent, frozen=True, kw_only=True):
    """Nobody decided in time, so the request lapsed."""

    name: ClassVar[str] = "approval.lapsed"
    became = ("pending", "lapsed")
    id: int

    def change_office(self, office: OfficeState) -> None:
        office.decide_approval(self.id, verdict="lapsed")


class ApprovalCarriedOut(OfficeEvent, frozen=True, kw_only=True):
    """The result of an approved command at its table, or of an approved change of the staff."""

    name: ClassVar[str] = "approval.carried-out"
    id: int
    accepted: bool
    seq: int
    """The table's entry; 0 if there is none, or if the change is the entry before this one."""
    code: str | None = None
    message: str | None = None

    def change_office(self, office: OfficeState) -> None:
        verdict = "carried-out" if self.accepted else "refused"
        office.decide_approval(self.id, verdict=verdict, why_not=self.message)


def read_command(text: str | bytes) -> Command | Refusal:
    """A command for two people from JSON; an approver named in it is ignored."""
    try:
        return with_approver(_without_approver(text), Actor(""))
    except (msgspec.MsgspecError, UnicodeError, TypeError) as error:
        return refusal("approval/bad-command", reason=ascii(str(error))[1:-1])


def with_approver(command: Command | str, approver: Actor) -> Command:
    """The command, given or as kept by a request, with its approver."""
    if isinstance(command, Command):
        return msgspec.structs.replace(command, approver=approver)
    fields = msgspec.json.decode(command)
    return _reader.decode(msgspec.json.encode(fields | {"approver": approver}))


def carried_out(approval: Approval, second: Actor) -> Command:
    """The command of an approval as the table decides it: with the second person, and with the
    reason that was given for it where the command is to have one."""
    command = with_approver(approval.command, second)
    if getattr(command, "reason", approval.reason) is None:
        return msgspec.structs.replace(command, reason=approval.reason)
    return command


def asks(command: Command) -> Position:
    """The lowest position that may request a command; the second person is always an approver."""
    return command.allowed.least if isinstance(command, Procedure) else command.least_to_ask


def about_play(command: Command) -> bool:
    """Whether a decision concerns the round in play rather than a settled one."""
    return type(command) in IN_PLAY and getattr(command, "round", None) is None


def awaited(state: OfficeState, table: str, round_: int, now_ms: int) -> int | None:
    """The pending request that a round of a table waits for."""
    for one in state.approvals.values():
        waits = one.table == table and one.round == round_ and one.is_open
        if waits and (one.verdict == "given" or now_ms < one.lapses_ms):
            return one.id
    return None


def ask(
    state: OfficeState, table: str, by: Actor, command: Command, reason: str, now_ms: int
) -> Decision:
    """Request approval of a command; an approver in the command is ignored."""
    if type(command) not in TWO_PERSON:
        return refusal("approval/not-needed", action=tag_of(type(command)))
    if by.position is None or not by.position.at_least(asks(command)):
        return not_allowed(command, asks(command))
    if (no := not_serving(state, by) or bad_reason(reason)) is not None:
        return no
    text = _without_approver(msgspec.json.encode(command))
    if len(text) > COMMAND_LENGTH_MAX:
        return refusal("approval/bad-command", reason=f"above {COMMAND_LENGTH_MAX} characters")
    if (asked := _same(state, table, command, now_ms)) is not None:
        return refusal("approval/asked-already", id=asked.id, name=asked.by.name)
    tag, round_ = str(command.__struct_config__.tag), getattr(command, "in_round", None) or 0
    return _asked(state, table, by, tag, text, reason, now_ms, round_)


def ask_change(state: OfficeState, by: Actor, change: Change, reason: str, now_ms: int) -> Decision:
    """Request approval of a change that takes a second person and is possible now."""
    decided = changes.decide(state, change, by, reason, now_ms)
    if isinstance(decided, Refusal):
        return decided
    if (no := bad_reason(reason)) is not None:
        return no
    text = msgspec.json.encode(change, order="deterministic").decode()
    return _asked(state, "", by, str(change.__struct_config__.tag), text, reason, now_ms)


def _asked(
    state: OfficeState,
    table: str,
    by: Actor,
    asked: str,
    command: str,
    reason: str,
    now_ms: int,
    round_: int = 0,
) -> Decision:
    """The event of a request; one about the round in play lapses sooner."""
    mine = [o for o in state.approvals.values() if o.verdict == "pending" and o.by.name == by.name]
    if len(mine) >= PENDING_MAX:
        return refusal("approval/too-many", name=by.name, max=PENDING_MAX)
    return [
        ApprovalAsked(
            id=state.approvals_asked + 1,
            table=table,
            by=by,
            asked=asked,
            command=command,
            reason=reason,
            round=round_,
            at_ms=now_ms,
            lapses_ms=now_ms + (LAPSES_IN_PLAY_MS if round_ else LAPSES_AFTER_MS),
        )
    ]


def approve(
    state: OfficeState, id_: int, actor: Actor, now_ms: int, new_wait_ms: int = NEW_WAIT_MS
) -> Decision:
    """A second person approves: not the first, nor one behind whom the same hands may be, nor one
    whose password somebody else chose, nor one whose account is new."""
    pending = _pending(state, id_, now_ms)
    if isinstance(pending, Refusal):
        return pending
    no = (
        not_approved(pending.by, actor) or not_serving(state, actor) or _own_account(pending, actor)
    )
    if no is not None:
        return no
    no = _same_hands(state, pending.by.name, actor.name) or _password_known(state, actor.name)
    if (no := no or _too_new(state, actor.name, now_ms, new_wait_ms)) is not None:
        return no
    if not_serving(state, pending.by) is not None:
        return refusal("approval/asker-gone", id=id_, name=pending.by.name)
    return [ApprovalGiven(id=id_, by=actor, number=state.approvals_given + 1)]


def decline(state: OfficeState, id_: int, actor: Actor, reason: str, now_ms: int) -> Decision:
    """A second person declines, or the first withdraws the request."""
    pending = _pending(state, id_, now_ms)
    if isinstance(pending, Refusal):
        return pending
    if actor.name != pending.by.name and (no := not_approved(pending.by, actor)) is not None:
        return no
    if (no := not_serving(state, actor) or bad_reason(reason)) is not None:
        return no
    return [ApprovalDeclined(id=id_, reason=reason, by=actor)]


def not_to_ask(table: str, by: Actor, command: Command, no: Refusal) -> list[Event]:
    """For the record: who asked for what takes two people without being of the position for it,
    or at a table that they are not assigned to."""
    elsewhere = no.code.startswith("assignment/")
    if by.position is None or (by.position.at_least(asks(command)) and not elsewhere):
        return []
    asked = str(command.__struct_config__.tag)
    return [ApprovalRefused(table=table, asked=asked, by=by, code=no.code, message=no.message)]


def not_to_decide(
    state: OfficeState, id_: int, actor: Actor, no: Refusal, now_ms: int
) -> list[Event]:
    """For the record: who tried to decide what is pending and may not; a failed attempt at the
    control of two people leaves a trace."""
    pending = _pending(state, id_, now_ms)
    harmless = no.code.startswith("reason/") or no.code == "second-factor/code-needed"
    if isinstance(pending, Refusal) or harmless:
        return []
    return [
        ApprovalRefused(
            id=id_,
            table=pending.table,
            asked=pending.asked,
            by=actor,
            code=no.code,
            message=no.message,
        )
    ]


def lapse(state: OfficeState, now_ms: int) -> list[Event]:
    """The requests that lapse because nobody decided in time."""
    return [
        ApprovalLapsed(id=one.id)
        for one in state.approvals.values()
        if one.verdict == "pending" and now_ms >= one.lapses_ms
    ]


def _own_account(pending: Approval, actor: Actor) -> Refusal | None:
    """Why someone may not approve a change of their own account, or None."""
    if changes.is_change(pending.asked) and changes.read(pending.command).name == actor.name:
        return refusal("approval/own-account", name=actor.name)
    return None


def _same_hands(state: OfficeState, first: str, second: str) -> Refusal | None:
    """The maker of an account, or who once chose its password, could act as both people. So a maker
    and their account never approve for each other, nor do two accounts of one maker, however many
    makers are between."""
    shared = state.hands(first) & state.hands(second)
    if not shared:
        return None
    return refusal("approval/same-hands", name=second, asker=first, maker=min(shared))


def _password_known(state: OfficeState, name: str) -> Refusal | None:
    """A first password, or one that was reset, is known to the person who chose it. Those of
    the command line are the house's own and are not held against anyone."""
    chooser = state.staff[name].password_by
    if chooser in (name, HOUSE.name):
        return None
    return refusal("approval/password-known", name=name, chooser=chooser)


def _too_new(state: OfficeState, name: str, now_ms: int, wait_ms: int) -> Refusal | None:
    """Why a new or just reset account may not approve yet; this gives people time to notice it."""
    since_ms = state.staff[name].new_since_ms
    left_ms = since_ms + wait_ms - now_ms
    if not since_ms or left_ms <= 0:
        return None
    return refusal("approval/too-new", name=name, hours=-(-left_ms // 3_600_000))


def _same(state: OfficeState, table: str, command: Command, now_ms: int) -> Approval | None:
    """A pending decision on the same settled round, or a pending count of the same day."""
    if (field := command.one_request_for) is None:
        return None
    for one in state.approvals.values():
        waits = one.verdict == "pending" and now_ms < one.lapses_ms and one.table == table
        if waits and one.asked == command.__struct_config__.tag:
            earlier = with_approver(one.command, Actor(""))
            if getattr(earlier, field) == getattr(command, field):
                return one
    return None


def _pending(state: OfficeState, id_: int, now_ms: int) -> Approval | Refusal:
    found = state.approvals.get(id_)
    if found is None:
        was_there = 0 < id_ <= state.approvals_asked
        return refusal("approval/decided" if was_there else "approval/unknown", id=id_)
    if found.verdict == "lapsed" or (found.verdict == "pending" and now_ms >= found.lapses_ms):
        minutes = (found.lapses_ms - found.at_ms) // 60_000
        return refusal("approval/lapsed", id=id_, minutes=minutes)
    return found if found.verdict == "pending" else refusal("approval/decided", id=id_)


def _without_approver(text: str | bytes) -> str:
    fields = msgspec.json.decode(text)
    if not isinstance(fields, dict) or fields.get("type") not in NAMES:
        raise TypeError(f"it is none of {', '.join(sorted(NAMES))}")
    fields.pop("approver", None)
    return msgspec.json.encode(fields, order="deterministic").decode()
