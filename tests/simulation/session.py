"""One seed, one evening: a house made by chance, people, faults and crashes, until it closes.

``play(seed)`` is a pure function of the seed: it gives the same entries to the byte, always.
"""

from collections import Counter
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random

from croupier import books
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.seats import TakeSeat
from croupier.house.tray import OpenTable
from croupier.journal.check import check
from croupier.round.base import Actor, Command
from croupier.round.batch import DoubleWagers, PlaceWagers, Rebet
from croupier.round.bets import PlaceWager
from croupier.round.bonus import DrawBonusNumbers
from croupier.round.interruption import AbandonRound, DeclareInterruption, ResumeRound
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome
from croupier.round.secret import RevealSecret
from croupier.round.void import VoidRound
from croupier.table.core import Request
from croupier.table.dealer import AUTOMATIC
from croupier.table.verifying import verify
from tests.simulation.clerk import Setting
from tests.simulation.dealing import automatic, next_step, reveal
from tests.simulation.house import KEY, SimulatedHouse
from tests.simulation.model import Table
from tests.simulation.paying import Bounds
from tests.simulation.people import SHIFT_MANAGER, STAFF, People
from tests.simulation.players import DAY_MS, PLAYERS
from tests.simulation.watching import Difference

STEPS = 400
DRAWN = (OpenBets, DrawBonusNumbers, RevealSecret)
"""What the house makes of a round's secret, for that round only."""
AT_A_TERMINAL = (PlaceWagers, DoubleWagers, Rebet)
"""What only a terminal can ask for: it is by a terminal's action that wagers belong together."""


@dataclass(frozen=True)
class Played:
    """What an evening came to."""

    seed: int
    digest: str
    """Of all entries of all streams."""
    tally: Counter[str]


class Evening:
    """A house in the hands of chance."""

    def __init__(self, seed: int, book: str | None = None) -> None:
        self.seed, self.chance = seed, Random(seed)
        ids = [book] if book else self.chance.sample(books.ids(), self.chance.choice((1, 1, 2, 3)))
        self.settings = [self._setting(each) for each in ids]
        if book is None and seed % 3 == 0:
            again = self._setting(ids[0])
            self.settings.append(replace(again, id=f"{again.id}-2"))
        self.people = People(self.chance)
        self.house = SimulatedHouse(self.chance, self.settings)
        self.automatic = [each.id for each in self.settings if each.own_wheel and self.maybe(0.5)]
        self.counts: Counter[str] = Counter()
        """How far each terminal has counted."""
        self.sent: list[tuple[str, Request]] = []

    def _setting(self, book: str) -> Setting:
        least, most = self.chance.choice(((100, 1000), (100, 100_000), (500, 2000)))
        return Setting(f"t-{book}", book, self.maybe(0.4), Bounds((least, most)))

    def maybe(self, chance: float) -> bool:
        """With so much of a chance."""
        return self.chance.random() < chance

    def run(self, steps: int) -> Played:
        """All of the evening."""
        for setting in self.settings:
            self._open(self.house.ahead.tables[setting.id])
        for _ in range(steps):
            self._step()
        self.finish()
        return Played(self.seed, self.digest(), self.house.tally)

    def _open(self, table: Table) -> None:
        """The table opens, and most players sit down with some money."""
        commands: list[Command] = [
            StartDay(day="2026-01-01"),
            OpenTable(opener=self.chance.choice((0, 10_000_000))),
        ]
        colours = ("blue", "red", "green", "white")
        for player, colour in zip(PLAYERS[: self.chance.randint(1, 4)], colours, strict=False):
            live = "colour-chips" in table.paper.chips
            commands.append(TakeSeat(player=player, colour=colour if live else None))
            commands.append(BuyIn(player=player, amount=100_000))
            if live:
                commands.append(
                    BuyIn(player=player, amount=30_000, chips="colour-chips", value=100)
                )
        self.house.ask(table.id, [Request(SHIFT_MANAGER, each) for each in commands])

    # What happens in a step

    def _step(self) -> None:
        self.house.tally["steps"] += 1
        self._time()
        name = self.chance.choice(self.settings).id
        table = self.house.ahead.tables[name]
        if name in self.automatic and self.maybe(0.3):
            self._automatic(name)
        elif table.round is None and table.plays and self.maybe(0.03):
            night = [Request(SHIFT_MANAGER, each) for each in self.people.night(table)]
            self.house.ask(name, night)
        elif table.plays and self.maybe(0.02):
            often = [Request(SHIFT_MANAGER, each) for each in self.people.corrections(table)]
            self.house.ask(name, often)
        else:
            self.house.ask(name, self._batch(name))
        self._write()

    def _batch(self, name: str) -> list[Request]:
        """What is asked in one step; bets are opened alone, since a secret is for one round."""
        asked = [self._request(name) for _ in range(self.chance.choice((1, 1, 1, 2, 4)))]
        requests = [each for each in asked if each is not None]
        opening = [each for each in requests if isinstance(each.command, OpenBets)]
        return opening[:1] or requests

    def _time(self) -> None:
        steps = (0, 1, 1, 50, 700, 3_000, 10_000)
        self.house.now_ms += self.chance.choice(steps)
        if self.maybe(0.01):
            self.house.now_ms += self.chance.choice((-5_000, -DAY_MS, DAY_MS))
            self.house.tally["clock steps"] += 1
        self.people.now_ms = self.house.now_ms

    def _write(self) -> None:
        """Now and then all that waits is written; now and then something goes wrong."""
        if self.maybe(0.35):
            self.house.flush()
        elif self.maybe(0.012):
            self.house.crash()
        elif self.house.waiting and self.maybe(0.012):
            self.house.fail_write(kept=self.maybe(0.5))

    def _automatic(self, name: str) -> None:
        """The automatic dealer asks for nothing that is refused."""
        command = automatic(self.house, name)
        if command is not None:
            (answer,) = self.house.ask(name, [Request(AUTOMATIC, command)])
            if not answer.accepted:
                raise Difference(f"{name}: the automatic dealer's {command} got {answer}")

    def _request(self, name: str) -> Request | None:
        """A step of the round, something a person asks for, or something asked before."""
        table = self.house.ahead.tables[name]
        if self.maybe(0.07) and self.sent:
            return self._again(name)
        betting = table.round is not None and table.round.phase in ("betting", "spinning")
        if name not in self.automatic and self.maybe(0.1 if betting else 0.6):
            command = next_step(self.house, self.people, table)
            if command is None:
                return None
            return self._from(name, self.people.who(table, command), command)
        asked = self.people.some(table)
        return None if asked is None else self._from(name, *asked)

    def _from(self, name: str, who: Actor, command: Command) -> Request:
        """Through a terminal with its own count, or not; what is drawn does not come from one."""
        drawn = isinstance(command, DRAWN) or (
            isinstance(command, CallOutcome) and self.house.ahead.tables[name].own_wheel
        )
        if drawn or (self.maybe(0.3) and not isinstance(command, AT_A_TERMINAL)):
            return Request(who, command)
        terminal = f"{who.name}@{name}"
        self.counts[terminal] += self.chance.choice((1, 1, 1, 1, 3))
        request = Request(who, command, terminal, self.counts[terminal])
        self.sent = [*self.sent[-40:], (name, request)]
        return request

    def _again(self, name: str) -> Request | None:
        """Something asked before, once more; or its id, or one that was left out before it, for
        something else."""
        here = [request for table, request in self.sent if table == name]
        if not here:
            return None
        request = self.chance.choice(here)
        if self.maybe(0.25):
            id_ = request.id - self.chance.choice((0, 1))
            return request._replace(command=PlaceWager(wager="straight:7", amount=7), id=id_)
        return request

    # The end

    def finish(self) -> None:
        """All secrets are shown, everything is written, and the record is held against itself."""
        self.automatic = []
        for setting in self.settings:
            table = self.house.ahead.tables[setting.id]
            if table.round is not None:
                self._end(table)
            while (command := reveal(self.house, self.house.ahead.tables[setting.id])) is not None:
                self.house.ask(setting.id, [Request(AUTOMATIC, command)])
        self.house.flush()
        self.house.flush()
        self.check()

    def _end(self, table: Table) -> None:
        """By whatever ends a round in this book."""
        ways: tuple[Command, ...] = (
            VoidRound(clause="5.10", reason="the evening ends"),
            CallNoSpin(reason="the evening ends"),
            DeclareInterruption(reason="the evening ends"),
            AbandonRound(reason="the evening ends"),
            ResumeRound(),
            *self._number(table),
        )
        for command in ways:
            for who in STAFF:
                self.house.ask(table.id, [Request(who, command)])

    def _number(self, table: Table) -> list[Command]:
        """A ball at rest in an old book leaves nothing but its number."""
        state = self.house.floor.tables[table.id].state.round
        draws = self.house.draws(table.id)
        if state is None or not table.own_wheel or not state.may_draw:
            return []
        return [CallOutcome(number=draws.pocket(state)), draws.outcome(state)]

    def check(self) -> None:
        """The chain, the carried heads, every settlement and draw, and every secret shown."""
        store = self.house.store
        findings = [*check(store, KEY.public, self.house.heads).findings]
        verified = verify(store, {each.book: books.load(each.book) for each in self.settings})
        findings += verified.findings
        if findings:
            raise Difference("\n".join(map(str, findings)))
        for setting in self.settings:
            state = self.house.floor.tables[setting.id].state
            again = verified.tables[setting.id]
            if again.ledger != state.ledger or again.meters != state.meters:
                raise Difference(f"{setting.id}: the whole record gives other balances or meters")
            self._check_record(f"table-{setting.id}")

    def _check_record(self, stream: str) -> None:
        """Secrets committed to were all shown, nothing was drawn twice, the clock is on record."""
        names, before_ms, drawn = Counter[str](), 0, 0
        for stored in self.house.store.read(stream):
            names[stored.name] += 1
            if stored.name == "round.opened":
                names["committed"] += b'"commitment":null' not in stored.body
                drawn = 0
            drawn += stored.name == "bonus-numbers.drawn"
            if drawn > 1:
                raise Difference(f"{stream}: Bonus Numbers were drawn twice at {stored.seq}")
            if stored.name.startswith("journal."):
                continue
            if stored.at_ms < before_ms and stored.name != "clock.stepped":
                raise Difference(f"{stream}: the clock stepped unnoticed at {stored.seq}")
            before_ms = stored.at_ms
        if names["committed"] != names["secret.revealed"]:
            raise Difference(f"{stream}: not every secret was shown: {names}")

    def digest(self) -> str:
        """All entries of all streams, as one hash."""
        total = sha256()
        for stream in self.house.store.streams():
            for stored in self.house.store.read(stream):
                total.update(stored.hash)
        return total.hexdigest()


def play(seed: int, steps: int = STEPS, book: str | None = None) -> Played:
    """Play the evening of a seed."""
    return Evening(seed, book).run(steps)
