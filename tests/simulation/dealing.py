"""How a round goes on, step by step: what the dealer, or whoever must, does next."""

from croupier.round.base import Command
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import CloseBets, GrantEarlyClose
from croupier.round.interruption import AbandonRound
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.referral import Refer
from croupier.round.secret import RevealSecret
from croupier.round.spin import ReportRest, SpinBall
from croupier.table.dealer import Timetable, WakeUp, due
from tests.simulation.croupiers import GUESSED
from tests.simulation.house import SimulatedHouse
from tests.simulation.model import Felt, Table
from tests.simulation.people import People

TIMES = Timetable(1_000, 5_000, 2_000, 3_000, 500)


def next_step(house: SimulatedHouse, people: People, table: Table) -> Command | None:
    """What is due at a table, if it is open."""
    if not table.plays:
        return people.hours(table)
    felt = table.round
    if felt is None:
        return between(house, people, table)
    if felt.has_secret and people.rarely(30):
        return too_early(house, people, table)
    if felt.waits:
        return people.unheld(felt)
    steps = {
        "betting": _betting,
        "spinning": _spinning,
        "stranded": _stranded,
        "closed": _closed,
        "running": _running,
        "rested": _rested,
        "called": _called,
    }
    return steps[felt.phase](house, people, table, felt)


def between(house: SimulatedHouse, people: People, table: Table) -> Command:
    """The secrets of the rounds that ended, at the latest one round later; then the next round."""
    command = reveal(house, table)
    if command is not None and (command.round < table.number or not people.rarely(4)):
        return command
    number, draws = table.number + 1, house.draws(table.id, table.number + 1)
    needed = table.own_wheel or table.paper.bonus
    return draws.open_bets(number) if needed or people.rarely(2) else OpenBets()


def reveal(house: SimulatedHouse, table: Table) -> RevealSecret | None:
    """The oldest secret that is due to be shown."""
    for number, felt in table.past.items():
        if felt.has_secret and not felt.revealed:
            ended = house.floor.tables[table.id].state.past[number]
            return house.draws(table.id, number).reveal(ended)
    return None


def too_early(house: SimulatedHouse, people: People, table: Table) -> Command:
    """What is made of the secret of a round in play: the secret itself, or what it draws."""
    state = house.floor.tables[table.id].state.round
    assert state is not None
    draws = house.draws(table.id)
    if table.paper.bonus and people.rarely(2):
        guess = DrawBonusNumbers(numbers=state.book.pockets[:10], seed=GUESSED)
        return draws.bonus_numbers(state) if state.may_draw else guess
    return draws.reveal(state)


def automatic(house: SimulatedHouse, table: str) -> Command | None:
    """What the automatic dealer does now; if nothing is due, the clock goes to where it is."""
    core = house.floor.tables[table]
    draws = house.draws(table, core.state.round_number + 1)
    step = due(core, draws, TIMES, house.now_ms)
    if isinstance(step, WakeUp):
        if step.at_ms < house.now_ms + 60_000:
            house.now_ms = step.at_ms
        return None
    return step


def _betting(house: SimulatedHouse, people: People, table: Table, felt: Felt) -> Command:
    if table.paper.closes == "before the spin" or (felt.leave and not people.rarely(3)):
        return CloseBets()
    return GrantEarlyClose() if people.rarely(15) else SpinBall()


def _spinning(house: SimulatedHouse, people: People, table: Table, felt: Felt) -> Command:
    return ReportRest() if people.rarely(30) else CloseBets()


def _stranded(house: SimulatedHouse, people: People, table: Table, felt: Felt) -> Command:
    if not table.paper.higher_may:
        return AbandonRound(reason="the ball rests, and bets were never closed")
    why = "the ball rests, and bets are open"
    return Refer(reason=why) if people.rarely(3) else CallNoSpin(reason=why)


def _closed(house: SimulatedHouse, people: People, table: Table, felt: Felt) -> Command:
    if table.paper.bonus and not felt.lit and people.rarely(2):
        return _lights(house, people, table, felt)
    return SpinBall()


def _lights(house: SimulatedHouse, people: People, table: Table, felt: Felt) -> Command:
    state = house.floor.tables[table.id].state.round
    assert state is not None
    if felt.drawn is None:
        draws = house.draws(table.id)
        return draws.bonus_numbers(state)
    dark = (people.chance.choice(felt.drawn),) if people.rarely(30) else ()
    return ReportLights(dark=dark)


def _running(house: SimulatedHouse, people: People, table: Table, felt: Felt) -> Command:
    if table.paper.bonus and not felt.lit and not people.rarely(40):
        return _lights(house, people, table, felt)
    return ReportRest() if people.rarely(3) else _outcome(house, people, table, felt)


def _rested(house: SimulatedHouse, people: People, table: Table, felt: Felt) -> Command:
    if table.paper.bonus and not felt.lit:
        return _lights(house, people, table, felt)
    return _outcome(house, people, table, felt)


def _outcome(house: SimulatedHouse, people: People, table: Table, felt: Felt) -> Command:
    state = house.floor.tables[table.id].state.round
    assert state is not None
    if table.own_wheel:
        return house.draws(table.id).outcome(state)
    return CallOutcome(number=people.number(table))


def _called(house: SimulatedHouse, people: People, table: Table, felt: Felt) -> Command:
    if people.rarely(12):
        return _outcome(house, people, table, felt)
    number = people.chance.choice(table.paper.pockets) if people.rarely(20) else felt.outcome
    return ConfirmOutcome(number=number or "")
