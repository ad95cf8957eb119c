"""What is drawn shows in nothing before bets are closed, its secret in nothing before the end.

Two tables that differ in their rounds' secrets alone are run by the same steps: until the close
the whole record of both must be the same, but for the commitment and the sealed secret.
"""

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier import books
from croupier.fair.secret import Secret
from croupier.fair.secret import verify as is_committed
from croupier.journal.entry import Stored
from croupier.journal.memory import MemoryStore
from croupier.round.bets import WagerPlaced
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import BetsClosed, CloseBets
from croupier.round.correction import CorrectOutcome
from croupier.round.interruption import (
    AbandonRound,
    DeclareInterruption,
    ResumeRound,
    RoundAbandoned,
)
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import RoundOpened
from croupier.round.outcome import CallOutcome, ConfirmOutcome, RoundSettled
from croupier.round.secret import SecretRevealed
from croupier.round.spin import SpinBall
from croupier.round.state import RoundState
from croupier.round.void import RoundVoided
from croupier.table.codec import CODEC
from croupier.table.core import table_stream
from croupier.table.round_secrets import Draws
from croupier.table.verifying import verify
from tests.table.floors import MANAGER, SEALING, SUPERVISOR, Serving

BOOKS = {book_id: books.load(book_id) for book_id in books.ids()}
SEED = "5e" * 32
OF_THE_SECRET = ("commitment", "sealed")


async def to_close(serving: Serving, table: str, draws: Draws) -> None:
    """A round with wagers, a refusal, and all that may be asked too early, until bets close."""
    await serving.must(table, draws.open_bets(1))
    round_ = serving.floor.tables[table].state.round
    assert round_ is not None
    await serving.bet(table, "ada", "straight:17", 500)
    await serving.bet(table, "ada", "straight:17", 10**9)
    await too_early(serving, table, draws, round_)
    if round_.book.says.close.when == "before-spin":
        await serving.must(table, CloseBets(), SpinBall())
    else:
        await serving.must(table, SpinBall())
        await too_early(serving, table, draws, round_)
        await serving.must(table, CloseBets())


async def too_early(serving: Serving, table: str, draws: Draws, round_: RoundState) -> None:
    """Nothing can be drawn yet, and nobody can put a draw on record."""
    assert not round_.may_draw or round_.scheme == 1
    number = CallOutcome(number="17", drawn=True, seed=SEED)
    assert not (await serving.ask(table, number)).accepted
    if round_.book.bonus is not None:
        numbers = DrawBonusNumbers(numbers=round_.book.pockets[:10], seed=SEED)
        assert not (await serving.ask(table, numbers)).accepted


async def to_end(serving: Serving, table: str, draws: Draws) -> None:
    """From the close to the settlement, as the secret has it."""
    round_ = serving.floor.tables[table].state.round
    assert round_ is not None
    if round_.book.bonus is not None:
        await serving.must(table, draws.bonus_numbers(round_), ReportLights())
    await serving.must(table, draws.outcome(round_))


async def given_back(serving: Serving, table: str) -> None:
    """A round without an outcome: a wheel of the system's own has no ball that could void it."""
    if serving.floor.tables[table].state.book.says.no_spin is not None:
        await serving.must(table, CallNoSpin(reason="the screen flickers"))
        return
    await serving.must(table, DeclareInterruption(reason="the screen is dark"))
    await serving.must(table, AbandonRound(reason="it stays dark"), by=MANAGER)


async def played(table: str, seed: int, *, void: bool = False) -> MemoryStore:
    """The record of a round with its secret from a seed, settled or void, and revealed."""
    store = MemoryStore()
    serving = await Serving(store).start()
    await serving.open(table, "ada")
    draws = Draws(table, SEALING, Random(seed).randbytes)
    await to_close(serving, table, draws)
    if void:
        await given_back(serving, table)
    else:
        await to_end(serving, table, draws)
    await serving.must(table, draws.reveal(serving.floor.tables[table].state.past[1]))
    await serving.stop()
    return store


def shown(entries: list[Stored]) -> list[tuple[int, str, int, Any]]:
    """Entries without their hashes, and without what a secret is locked away in."""
    plain = []
    for entry in entries:
        body = msgspec.json.decode(entry.body)
        if entry.name == RoundOpened.name:
            body = {key: value for key, value in body.items() if key not in OF_THE_SECRET}
        plain.append((entry.seq, entry.name, entry.at_ms, body))
    return plain


def up_to(entries: list[Stored], name: str) -> list[Stored]:
    at = next(at for at, entry in enumerate(entries) if entry.name == name)
    return entries[: at + 1]


@pytest.mark.parametrize("table", books.ids())
async def test_before_the_close_nothing_on_record_depends_on_what_will_be_drawn(table: str) -> None:
    records = [list((await played(table, seed)).read(table_stream(table))) for seed in (1, 2)]
    before = [up_to(entries, BetsClosed.name) for entries in records]
    assert shown(before[0]) == shown(before[1])
    assert shown(records[0]) != shown(records[1]), "the secrets do decide the round"
    opened = [CODEC.event(up_to(each, RoundOpened.name)[-1]) for each in before]
    assert opened[0] != opened[1]


@pytest.mark.parametrize("void", [False, True])
@pytest.mark.parametrize("table", books.ids())
async def test_commitment_comes_before_any_wager_and_the_secret_after_the_end(
    table: str, void: bool
) -> None:
    store = await played(table, 3, void=void)
    entries = list(store.read(table_stream(table)))
    names = [entry.name for entry in entries]
    ends = {RoundVoided.name, RoundAbandoned.name} if void else {RoundSettled.name}
    ended = next(at for at, name in enumerate(names) if name in ends)
    assert names.index(RoundOpened.name) < names.index(WagerPlaced.name) < ended
    opened = CODEC.event(entries[names.index(RoundOpened.name)])
    revealed = CODEC.event(entries[names.index(SecretRevealed.name)])
    assert isinstance(opened, RoundOpened)
    assert isinstance(revealed, SecretRevealed)
    assert opened.commitment is not None
    assert is_committed(opened.commitment, Secret.revealed(revealed.secret), table, 1, 2)
    traces = (revealed.secret.encode(), bytes.fromhex(revealed.secret))
    for entry in entries[: ended + 1]:
        assert not any(trace in entry.body for trace in traces), entry.name
    assert verify(store, BOOKS).findings == []


@pytest.mark.parametrize("table", ["edz-2020", "fast-action-2020"])
async def test_another_secret_or_another_draw_than_the_committed_one_is_found(table: str) -> None:
    store = MemoryStore()
    serving = await Serving(store).start()
    await serving.open(table, "ada")
    draws, others = (Draws(table, SEALING, Random(seed).randbytes) for seed in (4, 5))
    await to_close(serving, table, draws)
    round_ = serving.floor.tables[table].state.round
    assert round_ is not None
    if round_.book.bonus is not None:
        numbers = tuple(round_.book.pockets[:10])
        drawn_anew = DrawBonusNumbers(numbers=numbers, seed=round_.seed)
        await serving.must(table, drawn_anew, ReportLights())
    number = next(each for each in round_.book.pockets if each != draws.pocket(round_))
    await serving.must(table, CallOutcome(number=number, drawn=True, seed=round_.seed))
    await serving.must(table, draws.reveal(round_))
    lie = replace(others.open_bets(2), commitment="0" * 64)
    await serving.must(table, lie)
    await given_back(serving, table)
    await serving.must(table, others.reveal(serving.floor.tables[table].state.past[2]))
    await serving.stop()
    said = "\n".join(map(str, verify(store, BOOKS).findings))
    assert "the secret of round 2 is not the one committed to" in said
    assert f"round 1 was settled on {number}, and its secret gives" in said
    drawn = round_.book.bonus is not None
    assert ("Bonus Numbers of round 1 do not follow from its secret" in said) == drawn


async def closed(serving: Serving, table: str, draws: Draws, amount: int, salt: str) -> RoundState:
    """A round with one wager whose bets are closed."""
    await serving.must(table, draws.open_bets(1))
    await serving.bet(table, "ada", "straight:17", amount)
    close = CloseBets(salt=salt)
    before_spin = serving.floor.tables[table].state.book.says.close.when == "before-spin"
    await serving.must(table, *((close, SpinBall()) if before_spin else (SpinBall(), close)))
    round_ = serving.floor.tables[table].state.round
    assert round_ is not None
    return round_


@pytest.mark.parametrize("table", ["edz-2020", "fast-action-2020"])
async def test_who_knows_the_secret_does_not_know_the_draw_before_the_close(table: str) -> None:
    """The same secret at the same moments: a wager, or the salt of the close, changes the draw."""
    drawn, numbers, secrets = [], [], set()
    for amount, salt in [(500, "aa"), (500, "bb"), (600, "aa"), (500, "aa")]:
        serving = await Serving(MemoryStore()).start()
        await serving.open(table, "ada")
        draws = Draws(table, SEALING, Random(11).randbytes)
        round_ = await closed(serving, table, draws, amount, salt)
        entry = serving.store.last(table_stream(table), BetsClosed.name)
        assert entry is not None
        assert round_.seed == entry.hash.hex()
        if round_.book.bonus is not None:
            await serving.must(table, draws.bonus_numbers(round_), ReportLights())
        drawn.append((round_.seed, round_.drawn))
        numbers.append(draws.pocket(round_))
        await serving.must(table, draws.outcome(round_), draws.reveal(round_))
        secrets.add(serving.floor.tables[table].state.past[1].revealed)
        await serving.stop()
        assert verify(serving.store, BOOKS).findings == []
    assert len(secrets) == 1
    assert drawn[0] == drawn[3], "it follows from the record"
    assert len(set(drawn[:3])) == 3
    assert len(set(numbers[:3])) > 1


def test_every_close_has_fresh_random_bytes_of_its_own() -> None:
    """Whoever knows the secret and every wager cannot work out the entry of the close."""
    draws = Draws("edz-2020", SEALING, Random(13).randbytes)
    salts = [bytes.fromhex(draws.close_bets().salt or "") for _ in range(3)]
    again = Random(13)
    assert salts == [again.randbytes(16) for _ in salts]


async def test_a_draw_by_another_hash_than_that_of_the_close_is_found() -> None:
    """A house that tries seeds until the number suits it."""
    table = "edz-2020"
    serving = await Serving(MemoryStore()).start()
    await serving.open(table, "ada")
    draws = Draws(table, SEALING, Random(12).randbytes)
    round_ = await closed(serving, table, draws, 500, "aa")
    other = replace(draws.outcome(round_), seed="00" * 32)
    assert (await serving.ask(table, other)).code == "outcome/from-the-draw"
    round_.seed = "00" * 32
    await serving.must(table, draws.outcome(round_), draws.reveal(round_))
    await serving.stop()
    said = "\n".join(map(str, verify(serving.store, BOOKS).findings))
    assert "outcome.called of round 1 is not by the hash of its close" in said


@pytest.mark.parametrize("seed", [None, "00" * 32])
async def test_bonus_numbers_by_another_hash_than_that_of_the_close_are_refused(
    seed: str | None,
) -> None:
    table = "fast-action-2020"
    serving = await Serving(MemoryStore()).start()
    await serving.open(table, "ada")
    draws = Draws(table, SEALING, Random(14).randbytes)
    round_ = await closed(serving, table, draws, 500, "aa")
    due = draws.bonus_numbers(round_)
    other = await serving.ask(table, replace(due, seed=seed))
    assert (other.accepted, other.code) == (False, "bonus/from-the-draw")
    await serving.must(table, due)
    await serving.stop()


async def test_a_drawn_number_that_is_corrected_is_found() -> None:
    """A house that takes its own wheel for one of wood afterwards."""
    table = "edz-2020"
    serving = await Serving(MemoryStore()).start()
    await serving.open(table, "ada")
    draws = Draws(table, SEALING, Random(15).randbytes)
    round_ = await closed(serving, table, draws, 500, "aa")
    await serving.must(table, draws.outcome(round_), draws.reveal(round_))
    other = next(each for each in round_.book.pockets if each != round_.outcome)
    correct = CorrectOutcome(round=1, number=other, approver=MANAGER, reason="misread")
    assert (await serving.ask(table, correct, SUPERVISOR)).code == "correct/from-the-draw"
    serving.floor.tables[table].state.past[1].own_wheel = False
    await serving.must(table, correct, by=SUPERVISOR)
    await serving.stop()
    said = "\n".join(map(str, verify(serving.store, BOOKS).findings))
    assert "the number of round 1 was drawn, and is corrected" in said


async def test_a_secret_that_is_never_shown_is_found() -> None:
    table = "edz-2020"
    serving = await Serving(MemoryStore()).start()
    await serving.open(table, "ada")
    draws = serving.draws(table)
    for number in (1, 2, 3):
        await serving.must(table, draws.open_bets(number))
        await serving.must(table, DeclareInterruption(reason="the screen is dark"))
    await serving.stop()
    (finding,) = verify(serving.store, BOOKS).findings
    assert "the secret of round 1 was never shown" in str(finding)


@pytest.mark.parametrize("table", books.ids())
async def test_a_round_of_an_earlier_program_ends_by_its_own_scheme(table: str) -> None:
    """Opened by one that drew from the secret alone, and in play when this one took over."""
    store = MemoryStore()
    earlier = await Serving(store).start()
    await earlier.open(table, "ada")
    await to_close(earlier, table, earlier.first_draws(table))
    await earlier.stop()
    serving = await Serving(store.reopened()).start()
    draws, state = serving.draws(table), serving.floor.tables[table].state
    if state.round is not None and state.round.waiting == "suspended":
        await serving.must(table, ResumeRound())
    if (round_ := state.round) is not None:
        assert (round_.scheme, round_.seed) == (1, None)
        if round_.book.bonus is not None:
            await serving.must(table, draws.bonus_numbers(round_), ReportLights())
        entered = await serving.ask(table, CallOutcome(number="17"))
        assert entered.code == "outcome/from-the-draw"
        await serving.must(table, draws.outcome(round_))
        await serving.must(table, ConfirmOutcome(number=round_.outcome or ""))
    await serving.must(table, draws.reveal(state.past[1]), draws.open_bets(2))
    assert state.round is not None
    assert state.round.scheme == 2
    await serving.stop()
    assert verify(serving.store, BOOKS).findings == []


@pytest.mark.parametrize("table", books.ids())
async def test_a_round_that_goes_back_to_an_earlier_scheme_is_found(table: str) -> None:
    """By a program that was changed, or is older: whoever can open its secret knows the draw."""
    store = await played(table, 3)
    serving = await Serving(store.reopened()).start()
    earlier = serving.first_draws(table)
    await serving.must(table, earlier.open_bets(2))
    await given_back(serving, table)
    await serving.must(table, earlier.reveal(serving.floor.tables[table].state.past[2]))
    await serving.stop()
    said = [one.detail for one in verify(serving.store, BOOKS).findings]
    assert said == ["round 2 goes back from scheme 2 to 1"]
