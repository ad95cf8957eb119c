"""A simulated house: the real core on a store in memory, with a clock and chance of its own.

Nothing is written before ``flush``; a crash at any moment throws the memory away and starts anew
from what the store kept. Beside the core runs the model twice: ahead, with all that was asked, and
durable, with what is on record. After every step they are compared.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random

from croupier import books
from croupier.fair.sealed import SealingKey
from croupier.journal.entry import START, Entry, Head
from croupier.journal.events import Started
from croupier.journal.heads import SignedHead
from croupier.journal.keys import SigningKey
from croupier.journal.memory import Failure, MemoryStore
from croupier.round.close import BetsClosed, CloseBets
from croupier.rules.limits import Limits, Range
from croupier.table.answers import Answer
from croupier.table.core import Request
from croupier.table.floor import TableSetting
from croupier.table.recovery import load
from croupier.table.round_secrets import Draws
from croupier.table.running import SIGNED_AFTER
from croupier.table.start import start
from tests.committer import ManualCommitter
from tests.simulation.clerk import Clerk, Setting, Verdict
from tests.simulation.replayed import WithoutSnapshots, differing
from tests.simulation.watching import (
    Difference,
    Watch,
    agree,
    house_of_house,
    house_of_model,
    sound,
    table_of_house,
    table_of_model,
)

KEY = SigningKey.from_seed(bytes(range(32)))
SEALING = SealingKey(bytes(range(32, 64)))
PROGRAM = Started("simulated", "", {})
FIRST_MS = 1_800_000_000_000

Told = dict[tuple[str, str, int], Answer]
"""What each action of a terminal at a table was answered."""


@dataclass
class Submitted:
    """Entries on their way to the record, and what they do to the model once they are there."""

    entries: Sequence[Entry]
    wait: "Future[list[bytes]]"
    happens: Callable[[Clerk], object]
    told: Told = field(default_factory=dict)
    carried: SignedHead | None = None


class SimulatedHouse:
    """A house that runs, fails and starts again."""

    def __init__(self, chance: Random, settings: Sequence[Setting]) -> None:
        self.chance = chance
        self.settings = {each.id: _setting(each) for each in settings}
        self.store = MemoryStore()
        self.now_ms = FIRST_MS
        self.ahead, self.durable = Clerk(settings), Clerk(settings)
        self.told: Told = {}
        self.kept: Told = {}
        self.waiting: list[Submitted] = []
        self.acknowledged: dict[str, Head] = {}
        self.heads: list[SignedHead] = []
        self.tally: Counter[str] = Counter()
        self.watch = Watch()
        self.every = (5, 20, 100, 10_000)[chance.getstate()[1][0] % 4]
        """After how many entries snapshots are taken within a day."""
        self.start()

    def draws(self, table: str, number: int = 0) -> Draws:
        """A table's draws; a new secret is noted, so that nothing shows it too early."""
        self._close_written(table)

        def entropy(count: int) -> bytes:
            drawn = self.chance.randbytes(count)
            if count == 32:
                self.watch.new_secret(f"{table}/{number}", drawn)
            return drawn

        return Draws(table, SEALING, entropy)

    # Asking

    def ask(self, table: str, requests: Sequence[Request]) -> list[Answer]:
        """Ask things of a table in one step; the model must have known the verdicts.

        As in a running house, the close of bets ends a step, and is durable before the next one.
        """
        self._close_written(table)
        for at, request in enumerate(requests[:-1], 1):
            if isinstance(request.command, CloseBets):
                return [*self.ask(table, requests[:at]), *self.ask(table, requests[at:])]
        now_ms = self.now_ms
        entries, answers, _ = self.floor.step(table, requests, now_ms)
        verdicts = [self.ahead.ask(table, each, now_ms) for each in requests]
        told: Told = {}
        for request, answer, verdict in zip(requests, answers, verdicts, strict=True):
            self._judge(table, request, answer, verdict)
            if request.terminal is not None and verdict in (Verdict.YES, Verdict.NO):
                told[table, request.terminal, request.id] = answer
                self.told.update(told)
        self._count(entries, verdicts)
        self._submit(
            entries,
            lambda clerk: [clerk.ask(table, each, now_ms) for each in requests],
            told,
        )
        self.compare(table)
        return answers

    def _close_written(self, table: str) -> None:
        stream = self.floor.tables[table].stream
        entries = (entry for each in self.waiting for entry in each.entries)
        if any(entry.name == BetsClosed.name and entry.stream == stream for entry in entries):
            self.flush()

    def _judge(self, table: str, request: Request, answer: Answer, verdict: Verdict) -> None:
        """The answer is the one that the model has, and to a repeat the first one."""
        if answer.accepted != (verdict is Verdict.YES) and verdict is not Verdict.AGAIN:
            raise Difference(f"{table}: {request} got {answer}, and the model says {verdict}")
        codes = {Verdict.REUSED: "action/id-reused", Verdict.TOO_OLD: "action/too-old"}
        if verdict in codes and answer.code != codes[verdict]:
            raise Difference(f"{table}: {request} got {answer}, and the model says {verdict}")
        if verdict is Verdict.AGAIN:
            first = self.told[table, request.terminal or "", request.id]
            if answer != first:
                raise Difference(f"{table}: {request} got {first} first, and then {answer}")
        if answer.message is not None:
            self.watch.hides(f"the answer to {request}", answer.message.encode())
        self.tally[verdict.name.lower()] += 1

    def _count(self, entries: Sequence[Entry], verdicts: Sequence[Verdict]) -> None:
        """Every refusal by the rules is on record once, and a repeat leaves nothing there."""
        refused = sum(entry.name == "action.refused" for entry in entries)
        happened = sum(not entry.name.startswith(("clock.", "journal.")) for entry in entries)
        if refused != verdicts.count(Verdict.NO):
            raise Difference(f"{refused} refusals are on record for {verdicts}")
        if (happened > 0) != (Verdict.YES in verdicts or Verdict.NO in verdicts):
            raise Difference(f"{happened} entries for {verdicts}")

    def compare(self, *tables: str) -> None:
        """The tables and the house are as the model has them, and their money adds up."""
        for table in tables or self.floor.tables:
            state = self.floor.tables[table].state
            agree(table, table_of_model(self.ahead.tables[table]), table_of_house(state))
            sound(state.ledger.accounts)
        ahead, house = self.ahead, self.floor.house
        model = house_of_model(ahead.house, ahead.tables.values())
        agree("the house", model, house_of_house(house))
        sound(house.ledger.accounts)

    # Writing

    def _submit(
        self,
        entries: Sequence[Entry],
        happens: Callable[[Clerk], object],
        told: Told | None = None,
        carried: SignedHead | None = None,
    ) -> None:
        for entry in entries:
            self.watch.see(entry)
        wait = self.committer.submit(entries)
        self.waiting.append(Submitted(entries, wait, happens, told or {}, carried))

    def flush(self) -> None:
        """Everything waiting is written, and answered; every round that ended is signed."""
        self.committer.flush()
        written, self.waiting = self.waiting, []
        for each in written:
            hashes = each.wait.result(0)
            self._keep(each)
            for entry, digest in zip(each.entries, hashes, strict=True):
                self.acknowledged[entry.stream] = Head(entry.seq, digest)
                for core in self.floor.tables.values():
                    core.written(entry, digest)
                if entry.name in SIGNED_AFTER:
                    self.tally[entry.name] += 1
                    self.tally["within the day"] += b'"within":true' in entry.body
                    self._sign(entry, digest)

    def _keep(self, each: Submitted) -> None:
        """What was submitted is on record."""
        each.happens(self.durable)
        self.kept.update(each.told)
        if each.carried is not None:
            self.heads.append(each.carried)

    def _sign(self, entry: Entry, digest: bytes) -> None:
        head = Head(entry.seq, digest)
        signature, carried = self.floor.sign(entry.stream, head, self.now_ms)
        self._submit([signature], lambda clerk: None, carried=carried)

    # Failing

    def fail_write(self, *, kept: bool) -> None:
        """The next write fails: nothing is acknowledged, and the entries may be there or not."""
        self.store.failure_at = Failure(self.store.appends + 1, kept)
        self.committer.flush()
        answered = [each for each in self.waiting if each.wait.exception(0) is None]
        if answered:
            raise Difference(f"{len(answered)} were acknowledged by a write that failed")
        self.tally["failed writes"] += 1
        self.crash(kept=kept)

    def crash(self, *, kept: bool = False) -> None:
        """The process is gone. What it had not written is lost, unless the store kept it."""
        self.store = self.store.reopened()
        self._recovered(kept=kept)
        for each in self.waiting if kept else ():
            self._keep(each)
        self.waiting = []
        self.ahead, self.told = deepcopy(self.durable), dict(self.kept)
        self.tally["crashes"] += 1
        self.start()

    def _recovered(self, *, kept: bool) -> None:
        """Acknowledged ⊆ recovered ⊆ submitted."""
        wanted: dict[str, list[tuple[int, str, bytes]]] = {}
        for each in self.waiting if kept else ():
            for entry in each.entries:
                wanted.setdefault(entry.stream, []).append((entry.seq, entry.name, entry.body))
        for stream in sorted({*self.store.streams(), *self.acknowledged}):
            head = self.acknowledged.get(stream, START)
            for stored in self.store.read(stream, head.seq - 1, 1) if head.seq else ():
                if stored.head != head:
                    raise Difference(f"{stream} no longer has what was acknowledged")
            if self.store.head(stream).seq < head.seq:
                raise Difference(f"{stream} lost what was acknowledged")
            found = [(one.seq, one.name, one.body) for one in self.store.read(stream, head.seq)]
            if found != wanted.get(stream, []):
                raise Difference(f"{stream} has other entries than were submitted")
            # From here on it must not be lost: a start answers from it.
            self.acknowledged[stream] = self.store.head(stream)

    def start(self) -> None:
        """Start from the record: read, prove, recover by the book, and only then serve."""
        self.committer = ManualCommitter(self.store)
        begun, whole = (
            load(record, self.settings, KEY)
            for record in (self.store, WithoutSnapshots(self.store))
        )
        if (found := differing(begun, whole)) is not None:
            raise Difference(f"from the last snapshot: {found}")
        self.floor, entries, _ = start(self.store, self.settings, KEY, PROGRAM, self.now_ms)
        self.floor.snapshot_entries = self.every
        self.watch.restart(self.store)
        self.ahead.fail()
        self._submit(entries, Clerk.fail)
        self.compare()
        if self.chance.random() < 0.1:
            self.crash()
        else:
            self.flush()


def _setting(setting: Setting) -> TableSetting:
    least, most = setting.bounds.table
    limits = Limits(Range(least, most))
    return TableSetting(setting.id, books.load(setting.book), limits, setting.own_wheel)
