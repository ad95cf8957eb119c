"""A table in a script: whole rounds on the house's own engine, and nothing decided here."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier import books
from croupier.rules.irregularities import Irregularity
from croupier.scripting import Table


@pytest.fixture(params=books.ids())
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    at = Table(request.param, seed=1)
    at.buy_in(100_000)
    yield at
    at.state.ledger.audit()


def test_a_round_is_what_settle_gives(table: Table) -> None:
    wager, other = table.bet("17", 500), table.bet("1", 300)
    played = table.spin("17")
    settled = croupier.settle(
        table.book,
        [("you", wager, 500), ("you", other, 300)],
        "17",
        bonus_numbers=played.bonus_numbers,
    )
    assert [*played.settlement.rows()] == [*settled.rows()]
    assert table.balance() == 100_000 + played.net["you"]
    assert table.history == (played,)


def test_the_number_is_one_of_the_wheel_and_follows_from_the_seed(table: Table) -> None:
    again = Table(table.book, seed=1)
    numbers = [table.spin().outcome for _ in range(30)]
    assert numbers == [again.spin().outcome for _ in range(30)]
    assert set(numbers) <= set(table.book.wheel.order)
    assert len(set(numbers)) > 10


def test_without_a_seed_two_tables_differ() -> None:
    one, other = (Table("racetrack-2012") for _ in range(2))
    assert [one.spin().outcome for _ in range(40)] != [other.spin().outcome for _ in range(40)]


def test_every_clause_about_ball_and_wheel_voids_and_all_goes_back(table: Table) -> None:
    declared = {Irregularity.POWER_FAILURE, Irregularity.UNCOVERED}
    table.bet("17", 500)
    for clause, irregularity in table.book.voids.items():
        if irregularity in declared:
            with pytest.raises(croupier.CroupierError, match="does not void"):
                table.void(clause)
            assert [amount for *_, amount in table.bets] == [500], "nothing has happened"
            continue
        played = table.void(clause)
        assert (played.status, played.voided_by, played.net) == ("void", clause, {"you": 0})
        table.bet("17", 500)
    assert table.balance() == 99_500


def test_what_the_house_refuses_is_raised_and_changes_nothing(table: Table) -> None:
    for wrong in (
        lambda: table.bet("17", 200_000),
        lambda: table.bet("17", 100, player="nobody"),
        lambda: table.bet("17", 0),
        lambda: table.spin("37"),
        lambda: table.withdraw("17"),
        lambda: table.cash_out(player="nobody"),
    ):
        with pytest.raises(croupier.CroupierError):
            wrong()
    assert table.balance() == 100_000
    assert table.bets == []
    assert table.history == ()


def test_limits_are_those_of_the_book() -> None:
    refusing = Table("racetrack-2012", limits=(500, 1000))
    refusing.buy_in(10_000)
    with pytest.raises(croupier.CroupierError) as caught:
        refusing.bet("red", 100)
    assert caught.value.code == "limits/under-minimum"
    honouring = Table("sands-2019", limits=(500, 1000))
    honouring.buy_in(10_000)
    for result in ("won", "returned"):
        honouring.bet("red", 100)
        assert honouring.spin("1").bets[0].settled.result == result


def test_players_come_bet_take_back_and_leave_with_what_is_theirs(table: Table) -> None:
    table.buy_in(20_000, player="Ben")
    table.bet("17", 500, player="Ben")
    table.bet("17", 200, player="Ben")
    table.bet("1", 300)
    assert [(who, wager.notation, cents) for who, wager, cents in table.bets] == [
        ("Ben", "straight:17", 700),
        ("you", "straight:1", 300),
    ]
    table.withdraw("17", 200, player="Ben")
    table.withdraw("1")
    assert table.players == {"you": 100_000, "Ben": 19_500}
    table.spin("2")
    assert table.cash_out(player="Ben") == 19_500
    assert table.balance("Ben") == 0


def test_bonus_numbers_are_drawn_or_given() -> None:
    table = Table("fast-action-2020", seed=5)
    table.buy_in(10_000)
    drawn = table.spin().bonus_numbers
    assert drawn is not None
    assert len(set(drawn)) == 10
    given_ = [str(n) for n in range(11, 21)]
    table.bet("17", 100)
    assert table.spin("17", bonus_numbers=given_).bets[0].settled.winnings == 8000
    with pytest.raises(croupier.CroupierError):
        table.spin("17", bonus_numbers=["1"])
    assert table.spin("17", bonus_numbers=given_).number == 3, "the round goes on"


def test_rows_and_dicts_are_plain_values(table: Table) -> None:
    for _ in range(3):
        table.bet("17", 100)
        table.bet("1", 100)
        table.spin("17")
    rows = [*table.rows()]
    assert len(rows) == 6
    assert len({tuple(row) for row in rows}) == 1, "each row has the same columns"
    assert all(value is None or type(value) in (str, int) for row in rows for value in row.values())
    for played in table.history:
        assert json.loads(json.dumps(played.to_dict())) == played.to_dict()
        assert len(repr(played)) < 100
    assert len(repr(table)) < 100


@settings(max_examples=20)
@given(st.data())
def test_no_money_appears_or_vanishes(data: st.DataObject) -> None:
    table = Table(data.draw(st.sampled_from(books.ids())), seed=data.draw(st.integers(0, 99)))
    players = ("Ada", "Ben")
    for player in players:
        table.buy_in(50_000, player=player)
    for _ in range(3):
        for player in players:
            wager = data.draw(st.sampled_from([*table.book.wagers.values()]))
            table.bet(wager, 100 * wager.piece_count, player=player)
        before = sum(table.players.values()) + sum(amount for *_, amount in table.bets)
        played = table.spin()
        assert sum(table.players.values()) == before - played.settlement.house_net
    table.state.ledger.audit()
