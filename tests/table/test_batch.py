"""Several wagers are one action with one verdict, and belong together after a restart too."""

from croupier.journal.memory import MemoryStore
from croupier.round.base import ActionRefused, Actor, Command, Event
from croupier.round.batch import Bet, DoubleWagers, PlaceWagers, UndoWager
from croupier.round.bets import WagerPlaced, WagerWithdrawn
from croupier.round.opening import OpenBets
from croupier.table.answers import Answer
from croupier.table.codec import CODEC
from croupier.table.core import Request, table_stream
from tests.table.floors import Serving

TABLE = "sands-2019"
BETS = PlaceWagers(wagers=(Bet("red", 500), Bet("straight:17", 700), Bet("odd", 900)))


async def ask(serving: Serving, command: Command, id_: int) -> Answer:
    return await serving.running.ask(TABLE, Request(Actor("ada"), command, "seat-1", id_))


def on_record(serving: Serving) -> list[tuple[int, Event]]:
    """What the players' actions led to, and where it is."""
    wagers = (WagerPlaced, WagerWithdrawn, ActionRefused)
    stored = [(one.seq, CODEC.event(one)) for one in serving.store.read(table_stream(TABLE))]
    return [(seq, event) for seq, event in stored if isinstance(event, wagers)]


def wagered(serving: Serving) -> dict[str, int]:
    state = serving.floor.tables[TABLE].state.round
    assert state is not None
    return state.wagered.get("ada", {})


async def test_one_verdict_for_all_and_together_after_a_restart() -> None:
    store = MemoryStore()
    serving = await Serving(store).start()
    await serving.open(TABLE, "ada")
    await serving.must(TABLE, OpenBets())
    placed = await ask(serving, BETS, 1)
    doubled = await ask(serving, DoubleWagers(), 2)
    assert placed.accepted
    assert doubled.accepted
    record = on_record(serving)
    ids = [event.action.id for _, event in record if event.action is not None]
    assert ids == [1, 1, 1, 2, 2, 2]
    assert [placed.seq, doubled.seq] == [record[2][0], record[5][0]]
    await serving.stop()

    again = await Serving(store, clock=serving.clock).start()
    assert await ask(again, BETS, 1) == placed
    assert await ask(again, DoubleWagers(), 2) == doubled
    assert (await ask(again, UndoWager(), 3)).accepted
    assert wagered(again) == {"red": 500, "straight:17": 700, "odd": 900}
    assert (await ask(again, UndoWager(), 4)).accepted
    assert wagered(again) == {}
    ids = [event.action.id for _, event in on_record(again) if event.action is not None]
    assert ids[6:] == [3, 4], "what is taken back names its action once"
    await again.stop()


async def test_a_refusal_is_on_record_once_and_says_which_wager() -> None:
    serving = await Serving(MemoryStore()).start()
    await serving.open(TABLE, "ada")
    await serving.must(TABLE, OpenBets())
    over = PlaceWagers(wagers=(Bet("red", 500), Bet("odd", 99_600)))
    answer = await ask(serving, over, 1)
    assert (answer.accepted, answer.code) == (False, "funds/too-low")
    ((seq, refused),) = on_record(serving)
    assert isinstance(refused, ActionRefused)
    assert (seq, refused.asked, refused.message) == (answer.seq, "place-wagers", answer.message)
    assert refused.message.startswith("wager 2 of 2, odd: not enough ")
    assert wagered(serving) == {}
    await serving.stop()
