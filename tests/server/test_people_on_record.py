"""What the office leaves behind: the same state after a restart, approvals once, no secrets."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from croupier import books
from croupier.house import HouseState
from croupier.house.adjustment import AdjustBalance
from croupier.house.day import EndDay, StartDay
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.snapshot import house_to_plain
from croupier.house.tray import CloseTable, OpenTable
from croupier.journal.archive import archive_closed_days
from croupier.journal.check import check
from croupier.journal.entry import Entry
from croupier.journal.memory import Failure, MemoryStore
from croupier.journal.sqlite import SqliteStore
from croupier.office import state as office_state
from croupier.office.approvals import LAPSES_AFTER_MS, ApprovalLapsed, ApprovalRefused
from croupier.office.state import OfficeState, to_plain
from croupier.round.base import Actor
from croupier.round.correction import CorrectOutcome
from croupier.rules.positions import Position
from croupier.server.config.house import USUAL
from croupier.table.answers import Answer, HouseAnswers
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM, Request
from croupier.table.running import FloorStopped
from croupier.table.snapshots import house_differs, restore_house
from croupier.table.verifying import verify
from croupier.words.message import as_typed
from tests.server.offices import ADDRESS, STAFF, AtWork, code, must, password_of
from tests.table.floors import DEALER, KEY, MANAGER, SHIFT, SUPERVISOR, run

TABLE = "sands-2017"
NOBODY = Actor("")
ADJUST = AdjustBalance(player="ada", amount=500, reason="miscount", approver=NOBODY)
BOOKS = {book: books.load(book) for book in books.ids()}


async def opened(folder: Path, store: MemoryStore | None = None) -> AtWork:
    at = await AtWork(store or MemoryStore(), folder).start()
    await at.serving.open(TABLE, "ada")
    return at


def cash(at: AtWork) -> int:
    return sum(at.serving.floor.tables[TABLE].state.purse("ada").values())


async def asked(at: AtWork, by: Actor = SUPERVISOR) -> int:
    return (await must(at.office.ask_approval(TABLE, by, ADJUST, "counted twice"))).id


async def test_approved_command_is_carried_out_as_the_first_persons_with_the_second(
    tmp_path: Path,
) -> None:
    at = await opened(tmp_path)
    before, id_ = cash(at), await asked(at)
    assert await code(at.office.approve(id_, SUPERVISOR)) == "approval/same-person"
    assert await code(at.office.approve(id_, DEALER)) == "approval/position"
    assert cash(at) == before
    answer = await must(at.office.approve(id_, MANAGER))
    assert isinstance(answer, Answer)
    assert answer.accepted
    assert cash(at) == before + 500
    assert at.office.state.approvals[id_].verdict == "carried-out"
    stream = at.serving.floor.tables[TABLE].stream
    [adjusted] = [x for x in at.store.read(stream) if x.name == "balance.adjusted"]
    assert adjusted.seq == answer.seq
    body = json.loads(adjusted.body)
    assert (body["by"]["name"], body["approver"]["name"]) == ("sue", "max")
    assert await code(at.office.approve(id_, SHIFT)) == "approval/decided"
    assert cash(at) == before + 500
    await at.stop()


async def test_two_who_approve_at_once_count_once(tmp_path: Path) -> None:
    at = await opened(tmp_path)
    before, id_ = cash(at), await asked(at)
    said = await asyncio.gather(*(code(at.office.approve(id_, by)) for by in (MANAGER, SHIFT)))
    assert sorted(map(str, said)) == ["None", "approval/decided"]
    assert cash(at) == before + 500
    await at.stop()


async def test_what_the_table_refuses_is_on_record_as_refused(tmp_path: Path) -> None:
    at = await opened(tmp_path)
    wrong = CorrectOutcome(round=7, number="1", approver=NOBODY)
    id_ = (await must(at.office.ask_approval(TABLE, MANAGER, wrong, "misread"))).id
    answer = await must(at.office.approve(id_, SHIFT))
    assert isinstance(answer, Answer)
    assert answer.code == "correct/no-such-round"
    assert at.office.state.approvals[id_].verdict == "refused"
    assert await code(at.office.ask_approval("nowhere", SHIFT, wrong, "x")) == "table/unknown"
    await at.stop()


async def test_a_refused_attempt_at_an_approval_is_on_record(tmp_path: Path) -> None:
    """Who may not ask, approve or decline leaves a trace, and nothing else changes."""
    at = await opened(tmp_path)
    id_ = await asked(at)
    asker = at.office.state.approvals[id_].by
    before = len(at.names())
    assert await code(at.office.approve(id_, DEALER)) == "approval/position"
    assert await code(at.office.approve(id_, asker)) == "approval/same-person"
    assert await code(at.office.decline(id_, DEALER, "no")) == "approval/position"
    assert await code(at.office.ask_approval(TABLE, DEALER, ADJUST, "misread")) == (
        "position/not-allowed"
    )
    assert at.names()[before:] == [ApprovalRefused.name] * 4
    assert at.office.state.approvals[id_].verdict == "pending"
    # A slip of the keyboard or a second click is no attempt.
    assert await code(at.office.decline(id_, MANAGER, "")) == "reason/empty"
    assert await code(at.office.approve(999, MANAGER)) == "approval/unknown"
    assert len(at.names()) == before + 4
    await at.stop()


async def test_declined_and_lapsed_approvals_are_never_carried_out(tmp_path: Path) -> None:
    at = await opened(tmp_path)
    before, declined, lapsed = cash(at), await asked(at), await asked(at)
    await must(at.office.decline(declined, MANAGER, "no such thing"))
    at.serving.clock.now_ms += LAPSES_AFTER_MS
    await at.office.sweep()
    await at.office.sweep()
    assert at.names().count(ApprovalLapsed.name) == 1
    assert await code(at.office.approve(declined, SHIFT)) == "approval/decided"
    assert await code(at.office.approve(lapsed, SHIFT)) == "approval/lapsed"
    assert cash(at) == before
    await at.stop()


@pytest.mark.parametrize("lost_after", range(1, 7))
async def test_approval_counts_once_wherever_the_power_went(
    tmp_path: Path, lost_after: int
) -> None:
    """Killed at each write from the approval on: after the restart it is carried out or pending."""
    store = MemoryStore()
    at = await opened(tmp_path, store)
    before, id_ = cash(at), await asked(at)
    await at.serving.running.idle()
    store.failure_at = Failure(store.appends + lost_after, kept=False)
    try:
        await at.office.approve(id_, MANAGER)
        await at.serving.running.idle()
    except FloorStopped:
        pass
    at.serving.committer.close()
    again = await AtWork(store.reopened(), tmp_path).start()
    verdict = again.office.state.approvals[id_].verdict
    assert verdict == ("pending" if lost_after == 1 else "carried-out")
    assert cash(again) == before + (0 if lost_after == 1 else 500)
    await again.office.resume()
    assert again.office.state == again.serving.floor.office
    assert cash(again) == before + (0 if lost_after == 1 else 500)
    await again.stop()


async def busy_day(at: AtWork) -> dict[str, str]:
    """A bit of everything at the office; the tokens that terminals got."""
    office = at.office
    tokens = await must(office.admit({"seat-1": "rapid-select", "seat-2": None}, MANAGER))
    await must(office.withdraw("seat-2", MANAGER, "broken"))
    await must(office.add_staff("new", Position.DEALER, password_of("new"), SHIFT))
    await must(office.disable_staff("new", SHIFT, "left"))
    new = password_of("newmax")
    await must(office.change_own_password(password_of("max"), new, MANAGER, ADDRESS))
    await at.sign_in(DEALER)
    await office.door.sign_in("dora", "wr0ng-passw0rd", ADDRESS)
    await office.door.sign_in("typed-passw0rd", "x", ADDRESS)
    await must(office.approve(await asked(at), MANAGER))
    await must(office.decline(await asked(at), MANAGER, "not so"))
    await asked(at)
    await office.raise_alert(TABLE, "sensor", as_typed("no signal"))
    await must(
        office.acknowledge(await office.raise_alert(None, "disk", as_typed("nearly full")), DEALER)
    )
    return tokens


async def end_day(at: AtWork) -> None:
    serving = at.serving
    await serving.must(TABLE, LeaveSeat(player="ada"))
    tray = serving.floor.tables[TABLE].state.ledger.balance("float")
    await serving.must(TABLE, CloseTable(closer=tray), by=MANAGER)
    await serving.must(TABLE, EndDay(), by=SHIFT)


@pytest.mark.parametrize("ended", [False, True], ids=["replayed", "from the snapshot"])
async def test_office_is_the_same_after_a_restart(tmp_path: Path, ended: bool) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with SqliteStore(data) as store:
        at = await AtWork(store, tmp_path).start()
        await at.serving.open(TABLE, "ada")
        tokens = await busy_day(at)
        if ended:
            await end_day(at)
            await must(at.office.enable_staff("new", SHIFT, "back"))
        before = at.office.state.copy()
        await at.stop()
    with SqliteStore(data) as store:
        assert (store.last(HOUSE_STREAM, "journal.snapshot") is not None) == ended
        again = await AtWork(store, tmp_path).start()
        assert again.office.state == before
        assert again.office.state == again.serving.floor.office
        assert again.office.terminal(tokens["seat-1"]) == "seat-1"
        await must(again.office.door.sign_in("max", password_of("newmax"), ADDRESS))
        await again.stop()
        verified = verify(store, BOOKS)
        assert verified.findings == []
        assert verified.office == before
        assert check(store, KEY.public, []).findings == []


@pytest.mark.parametrize("archived", [False, True], ids=["all here", "archived"])
def test_makers_are_known_from_the_events_of_an_earlier_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, archived: bool
) -> None:
    """Its snapshots do not say who made an account; once read, they are kept and verified."""
    data = tmp_path / "data"
    data.mkdir()

    def as_before(state: OfficeState) -> dict[str, object]:
        return {part: said for part, said in to_plain(state).items() if part != "makers"}

    async def scenario() -> None:
        with SqliteStore(data) as store:
            alone = USUAL._replace(two_people=False)  # as the earlier program let one person
            at = await AtWork(store, tmp_path, accounts=alone).start()
            await at.serving.open(TABLE, "ada")
            for name in ("pet", "pat"):
                password = password_of(name)
                await must(at.office.add_staff(name, Position.PIT_SUPERVISOR, password, SHIFT))
            pet = Actor("pet", Position.PIT_SUPERVISOR)
            old, new = password_of("pet"), password_of("other")
            await must(at.office.change_own_password(old, new, pet, ADDRESS))
            with monkeypatch.context() as patch:
                patch.setattr(office_state, "to_plain", as_before)
                await end_day(at)
            await at.stop()
            older = store.last(HOUSE_STREAM, "journal.snapshot")
            assert older is not None
            for day in (16, 17):  # from the earlier program's snapshot, then from one of today's
                again = await AtWork(store, tmp_path).start()
                assert again.office.state.makers == {"pet": ("gia",), "pat": ("gia",)}
                await again.serving.must(TABLE, StartDay(day=f"2026-11-{day}"), by=SHIFT)
                await again.serving.must(TABLE, OpenTable(opener=10_000_000), by=SUPERVISOR)
                await again.serving.must(TABLE, TakeSeat(player="ada"))
                id_ = await asked(again, SHIFT)
                assert await code(again.office.approve(id_, pet)) == "approval/same-hands"
                await end_day(again)
                await again.stop()
                if archived:
                    archive_closed_days(store, HOUSE_STREAM, tmp_path, older.seq)
                assert verify(store, BOOKS).findings == []

    run(scenario)


async def test_day_that_ends_while_the_office_writes_keeps_what_stands_before_it(
    tmp_path: Path,
) -> None:
    """The day is ended when an alert has its place in the stream and is not durable yet."""
    at = await opened(tmp_path)
    serving, running = at.serving, at.serving.running
    await serving.must(TABLE, LeaveSeat(player="ada"))
    tray = serving.floor.tables[TABLE].state.ledger.balance("float")
    await serving.must(TABLE, CloseTable(closer=tray), by=MANAGER)
    honest, shown, ending = running.write, list[int](), list[asyncio.Future[Answer]]()

    async def meanwhile(entries: Sequence[Entry]) -> None:
        if not ending:
            shown.append(len(at.office.state.alerts))
            ending.append(running.ask(TABLE, Request(SHIFT, EndDay())))
        await honest(entries)

    running.write = meanwhile  # type: ignore[method-assign]
    await at.office.raise_alert(None, "disk", as_typed("nearly full"))
    assert (await ending[0]).accepted
    assert shown == [0], "what is not durable is not shown"
    await at.stop()
    names = [entry.name for entry in at.entries()]
    assert names.index("alert.raised") < names.index("journal.snapshot")
    store = at.store
    assert isinstance(store, MemoryStore)
    again = await AtWork(store.reopened(), tmp_path).start()
    assert [alert.kind for alert in again.office.state.alerts.values()] == ["disk"]
    assert again.office.state == at.office.state
    await again.stop()


async def test_snapshot_of_another_office_than_its_entries_make_is_found_out(
    tmp_path: Path,
) -> None:
    at = await opened(tmp_path)
    await busy_day(at)
    at.serving.floor.office.staff.pop("new")
    await end_day(at)
    await at.serving.stop()
    [finding] = verify(at.store, BOOKS).findings
    assert finding.stream == HOUSE_STREAM
    assert "snapshot" in str(finding)


async def test_record_whose_closed_days_are_archived_begins_with_the_offices_snapshot(
    tmp_path: Path,
) -> None:
    at = await opened(tmp_path)
    await busy_day(at)
    await end_day(at)
    await must(at.office.enable_staff("new", SHIFT, "back"))
    await at.stop()
    snapshot = at.store.last(HOUSE_STREAM, "journal.snapshot")
    assert snapshot is not None
    before = next(at.store.read(HOUSE_STREAM, snapshot.seq - 2, 1)).head
    at.store.drop(HOUSE_STREAM, before)
    verified = verify(at.store, BOOKS)
    assert [found for found in verified.findings if found.stream == HOUSE_STREAM] == []
    assert verified.office == at.office.state


def test_snapshot_of_a_day_before_there_was_an_office_is_read() -> None:
    old = json.dumps(house_to_plain(HouseState())).encode()
    assert restore_house(HouseState(), old) == OfficeState()
    assert not house_differs(HouseState(), OfficeState(), old, HouseAnswers(), None)


def test_no_secret_is_in_the_data(tmp_path: Path) -> None:
    """Every byte of the data folder is searched for passwords, hashes and tokens."""
    data = tmp_path / "data"
    data.mkdir()

    async def scenario() -> list[str]:
        with SqliteStore(data) as store:
            at = await AtWork(store, tmp_path).start()
            await at.serving.open(TABLE, "ada")
            tokens = await busy_day(at)
            signed_in = await at.sign_in(SHIFT)
            await end_day(at)
            for stored in store.read(HOUSE_STREAM):
                CODEC.event(stored)
            await at.stop()
        kept = json.loads((tmp_path / "credentials.json").read_text(encoding="utf-8"))
        return [
            *(password_of(actor.name) for actor in STAFF),
            *map(password_of, ("new", "newmax")),
            "wr0ng-passw0rd",
            "typed-passw0rd",
            *tokens.values(),
            signed_in.token,
            signed_in.session.key,
            *kept["staff"].values(),
            *kept["terminals"].values(),
            "argon2",
        ]

    secrets = asyncio.run(scenario())
    everything = b"".join(file.read_bytes() for file in data.rglob("*") if file.is_file())
    assert b"staff.signed-in" in everything, "the scan reads what it should"
    for secret in secrets:
        assert secret.encode() not in everything, secret
